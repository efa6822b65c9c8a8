"""What an answer cost: by the exact equilibrium of its own spot, and by the program's rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import ClassId
from jamfold.errors import RuleError, TrainingError
from jamfold.games import Game
from jamfold.histories.judged_turns import loss_of
from jamfold.histories.tables import FREE
from jamfold.practice.rules.find import known_rule
from jamfold.practice.rules.rule import Rule
from jamfold.practice.trainer.answers import CardKey, GivenAnswer, Rating, rate
from jamfold.practice.trainer.exercise import ThreeExercise
from jamfold.ranges.grid import class_label
from jamfold.spots.charts import Chart
from jamfold.spots.explain import Explanation, explain
from jamfold.spots.lookup import class_report
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Advice, Seat
from jamfold.spots.table.node_words import node_words

THREE_SEATS = "three seats"
"""The level of answers at tables of three, with their antes behind it."""


@dataclass(frozen=True)
class RuleAdvice:
    """What the rule that comes with the program says of a hand."""

    points: int
    needed: int | None
    """points, needed: Of the hand, and from how many on it is played; None where every hand is."""
    s: float
    """The stack of the rule's table that is nearest."""
    plays: bool
    """Whether it says jam or call."""
    loss: float
    """What that costs here, big blinds."""


@dataclass(frozen=True, kw_only=True)
class Grade:
    """A judged decision; big blinds won from the start of the hand, once it has come to the decision."""

    plays: bool
    """Whether it was jammed or called."""
    margin: float
    """EV of playing less EV of folding; 0 where both are right."""
    ev_play: float
    ev_fold: float
    rating: Rating
    """How well the hand was known."""

    @property
    def loss(self) -> float:
        """What the answer earns less than the best."""
        return loss_of(self.margin, self.plays)

    @property
    def free(self) -> bool:
        return self.margin == 0.0

    @property
    def right(self) -> bool:
        return self.loss == 0.0


@dataclass(frozen=True, kw_only=True)
class ExplainedVerdict(Grade):
    """A judged decision of two seats, with its reasons and what the program's rule says."""

    explanation: Explanation
    """The hand taken apart: both EVs, chances, why."""
    rule: RuleAdvice | None
    """What the rule says; None where no rule of the game comes with the program."""

    @property
    def spot(self) -> SpotSolution:
        return self.explanation.spot


def grade_answer(
    spot: SpotSolution,
    seat: Seat,
    class_id: int,
    *,
    plays: bool,
    seconds: float | None = None,
    chart: Chart | None = None,
) -> ExplainedVerdict:
    """What playing or folding a hand costs.

    Raises TrainingError if the player has no choice here.

    Parameters
    ----------
    spot
        Solved exactly.
    seat, class_id
        Whose hand, and which.
    plays
        Whether it is jammed or called.
    seconds
        What the answer took; None where that is not known.
    chart
        Of the same level, for the stacks at which the hand is played.
    """
    report = class_report(spot.strategy(seat), ClassId(class_id))
    if report.advice in (Advice.NEVER_ASKED, Advice.NO_DECISION):
        raise TrainingError("Nobody decides here: the hand is never asked.", field="position")
    margin = 0.0 if report.advice is Advice.INDIFFERENT else report.difference_bb
    explanation = explain(spot, report, chart=chart)
    return ExplainedVerdict(
        plays=plays,
        margin=margin,
        ev_play=explanation.hand.ev_allin_bb,
        ev_fold=explanation.hand.ev_fold_bb,
        rating=rate(loss_of(margin, plays), seconds),
        explanation=explanation,
        rule=rule_says(spot, seat, class_id, margin),
    )


def rule_says(spot: SpotSolution, seat: Seat, class_id: int, margin: float) -> RuleAdvice | None:
    """What the rule of the game says of a hand, at the nearest stack of its table."""
    rule = _known(spot.game)
    if rule is None:
        return None
    row = rule.near(spot.s)
    plays = bool(rule.played(row, seat)[class_id])
    return RuleAdvice(int(rule.scores[class_id]), row.points(seat), row.s, plays, loss_of(margin, plays))


