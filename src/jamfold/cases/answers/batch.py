"""Many spots of a file, solved by several processes, gone on with where they were cut off."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jamfold.cases.answers.spots import load_table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.batch import BatchRequest
from jamfold.cases.spots import EXACT, TreeRequest
from jamfold.core.display import DisplayableResult, plural
from jamfold.core.errors import BatchError, JamfoldError
from jamfold.core.parallel import cores
from jamfold.core.storage.whole_files import read_limited
from jamfold.core.version import __version__
from jamfold.spots.batch import BatchSolved, BatchSpot, solve_in_order, solved_on_cluster, solving_processes

CHUNK = 16
"""Spots that are solved in one go, each from the one before: whoever solves them, the bytes are the same."""
MOST_SPOTS = 1_000_000
STACK = "stack"
"""A column that names both stacks."""
JOURNAL = ".part"
"""Behind the name of the results: what is solved so far."""


@dataclass(frozen=True)
class BatchLine:
    """A line of the file with what became of it."""

    texts: dict[str, str]
    """Its cells, by column."""
    solved: BatchSolved | None = None
    """The solution; None where there is none."""
    error: str = ""
    """Why there is none, one sentence."""


@dataclass(frozen=True)
class Batch(DisplayableResult):
    """All lines of a file in their order."""

    columns: tuple[str, ...]
    """Of the file."""
    carried: tuple[str, ...]
    """Those of them that say nothing of a spot."""
    lines: tuple[BatchLine, ...]
    """With their solutions."""


def batch(question: BatchRequest, watch: Observer) -> Batch:
    """All lines with their solutions.

    Raises BatchError if the file is none, or what is solved cannot be kept; TableError if a class table
    cannot be built here, or the cluster is not there or cannot do it.
    """
    data = read_file(Path(question.file))
    columns, carried, texts = parse_lines(data)
    lines, spots = _read(texts)
    if question.cluster is None:
        for game in dict.fromkeys(one.game for one in spots.values()):
            load_table(game, watch)
    order = sorted({*spots.values()}, key=lambda one: one.order)
    chunks = [order[k : k + CHUNK] for k in range(0, len(order), CHUNK)]
    key = hashlib.sha256(__version__.encode() + data).hexdigest()
    with Journal(question.out.with_name(question.out.name + JOURNAL), key) as journal:
        known = journal.read(len(chunks))
        missing = [k for k in range(len(chunks)) if k not in known]
        if known and missing:
            watch.on_notice(
                f"{sum(len(chunks[k]) for k in known):,} of {plural(len(order), 'spot')} solved already."
            )
        for place, found in _solved(question, [chunks[k] for k in missing]):
            known[missing[place]] = journal.add(missing[place], found)
            done = sum(map(len, known.values()))
            watch.on_stage(f"{done:,} of {plural(len(order), 'spot')}", done / len(order))
    pairs = ((chunks[k], found) for k, found in known.items())
    results = {spot: one for chunk, found in pairs for spot, one in zip(chunk, found, strict=True)}
    for k, spot in spots.items():
        lines[k] = BatchLine(lines[k].texts, results[spot])
    return Batch(columns, carried, tuple(lines))


def _solved(question: BatchRequest, work: list[list[BatchSpot]]) -> Iterator[tuple[int, list[BatchSolved]]]:
    """Chunks with their places as they are solved, by whoever solves them."""
    if question.cluster is None:
        return _solved_by(question.processes or cores(), work)
    return solved_on_cluster(question.cluster, work)


def forget_journal(question: BatchRequest) -> None:
    """The results are written: what was kept to go on with is not needed any more."""
    question.out.with_name(question.out.name + JOURNAL).unlink(missing_ok=True)


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises BatchError if it cannot be read."""
    return read_limited(path, BatchError)


