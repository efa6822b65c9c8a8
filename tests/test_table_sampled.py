"""Tables by sampled deals: deal by deal against a plain recursion, and against what is exact."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.calculator.sampling import Drawing, draw_deals
from jamfold.cards import Rank
from jamfold.counting.classes import hand_classes
from jamfold.errors import SituationError
from jamfold.games import GAMES, HOLDEM, OMAHA_HILO, SIX_PLUS, Game
from jamfold.spots.table.deals_kernel import deal_gains
from jamfold.spots.table.exact import evaluate_table
from jamfold.spots.table.hand import Node, TableHand
from jamfold.spots.table.sampled import measure_table, sample_table, seatings
from jamfold.spots.table.tree import make_tree
from jamfold.strength.showdown import number_boards, number_hands, strength_tables
from jamfold.worth.prizes import Prizes
from jamfold.worth.rake import Rake
from tests import naive

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def places_of(strengths: list[int]) -> list[int]:
    better = sorted(set(strengths), reverse=True)
    return [better.index(one) for one in strengths]


@dataclass
class Plain:
    """One deal in one seating, followed action by action."""

    hand: TableHand
    classes: list[int]
    high: list[int]
    low: list[int] | None
    strategy: dict[Node, NDArray[np.float64]]
    gains: dict[Node, float] = field(default_factory=dict)

    def follow(self, at: int, in_: tuple[int, ...], chance: float) -> NDArray[np.float64]:
        """What every position has in the mean; on the way what jamming gains at each node."""
        hand = self.hand
        if at == hand.n or (at == hand.n - 1 and not in_):
            places = places_of([self.high[hand.order.index(seat)] for seat in in_])
            lows: list[int | None] | None = None
            if self.low is not None:
                held = [self.low[hand.order.index(seat)] for seat in in_]
                lows = [None if one < 0 else sum(other > one for other in held) for one in held]
            return np.array(hand.values_after(in_, places, lows))[list(hand.order)]
        node = Node(hand.order[at], in_)
        action = hand.action(node)
        if action is not None:
            return self.follow(at + 1, (*in_, node.seat) if action else in_, chance)
        jams = float(self.strategy[node][self.classes[at]])
        jam = self.follow(at + 1, (*in_, node.seat), chance * jams)
        fold = self.follow(at + 1, in_, chance * (1 - jams))
        self.gains[node] = chance * float(jam[at] - fold[at])
        mean: NDArray[np.float64] = jams * jam + (1 - jams) * fold
        return mean


@pytest.mark.parametrize(
    ("game", "hand"),
    [
        (HOLDEM, TableHand((9.0, 12.0, 7.0, 20.0), (1.0, 2.0), ante=0.5, rake=Rake(percent=5, cap=1))),
        (HOLDEM, TableHand((9.0, 12.0, 1.0, 20.0, 15.0), (1.0, 2.0), ante=1)),
        (HOLDEM, TableHand((9.0, 3.0, 7.0), (1.0, 2.0), bb_ante=1, prizes=Prizes((5.0, 3.0, 2.0)))),
        (OMAHA_HILO, TableHand((9.0, 12.0, 7.0), (1.0, 2.0), max_allin=3)),
    ],
)
def test_every_deal_by_a_plain_recursion(game: Game, hand: TableHand) -> None:
    classes, tree, rng = hand_classes(game), make_tree(game, hand), np.random.default_rng(5)
    strategy = np.where(np.isnan(tree.forced)[:, None], rng.random((len(tree.nodes), classes.n)), 0)
    strategy += np.nan_to_num(tree.forced)[:, None]
    strategy[0] = np.round(strategy[0])  # branches that are not wanted
    response = np.where(np.isnan(tree.forced)[:, None], rng.random(strategy.shape), strategy)
    drawing = Drawing.of(game, [np.ones(len(classes.hands))] * hand.n, (), frozenset())
    tuples, boards = draw_deals(drawing, 6, [3], 100)
    gains, by_deal = np.zeros_like(strategy), np.empty((6, 2, hand.n))
    rows = np.repeat(np.arange(classes.n), classes.sizes)
    seating = seatings(hand.n)
    deal_gains(
        tree.tree, strength_tables(game), number_hands(game, classes.hands), rows, tuples,
        number_boards(game, boards), seating, strategy, response, game.split_low, gains, by_deal,
    )  # fmt: skip
    number = {node: at for at, node in enumerate(tree.nodes)}
    expected, each = np.zeros_like(gains), np.zeros_like(by_deal)
    for deal, (mine, board) in enumerate(zip(tuples, boards.tolist(), strict=True)):
        for seats in seating:
            cards = [classes.hands[mine[one]].tolist() for one in seats]
            player = Plain(
                hand,
                [int(rows[mine[one]]) for one in seats],
                [naive.best_high(game, one, board) for one in cards],
                [naive.best_low(game, one, board) for one in cards] if game.split_low else None,
                {node: strategy[row] for node, row in number.items()},
            )
            each[deal, 0] += player.follow(0, (), 1.0) / len(seating)
            for node, gain in player.gains.items():
                at = hand.order.index(node.seat)
                row, held = number[node], player.classes[at]
                expected[row, held] += gain / len(seating)
                each[deal, 1, at] += gain / len(seating) * (response[row, held] - strategy[row, held])
    free = np.isnan(tree.forced)
    assert gains[free] == pytest.approx(expected[free], abs=1e-12)
    assert by_deal == pytest.approx(each, abs=1e-9)


def test_seatings_give_each_hand_each_seat_alike() -> None:
    for seats in range(2, 11):
        table = seatings(seats)
        for row in table:
            assert sorted(row) == list(range(seats))
        counts = [[int((table[:, place] == one).sum()) for one in range(seats)] for place in range(seats)]
        assert len({count for row in counts for count in row}) == 1


def test_exact_values_lie_where_the_sample_says(data_folder: Path) -> None:
    hand = TableHand((20.0, 30.0, 25.0), (1.0, 2.0))
    strategy = np.random.default_rng(2).random((6, 36))
    exact = evaluate_table(SMALL, hand, strategy)
    found = measure_table(SMALL, hand, strategy, seconds=1.0)
    assert found.strategy == pytest.approx(strategy)
    assert np.abs(found.values - exact.values).max() < 5 * found.values_error.max()
    # With gains as large the best responses are soon known.
    assert np.abs(found.gains - exact.gains).max() < 5 * found.gains_error.max()
    assert (found.bounds > exact.gains).all()
    assert found.reach == pytest.approx(exact.reach, abs=0.05)


def test_the_stated_bound_holds(data_folder: Path) -> None:
    """Of 20 runs with other seeds the exact gain lies above the bound in two at most."""
    hand = TableHand((20.0, 20.0, 20.0), (1.0, 2.0))
    held = 0
    for seed in range(20):
        found = sample_table(SMALL, hand, seconds=0.2, seed=seed)
        exact = evaluate_table(SMALL, hand, found.strategy)
        held += bool((exact.gains <= found.bounds).all())
        assert found.deals > found.certified_deals > 0
    assert held >= 18


def test_more_deals_gain_less(data_folder: Path) -> None:
    hand = TableHand((20.0, 20.0, 20.0), (1.0, 2.0))
    found = sample_table(SMALL, hand, seconds=3.0)
    assert evaluate_table(SMALL, hand, found.strategy).gains.max() < 0.05
    assert found.values.sum() == pytest.approx(60)
    soon = sample_table(SMALL, hand, seconds=60.0, gain=1.0)
    assert soon.bounds.max() <= 1.0
    assert soon.seconds < 60.0


def test_what_is_not_sampled() -> None:
    deep = TableHand((50.0,) * 4, (1.0, 2.0))
    with pytest.raises(SituationError, match="time must be above zero"):
        sample_table(HOLDEM, deep, seconds=0)
    with pytest.raises(SituationError, match="gain must be above zero"):
        sample_table(HOLDEM, deep, gain=0)
    with pytest.raises(SituationError, match="At most 5 may be all-in"):
        sample_table(HOLDEM, TableHand((50.0,) * 7, (1.0, 2.0), max_allin=6))
    with pytest.raises(SituationError, match="1 ranges for 14 decisions"):
        measure_table(HOLDEM, deep, np.ones((1, 169)))
