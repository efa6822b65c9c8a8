"""Situations: the two numbers (s, b), results in chips, the edges of the rules, bad numbers."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation, reduced
from jamfold.core.errors import SituationError

EVEN = (100.0, 100.0)
BLINDS = (5.0, 10.0)

chips = st.floats(0.01, 1e5)
zero_or_chips = st.one_of(st.just(0.0), st.floats(0.01, 1e5))


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    small, big = sorted((draw(st.floats(0.5, 1e4)), draw(st.floats(0.5, 1e4))))
    return Situation(
        stacks=(draw(chips), draw(chips)),
        blinds=(small, big),
        antes=(draw(zero_or_chips), draw(zero_or_chips)),
        dead=draw(zero_or_chips),
    )


def close(value: float, scale: float = 1e7) -> Any:
    """Equal but for rounding at the size of the chips in play."""
    return pytest.approx(value, rel=1e-9, abs=scale * 1e-9)


# the plain game


def test_no_ante() -> None:
    spot = Situation(EVEN, BLINDS)
    assert (spot.s, spot.b, spot.unit, spot.offset) == (10.0, 0.5, 10.0, 0.0)
    assert (spot.effective_stack, spot.dead_total, spot.posted, spot.uncalled) == (
        100.0,
        0.0,
        (0.0, 0.0),
        (0.0, 0.0),
    )
    assert spot.has_decision[0]
    assert spot.has_decision[1]
    assert spot.small_blind_folds() == (-5.0, 5.0)
    assert spot.big_blind_folds() == (10.0, -10.0)
    assert [spot.showdown(share)[0] for share in (1, 0.75, 0.5, 0.25, 0)] == [100.0, 50.0, 0.0, -50.0, -100.0]


def test_ante_of_each() -> None:
    spot = Situation.at(EVEN, BlindLevel(BLINDS, ante=2))
    assert spot.antes == spot.posted == (2.0, 2.0)
    assert (spot.effective_stack, spot.dead_total, spot.unit, spot.offset) == (98.0, 4.0, 12.0, 0.0)
    assert (spot.s, spot.b) == (100 / 12, 7 / 12)
    assert spot.small_blind_folds() == (-7.0, 7.0)
    assert spot.big_blind_folds() == (12.0, -12.0)
    assert spot.showdown(1) == (100.0, -100.0)


def test_big_blind_ante() -> None:
    spot = Situation.at(EVEN, BlindLevel(BLINDS, bb_ante=10))
    assert spot.posted == (0.0, 10.0)
    assert (spot.effective_stack, spot.dead_total, spot.unit, spot.offset) == (90.0, 10.0, 15.0, 5.0)
    assert (spot.s, spot.b) == (95 / 15, 10 / 15)
    assert spot.uncalled == (10.0, 0.0)
    assert spot.small_blind_folds() == (-5.0, 5.0)
    assert spot.big_blind_folds() == (20.0, -20.0)
    assert spot.showdown(1) == (100.0, -100.0)
    assert spot.showdown(0) == (-90.0, 90.0)


def test_both_kinds_of_ante() -> None:
    spot = Situation.at(EVEN, BlindLevel(BLINDS, ante=1, bb_ante=10))
    assert spot.posted == (1.0, 11.0)
    assert (spot.effective_stack, spot.dead_total, spot.offset) == (89.0, 12.0, 5.0)


def test_dead_money_only() -> None:
    spot = Situation(EVEN, BLINDS, dead=4)
    assert (spot.effective_stack, spot.dead_total, spot.unit, spot.offset) == (100.0, 4.0, 12.0, 2.0)
    assert (spot.s, spot.b) == (102 / 12, 7 / 12)
    assert spot.small_blind_folds() == (-5.0, 9.0)
    assert spot.big_blind_folds() == (14.0, -10.0)
    assert spot.showdown(0.5) == (2.0, 2.0)


def test_unequal_stacks_are_the_effective_stack() -> None:
    for stacks in ((100.0, 250.0), (250.0, 100.0)):
        spot = Situation(stacks, BLINDS)
        assert (spot.s, spot.b, spot.effective_stack) == (10.0, 0.5, 100.0)
        assert sum(spot.uncalled) == 150.0
    assert Situation((100, 250), BLINDS).uncalled == (0.0, 150.0)


def test_unequal_stacks_with_a_big_blind_ante_may_be_equally_deep() -> None:
    spot = Situation.at((100, 110), BlindLevel(BLINDS, bb_ante=10))
    assert (spot.effective_stack, spot.uncalled) == (100.0, (0.0, 0.0))


def test_worked_example_of_the_2016_article() -> None:
    """Blinds 100/200, ante 20, one folded player; the article leaves 10 dead chips out of the pot."""
    spot = Situation.at((1000, 1400), BlindLevel((100, 200), ante=20, dead=20))
    assert (spot.effective_stack, spot.dead_total, spot.unit) == (980.0, 60.0, 230.0)
    assert round(spot.s, 3) == 4.391
    assert round(spot.b, 3) == 0.565
    assert round((spot.effective_stack + 20) / spot.unit, 3) == 4.348  # as printed
    assert spot.showdown(1)[0] == 1020.0  # 980 and 20 of II, 20 dead


# short stacks


@pytest.mark.parametrize("stacks", [(10.0, 10.0), (7.0, 7.0), (100.0, 7.0), (7.0, 100.0), (5.5, 9.0)])
def test_stack_not_above_the_big_blind_makes_s_one(stacks: tuple[float, float]) -> None:
    spot = Situation(stacks, BLINDS)
    assert spot.s == 1.0
    assert 0 < spot.b < 1
    assert spot.has_decision[0]
    assert not spot.has_decision[1]
    assert spot.big_blind_folds() == (min(stacks), -min(stacks))


@pytest.mark.parametrize("stacks", [(5.0, 5.0), (5.0, 100.0), (100.0, 5.0), (0.3, 100.0), (100.0, 0.3)])
def test_stack_not_above_the_small_blind_leaves_nobody_a_decision(stacks: tuple[float, float]) -> None:
    spot = Situation(stacks, BLINDS)
    assert (spot.s, spot.b) == (1.0, 1.0)
    assert not spot.has_decision[0]
    assert not spot.has_decision[1]
    assert spot.small_blind_folds() == spot.showdown(0)


def test_just_above_the_blinds() -> None:
    spot = Situation((10.01, 10.01), BLINDS)
    assert spot.s > 1
    assert spot.has_decision[1]


def test_equal_blinds() -> None:
    spot = Situation(EVEN, (10, 10))
    assert (spot.s, spot.b) == (10.0, 1.0)


@pytest.mark.parametrize("stack", [20.0, 15.0])
def test_stack_not_larger_than_its_ante_is_all_in(stack: float) -> None:
    """The part of an equal ante that the shorter player cannot match comes back."""
    for stacks in ((stack, 100.0), (100.0, stack), (stack, stack)):
        spot = Situation.at(stacks, BlindLevel(BLINDS, ante=20))
        assert spot.posted == (stack, stack)
        assert (spot.effective_stack, spot.s, spot.b) == (0.0, 1.0, 1.0)
        assert not spot.has_decision[0]
        assert not spot.has_decision[1]
        assert spot.showdown(1) == (stack, -stack)
        assert spot.small_blind_folds() == spot.showdown(0)


def test_both_short_of_an_equal_ante_by_different_amounts() -> None:
    spot = Situation.at((12, 8), BlindLevel(BLINDS, ante=20))
    assert spot.posted == (8.0, 8.0)
    assert (spot.effective_stack, spot.uncalled) == (0.0, (4.0, 0.0))


def test_big_blind_ante_as_large_as_the_stack() -> None:
    """What the big blind posts of their own ante is dead money for the whole pot."""
    for stack, posted in ((10.0, 10.0), (6.0, 6.0)):
        spot = Situation.at((100, stack), BlindLevel(BLINDS, bb_ante=10))
        assert spot.posted == (0.0, posted)
        assert (spot.effective_stack, spot.s, spot.b) == (0.0, 1.0, 1.0)
        assert spot.showdown(1) == (posted, -posted)
        assert spot.showdown(0) == (0.0, 0.0)


def test_big_blind_short_of_both_antes_pays_the_equal_ante_first() -> None:
    spot = Situation.at((100, 6), BlindLevel(BLINDS, ante=4, bb_ante=10))
    assert spot.posted == (4.0, 6.0)
    assert spot.effective_stack == 0.0


def test_ante_leaves_less_than_the_small_blind() -> None:
    spot = Situation.at((23, 100), BlindLevel(BLINDS, ante=20))
    assert (spot.effective_stack, spot.s, spot.b) == (3.0, 1.0, 1.0)


def test_ante_leaves_less_than_the_big_blind() -> None:
    spot = Situation.at((28, 100), BlindLevel(BLINDS, ante=20))
    assert (spot.effective_stack, spot.s, spot.unit) == (8.0, 1.0, 28.0)
    assert spot.b == 25 / 28


# the reduction to (s, b)


@given(situations(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]))
def test_both_together_win_the_dead_money(spot: Situation, share: float) -> None:
    for result in (spot.small_blind_folds(), spot.big_blind_folds(), spot.showdown(share)):
        assert sum(result) == close(spot.dead)


@given(situations(), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]))
def test_chips_are_the_game_in_units_and_a_constant(spot: Situation, share: float) -> None:
    """I folds -b, II folds +1, showdown s (2w - 1); II's values are the negatives."""
    game = (-spot.b, 1.0, spot.s * (2 * share - 1))
    chips = (spot.small_blind_folds(), spot.big_blind_folds(), spot.showdown(share))
    for value, (first, second) in zip(game, chips, strict=True):
        assert spot.chips(0, value) == close(first)
        assert spot.chips(1, -value) == close(second)


