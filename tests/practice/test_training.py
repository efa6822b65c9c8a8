"""The trainer: which cards, what is asked, what an answer costs, when it comes again, the score."""

from __future__ import annotations

import random
from datetime import timedelta
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jamfold
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import GAMES, HOLDEM
from jamfold.cases import answers
from jamfold.cases.answers.training import load_deck
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training import TrainAnswerRequest, TrainNextRequest, TrainRangeRequest
from jamfold.core.errors import ClassError, JamfoldError, RangeError, SituationError, TrainingError
from jamfold.practice.training.answers import (
    DAY,
    HARD_LOSS,
    QUICK,
    CardKey,
    GivenAnswer,
    MemoryState,
    Rating,
    rate,
    review,
)
from jamfold.practice.training.cards import NEAR, STACKS, FlashcardDeck
from jamfold.practice.training.exercises import CLOSE_BB, next_exercise
from jamfold.practice.training.grading import GradedDecision, grade_range, spot_decision
from jamfold.practice.training.log import make_score
from jamfold.ranges import parse_range
from jamfold.ranges.grid import class_label
from jamfold.spots.charts import Chart
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Advice, Seat
from tests.loose import solve

SB, BB = Seat
WHEN = 1_700_000_000_000


@cache
def deck(game: str = "holdem", ante: float = 0.0) -> FlashcardDeck:
    return load_deck(GAMES[game], BlindLevel((0.5, 1.0), ante), Observer())


@cache
def spot(stack: float = 10.0) -> SpotSolution:
    return solve("holdem", (stack, stack), (0.5, 1))


def class_of(hand: str) -> int:
    return spot().hand(hand).id


def answer(
    k: int, loss: float, *, seat: str = "sb", s: float = 10.0, day: int = 0, **more: object
) -> GivenAnswer:
    key = CardKey("holdem", "", seat, f"hand {k}")
    values = {"mode": "random", "stack": s, "s": s, "act": "fold", "loss": loss, "free": False} | more
    return GivenAnswer(WHEN + day * DAY + k, key, **values)  # type: ignore[arg-type]


def graded(solved: SpotSolution, seat: Seat, class_id: int, *, plays: bool) -> GradedDecision:
    decision = spot_decision(solved, seat, class_id, "random")
    return GradedDecision(decision=decision, action=decision.actions[not plays], at=WHEN)


# ---- Cards.


def test_holdem_has_338_cards_and_every_one_is_near_its_threshold() -> None:
    cards = deck().cards
    assert len(cards) == len({card.key for card in cards}) == 338
    stacks = deck().stacks
    for card in cards:
        below, above = deck().near(card)
        assert below.size + above.size > 0
        assert (np.abs(stacks[below] / card.threshold - 1) <= NEAR + 1e-3).all()
        assert (np.abs(stacks[above] / card.threshold - 1) <= NEAR + 1e-3).all()
        assert (stacks[below] <= card.threshold).all()
        assert (stacks[above] > card.threshold).all()


def test_a_threshold_is_the_last_stack_of_the_chart_that_plays_the_hand() -> None:
    card = deck().by_key[CardKey("holdem", "", "bb", "K7o")]
    chart = jamfold.chart("holdem", low=11, high=14, step=0.5)
    assert isinstance(chart, Chart)
    ((_, last),) = chart.intervals(BB, card.class_id)
    assert card.threshold == last == 12.0  # the chart of tenths says 12.3
    below, above = deck().near(card)
    assert below.size
    assert above.size


def test_an_ante_makes_other_cards() -> None:
    keys = {card.key.level for card in deck("holdem", 0.125).cards}
    assert keys == {"ante 0.125"}
    assert not set(deck().by_key) & set(deck("holdem", 0.125).by_key)


# ---- What is asked.


@pytest.mark.parametrize("mode", ["repeat", "random", "close", "range"])
def test_the_same_seed_asks_the_same(mode: str) -> None:
    first = [next_exercise(deck(), mode, random.Random(f"7/{k}")) for k in range(20)]
    again = [next_exercise(deck(), mode, random.Random(f"7/{k}")) for k in range(20)]
    other = [next_exercise(deck(), mode, random.Random(f"8/{k}")) for k in range(20)]
    assert first == again != other