def parse_lines(data: bytes) -> tuple[tuple[str, ...], tuple[str, ...], list[dict[str, str]]]:
    """The columns of a CSV file, those that say nothing of a spot, and its lines by column.

    Raises BatchError if it is no CSV file of spots.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BatchError("The spots are not a text in UTF-8.", field="file") from None
    try:
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        rows = [row for row in lines if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise BatchError(f"The spots are no CSV: {error}.", field="file") from None
    if not rows:
        raise BatchError("The file of spots is empty.", field="file")
    columns = tuple(cell.strip() for cell in rows[0])
    double = next((name for name in columns if columns.count(name) > 1), None)
    if double is not None:
        raise BatchError(f"The column '{double[:40]}' stands twice.", field="file")
    known = {*TreeRequest.default_strings(), STACK} - {"method", "iterations", "cluster", "jam"}
    if not known & {*columns}:
        raise BatchError(
            f"No column is one of a spot: the first line has {', '.join(columns)[:100]}; "
            "known are game, stack, stack_sb, stack_bb, blind_sb, blind_bb, ante and the like.",
            field="file",
        )
    if len(rows) > MOST_SPOTS + 1:
        raise BatchError(f"The file has more than {MOST_SPOTS:,} spots.", field="file")
    carried = tuple(name for name in columns if name not in known)
    wide = next((k for k, row in enumerate(rows) if len(row) > len(columns)), None)
    if wide is not None:
        raise BatchError(f"Line {wide} of the spots has more cells than the first line.", field="file")
    cells = ([*row, *[""] * (len(columns) - len(row))] for row in rows[1:])
    return columns, carried, [dict(zip(columns, row, strict=True)) for row in cells]


def spot_of(texts: dict[str, str]) -> BatchSpot:
    """The spot of a line. Raises JamfoldError as a question about a spot does."""
    both = texts.get(STACK, "")
    values = {"stack_sb": both, "stack_bb": both} | {
        name: text for name, text in texts.items() if text.strip()
    }
    question: TreeRequest = TreeRequest.from_strings(values | {"method": EXACT, "jam": ""})
    return BatchSpot(question.rules, question.situation, question.terms, question.sizes)


def _read(texts: Sequence[dict[str, str]]) -> tuple[list[BatchLine], dict[int, BatchSpot]]:
    """All lines, and the spots of those that are one, by their place."""
    lines, spots = [], {}
    for k, text in enumerate(texts):
        try:
            spots[k] = spot_of(text)
            lines.append(BatchLine(text))
        except JamfoldError as error:
            lines.append(BatchLine(text, error=str(error)))
    return lines, spots


def _solved_by(processes: int, work: list[list[BatchSpot]]) -> Iterator[tuple[int, list[BatchSolved]]]:
    """Chunks with their places as they are solved, here or by several processes."""
    if processes == 1 or len(work) < 2:
        for k, spots in enumerate(work):
            yield k, solve_in_order(spots)
        return

    with solving_processes(min(processes, len(work))) as pool:
        futures = {pool.submit(solve_in_order, spots): k for k, spots in enumerate(work)}
        try:
            for one in as_completed(futures):
                yield futures[one], one.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class Journal:
    """What is solved so far, a line of JSON each; of another file or version it is begun anew."""

    def __init__(self, path: Path, key: str) -> None:
        self._path, self._key = path, key

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "_stream"):
            self._stream.close()

    def read(self, chunks: int) -> dict[int, list[BatchSolved]]:
        """What is kept, by chunk; the file is open for more then.

        Raises BatchError if it cannot be written.
        """
        spots: dict[int, list[BatchSolved]] = {}
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace") if self._path.exists() else ""
            first, *rest = text.split("\n")
            goes_on = _parsed(first) == {"spots": self._key}
            spots = dict(chunk for one in rest if goes_on and (chunk := _chunk(_parsed(one), chunks)))
            self._stream = self._path.open("a" if goes_on else "w", encoding="utf-8")
            self._stream.write("\n" if goes_on else json.dumps({"spots": self._key}) + "\n")  # none is cut
            self._stream.flush()
        except OSError as error:
            raise BatchError(f"Cannot keep what is solved in '{self._path}': {error}.", field="out") from None
        return spots

    def add(self, chunk: int, solved: list[BatchSolved]) -> list[BatchSolved]:
        """Keep a chunk. Raises BatchError if it cannot be written."""
        try:
            self._stream.write(json.dumps({"chunk": chunk, "solved": [asdict(one) for one in solved]}) + "\n")
            self._stream.flush()
        except OSError as error:
            raise BatchError(f"Cannot keep what is solved in '{self._path}': {error}.", field="out") from None
        return solved


def _parsed(text: str) -> Any:
    """A line of JSON; None where it is none, such as one that was cut off."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _chunk(kept: Any, chunks: int) -> tuple[int, list[BatchSolved]] | None:
    try:
        number, solved = kept["chunk"], kept["solved"]
        rows = [BatchSolved(**{name: _pair(value) for name, value in one.items()}) for one in solved]
    except (KeyError, TypeError, AttributeError):
        return None
    return (number, rows) if isinstance(number, int) and 0 <= number < chunks else None


def _pair(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
