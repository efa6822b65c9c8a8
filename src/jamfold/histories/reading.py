"""Reading of history files in pieces: decoding, splitting into hands, and parsing hands.

A file of any size needs little memory.  A byte-order mark means UTF-8 or UTF-16; without one, text with
every other byte zero is UTF-16.  Everything else is UTF-8, and lines that are not valid UTF-8 are
Windows-1252.  Line ends become a single line feed.

One search finds where the hands of all sites begin, so a file may mix sites; each hand becomes one chunk
with its site and line.

No file stops the reading or causes a traceback: a hand that is incomplete, contradicts itself or is in
another language becomes a `Problem` with its line and one sentence.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from jamfold.core.errors import HistoryError, JamfoldError
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import OTHER_GAMES, FinerCoinError
from jamfold.histories.sites import READERS, SUMMARY, ipoker
from jamfold.histories.validation import MissingInformationError

PIECE = 1 << 20
"""Bytes read at once; 4 MiB was not faster."""

LINE_ENDS = re.compile(rb"\r\n|\r|\n")

LONGEST_LINE = 1 << 22
"""Bytes; a longer line is decoded in parts."""

_SAMPLE = 2000
"""Bytes searched for the zeros of UTF-16."""


def pieces_of_text(stream: BinaryIO, piece: int = PIECE) -> Iterator[str]:
    """Decode a binary stream in pieces that end at line ends, except the last one and huge lines."""
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
    """Return the form of UTF-16 that a text starts with; empty if none."""
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


LONGEST_HAND = 1 << 20
"""Characters of the longest hand; the rest belongs to no hand."""

_WITHIN = {
    "ipoker": ("<game", re.compile(r"<game\s(?!id=)")),
    "ipoker_session": ("<", re.compile(r"<(?:\?xml|!DOCTYPE|session)\b")),
    "ohh": ('"ohh"', re.compile('"ohh"')),
}
"""Formats not based on lines: their starts use lookbehind, so text and pattern are tested first.

