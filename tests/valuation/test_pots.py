"""Main pot and side pots, uncalled and odd chips, a raked pot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.valuation.fees import Rake
from jamfold.valuation.settlement import Pot, distribute_pots, make_pots


def test_side_pots_and_uncalled_chips() -> None:
    pots = make_pots([30, 100, 60, 10, 0], [True, True, True, False, False])
    assert list(pots.pots) == [Pot(100, (0, 1, 2)), Pot(60, (1, 2))]
    assert list(pots.returned) == [0, 40, 0, 0, 0]
    assert distribute_pots(pots, [0, 2, 1, 9, 9]) == (100, 40, 60, 0, 0)
    assert distribute_pots(pots, [1, 0, 0, 9, 9]) == (0, 120, 80, 0, 0)


def test_folded_chips_stay_in_their_layer() -> None:
    """The small blind has folded more than the shortest stack is all-in for."""
    pots = make_pots([50, 100, 20], [False, True, True])
    assert list(pots.pots) == [Pot(60, (1, 2)), Pot(60, (1,))]
    assert list(pots.returned) == [0, 50, 0]
    assert distribute_pots(pots, [9, 1, 0]) == (0, 110, 60)


def test_a_big_blind_ante_is_matched_by_nobody() -> None:
    pots = make_pots([5, 10, 10], [False, True, True], dead=10)
    assert list(pots.pots) == [Pot(35, (1, 2))]
    alone = make_pots([0, 10, 0], [False, True, False], dead=3)
    assert (alone.pots, alone.returned) == ((Pot(3, (1,)),), (0, 10, 0))


def test_odd_chips_go_round_from_the_button_s_left() -> None:
    pots = make_pots([5, 10, 10, 10], [False, True, True, True])
    assert pots.total == 35
    assert distribute_pots(pots, [9, 0, 0, 0], whole_chips=True) == (0, 12, 12, 11)
    assert distribute_pots(pots, [9, 0, 1, 0], whole_chips=True) == (0, 18, 0, 17)
    assert distribute_pots(pots, [9, 0, 1, 0], whole_chips=True, first_seat=2) == (0, 17, 0, 18)
    assert distribute_pots(pots, [9, 0, 1, 0]) == (0, 17.5, 0, 17.5)


def test_all_pots_are_raked_together() -> None:
    pots = make_pots([30, 100, 100], [True, True, True])
    rake = Rake(percent=10, cap=12)
    assert distribute_pots(pots, [0, 1, 2], rake=rake) == pytest.approx((90 * 218 / 230, 140 * 218 / 230, 0))
    assert distribute_pots(pots, [0, 1, 2], rake=rake, showdown=False) == (90, 140, 0)


@given(
    st.lists(st.tuples(st.integers(0, 40), st.booleans(), st.integers(0, 3)), min_size=2, max_size=10),
    st.integers(0, 9),
    st.booleans(),
)
def test_nothing_is_lost(players: list[tuple[int, bool, int]], dead: int, whole: bool) -> None:
    """Every chip comes out again; nobody wins more than all could match."""
    put_in = [chips for chips, _, _ in players]
    most = put_in.index(max(put_in))
    live = [is_live or seat == most for seat, (_, is_live, _) in enumerate(players)]
    if max(put_in) == 0:
        return
    pots = make_pots(put_in, live, dead)
    got = distribute_pots(pots, [place for _, _, place in players], whole_chips=whole)
    assert sum(got) == pytest.approx(sum(put_in) + dead)
    for seat, chips in enumerate(got):
        assert (
            chips <= sum(min(put_in[seat], other) for other in put_in) + dead + 1e-9
            if live[seat]
            else chips >= 0
        )
    if whole:
        assert all(chips == int(chips) for chips in got)
