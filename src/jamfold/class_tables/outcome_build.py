"""Outcome planes, boards by pot share for each pair of classes: content, files, and how they are built.

A margin is wins minus losses.  If losing a pot costs another amount than winning it gains
(prizes, rake, bounties), or if wins and ties are needed, so are the boards at every pot share:
margins, placements and these planes give them exactly.  An undivided pot has one plane,
``ties``; a split pot three:

- ``halves``: boards with pot share 1/2;
- ``quarters``: boards with share 1/4 or 3/4;
- ``quarter_margin``: boards with share 3/4 minus boards with share 1/4.

Like margins, row i and column j sum over all hands of class j that share no card with one hand
of class i, and over all boards; c_i T[i, j] = c_j T[j, i] for the first three, with c the class
sizes, and for the last the negative.  The folder ``tables`` has ``G.ties.npy``, or
``G.shares.npy`` (the halves), ``G.shares.quarters.npy`` and ``G.shares.quarter_margin.npy``,
all int32 of shape (n, n), their row sums (int64, shape (planes, n)) and the record.

`load_outcomes` opens the planes of a game and builds them first when they are missing or damaged, like class
tables, one plane after the other.

Stages: the blocks of R and G of all planes together (most of the time); for each plane its
squares in memory and a pass over all hands for each class; a check of every cell against
margins and placements.  One plane's squares at a time take 1.5 GB with four hole cards
instead of 4.5 GB for three, and no longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import Game
from jamfold.class_tables.blocks import (
    HAND_BYTES,
    BuildCost,
    block_list,
    build_cost,
    full_squares,
    make_block,
    make_missing,
    notice,
    outcome_store,
    outcome_work_name,
    plane_rows,
    plane_seconds,
    row_ranges,
    square_bytes,
)
from jamfold.class_tables.build import load_table
from jamfold.class_tables.class_table import (
    ROW_SUMS,
    ClassTable,
    build_command,
    check_supported,
    identity_of,
    table_item,
    tables_folder,
)
from jamfold.class_tables.decomposition.assembly import are_counts, hand_terms, is_mirrored
from jamfold.class_tables.decomposition.orders import outcome_planes
from jamfold.class_tables.decomposition.outcome_terms import outcome_term_input, outcome_term_rows
from jamfold.class_tables.decomposition.rank_term import outcome_rank_term
from jamfold.core.arrays import IntArray
from jamfold.core.errors import UnusableError
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.drafts import ArtifactWriter, load_or_build
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact, OpenArtifact
from jamfold.solver.payoffs import OutcomeCounts

_MAPPED_BYTES = 1 << 24
_ROWS = 32  # classes per assembly task
_CHECKED_ROWS = 512  # classes per task of the check
_SHARES = {"blocks": 0.72, "planes": 0.20, "check": 0.08}
_SPEED = {False: 1.5, True: 0.57}  # of undivided and split pots, relative to a class table's blocks

# Boards at every pot share, from the lowest, out of placements x boards, the margin, and the
# planes; over 2 in an undivided pot and over 4 in a split one.
_PARTS = {
    False: [[1, -1, -1], [0, 0, 2], [1, 1, -1]],
    True: [[2, -1, -2, -2, 1], [0, 0, 0, 2, -2], [0, 0, 4, 0, 0], [0, 0, 0, 2, 2], [2, 1, -2, -2, -1]],
}

BlockValues = Callable[[int], NDArray[np.int32]]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcome planes of a game, with its class table."""

    game: Game
    planes: tuple[OutcomeCounts, ...]
    """Those of `outcome_planes`; read-only memory maps where they are large."""
    table: ClassTable

    def shares(self, class1: int, class2: int) -> tuple[int, ...]:
        """Boards by the pot share of class 1, over all placements of class 2.

        Raises ClassError if an id is out of range.

        Returns
        -------
        Three counts, at shares 0, 1/2, 1; in a split pot five, at 0, 1/4, 1/2, 3/4, 1.
        """
        i, j = (self.table.classes.check(number) for number in (class1, class2))
        placements = int(CardRemoval(self.table.classes).block([i], [j])[0, 0])
        sums = [self.table.margins[i, j], *(plane.values[i, j] for plane in self.planes)]
        parts, whole = share_parts(self.game)
        counts = parts @ np.array([placements * self.game.n_boards, *sums], dtype=np.int64)
        return tuple(int(count) // whole for count in counts)


def share_parts(game: Game) -> tuple[IntArray, int]:
    """Boards by pot share as combinations of placements x boards, the margin and the planes.

    Returns
    -------
    int64, shape (3, 3) or (5, 5), and what their sums are to be divided by.
    """
    return np.array(_PARTS[game.split_low], dtype=np.int64), 2 * game.margin_unit


def is_large(game: Game) -> bool:
    """Whether the planes are mapped, and built in blocks that are kept; else they are made in one go."""
    return 4 * hand_classes(game).n ** 2 >= _MAPPED_BYTES


def outcomes_item(game: Game) -> Artifact:
    """How a game's outcome planes are kept. Raises UnsupportedError if the game has no class table."""
    check_supported(game)
    n, planes = hand_classes(game).n, outcome_planes(game)
    kind = "shares" if game.split_low else "ties"
    return Artifact(
        folder=tables_folder(),
        name=f"{game.name}.{kind}",
        kind=kind,
        title=f"{kind} of {game.name}",
        serves="equity, prizes",
        identity=identity_of(game, "boards by pot share, over all disjoint hands and boards"),
        array_specs={plane.name: ArraySpec("<i4", (n, n), mapped=is_large(game)) for plane in planes}
        | {ROW_SUMS: ArraySpec("<i8", (len(planes), n))},
        build_hint=f"{build_command(game)[:-1]} --outcomes`",
        leftovers=(outcome_work_name(game),),
    )


def planes_of(table: ClassTable, artifact: OpenArtifact) -> Outcomes:
    arrays = artifact.arrays
    planes = (
        OutcomeCounts(arrays[plane.name], arrays[ROW_SUMS][number], plane.symmetric, table.game.n_boards)
        for number, plane in enumerate(outcome_planes(table.game))
    )
    return Outcomes(table.game, tuple(planes), table)


def outcome_needs(game: Game) -> BuildCost:
    """The cost of building a game's outcome planes once its class table exists.

    Raises UnsupportedError if the game has no class table.
    """
    item_bytes = outcomes_item(game).total_bytes
    mapped = item_bytes + table_item(game).total_bytes  # read by the check
    memory = max(square_bytes(game), mapped) + HAND_BYTES * len(hand_classes(game).hands)
    seconds = plane_seconds(game, len(outcome_planes(game)), _SPEED[game.split_low])
    return build_cost(item_bytes, outcome_store(game).total_bytes, memory, seconds)


def outcome_notice(game: Game) -> str | None:
    """A sentence about the cost of a pending build of outcome planes, or None (see `notice`).

    Raises UnsupportedError if the game has no class table; UnavailableError if they cannot be opened now.
    """
    item = outcomes_item(game)
    return None if item.is_there() else notice(f"{item.kind} of {game.title}", outcome_needs(game))


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
        suit_rows = partial(outcome_term_rows, outcome_term_input(game))
        return lambda number: make_block(blocks[number], partial(outcome_rank_term, game), suit_rows)

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
        return mirrored and all(
            are_counts(terms, game.n_boards, parts, whole, np.stack([values[row] for values in sums]), row)
            for row in rows
        )

    meter = Meter(report, "checking the planes", 1 - _SHARES["check"], _SHARES["check"], len(sizes))
    for good in in_parallel(is_good, row_ranges(len(sizes), _CHECKED_ROWS)):
        if not good:
            raise AssertionError(f"the {outcomes_item(game).title} are no counts of boards")
        meter.advance(_CHECKED_ROWS)


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
