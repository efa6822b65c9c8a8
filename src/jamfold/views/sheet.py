"""The display of a result as one value: a title, a verdict, parts, notes.

A sheet says what is shown, never how: `sheet_terminal`, `sheet_html` and `render.sheet_markdown` print it.
A text among the parts is a paragraph.  HTML is a picture for pages, which the other printers leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Kind(Enum):
    """The kind of a column's cells, by which printers align them."""

    NUMBER = "number"
    WORDS = "words"
    """A name or a few words."""
    TEXT = "text"
    """A longer text, such as a range, which may take several lines."""
    WHOLE = "whole"
    """A text that is never broken, such as a name to be copied."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    head: str
    kind: Kind = Kind.NUMBER


Heads = Sequence[Column | str]
"""The columns of a table; a plain name is a column of numbers."""


def words(*heads: str) -> list[Column]:
    return [Column(head, Kind.WORDS) for head in heads]


def text(head: str) -> Column:
    return Column(head, Kind.TEXT)


def whole(head: str) -> Column:
    return Column(head, Kind.WHOLE)


class Cards(str):
    """A text with cards in it, which pages draw as faces."""

    __slots__ = ()


@dataclass(frozen=True)
class Table:
    """Rows of cells under named columns."""

    heads: Heads
    rows: Iterable[Sequence[str]]
    is_flush: bool = False
    """Whether it is a list of lines: it begins at the left edge, and a terminal cuts what does not fit."""
    quiet: Collection[int] = ()
    """The rows, from 0, that are dimmed, such as those with few cases."""
    is_compact: bool = False
    """Whether the headings are a dimmed first row with no line below, for a few facts about each seat."""

    @property
    def columns(self) -> list[Column]:
        """Return the columns, all with their kind."""
        return [head if isinstance(head, Column) else Column(head) for head in self.heads]


def facts(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table of a few facts, each with its name in the first column."""
    return Table([*words(heads[0]), *heads[1:]], rows, is_compact=True)


@dataclass(frozen=True)
class Heading:
    """The heading of the parts that follow; level 2 is the largest below the title."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Note:
    """A dimmed paragraph: how exact a result is, or how to read it."""

    text: str


@dataclass(frozen=True)
class Caution:
    """A warning of input that was probably not meant; a command prints it on stderr instead."""

    text: str


@dataclass(frozen=True)
class Verdict:
    """The one sentence to read first."""

    text: str


@dataclass(frozen=True)
class Bullets:
    """Short sentences of equal rank."""

    lines: Sequence[str]


@dataclass(frozen=True)
class Tiles:
    """The few numbers that matter: name and number."""

    facts: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Folded:
    """Parts behind a summary that opens; printers that cannot fold show the parts."""

    summary: str
    parts: Sequence[Any]
    id: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class OnPage:
    """Parts for pages, notebooks and HTML files, not for the terminal."""

    parts: Callable[[], Sequence[Any]]
    """Returns the parts; called only when a page prints them."""


@dataclass(frozen=True)
class OnTerminal:
    """Parts for the terminal only, which may be renderables of Rich."""

    parts: Sequence[Any]


@dataclass(frozen=True)
class Sheet:
    """The display of a result in reading order; empty parts are left out."""

    title: str = ""
    verdict: str = ""
    parts: Sequence[Any] = ()
    """Texts, tables, and other values of this module, in order."""
    notes: Sequence[str] = ()
    page_title: str = ""
    """The title on pages, if it differs from the terminal's."""


def on_page(*parts: Any) -> OnPage:
    return OnPage(lambda: parts)


def on_terminal(*parts: Any) -> OnTerminal:
    return OnTerminal(parts)