def test_close_hands_are_close_and_dealt_ones_are_of_all_kinds() -> None:
    low, high = CLOSE_BB
    gains = {}
    for mode in ("close", "random"):
        asked = [next_exercise(deck(), mode, random.Random(k)) for k in range(200)]
        places = [deck().chart.grid.index(one.stacks[0]) for one in asked]
        gains[mode] = [
            abs(deck().chart.margins(one.seat)[place, one.class_id or 0])
            for one, place in zip(asked, places, strict=True)
        ]
        assert {one.seat for one in asked} == set(Seat)
        assert all(STACKS[0] <= one.stacks[0] <= STACKS[1] for one in asked)
    assert all(low <= gain <= high for gain in gains["close"])
    assert not all(low <= gain <= high for gain in gains["random"])


def test_one_seat_alone() -> None:
    for mode in ("repeat", "random", "close", "range"):
        assert {next_exercise(deck(), mode, random.Random(k), seat=BB).seat for k in range(30)} == {BB}


def test_some_stacks_alone() -> None:
    for mode in ("random", "close", "range"):
        stacks = [
            next_exercise(deck(), mode, random.Random(k), within=(5.0, 8.0)).stacks[0] for k in range(60)
        ]
        assert (min(stacks), max(stacks)) == (5.5, 8.0)
    repeated = [next_exercise(deck(), "repeat", random.Random(k), within=(5.0, 8.0)) for k in range(30)]
    thresholds = [deck().by_key[deck().key(one.seat, one.class_id or 0)].threshold for one in repeated]
    assert all(5.0 < one <= 8.0 for one in thresholds)
    with pytest.raises(TrainingError, match="no such hand at these stacks"):
        next_exercise(deck(), "random", random.Random(1), within=(0.0, 0.5))


def test_both_sides_of_the_threshold_are_asked() -> None:
    key = CardKey("holdem", "", "bb", "K7o")
    known = {card.key: MemoryState(2, None, 9.0, 5.0, WHEN + DAY, WHEN) for card in deck().cards}
    known[key] = MemoryState(2, None, 9.0, 5.0, WHEN - DAY, WHEN - 9 * DAY)
    asked = [next_exercise(deck(), "repeat", random.Random(k), memory=known, now=WHEN) for k in range(60)]
    assert {deck().key(one.seat, one.class_id or 0) for one in asked} == {key}
    above = [one.stacks[0] > 12.0 for one in asked]
    assert 15 < sum(above) < 45
    assert (asked[0].due, asked[0].new) == (1, 0)


def test_the_last_card_waits_and_new_ones_come_when_nothing_is_due() -> None:
    first, second = deck().cards[5].key, deck().cards[9].key
    known = {
        first: MemoryState(1, 0, 1.0, 5.0, WHEN - 60, WHEN - 50),
        second: MemoryState(1, 0, 1.0, 5.0, WHEN - 40, WHEN - 70),
    }
    found = next_exercise(deck(), "repeat", random.Random(1), memory=known, now=WHEN)
    assert deck().key(found.seat, found.class_id or 0) == second
    found = next_exercise(deck(), "repeat", random.Random(1), memory=known, now=WHEN - 1000)
    assert deck().key(found.seat, found.class_id or 0) not in known
    assert found.new == 336


# ---- What it costs.


def test_a_verdict_is_what_the_spot_says() -> None:
    for hand, seat in (("K7o", SB), ("72o", SB), ("K7o", BB), ("AA", BB)):
        report = spot().hand(hand, seat)
        for plays in (True, False):
            verdict = graded(spot(), seat, report.id, plays=plays)
            gain = report.ev_allin_bb - report.ev_fold_bb
            assert verdict.loss == pytest.approx(max(0.0, -gain if plays else gain), abs=1e-12)
            assert verdict.right == (plays == (gain > 0))
            assert not verdict.free


def test_a_free_hand_is_right_either_way() -> None:
    found = 0
    for stack in (10.0, 10.5, 11.0, 13.0):
        solved = spot(stack)
        for seat in Seat:
            strategy = solved.strategy(seat)
            for k in range(169):
                if strategy.advice(k) is not Advice.INDIFFERENT:
                    continue
                found += 1
                for plays in (True, False):
                    verdict = graded(solved, seat, k, plays=plays)
                    assert verdict.right
                    assert verdict.free
                    assert verdict.loss == 0.0
    assert found  # equilibria mix


