"""Building tables: blocks in parallel, kept as they finish, then one assembly.

Stages: the blocks of R and G (most of the time), their squares in memory, the
margins of all classes (a pass over all hands for each class), a check of the
finished table.  A build that is cut off anywhere goes on from the blocks it has
kept; the finished table is the same to the byte.

Kernels release the interpreter lock, so threads are enough.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import Game, game_of
from jamfold.class_tables.blocks import (
    RANK,
    SUIT,
    Block,
    block_input,
    block_list,
    block_rows,
    block_store,
    make_block,
)
from jamfold.class_tables.class_table import (
    MARGINS,
    ROW_SUMS,
    ClassTable,
    check_supported,
    companions,
    missing_tables,
    open_table,
    table_item,
)
from jamfold.class_tables.decomposition.assembly import (
    HandTerms,
    class_sums,
    hand_terms,
    is_antisymmetric,
    new_square,
    put_rows,
)
from jamfold.class_tables.decomposition.orders import margin_planes
from jamfold.class_tables.needs import estimate_build
from jamfold.core.errors import UnavailableError, UnusableError, UnwritableError
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.blocks import BlockStore
from jamfold.core.storage.drafts import ArtifactWriter
from jamfold.core.storage.machine import check_room

_ROWS = 32  # classes per assembly task
_SHARES = {"blocks": 0.74, "squares": 0.04, "margins": 0.20, "check": 0.02}
_CHECKED_ROWS = 512  # classes per task of the check


def load_table(game: str | Game, progress: Progress | None = None) -> ClassTable:
    """The class table of a game, built first if it is missing, damaged or of another version.

    Raises GameError if there is no such game; UnsupportedError if the game has no class table;
    UnavailableError if the table is there and cannot be opened now; TableError if it cannot be built here:
    folder not writable, disk or memory short.
    """
    rules = game_of(game)
    try:
        return open_table(rules)
    except UnusableError:
        build_table(rules, progress)
        return open_table(rules)


def build_table(game: Game, progress: Progress | None = None) -> list[Game]:
    """Build a game's table, and those of its companions that fall out of the same work.

    Blocks kept from an earlier, interrupted build are not made again.  Where a
    table is already there and can be opened, it stays.  Raises UnsupportedError if the game has no class
    table; UnavailableError if a table or block is there and cannot be opened now; TableError if the folder
    cannot be written, or disk or memory are short.

    Returns
    -------
    The games whose tables were made.
    """
    check_supported(game)
    report = progress or ignore_progress
    missing = missing_tables(game)
    if missing:
        with table_item(game).locked(report):
            missing = missing_tables(game)  # another process may have made it meanwhile
            if missing:
                _build(game, missing, report)
    for one in companions(game):
        tidy(one)
    return missing


def tidy(game: Game) -> None:
    """Delete what killed builds of a game have left, its blocks only if the table is there."""
    with suppress(UnavailableError):
        item = table_item(game)
        item.tidy(finished=item.is_there())


def _build(game: Game, missing: Sequence[Game], report: Progress) -> None:
    """Make the blocks and the missing tables; the lock is held."""
    store = block_store(game)
    intact = store.intact()
    needs = estimate_build(game)
    check_room(store.folder.parent, needs.disk_bytes - store.bytes_of(intact), needs.memory_bytes)
    started = time.perf_counter()
    _make_blocks(game, store, intact, report)
    with ExitStack() as stack:
        drafts = {one: stack.enter_context(ArtifactWriter(table_item(one))) for one in missing}
        _fill(game, drafts, store, report)
        for number, (one, draft) in enumerate(drafts.items()):
            _check(one, draft, _check_meter(report, one, number, len(drafts)))
            draft.publish(time.perf_counter() - started)
    with suppress(UnwritableError):  # the next `tidy` tries again
        store.remove()
    report("table ready", 1.0)


def _make_blocks(game: Game, store: BlockStore, intact: set[int], report: Progress) -> None:
    blocks = block_list(game)
    meter = Meter(report, "comparing hands", 0.0, _SHARES["blocks"], sum(block.cost for block in blocks))
    meter.advance(sum(block.cost for block in blocks if block.number in intact))
    pending = [block for block in blocks if block.number not in intact]
    if not pending:
        return
    terms = block_input(game)
    for block, values in in_parallel(lambda block: (block, make_block(game, terms, block)), pending):
        store.write(block.number, values)
        meter.advance(block.cost)


def _squares(game: Game, store: BlockStore, report: Progress) -> list[dict[str, NDArray[np.int32]]]:
    """R and G for every plane, as full antisymmetric squares."""
    sizes = {RANK: len(multisets(game.n_ranks, game.hole_cards)), SUIT: views_for(game).n_views}
    squares = [{term: new_square(size) for term, size in sizes.items()} for _ in margin_planes(game)]
    blocks = block_list(game)
    meter = Meter(report, "putting blocks together", _SHARES["blocks"], _SHARES["squares"], len(blocks))

    def put(block: Block) -> None:
        for square, values in zip(squares, store.read(block.number).view(np.ndarray), strict=True):
            for first, rows in block_rows(game, block, values):
                put_rows(square[block.term], first, rows)

    for _ in in_parallel(put, blocks):
        meter.advance(1)
    return squares


def _fill(game: Game, drafts: dict[Game, ArtifactWriter], store: BlockStore, report: Progress) -> None:
    """Sum the terms up for all classes; the squares are in memory only here."""
    squares = _squares(game, store, report)
    terms = hand_terms(game)
    n = len(terms.starts) - 1
    begin = _SHARES["blocks"] + _SHARES["squares"]
    meter = Meter(report, "summing up classes", begin, _SHARES["margins"], n)
    tasks = [range(first, min(first + _ROWS, n)) for first in range(0, n, _ROWS)]
    for rows in in_parallel(lambda task: _margin_rows(game, list(drafts), terms, squares, task), tasks):
        for draft, margins in zip(drafts.values(), rows, strict=True):
            draft.append(MARGINS, margins)
            draft.append(ROW_SUMS, margins.sum(axis=1, dtype=np.int64))
        meter.advance(len(rows[0]))


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
        planes[plane], placements = class_sums(terms, square[RANK], square[SUIT], rows)
        if not (placements == game.n_opponent_hands).all():
            raise AssertionError(f"a row of {game.name} does not count {game.n_opponent_hands} hands")
    margins = []
    for one in wanted:
        total = np.zeros_like(next(iter(planes.values())))
        for plane, times in margin_planes(one).items():
            total += np.int32(times) * planes[plane]
        margins.append(total)
    return margins


def _check(game: Game, draft: ArtifactWriter, meter: Meter) -> None:
    sizes = hand_classes(game).sizes
    margins = draft.written(MARGINS).view(np.ndarray)
    starts = range(0, len(sizes), _CHECKED_ROWS)
    tasks = [range(first, min(first + _CHECKED_ROWS, len(sizes))) for first in starts]
    for good in in_parallel(lambda rows: is_antisymmetric(margins, sizes, rows), tasks):
        if not good:
            raise AssertionError(f"the margins of {game.name} are not antisymmetric")
        meter.advance(_CHECKED_ROWS)


def _check_meter(report: Progress, game: Game, number: int, tables: int) -> Meter:
    """The meter of one of several checks, which come last."""
    share = _SHARES["check"] / tables
    return Meter(report, "checking the table", 1 - share * (tables - number), share, hand_classes(game).n)
