"""The commands of ``jamfold``: their names, where they live, and one line of help each.

A command's file is loaded when it is named; a list of commands is shown without loading any.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from jamfold.cases.python.names import question_of
from jamfold.cli.request_command import RequestCommand

PANELS = {
    "Strategies": {
        "solve": "Solve a spot: how much is jammed and called, values, and how exact that is.",
        "chart": "Show at which stacks each hand is jammed and called in equilibrium.",
        "hand": "Look up one hand: how often it is played, EV all-in, EV fold, what to do.",
        "explain": "Explain one hand: chance to be called, equity, EVs, where it breaks even.",
        "hands": "List a strategy: every class with how often it is played, EVs and margin.",
        "outline": (
            "A spot in a few words: a short range of each player with its cost, and what decides "
            "in each pattern."
        ),
        "compare": "Compare two spots, or a spot with ranges or a CSV file of another tool.",
        "table": (
            "Solve a table of two to ten seats: jam or fold, or raises before it, with every seat's own gain."
        ),
        "jackpot": (
            "What a jackpot moves: hand by hand, from which size on a hand is played, what ignoring it costs."
        ),
        "rooms": (
            "List the tables of card rooms: what they charge and pay, since when, "
            "and where that is known from."
        ),
        "audit": (
            "Measure ranges of another program, or your own: "
            "what each seat could gain against them, hand by hand."
        ),
        "tournament": (
            "Solve a heads-up tournament: chances to win and ranges at every stack, every hand jam or fold."
        ),
        "tournament-three": (
            "Solve a tournament of three players: values and ranges at every state, every hand jam or fold."
        ),
        "flop": (
            "Jam or fold on a flop that is dealt first: both players' strategies over all hands, exactly."
        ),
        "flop-chart": (
            "All flops that differ by more than suits, solved exactly, and what both players win in the mean."
        ),
        "flop-table": (
            "Jam or fold at a table of three seats and more where the flop is dealt before anybody acts."
        ),
        "converge": "Plot epsilon by iteration of fictitious play, on logarithmic or linear axes.",
        "batch": "Solve all spots of a CSV file, one in each line, and write what comes of them.",
        "rule": "Look for one point score for both seats and all stacks, with a table of thresholds.",
    },
    "Equities and worth": {
        "equity": "Equities of two to nine players, exact where that takes seconds, else sampled.",
        "strength": "What a hand makes on a board: its five cards, their category and rank, the low too.",
        "range": "Read a range: its combinations, classes, share of all hands, and shortest text.",
        "winchance": "The winning chance of a hand from the flop on, when opponents fold weak holdings.",
        "icm": "What stacks are worth in prizes (ICM), and how much an all-in of every pair must win.",
        "deal": "What players take in a deal: by ICM, by chips (chip chop) or the same for all.",
        "fgs": (
            "What stacks are worth when the next hands are played, not only modelled (FGS), and "
            "the hand for that."
        ),
        "models": (
            "Which stack model is right: all of them, the next hands (FGS), and the solved tournament "
            "side by side."
        ),
    },
    "Practice": {
        "play": "Play against the equilibrium, or against ranges: j and f, c and f, q to leave.",
        "match": "Play a match of two players: every deal twice, with the seats changed.",
        "bot": "Play at a dealer of this machine: the equilibrium, or ranges.",
        "train": "Train jam or fold, call or fold: j, c or f answers, w tells why, q ends.",
    },
    "Page, tables, video poker": {
        "web": "Open the web page: solve, explore, calculate and analyse in a browser.",
        "export": "Write what others can open without jamfold.",
        "tables": "The class tables and all else that is kept: build, list, verify, remove, look up.",
        "history": "Played hands: import histories, list the jam/fold spots in them.",
        "videopoker": "Video poker: exact analysis of any pay table.",
    },
}
"""By heading and name the line of help. A command shows the row of the question that the function of its name
asks (`jamfold.cases.python.names`), unless it stands in `OWN`."""
OWN = {
    "chart": "chart.chart",
    "hands": "own_commands.hands",
    "table": "table.table",
    "tournament": "tournament.tournament",
    "batch": "own_commands.batch",
    "rule": "own_commands.rule_app",
    "winchance": "own_commands.winchance",
    "play": "match.play",
    "match": "match.match",
    "train": "train.app",
    "web": "own_commands.web",
    "export": "own_commands.export_app",
    "tables": "storage.app",
    "history": "history.app",
    "videopoker": "videopoker.app",
}
"""Commands with options of their own, and groups: a file of this package, and what in it."""


def load_command(name: str) -> Any:
    """A command by its name, its file loaded."""
    if name in OWN:
        file, what = OWN[name].split(".")
        found = getattr(import_module(f"jamfold.cli.{file}"), what)
    else:
        found = import_module("jamfold.cli.rows").command(question_of(name.replace("-", "_")))
    if isinstance(found, typer.Typer):
        return typer.main.get_group(found)
    one = typer.Typer(add_completion=False)
    one.command(name, cls=RequestCommand)(found)
    return typer.main.get_command(one)


class LazyGroup(TyperGroup):
    """A group that loads a command where it is run or asked for its help, and lists the others unloaded."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.commands = {
            name: TyperCommand(name, help=line, rich_help_panel=panel)
            for panel, rows in PANELS.items()
            for name, line in rows.items()
        }

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is named, loaded, and what is left of the words."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command if name is None else load_command(name), rest
