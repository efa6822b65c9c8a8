"""Import of ranges for table decisions: files, folders, archives, pasted texts, and HRC exports.

A file has one range and its name gives the decision (`spots.nplayer.node_names`), or it has lines
``decision: range``, or ranges below lines that name a decision.  Files that jamfold writes name their
decisions: strategies of a table (``--out x.profile.json``, ``--json``, ``--csv``) or of two players
(``hands --format csv`` and ``json``), and charts (``chart --out x.json`` and ``.csv``), which are read at the
stack of the hand.  So do exports of Holdem Resources Calculator (HRC).

HRC exports one JSON file per decision.  The file has the ``player`` (0 acts first, the last is the big
blind), the earlier actions (``sequence``), the possible actions (``actions``: F folds, C calls, R raises or
is all-in), and for each of the ``hands`` the frequencies (``played``), in the order of the actions.  Only jam
or fold is read: one action other than folding.
"""

from __future__ import annotations

import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import acting_order
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.margins import equity_order
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, SituationError
from jamfold.core.storage.folder import FOLDER_SIGN
from jamfold.core.storage.whole_files import read_limited
from jamfold.ranges.grid import class_label
from jamfold.ranges.reading.exports import ExportError, read_export
from jamfold.ranges.weights import Order
from jamfold.spots.nplayer.node_names import (
    find_rows,
    guess_row,
    is_heading,
    nearest,
    node_words,
    sounds_like_decision,
)
from jamfold.spots.nplayer.own_files import is_own, own_ranges

BESIDES = {"settings.json", "equity.json"}
"""Files of an HRC export that have no decision."""
_ROUNDING = 1e-3


def is_hrc(text: str) -> bool:
    """Return whether a text is a decision exported by HRC."""
    first = text.lstrip("\ufeff \t\r\n")
    return first.startswith("{") and all(f'"{name}"' in first for name in ("sequence", "actions", "hands"))


def hrc_ranges(game: Game, hand: TableHand, text: str) -> dict[int, FloatArray]:
    """Parse a decision exported by HRC: frequencies by class, under the row of the decision.

    Raises SituationError if the text is damaged or belongs to another hand.
    """
    try:
        values = json.loads(text.lstrip("\ufeff"), parse_constant=int)  # NaN is a ValueError
        return {_row(hand, values): _chances(game, values)}
    except SituationError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise _bad("The HRC decision is damaged.") from None


def _row(hand: TableHand, values: Mapping[str, Any]) -> int:
    """Return the row of the decision, by its seat and the seats all-in before it."""
    order = acting_order(hand.n)
    played = [entry for entry in values["sequence"] if entry["type"] != "F"]
    numbers = [*(entry["player"] for entry in played), values["player"]]
    if not all(type(number) is int and 0 <= number < hand.n for number in numbers):
        raise _bad(f"The HRC decision has another number of players. This hand has {hand.n}.")
    besides = [entry["type"] for entry in values["actions"] if entry["type"] != "F"]
    limped = bool(played) and played[0]["type"] != "R"
    if hand.raises or len(set(numbers)) < len(numbers) or len(besides) != 1 or limped:
        raise _bad("Only jam-or-fold hands of HRC can be read, without smaller raises, limps or flat calls.")
    *after, seat = (order[number] for number in numbers)
    for row, node in enumerate(hand.nodes):
        if (node.seat, node.all_in_before) == (seat, tuple(after)):
            return row
    message = " ".join(hand.names[entry] for entry in after) or "folds"
    raise _bad(f"This hand does not have the decision of {hand.names[seat]} after {message}.")


def _chances(game: Game, values: Mapping[str, Any]) -> FloatArray:
    """Return frequencies by class."""
    (place,) = (k for k, entry in enumerate(values["actions"]) if entry["type"] != "F")
    chances = np.empty(hand_classes(game).n)
    for number in range(len(chances)):
        label = class_label(game, number)
        if label not in values["hands"]:
            raise _bad(f"There is no frequency for {label}.")
        chance = float(values["hands"][label]["played"][place])
        if not -_ROUNDING <= chance <= 1 + _ROUNDING:
            raise _bad(f"The weight {chance:g} of {label} is not from 0 to 1.")
        chances[number] = min(max(chance, 0.0), 1.0)
    return chances


def _bad(sentence: str) -> SituationError:
    return SituationError(sentence, field="files")


