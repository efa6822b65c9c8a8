"""Many spots from a file, solved by several processes; an interrupted batch resumes."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from itertools import zip_longest
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
"""Spots per chunk, each started from the one before; the result does not depend on who solves a chunk."""
MOST_SPOTS = 1_000_000
STACK = "stack"
"""A column that names both stacks."""
SURPLUS = " "
"""Holds the cells of a line for which the file has no column; names of columns are stripped."""
JOURNAL = ".part"
"""Suffix of the journal of solved chunks."""


@dataclass(frozen=True)
class BatchLine:
    """A line of the file with its solution or error."""

    texts: dict[str, str]
    """Its cells, by column."""
    solved: BatchSolved | None = None
    """The solution; None after an error."""
    error: str = ""
    """Why there is no solution, in a sentence."""


@dataclass(frozen=True)
class Batch(DisplayableResult):
    """All lines of a file in their order."""

    columns: tuple[str, ...]
    """Columns of the file."""
    carried: tuple[str, ...]
    """Columns that are not part of a spot."""
    lines: tuple[BatchLine, ...]


def batch(question: BatchRequest, watch: Observer) -> Batch:
    """Solve all lines.

    Raises BatchError if the file is not a batch, or solutions cannot be stored; TableError if a class table
    cannot be built here, or the cluster is missing or unable.
    """
    data = read_limited(Path(question.file), BatchError)
    columns, carried, texts = parse_lines(data)
    lines, spots = _read(texts, watch)
    if question.cluster is None:
        for game in dict.fromkeys(spot.game for spot in spots.values()):
            load_table(game, watch)
    order = sorted({*spots.values()}, key=lambda spot: spot.order)
    chunks = [order[k : k + CHUNK] for k in range(0, len(order), CHUNK)]
    key = hashlib.sha256(__version__.encode() + data).hexdigest()
    with Journal(question.out.with_name(question.out.name + JOURNAL), key) as journal:
        solved = journal.read(len(chunks))
        missing = [k for k in range(len(chunks)) if k not in solved]
        if solved and missing:
            watch.on_notice(
                f"{sum(len(chunks[k]) for k in solved):,} of {plural(len(order), 'spot')} already solved."
            )
        for place, answers in _solved(question, [chunks[k] for k in missing]):
            solved[missing[place]] = journal.add(missing[place], answers)
            done = sum(map(len, solved.values()))
            watch.on_stage(f"{done:,} of {plural(len(order), 'spot')}", done / len(order))
    pairs = ((chunks[k], answers) for k, answers in solved.items())
    results = {spot: answer for chunk, answers in pairs for spot, answer in zip(chunk, answers, strict=True)}
    for k, spot in spots.items():
        lines[k] = BatchLine(lines[k].texts, results[spot])
    return Batch(columns, carried, tuple(lines))


def _solved(question: BatchRequest, work: list[list[BatchSpot]]) -> Iterator[tuple[int, list[BatchSolved]]]:
    """Yield chunks with their indices as they are solved, here or on a cluster."""
    if question.cluster is None:
        return _solved_by(question.processes or cores(), work)
    return solved_on_cluster(question.cluster, work)


def forget_journal(question: BatchRequest) -> None:
    """Delete the journal once the results are written."""
    question.out.with_name(question.out.name + JOURNAL).unlink(missing_ok=True)


def spot_columns() -> set[str]:
    """Return the names of all columns that belong to a spot."""
    return {*TreeRequest.default_strings(), STACK} - {"method", "iterations", "cluster", "jam"}


def parse_lines(data: bytes) -> tuple[tuple[str, ...], tuple[str, ...], list[dict[str, str]]]:
    """Parse a CSV file into columns, columns that are not part of a spot, and lines by column.

    Raises BatchError if it is not a CSV file of spots.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BatchError("The file of spots is not UTF-8 text.", field="file") from None
    try:
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        rows = [row for row in lines if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise BatchError(f"The file of spots is not CSV: {error}.", field="file") from None
    if not rows:
        raise BatchError("The file of spots is empty.", field="file")
    columns = tuple(cell.strip() for cell in rows[0])
    double = next((name for name in columns if columns.count(name) > 1), None)
    if double is not None:
        raise BatchError(f"The column '{double[:40]}' appears twice.", field="file")
    if not spot_columns() & {*columns}:
        raise BatchError(
            f"No column belongs to a spot. The first line has {', '.join(columns)[:100]}. Name columns "
            "game, stack, stack_sb, stack_bb, blind_sb, blind_bb or ante.",
            field="file",
        )
    if len(rows) > MOST_SPOTS + 1:
        raise BatchError(f"The file has more than {MOST_SPOTS:,} spots.", field="file")
    carried = tuple(name for name in columns if name not in spot_columns())
    return columns, carried, [_texts(columns, row) for row in rows[1:]]


def _texts(columns: tuple[str, ...], row: list[str]) -> dict[str, str]:
    """Return the cells of a line by column; missing ones are empty."""
    texts = dict(zip_longest(columns, row[: len(columns)], fillvalue=""))
    surplus = ", ".join(filter(str.strip, row[len(columns) :]))
    return texts | ({SURPLUS: surplus} if surplus else {})


def _question_of(texts: dict[str, str]) -> TreeRequest:
    """Parse the spot of a line, taking surplus cells out. Raises JamfoldError if the spot is invalid."""
    if surplus := texts.pop(SURPLUS, ""):
        raise BatchError(
            f"The line has more cells than the first line: {surplus[:40]}. Put texts with commas in quotes, "
            'such as "70,30".'
        )
    stack = texts.get(STACK, "")
    values = {"stack_sb": stack, "stack_bb": stack} | {
        name: text for name, text in texts.items() if text.strip()
    }
    question: TreeRequest = TreeRequest.from_strings(values | {"method": EXACT, "jam": ""})
    return question


def _read(texts: Sequence[dict[str, str]], watch: Observer) -> tuple[list[BatchLine], dict[int, BatchSpot]]:
    """Return all lines, and valid spots by index of the line; says each warning once."""
    lines, spots = [], {}
    warned: dict[str, list[int]] = {}
    for k, text in enumerate(texts):
        try:
            question = _question_of(text)
            spot = BatchSpot(question.rules, question.situation, question.terms, question.sizes)
            if not spot.terms.plain:  # chips alone always have payoffs, and these take 1 to 6 ms
                spot.payoffs()
            spots[k] = spot
            lines.append(BatchLine(text))
            for warning in question.warnings.values():
                warned.setdefault(warning, []).append(k + 1)
        except JamfoldError as error:
            lines.append(BatchLine(text, error=str(error)))
    for warning, places in warned.items():
        more = f" and {plural(len(places) - 1, 'other')}" if len(places) > 1 else ""
        watch.on_notice(f"Spot {places[0]:,}{more}: {warning}")
    return lines, spots


def _solved_by(processes: int, work: list[list[BatchSpot]]) -> Iterator[tuple[int, list[BatchSolved]]]:
    """Yield chunks with their indices as they are solved, in one or several processes."""
    if processes == 1 or len(work) < 2:
        for k, spots in enumerate(work):
            yield k, solve_in_order(spots)
        return

    with solving_processes(min(processes, len(work))) as pool:
        futures = {pool.submit(solve_in_order, spots): k for k, spots in enumerate(work)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class Journal:
    """File of solved chunks, one JSON line each; restarted for another input or version."""

    def __init__(self, path: Path, key: str) -> None:
        self._path, self._key = path, key

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "_stream"):
            self._stream.close()

    def read(self, chunks: int) -> dict[int, list[BatchSolved]]:
        """Return stored answers by chunk, and open the file for more.

        Raises BatchError if it cannot be written.
        """
        spots: dict[int, list[BatchSolved]] = {}
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace") if self._path.exists() else ""
            first, *rest = text.split("\n")
            goes_on = _parsed(first) == {"spots": self._key}
            spots = dict(chunk for line in rest if goes_on and (chunk := _chunk(_parsed(line), chunks)))
            self._stream = self._path.open("a" if goes_on else "w", encoding="utf-8")
            self._stream.write(
                "\n" if goes_on else json.dumps({"spots": self._key}) + "\n"
            )  # after a cut line
            self._stream.flush()
        except OSError as error:
            raise BatchError(f"Cannot save results in '{self._path}': {error}.", field="out") from None
        return spots

    def add(self, chunk: int, solved: list[BatchSolved]) -> list[BatchSolved]:
        """Store a chunk. Raises BatchError if it cannot be written."""
        try:
            self._stream.write(
                json.dumps({"chunk": chunk, "solved": [asdict(spot) for spot in solved]}) + "\n"
            )
            self._stream.flush()
        except OSError as error:
            raise BatchError(f"Cannot save results in '{self._path}': {error}.", field="out") from None
        return solved


def _parsed(text: str) -> Any:
    """Parse a line of JSON; None if invalid, such as a cut line."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _chunk(record: Any, chunks: int) -> tuple[int, list[BatchSolved]] | None:
    try:
        number, solved = record["chunk"], record["solved"]
        rows = [BatchSolved(**{name: _pair(value) for name, value in fields.items()}) for fields in solved]
    except (KeyError, TypeError, AttributeError):
        return None
    return (number, rows) if isinstance(number, int) and 0 <= number < chunks else None


def _pair(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
