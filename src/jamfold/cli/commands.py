"""The commands of ``jamfold``: their names, where they live, and one line of help each.

A command's file is loaded when it is named; a list of commands is shown without loading any: its lines
of help are read from the sources of questions, since loading all of them takes 0.2 s.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from jamfold.cases.python.names import HOMES, question_of
from jamfold.cli.request_command import RequestCommand, take_as_typed

_COMMANDS = Path(__file__).parent
_CASES = _COMMANDS.parent / "cases"
PANELS = {
    "Solve and look up": (
        "solve chart hand explain hands outline compare table jackpot rooms audit tournament "
        "tournament-three flop flop-chart flop-table converge bounds batch rule"
    ),
    "Equity and ICM": "equity strength range winchance icm deal fgs models",
    "Play and practice": "play match bot train",
    "Web interface, data, video poker": "web mcp export tables history videopoker",
    "Installation": "info clean completion help version",
}
"""Names by heading. A command answers the request of the function of its name (`jamfold.cases.python.names`),
unless `OWN` names it."""
GROUPS = {
    "export": "Write HTML files that work without jamfold.",
    "tables": "Build, list, verify or remove equity tables and other stored data.",
    "history": "Import hand histories and review your decisions.",
    "videopoker": "Analyse video poker pay tables and hands exactly.",
}
"""The line of help of commands that have commands of their own, and ask no question."""
OWN = {
    "chart": "chart.chart",
    "hands": "own_commands.hands",
    "table": "table.table",
    "tournament": "own_commands.tournament",
    "batch": "own_commands.batch",
    "rule": "own_commands.rule_app",
    "winchance": "own_commands.winchance",
    "play": "practice.play",
    "match": "practice.match",
    "train": "practice.train_app",
    "web": "own_commands.web",
    "mcp": "own_commands.mcp",
    "export": "own_commands.export_app",
    "tables": "own_commands.tables_app",
    "history": "own_commands.history_app",
    "videopoker": "practice.videopoker_app",
    "completion": "completion.completion",
    "help": "main.help_",
    "version": "main.version",
}
"""Commands with options of their own, and groups: a file of this package, and what in it."""


def help_line(name: str) -> str:
    """Return the line of help of a command: the first of what its question says, or its function."""
    if name in GROUPS:
        return GROUPS[name]
    home = HOMES.get(name.replace("-", "_"))
    folder, kind = (_CASES, "class") if home else (_COMMANDS, "def")
    module, _, definition = (home or OWN[name]).partition(".")
    source = (folder / f"{module}.py").read_text(encoding="utf-8")
    return source.partition(f"\n{kind} {definition}(")[2].split('"""')[1].partition("\n")[0]


def load_command(name: str) -> Any:
    """A command by its name, its file loaded."""
    if name in OWN:
        file, attribute = OWN[name].split(".")
        target = getattr(import_module(f"jamfold.cli.{file}"), attribute)
    else:
        target = import_module("jamfold.cli.rows").command(question_of(name.replace("-", "_")))
    if isinstance(target, typer.Typer):
        return typer.main.get_group(target)
    program = typer.Typer(add_completion=False)
    program.command(name, cls=RequestCommand)(target)
    return typer.main.get_command(program)


class LazyGroup(TyperGroup):
    """A group that loads a command where it is run or asked for its help, and lists the others unloaded."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.commands = {
            name: TyperCommand(name, help=help_line(name), rich_help_panel=panel)
            for panel, names in PANELS.items()
            for name in names.split()
        }

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse without what converts values."""
        take_as_typed(self.get_params(ctx))
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is named, loaded, and what is left of the words."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command if name is None else load_command(name), rest
