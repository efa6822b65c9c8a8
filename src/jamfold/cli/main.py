"""The command ``jamfold``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from jamfold.cli.boundary import exit_code_of
from jamfold.cli.commands import LazyGroup
from jamfold.core.version import __version__

app = typer.Typer(
    name="jamfold",
    cls=LazyGroup,
    help="Exact jam/fold (push/fold) equilibria for poker.",
    epilog="Study tool: many card rooms forbid such help during play.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
_HELP = """Exact jam/fold (push/fold) equilibria for poker. Start with:

\b
  $ jamfold solve 10bb --game holdem              who jams and who calls
  $ jamfold hand K7o --stacks 10bb                what to do with one hand
  $ jamfold table --game holdem --seats 3 --stack 8bb
  $ jamfold icm 5000 3000 2000 --prizes 50 30 20  what stacks are worth
  $ jamfold web                                   everything in your browser
"""


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"jamfold {__version__}")
        raise typer.Exit


@app.callback(help=_HELP)
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Exact jam/fold (push/fold) equilibria for poker."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; bad input is one sentence and code 2."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return exit_code_of(lambda: app(args=words or ["--help"], prog_name="jamfold", standalone_mode=False))