@given(situations())
def test_bounds(spot: Situation) -> None:
    assert spot.s >= 1
    assert 0 < spot.b <= 1
    assert spot.effective_stack >= 0
    assert min(spot.uncalled) == 0
    assert spot.has_decision[1] or spot.s == 1
    assert spot.has_decision[0] or (spot.s, spot.b) == (1, 1)
    assert all(
        paid <= min(stack, ante)
        for paid, stack, ante in zip(spot.posted, spot.stacks, spot.antes, strict=True)
    )


@given(situations(), st.floats(0.25, 4))
def test_nothing_depends_on_the_size_of_a_chip(spot: Situation, factor: float) -> None:
    scaled = Situation(
        (spot.stacks[0] * factor, spot.stacks[1] * factor),
        (spot.blinds[0] * factor, spot.blinds[1] * factor),
        (spot.antes[0] * factor, spot.antes[1] * factor),
        spot.dead * factor,
    )
    assert scaled.s == pytest.approx(spot.s)
    assert scaled.b == pytest.approx(spot.b)


@given(situations())
def test_dict_round_trip(spot: Situation) -> None:
    assert Situation(**spot.as_dict()) == spot


def test_any_kind_of_number() -> None:
    spot = Situation((100, Decimal(100)), (Fraction(5), 10), dead=0)  # type: ignore[arg-type]
    assert spot == Situation(EVEN, BLINDS)
    assert isinstance(spot.stacks[1], float)


