"""What is posted before the cards: the list, who pays what, and the words."""

from __future__ import annotations

from itertools import product

import pytest

from jamfold.betting.ends import UNDIVIDED, two_ends
from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel, Post, PostedChips, pay
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.core.errors import SituationError
from jamfold.valuation.fees import Rake

ENDS = (((), ()), ((0,), (0,)), ((0, 1), (1, 0)), ((0, 1), (0, 0)), ((0, 1), (0, 1)))
"""Who is in and their places: the small blind folds, steals, loses, ties, wins."""


def test_a_level_is_a_list_of_posts() -> None:
    assert BlindLevel((5, 10), ante=1, bb_ante=10).posts(3) == (
        Post("ante", 0, 1, live=False, matched=True),
        Post("ante", 1, 1, live=False, matched=True),
        Post("ante", 2, 1, live=False, matched=True),
        Post("big-blind ante", 1, 10, live=False, matched=False),
        Post("small blind", 0, 5, live=True, matched=True),
        Post("big blind", 1, 10, live=True, matched=True),
    )
    assert [post.kind for post in BlindLevel((0, 10)).posts(2)] == ["big blind"]


def test_antes_are_posted_before_blinds() -> None:
    """A short stack pays its ante, then the big-blind ante, then what is left of the blind."""
    posts = BlindLevel((5, 10), ante=1, bb_ante=10).posts(2)
    assert pay(posts, (100, 100)) == (PostedChips(0, 1, 5), PostedChips(10, 1, 10))
    assert pay(posts, (4, 15)) == (PostedChips(0, 1, 3), PostedChips(10, 1, 4))
    assert pay(posts, (0.5, 6)) == (PostedChips(0, 0.5, 0), PostedChips(5, 1, 0))


def test_words() -> None:
    level = BlindLevel((5, 10), ante=1, bb_ante=10, dead=2.5)
    assert level.text() == "blinds 5/10, ante 1, big-blind ante 10, dead money 2.5"
    assert level.bb_text() == "ante 0.1, big-blind ante 1, dead money 0.25"
    assert BlindLevel((4, 10)).bb_text() == "small blind 0.4"
    assert BlindLevel((0.4, 1)).text() == "no antes, small blind 0.4 big blinds"
    assert level.in_bb == BlindLevel((0.5, 1), 0.1, 1, 0.25)
    assert level.antes == (1, 11)


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"ante": -1}, "ante", "The ante must not be negative, but it is -1."),
        ({"bb_ante": "x"}, "bb_ante", "The big-blind ante must be a number of chips, not 'x'."),
        ({"dead": float("nan")}, "dead", "The dead money must be a finite number of chips, but it is nan."),
        ({"blinds": (5, 0)}, "blind_bb", "The big blind must be above zero, but it is 0."),
        ({"blinds": (10, 5)}, "blind_sb", "The small blind (10) is larger than the big blind (5)."),
        ({"blinds": 5}, "blind_sb", "Enter two blinds, small and big, such as 5 10."),
    ],
)
def test_bad_levels(values: dict[str, object], field: str, sentence: str) -> None:
    with pytest.raises(SituationError) as caught:
        BlindLevel(**values)  # type: ignore[arg-type]
    assert (str(caught.value), caught.value.field) == (sentence, field)


def test_two_seats_are_the_hand_of_two() -> None:
    """Every end, however short the stacks: both posts and layers of pots, and the formulas of (s, b)."""
    stacks = (1, 2, 3, 5, 8, 30)
    for first, second, ante, extra, dead in product(stacks, stacks, (0, 2, 6), (0, 4, 20), (0, 3)):
        hand = TableHand((first, second), BlindLevel((2, 4), ante, extra, dead))
        spot = hand.situation
        ends = spot.small_blind_folds(), spot.big_blind_folds(), *map(spot.showdown, UNDIVIDED)
        for (in_, places), end in zip(ENDS, ends, strict=True):
            after = hand.chips_after(in_, places)
            assert after == pytest.approx((first + end[0], second + end[1])), (hand, in_)


def test_the_big_blind_posts_its_ante_before_the_table_s() -> None:
    """Of 25 chips 10 are its ante and 15 the table's; the half of the ante that 5 chips match not comes back.

    Counted as if only 5 had been posted, 20 would have been left for the table's ante.
    """
    spot = Situation.at((5, 25), BlindLevel((5, 10), ante=10, bb_ante=20))
    assert (spot.posted, spot.effective_stack, spot.dead_total) == ((5, 20), 0, 25)
    assert spot.showdown(1) == (20, -20)
    assert TableHand((5, 25), BlindLevel((5, 10), ante=10, bb_ante=20)).chips_after((0, 1), (0, 1)) == (25, 5)


@pytest.mark.parametrize(("dead", "after"), [(0, (9, 9)), (1, (10, 9))])
def test_an_odd_chip_is_the_big_blind_s(dead: int, after: tuple[int, int]) -> None:
    """Of 19 chips and a dead one the house takes 2; a chip of the small blind is not called."""
    hand = TableHand(
        (10, 10), BlindLevel((1, 2), bb_ante=1, dead=dead), terms=PayoffTerms(Rake(drop=2)), whole_chips=True
    )
    small, big = two_ends(hand.situation, hand.terms.rake, None, UNDIVIDED, whole_chips=True)
    assert (small.showdown[1], big.showdown[1]) == (after[0] - 10, after[1] - 10)
    assert hand.chips_after((0, 1), (0, 0)) == after


def test_who_is_all_in_by_the_table_s_ante_plays_for_it() -> None:
    """A big blind of 4 chips posts all of them for the table, and wins or loses what is dead."""
    three = TableHand((100, 4, 60), BlindLevel((5, 10), bb_ante=10, dead=3))
    assert three.posted[1] == 0
    assert three.chips_after((2, 1), (1, 0)) == (95, 7, 65)
    assert three.chips_after((2, 1), (0, 1)) == (95, 0, 72)
    assert three.chips_after((2, 0, 1), (2, 1, 0)) == (160, 7, 0)
    assert three.chips_after((2, 0, 1), (0, 0, 0)) == pytest.approx((100 + 7 / 3, 7 / 3, 60 + 7 / 3))
