"""Where a command meets the system: exit codes, files to write, and failures as one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from jamfold.errors import JamfoldError, SolutionError
from jamfold.views.terminal import say

BAD_INPUT = 2
BROKEN_PIPE = 1
INTERRUPTED = 130


def guarded(run: Callable[[], Any]) -> int:
    """Run a command and give its exit code; every failure is one sentence on stderr."""
    try:
        code = run()
        sys.stdout.flush()
    except (JamfoldError, typer.TyperException) as error:
        say(error.format_message() if isinstance(error, typer.TyperException) else str(error))
        return BAD_INPUT
    except BrokenPipeError:
        # Nobody reads any more; keep Python from flushing into the pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        where = f" '{error.filename}'" if error.filename else ""
        say(f"The system refuses{where}: {error.strerror or error}.")
        return BAD_INPUT
    except MemoryError:
        say("There is not enough memory for this.")
        return BAD_INPUT
    if code == INTERRUPTED:
        say("Interrupted.")
    return code if isinstance(code, int) else 0


def check_target(path: Path | None) -> Path | None:
    """The path itself, if a file can be put there; asked before long work.

    Raises
    ------
    SolutionError
        If the folder does not exist, or the path is a folder.
    """
    if path is not None and path.is_dir():
        raise SolutionError(f"Cannot write '{path}': it is a folder.")
    if path is not None and not path.parent.is_dir():
        raise SolutionError(f"Cannot write '{path}': there is no folder '{path.parent}'.")
    return path


def write_text(path: Path, text: str) -> None:
    """Write a text file.

    Raises
    ------
    SolutionError
        If it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SolutionError(f"Cannot write '{path}': {error.strerror or error}.") from None