def test_situations_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Situation(EVEN, BLINDS).dead = 1.0  # type: ignore[misc]


# bad input


@pytest.mark.parametrize("bad", [0.0, -1.0, float("nan"), float("inf"), float("-inf"), 1e13, 10**400])
@pytest.mark.parametrize("seat", [0, 1])
def test_bad_stacks_and_blinds(bad: float, seat: int) -> None:
    name = ("small blind", "big blind")[seat]
    pair = (bad, 100.0) if seat == 0 else (100.0, bad)
    with pytest.raises(SituationError, match=f"The {name}'s stack must be"):
        Situation(pair, BLINDS)
    with pytest.raises(SituationError, match=f"The {name} must be"):
        Situation(EVEN, pair)


@pytest.mark.parametrize("bad", [-1.0, -1e-9, float("nan"), float("inf"), 1e13])
def test_bad_antes_and_dead_money(bad: float) -> None:
    for name, change in (
        ("ante", {"ante": bad}),
        ("big-blind ante", {"bb_ante": bad}),
        ("dead money", {"dead": bad}),
    ):
        with pytest.raises(SituationError, match=f"The {name} must"):
            Situation.at(EVEN, BlindLevel(BLINDS, **change))
    with pytest.raises(SituationError, match="The big blind's ante must"):
        Situation(EVEN, BLINDS, antes=(0.0, bad))


