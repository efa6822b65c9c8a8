"""The three-way table of a game: its content and storage, cubes of deals for the solver, and how it is built.

For three disjoint hands the boards fall into 13 orders of strength, ties distinguished.  The table has
their numbers for every triple of classes: all cards of all three are out of the deck, so it also says how
two hands do when a third has folded.

The folder ``tables`` has ``G.threeway.npy`` (int32, shape (C(n + 2, 3), 13)),
``G.threeway.placements.npy`` (uint8, shape (C(n + 2, 3),)) and the record.

Cubes are over ordered triples of classes, in deals, and can be summed.

`load_threeway` opens the table of a game and builds it first when it is missing or damaged.  Blocks are
stored as they finish, then one assembly and a check follow.

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
from dataclasses import dataclass
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import BOARD_CARDS, Game, check_threeway
from jamfold.class_tables.blocks import BuildCost, build_cost, make_missing, notice
from jamfold.class_tables.class_table import build_command, identity_of, rules_of, tables_folder
from jamfold.class_tables.decomposition.assembly import hand_terms
from jamfold.class_tables.decomposition.orders import (
    N_ORDERS,
    ORDERS,
    TURNS,
    triple_number,
    triples_below,
    turned_orders,
)
from jamfold.class_tables.decomposition.threeway_terms import (
    order_sums,
    threeway_rank_rows,
    threeway_suit_input,
    threeway_suit_rows,
)
from jamfold.class_tables.outcome_build import Outcomes, load_outcomes
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import UnusableError
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.drafts import ArtifactWriter
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact, OpenArtifact

ORDER_COUNTS, PLACEMENTS = "orders", "placements"
_PLAN_VERSION = 1
_SHARES = {"blocks": 0.93, "sums": 0.05, "check": 0.02}
_TRIPLES = 1.1e5  # of views, a second


@dataclass(frozen=True, eq=False)
class ThreewayTable:
    """The three-way table of one game."""

    game: Game
    classes: HandClasses
    """game, classes: The rules, and the classes."""
    orders: NDArray[np.int32]
    """int32, shape (C(n + 2, 3), 13), a read-only memory map: for classes k >= j >= i, in the row C(k + 2, 3)
    + C(j + 1, 2) + i, the boards on which one hand of class k, a hand of class j and one of class i stand in
    each of the `ORDERS`, over all hands of j and i and all boards."""
    placements: NDArray[np.uint8]
    """uint8, shape (C(n + 2, 3),): the pairs of hands of j and i that are disjoint from it and one
    another."""

    @property
    def n_boards(self) -> int:
        """Boards left when three hands are known."""
        return threeway_boards(self.game)

    def counts(self, class1: int, class2: int, class3: int) -> dict[tuple[int, int, int], int]:
        """Boards by the order of three classes, over all disjoint hands of them.

        Raises ClassError if an id is out of range.

        Returns
        -------
        By the places of the three, 0 for the best; the counts of all 13 sum to the triples of disjoint
        hands times `n_boards`.
        """
        numbers = [int(self.classes.check(number)) for number in (class1, class2, class3)]
        turn = min(TURNS, key=lambda row: [-numbers[hand] for hand in row])
        k, j, i = (numbers[hand] for hand in turn)
        row = self.orders[triple_number(k, j, i)]
        turned = turned_orders()[TURNS.index(turn)]
        size = int(self.classes.sizes[k])
        return {order: size * int(row[turned[o]]) for o, order in enumerate(ORDERS)}


def threeway_boards(game: Game) -> int:
    """Boards left when three hands are known."""
    return comb(len(game.deck) - 3 * game.hole_cards, BOARD_CARDS)


def threeway_item(game: Game) -> Artifact:
    """How a game's three-way table is kept. Raises UnsupportedError if the game has none."""
    check_threeway(game)
    triples = comb(hand_classes(game).n + 2, 3)
    return Artifact(
        folder=tables_folder(),
        name=f"{game.name}.threeway",
        kind="threeway",
        title=f"three-way table of {game.name}",
        serves="table",
        identity=identity_of(game, "boards by the order of three hands, over all disjoint hands and boards"),
        array_specs={
            ORDER_COUNTS: ArraySpec("<i4", (triples, N_ORDERS), mapped=True),
            PLACEMENTS: ArraySpec("|u1", (triples,)),
        },
        build_hint=f"{build_command(game)[:-1]} --threeway`",
        leftovers=(threeway_work_name(game),),
    )


