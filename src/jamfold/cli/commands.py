"""The commands of ``jamfold``: their names, where they live, and one line of help each.

A command's file is loaded when it is named; a list of commands is shown without loading any.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from jamfold.cli.asking import AskingCommand

GROUP = "app"
PANELS = {
    "Strategies": {
        "solve": (
            "spots.SolveQuestion",
            "Solve a spot: how much is jammed and called, values, and how exact that is.",
        ),
        "chart": ("chart.chart", "Show at which stacks each hand is jammed and called in equilibrium."),
        "hand": (
            "lookups.LookUpQuestion",
            "Look up one hand: how often it is played, EV all-in, EV fold, what to do.",
        ),
        "explain": (
            "lookups.ExplainQuestion",
            "Explain one hand: chance to be called, equity, EVs, where it breaks even.",
        ),
        "hands": ("hands.hands", "List a strategy: every class with how often it is played, EVs and margin."),
        "outline": (
            "explorer.OutlineQuestion",
            (
                "A spot in a few words: a short range of each player with its cost, "
                "and what decides in each pattern."
            ),
        ),
        "compare": (
            "hands.CompareQuestion",
            "Compare two spots, or a spot with ranges or a CSV file of another tool.",
        ),
        "table": (
            "table.table",
            "Solve a table of two to ten seats where everybody jams or folds, with every seat's own gain.",
        ),
        "tournament": (
            "tournament.tournament",
            "Solve a heads-up tournament: chances to win and ranges at every stack, every hand jam or fold.",
        ),
        "tournament-three": (
            "tournaments.ThreeTournamentQuestion",
            "Solve a tournament of three players: values and ranges at every state, every hand jam or fold.",
        ),
        "converge": (
            "spots.ConvergeQuestion",
            "Plot epsilon by iteration of fictitious play, both axes logarithmic.",
        ),
        "batch": (
            "batch.batch",
            "Solve all spots of a CSV file, one in each line, and write what comes of them.",
        ),
        "rule": (
            "rule.app",
            "Look for one point score for both seats and all stacks, with a table of thresholds.",
        ),
    },
    "Equities and worth": {
        "equity": (
            "equities.EquityQuestion",
            "Equities of two to nine players, exact where that takes seconds, else sampled.",
        ),
        "range": (
            "equities.RangeQuestion",
            "Read a range: its combinations, classes, share of all hands, and shortest text.",
        ),
        "winchance": (
            "winchance.winchance",
            "The winning chance of a hand on the flop, against opponents who fold weak holdings.",
        ),
        "icm": (
            "worth.IcmQuestion",
            "What stacks are worth in prizes (ICM), and how much an all-in of every pair must win.",
        ),
        "fgs": (
            "future.FutureQuestion",
            (
                "What stacks are worth when the next hands are played, not only modelled (FGS), "
                "and the hand for that."
            ),
        ),
    },
    "Practice": {
        "play": (
            "match.play",
            "Play against the equilibrium, or against ranges: j and f, c and f, q to leave.",
        ),
        "match": ("match.match", "Play a match of two players: every deal twice, with the seats changed."),
        "bot": ("match.BotQuestion", "Play at a dealer of this machine: the equilibrium, or ranges."),
        "train": ("train.app", "Train jam or fold, call or fold: j, c or f answers, w tells why, q ends."),
    },
    "Page, tables, video poker": {
        "web": ("web.web", "Open the web page: solve, explore, calculate and analyse in a browser."),
        "export": ("export.app", "Write what others can open without jamfold."),
        "tables": (
            "tables.app",
            "The class tables and all else that is kept: build, list, verify, remove, look up.",
        ),
        "history": ("history.app", "Played hands: import histories, list the jam/fold spots in them."),
        "videopoker": ("videopoker.app", "Video poker: exact analysis of any pay table."),
    },
}
"""By heading and name: the question that its row shows, or the file of this room and what in it, ``app`` for
a group; and the line of help."""

_PLACES = {name: place for rows in PANELS.values() for name, (place, _) in rows.items()}


def load_command(name: str) -> Any:
    """A command by its name, its file loaded."""
    file, what = _PLACES[name].split(".")
    is_row = what.endswith("Question")
    found = getattr(import_module(f"jamfold.{'questions' if is_row else 'cli'}.{file}"), what)
    if is_row:
        found = import_module("jamfold.cli.rows").command(found)
    if what == GROUP:
        return typer.main.get_group(found)
    one = typer.Typer(add_completion=False)
    one.command(name, cls=AskingCommand)(found)
    return typer.main.get_command(one)


class LazyGroup(TyperGroup):
    """A group that loads a command where it is run or asked for its help, and lists the others unloaded."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.commands = {
            name: TyperCommand(name, help=line, rich_help_panel=panel)
            for panel, rows in PANELS.items()
            for name, (_, line) in rows.items()
        }

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is named, loaded, and what is left of the words."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command if name is None else load_command(name), rest
