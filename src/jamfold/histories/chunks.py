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

_WITHIN = {"ipoker": "<game", "ipoker_session": "<", "ohh": '"ohh"'}
"""Formats that need no lines: their beginnings look behind themselves, and are sought where this stands."""

_LINE_STARTS = re.compile(
    r"\n(?:"
    + "|".join(f"(?P<{name}>{reader.start})" for name, reader in READERS.items() if name not in _WITHIN)
    + ")",
    re.MULTILINE,
)
"""Led by a plain character, for which the search has a fast path: 7 us a hand instead of 180 with ``^``."""

_TEXT_STARTS = {name: re.compile(READERS[name].start, re.MULTILINE) for name in _WITHIN}


class Chunk(NamedTuple):
    """The text from the beginning of a hand to that of the next; reader is empty before the first."""

    reader: str
    line: int
    text: str


def chunks_of(pieces: Iterable[str]) -> Iterator[Chunk]:
    """The hands of a text that comes in pieces; a piece ends where a line ends."""
    buffer, line, reader = "", 1, ""
    for piece in pieces:
        old = len(buffer)
        buffer += piece
        cut = 0
        for at, name in _starts(buffer, old):
            if at == cut and (reader, name) == ("partypoker", "party"):  # told apart by its second line
                reader = name
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
        (match.start(), match.lastgroup or "")
        for match in _LINE_STARTS.finditer(led, seen)
        if match.end() > old + 1 or not old
    ]
    more = [
        (match.start(), name)
        for name, mark in _WITHIN.items()
        if mark in text
        for match in _TEXT_STARTS[name].finditer(text, seen)
        if match.end() > old
    ]
    return sorted(starts + more) if more else starts
