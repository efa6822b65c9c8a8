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

_WITHIN = frozenset({"ipoker", "ipoker_session", "ohh"})
"""Formats that need no lines: their beginnings look behind themselves."""

_LINES = "|".join(f"(?P<{name}>{reader.start})" for name, reader in READERS.items() if name not in _WITHIN)
_STARTS = re.compile(
    f"^(?:{_LINES})|" + "|".join(f"(?P<{name}>{READERS[name].start})" for name in sorted(_WITHIN)),
    re.MULTILINE,
)


class Chunk(NamedTuple):
    """The text from the beginning of a hand to that of the next; reader is empty before the first."""

    reader: str
    line: int
    text: str


def chunks_of(pieces: Iterable[str]) -> Iterator[Chunk]:
    """The hands of a text that comes in pieces; a piece ends where a line ends."""
    held, line, reader = "", 1, ""
    for piece in pieces:
        begin = len(held)
        held += piece
        cut = 0
        for match in _STARTS.finditer(held, max(0, begin - 400)):
            at = match.start()
            if at < cut or (at == cut and reader):
                continue
            name = match.lastgroup or ""
            if name == "phh_alone" and reader == "phh":
                continue
            if at > cut or reader:
                yield Chunk(reader, line, held[cut:at])
            line += held.count("\n", cut, at)
            cut, reader = at, name
        held = held[cut:]
        if len(held) > LONGEST_HAND:
            yield Chunk(reader, line, held)
            line += held.count("\n")
            held, reader = "", ""
    if held or reader:
        yield Chunk(reader, line, held)
