"""Raw strength on a flop, and its distribution over all flops."""

from __future__ import annotations

import pytest

from jamfold.cards import parse_cards
from jamfold.equity.flops.strength import (
    N_HOLDINGS,
    N_OUTCOMES,
    N_RUNOUTS,
    FlopStrengths,
    flop_classes,
    flop_strengths,
    read_flop,
)
from tests.naive_flops import flop_outcomes

KINDS_OF_FLOPS = ("Kh7d2c", "Kh7h2c", "Kh7h2h", "ThTd9s", "8h8d8s", "QhJhTh")


def wins_and_ties(found: FlopStrengths, hand: str) -> tuple[int, int]:
    row = found.number(parse_cards(hand))
    return int(found.wins[row]), int(found.ties[row])


def test_counts_of_flops_and_outcomes() -> None:
    assert (N_HOLDINGS, N_RUNOUTS, N_OUTCOMES) == (1_176, 1_081, 1_070_190)
    flops = flop_classes()
    assert (flops.n, int(flops.sizes.sum())) == (1_755, 22_100)


# Against an evaluator written from the rules, over all 1,070,190 outcomes.
@pytest.mark.parametrize(
    ("hand", "flop"),
    [
        ("AsKd", "Kh7d2c"),
        ("6h5h", "Th9h8h"),  # straight flushes on both sides
        ("2s2d", "AhAcAd"),  # full house, the board may counterfeit it
        ("4c3c", "Ad5s2h"),  # ace plays low
        ("3c2d", "AhKhQh"),  # most wins are splits of the board
    ],
)
def test_five_states_against_brute_force(hand: str, flop: str) -> None:
    win, tie, lose = flop_outcomes(parse_cards(hand), parse_cards(flop))
    assert win + tie + lose == N_OUTCOMES
    assert wins_and_ties(flop_strengths(read_flop(flop)), hand) == (win, tie)