def test_the_rule_says_what_its_card_says() -> None:
    from jamfold.practice.point_rules.report import known_rule

    rule = known_rule(HOLDEM)
    for hand in ("K7o", "Q2o", "A2s"):
        verdict = spot_decision(spot(), SB, class_of(hand), "random")
        assert verdict.rule is not None
        points = int(rule.scores[class_of(hand)])
        (row,) = [one for one in rule.thresholds if one.s == 10]
        assert (verdict.rule.points, verdict.rule.needed, verdict.rule.s) == (points, row.jam_from, 10)
        assert verdict.rule.action == ("jam" if points >= (row.jam_from or 0) else "fold")
        gain = verdict.gains["jam"]
        assert verdict.rule.loss == pytest.approx(max(0.0, -gain if verdict.rule.action == "jam" else gain))


def test_a_marked_equilibrium_costs_nothing_and_its_opposite_most() -> None:
    strategy = spot().strategy(SB)
    names = ",".join(class_label(HOLDEM, k) for k in range(169) if strategy.frequency[k] >= 0.5)
    found = grade_range(spot(), SB, parse_range(names, HOLDEM).class_weights)
    assert found.loss == pytest.approx(0.0, abs=1e-12)
    assert found.wrong == ()
    nothing = grade_range(spot(), SB, np.zeros(169))
    sizes = strategy.classes.sizes / strategy.classes.sizes.sum()
    assert nothing.loss == pytest.approx(float(sizes @ np.maximum(strategy.margin_bb, 0.0)), rel=1e-9)
    assert nothing.percent == 0.0
    assert [one.loss for one in nothing.wrong] == sorted((one.loss for one in nothing.wrong), reverse=True)
    assert sum(one.loss for one in nothing.wrong) == pytest.approx(nothing.loss)


@given(st.floats(0, 5), st.one_of(st.none(), st.floats(0, 100)))
def test_ratings(loss: float, seconds: float | None) -> None:
    rating = rate(loss, seconds)
    if loss == 0:
        assert rating is (Rating.EASY if seconds is not None and seconds <= QUICK else Rating.GOOD)
    else:
        assert rating is (Rating.HARD if loss < HARD_LOSS else Rating.AGAIN)


# ---- When it comes again.


@given(st.lists(st.tuples(st.sampled_from(list(Rating)), st.integers(0, 40 * DAY)), min_size=1, max_size=12))
def test_cards_as_fsrs_has_them(reviews: list[tuple[Rating, int]]) -> None:
    """Through our own values and back, against the package's own card that is never taken apart."""
    import fsrs

    from jamfold.practice.training.answers import moment

    scheduler, theirs, ours, at = fsrs.Scheduler(enable_fuzzing=False), fsrs.Card(card_id=0), None, WHEN
    for rating, wait in reviews:
        at += wait
        theirs, _ = scheduler.review_card(theirs, fsrs.Rating(int(rating)), moment(at))
        ours = review(ours, rating, at)
        assert (ours.stability, ours.difficulty) == (theirs.stability, theirs.difficulty)
        assert moment(ours.due) == theirs.due
        assert ours.due > at


def test_a_missed_card_comes_sooner_than_a_known_one_and_a_clock_set_back_stands_still() -> None:
    known = review(None, Rating.EASY, WHEN)
    missed = review(None, Rating.AGAIN, WHEN)
    assert timedelta(milliseconds=missed.due - WHEN) == timedelta(minutes=1)
    assert known.due - WHEN > 2 * DAY
    assert review(known, Rating.GOOD, WHEN - DAY) == review(known, Rating.GOOD, WHEN)


# ---- The score.