In text with ``<game`` alone, as Merge's, the search for starts took half of the reading time; a plain text is
found ten times as fast as a pattern.
"""

_LINED = {name: reader.start for name, reader in READERS.items() if name not in _WITHIN}
_ANY_START = re.compile(rf"\n(?:{'|'.join(_LINED.values())})", re.MULTILINE)
"""Begins with a plain character, for which the search has a fast path: 3 us a hand instead of 180 with ``^``;
8 if starts begin with a group or an optional part, which hides their first letter; 14 with named groups."""
_NAMED_START = re.compile(
    rf"\n(?:{'|'.join(f'(?P<{name}>{start})' for name, start in _LINED.items())})", re.MULTILINE
)

_TEXT_STARTS = {name: re.compile(READERS[name].start, re.MULTILINE) for name in _WITHIN}


class Chunk(NamedTuple):
    """Text from the start of a hand to the start of the next; `reader` is empty before the first."""

    reader: str
    line: int
    text: str


def chunks_of(pieces: Iterable[str], line: int = 1) -> Iterator[Chunk]:
    """Split text in pieces into hands; pieces end at line ends, and the text begins at `line`."""
    buffer, reader = "", ""
    for piece in pieces:
        old = len(buffer)
        buffer += piece
        cut = 0
        for at, name in _starts(buffer, old):
            if at == cut and reader and READERS[name].start_lines > READERS[reader].start_lines:
                reader = name  # same first line; the second one differs
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
    """Return positions and readers of hands whose start ends after position `old`.

    A start may span two lines and begin before `old`; its end decides whether it is new.
    """
    seen = max(0, old - 400)
    led = "\n" + text  # a position in it is one before that in the text
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


HandOrProblem = Hand | Problem

LONGEST_STORED_LINE = 1000
"""Longer lines are cut: patterns may take time quadratic in the length."""


def read_pieces(pieces: Iterable[str], name: str) -> Iterator[HandOrProblem]:
    """Parse the hands of a text in pieces that end at line ends; yield hands and problems."""
    for work in works_of(pieces, name):
        if isinstance(work, Work):
            yield read_chunk(work.chunk, name, work.opening)
        elif work.kind is not ProblemKind.SUMMARY:
            yield work


class Work(NamedTuple):
    """A hand to parse: its text, and the preamble of its document."""

    chunk: Chunk
    opening: str


def works_of(pieces: Iterable[str], name: str, line: int = 1) -> Iterator[Work | Problem]:
    """Locate the hands of a text without parsing them; yield problems of the whole file too.

    A text without a hand is a problem only if it begins at the first line.
    """
    opening, refused = "", False
    any_hand = text = binary = False
    for chunk in chunks_of(pieces, line):
        if not chunk.reader:
            if not (text or binary) and chunk.text.strip():
                binary = _is_binary(chunk.text)
                text = not binary
            continue
        any_hand = True
        if chunk.reader == SUMMARY:
            yield Problem(name, chunk.line, ProblemKind.SUMMARY, "The text is the summary of a tournament.")
        elif chunk.reader == "merge_head":
            opening, refused = chunk.text, False
        elif chunk.reader == "ipoker_session":
            refused = refused and not chunk.text.lstrip().startswith("<?xml")  # a new document begins
            opening = chunk.text if "<session" in chunk.text else opening + chunk.text
            try:
                ipoker.refuse_declarations(chunk.text)
            except HistoryError as error:
                if not refused:
                    yield Problem(name, chunk.line, ProblemKind.UNREADABLE, str(error))
                refused = True
        elif not (chunk.reader == "ipoker" and refused):
            yield Work(chunk, opening)
    if any_hand or line > 1:
        return
    if text or binary:
        sentence = "The file is not text." if binary else "The text has no hand of a supported site."
        yield Problem(name, 1, ProblemKind.UNREADABLE, sentence)
    else:
        yield Problem(name, 0, ProblemKind.EMPTY, "The file is empty.")


def _is_binary(text: str) -> bool:
    sample = text[:4000]
    odd = sum(1 for sign in sample if (ord(sign) < 32 and sign not in "\n\t\f") or sign == "\ufffd")
    return "\0" in sample or odd > len(sample) / 20


_HARD_BLANK = re.compile(r"(?<![\d$€£Â])\xa0(?!\d)")
"""A no-break space that belongs to a name, not to an amount."""


def read_chunk(chunk: Chunk, name: str, opening: str = "") -> HandOrProblem:
    """Parse the hand of a chunk; return a problem if that fails."""
    reader = READERS[chunk.reader]
    lines: list[str] = []
    text, step = chunk.text, 1
    if "\xa0" in text:
        text = _HARD_BLANK.sub(" ", text)
    if reader.read_lines is not None:
        lines = list(map(str.rstrip, text.split("\n")))
        if len(text) > LONGEST_STORED_LINE and max(map(len, lines)) > LONGEST_STORED_LINE:
            lines = [line[:LONGEST_STORED_LINE].rstrip() for line in lines]
        if not any(lines[1::2]):  # every line end is doubled
            lines, step = lines[::2], 2
    decimals: int | None = None
    while True:
        table = HandReplay(reader.site, decimals)
        try:
            if reader.read_lines is not None:
                reader.read_lines(lines, table)
            elif reader.read_text is not None:
                reader.read_text(text, table, opening)
            return table.finish(name, chunk.line)
        except FinerCoinError as error:
            decimals = max(2, error.decimals)
        except MissingInformationError as error:
            table.leave_out()
            table.untold = str(error)
            return table.finish(name, chunk.line)
        except JamfoldError as error:
            if (table.game.removesuffix("-hilo") in OTHER_GAMES or table.limit == "FL") and table.hand_id:
                table.leave_out()
                return table.finish(name, chunk.line)
            if table.hand_id and _is_bomb_pot(text, table):
                table.leave_out_bomb_pot()
                return table.finish(name, chunk.line)
            return _unreadable(chunk, table.line * step, table.hand_id, name, str(error))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return _unreadable(chunk, table.line * step, table.hand_id, name, NOT_UNDERSTOOD)


_BOMB_POT = re.compile(r"bomb[ _-]?pot", re.IGNORECASE)


def _is_bomb_pot(text: str, table: HandReplay) -> bool:
    """Return whether a line names a bomb pot; player names and chat do not count."""
    if any(map(_BOMB_POT.search, table.names)):
        return False
    return any(_BOMB_POT.search(line) and " said" not in line for line in text.split("\n"))


NOT_UNDERSTOOD = "The line is not in the site's format."
"""Message for a line that is cut or damaged in a way the reader does not check for."""


def _unreadable(chunk: Chunk, line: int, hand_id: str, name: str, sentence: str) -> Problem:
    hand = f"Hand {hand_id[:40]}: " if hand_id else ""
    one_line = " ".join(f"{hand}{sentence}".split()).encode("utf-8", "replace").decode()
    return Problem(name, chunk.line + line, ProblemKind.UNREADABLE, one_line)
