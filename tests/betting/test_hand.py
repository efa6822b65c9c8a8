"""The hand of two to ten seats: who posts and decides, what its ends are worth."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel, seat_names
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cases.table import TableRequest
from jamfold.core.errors import JamfoldError, SituationError, WorthError
from jamfold.spots.payoffs import spot_payoffs
from jamfold.valuation.bounties import NO_FUTURE, Bounties
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility
from tests.prize_terms import prize_terms

BLINDS = (5.0, 10.0)
stacks = st.lists(st.integers(1, 60).map(float), min_size=2, max_size=6).map(tuple)


def hand(*chips: float, ante: float = 0, bb_ante: float = 0, **kwargs: object) -> TableHand:
    return TableHand(chips, BlindLevel(BLINDS, ante, bb_ante), **kwargs)  # type: ignore[arg-type]


def test_names_of_seats() -> None:
    assert seat_names(2) == ("sb", "bb")
    assert seat_names(3) == ("sb", "bb", "btn")
    assert seat_names(4) == ("sb", "bb", "co", "btn")
    assert seat_names(6) == ("sb", "bb", "utg", "hj", "co", "btn")
    assert seat_names(9) == ("sb", "bb", "utg", "utg1", "utg2", "lj", "hj", "co", "btn")
    for seats in range(2, 11):
        assert len(set(seat_names(seats))) == seats


@pytest.mark.parametrize("seats", range(2, 9))
def test_deep_stacks_have_two_to_the_n_less_two_decisions(seats: int) -> None:
    deep = hand(*[1000.0] * seats, max_allin=seats)
    assert len(deep.nodes) == 2**seats - 2
    assert len(set(deep.nodes)) == len(deep.nodes)


def test_at_most_so_many_are_all_in() -> None:
    assert hand(*[100.0] * 4).most_allin == 4
    nine = hand(*[100.0] * 9)
    assert nine.most_allin == 3
    assert max(len(node.all_in_before) for node in nine.nodes) == 2
    # every decision comes after nobody, one or two: but the big blind's first
    assert len(nine.nodes) == sum(1 + seat + seat * (seat - 1) // 2 for seat in range(9)) - 1


def test_who_has_no_decision() -> None:
    # The big blind has put in all that the button's short stack can ask for.
    short_button = hand(100, 100, 8)
    assert short_button.action(Node(1, (2,))) is True
    assert short_button.action(Node(0, (2,))) is None  # the big blind is still to act
    assert {node for node in short_button.nodes if node.seat == 1} == {Node(1, (2, 0)), Node(1, (0,))}
    # Nobody can raise the small blind's post: they are in.
    assert hand(100, 3).nodes == ()
    assert hand(100, 7).nodes == (Node(0, ()),)
    assert hand(4, 100).nodes == ()
    assert hand(100, 100, 2, ante=2).action(Node(2, ())) is True


def test_a_short_blind_and_a_folded_one() -> None:
    """The button is all-in for 8, the small blind folds 5, the big blind has posted 10."""
    ended = hand(100, 100, 8)
    assert ended.chips_after((2, 1), (0, 1)) == (95, 92, 21)
    assert ended.chips_after((2, 1), (1, 0)) == (95, 113, 0)
    assert ended.chips_after((), ()) == (95, 105, 8)


def test_antes_and_the_big_blind_s() -> None:
    ended = hand(100, 100, 100, ante=1, bb_ante=3)
    assert list(ended.posted) == [6, 11, 1]
    assert ended.chips_after((), ()) == (94, 107, 99)
    assert ended.chips_after((2, 1), (0, 1)) == (94, 0, 206)
    poor = hand(100, 2, 100, ante=1, bb_ante=3)
    assert (poor.paid[1].table, poor.posted[1]) == (1, 1)


def test_heads_up_is_the_situation_of_two() -> None:
    """Ends in chips are those that a spot of two has, rake and all."""
    for rake in (Rake(), Rake(percent=5, cap=3), Rake(percent=4, drop=1, always=True, rakeback=20)):
        for chips in ((70.0, 100.0), (100.0, 12.0), (4.0, 50.0)):
            two = TableHand(chips, BlindLevel(BLINDS, ante=1, bb_ante=2), PayoffTerms(rake))
            situation = Situation.at(chips, BlindLevel(BLINDS, ante=1, bb_ante=2))
            ends = spot_payoffs(situation, PayoffTerms(rake=rake), split=False, curved=True).ends
            for player, end in enumerate(ends):
                net = [
                    two.chips_after(in_, places)[player] - chips[player]
                    for in_, places in (
                        ((), ()),
                        ((0,), (0,)),
                        ((0, 1), (1 - player, player)),
                        ((0, 1), (0, 0)),
                        ((0, 1), (player, 1 - player)),
                    )
                ]
                shown = (
                    end.showdown if len(end.showdown) == 3 else (end.showdown[0], end.mean, end.showdown[1])
                )
                assert net == pytest.approx([end.fold, end.opponent_folds, *shown])


def test_broke_in_one_hand() -> None:
    """The larger stack before the hand has the better place, equal ones share."""
    prizes = prize_terms(3, Prizes((50.0, 30.0, 20.0)))
    three = hand(30, 20, 50, terms=prizes)
    assert three.values_after((2, 0, 1), (0, 1, 2)) == (30, 20, 50)
    equal = hand(30, 30, 50, terms=prizes)
    assert equal.values_after((2, 0, 1), (0, 1, 2)) == (25, 25, 50)


@settings(max_examples=200)
@given(stacks, st.integers(0, 3), st.integers(0, 9), st.booleans(), st.data())
def test_sums_over_seats(
    chips: tuple[float, ...], ante: int, bb_ante: int, whole: bool, data: st.DataObject
) -> None:
    """Chips won are minus the rake, prizes are all paid, however the hand ends."""
    free = TableHand(chips, BlindLevel(BLINDS, ante=ante, bb_ante=bb_ante), whole_chips=whole)
    order: tuple[int, ...] = ()
    for seat in free.order:
        if seat == 1 and not order:
            break
        action = free.action(Node(seat, order))
        if data.draw(st.booleans()) if action is None else action:
            order = (*order, seat)
    places = data.draw(st.lists(st.integers(0, 2), min_size=len(order), max_size=len(order)))
    assert sum(free.chips_after(order, places)) == pytest.approx(sum(chips))
    assert min(free.chips_after(order, places)) >= 0
    raked = TableHand(
        chips, BlindLevel(BLINDS, ante=ante, bb_ante=bb_ante), PayoffTerms(Rake(percent=5, cap=2, drop=1))
    )
    lost = sum(chips) - sum(raked.chips_after(order, places))
    assert 0 <= lost <= 3 + 1e-9
    assert len(order) > 1 or lost == pytest.approx(0)
    prizes = TableHand(
        chips, BlindLevel(BLINDS, ante=ante, bb_ante=bb_ante), prize_terms(len(chips), Prizes((6.0, 3.0)))
    )
    assert sum(prizes.values_after(order, places)) == pytest.approx(9)


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (lambda: hand(100), SituationError, "2 to 10 seats, not 1 seat"),
        (lambda: hand(*[100.0] * 11), SituationError, "2 to 10 seats, not 11 seats"),
        (lambda: hand(100, 0, 100), SituationError, "stack of bb must be above zero"),
        (lambda: hand(100, -1, 100), SituationError, "stack of bb must be above zero, but it is -1"),
        (lambda: TableHand((10.0, 10.0), BlindLevel((10, 5))), SituationError, "larger than the big blind"),
        (lambda: hand(9, 9, 9, max_allin=1), SituationError, "must be 2 to 3"),
        (lambda: hand(9, 9, terms=prize_terms(2, Prizes((3, 2, 1)))), WorthError, "3 payouts for 2 players"),
        (lambda: hand(9, 9, terms=prize_terms(3, Prizes((3,)))), WorthError, "for 3 seats, not 2"),
        (lambda: replace(prize_terms(2, Prizes((3,))), rake=Rake(5)), SituationError, "cannot be combined"),
    ],
)
def test_bad_hands(make: object, error: type[JamfoldError], sentence: str) -> None:
    with pytest.raises(error, match=sentence) as caught:
        make()  # type: ignore[operator]
    assert caught.value.field


def test_every_decision_is_reached_once() -> None:
    for chips in itertools.product((3.0, 8.0, 40.0), repeat=3):
        nodes = hand(*chips, ante=1).nodes
        assert len(set(nodes)) == len(nodes)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_dead_money_is_won_with_the_main_pot(seats: int) -> None:
    """By the big blind where all fold, by who wins the layer of all; others keep their chips."""
    stacks = (20.0, 6.0, 30.0, 9.0, 15.0)[:seats]
    plain, dead = (TableHand(stacks, BlindLevel((1.0, 2.0), dead=folded)) for folded in (0.0, 5.0))
    ends: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ()), ((0,), (0,))]
    ends += [((0, 1), places) for places in ((0, 1), (1, 0), (0, 0))]
    assert dead.nodes == plain.nodes
    for in_, places in ends:
        before, after = plain.chips_after(in_, places), dead.chips_after(in_, places)
        best = [seat for seat, place in zip(in_, places, strict=True) if place == 0] or [1]
        more = [5.0 / len(best) if seat in best else 0.0 for seat in range(seats)]
        assert after == pytest.approx([old + new for old, new in zip(before, more, strict=True)])


def test_others_who_are_out_of_the_hand_have_their_share_of_the_prizes() -> None:
    prizes = Prizes((50.0, 30.0, 20.0))
    hand = TableHand((20.0, 10.0, 30.0), BlindLevel((1.0, 2.0)), prize_terms(3, prizes, (40.0,)))
    before = TableHand((20.0, 10.0, 30.0, 40.0), BlindLevel((1.0, 2.0)), prize_terms(4, prizes))
    assert hand.values_after((), ()) == pytest.approx(before.values_after((), ())[:3])
    with pytest.raises(WorthError, match="need prizes") as caught:
        TableRequest(stacks=(20, 10), table=(40,))
    assert caught.value.field == "table"


@given(stacks, st.integers(0, 12), st.integers(0, 12))
def test_what_is_posted_dead_and_left(chips: tuple[float, ...], ante: int, bb_ante: int) -> None:
    one = hand(*chips, ante=ante, bb_ante=bb_ante)
    for seat, stack in enumerate(chips):
        asked = ante + (bb_ante if seat == 1 else 0)
        assert one.stacks_behind[seat] == max(0.0, stack - asked)
    assert one.dead_total == sum(chips) - sum(one.stacks_behind)


def test_rivals_are_those_who_are_in_or_may_still_come() -> None:
    four = hand(*[100.0] * 4)
    assert four.rivals(Node(2, ())) == (3, 0, 1)
    assert four.rivals(Node(0, (3,))) == (3, 1)
    assert four.rivals(Node(1, (2, 0))) == (2, 0)


def of_heads(stacks: tuple[float, ...], bounties: Bounties, others: tuple[float, ...] = ()) -> TableHand:
    utility = PrizeUtility(Prizes((50.0, 30.0)), others, bounties=bounties, seats=len(stacks))
    return TableHand(stacks, BlindLevel((0.5, 1.0)), PayoffTerms(utility=utility))


def heads_won(hand: TableHand, in_: tuple[int, ...], places: tuple[int, ...]) -> list[float]:
    """What everybody has of heads alone."""
    assert hand.in_prizes is not None
    plain = replace(hand, terms=PayoffTerms(utility=replace(hand.in_prizes, bounties=None)))
    pairs = zip(hand.values_after(in_, places), plain.values_after(in_, places), strict=True)
    return [round(value - prize, 9) for value, prize in pairs]


@pytest.mark.parametrize(
    ("in_", "places", "heads"),
    [
        ((0, 1, 2), (0, 1, 2), [0, 0, 0]),  # the side pot is for the second
        ((0, 1, 2), (0, 2, 1), [0, 0, 2]),  # the best hand has no part in the last pot
        ((0, 1, 2), (1, 0, 2), [0, 1, 0]),
        ((0, 1, 2), (2, 1, 0), [0, 0, 1 + 2 + 4]),  # and the own head
        ((0, 1, 2), (2, 0, 0), [0, 0.5, 0.5]),  # halves
        ((0, 2), (1, 0), [0, 0, 1]),
        ((), (), [0, 0, 0]),
    ],
)
def test_who_wins_the_last_pot_of_a_player_has_the_head(
    in_: tuple[int, ...], places: tuple[int, ...], heads: list[float]
) -> None:
    hand = of_heads((5.0, 10.0, 20.0), Bounties((1.0, 2.0, 4.0), future=NO_FUTURE))
    assert heads_won(hand, in_, places) == heads


def test_heads_of_three_seats_are_those_of_two_where_one_has_folded() -> None:
    """Half of a head goes on the winner's own, and what stays is worth its share of the chips."""
    bounties = Bounties((6.0, 8.0, 10.0, 4.0), progressive=0.5)
    three = of_heads((5.0, 8.0, 20.0), bounties, (7.0,))
    two = of_heads((5.0, 8.0), bounties, (20.0, 7.0))
    for places in ((0, 1), (0, 0), (1, 0)):
        assert three.values_after((0, 1), places)[:2] == pytest.approx(two.values_after((0, 1), places))
    assert sum(three.values_after((0, 1, 2), (0, 1, 1))) < 80 + bounties.pool  # the fourth has the rest
