"""Three-way tables, opened or built: `load_threeway`, resumable blocks of R3 and G3, and a check.

`load_threeway` gives the table of a game (see `class_tables.threeway_table`) and builds it first when it is
missing or damaged.  Blocks are stored as they finish, then one assembly and a check follow.

A block is R3, or all views of G3 with one greatest set A1; 1 + 92 of them in a full deck.  In the finished
table every pair of classes is compared with the class table and its ties: summed over all third hands, the
boards on which one hand beats another are C(D - 9, 2) times those of the two alone (the third hand's cards
come out of what two hands and a board leave).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import BOARD_CARDS, Game, check_threeway
from jamfold.cards.strength.boards import rank_codes
from jamfold.class_tables.blocks import make_missing
from jamfold.class_tables.class_table import rules_of, tables_folder
from jamfold.class_tables.decomposition.assembly import hand_terms
from jamfold.class_tables.decomposition.orders import N_ORDERS, ORDERS, triples_below
from jamfold.class_tables.decomposition.threeway_suit import threeway_suit_input, threeway_suit_rows
from jamfold.class_tables.decomposition.threeway_terms import order_sums, threeway_rank_rows
from jamfold.class_tables.needs import threeway_needs, threeway_notice
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.class_tables.outcome_table import Outcomes
from jamfold.class_tables.threeway_table import (
    ORDER_COUNTS,
    PLACEMENTS,
    ThreewayTable,
    pair_sums,
    threeway_boards,
    threeway_item,
    threeway_of,
    threeway_work_name,
)
from jamfold.core.errors import UnusableError
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.drafts import ArtifactWriter
from jamfold.core.storage.files import ArraySpec

_PLAN_VERSION = 1
_SHARES = {"blocks": 0.93, "sums": 0.05, "check": 0.02}


def build_threeway(outcomes: Outcomes, report: Progress) -> None:
    """Build the three-way table of a game where it is missing, and keep it.

    Blocks kept from an earlier, interrupted build are not made again.  Raises UnsupportedError if the game
    has no three-way table; UnavailableError if the table or a block is there and cannot be opened now;
    TableError if the folder cannot be written, or disk or memory are short.

    Parameters
    ----------
    outcomes
        The game's ties and class table, which the finished table is compared with.
    """
    game = outcomes.game
    item, store = threeway_item(game), threeway_store(game)
    with item.locked(report):
        with suppress(UnusableError):
            item.open()  # another process may have made it meanwhile
            return
        needs, started = threeway_needs(game), time.perf_counter()
        with store.resume(needs.disk_bytes, needs.memory_bytes) as intact:
            _make_blocks(game, store, intact, report)
            with ArtifactWriter(item) as draft:
                _fill_part(game, draft, store, report)
                _check(draft, outcomes, report)
                draft.publish(time.perf_counter() - started)
    report("three-way table ready", 1.0)


def threeway_store(game: Game) -> BlockStore:
    """Where the blocks of a build are kept until the table is there: block 0 is R3, block 1 + a the set a."""
    views = views_for(game)
    last = triples_below(len(multisets(game.n_ranks, game.hole_cards)))
    below = [triples_below(first) for first in views.first_view.tolist()]
    sizes = [last, *(stop - start for start, stop in pairwise(below))]
    plan = {"plan_version": _PLAN_VERSION, "rules": rules_of(game), "orders": ORDERS, "sizes": sizes}
    checksum = hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()
    return BlockStore(
        tables_folder() / threeway_work_name(game),
        {"game": game.name, "plan": checksum},
        {number: ArraySpec("<i4", (size, N_ORDERS), mapped=True) for number, size in enumerate(sizes)},
    )


def _make_blocks(game: Game, store: BlockStore, intact: set[int], report: Progress) -> None:
    views = views_for(game)
    costs = [1.0, *np.array([0.01, 0.3, 0.4])[views.set_sizes].tolist()]  # seconds, roughly
    meter = Meter(report, "comparing three hands", 0.0, _SHARES["blocks"], sum(costs))

    def prepare() -> Callable[[int], NDArray[np.int32]]:
        codes = rank_codes(game)
        terms, sets = threeway_suit_input(game, codes), range(codes.high.shape[1])

        def make(number: int) -> NDArray[np.int32]:
            if number == 0:
                return threeway_rank_rows(codes, game.n_ranks, game.hole_cards, sets)
            return threeway_suit_rows(terms, number - 1)

        return make

    make_missing(costs, intact, prepare, store.write, meter)


def _fill_part(game: Game, draft: ArtifactWriter, store: BlockStore, report: Progress) -> None:
    """Sum the terms up for all triples of classes; R3 and G3 are in memory only here."""
    terms = hand_terms(game)
    n, n_blocks = len(terms.starts) - 1, 1 + len(views_for(game).sets)
    rank_rows = np.array(store.read(0))
    suit_rows = np.concatenate([store.read(number) for number in range(1, n_blocks)])
    meter = Meter(report, "summing up classes", _SHARES["blocks"], _SHARES["sums"], triples_below(n))
    for sums, placements in in_parallel(lambda k: order_sums(terms, rank_rows, suit_rows, k), range(n)):
        draft.append(ORDER_COUNTS, sums)
        draft.append(PLACEMENTS, placements)
        meter.advance(len(sums))


def _check(draft: ArtifactWriter, outcomes: Outcomes, report: Progress) -> None:
    """Compare what is written; nothing stays mapped, since Windows renames no file that is."""
    orders, placements = draft.written(ORDER_COUNTS), draft.written(PLACEMENTS)
    check_sums(ThreewayTable(outcomes.game, outcomes.table.classes, orders, placements), outcomes, report)


def check_sums(table: ThreewayTable, outcomes: Outcomes, report: Progress) -> None:
    """Compare all triples with their placements, and all pairs with what two hands do.

    Raises AssertionError if a count differs.
    """
    game, two = table.game, outcomes.table
    report("checking the three-way table", 1 - _SHARES["check"])
    wins, ties, placements = pair_sums(table)
    counted = table.placements.astype(np.int64) * threeway_boards(game)
    if (table.orders.sum(axis=1, dtype=np.int64) != counted).any() or table.orders.min() < 0:
        raise AssertionError(f"the three-way table of {game.name} has no counts of boards")
    sizes = two.classes.sizes[:, None]
    thirds = comb(len(game.deck) - 2 * game.hole_cards - BOARD_CARDS, game.hole_cards)
    hands = prod(comb(len(game.deck) - m * game.hole_cards, game.hole_cards) for m in range(3))
    alike = (
        (wins - wins.T == thirds * sizes * two.margins.astype(np.int64)).all()
        and (ties == thirds * sizes * outcomes.planes[0].values.astype(np.int64)).all()
        and placements.sum() == hands
    )
    if not alike:
        raise AssertionError(f"the three-way table of {game.name} is not that of two hands, summed up")


__all__ = [
    "ThreewayTable",
    "load_threeway",
    "threeway_needs",
    "threeway_notice",
]


def load_threeway(game: Game, progress: Progress | None = None) -> ThreewayTable:
    """The three-way table of a game, built first if it is missing, damaged or of another version.

    Its class table and outcome planes, which a build is compared with, are built first too.  Raises
    UnsupportedError if the game has no three-way table; UnavailableError if the table is there and cannot be
    opened now; TableError if it cannot be built here: folder not writable, disk or memory short.
    """
    report = progress or ignore_progress
    check_threeway(game)
    item = threeway_item(game)
    try:
        artifact = item.open()
    except UnusableError:
        build_threeway(load_outcomes(game, progress), report)
        artifact = item.open()
    item.tidy(finished=True)
    return threeway_of(game, artifact)
