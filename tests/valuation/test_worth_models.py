"""Stack models: published values, two ways that agree, and what holds for any chips and prizes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import groupby, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.core.errors import WorthError
from jamfold.valuation import finishes
from jamfold.valuation.field import values_by_integral
from jamfold.valuation.models import (
    BEN_ROBERTS,
    MALMUTH_HARVILLE,
    MALMUTH_WEITZMAN,
    MODELS,
    MOST_PLAYERS,
    find_model,
    stack_fractions,
    stack_values,
)
from tests.published_values import Row, rows

CHIPS = st.integers(1, 10**9)


@cache
def cases() -> list[tuple[str, list[Row]]]:
    grouped = groupby(rows("icm.csv"), lambda row: (row["model"], row["case"]))
    return [(model, list(members)) for (model, _), members in grouped]


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


@pytest.mark.parametrize(("model", "players"), cases(), ids=lambda value: str(value)[:20])
def test_published_values(model: str, players: list[Row]) -> None:
    stacks, prizes = numbers(players[0]["stacks"]), numbers(players[0]["prizes"])
    values, fractions = stack_values(stacks, prizes, model), stack_fractions(stacks, prizes, model)
    assert len(players) == len(values)
    for row, value in zip(players, values, strict=True):
        assert abs(value - float(row["equity"])) <= 1e-13 * sum(prizes)
    for number, row in enumerate(players):
        if row["equity_numerator"] and fractions is not None:
            assert fractions[number] == Fraction(int(row["equity_numerator"]), int(row["equity_denominator"]))


def test_all_rows_are_read() -> None:
    assert sum(len(players) for _, players in cases()) == 394
    small = [players for model, players in cases() if stack_fractions(*_first(players), model) is not None]
    assert len(small) > 40


def _first(players: list[Row]) -> tuple[list[int], list[int]]:
    return numbers(players[0]["stacks"]), numbers(players[0]["prizes"])


def test_the_bubble_of_card_player() -> None:
    """Calling off 4,000 chips is right from 69.72%: what they are worth over what a win is worth."""
    stays = stack_values((4000, 5500, 1400, 2600), (50, 30, 20))[0]
    wins = stack_values((8800, 700, 1400, 2600), (50, 30, 20))[0]
    assert round(100 * stays / wins, 2) == 69.72


@st.composite
def tables(draw: st.DrawFn, most: int = 9) -> tuple[list[int], list[float]]:
    stacks = draw(st.lists(CHIPS, min_size=1, max_size=most))
    prizes = draw(st.lists(st.integers(0, 1000), min_size=1, max_size=len(stacks)))
    return stacks, sorted(map(float, prizes), reverse=True)


@given(tables(most=12))
def test_sets_and_integral_are_equal(table: tuple[list[int], list[float]]) -> None:
    stacks, prizes = table
    difference = finishes.by_sets(stacks, prizes) - values_by_integral(stacks, prizes)[0]
    assert np.abs(difference).max() <= 1e-12 * sum(prizes)


def test_sets_and_integral_are_equal_from_one_chip_to_a_billion() -> None:
    stacks = [10**power for power in range(10)] + [1, 10**9]
    for paid in (1, 5, 12):
        prizes = [float(2 ** (paid - place)) for place in range(paid)]
        difference = finishes.by_sets(stacks, prizes) - values_by_integral(stacks, prizes)[0]
        assert np.abs(difference).max() <= 1e-12 * sum(prizes)


def test_orders_of_finish_one_by_one() -> None:
    stacks, prizes = (7, 1, 4, 9, 2), (10, 6, 6, 3, 1)
    values = [Fraction(0)] * 5
    for order in permutations(range(5)):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for prize, player in zip(prizes, order, strict=True):
            values[player] += chance * prize
    assert stack_fractions(stacks, prizes) == tuple(values)


@pytest.mark.parametrize("model", MODELS)
@settings(max_examples=60)
@given(table=tables(most=4))
def test_fractions_are_the_same_in_another_arithmetic(
    model: str, table: tuple[list[int], list[float]]
) -> None:
    """They run to the end; the others stop where all lower places pay the same."""
    stacks, prizes = table
    exactly = stack_fractions(stacks, prizes, model)
    assert exactly is not None
    assert sum(exactly) == sum(prizes)
    for one, value in zip(exactly, stack_values(stacks, prizes, model), strict=True):
        assert value == pytest.approx(float(one), abs=1e-11 * sum(prizes))


@pytest.mark.parametrize("model", MODELS)
@given(table=tables(most=6))
def test_shares_sum_to_the_prizes_and_larger_stacks_have_more(
    model: str, table: tuple[list[int], list[float]]
) -> None:
    stacks, prizes = table
    values = stack_values(stacks, prizes, model)
    assert sum(values) == pytest.approx(sum(prizes), abs=1e-11 * sum(prizes))
    for stack, value in zip(stacks, values, strict=True):
        for other, less in zip(stacks, values, strict=True):
            assert stack < other or value >= less - 1e-11 * sum(prizes)


@pytest.mark.parametrize("model", MODELS)
@given(stacks=st.lists(CHIPS, min_size=1, max_size=6), prize=st.integers(1, 10**6))
def test_one_prize_is_shared_by_chips(model: str, stacks: list[int], prize: int) -> None:
    for stack, value in zip(stacks, stack_values(stacks, [prize], model), strict=True):
        assert value == pytest.approx(prize * stack / sum(stacks), abs=1e-12 * prize)


@pytest.mark.parametrize("model", MODELS)
@given(stacks=st.tuples(CHIPS, CHIPS), first=st.integers(0, 100), second=st.integers(0, 100))
def test_two_players_are_linear(model: str, stacks: tuple[int, int], first: int, second: int) -> None:
    share = stacks[0] / sum(stacks)
    value = stack_values(stacks, [first, second], model)[0]
    assert value == pytest.approx(second + (first - second) * share, abs=1e-12 * (first + second))


@settings(max_examples=60)
@given(
    stacks=st.lists(st.integers(1, 1000), min_size=3, max_size=6),
    bet=st.floats(0.01, 0.99),
    prizes=st.lists(st.integers(0, 100), min_size=3, max_size=3, unique=True),
)
def test_a_fair_bet_costs_both_and_pays_everybody_else(
    stacks: list[int], bet: float, prizes: list[int]
) -> None:
    paid = sorted(prizes, reverse=True)
    chips = bet * min(stacks[:2])
    before = np.array(stack_values(stacks, paid))
    won = np.array(stack_values([stacks[0] + chips, stacks[1] - chips, *stacks[2:]], paid))
    lost = np.array(stack_values([stacks[0] - chips, stacks[1] + chips, *stacks[2:]], paid))
    change = (won + lost) / 2 - before
    assert (change[:2] < 1e-11).all()
    assert (change[2:] > -1e-11).all()


def test_many_players() -> None:
    stacks = [1 + 37 * k % 1000 for k in range(1000)]
    prizes = [100.0 - k for k in range(30)]
    values = stack_values(stacks, prizes)
    assert sum(values) == pytest.approx(sum(prizes), rel=1e-12)


@pytest.mark.parametrize("model", [MALMUTH_WEITZMAN, BEN_ROBERTS])
def test_models_that_grow_too_large(model: str) -> None:
    most = MOST_PLAYERS[model]
    with pytest.raises(WorthError, match=f"at most {most} players, not {most + 1}") as caught:
        stack_values([5] * (most + 1), [1], model)
    assert caught.value.field == "model"
    assert stack_values([5] * most, [1, 1, 1], model) == pytest.approx([3 / most] * most)


@pytest.mark.parametrize(
    ("stacks", "prizes", "model", "field", "words"),
    [
        ([], [1], MALMUTH_HARVILLE, "stacks", "No players"),
        ([5, 0], [1], MALMUTH_HARVILLE, "stacks", "Player 2 has no chips"),
        ([5, -1], [1], MALMUTH_HARVILLE, "stacks", "player 2 must not be negative"),
        ([5, float("nan")], [1], MALMUTH_HARVILLE, "stacks", "finite"),
        ([5, float("inf")], [1], MALMUTH_HARVILLE, "stacks", "finite"),
        ([5, 1e16], [1], MALMUTH_HARVILLE, "stacks", "at most"),
        ([5, True], [1], MALMUTH_HARVILLE, "stacks", "must be a number"),
        ([5, 5], [3, 2, 1], MALMUTH_HARVILLE, "prizes", "3 prizes for 2 players"),
        ([5, 5], [float("nan")], MALMUTH_HARVILLE, "prizes", "finite"),
        ([5, 5], [3], "chip-chop", "model", "Unknown model 'chip-chop'"),
    ],
)
def test_bad_input(stacks: list[float], prizes: list[float], model: str, field: str, words: str) -> None:
    with pytest.raises(WorthError, match=words) as caught:
        stack_values(stacks, prizes, model)
    assert caught.value.field == field
    assert str(caught.value).endswith(".")


def test_models_by_other_spellings() -> None:
    assert find_model(" Malmuth Harville ") == MALMUTH_HARVILLE
    assert find_model("ben_roberts") == BEN_ROBERTS