def threeway_work_name(game: Game) -> str:
    """The folder, next to the table, with the blocks of an unfinished build."""
    return f"{game.name}.threeway.work"


def threeway_of(game: Game, artifact: OpenArtifact) -> ThreewayTable:
    return ThreewayTable(game, hand_classes(game), artifact.arrays[ORDER_COUNTS], artifact.arrays[PLACEMENTS])


def order_cube(table: ThreewayTable, values: FloatArray) -> FloatArray:
    """Deals of three classes, each weighted with the mean of a value over its boards.

    Parameters
    ----------
    values
        Shape (13,): by the order of the first, the second and the third class.

    Returns
    -------
    float64, shape (n, n, n), by the three classes.
    """
    turned = np.asarray(values, dtype=np.float64)[turned_orders()] / table.n_boards
    return _cube(table, table.orders, turned)


def deal_cube(table: ThreewayTable) -> FloatArray:
    """Deals of three classes: float64, shape (n, n, n), whole numbers."""
    return _cube(table, table.placements[:, None], np.ones((len(TURNS), 1)))


def _cube(table: ThreewayTable, rows: NDArray[Any], values: FloatArray) -> FloatArray:
    n = table.classes.n
    cube = np.empty((n, n, n))
    _fill(rows, table.classes.sizes, np.array(TURNS), values, cube)
    return cube


def pair_values() -> tuple[FloatArray, FloatArray]:
    """By the order of three hands: 1 where the first beats the second; and where they tie."""
    wins = np.array([float(order[0] < order[1]) for order in ORDERS])
    ties = np.array([float(order[0] == order[1]) for order in ORDERS])
    return wins, ties


def pair_sums(
    table: ThreewayTable,
) -> tuple[IntArray, IntArray, IntArray]:
    """Over all third hands: how often class a beats class b, how often they tie, and in how many deals.

    Returns
    -------
    wins, ties
        int64, shape (n, n): over all hands of both classes, third hands and boards; below
        1,326 x 1,225 x 1,128 x 1,370,754 < 2^52, so that floats hold them.
    deals
        int64, shape (n, n): triples of hands.
    """
    wins, ties = (order_cube(table, table.n_boards * values).sum(axis=2) for values in pair_values())
    return wins.astype(np.int64), ties.astype(np.int64), deal_cube(table).sum(axis=2).astype(np.int64)


@kernel
def _fill(
    counts: NDArray[Any],
    sizes: IntArray,
    turns: IntArray,
    values: FloatArray,
    cube: FloatArray,
) -> None:
    """Fill cube (n, n, n) with the counts of each row, each times its value (6, counts of a row) by turn."""
    triple = np.empty(3, dtype=np.int64)
    row = 0
    for k in range(len(sizes)):
        for j in range(k + 1):
            for i in range(j + 1):
                triple[0], triple[1], triple[2] = k, j, i
                for t in range(turns.shape[0]):
                    total = 0.0
                    for o in range(counts.shape[1]):
                        total += values[t, o] * counts[row, o]
                    a, b, c = triple[turns[t, 0]], triple[turns[t, 1]], triple[turns[t, 2]]
                    cube[a, b, c] = sizes[k] * total
                row += 1


def threeway_needs(game: Game) -> BuildCost:
    """The cost of building a game's three-way table once its outcome planes exist.

    Raises UnsupportedError if the game has no three-way table.
    """
    item_bytes = threeway_item(game).total_bytes
    views = views_for(game).n_views
    ranks = len(multisets(game.n_ranks, game.hole_cards))
    rows = 4 * N_ORDERS * (triples_below(views) + triples_below(ranks))
    return build_cost(item_bytes, rows, rows + item_bytes, triples_below(views) / _TRIPLES)


def threeway_notice(game: Game) -> str | None:
    """A sentence about the cost of a pending build of a three-way table, or None (see `notice`).

    Raises UnsupportedError if the game has no three-way table; UnavailableError if it cannot be opened now.
    """
    item = threeway_item(game)
    return None if item.is_there() else notice(f"three-way table of {game.title}", threeway_needs(game))


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
        terms = threeway_suit_input(game)
        return lambda number: threeway_suit_rows(terms, number - 1) if number else threeway_rank_rows(game)

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
