"""Building tables: blocks in parallel, kept as they finish, then one assembly.

Stages: the blocks of R and G (most of the time), their squares in memory, the
margins of all classes (a pass over all hands for each class), a check of the
finished table.  A build that is cut off anywhere goes on from the blocks it has
kept; the finished table is the same to the byte.

Kernels release the interpreter lock, so threads are enough.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import filelock
import numpy as np
from numpy.typing import NDArray

from jamfold._version import __version__
from jamfold.counting.classes import hand_classes
from jamfold.counting.multisets import multisets
from jamfold.counting.suit_views import views_for
from jamfold.errors import TableError
from jamfold.games import GAMES, Game
from jamfold.kept import machine, store
from jamfold.parallel import in_parallel
from jamfold.tables.blocks import RANK, SUIT, Block, block_input, block_list, block_rows, make_block
from jamfold.tables.decomposition.assembly import (
    HandTerms,
    class_margins,
    hand_terms,
    is_antisymmetric,
    new_square,
    put_rows,
)
from jamfold.tables.decomposition.planes import margin_planes
from jamfold.tables.parts import Part, check_complete, numbered_blocks, read_part, write_part

Progress = Callable[[str, float], None]
"""Called with what is being done and the share of the whole work that is done, 0..1."""

_ROWS = 32  # classes per assembly task
_SHARES = {"blocks": 0.74, "squares": 0.04, "margins": 0.20, "check": 0.02}
_INT32 = 4


def load_table(game: Game, progress: Progress | None = None) -> store.ClassTable:
    """The class table of a game, built first if it is missing, damaged or of another version.

    Raises
    ------
    TableError
        If it cannot be built here: folder not writable, disk or memory short.
    """
    try:
        return store.open_table(game)
    except TableError:
        build_table(game, progress)
        return store.open_table(game)


def build_table(game: Game, progress: Progress | None = None, parts: Sequence[Part] = ()) -> list[Game]:
    """Build a game's table, and those of its companions that fall out of the same work.

    Blocks kept from an earlier, interrupted build, or given as parts, are not
    made again.  Where a table is already there and can be opened, it stays.

    Returns
    -------
    The games whose tables were made.

    Raises
    ------
    TableError
        If the folder cannot be written, or disk or memory are short.
    """
    report = progress or (lambda stage, share: None)
    with _writing(store.tables_folder()), _lock(game, report):
        missing = [one for one in companions(game) if not _is_there(one)]
        if game not in missing:
            return []
        _check_room(game, missing)
        work = work_folder(game)
        work.mkdir(parents=True, exist_ok=True)
        started = time.perf_counter()
        kept = _kept_blocks(game, [*parts, *_old_parts(work)])
        _make_missing(game, kept, work, report)
        squares = _squares(game, kept, report)
        _assemble(game, missing, squares, started, report)
        shutil.rmtree(work, ignore_errors=True)
        report("table ready", 1.0)
        return missing


def build_part(
    game: Game, number: int, of: int, path: Path, progress: Progress | None = None
) -> tuple[int, ...]:
    """Make part ``number`` of ``of`` (1-based) of a game's build and write it to a file.

    Part K holds the blocks K - 1, K - 1 + N, ...; returns their numbers.

    Raises
    ------
    TableError
        If K/N makes no sense or the file cannot be written.
    """
    blocks = block_list(game)
    if not 1 <= number <= of <= len(blocks):
        raise TableError(
            f"There is no part {number}/{of}: K/N needs 1 <= K <= N, "
            f"and {game.name} has {len(blocks)} blocks."
        )
    report = progress or (lambda stage, share: None)
    chosen = blocks[number - 1 :: of]
    values: dict[int, NDArray[np.int32]] = {}
    meter = _Meter(report, f"part {number} of {of}", 0.0, 1.0, sum(block.cost for block in chosen))
    with _writing(path):
        for block, made in _make_blocks(game, chosen):
            values[block.number] = made
            meter.add(block.cost)
        write_part(path, game, values)
    return tuple(sorted(values))


def merge_parts(paths: Sequence[Path], progress: Progress | None = None) -> list[Game]:
    """Make tables from parts that together hold every block once.

    Raises
    ------
    TableError
        If the parts do not fit together; nothing is changed then.
    """
    parts = [read_part(path) for path in paths]
    game = check_complete(parts)
    for number, part in numbered_blocks(parts):
        part.values(number)  # raises when damaged
    return build_table(game, progress, parts)


def companions(game: Game) -> list[Game]:
    """The games whose margins are made of planes that this game's build makes, fewest planes first."""
    mine = margin_planes(game)
    alike = [
        other
        for other in GAMES.values()
        if (other.deck, other.hole_cards, other.hole_used, other.order)
        == (game.deck, game.hole_cards, game.hole_used, game.order)
        and margin_planes(other).keys() <= mine.keys()
    ]
    return sorted(alike, key=lambda other: len(margin_planes(other)))


