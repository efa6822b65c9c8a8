"""The edge of the process: exit codes, sentences on stderr, streams that are closed or full."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import typer

from jamfold.core.errors import JamfoldError, near_words, shorten
from jamfold.valuation.numbers import with_point
from jamfold.views.terminal import print_status

BAD_INPUT = 2
NO_OUTPUT = 1
INTERRUPTED = 130
_WITHOUT_REMEDY = ("No such", "Got unexpected", "Missing argument")
_NUMBER_FAULTS = {"int_parsing": "a whole number", "float_parsing": "a number"}
"""What an option must be, by the kind of fault that its number has."""
_UNKNOWN = re.compile(r"No such (?:option: (?P<option>\S+)|command '(?P<command>.+?)'\.)")
_FILE = re.compile(r"Got unexpected extra argument(?:\(s\)|s)? \((\S+\.\w+)\)")
"""A file name without an option."""
_WINDOWS = os.name == "nt"
_NOBODY_READS = (errno.EPIPE, errno.EINVAL) if _WINDOWS else (errno.EPIPE,)
"""Of a pipe whose reader is gone; Windows calls it an invalid argument."""
_NO_WRITING = (*_NOBODY_READS, errno.ENOSPC, errno.EFBIG, errno.EIO)


def exit_code_of(run: Callable[[], Any]) -> int:
    """Run a command and give its exit code; every failure is one sentence on stderr."""
    try:
        code = run()
        sys.stdout.flush()
    except (JamfoldError, typer.TyperException) as error:
        print_status(_error_text(error) if isinstance(error, typer.TyperException) else str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        return _refused(error)
    except MemoryError:
        print_status("There is not enough memory for this.")
        return BAD_INPUT
    if code == INTERRUPTED:
        with suppress(OSError):
            sys.stdout.flush()
        print_status("Interrupted.")
    return code if isinstance(code, int) else 0


def _error_text(error: typer.TyperException) -> str:
    """Return what is wrong with the words of a command, with a near name; else where to look."""
    words, context = _misread_number(error) or error.format_message(), getattr(error, "ctx", None)
    if context is None or not words.startswith(_WITHOUT_REMEDY):
        return shorten(words)
    near = []
    if extra := _FILE.fullmatch(words):
        near = [f"--out {extra[1]}" for param in context.command.params if "--out" in param.opts]
    if unknown := _UNKNOWN.match(words):
        words = f"{unknown[0].rstrip('.')}."
        if unknown["option"]:
            options = [param for param in context.command.params if param.param_type_name == "option"]
            spellings = [
                spelling for option in options for spelling in (*option.opts, *option.secondary_opts)
            ]
            names = {spelling.strip("-"): spelling for spelling in spellings}
        else:
            names = {name: f"'{name}'" for name in context.command.commands}
        near = [names[name] for name in near_words(unknown[unknown.lastgroup or 0].strip("-"), names, 3)]
    advice = f"Did you mean {' or '.join(near)}?" if near else f"See {context.command_path} --help."
    return f"{shorten(words).rstrip('.')}. {advice}"


def _misread_number(error: typer.TyperException) -> str:
    """Return what is wrong with the number of an option; empty if something else is wrong."""
    details: list[Any] = getattr(error.__cause__, "errors", list)()
    if not details or details[0]["type"] not in _NUMBER_FAULTS:
        return ""
    spelling = error.param.opts[0]  # type: ignore[attr-defined]  # of a bad value
    value, kind = str(details[0]["input"]), _NUMBER_FAULTS[details[0]["type"]]
    if kind == "a number" and (point := with_point(value)):
        return f"'{value[:40]}' after {spelling} has a decimal comma: write {point[:40]}."
    return f"{spelling} must be {kind}, not '{value[:40]}'."


def _refused(error: OSError) -> int:
    """Say what the system refuses.

    Files are named in errors, and those that were written name themselves; so an
    error of writing that names none is about the output.
    """
    if error.filename is None and error.errno in _NO_WRITING:
        if error.errno not in _NOBODY_READS:
            print_status(f"The output cannot be written: {error.strerror}.")
        # Keep Python from flushing what is left at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_OUTPUT
    where = f" '{error.filename}'" if error.filename else ""
    print_status(shorten(f"The system refuses{where}: {error.strerror or error}."))
    return BAD_INPUT


def mend_streams() -> None:
    """Replace streams that were closed before the start (``>&-``), so that no file takes their place.

    An input that is closed is empty, words on a closed stderr go nowhere, and a closed
    stdout is a pipe that nobody reads: who writes to it ends with exit code 1.
    Characters that an output does not have (names of files are bytes) become plain ones, or ``?``; on Windows
    an output that is no console has all of them: there it is UTF-8, where nobody chose otherwise.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_taken(0, os.open(os.devnull, os.O_RDONLY)), "r")
    if sys.stdout is None:
        reader, writer = os.pipe()
        os.close(reader)
        sys.stdout = os.fdopen(_taken(1, writer), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_taken(2, os.open(os.devnull, os.O_WRONLY)), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_free = _WINDOWS and not stream.isatty() and not os.environ.get("PYTHONIOENCODING")
            stream.reconfigure(encoding="utf-8" if is_free else None, errors="plainly")


_PLAIN = str.maketrans("−–·½█▀▄░≈", "--./##.:~")
"""Replacements for characters that an output cannot write."""


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for characters that an output does not have."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(_PLAIN)
    return "".join(letter if letter.isascii() else "?" for letter in text), error.end


codecs.register_error("plainly", _plainly)


def _taken(number: int, opened: int) -> int:
    """A file under the number of a stream that is closed."""
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    else:
        os.set_inheritable(number, True)
    return number
