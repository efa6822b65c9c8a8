"""Building factors: blocks in parallel, kept as they finish; then one pass for the row sums, and checks.

A build that is cut off anywhere goes on from the blocks it has kept; they become the finished
files without being written again, so the disk needs no room for them twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.blocks import make_missing
from jamfold.class_tables.class_table import ROW_SUMS
from jamfold.class_tables.factored.blocks import (
    LocalBlocks,
    block_input,
    block_list,
    make_block,
    make_rank_square,
)
from jamfold.class_tables.factored.engine import FactoredSums
from jamfold.class_tables.factored.factors import (
    RANKS,
    Factors,
    factor_needs,
    factors_item,
    open_factors,
    suit_array,
    work_store,
)
from jamfold.class_tables.matchup import outcome_margin, pair_outcomes
from jamfold.core.arrays import IntArray
from jamfold.core.errors import UnavailableError, UnusableError
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.drafts import ArtifactWriter

_SHARES = {"ranks": 0.05, "blocks": 0.92, "check": 0.03}
_CHECKED_CELLS = 12


def load_factors(game: Game, progress: Progress | None = None) -> Factors:
    """The factors of a game, built first if they are missing, damaged or of another version.

    Raises UnsupportedError if the game has none; UnavailableError if they are there and cannot be opened now;
    TableError if they cannot be built here: folder not writable, disk or memory short.
    """
    try:
        return open_factors(game)
    except UnusableError:
        build_factors(game, progress)
        return open_factors(game)


def build_factors(game: Game, progress: Progress | None = None) -> bool:
    """Build a game's factors; blocks kept from an earlier, interrupted build are not made again.

    Raises UnsupportedError if the game has none; UnavailableError if they or a block are there and cannot be
    opened now; TableError if the folder cannot be written, or disk or memory are short.

    Returns
    -------
    Whether there was anything to build.
    """
    report = progress or ignore_progress
    item, built = factors_item(game), False
    if not item.is_there():
        with item.locked(report):
            if not item.is_there():  # another process may have made them meanwhile
                _build(game, report)
                built = True
    with suppress(UnavailableError):
        item.tidy(finished=item.is_there())
    return built


def _build(game: Game, report: Progress) -> None:
    """Make the blocks and the item; the lock is held."""
    item, store, blocks = factors_item(game), work_store(game), block_list(game)
    needs, started = factor_needs(game), time.perf_counter()
    ranks, costs = len(blocks), [block.values for block in blocks]
    with store.resume(needs.disk_bytes, needs.memory_bytes) as intact:
        report("comparing ranks", 0.0)
        if ranks not in intact:
            store.write(ranks, make_rank_square(game))
        meter = Meter(report, "comparing hands", _SHARES["ranks"], _SHARES["blocks"], sum(costs))

        def prepare() -> Callable[[int], NDArray[np.int32]]:
            source = block_input(game)
            return lambda number: make_block(source, blocks[number])

        make_missing(costs, intact, prepare, store.write, meter)
        report("checking the factors", _SHARES["ranks"] + _SHARES["blocks"])
        local = LocalBlocks(game, [store.read(block.number) for block in blocks])
        row_sums = checked_row_sums(game, FactoredSums(game, store.read(ranks), local))
        with ArtifactWriter(item) as draft:
            draft.append(ROW_SUMS, row_sums)
            store.hand_over(ranks, draft, RANKS)
            for block in blocks:
                store.hand_over(block.number, draft, suit_array(block.number))
            draft.publish(time.perf_counter() - started)
    report("factors ready", 1.0)


def checked_row_sums(game: Game, sums: FactoredSums) -> IntArray:
    """M 1, and with it a check of the whole: symmetries over all classes, cells against all boards."""
    classes = hand_classes(game)
    rng = np.random.default_rng(classes.n)
    sides = np.stack([np.ones(classes.n, dtype=np.int64), *rng.integers(0, 2, (2, classes.n))])
    products = sums.product(sides)
    weighted = classes.sizes * sides
    if int(weighted[0] @ products[0]) or int(weighted[1] @ products[2]) != -int(weighted[2] @ products[1]):
        raise AssertionError(f"the factors of {game.name} are not antisymmetric")
    for i, j in rng.integers(0, classes.n, (_CHECKED_CELLS, 2)).tolist():
        cell = int(sums.block(np.array([i]), np.array([j]))[0, 0])
        if cell != exact_margin(game, classes, i, j):
            raise AssertionError(f"the factors of {game.name} give {cell} for the classes {i} and {j}")
    return np.ascontiguousarray(products[0])


def exact_margin(game: Game, classes: HandClasses, i: int, j: int) -> int:
    """M[i, j] from all boards of all pairs of hands."""
    hand = np.sort(classes.representatives[i])
    hands = classes.combinations(j)
    hands = hands[~np.isin(hands, hand).any(axis=1)]
    outcomes = pair_outcomes(game, np.tile(hand, (len(hands), 1)), hands)
    return sum(outcome_margin(game, outcome) for outcome in outcomes)