def work_folder(game: Game) -> Path:
    """Where the blocks of an unfinished build lie."""
    return store.tables_folder() / f"{game.name}.work"


def remove_unfinished(game: Game) -> bool:
    """Delete the blocks kept from an unfinished build; returns whether there were any.

    Raises
    ------
    TableError
        If the folder cannot be deleted.
    """
    found = work_folder(game).exists()
    with _writing(work_folder(game)):
        if found:
            shutil.rmtree(work_folder(game))
    return found


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn what the file system says into one sentence."""
    try:
        yield
    except OSError as error:
        where = error.filename or path
        raise TableError(f"Cannot write to {where}: {error.strerror or error}.") from error


@contextmanager
def _lock(game: Game, report: Progress) -> Iterator[None]:
    """Let one process at a time build games with this deck and hand size."""
    folder = store.tables_folder()
    folder.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(folder / f"{game.hole_cards}-of-{len(game.deck)}-cards.lock")
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        report("waiting for another process that builds this table", 0.0)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _is_there(game: Game) -> bool:
    try:
        store.open_table(game)
    except TableError:
        return False
    return True


def _check_room(game: Game, missing: Sequence[Game]) -> None:
    n, n_views = hand_classes(game).n, views_for(game).n_views
    planes = len(margin_planes(game))
    square = planes * _INT32 * n_views**2
    boards = len(multisets(game.n_ranks, 5))
    sheets = 4 * planes * boards * n_views
    machine.check_room(
        store.tables_folder(),
        disk_bytes=_INT32 * n**2 * len(missing) + square // 2 + (1 << 24),
        memory_bytes=max(square, sheets) + (1 << 28),
    )


def _old_parts(work: Path) -> list[Part]:
    """The parts an earlier build has kept; unreadable ones are deleted."""
    parts = []
    for path in sorted(work.glob("*.npz")):
        try:
            parts.append(read_part(path))
        except TableError:
            path.unlink()
    return parts


def _kept_blocks(game: Game, parts: Iterable[Part]) -> dict[int, Part]:
    """Where each block that is there can be read, damaged ones left out."""
    kept: dict[int, Part] = {}
    for number, part in numbered_blocks([part for part in parts if part.game == game]):
        try:
            part.values(number)
        except TableError:
            continue
        kept[number] = part
    return kept


def _make_missing(game: Game, kept: dict[int, Part], work: Path, report: Progress) -> None:
    blocks = block_list(game)
    meter = _Meter(report, "comparing hands", 0.0, _SHARES["blocks"], sum(block.cost for block in blocks))
    meter.add(sum(block.cost for block in blocks if block.number in kept))
    pending = [block for block in blocks if block.number not in kept]
    for block, values in _make_blocks(game, pending):
        path = work / f"block-{block.number:03d}.npz"
        write_part(path, game, {block.number: values})
        kept[block.number] = Part(path, game, (block.number,))
        meter.add(block.cost)


def _make_blocks(game: Game, blocks: Sequence[Block]) -> Iterator[tuple[Block, NDArray[np.int32]]]:
    if not blocks:
        return
    given = block_input(game)
    yield from in_parallel(lambda block: (block, make_block(game, given, block)), blocks)


def _squares(game: Game, kept: dict[int, Part], report: Progress) -> list[dict[str, NDArray[np.int32]]]:
    """R and G for every plane, as full antisymmetric squares."""
    sizes = {RANK: len(multisets(game.n_ranks, game.hole_cards)), SUIT: views_for(game).n_views}
    squares = [{term: new_square(size) for term, size in sizes.items()} for _ in margin_planes(game)]
    blocks = block_list(game)
    meter = _Meter(report, "putting blocks together", _SHARES["blocks"], _SHARES["squares"], len(blocks))

    def put(block: Block) -> None:
        for square, values in zip(squares, kept[block.number].values(block.number), strict=True):
            for first, rows in block_rows(game, block, values):
                put_rows(square[block.term], first, rows)

    for _ in in_parallel(put, blocks):
        meter.add(1)
    return squares


@dataclass
class _Output:
    """A table being written: its game, temporary file and row sums so far."""

    game: Game
    temporary: Path
    row_sums: list[NDArray[np.int64]]


def _assemble(
    game: Game,
    missing: Sequence[Game],
    squares: list[dict[str, NDArray[np.int32]]],
    started: float,
    report: Progress,
) -> None:
    """Sum the terms up for all classes and write the tables."""
    terms = hand_terms(game)
    n = len(terms.starts) - 1
    outputs = [_Output(one, store.table_path(one).with_suffix(".npy.tmp"), []) for one in missing]
    files = [output.temporary.open("wb") for output in outputs]
    meter = _Meter(
        report, "summing up classes", _SHARES["blocks"] + _SHARES["squares"], _SHARES["margins"], n
    )
    try:
        for file in files:
            np.lib.format.write_array_header_1_0(
                file, {"descr": "<i4", "fortran_order": False, "shape": (n, n)}
            )
        tasks = [range(first, min(first + _ROWS, n)) for first in range(0, n, _ROWS)]
        for rows in in_parallel(lambda task: _margin_rows(game, missing, terms, squares, task), tasks):
            for file, output, margins in zip(files, outputs, rows, strict=True):
                file.write(margins.tobytes())
                output.row_sums.append(margins.sum(axis=1, dtype=np.int64))
            meter.add(len(rows[0]))
    finally:
        for file in files:
            file.close()
    for number, output in enumerate(outputs):
        done = 1 - _SHARES["check"] * (len(outputs) - number) / len(outputs)
        meter = _Meter(report, "checking the table", done, _SHARES["check"] / len(outputs), n)
        _check(output, meter)
        _publish(output, started)


def _margin_rows(
    game: Game,
    wanted: Sequence[Game],
    terms: HandTerms,
    squares: list[dict[str, NDArray[np.int32]]],
    rows: range,
) -> list[NDArray[np.int32]]:
    """Margins of some classes for each wanted game; every row must count all opponent hands."""
    planes = {}
    for plane, square in zip(margin_planes(game), squares, strict=True):
        planes[plane], placements = class_margins(terms, square[RANK], square[SUIT], rows)
        if not (placements == game.n_opponent_hands).all():
            raise AssertionError(f"a row of {game.name} does not count {game.n_opponent_hands} hands")
    margins = []
    for one in wanted:
        total = np.zeros_like(next(iter(planes.values())))
        for plane, times in margin_planes(one).items():
            total += np.int32(times) * planes[plane]
        margins.append(total)
    return margins


def _check(output: _Output, meter: _Meter) -> None:
    sizes = hand_classes(output.game).sizes
    margins = np.load(output.temporary, mmap_mode="r").view(np.ndarray)
    tasks = [range(first, min(first + 512, len(sizes))) for first in range(0, len(sizes), 512)]
    for good in in_parallel(lambda rows: is_antisymmetric(margins, sizes, rows), tasks):
        if not good:
            raise AssertionError(f"the margins of {output.game.name} are not antisymmetric")
        meter.add(512)


def _publish(output: _Output, started: float) -> None:
    """Give the table its name and write the record, which makes it valid."""
    game = output.game
    store.remove(game)
    row_sums = np.concatenate(output.row_sums)
    with output.temporary.open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    output.temporary.replace(store.table_path(game))
    temporary = store.row_sums_path(game).with_suffix(".tmp")
    with temporary.open("wb") as file:
        np.save(file, row_sums)
    temporary.replace(store.row_sums_path(game))
    record = {
        "format_version": store.FORMAT_VERSION,
        "game": game.name,
        "rules": store.rules_of(game),
        "unit": f"1 / {game.margin_unit} of a board won or lost, over all disjoint hands and boards",
        "shape": [len(row_sums), len(row_sums)],
        "bytes": store.table_path(game).stat().st_size,
        "sha256": checksum,
        "row_sums_sha256": hashlib.sha256(row_sums.tobytes()).hexdigest(),
        "built_seconds": round(time.perf_counter() - started, 3),
        "peak_memory_bytes": machine.peak_memory_bytes(),
        "program_version": __version__,
    }
    store.write_small(store.record_path(game), json.dumps(record, indent=2).encode())


class _Meter:
    """Adds up finished work of one stage and reports the share of the whole."""

    def __init__(self, report: Progress, stage: str, begin: float, span: float, total: float) -> None:
        self._report, self._stage, self._begin, self._span = report, stage, begin, span
        self._total, self._done = total, 0.0
        report(stage, begin)

    def add(self, amount: float) -> None:
        self._done = min(self._total, self._done + amount)
        self._report(self._stage, self._begin + self._span * self._done / self._total)