def test_a_button_who_has_posted_nothing() -> None:
    """They jam or fold for free; the small blind has folded their 5. Fold 0, steal 15, showdown for 205."""
    spot = Situation((100, 100), (0, 10), dead=5)
    assert spot.small_blind_folds() == (0, 5)
    assert spot.big_blind_folds() == (15, -10)
    assert spot.showdown(1.0) == (105, -100)
    assert spot.b == pytest.approx(2.5 / 12.5)
    assert spot.has_decision == (True, True)
    assert Situation((100, 100), (0, 10), antes=(1, 1)).b == pytest.approx(1 / 11)
    with pytest.raises(SituationError, match="small blind must be above zero"):
        Situation((100, 100), (0, 10))


def test_small_blind_above_the_big_blind() -> None:
    with pytest.raises(SituationError, match=r"small blind \(10\) is larger than the big blind \(5\)"):
        Situation(EVEN, (10, 5))


def test_stacks_too_deep_for_the_solver() -> None:
    with pytest.raises(SituationError, match="more than 1,000,000 times the big blind"):
        Situation((1e9, 1e9), (0.5, 1))
    assert Situation((1e6, 1e6), (0.5, 1)).s == 1e6
    assert Situation((1e12, 1), (0.5, 1)).s == 1.0


@pytest.mark.parametrize("tiny", [5e-324, 1e-300])
def test_tiny_numbers(tiny: float) -> None:
    spot = Situation((tiny, tiny), BLINDS)
    assert (spot.s, spot.b) == (1.0, 1.0)
    with pytest.raises(SituationError, match="times the big blind"):
        Situation(EVEN, (tiny, tiny))


@pytest.mark.parametrize("bad", ["a lot", None, [], 1j])
def test_no_number_at_all(bad: Any) -> None:
    with pytest.raises(SituationError, match="must be a number of chips"):
        Situation((bad, 100), BLINDS)


@pytest.mark.parametrize("bad", [100, None, (1,), (1, 2, 3), ""])
def test_not_two_numbers(bad: Any) -> None:
    with pytest.raises(SituationError, match="The stacks must be two amounts"):
        Situation(bad, BLINDS)


@given(st.lists(st.floats(), min_size=7, max_size=7))
def test_garbage_raises_situation_error_and_nothing_else(numbers: list[float]) -> None:
    s1, s2, small, big, ante, bb_ante, dead = numbers
    try:
        spot = Situation.at((s1, s2), BlindLevel((small, big), ante=ante, bb_ante=bb_ante, dead=dead))
    except SituationError:
        return
    assert 1 <= spot.s <= 1e6
    assert 0 < spot.b <= 1


@given(st.integers(1, 10**12), st.integers(0, 10**6), st.integers(1, 10**6), st.integers(0, 10**9))
def test_whole_coins_are_divided_once(live: int, small: int, more: int, dead: int) -> None:
    """So (s, b) of a played hand is the nearest float there is, as large as its coins may be."""
    big = small + more
    unit = 2 * min(big, live) + dead
    s, b = reduced(live, (small, big), dead)
    assert (s, b) == (
        float(Fraction(2 * live + dead, unit)),
        float(Fraction(2 * min(small, live) + dead, unit)),
    )