def test_a_score_by_hand() -> None:
    answers = [
        answer(0, 0.0),
        answer(1, 0.0, seat="bb", s=4.0),
        answer(2, 0.3, rule_loss=0.1),
        answer(3, 0.0, day=1),
        answer(4, 0.05, day=1, mode="range"),
    ]
    score = make_score(answers, [MemoryState(1, 0, 1.0, 5.0, WHEN, WHEN)], WHEN)
    assert (score.total.decisions, score.right, score.streak, score.best_streak) == (4, 3, 1, 2)
    assert score.total.rate_mbb == pytest.approx(75.0)
    assert score.total.interval_mbb is None  # of four
    assert score.right_percent == 75.0
    assert [(cell.name, cell.decisions) for cell in score.by_seat] == [("sb", 3), ("bb", 1)]
    assert [(cell.name, cell.decisions) for cell in score.by_depth] == [("3-5", 1), ("8-12", 3)]
    assert [cell.decisions for cell in score.by_day] == [3, 1]
    assert (score.ranges, score.range_loss) == (1, 0.05)
    assert (score.rule_decisions, score.rule_mbb, score.rule_own_mbb) == (1, 100.0, 300.0)
    assert (score.cards, score.due) == (1, 1)


def test_a_score_of_nothing() -> None:
    score = make_score([])
    assert (score.total.decisions, score.right_percent, score.rule_mbb, score.streak) == (0, 0.0, 0.0, 0)


def test_the_curve_is_of_the_last_fifty() -> None:
    assert make_score([answer(k, 0.1) for k in range(9)]).curve_mbb == ()
    assert make_score([answer(k, 0.1) for k in range(11)]).curve_mbb == pytest.approx((100.0, 100.0))
    curve = make_score([answer(k, 0.1 * (k >= 60)) for k in range(160)]).curve_mbb
    assert (len(curve), curve[0]) == (60, 0.0)
    assert curve[-1] == pytest.approx(100.0)
    assert list(curve) == sorted(curve)


def test_thirty_answers_have_an_interval_that_holds_their_rate() -> None:
    score = make_score([answer(k, 0.1 * (k % 3)) for k in range(30)])
    assert score.total.interval_mbb is not None
    low, high = score.total.interval_mbb
    assert score.total.rate_mbb == pytest.approx(100.0)
    assert low < 100.0 < high


# ---- Bad input.


@pytest.mark.parametrize(
    ("error", "words", "field"),
    [
        ({"action": "call"}, "Choose jam or fold, not call.", "action"),
        ({"position": "bb", "action": "jam"}, "Choose call or fold, not jam.", "action"),
        ({"hand": "  "}, "Enter a hand.", "hand"),
        ({"action": "raise"}, "Unknown action", "action"),
        ({"seconds": -1.0}, "time", "seconds"),
        ({"blinds": (5.0, "x")}, "The big blind must be a number of chips, not 'x'.", "blind_bb"),
        ({"blinds": (20.0, 10.0)}, "is larger than the big blind", "blind_sb"),
        ({"ante": 30.0}, "The trainer takes antes of at most 2 big blinds.", "ante"),
    ],
)
def test_bad_answers(error: dict[str, object], words: str, field: str) -> None:
    values = {"game": "holdem", "stacks": (100.0, 100.0), "hand": "K7o", "action": "jam"} | error
    with pytest.raises(JamfoldError) as caught:
        TrainAnswerRequest(**values)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert caught.value.field == field


def test_what_makes_no_question() -> None:
    spot_values = {"game": "holdem", "stacks": (100.0, 100.0)}
    with pytest.raises(ClassError, match="Enter one hand"):
        answers.run_case(TrainAnswerRequest(**spot_values, hand="K7", action="jam"), Observer())  # type: ignore[arg-type]
    with pytest.raises(RangeError):
        answers.run_case(TrainRangeRequest(**spot_values, range="what"), Observer())  # type: ignore[arg-type]
    with pytest.raises(SituationError):
        TrainAnswerRequest(game="holdem", stacks=(0.0, 5.0), hand="AA", action="jam")
    with pytest.raises(TrainingError, match="No decision here"):
        answers.run_case(
            TrainAnswerRequest(game="holdem", stacks=("1bb", "1bb"), position="bb", hand="AA", action="call"),
            Observer(),
        )


def test_antes_in_big_blinds() -> None:
    assert TrainNextRequest(game="holdem", ante="0.125bb").level.in_bb == BlindLevel((0.5, 1.0), 0.125)
    assert TrainNextRequest(game="holdem", bb_ante=10).level.in_bb == BlindLevel((0.5, 1.0), bb_ante=1.0)
