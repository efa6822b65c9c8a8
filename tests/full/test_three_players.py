"""Two and three seats, exactly: published values and gains of fixed ranges, own gains of equilibria."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.ranges import parse_range
from jamfold.spots.nplayer.exact import evaluate_table, solve_table
from jamfold.spots.nplayer.result import table_result
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from tests.loose import solve
from tests.prize_terms import prize_terms
from tests.published_values import Row, rows

PUBLISHED = rows("three_player.csv")
SEATS = ("sb", "bb", "button")
RANGES = {
    Node(2, ()): "button_jams",
    Node(0, (2,)): "sb_calls",
    Node(0, ()): "sb_jams",
    Node(1, (2, 0)): "bb_calls_both",
    Node(1, (2,)): "bb_calls_button",
    Node(1, (0,)): "bb_calls_sb",
}


def hand_of(row: Row) -> TableHand:
    """The hand of a row, whose stacks begin with the button."""
    button, small, big = (float(chips) for chips in row["stacks"].split())
    prizes = None if row["prizes"] == "chips" else Prizes(tuple(map(float, row["prizes"].split())))
    blinds = tuple(map(float, row["blinds"].split("/")))
    level = BlindLevel((blinds[0], blinds[1]), ante=float(row["ante"]))
    return TableHand((small, big, button), level, prize_terms(3, prizes))


@pytest.mark.parametrize("row", [row for row in PUBLISHED if row["kind"] == "fixed"])
def test_fixed_ranges_to_ten_digits(row: Row) -> None:
    hand = hand_of(row)
    weights = [parse_range(row[RANGES[node]].replace(" ", ","), HOLDEM).class_weights for node in hand.nodes]
    found = evaluate_table(HOLDEM, hand, np.array(weights))
    for seat, name in enumerate(SEATS):
        assert found.values[seat] == pytest.approx(float(row[f"value_{name}"]), rel=1e-10)
        assert found.gains[seat] == pytest.approx(float(row[f"gain_{name}"]), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("row", [row for row in PUBLISHED if row["kind"] == "equilibrium"])
def test_equilibria_by_their_own_gains(row: Row) -> None:
    """Another program may stop at another equilibrium: of general sum, values of two of them may differ."""
    hand = hand_of(row)
    found = solve_table(HOLDEM, hand)
    theirs = [float(row[f"gain_{name}"]) for name in SEATS]
    assert found.largest_gain <= max(theirs)
    assert found.largest_gain <= 1e-9 * (hand.big_blind if hand.prizes is None else hand.prizes.pool)
    scale = sum(hand.stacks) if hand.prizes is None else hand.prizes.pool
    for seat, name in enumerate(SEATS):
        assert found.values[seat] == pytest.approx(float(row[f"value_{name}"]), abs=1e-4 * scale)
    assert found.values.sum() == pytest.approx(scale)


@pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO])
def test_two_seats_of_omaha_are_heads_up(game: Game) -> None:
    spot = solve(game.name, (100, 120), (5, 10), 1, terms=PayoffTerms(rake=Rake(percent=3, cap=4)))
    hand = TableHand((100.0, 120.0), BlindLevel((5.0, 10.0), ante=1), PayoffTerms(Rake(percent=3, cap=4)))
    found = table_result(game, hand)
    assert found.is_counted
    assert found.gains.max() < 1e-8
    assert found.values - np.array(hand.stacks) == pytest.approx(spot.value_chips, abs=1e-8)
    assert found.percent == pytest.approx([spot.jam_percent, spot.call_percent], abs=0.01)


def test_a_search_of_a_deep_tree_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty times the work of 12 big blinds, which the quick tests have."""
    small = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
    monkeypatch.setitem(GAMES, small.name, small)
    hand = TableHand((15.0,) * 3, BlindLevel((0.5, 1.0)), raises=Raises(open=(2.0,), later=(5.0,)))
    assert table_result(small, hand).gains.max() < 1e-9
