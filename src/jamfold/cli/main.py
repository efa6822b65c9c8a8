"""The command ``jamfold``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]

from jamfold.cli.boundary import exit_code_of
from jamfold.cli.commands import PANELS, LazyGroup, help_line
from jamfold.cli.log import LOG_FILE, VERBOSE, logged, take_options
from jamfold.core.version import __version__

app = typer.Typer(
    name="jamfold",
    cls=LazyGroup,
    help="Exact jam/fold (push/fold) equilibria for poker.",
    epilog="Study tool: many card rooms forbid such help during play.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
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
        typer.Option(
            "-V", "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
    verbose: Annotated[  # these two may stand anywhere: `main` takes them
        bool, typer.Option(VERBOSE, help="Log progress to stderr, with times and error traces.")
    ] = False,
    log_file: Annotated[
        str | None, typer.Option(LOG_FILE, help="Append this log to a file.", metavar="FILE")
    ] = None,
) -> None:
    """Exact jam/fold (push/fold) equilibria for poker."""


def version() -> None:
    """Show the version."""
    _print_version(True)


def _commands() -> list[tuple[str, str]]:
    return [(name, help_line(name)) for names in PANELS.values() for name in names.split()]


def help_(
    command: Annotated[
        list[str],
        typer.Argument(help="The words of the command.", metavar="COMMAND", autocompletion=_commands),
    ],
) -> None:
    """Show the help of a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; bad input is one sentence and code 2."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if "_JAMFOLD_COMPLETE" in os.environ:
        os.environ["COLUMNS"] = "9999"  # Typer folds help to lines, and a line is a word
        completion_init()
    return exit_code_of(lambda: _run(words))


def _run(words: list[str]) -> Any:
    """Run a command; ``help COMMAND`` is ``COMMAND --help``."""
    rest, is_verbose, file = take_options(words)
    if rest[:1] == ["help"]:
        rest = [*rest[1:], "--help"]
    with logged(rest, file, is_verbose=is_verbose):
        return app(args=rest or ["--help"], prog_name="jamfold", standalone_mode=False)
