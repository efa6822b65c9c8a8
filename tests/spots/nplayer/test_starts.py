"""Searches of three seats from several starts, and how many equilibria end them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.cases.table import TableRequest
from jamfold.core.errors import SituationError
from jamfold.spots.nplayer.exact import Starts, _count, search_starts
from jamfold.views.table_sentences import starts_words

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
HAND = TableHand((12.0, 20.0, 16.0), BlindLevel((1.0, 2.0)))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


@pytest.mark.slow
def test_searches_of_a_small_game_end_in_equilibria() -> None:
    found = search_starts(SMALL, HAND, 6, 1)
    assert found.starts == 6
    assert 1 <= found.equilibria <= found.settled <= 6
    assert (found.equilibria == 1) == (found.values_apart <= 2e-4 and found.percent_apart <= 0.1)
    again = search_starts(SMALL, HAND, 6, 1)
    assert (again.settled, again.equilibria, again.values_apart) == (
        found.settled, found.equilibria, found.values_apart
    )  # fmt: skip


def test_ends_are_told_apart_by_values_or_by_decisions() -> None:
    values, percents = np.zeros((4, 3)), np.full((4, 2), 50.0)
    assert _count(values, percents) == 1
    values[1, 2] = 2e-4
    percents[3, 0] = 50.2
    assert _count(values, percents) == 3
    assert _count(values[:0], percents[:0]) == 0


def test_the_number_is_told() -> None:
    words = starts_words(Starts(100, 98, 2, 0.02, 3.0), HAND)
    assert words.startswith("98 of 100 random starts reached 2 equilibria (2 found none): a seat's")
    assert "0.02 chips (0.01 bb)" in words


@pytest.mark.parametrize(
    "more",
    [{"stacks": ("10bb", "10bb")}, {"stacks": ("10bb",) * 4}, {"stacks": ("20bb",) * 3, "open": ("2bb",)}],
)
def test_starts_where_there_are_none(more: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(SituationError, match="Starts are for three seats") as error:
        TableRequest(game="six-plus", starts=10, **more)  # type: ignore[arg-type]
    assert error.value.field == "starts"
