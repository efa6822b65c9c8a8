"""Bubble factors and risk premiums of every pair, against the models one division of chips at a time."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.core.progress import ignore_progress
from jamfold.valuation import pairs
from jamfold.valuation.bounties import Bounties
from jamfold.valuation.icm import icm
from jamfold.valuation.models import MALMUTH_HARVILLE, MODELS, stack_fractions
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility
from jamfold.views.icm import factor_text, icm_sheet, premium_text
from jamfold.views.terminal import plain_text


def test_by_hand() -> None:
    """Equal stacks, 50/30/20: 25 before, 115/3 after a win, nothing after a loss."""
    report = icm((1, 1, 1, 1), (50, 30, 20))
    assert report.bubble_factors is not None
    assert report.equity_needed is not None
    assert report.risk_premiums_percent is not None
    assert report.bubble_factors[0][1] == pytest.approx(25 / (115 / 3 - 25))
    assert report.equity_needed[2][3] == pytest.approx(0.6522, abs=5e-5)  # and so much a tie is worth
    assert report.risk_premiums_percent[2][3] == pytest.approx(15.22, abs=5e-3)
    assert [row[k] for k, row in enumerate(report.bubble_factors)] == [None] * 4


@pytest.mark.parametrize("model", MODELS)
@settings(max_examples=30)
@given(
    stacks=st.lists(st.integers(1, 10**6), min_size=2, max_size=5),
    prizes=st.lists(st.integers(1, 99), min_size=1, max_size=5),
    progressive=st.floats(0, 1),
)
def test_pairs_are_ends_of_a_hand(
    model: str, stacks: list[int], prizes: list[int], progressive: float
) -> None:
    """Win and loss are what the utility of a hand says, heads included."""
    paid = tuple(sorted(prizes[: len(stacks)], reverse=True))
    heads = tuple(range(1, len(stacks) + 1))
    ends = pairs.all_in_ends(stacks, paid, model, Bounties(heads, progressive))
    for i in range(len(stacks)):
        for j in range(len(stacks)):
            if i == j:
                continue
            rest = [k for k in range(len(stacks)) if k not in (i, j)]
            bounties = Bounties(tuple(heads[k] for k in (i, j, *rest)), progressive)
            utility = PrizeUtility(Prizes(paid), tuple(stacks[k] for k in rest), model, bounties)
            after = pairs.after_all_in(stacks, i, j)
            won, lost = utility.values((stacks[i], stacks[j]), (after[i], after[j]))
            assert (ends.win[i, j], ends.lose[j, i]) == pytest.approx((won, lost), abs=1e-11 * utility.pool)


@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 10**9), min_size=1, max_size=9),
    st.lists(st.integers(0, 99), min_size=1, max_size=9),
)
def test_all_opponents_at_once(stacks: list[int], prizes: list[int]) -> None:
    """The integral over all opponents of a player is the model for each of them."""
    paid = sorted(prizes[: len(stacks)], reverse=True)
    at_once = pairs._ends_by_integral(stacks, paid, ignore_progress)
    one_by_one = pairs._ends_one_by_one(stacks, paid, MALMUTH_HARVILLE, ignore_progress)
    for fast, slow in zip(at_once, one_by_one, strict=True):
        np.testing.assert_allclose(fast, slow, rtol=0, atol=1e-12 * max(1, sum(paid)))


def test_many_players_use_it() -> None:
    stacks, prizes = [100 * k for k in range(1, 13)], (50, 30, 20)
    report = icm(stacks, prizes)
    assert report.bubble_factors is not None
    slow = pairs._ends_one_by_one(stacks, prizes, MALMUTH_HARVILLE, ignore_progress)
    expected = pairs.bubble_factors(report.values, slow, 100)
    assert report.bubble_factors[3][7] == pytest.approx(expected[3, 7])
    assert icm([5] * 101, prizes).bubble_factors is None
    assert icm([5] * 100, prizes).bubble_factors is not None


def test_factors_are_one_where_chips_are_all_that_counts() -> None:
    for report in (icm((5, 9, 3), (7,)), icm((5, 9), (7, 3))):
        assert report.bubble_factors is not None
        for row in report.bubble_factors:
            assert all(one is None or one == pytest.approx(1) for one in row)


def test_where_nothing_can_be_won() -> None:
    for report in (icm((5, 9, 3), (7, 7, 7)), icm((5,), (7,))):
        assert report.bubble_factors is not None
        assert all(one is None for row in report.bubble_factors for one in row)


def test_where_to_be_broke_is_better() -> None:
    """Prizes that rise: the fourth loses nothing by an all-in, so there is no chance that they need."""
    report = icm((9000, 400, 300, 500), (40, 20, 10, 30))
    assert report.bubble_factors is not None
    assert report.bubble_factors[3] == (None,) * 4
    assert report.bubble_factors[0][1] == pytest.approx(1.0024, abs=1e-4)


def test_a_bounty_makes_all_ins_cheaper() -> None:
    plain, bounty = icm((5, 5, 5), (50, 30)), icm((5, 5, 5), (50, 30), bounties=Bounties((9, 9, 9)))
    assert plain.bubble_factors is not None
    assert bounty.bubble_factors is not None
    first, second = plain.bubble_factors[0][1], bounty.bubble_factors[0][1]
    assert first is not None
    assert second is not None
    assert second < first
    assert bounty.head_values == pytest.approx((9, 9, 9))


def test_progress_is_told_and_may_end_it() -> None:
    heard: list[float] = []
    icm([10] * 12, (3, 2, 1), progress=lambda stage, share: heard.append(share))
    assert len(heard) == 13
    assert heard[-12:] == sorted(heard[-12:])

    def end(stage: str, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        icm([10] * 12, (3, 2, 1), progress=end)


def fraction_factors(stacks: list[int], prizes: list[int], model: str) -> list[list[float | None]]:
    """Bubble factors in fractions, one end at a time."""
    now = stack_fractions(stacks, prizes, model)
    assert now is not None
    n = len(stacks)

    def after(winner: int, loser: int, player: int) -> Fraction:
        chips = [Fraction(one) for one in pairs.after_all_in([float(one) for one in stacks], winner, loser)]
        if not chips[player]:
            return Fraction(prizes[-1] if len(prizes) == n else 0)
        staying = [one for one in chips if one]
        values = stack_fractions([float(one) for one in staying], prizes[: len(staying)], model)
        assert values is not None
        return values[player - sum(not one for one in chips[:player])]

    def factor(i: int, j: int) -> float | None:
        return None if i == j else float((now[i] - after(j, i, i)) / (after(i, j, i) - now[i]))

    return [[factor(i, j) for j in range(n)] for i in range(n)]


@pytest.mark.parametrize(
    ("stacks", "prizes", "model"),
    [
        ([5000, 3000, 2000], [50, 30, 20], "malmuth-harville"),
        ([900_000, 800_000, 3, 2, 1], [1, 1], "malmuth-harville"),
        ([700_000, 50, 40, 3, 2, 1], [1, 1, 1, 1, 1], "malmuth-harville"),
        ([900_000, 30, 2, 1], [7, 7, 7], "malmuth-weitzman"),
        ([90_000, 80_000, 2, 1], [5, 5, 1], "ben-roberts"),
    ],
)
def test_factors_are_as_exact_as_fractions(stacks: list[int], prizes: list[int], model: str) -> None:
    """They lost half of their digits where hardly anything is won."""
    expected = fraction_factors(stacks, prizes, model)
    found = icm(stacks, prizes, model).bubble_factors
    assert found is not None
    assert [one for row in found for one in row] == [
        None if one is None else pytest.approx(one, rel=1e-15) for row in expected for one in row
    ]


@pytest.mark.parametrize("future", ["none", "chip-share"])
@pytest.mark.parametrize("progressive", [0.0, 0.5])
def test_exact_factors_count_bounties_as_the_floats_do(future: str, progressive: float) -> None:
    stacks, prizes, bounties = (5, 5, 3, 1), (50, 30, 10, 10), Bounties((9, 8, 7, 1), progressive, future)
    report = icm(stacks, prizes, bounties=bounties)
    assert report.head_values is not None
    assert report.bubble_factors is not None
    now = [value + head for value, head in zip(report.values, report.head_values, strict=True)]
    floats = pairs.bubble_factors(now, pairs.all_in_ends(stacks, prizes, "malmuth-harville", bounties), 125)
    expected = [None if isnan(one) else pytest.approx(one, rel=1e-10) for one in floats.flatten().tolist()]
    assert [one for row in report.bubble_factors for one in row] == expected


def test_a_safe_seat_never_calls() -> None:
    """A satellite: the first has a ticket whatever happens, so nothing is won; it was shown as a dash."""
    report = icm([1e12, *[100.0] * 10], [1.0] * 10)
    assert report.bubble_factors is not None
    assert report.equity_needed is not None
    ends = pairs.AllInOutcomes(np.array([[np.nan, 1.0]]), np.array([[np.nan, 0.5]]))
    assert pairs.bubble_factors([1.0], ends, 1.0).tolist()[0][1] == inf
    safe = replace(report, bubble_factors=((None, inf), (1.5, None)), stacks=(5.0, 3.0))
    assert safe.equity_needed is not None
    assert safe.risk_premiums_percent is not None
    assert (safe.equity_needed[0][1], safe.risk_premiums_percent[0][1]) == (1.0, 50.0)
    assert (factor_text(inf), factor_text(None), premium_text(50.0)) == ("never", "–", "never")
    assert (factor_text(1e7), factor_text(999.0)) == ("never", "999.000")
    assert "never" in plain_text(icm_sheet(None, icm([10, 10, 10, 1e-9], [1, 1, 1])))
