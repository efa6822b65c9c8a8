"""The one family of errors that bad input raises.

Every public function that takes words or numbers from a user raises a
subclass of `JamfoldError`; its message is one clear sentence that names the
input.  The command line prints the sentence and exits with code 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

_QUOTED = re.compile(r"(?<!\w)'([^\n]{200,}?)'(?!\w)|(\S{240,})")
_BEGINNING, _END = 120, 40
_NEAR = 0.65
"""Of the letters of two words, the share that agrees where one suggests the other."""
_LEAST_PART = 3


def shorten(sentence: str) -> str:
    """Return a message whose long names, quoted or without a space, have an ellipsis in the middle."""

    def cut(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        short = f"{name[:_BEGINNING]}...{name[-_END:]}"
        return f"'{short}'" if match[1] else short

    return _QUOTED.sub(cut, sentence)


def near_words(word: str, names: Iterable[str], most: int = 1) -> list[str]:
    """Return the names that a misspelled one may mean, or a part of one; none if none is near."""
    names, parts = list(names), re.findall(r"[^\s-]+", word)
    near = get_close_matches(word[:60], names, most, _NEAR)
    if near or len(word) < _LEAST_PART:
        return near
    return [name for name in names if all(part in name for part in parts)][:most]


class JamfoldError(ValueError):
    """Bad input, or a surrounding that does not allow the work (full disk, foreign file).

    Attributes
    ----------
    field
        The entry that the sentence is about, such as ``board`` or ``stack_sb``; empty if about none.
    """

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(shorten(sentence))
        self.field = field


@contextmanager
def error_field(name: str) -> Iterator[None]:
    """What is read inside comes from this entry, and so do its errors, where they do not say another."""
    try:
        yield
    except JamfoldError as error:
        error.field = error.field or name
        raise


def check_kind(value: object, kind: type | tuple[type, ...], name: str, example: str) -> None:
    """Check that a parameter of a public function is of its kind; `example` says what to pass instead.

    Raises QuestionError.
    """
    if not isinstance(value, kind):
        raise QuestionError(f"{name} must be {example}, not {type(value).__name__}.", field=name)


class QuestionError(JamfoldError):
    """A word or a number of a question that is none, or out of bounds."""


class CardError(JamfoldError):
    """A text that is no list of cards, or cards that no deal can hold."""


class GameError(JamfoldError):
    """An unknown game."""


class ClassError(JamfoldError):
    """A class id that the game does not have, or a hand of the wrong size."""


class RangeError(JamfoldError):
    """A text that is no range, or weights that make none."""


class EquityError(JamfoldError):
    """Players, boards or options that make no equity calculation."""


class SituationError(JamfoldError):
    """Stacks, blinds or antes that describe no jam/fold game."""


class SolverError(JamfoldError):
    """A game (s, b) or an option that the solver does not take."""


class ChartError(JamfoldError):
    """A range of stacks, a format or a view that a chart does not have."""


class SolutionError(JamfoldError):
    """A saved solution that cannot be read or written."""


class WorthError(JamfoldError):
    """Stacks, prizes, bounties or a rake that give no worth of an end of a hand."""


class TournamentError(JamfoldError):
    """Chips or levels that make no tournament."""


class TableError(JamfoldError):
    """A built thing, such as a class table, that cannot be had: the family of the five below."""


class UnusableError(TableError):
    """A built thing that is missing, damaged, foreign or of another version: building it anew mends that."""


class UnavailableError(TableError):
    """A built thing that is there and cannot be opened now (memory, permission): it is left as it is."""


class UnwritableError(TableError):
    """A folder or disk that does not take a built thing."""


class UnsupportedError(TableError):
    """A game that the class tables do not serve."""


class ClusterError(TableError):
    """A cluster that is not there, or whose workers cannot hold the blocks of a game."""


class PayTableError(JamfoldError):
    """A video-poker pay table that is unknown, unreadable or incomplete."""


class ChanceError(JamfoldError):
    """A hand, flop, folding behaviour or pot that has no winning chance."""


class RuleError(JamfoldError):
    """A point rule, or its file, that makes no sense."""


class HistoryError(JamfoldError):
    """A played hand, or a file of them, that cannot be read."""


class MatchError(JamfoldError):
    """Chips, ports, lines or players that make no match."""


class TrainingError(JamfoldError):
    """Kept training, or a file of it, that cannot be used; what nobody can be asked."""


class BatchError(JamfoldError):
    """A file of many spots that cannot be read, or results that cannot be kept."""


class WebError(JamfoldError):
    """A port that cannot be used, or a page whose packages are missing."""


class FigureError(JamfoldError):
    """A figure under a name that is none, or that cannot be written."""


# Former names, until 0.4.
at_field = error_field
