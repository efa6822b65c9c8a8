r"""Bytes of a file as text, piece by piece, so that a file of any size needs little memory.

A byte-order mark says UTF-8 or UTF-16; without one, text in which every other
byte is zero is UTF-16.  All else is UTF-8, and lines that are not are
Windows-1252.  Ends of lines become ``\n``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

PIECE = 1 << 20
"""Bytes read at once; 4 MiB was not faster."""

LINE_ENDS = re.compile(rb"\r\n|\r|\n")

LONGEST_LINE = 1 << 22
"""A line beyond this many bytes is decoded in parts."""


_SAMPLE = 2000
"""Bytes in which zeros tell UTF-16."""


def pieces_of_text(stream: BinaryIO, piece: int = PIECE) -> Iterator[str]:
    """The text of a binary stream in pieces that end where lines end, the last one and huge lines apart."""
    start = stream.read(max(piece, 4))
    wide = wide_encoding(start)
    if wide:
        yield from _wide(stream, start, piece, wide)
        return
    buffer = start.removeprefix(codecs.BOM_UTF8)
    while True:
        more = stream.read(piece)
        if not more:
            break
        end = buffer.rfind(b"\n") + 1 or buffer.rfind(b"\r", 0, -1) + 1
        if not end and len(buffer) > LONGEST_LINE:
            end = len(buffer)
        if end:
            yield _narrow(buffer[:end])
            buffer = buffer[end:] + more
        else:
            buffer += more
    if buffer:
        yield _narrow(buffer)


def wide_encoding(start: bytes) -> str:
    """Return the form of UTF-16 that a text begins in; empty if it is none."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = start[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) <= len(sample) / 4 or min(even, odd) > len(sample) / 40:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _narrow(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "".join(map(_line, data.splitlines(keepends=True)))
    if "\ufeff" in text:  # files joined with their marks
        text = text.replace("\ufeff", "")
    return _unix(text)


def _line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _wide(stream: BinaryIO, start: bytes, piece: int, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    buffer, data = "", start
    while data:
        buffer += decoder.decode(data)
        end = buffer.rfind("\n") + 1 or buffer.rfind("\r", 0, -1) + 1
        if not end and len(buffer) > LONGEST_LINE:
            end = len(buffer)
        if end:
            yield _unix(buffer[:end].replace("\ufeff", ""))
            buffer = buffer[end:]
        data = stream.read(piece)
    buffer += decoder.decode(b"", final=True)
    if buffer:
        yield _unix(buffer.replace("\ufeff", ""))


def _unix(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text
