"""The three-way tables of Hold'em and Six-Plus: published counts; every cell is checked by the build."""

from __future__ import annotations

import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.cards.games import HOLDEM, SIX_PLUS, Game
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.class_tables.threeway_build import check_sums, load_threeway
from jamfold.spots.nplayer.exact_trees import solve_raised
from tests.published_values import rows


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS], ids=lambda game: game.name)
def test_every_cell(game: Game) -> None:
    check_sums(load_threeway(game), load_outcomes(game), lambda *_: None)


def test_published_counts_of_three_classes() -> None:
    """PokerStove's counts for A2o, 88 and QJs."""
    table = load_threeway(HOLDEM)
    counts = table.counts(*(int(table.classes.index(hand)) for hand in ("Ah2c", "8c8d", "QsJs")))
    assert sum(counts.values()) == 394_777_152
    wins = [
        sum(n for order, n in counts.items() if order[hand] == 0 and order.count(0) == 1) for hand in range(3)
    ]
    assert wins == [96_338_988, 145_235_448, 151_892_424]
    assert counts[0, 0, 0] == 1_310_292


def test_published_pot_shares() -> None:
    """Three hands whose placements differ by suits alone."""
    table = load_threeway(HOLDEM)
    row = next(row for row in rows("holdem_threeway.csv") if row["hand1"] == "AsKs")
    given = [int(table.classes.index(row[f"hand{k}"])) for k in (1, 2, 3)]
    counts = table.counts(*given)
    for hand in range(3):
        sixths = sum(6 // order.count(0) * n for order, n in counts.items() if order[hand] == 0)
        assert sixths == 4 * 6 * int(row[f"sixths{hand + 1}"])


@pytest.mark.parametrize("stack", [15.0, 25.0])
def test_an_open_and_a_re_raise_where_hundreds_of_hands_mix(stack: float) -> None:
    hand = TableHand((stack,) * 3, BlindLevel((0.5, 1.0)), raises=Raises(open=(2.0,), later=(5.0,)))
    assert solve_raised(HOLDEM, hand).largest_gain < 1e-5
