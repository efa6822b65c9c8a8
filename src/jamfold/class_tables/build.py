"""Building tables: blocks in parallel, kept as they finish, then one assembly.

Stages: the blocks of R and G (most of the time), their squares in memory, the
margins of all classes (a pass over all hands for each class), a check of the
finished table.  An interrupted build resumes from its stored blocks; the finished
table is the same to the byte.

Kernels release the interpreter lock, so threads are enough.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import BOARD_CARDS, Game, game_of
from jamfold.class_tables.blocks import (
    HAND_BYTES,
    BuildCost,
    block_list,
    block_store,
    build_cost,
    full_squares,
    make_block,
    make_missing,
    notice,
    plane_rows,
    plane_seconds,
    row_ranges,
    square_bytes,
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
from jamfold.class_tables.decomposition.assembly import HandTerms, hand_terms, is_mirrored
from jamfold.class_tables.decomposition.orders import margin_planes
from jamfold.class_tables.decomposition.rank_term import rank_term
from jamfold.class_tables.decomposition.suit_term import suit_term_input, suit_term_rows
from jamfold.core.errors import UnavailableError, UnusableError
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.drafts import ArtifactWriter

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


def estimate_build(game: Game) -> BuildCost:
    """The cost of building a game's table, together with its companions' missing ones.

    Raises UnsupportedError if the game has no class table; UnavailableError if a table cannot be opened now.
    """
    item_bytes = sum(table_item(table).total_bytes for table in missing_tables(game) or [game])
    planes = len(margin_planes(game))
    sheets = 4 * len(multisets(game.n_ranks, BOARD_CARDS)) * views_for(game).n_views
    memory = planes * max(square_bytes(game), sheets) + HAND_BYTES * len(hand_classes(game).hands)
    return build_cost(item_bytes, block_store(game).total_bytes, memory, plane_seconds(game, planes))


def build_notice(game: Game) -> str | None:
    """A sentence about the cost of a pending build of a class table, or None (see `notice`).

    Raises UnsupportedError if the game has no class table; UnavailableError if it cannot be opened now.
    """
    return None if table_item(game).is_there() else notice(f"table of {game.title}", estimate_build(game))


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
    for companion in companions(game):
        tidy(companion)
    return missing


def tidy(game: Game) -> None:
    """Delete what killed builds of a game have left, its blocks only if the table is there."""
    with suppress(UnavailableError):
        item = table_item(game)
        item.tidy(finished=item.is_there())


def _build(game: Game, missing: Sequence[Game], report: Progress) -> None:
    """Make the blocks and the missing tables; the lock is held."""
    store, needs, blocks = block_store(game), estimate_build(game), block_list(game)
    with store.resume(needs.disk_bytes, needs.memory_bytes) as intact, ExitStack() as stack:
        started = time.perf_counter()
        costs = [block.cost for block in blocks]
        meter = Meter(report, "comparing hands", 0.0, _SHARES["blocks"], sum(costs))

        def prepare() -> Callable[[int], NDArray[np.int32]]:
            rank_rows, suit_rows = partial(rank_term, game), partial(suit_term_rows, suit_term_input(game))
            return lambda number: make_block(blocks[number], rank_rows, suit_rows)

        make_missing(costs, intact, prepare, store.write, meter)
        drafts = {table: stack.enter_context(ArtifactWriter(table_item(table))) for table in missing}
        _fill(game, drafts, store, report)
        for number, (table, draft) in enumerate(drafts.items()):
            _check(table, draft, _check_meter(report, table, number, len(drafts)))
            draft.publish(time.perf_counter() - started)
    report("table ready", 1.0)


def _squares(game: Game, store: BlockStore, report: Progress) -> list[dict[str, NDArray[np.int32]]]:
    """R and G for every plane, as full antisymmetric squares."""
    planes = range(len(margin_planes(game)))
    meter = Meter(report, "putting blocks together", _SHARES["blocks"], _SHARES["squares"], len(planes))
    squares = []
    for plane in planes:
        squares.append(full_squares(game, store.read, plane))
        meter.advance(1)
    return squares


def _fill(game: Game, drafts: dict[Game, ArtifactWriter], store: BlockStore, report: Progress) -> None:
    """Sum the terms up for all classes; the squares are in memory only here."""
    squares = _squares(game, store, report)
    terms = hand_terms(game)
    n = len(terms.starts) - 1
    begin = _SHARES["blocks"] + _SHARES["squares"]
    meter = Meter(report, "summing up classes", begin, _SHARES["margins"], n)
    for rows in in_parallel(
        lambda task: _margin_rows(game, list(drafts), terms, squares, task), row_ranges(n, _ROWS)
    ):
        for draft, margins in zip(drafts.values(), rows, strict=True):
            draft.append(MARGINS, margins)
            draft.append(ROW_SUMS, margins.sum(axis=1, dtype=np.int64))
        meter.advance(len(rows[0]))


def _margin_rows(
    game: Game,
    games: Sequence[Game],
    terms: HandTerms,
    squares: list[dict[str, NDArray[np.int32]]],
    rows: range,
) -> list[NDArray[np.int32]]:
    """Margins of the classes ``rows`` for each game."""
    planes = {
        plane: plane_rows(game, terms, square, rows)
        for plane, square in zip(margin_planes(game), squares, strict=True)
    }
    margins = []
    for table in games:
        total = np.zeros_like(next(iter(planes.values())))
        for plane, times in margin_planes(table).items():
            total += np.int32(times) * planes[plane]
        margins.append(total)
    return margins


def _check(game: Game, draft: ArtifactWriter, meter: Meter) -> None:
    sizes = hand_classes(game).sizes
    margins = draft.written(MARGINS).view(np.ndarray)
    tasks = row_ranges(len(sizes), _CHECKED_ROWS)
    for good in in_parallel(lambda rows: is_mirrored(margins, sizes, rows, -1), tasks):
        if not good:
            raise AssertionError(f"the margins of {game.name} are not antisymmetric")
        meter.advance(_CHECKED_ROWS)


def _check_meter(report: Progress, game: Game, number: int, tables: int) -> Meter:
    """The meter of one of several checks, which come last."""
    share = _SHARES["check"] / tables
    return Meter(report, "checking the table", 1 - share * (tables - number), share, hand_classes(game).n)
