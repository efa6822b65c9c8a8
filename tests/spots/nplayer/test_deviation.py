"""How much a hand varies: counted against sampled, two seats against their ends one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA_HILO, SIX_PLUS
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.sampler import Dealer
from jamfold.spots.nplayer.variance import Lifetime, _sampled, _squared
from jamfold.spots.tournaments.tournament_hands import HandBefore
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.spread import lifetime_limit
from tests.counted_clock import count_looks
from tests.prize_terms import prize_terms

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
LEVEL = BlindLevel((1.0, 2.0), ante=0.25)
HANDS = (
    TableHand((20.0, 16.0), LEVEL),
    TableHand((20.0, 16.0), LEVEL, prize_terms(2, Prizes((50.0, 30.0, 20.0)), (12.0,))),
    TableHand((20.0, 16.0, 9.0), LEVEL),
    TableHand((20.0, 16.0, 9.0), LEVEL, prize_terms(3, Prizes((65.0, 35.0)))),
    TableHand((24.0, 24.0, 24.0), LEVEL, raises=Raises(open=(4.0,))),
)


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


@pytest.mark.parametrize("number", range(len(HANDS)))
def test_counted_deviations_are_those_of_deals(number: int) -> None:
    hand, rng = HANDS[number], np.random.default_rng(number)
    strategy = rng.random((len(hand.nodes), hand_classes(SMALL).n)) / 2
    answer = table_result(SMALL, hand, profile=strategy)
    counted = answer.lifetime
    sampled = _sampled(SMALL, _squared(hand, answer.values), strategy)
    assert counted.exact
    assert not sampled.exact
    assert (abs(sampled.deviations - counted.deviations) < 5 * sampled.deviations_error).all()
    assert counted.limits == pytest.approx(lifetime_limit(1.0) * counted.deviations)


@pytest.mark.slow
def test_two_seats_who_always_fold_or_always_see_a_showdown() -> None:
    hand, n = TableHand((20.0, 20.0), BlindLevel((1.0, 2.0))), hand_classes(HOLDEM).n
    folds = table_result(HOLDEM, hand, profile=np.zeros((2, n))).lifetime
    assert folds.deviations == pytest.approx([0.0, 0.0])
    shows = table_result(HOLDEM, hand, profile=np.ones((2, n))).lifetime
    ties = 0.0407  # of random all-ins
    assert shows.deviations == pytest.approx(20 * (1 - ties) ** 0.5, rel=1e-4)


@pytest.mark.parametrize("stacks", [(20.0, 16.0), (20.0, 16.0, 9.0)])
def test_a_hand_before_others_varies_by_what_those_are_worth(stacks: tuple[float, ...]) -> None:
    """Who always folds always has the same: by the next hands, which the stack model rates otherwise."""
    terms = prize_terms(len(stacks), Prizes((65.0, 35.0)))
    hand = HandBefore(stacks, LEVEL, terms, worth=lambda left: [35 + chips**2 / 60 for chips in left])
    answer = table_result(SMALL, hand, profile=np.zeros((len(hand.nodes), hand_classes(SMALL).n)))
    assert answer.lifetime.deviations == pytest.approx([0.0] * len(stacks), abs=1e-6)
    sampled = _sampled(SMALL, _squared(hand, answer.values), answer.strategy)
    assert sampled.deviations == pytest.approx([0.0] * len(stacks), abs=1e-6)


def test_what_seats_win_in_chips_heads_up_varies_alike() -> None:
    found = table_result(SMALL, HANDS[0]).lifetime
    assert found.deviations[0] == pytest.approx(found.deviations[1])


@pytest.mark.long
def test_a_split_pot_is_sampled_and_says_so() -> None:
    hand = TableHand((8.0, 8.0, 8.0), BlindLevel((1.0, 2.0)))
    answer = table_result(OMAHA_HILO, hand, seconds=0.5)
    assert not answer.lifetime.exact
    assert (answer.lifetime.lower_limits < answer.lifetime.limits).all()


@pytest.mark.long
@pytest.mark.parametrize("raises", [Raises(), Raises((4.0,))])
def test_deviations_are_sampled_on_deals_of_their_own(
    raises: Raises, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not on those of the certificate, which has the same hand, strategies and usual seed."""
    hand, drawn = TableHand((8.0,) * 4, BlindLevel((1.0, 2.0)), raises=raises), list[tuple[int, ...]]()
    deal = Dealer.deal

    def heard(self: Dealer, count: int, shown: int, seed: list[int]) -> Any:
        if count > 1:  # else it is compiled
            drawn.append(tuple(seed))
        return deal(self, count, shown, seed)

    monkeypatch.setattr(Dealer, "deal", heard)
    profile = np.full((len(hand.nodes), hand_classes(SMALL).n), 0.25)
    answer = table_result(SMALL, hand, profile=profile, seconds=0.01)
    measured = set(drawn)
    drawn.clear()
    assert not answer.lifetime.exact
    assert measured
    assert drawn
    assert not measured & set(drawn)


def test_what_is_hidden_is_below_every_limit() -> None:
    life = Lifetime(np.array([10.0, 20.0]), np.zeros(2))
    assert life.is_unnoticeable(life.limits)
    assert not life.is_unnoticeable(life.limits + np.array([0.0, 1e-09]))
    doubtful = Lifetime(np.array([10.0, 20.0]), np.array([0.1, 0.0]))
    assert not doubtful.is_unnoticeable(doubtful.limits)


@pytest.mark.long
def test_a_search_ends_at_what_a_lifetime_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    count_looks(monkeypatch, 0.1)
    hand = TableHand((2.0, 2.0, 8.0, 8.0), BlindLevel((4.0, 8.0), ante=1.0))  # half of them are all-in blind
    answer = table_result(SMALL, hand, seconds=30, gain="lifetime")
    assert answer.unnoticed
    assert answer.seconds < 15
