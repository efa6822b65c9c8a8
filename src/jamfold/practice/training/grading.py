"""The cost of answers, by the exact equilibrium of their own spot, and the bundled point rule's advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cards.games import GAMES, Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import RuleError, TrainingError
from jamfold.histories.grading import loss_of
from jamfold.practice.point_rules.report import known_rule
from jamfold.practice.point_rules.rule import Rule
from jamfold.practice.training.answers import CardKey, GivenAnswer, MemoryState, now
from jamfold.practice.training.log import keep_answer
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import explain
from jamfold.spots.charts import Chart
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Advice, Seat, class_report


@json_fields("points needed s action loss_bb=loss", schema="RuleSaysContract")
@dataclass(frozen=True)
class RuleAdvice:
    """The bundled point rule's advice for a hand."""

    points: int
    needed: int | None
    """The points from which it is played; None if every hand is."""
    s: float
    """The nearest stack of the rule's table."""
    action: str
    loss: float
    """The cost of the advice in this spot, in big blinds."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Decision(DisplayableResult):
    """One decision of a drill: a hand, its choices, and what each gains; amounts in big blinds."""

    spot: Any
    """The solved spot: an `Explanation` (two seats), a `TableSolution` (three seats), a `TableSpot` (four to
    ten) or a `TreeSpot`."""
    row: int
    """The index of the decision in the spot."""
    id: int
    key: CardKey
    """Game, level, seat with the actions before, and hand, as answers store them."""
    mode: str
    actions: tuple[str, ...]
    """The legal actions, folding last."""
    gains: Mapping[str, float]
    """The EV of each action, from a common zero; NaN if the hand never reaches the decision."""
    doubt: float
    """Differences up to this are too close to call; NaN if the hand never reaches the decision."""
    stack: float
    """Effective stack before anything is posted."""
    s: float
    """The same in units of B; at tables of three and more in big blinds."""
    evs: Mapping[str, float] = field(default_factory=dict)
    """EV of each action from the start of the hand; empty if only differences are known."""
    rule: RuleAdvice | None = None
    """Advice of the bundled point rule; None if there is none for the spot."""

    @property
    def game(self) -> str:
        return self.key.game

    @property
    def hand(self) -> str:
        return self.key.hand

    @property
    def cards(self) -> str:
        return hand_classes(GAMES[self.game]).name(ClassId(self.id))

    @property
    def playing(self) -> str:
        """The first action: if there are two, to jam, or to call a jam."""
        return self.actions[0]

    def loss(self, action: str) -> float:
        """Return the best EV less an action's; 0 if that is too close to call."""
        behind = max(self.gains.values()) - self.gains[action]
        return behind if behind > self.doubt else 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class GradedDecision(DisplayableResult):
    """A decision with the player's action, in big blinds."""

    decision: Decision
    action: str
    at: int
    """Time of the answer, milliseconds since 1970."""
    seconds: float | None = None
    """How long the answer took; None if unknown."""
    card: MemoryState | None = None
    """The scheduler's state of its card; None if it is not a card of the deck."""
    notice: str = ""
    """A remark about the training file; usually empty."""

    @property
    def loss(self) -> float:
        return self.decision.loss(self.action)

    @property
    def right(self) -> bool:
        return self.loss == 0.0

    @property
    def best(self) -> tuple[str, ...]:
        """The actions that lose nothing."""
        return tuple(action for action in self.decision.actions if not self.decision.loss(action))

    @property
    def free(self) -> bool:
        """Whether no action loses anything."""
        return self.best == self.decision.actions

    @property
    def answer(self) -> GivenAnswer:
        decision, rule = self.decision, self.decision.rule
        return GivenAnswer(
            self.at, decision.key, decision.mode, decision.stack, decision.s, self.action, self.loss,
            self.free, self.seconds, None if rule is None else rule.loss,
        )  # fmt: skip


def store_decision(
    decision: Decision, action: str, seconds: float | None, *, card: bool = False
) -> GradedDecision:
    """Grade an action and store the answer; `card` also schedules its card.

    Raises TrainingError if it cannot be stored.
    """
    graded = GradedDecision(decision=decision, action=action, at=now(), seconds=seconds)
    state, notice = keep_answer(graded.answer, card=card)
    return replace(graded, card=state, notice=notice)