PASTED = "pasted text"
MOST_FILES = 1000
MOST_BYTES = 1 << 26
_FIELD = "files"
_SHOWN = 10
_RANGE_ROUNDING = 1e-9
_HEAD = re.compile(r"^(?:#+\s*|\[\s*|=+\s*)?([^:=\[\]#]{1,80}?)\s*(?:\]|=+|:)?\s*$")
_UNPACKING = (
    zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error,
    lzma.LZMAError,
)  # fmt: skip
"""Errors raised for damaged or locked archives; ValueError for a negative offset in one."""
_PATH = re.compile(rf"[/\\{FOLDER_SIGN}]")
_ENDINGS = {".txt", ".csv", ".tsv", ".json", ".rng", ".range", ""}


class Source(NamedTuple):
    """A text and its name."""

    name: str
    text: str


class ImportedRange(NamedTuple):
    """A range of one decision, and its source."""

    row: int
    chances: FloatArray
    file: str
    line: int
    said: str
    """The text that named the decision, a file name or line; empty for files written by jamfold or HRC."""


@dataclass(frozen=True)
class RangeProblem:
    """A problem with a part of the import."""

    file: str
    line: int
    problem: str
    """A sentence, with the closest decision if a name is unknown."""

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.problem}"


class GivenRanges(NamedTuple):
    """All imported ranges, and the problems found."""

    ranges: tuple[ImportedRange, ...]
    problems: tuple[RangeProblem, ...]

    def strategy(self, game: Game, hand: TableHand) -> FloatArray:
        """Return the strategy, shape (nodes of the hand, n); NaN in rows without a range."""
        rows = np.full((len(hand.nodes), hand_classes(game).n), np.nan)
        for range_ in self.ranges:
            rows[range_.row] = range_.chances
        return rows


def read_range_files(game: Game, hand: TableHand, paths: Iterable[str], pasted: str = "") -> GivenRanges:
    """Import ranges from files, folders and archives, and from pasted text.

    Raises SituationError if a file cannot be read at all, or there are more than `MOST_FILES`.
    """
    ranges: list[ImportedRange] = []
    problems: list[RangeProblem] = []
    sources = [part for path in paths for part in _sources(Path(path))]
    if any(is_hrc(part.text) for part in sources):
        sources = [part for part in sources if _PATH.split(part.name)[-1] not in BESIDES]
    sources += [Source(PASTED, pasted)] if pasted.strip() else []
    order = partial(equity_order, game)
    for source in sources:
        empty = RangeProblem(source.name, 1, "It contains no range.")
        for range_ in list(_ranges(game, hand, source, order)) or [empty]:
            if isinstance(range_, RangeProblem):
                problems.append(range_)
                continue
            first = next((other for other in ranges if other.row == range_.row), None)
            if first is None:
                ranges.append(range_)
                continue
            words = node_words(hand, hand.nodes[range_.row])
            message = f"There are two ranges for {words}: the first is in {first.file}, line {first.line}."
            problems.append(RangeProblem(range_.file, range_.line, message))
    problems += _too_much(hand, ranges)
    return GivenRanges(tuple(ranges), tuple(problems))


def problems_text(problems: Iterable[RangeProblem]) -> str:
    """Return the first problems, one per line."""
    sentences = [str(problem) for problem in problems]
    more = f" And {len(sentences) - _SHOWN} more." if len(sentences) > _SHOWN else ""
    return "\n".join(sentences[:_SHOWN]) + more


def _sources(path: Path) -> Iterator[Source]:
    """Yield the texts of a file, or of all files of a folder or archive."""
    if path.is_dir():
        files = sorted(
            entry
            for entry in path.rglob("*")
            if entry.is_file() and entry.suffix.lower() in _ENDINGS and not entry.name.startswith(".")
        )
        if len(files) > MOST_FILES:
            raise SituationError(f"'{path}' has more than {MOST_FILES:,} files.", field=_FIELD)
        for file in files:
            yield Source(str(file.relative_to(path)), _text(str(file), _bytes(file)))
        return
    raw = _bytes(path)
    if raw.startswith(b"PK\x03\x04") or path.suffix.lower() == ".zip":
        yield from _archived(path, raw)
    else:
        yield Source(path.name, _text(str(path), raw))


