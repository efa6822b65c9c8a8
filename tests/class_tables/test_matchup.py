"""Hand against hand: published counts, and all boards of small decks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.cards import Rank, parse_cards
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.class_tables.matchup import outcome_margin
from tests import naive
from tests.published_values import Row, hand_outcomes, joint_outcomes, rows


def _hands(row: Row) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return parse_cards(row["hand1"]), parse_cards(row["hand2"])


@pytest.mark.slow
@pytest.mark.parametrize("row", rows("omaha_matchups.csv"), ids=lambda row: f"{row['hand1']}-{row['hand2']}")
def test_omaha_published_joint_outcomes(row: Row) -> None:
    outcomes = hand_outcomes(OMAHA_HILO, *_hands(row))
    assert np.array_equal(outcomes, joint_outcomes(row))
    high = hand_outcomes(OMAHA, *_hands(row))
    assert high[:, 0].tolist() == [int(row[name]) for name in ("hi_win1", "hi_tie", "hi_win2")]
    assert outcomes.sum() == 1_086_008


@pytest.mark.parametrize(
    ("game", "file", "columns"),
    [
        (HOLDEM, "holdem_matchups.csv", ("win1", "tie", "win2")),
        (SIX_PLUS, "sixplus_matchups.csv", ("S_win1", "S_tie", "S_win2")),
        (SIX_PLUS_TRIPS, "sixplus_matchups.csv", ("T_win1", "T_tie", "T_win2")),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_holdem_and_six_plus_published_outcomes(game: Game, file: str, columns: tuple[str, ...]) -> None:
    for row in rows(file):
        outcomes = hand_outcomes(game, *_hands(row))
        assert outcomes[:, 0].tolist() == [int(row[column]) for column in columns]
        assert not outcomes[:, 1:].any()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
@settings(max_examples=15)
def test_small_decks_against_all_boards(game: Game, data: st.DataObject) -> None:
    """Nine-high decks' worth of cards: seven ranks, every order of the hands, one to four hole cards."""
    hole = data.draw(st.integers(max(1, min(game.hole_used)), 4))
    used = tuple(use for use in game.hole_used if use <= hole)
    small = replace(game, lowest_rank=Rank(7), split_low=False, hole_cards=hole, hole_used=used)
    cards = data.draw(st.permutations(small.deck))
    hand1, hand2 = cards[:hole], cards[hole : 2 * hole]
    outcomes = hand_outcomes(small, hand1, hand2)
    assert outcomes.sum() == small.n_boards
    assert outcome_margin(small, outcomes) == naive.margin(small, hand1, hand2)


@given(data=st.data())
@settings(max_examples=30)
def test_swapping_the_players_mirrors_the_outcomes(data: st.DataObject) -> None:
    cards = data.draw(st.permutations(OMAHA_HILO.deck))
    forward = hand_outcomes(OMAHA_HILO, cards[:4], cards[4:8])
    backward = hand_outcomes(OMAHA_HILO, cards[4:8], cards[:4])
    assert np.array_equal(backward, forward[::-1][:, [0, 3, 2, 1]])
    assert outcome_margin(OMAHA_HILO, backward) == -outcome_margin(OMAHA_HILO, forward)


@pytest.mark.parametrize(
    ("high", "low", "margin"),
    [
        (0, 0, 2),  # no qualifying low: the high hand scoops
        (0, 1, 2),  # wins both halves
        (0, 2, 1),  # wins the high, quarters the low: three quarters
        (0, 3, 0),  # a half each
        (1, 0, 0),
        (1, 1, 1),
        (1, 2, 0),
        (1, 3, -1),  # quartered
        (2, 0, -2),
        (2, 1, 0),
        (2, 2, -1),
        (2, 3, -2),
    ],
)
def test_pot_shares_of_split_pots(high: int, low: int, margin: int) -> None:
    outcomes = np.zeros((3, 4), dtype=np.int64)
    outcomes[high, low] = 1
    assert outcome_margin(OMAHA_HILO, outcomes) == margin
