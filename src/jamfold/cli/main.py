"""The command ``jamfold``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from jamfold._version import __version__
from jamfold.cli import chart, export, history, rule, spots, tables, train, videopoker
from jamfold.cli.asking import AskingCommand
from jamfold.cli.batch import batch
from jamfold.cli.boundary import guarded
from jamfold.cli.equity import equity, range_
from jamfold.cli.future import fgs
from jamfold.cli.icm import icm
from jamfold.cli.match import bot, match, play
from jamfold.cli.table import table
from jamfold.cli.three_players import tournament_three
from jamfold.cli.tournament import tournament
from jamfold.cli.web import web
from jamfold.cli.winchance import winchance

app = typer.Typer(
    name="jamfold",
    help="Exact jam/fold (push/fold) equilibria in poker.",
    epilog="A study tool: many card rooms forbid such help during play.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
_STRATEGIES, _EQUITIES = "Strategies", "Equities and worth"
_PRACTICE, _MORE = "Practice", "Page, tables, video poker"

for _name, _command in (
    ("solve", spots.solve),
    ("chart", chart.chart),
    ("hand", spots.hand),
    ("explain", spots.explain),
    ("hands", spots.hands),
    ("outline", spots.outline),
    ("compare", spots.compare),
    ("table", table),
    ("tournament", tournament),
    ("tournament-three", tournament_three),
    ("converge", spots.converge),
    ("batch", batch),
):
    app.command(_name, cls=AskingCommand, rich_help_panel=_STRATEGIES)(_command)
app.add_typer(rule.app, name="rule", rich_help_panel=_STRATEGIES)
app.command("equity", rich_help_panel=_EQUITIES)(equity)
app.command("range", rich_help_panel=_EQUITIES)(range_)
app.command("winchance", rich_help_panel=_EQUITIES)(winchance)
app.command("icm", cls=AskingCommand, rich_help_panel=_EQUITIES)(icm)
app.command("fgs", cls=AskingCommand, rich_help_panel=_EQUITIES)(fgs)
for _name, _command in (("play", play), ("match", match), ("bot", bot)):
    app.command(_name, cls=AskingCommand, rich_help_panel=_PRACTICE)(_command)
app.add_typer(train.app, name="train", rich_help_panel=_PRACTICE)
app.command("web", rich_help_panel=_MORE)(web)
app.add_typer(export.app, name="export", rich_help_panel=_MORE)
app.add_typer(tables.app, name="tables", rich_help_panel=_MORE)
app.add_typer(history.app, name="history", rich_help_panel=_MORE)
app.add_typer(videopoker.app, name="videopoker", rich_help_panel=_MORE)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"jamfold {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Exact jam/fold (push/fold) equilibria in poker."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; bad input is one sentence and code 2."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return guarded(lambda: app(args=words or ["--help"], prog_name="jamfold", standalone_mode=False))