@lru_cache(8)
def _known(game: Game) -> Rule | None:
    try:
        return known_rule(game)
    except RuleError:
        return None


@dataclass(frozen=True)
class WrongClass:
    """One class of a marked range that costs something; shares in [0, 1]."""

    class_id: int
    name: str
    """class_id, name: The class."""
    marked: float
    """How much of it was marked."""
    plays: bool
    """Whether it should be."""
    loss: float
    """Its part of the cost, big blinds a hand dealt."""


@dataclass(frozen=True, eq=False)
class GradedRange:
    """A range that was marked, beside the equilibrium."""

    spot: SpotSolution
    seat: Seat
    """spot, seat: Where."""
    percent: float
    right_percent: float
    """percent, right_percent: Of the hands that are asked, marked and played in equilibrium."""
    wrong_percent: float
    """Marked though folding is right, or not marked though playing is; free hands are right either way."""
    loss: float
    """Big blinds lost in a hand that is asked."""
    wrong: tuple[WrongClass, ...] = field(repr=False)
    """The classes that are wrong, dearest first."""


def grade_range(spot: SpotSolution, seat: Seat, marked: FloatArray) -> GradedRange:
    """Compare a marked range with the equilibrium.

    Hands are counted as often as they are asked: those of the big blind as often as they are jammed into.
    Raises TrainingError if the player has no choice here.

    Parameters
    ----------
    spot
        Solved exactly.
    seat
        Whose range.
    marked
        How much of each class is marked, in [0, 1], shape (n,).
    """
    strategy = spot.strategy(seat)
    if not strategy.decides:
        raise TrainingError("Nobody decides here: the stack is not larger than the blind.", field="position")
    free = np.array([strategy.advice(k) is Advice.INDIFFERENT for k in range(strategy.classes.n)])
    gains = np.where(free | np.isnan(strategy.margin_bb), 0.0, strategy.margin_bb)
    weights = strategy.classes.sizes * np.where(np.isnan(strategy.margin_bb), 0.0, strategy.reach_probability)
    weights = weights / weights.sum()
    apart = np.where(gains > 0, 1.0 - marked, np.where(gains < 0, marked, 0.0))
    losses = weights * apart * np.abs(gains)
    order = [k for k in np.lexsort((np.arange(losses.size), -losses)).tolist() if apart[k] > 0]
    wrong = tuple(
        WrongClass(k, class_label(spot.game, k), float(marked[k]), bool(gains[k] > 0), float(losses[k]))
        for k in order
    )
    return GradedRange(
        spot,
        seat,
        100 * float(weights @ marked),
        100 * float(weights @ strategy.frequency),
        100 * float(weights @ apart),
        float(losses.sum()),
        wrong,
    )


def judge_three(asked: ThreeExercise, *, plays: bool, seconds: float | None = None) -> Grade:
    """What playing or folding costs; margins that such solutions cannot tell from 0 are free."""
    margin = float(asked.solution.margins[asked.row, asked.class_id])
    fold = float(asked.solution.folds[asked.row, asked.class_id]) - asked.stack
    told = 0.0 if abs(margin) <= FREE else margin
    rating = rate(loss_of(told, plays), seconds)
    return Grade(plays=plays, margin=told, ev_play=fold + margin, ev_fold=fold, rating=rating)


def three_answer(asked: ThreeExercise, verdict: Grade, at: int, seconds: float | None) -> GivenAnswer:
    """A decision as an answer to be kept; tables of three have no cards that come again."""
    hand = asked.solution.hand
    words = hand.level.bb_text()
    level = f"{THREE_SEATS}, {words}" if words else THREE_SEATS
    key = CardKey(asked.solution.game.name, level, node_words(hand, asked.node), asked.hand)
    act = asked.playing if verdict.plays else "fold"
    return GivenAnswer(
        at, key, asked.mode, asked.stack, asked.stack, act, verdict.loss, verdict.free, seconds
    )
