"""Three players of Hold'em: published values and gains of fixed ranges, own gains of equilibria."""

from __future__ import annotations

import numpy as np
import pytest

from jamfold.games import HOLDEM
from jamfold.ranges import parse_range
from jamfold.spots.table.exact import evaluate_table, solve_table
from jamfold.spots.table.hand import Node, TableHand
from jamfold.worth.prizes import Prizes
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
    return TableHand((small, big, button), (blinds[0], blinds[1]), ante=float(row["ante"]), prizes=prizes)


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
    assert found.largest_gain <= 1e-5 * (hand.blinds[1] if hand.prizes is None else hand.prizes.pool)
    scale = sum(hand.stacks) if hand.prizes is None else hand.prizes.pool
    for seat, name in enumerate(SEATS):
        assert found.values[seat] == pytest.approx(float(row[f"value_{name}"]), abs=1e-4 * scale)
    assert found.values.sum() == pytest.approx(scale)
