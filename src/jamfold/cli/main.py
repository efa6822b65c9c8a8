"""The command ``jamfold``; ``--verbose`` and ``--log-file`` say what it does, with times."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]

from jamfold.cli.boundary import exit_code_of
from jamfold.cli.commands import PANELS, LazyGroup, help_line, load_command
from jamfold.core.errors import QuestionError
from jamfold.core.storage.whole_files import check_target
from jamfold.core.version import __version__

VERBOSE, LOG_FILE = "--verbose", "--log-file"
_logger = logging.getLogger("jamfold")


def take_options(words: Sequence[str]) -> tuple[list[str], bool, str]:
    """Return the words without the options of the log, whether it is printed, and its file; empty if none.

    Raises QuestionError if the file has no name.
    """
    rest, is_verbose, file = [], False, ""
    waiting = list(words)
    while waiting and waiting[0] != "--":
        word, equals, value = waiting.pop(0).partition("=")
        if word == LOG_FILE:
            file = value if equals else waiting.pop(0) if waiting else ""
            if not file or file.startswith("--"):
                raise QuestionError(f"{LOG_FILE} needs a file name.", field="log_file")
        elif word == VERBOSE and not equals:
            is_verbose = True
        else:
            rest.append(f"{word}{equals}{value}")
    return [*rest, *waiting], is_verbose, file


@contextmanager
def logged(words: Sequence[str], file: str, *, is_verbose: bool) -> Iterator[None]:
    """Log what happens inside, with versions first and the time that it took last."""
    handlers: list[logging.Handler] = []
    if is_verbose:
        handlers.append(logging.StreamHandler(sys.stderr))
        handlers[0].setFormatter(logging.Formatter("[%(relativeCreated)d ms] %(message)s"))
    if file:
        check_target(Path(file), QuestionError)
        handlers.append(logging.FileHandler(file, encoding="utf-8"))
        handlers[-1].setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    level, started = _logger.level, perf_counter()
    for handler in handlers:
        _logger.addHandler(handler)
    if handlers:
        _logger.setLevel(logging.DEBUG)
        _logger.debug(
            "jamfold %s, Python %s, %s: %s",
            __version__,
            sys.version.partition(" ")[0],
            sys.platform,
            " ".join(words),
        )
    try:
        yield
    except BaseException:
        _logger.debug("ended early", exc_info=True)
        raise
    finally:
        _logger.debug("took %.2f s", perf_counter() - started)
        _logger.setLevel(level)
        for handler in handlers:
            _logger.removeHandler(handler)
            handler.close()


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


def _check_help(words: list[str]) -> None:
    """Raise QuestionError if a word follows those of a command."""
    if words and any(words[0] in names.split() for names in PANELS.values()):
        has_commands = hasattr(load_command(words[0]), "commands")
        extra = [word for word in words[1 + has_commands :] if word not in ("-h", "--help")]
        if extra:
            raise QuestionError(f"help takes the words of one command. Remove '{extra[0][:40]}'.")


def _run(words: list[str]) -> Any:
    """Run a command; ``help COMMAND`` is ``COMMAND --help``."""
    rest, is_verbose, file = take_options(words)
    if rest[:1] == ["help"]:
        _check_help(rest[1:])
        rest = [*rest[1:], "--help"]
    with logged(rest, file, is_verbose=is_verbose):
        return app(args=rest or ["--help"], prog_name="jamfold", standalone_mode=False)
