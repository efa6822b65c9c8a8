"""Tables of two and three seats: against every deal of a toy deck, heads-up, certificates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS
from jamfold.cases.table import TableRequest
from jamfold.core.errors import SituationError, UnsupportedError
from jamfold.solver.seats import evaluate_seats, solve_seats
from jamfold.solver.three_seats import ThreeSeats
from jamfold.spots.nplayer.exact import evaluate_table, solve_table, unit_of
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.search import measure_table
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from tests.app_tables import random_tables
from tests.loose import solve
from tests.prize_terms import prize_terms
from tests.toy_seats import N, naive_own_gain, naive_values, toy_deals, toy_ends

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
HANDS = (
    TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0))),
    TableHand((7.0, 12.0, 9.0), BlindLevel((1.0, 2.0), ante=0.5), PayoffTerms(Rake(percent=5, cap=1))),
    TableHand(
        (10.0, 5.0, 30.0), BlindLevel((1.0, 2.0), bb_ante=1), prize_terms(3, Prizes((50.0, 30.0, 20.0)))
    ),
    TableHand((10.0, 11.0, 2.0), BlindLevel((1.0, 2.0)), prize_terms(3, Prizes((65.0, 35.0)))),
    TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0)), max_allin=2),
)


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def toy(hand: TableHand) -> tuple[ThreeSeats, list[Node]]:
    first, second, third = hand.order
    nodes = [
        Node(first, ()), Node(second, (first,)), Node(second, ()),
        Node(third, (first, second)), Node(third, (first,)), Node(third, (second,)),
    ]  # fmt: skip
    actions = [hand.action(node) for node in nodes]
    forced = np.array([np.nan if action is None else float(action) for action in actions])
    return ThreeSeats(toy_deals(), toy_ends(hand), forced), nodes


@pytest.mark.parametrize("number", range(len(HANDS)))
def test_values_and_gains_over_every_deal(number: int) -> None:
    hand, rng = HANDS[number], np.random.default_rng(number)
    game, nodes = toy(hand)
    found = evaluate_seats(game, rng.random((6, N)))
    strategy = {
        node: row for node, row in zip(nodes, found.strategy, strict=True) if hand.action(node) is None
    }
    order = list(hand.order)
    assert found.values == pytest.approx(naive_values(hand, strategy)[order], abs=1e-12)
    gains = [naive_own_gain(hand, strategy, seat) for seat in order]
    assert found.own_gains == pytest.approx(gains, abs=1e-12)
    assert found.arrivals[0].sum() == pytest.approx(1)


@pytest.mark.parametrize("number", range(len(HANDS)))
def test_a_toy_deck_solved(number: int) -> None:
    hand = HANDS[number]
    game, nodes = toy(hand)
    found = solve_seats(game, N, 1e-9)
    strategy = {
        node: row for node, row in zip(nodes, found.strategy, strict=True) if hand.action(node) is None
    }
    assert max(naive_own_gain(hand, strategy, seat) for seat in hand.order) < 1e-4


def test_states_move_as_they_are_made_anew() -> None:
    rng = np.random.default_rng(3)
    game, _ = toy(HANDS[1])
    state = game.state(rng.random((6, N)))
    for node in range(6):
        state.shift(node, np.array([0, 2]), np.array([0.125, -0.25]))
    state.mix(game.state(rng.random((6, N))), 0.3)
    again = game.state(state.strategy)
    assert state.gains() == pytest.approx(again.gains(), abs=1e-13)
    assert state.values() == pytest.approx(again.values(), abs=1e-12)


@pytest.mark.parametrize("rake", [Rake(), Rake(percent=5, cap=1)])
def test_two_seats_are_heads_up(rake: Rake) -> None:
    spot = solve("holdem", (10, 12), (0.5, 1), 0.1, terms=PayoffTerms(rake=rake))
    hand = TableHand((10.0, 12.0), BlindLevel((0.5, 1.0), ante=0.1), PayoffTerms(rake))
    found = solve_table(HOLDEM, hand)
    assert found.gains.max() < 1e-9
    nets = found.values - np.array(hand.stacks)
    both = found.gains.sum() + sum(spot.gains_chips)
    assert nets == pytest.approx(spot.value_chips, abs=both + 1e-12)
    jam, call = spot.solution.x, spot.solution.y
    given = evaluate_table(HOLDEM, hand, np.stack([jam, call]))
    assert given.values - np.array(hand.stacks) == pytest.approx(spot.value_chips, abs=1e-12)
    assert given.gains == pytest.approx(spot.gains_chips, abs=1e-12)


@pytest.mark.parametrize(
    "hand",
    [
        TableHand((7.0, 9.0), BlindLevel((1.0, 2.0), ante=0.5), whole_chips=True),
        TableHand((20.0, 7.0), BlindLevel((1.0, 2.0)), prize_terms(2, Prizes((70.0, 30.0)))),
        TableHand((20.0, 1.5), BlindLevel((1.0, 2.0)), PayoffTerms(Rake(percent=10))),
    ],
)
def test_two_seats_are_what_deals_say(hand: TableHand, shared_tables: Path) -> None:
    strategy = np.random.default_rng(4).random((len(hand.nodes), 36))
    exact = evaluate_table(SMALL, hand, strategy)
    fresh = measure_table(SMALL, hand, strategy, seconds=0.5).certificate
    assert (np.abs(fresh.values - exact.values) < 5 * fresh.values_error + 1e-12).all()
    assert fresh.reach == pytest.approx(exact.reach, abs=0.02)
    assert fresh.folds == pytest.approx(exact.folds, abs=1e-9)
    assert (np.abs(fresh.margins - exact.margins) < 6 * fresh.margins_error).all()
    solved = solve_table(SMALL, hand)
    assert solved.gains.max() < 1e-12 * (hand.prizes.pool if hand.prizes else 2.0)


def test_a_seat_that_always_folds_leaves_heads_up(shared_tables: Path) -> None:
    """The cards it folds are any cards."""
    rng = np.random.default_rng(1)
    jam, call = rng.random(36), rng.random(36)
    two = evaluate_table(SMALL, TableHand((20.0, 30.0), BlindLevel((1.0, 2.0))), np.stack([jam, call]))
    hand = TableHand((20.0, 30.0, 25.0), BlindLevel((1.0, 2.0)))
    strategy = rng.random((6, 36))
    for row, node in enumerate(hand.nodes):
        if node == Node(2, ()):
            strategy[row] = 0
        elif node == Node(0, ()):
            strategy[row] = jam
        elif node == Node(1, (0,)):
            strategy[row] = call
    three = evaluate_table(SMALL, hand, strategy)
    assert three.values == pytest.approx([*two.values, 25.0], abs=1e-12)


@pytest.mark.parametrize("prizes", [None, Prizes((50.0, 30.0, 20.0))])
def test_three_seats_with_their_certificate(prizes: Prizes | None, shared_tables: Path) -> None:
    hand = TableHand((20.0, 24.0, 16.0), BlindLevel((1.0, 2.0)), prize_terms(3, prizes))
    found = solve_table(SMALL, hand)
    assert found.values.sum() == pytest.approx(60 if prizes is None else 100)
    assert found.gains.max() < 1e-9 * (2 if prizes is None else 100)
    again = evaluate_table(SMALL, hand, found.strategy)
    assert again.gains == pytest.approx(found.gains, abs=1e-12)
    assert found.reach[0] == pytest.approx(1)
    assert found.reach.max() < 1 + 1e-12
    # A hand that gains by the other action does not play its own.
    margins = np.where(found.strategy > 0.5, found.margins, -found.margins)
    assert np.nanmin(margins) > -0.05


def test_what_is_not_solved_exactly() -> None:
    with pytest.raises(SituationError, match="4 seats are not solved exactly"):
        solve_table(HOLDEM, TableHand((10.0,) * 4, BlindLevel((1.0, 2.0))))
    with pytest.raises(UnsupportedError, match="no three-way table of omaha"):
        solve_table(OMAHA, TableHand((10.0,) * 3, BlindLevel((1.0, 2.0))))
    odd = TableHand((10.0,) * 2, BlindLevel((1.0, 2.0)), whole_chips=True)
    with pytest.raises(SituationError, match="Odd chips of split pots"):
        solve_table(OMAHA_HILO, odd)
    assert not table_result(OMAHA_HILO, odd, seconds=0.2).exact  # sampled
    with pytest.raises(SituationError, match="1 ranges for 2 decisions"):
        evaluate_table(HOLDEM, TableHand((10.0,) * 2, BlindLevel((1.0, 2.0))), np.ones((1, 169)))
    with pytest.raises(SituationError, match="from 0 to 1"):
        evaluate_table(HOLDEM, TableHand((10.0,) * 2, BlindLevel((1.0, 2.0))), np.full((2, 169), 2.0))


@pytest.mark.long
def test_random_tables_of_three_are_exact() -> None:
    """Of all kinds, and one in which more classes of a seat mix than others can make indifferent."""
    for body in [*random_tables(24, seed=7), {"game": "six-plus", "stacks": ["10bb"] * 3}]:
        question = TableRequest.from_json(body)
        found = solve_table(question.rules, question.hand)
        assert found.largest_gain <= 1e-9 * unit_of(question.hand), body
        assert found.iterations < 1_000, body
