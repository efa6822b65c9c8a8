"""Ten thousand random texts each: read and written without loss; spoilt and refused in one sentence."""

from __future__ import annotations

import pytest

from jamfold.cards.games import OMAHA_HILO, Game
from jamfold.ranges import Notation
from tests.ranges.test_ranges_round_trip import (
    CASES,
    NAMES,
    assert_round_trip,
    refuses_in_a_sentence,
    share_of,
)

READ = [case for case in CASES if case[0] != OMAHA_HILO]
"""Omaha Hi/Lo is read and written as Omaha is."""
TEXTS = 1_640
"""By each two-card game and notation; 10,000 with a tenth of it for Omaha."""


def test_ten_thousand() -> None:
    assert sum(share_of(game, TEXTS) for game, _ in READ) >= 10_000


@pytest.mark.parametrize(("game", "notation"), READ, ids=lambda part: part.name)
def test_round_trips(game: Game, notation: Notation) -> None:
    read = [assert_round_trip(game, notation, seed) for seed in range(1_000, 1_000 + share_of(game, TEXTS))]
    assert sum(read) > len(read) / 4


@pytest.mark.parametrize(("game", "notation"), CASES, ids=NAMES)
def test_spoilt_texts(game: Game, notation: Notation) -> None:
    for seed in range(1_000, 1_000 + 10_000 // len(CASES)):
        refuses_in_a_sentence(game, notation, seed)
