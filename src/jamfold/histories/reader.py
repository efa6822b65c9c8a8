"""Reads the hands of a file, in pieces, and names what cannot be read.

Nothing that a file holds stops the reading or gives a traceback: a hand that
is not whole, contradicts itself or is in another language becomes a `Problem`
with its line and one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jamfold.errors import HistoryError, JamfoldError
from jamfold.histories.chunks import Chunk, chunks_of
from jamfold.histories.money import FinerCoinError
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.sites import READERS, SUMMARY, ipoker
from jamfold.histories.state import MissingInformationError
from jamfold.histories.table import HandReplay
from jamfold.histories.words import OTHER_GAMES

HandOrProblem = Hand | Problem

LONGEST_LINE = 1000
"""Characters of a line that are read: patterns may take the square of a line's length."""


def read_pieces(pieces: Iterable[str], name: str) -> Iterator[HandOrProblem]:
    """The hands and problems of a text in pieces that end where lines end."""
    for work in works_of(pieces, name):
        if isinstance(work, Work):
            yield read_chunk(work.chunk, name, work.opening)
        elif work.kind is not ProblemKind.SUMMARY:
            yield work


class Work(NamedTuple):
    """A hand that is to be read: its text, and what its document says before the first hand."""

    chunk: Chunk
    opening: str


def works_of(pieces: Iterable[str], name: str, line: int = 1) -> Iterator[Work | Problem]:
    """The hands of a text, found but not read; what can be said of the whole file are problems.

    Nothing is said of a text without a hand that does not begin at the first line.
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
        sentence = "The file is not text." if binary else "The text holds no hand of a site that is read."
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
    """The hand of a chunk, or why it cannot be read."""
    reader = READERS[chunk.reader]
    lines: list[str] = []
    text, step = chunk.text, 1
    if "\xa0" in text:
        text = _HARD_BLANK.sub(" ", text)
    if reader.read_lines is not None:
        lines = list(map(str.rstrip, text.split("\n")))
        if len(text) > LONGEST_LINE and max(map(len, lines)) > LONGEST_LINE:
            lines = [line[:LONGEST_LINE].rstrip() for line in lines]
        if not any(lines[1::2]):  # every end of a line stands twice
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
    """Return whether a line names a bomb pot; names of players and what they say do not count."""
    if any(map(_BOMB_POT.search, table.names)):
        return False
    return any(_BOMB_POT.search(line) and " said" not in line for line in text.split("\n"))


NOT_UNDERSTOOD = "The line is not as the site writes it."
"""What is said where a reader stumbles on a line that is cut or damaged in a way it does not look for."""


def _unreadable(chunk: Chunk, line: int, hand_id: str, name: str, sentence: str) -> Problem:
    hand = f"Hand {hand_id[:40]}: " if hand_id else ""
    one_line = " ".join(f"{hand}{sentence}".split()).encode("utf-8", "replace").decode()
    return Problem(name, chunk.line + line, ProblemKind.UNREADABLE, one_line)
