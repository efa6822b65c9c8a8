"""Bubble factors and risk premiums of every pair, against the models one division of chips at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.progress import silent
from jamfold.worth import pairs
from jamfold.worth.bounties import Bounties
from jamfold.worth.icm import icm
from jamfold.worth.models import MALMUTH_HARVILLE, MODELS
from jamfold.worth.prizes import Prizes
from jamfold.worth.utility import PrizeUtility


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
    at_once = pairs._ends_by_integral(stacks, paid, silent)
    one_by_one = pairs._ends_one_by_one(stacks, paid, MALMUTH_HARVILLE, silent)
    for fast, slow in zip(at_once, one_by_one, strict=True):
        np.testing.assert_allclose(fast, slow, rtol=0, atol=1e-12 * max(1, sum(paid)))


def test_many_players_use_it() -> None:
    stacks, prizes = [100 * k for k in range(1, 13)], (50, 30, 20)
    report = icm(stacks, prizes)
    assert report.bubble_factors is not None
    slow = pairs._ends_one_by_one(stacks, prizes, MALMUTH_HARVILLE, silent)
    expected = pairs.bubble_factors(report.values, slow, 100)
    assert report.bubble_factors[3][7] == pytest.approx(expected[3, 7])
    assert icm([5] * 101, prizes).bubble_factors is None


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
