"""``--verbose`` and ``--log-file``: what a command does, with times, on stderr or in a file."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

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
