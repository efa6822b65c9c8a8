"""Three seats on a flop by sampled deals: what is dealt, exact two-seat answers, bounds that hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_hands import flop_hands
from jamfold.cards import Rank, parse_cards
from jamfold.cards.games import HOLDEM, OMAHA, STANDARD_ORDER, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.flops import FlopTableRequest
from jamfold.core.errors import JamfoldError
from jamfold.spots.flop import FlopChips, make_payoffs, solve_flop
from jamfold.spots.nplayer.certificate import certify
from jamfold.spots.nplayer.sampler import Dealer, Purpose, Sampler
from jamfold.spots.nplayer.search import measure_table, sample_table

TWENTY = Game("twenty", "Twenty cards", 2, (0, 1, 2), Rank(8), STANDARD_ORDER, split_low=False)
FLOP = tuple(parse_cards("KhTh9h"))


@pytest.mark.parametrize(("game", "seats"), [(HOLDEM, 4), (OMAHA, 3)])
def test_deals_leave_the_flop_and_are_alike(game: Game, seats: int) -> None:
    hands, count, shown = flop_hands(FLOP, game), 4_000, 12
    tuples, boards = Dealer(game, seats, FLOP).deal(count, shown, [1])
    held = hands.cards[tuples].reshape(count, 1, -1)
    assert (boards[:, :3] == FLOP).all()
    cards = np.concatenate([np.repeat(held, shown, axis=1), boards.reshape(count, shown, -1)], axis=2)
    ordered = np.sort(cards.reshape(count * shown, -1), axis=1).astype(np.int64)
    assert (np.diff(ordered, axis=1) > 0).all()  # no card twice
    for seen in (held, boards[:, 3:]):
        counts = np.bincount(seen.ravel(), minlength=52)[hands.live]
        share = seen.size / len(hands.live)
        assert counts.sum() == seen.size
        assert np.abs(counts - share).max() < 6 * np.sqrt(share)


def test_two_seats_are_worth_what_is_counted(counted_clock: None) -> None:
    """The exact equilibrium on a flop of one suit, measured on sampled deals: values and gains agree."""
    found = solve_flop(make_payoffs(FLOP, HOLDEM), FlopChips(Situation((5.0, 5.0), (0.5, 1.0))))
    strategy = np.array([found.solution.x, found.solution.y])
    hand = TableHand((5.0, 5.0), BlindLevel((0.5, 1.0)))
    shown = measure_table(HOLDEM, hand, strategy, seconds=0.5, flop=FLOP).certificate
    for seat in range(2):
        apart = shown.values[seat] - 5.0 - found.values_bb[seat]
        assert abs(apart) < 5 * shown.values_error[seat]
    assert shown.least.max() < 0.01
    jammed, called = shown.percent
    assert (jammed, called) == pytest.approx((found.jam_percent, found.call_percent))


@pytest.mark.long
def test_bounds_hold_on_many_more_deals(counted_clock: None) -> None:
    """Of 20 runs with other seeds the gain of 30 times the deals lies above the bound in two at most."""
    hand, held = TableHand((10.0,) * 3, BlindLevel((1.0, 2.0))), 0
    for seed in range(20):
        strategy = sample_table(TWENTY, hand, seconds=0.4, seed=seed, flop=FLOP).strategy
        sampler = Sampler(TWENTY, hand, seed, FLOP)
        sampler.batch = 20
        few = certify(sampler, strategy, np.zeros(sampler.shape), 0.0, lambda _: None)
        many = Sampler(TWENTY, hand, 1000 + seed, FLOP)
        many.batch = 20 * few.deals // 10
        more = certify(many, strategy, np.zeros(many.shape), 0.0, lambda _: None)
        assert more.deals >= 15 * few.deals
        held += bool((more.gains <= few.bounds).all())
    assert held >= 18


def test_flops_have_streams_of_their_own() -> None:
    hand = TableHand((10.0,) * 3, BlindLevel((1.0, 2.0)))
    streams = {
        tuple(Sampler(TWENTY, hand, 1, flop).stream(Purpose.SEARCH)) for flop in ((), FLOP, FLOP[::-1])
    }
    assert len(streams) == 3


def test_the_answer_says_who_decides() -> None:
    question = FlopTableRequest(
        flop="Kh7d2c", stacks=("5bb", "5bb", "5bb"), rake=5, game="six-plus", seconds=0.2
    )
    with pytest.raises(JamfoldError, match="2c"):
        run_case(question, Observer())
    found = run_case(
        FlopTableRequest(flop="Kh7d9c", stacks=("5bb",) * 3, game="six-plus", seconds=0.2), Observer()
    )
    first = found.decisions[0]
    assert (first.seat, first.after, first.action) == ("btn", (), "jam")
    assert sum(one.size for one in found.hands) == found.n_hands == 33 * 32 // 2
    assert found.certificate.values.sum() == pytest.approx(150.0)
    assert len(found.hands[0].strategy) == len(found.decisions) == 6


@pytest.mark.parametrize(
    ("words", "field", "sentence"),
    [
        ({"stacks": ("5bb", "5bb")}, "stacks", "solves them exactly"),
        ({"seats": 3, "open": ("2bb",)}, "open", "Remove the raises"),
        ({"seats": 3, "gain": 0}, "gain", "above zero"),
        ({"room": "gg-holdem-0.10", "pool": 1000}, "jackpot_rule", "not supported on a flop"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(JamfoldError, match=sentence) as caught:
        FlopTableRequest(flop="Kh7d2c", **words)
    assert caught.value.field == field


def test_a_room_that_deals_the_flop_first() -> None:
    question = FlopTableRequest(flop="Kh7d2c", room="coinpoker-omaha-0.25")
    assert (question.game, question.hand.n, question.hand.stacks[0]) == ("omaha", 4, 2.0)


def test_terms_of_a_room_are_told(counted_clock: None) -> None:
    question = FlopTableRequest(
        flop="Kh7d2c", seats=3, stack="5bb", fee="0.1bb", fee_on="showdown", dead="1", seconds=0.5
    )
    told = run_case(question, Observer()).as_answer_to(question).to_dict()
    assert (told["terms"]["fee"]["showdown"], told["dead"], told["max_allin"]) == (0.1, 1.0, 3)
    assert told["prizes"] is None
