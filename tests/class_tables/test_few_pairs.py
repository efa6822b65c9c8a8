"""A few pairs of hands by NumPy alone: the same integers as the kernels count."""

from __future__ import annotations

import numpy as np
import pytest

from jamfold.calculator.calculate import equity
from jamfold.cards.counting.classes import hand_classes, hand_masks
from jamfold.cards.games import GAMES, OMAHA
from jamfold.class_tables.matchup import MOST_KINDS, few_pair_outcomes, pair_outcomes


@pytest.mark.long
@pytest.mark.parametrize("name", ["holdem", "six-plus", "six-plus-trips"])
def test_pairs_are_counted_as_the_kernels_count_them(name: str) -> None:
    game = GAMES[name]
    hands = hand_classes(game).hands
    draws = np.random.default_rng(46).integers(len(hands), size=(2, 150))
    first, second = (hands[side] for side in draws)
    apart = hand_masks(first) & hand_masks(second) == 0
    first, second = first[apart], second[apart]
    for begin in range(0, len(first), MOST_KINDS):
        some = slice(begin, begin + MOST_KINDS)
        few = few_pair_outcomes(game, first[some], second[some])
        assert few is not None
        np.testing.assert_array_equal(few, pair_outcomes(game, first[some], second[some]))


def test_many_kinds_and_other_games_are_left_to_the_kernels() -> None:
    game = GAMES["holdem"]
    hands = hand_classes(game).hands
    assert few_pair_outcomes(game, hands[:100], np.repeat(hands[-1:], 100, axis=0)) is None
    omaha = hand_classes(OMAHA).hands
    assert few_pair_outcomes(OMAHA, omaha[:1], omaha[-1:]) is None


def test_suits_have_no_names() -> None:
    """36 pairs of AA and KK, of which three kinds are counted: shares of published odds."""
    found = equity("holdem", ["AA", "KK"])
    assert round(100 * (found.players[0].equity or 0), 4) == 81.9461
