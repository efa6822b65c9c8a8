"""Where hands begin: a text in pieces becomes one chunk of text per hand, each with its site and line.

One search finds the beginnings of all sites, so a file may mix them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jamfold.histories.sites import READERS

LONGEST_HAND = 1 << 20
"""Characters of the longest hand; what is beyond belongs to no hand."""

_WITHIN = {
    "ipoker": ("<game", re.compile(r"<game\s(?!id=)")),
    "ipoker_session": ("<", re.compile(r"<(?:\?xml|!DOCTYPE|session)\b")),
    "ohh": ('"ohh"', re.compile('"ohh"')),
}
"""Formats that need no lines: their beginnings look behind themselves, and are sought where both stand.

In what holds ``<game`` alone, as Merge's texts do, seeking them took as long as half of the reading; a plain
text is looked for ten times as fast as a pattern.
"""

_LINED = {name: reader.start for name, reader in READERS.items() if name not in _WITHIN}
_ANY_START = re.compile(rf"\n(?:{'|'.join(_LINED.values())})", re.MULTILINE)
"""Led by a plain character, for which the search has a fast path: 3 us a hand instead of 180 with ``^``;
8 where beginnings begin with a group or something optional, behind which it cannot see their first letter,
14 with names of groups."""
_NAMED_START = re.compile(
    rf"\n(?:{'|'.join(f'(?P<{name}>{start})' for name, start in _LINED.items())})", re.MULTILINE
)

_TEXT_STARTS = {name: re.compile(READERS[name].start, re.MULTILINE) for name in _WITHIN}


class Chunk(NamedTuple):
    """The text from the beginning of a hand to that of the next; reader is empty before the first."""

    reader: str
    line: int
    text: str


def chunks_of(pieces: Iterable[str], line: int = 1) -> Iterator[Chunk]:
    """The hands of a text that comes in pieces and begins at a line; a piece ends where a line ends."""
    buffer, reader = "", ""
    for piece in pieces:
        old = len(buffer)
        buffer += piece
        cut = 0
        for at, name in _starts(buffer, old):
            if at == cut and reader and READERS[name].start_lines > READERS[reader].start_lines:
                reader = name  # the same first line, told apart by the second
            if at < cut or (at == cut and reader) or (name == "phh_alone" and reader == "phh"):
                continue
            if at > cut or reader:
                yield Chunk(reader, line, buffer[cut:at])
            line += buffer.count("\n", cut, at)
            cut, reader = at, name
        buffer = buffer[cut:]
        if len(buffer) > LONGEST_HAND:
            yield Chunk(reader, line, buffer)
            line += buffer.count("\n")
            buffer, reader = "", ""
    if buffer or reader:
        yield Chunk(reader, line, buffer)


def _starts(text: str, old: int) -> list[tuple[int, str]]:
    """Where hands begin, and whose they are, of the beginnings that end behind a place.

    A beginning may be of two lines, and those before the place be old; it is new by its end.
    """
    seen = max(0, old - 400)
    led = "\n" + text  # so that a place in it is one before that in the text
    starts = [
        (match.start(), named.lastgroup or "")
        for match in _ANY_START.finditer(led, seen)
        if (match.end() > old + 1 or not old) and (named := _NAMED_START.match(led, match.start()))
    ]
    more = [
        (match.start(), name)
        for name, (word, mark) in _WITHIN.items()
        if word in text and mark.search(text)
        for match in _TEXT_STARTS[name].finditer(text, seen)
        if match.end() > old
    ]
    return sorted(starts + more) if more else starts