def _bytes(path: Path) -> bytes:
    raw = read_limited(path, SituationError, field=_FIELD, most=MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise SituationError(f"'{path}' is too large for ranges.", field=_FIELD)
    return raw


def _archived(path: Path, raw: bytes) -> Iterator[Source]:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = [info for info in archive.infolist() if not info.is_dir() and _is_range(info.filename)]
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise SituationError(f"'{path}' is too large for ranges when unpacked.", field=_FIELD)
            for entry in entries:
                with archive.open(entry) as stream:
                    yield Source(entry.filename, _text(entry.filename, stream.read(MOST_BYTES)))
    except JamfoldError:
        raise
    except _UNPACKING:
        raise SituationError(f"'{path}' is a damaged archive, or a locked one.", field=_FIELD) from None


def _is_range(name: str) -> bool:
    plain = Path(name)
    hidden = any(part.startswith((".", "__")) for part in plain.parts)
    return not hidden and plain.suffix.lower() in _ENDINGS


def _text(name: str, raw: bytes) -> str:
    wide = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return raw.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise SituationError(f"Cannot read '{name[:100]}': it is not text.", field=_FIELD) from None


def _ranges(
    game: Game, hand: TableHand, source: Source, order: Order
) -> Iterator[ImportedRange | RangeProblem]:
    """Yield the ranges and problems of one text."""
    read = hrc_ranges if is_hrc(source.text) else own_ranges if is_own(source.text) else None
    if read is not None:
        try:
            rows = read(game, hand, source.text)
            yield from (ImportedRange(row, chances, source.name, 1, "") for row, chances in rows.items())
        except JamfoldError as error:
            yield RangeProblem(source.name, 1, str(error))
        return
    for name, line, text in _sections(hand, source):
        row = _range_row(hand, name)
        if row is None:
            yield RangeProblem(source.name, line, _unnamed(hand, name))
            continue
        try:
            chances = read_export(text, game, order)
        except ExportError as error:
            yield RangeProblem(source.name, line + error.line - 1, str(error))
        except JamfoldError as error:
            yield RangeProblem(source.name, line, str(error))
        else:
            yield ImportedRange(row, chances, source.name, line, name)


def _unnamed(hand: TableHand, name: str) -> str:
    """Return the error for a name that is no decision, with the closest decision or examples."""
    near = nearest(hand, name) if name else ""
    named = f"'{name[:60]}' names no decision of this hand" if name else "Nothing names the decision"
    if near:
        return f"{named}: did you mean '{near}'? Use that name."
    examples = [node_words(hand, node) for node in hand.nodes[:_SHOWN]]
    more = ", ..." if len(hand.nodes) > _SHOWN else ""
    return f"{named}: they are {'; '.join(examples)}{more}."


def _range_row(hand: TableHand, name: str) -> int | None:
    """Return the row that a name means, exactly or by a guess; None if unclear."""
    try:
        first, *further = find_rows(hand, name)
    except JamfoldError:
        return guess_row(hand, name)
    return first if not further else guess_row(hand, name)


def _sections(hand: TableHand, source: Source) -> Iterator[tuple[str, int, str]]:
    """Yield the sections of a text: name of the decision, number of the first line, range.

    Sections are lines ``decision: range``, or ranges below lines that name a decision; otherwise the whole
    text is one range, named by the file.
    """
    name, first_line, body = "" if source.name == PASTED else source.name, 1, list[str]()
    for number, line in _lines(source.text):
        words, colon, range_text = line.partition(":")
        if colon and range_text.strip() and sounds_like_decision(words):
            if any(map(str.strip, body)):
                yield name, first_line, "\n".join(body)
            yield words.strip(), number, range_text
            body, first_line = [], number + 1
            continue
        head = _HEAD.match(line.strip())
        if head and is_heading(head[1]):
            if any(map(str.strip, body)):
                yield name, first_line, "\n".join(body)
            name, first_line, body = head[1], number + 1, []
            continue
        body.append("" if line.lstrip().startswith(("#", "//")) else line)
    if any(map(str.strip, body)) or (first_line == 1 and not body):
        yield name, first_line, "\n".join(body)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield numbered lines; a line with several decisions, separated by semicolons, is split."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        pieces: list[str] = []
        for piece in line.split(";"):
            words, colon, _ = piece.partition(":")
            if pieces and not (colon and sounds_like_decision(words)):
                pieces[-1] += f";{piece}"
            else:
                pieces.append(piece)
        yield from ((number, piece) for piece in pieces)


def _too_much(hand: TableHand, ranges: list[ImportedRange]) -> Iterator[RangeProblem]:
    """Yield a problem for each decision with raises at which the frequencies of a class exceed 1 in sum."""
    by_point: dict[int, list[ImportedRange]] = {}
    for range_ in ranges if hand.raises else ():
        by_point.setdefault(hand.lines[range_.row][0], []).append(range_)
    for imported in by_point.values():
        if float(np.sum([part.chances for part in imported], axis=0).max()) > 1 + _RANGE_ROUNDING:
            last = imported[-1]
            words = node_words(hand, hand.nodes[last.row])
            yield RangeProblem(
                last.file, last.line, f"With {words} a hand has chances above 1 at this decision."
            )