def spot_decision(
    spot: SpotSolution, seat: Seat, class_id: int, mode: str, chart: Chart | None = None
) -> Decision:
    """Return the decision of a heads-up hand, with its reasons.

    Raises TrainingError if the player has no decision.

    Parameters
    ----------
    spot
        Solved exactly or approximately; losses within its bound count as zero.
    chart
        A chart of the same level, for the stacks at which the hand is played.
    """
    report = class_report(spot.strategy(seat), ClassId(class_id))
    if report.advice in (Advice.NEVER_ASKED, Advice.NO_DECISION):
        raise TrainingError("No decision here: the hand never gets to act.", field="position")
    margin = 0.0 if report.advice is Advice.INDIFFERENT else report.difference_bb
    explanation = explain(spot, report, chart=chart)
    situation, playing = spot.situation, seat.action.value
    level = replace(situation.level, dead=0.0)
    return Decision(
        spot=explanation,
        row=seat.place,
        id=class_id,
        key=CardKey(spot.game.name, level.bb_text(), seat.value, explanation.name),
        mode=mode,
        actions=(playing, "fold"),
        gains={playing: margin, "fold": 0.0},
        doubt=_doubt(spot),
        stack=min(situation.stacks) / situation.big_blind,
        s=spot.s,
        evs={playing: explanation.hand.ev_allin_bb, "fold": explanation.hand.ev_fold_bb},
        rule=rule_says(spot, seat, class_id, margin),
    )


def _doubt(spot: SpotSolution) -> float:
    return max(spot.gains_bb) if spot.solution.approximate else 0.0


def rule_says(spot: SpotSolution, seat: Seat, class_id: int, margin: float) -> RuleAdvice | None:
    """Return the game's point rule's advice for a hand, at the nearest stack of its table."""
    rule = _rule_or_none(spot.game)
    if rule is None:
        return None
    row = rule.near(spot.s)
    plays = bool(rule.played(row, seat)[class_id])
    action = seat.action.value if plays else "fold"
    return RuleAdvice(int(rule.scores[class_id]), row.points(seat), row.s, action, loss_of(margin, plays))


@lru_cache(8)
def _rule_or_none(game: Game) -> Rule | None:
    try:
        return known_rule(game)
    except RuleError:
        return None


@json_fields("id=class_id name marked best loss_bb=loss", schema="WrongContract")
@dataclass(frozen=True)
class WrongClass:
    """A wrong class of a marked range."""

    class_id: int
    name: str
    marked: float
    """The share of it that was marked, in [0, 1]."""
    best: str
    """jam, call or fold."""
    loss: float
    """Its part of the cost, in big blinds per hand dealt."""


@dataclass(frozen=True, eq=False)
class GradedRange(DisplayableResult):
    """A marked range compared with the equilibrium."""

    spot: SpotSolution
    seat: Seat
    percent: float
    right_percent: float
    """percent, right_percent: percent of the exercise's hands marked, and played in equilibrium."""
    wrong_percent: float
    """Percent marked though folding is right, or the other way; indifferent hands are right either way."""
    loss: float
    """Loss per hand of the exercise, in big blinds."""
    wrong: tuple[WrongClass, ...] = field(repr=False)
    """The wrong classes, costliest first."""
    notice: str = ""
    """A remark about the training file; usually empty."""


def grade_range(spot: SpotSolution, seat: Seat, marked: FloatArray) -> GradedRange:
    """Compare a marked range, shares in [0, 1] of shape (n,), with the equilibrium.

    Hands count as often as they reach the decision: those of the big blind as often as they face a jam.
    Raises TrainingError if the player has no decision.
    """
    strategy = spot.strategy(seat)
    if not strategy.decides:
        raise TrainingError("No decision here: the stack is not larger than the blind.", field="position")
    free = np.abs(strategy.margin_bb) <= _doubt(spot)
    free |= np.array([strategy.advice(k) is Advice.INDIFFERENT for k in range(strategy.classes.n)])
    gains = np.where(free | np.isnan(strategy.margin_bb), 0.0, strategy.margin_bb)
    weights = strategy.classes.sizes * np.where(np.isnan(strategy.margin_bb), 0.0, strategy.reach_probability)
    weights = weights / weights.sum()
    apart = np.where(gains > 0, 1.0 - marked, np.where(gains < 0, marked, 0.0))
    losses = weights * apart * np.abs(gains)
    order = [k for k in np.lexsort((np.arange(losses.size), -losses)).tolist() if apart[k] > 0]
    best = ("fold", seat.action.value)
    wrong = tuple(
        WrongClass(k, class_label(spot.game, k), float(marked[k]), best[bool(gains[k] > 0)], float(losses[k]))
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
