"""Outcome planes, boards by pot share for each pair of classes: `load_outcomes` opens or builds them.

`load_outcomes` gives the planes of a game (see `class_tables.outcome_table`) and builds them first when
they are missing or damaged.  They are built like class tables, one plane after the other.

Stages: the blocks of R and G of all planes together (most of the time); for each plane its
squares in memory and a pass over all hands for each class; a check of every cell against
margins and placements.  One plane's squares at a time take 1.5 GB with four hole cards
instead of 4.5 GB for three, and no longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.blocks import (
    block_list,
    full_squares,
    make_missing,
    make_outcome_block,
    outcome_input,
    outcome_store,
    plane_rows,
    row_ranges,
)
from jamfold.class_tables.build import load_table
from jamfold.class_tables.class_table import ROW_SUMS, ClassTable
from jamfold.class_tables.decomposition.assembly import are_counts, hand_terms, is_mirrored
from jamfold.class_tables.decomposition.orders import outcome_planes
from jamfold.class_tables.needs import outcome_needs, outcome_notice
from jamfold.class_tables.outcome_table import (
    Outcomes,
    is_large,
    outcomes_item,
    planes_of,
    share_parts,
)
from jamfold.core.errors import UnusableError
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.drafts import ArtifactWriter, load_or_build

_ROWS = 32  # classes per assembly task
_CHECKED_ROWS = 512  # classes per task of the check
_SHARES = {"blocks": 0.72, "planes": 0.20, "check": 0.08}

BlockValues = Callable[[int], NDArray[np.int32]]


def make_outcomes(table: ClassTable, report: Progress) -> dict[str, NDArray[Any]]:
    """The planes of a small game and their row sums, by name, in memory."""
    game = table.game
    blocks: dict[int, NDArray[np.int32]] = {}
    _make_blocks(game, set(), blocks.__setitem__, report)
    pieces: dict[str, list[NDArray[Any]]] = {}
    for name, rows in _all_rows(game, blocks.__getitem__, report):
        pieces.setdefault(name, []).append(rows)
    arrays = {name: np.concatenate(rows) for name, rows in pieces.items()}
    arrays[ROW_SUMS] = arrays[ROW_SUMS].reshape(len(outcome_planes(game)), -1)
    _check(table, arrays, report)
    return arrays


def build_outcomes(table: ClassTable, report: Progress) -> None:
    """Build the planes of a game where they are missing, and keep them.

    Blocks kept from an earlier, interrupted build are not made again.  Raises UnavailableError if the planes
    or a block are there and cannot be opened now; TableError if the folder cannot be written, or disk or
    memory are short.
    """
    game = table.game
    item, store = outcomes_item(game), outcome_store(game)
    with item.locked(report):
        with suppress(UnusableError):
            item.open()  # another process may have made them meanwhile
            return
        needs, started = outcome_needs(game), time.perf_counter()
        with store.resume(needs.disk_bytes, needs.memory_bytes) as intact:
            _make_blocks(game, intact, store.write, report)
            with ArtifactWriter(item) as draft:
                for name, rows in _all_rows(game, store.read, report):
                    draft.append(name, rows)
                planes = {plane.name: draft.written(plane.name) for plane in outcome_planes(game)}
                _check(table, planes, report)
                draft.publish(time.perf_counter() - started)
    report("outcomes ready", 1.0)


def _make_blocks(
    game: Game, intact: set[int], keep: Callable[[int, NDArray[np.int32]], None], report: Progress
) -> None:
    blocks = block_list(game)
    costs = [block.cost for block in blocks]
    meter = Meter(report, "comparing hands", 0.0, _SHARES["blocks"], sum(costs))

    def prepare() -> Callable[[int], NDArray[np.int32]]:
        terms = outcome_input(game)
        return lambda number: make_outcome_block(game, terms, blocks[number])

    make_missing(costs, intact, prepare, keep, meter)


def _all_rows(game: Game, values: BlockValues, report: Progress) -> Iterator[tuple[str, NDArray[Any]]]:
    """Rows of all planes and their sums, by the names of the arrays they belong to, from first to last."""
    terms = hand_terms(game)
    n, planes = len(terms.starts) - 1, outcome_planes(game)
    meter = Meter(report, "summing up classes", _SHARES["blocks"], _SHARES["planes"], len(planes) * n)
    for number, plane in enumerate(planes):
        squares = full_squares(game, values, number, 1 if plane.symmetric else -1)
        for rows in in_parallel(partial(plane_rows, game, terms, squares), row_ranges(n, _ROWS)):
            yield plane.name, rows
            yield ROW_SUMS, rows.sum(axis=1, dtype=np.int64)
            meter.advance(len(rows))


def _check(table: ClassTable, arrays: Mapping[str, NDArray[Any]], report: Progress) -> None:
    """Every cell: the planes mirror, and the boards at every pot share are whole and not negative."""
    game, sizes, terms = table.game, hand_classes(table.game).sizes, hand_terms(table.game)
    planes = {plane: arrays[plane.name].view(np.ndarray) for plane in outcome_planes(game)}
    sums = [table.margins.view(np.ndarray), *planes.values()]
    parts, whole = share_parts(game)

    def is_good(rows: range) -> bool:
        mirrored = all(
            is_mirrored(values, sizes, rows, 1 if plane.symmetric else -1) for plane, values in planes.items()
        )
        return mirrored and are_counts(terms, game.n_boards, parts, whole, sums, rows)

    meter = Meter(report, "checking the planes", 1 - _SHARES["check"], _SHARES["check"], len(sizes))
    for good in in_parallel(is_good, row_ranges(len(sizes), _CHECKED_ROWS)):
        if not good:
            raise AssertionError(f"the {outcomes_item(game).title} are no counts of boards")
        meter.advance(_CHECKED_ROWS)


__all__ = ["Outcomes", "load_outcomes", "outcome_needs", "outcome_notice"]


def load_outcomes(game: Game, progress: Progress | None = None, *, must_keep: bool = False) -> Outcomes:
    """The outcome planes of a game, built first if they are missing, damaged or of another version.

    Its class table is built first too.  Small planes are also given where they cannot be kept, but with
    `must_keep`.  Raises
    UnsupportedError if the game has no class table; UnavailableError if the planes or the table are there and
    cannot be opened now; TableError if they cannot be built here: folder not writable, disk or memory short.
    """
    report = progress or ignore_progress
    table = load_table(game, progress)
    item = outcomes_item(game)
    if is_large(game):
        try:
            artifact = item.open()
        except UnusableError:
            build_outcomes(table, report)
            artifact = item.open()
    else:
        memory = outcome_needs(game).memory_bytes
        artifact = load_or_build(
            item,
            lambda: make_outcomes(table, report),
            memory_bytes=memory,
            progress=report,
            must_keep=must_keep,
        )
    item.tidy(finished=True)
    return planes_of(table, artifact)
