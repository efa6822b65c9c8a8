"""The score: what answers cost, how many were right, by seat, by depth and over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jamfold.histories.statistics import MILLI, Cell, cells_by, make_cell
from jamfold.histories.within import DEPTH_NAMES, depth_of
from jamfold.practice.trainer.answers import RANGE, GivenAnswer
from jamfold.practice.trainer.repetition import MemoryState

CURVE = _LAST, _FIRST, _MOST_POINTS = 50, 10, 60
"""The curve: how many decisions a point is about, after how many the first stands, and how many points."""


@dataclass(frozen=True)
class TrainingScore:
    """What answers say of a player.

    Rates are thousandths of a big blind (of a bet in video poker) a decision, with the interval
    of the report on played hands; none below 30 answers.
    """

    total: Cell
    """All decisions."""
    right: int
    """How many were right."""
    streak: int
    best_streak: int
    """streak, best_streak: Right in a row now, and at most."""
    rule_decisions: int
    """Decisions on which the program's rule has an opinion."""
    rule_loss: float
    rule_own: float
    """rule_loss, rule_own: What the rule would have lost in them, and what the player did."""
    by_seat: tuple[Cell, ...]
    by_depth: tuple[Cell, ...]
    """By the stack in units of B."""
    by_stack: tuple[Cell, ...]
    """By the stack in big blinds, before anything is posted."""
    by_day: tuple[Cell, ...]
    """Days in UTC, in their order."""
    curve_mbb: tuple[float, ...]
    """The rate of the last 50 decisions at each time, after the tenth; at most 60 of them, evenly spread."""
    ranges: int
    """Whole ranges marked."""
    range_loss: float
    """What they lost in the mean, big blinds a hand."""
    cards: int
    due: int
    """cards, due: Cards that were asked, and those that are due."""

    @property
    def right_percent(self) -> float:
        """Share of right answers; 0 where there are none."""
        return 100.0 * self.right / self.total.decisions if self.total.decisions else 0.0

    @property
    def rule_mbb(self) -> float:
        """What the rule would have lost a decision."""
        return MILLI * self.rule_loss / self.rule_decisions if self.rule_decisions else 0.0

    @property
    def rule_own_mbb(self) -> float:
        """What the player lost a decision in the same decisions."""
        return MILLI * self.rule_own / self.rule_decisions if self.rule_decisions else 0.0


def make_score(
    answers: Sequence[GivenAnswer], cards: Sequence[MemoryState] = (), now: int = 0
) -> TrainingScore:
    """The score of answers in the order of time."""
    decided = [one for one in answers if one.mode != RANGE]
    marked = [one.loss for one in answers if one.mode == RANGE]
    streak = best = 0
    for one in decided:
        streak = streak + 1 if one.right else 0
        best = max(best, streak)
    ruled = [one for one in decided if one.rule_loss is not None]
    deep = [one for one in decided if one.s]
    seats = [one for one in decided if one.key.seat]
    return TrainingScore(
        total=make_cell("all", decided),
        right=sum(one.right for one in decided),
        streak=streak,
        best_streak=best,
        rule_decisions=len(ruled),
        rule_loss=sum(one.rule_loss or 0.0 for one in ruled),
        rule_own=sum(one.loss for one in ruled),
        by_seat=cells_by(seats, lambda one: one.key.seat, _seats_of(seats)),
        by_depth=cells_by(deep, lambda one: depth_of(one.s), DEPTH_NAMES),
        by_stack=cells_by(deep, lambda one: depth_of(one.stack), DEPTH_NAMES),
        by_day=cells_by(decided, lambda one: one.day, sorted({one.day for one in decided})),
        curve_mbb=_curve([one.loss for one in decided]),
        ranges=len(marked),
        range_loss=sum(marked) / len(marked) if marked else 0.0,
        cards=len(cards),
        due=sum(card.due <= now for card in cards),
    )


def _curve(losses: Sequence[float]) -> tuple[float, ...]:
    """The rate of the last decisions over time."""
    more = len(losses) - _FIRST
    points = min(_MOST_POINTS, more + 1)
    ends = [_FIRST + round(k * more / max(1, points - 1)) for k in range(points)]
    return tuple(MILLI * sum(losses[max(0, end - _LAST) : end]) / min(end, _LAST) for end in ends)


def _seats_of(answers: Sequence[GivenAnswer]) -> list[str]:
    """The seats in their order: small blind, big blind, then decisions of larger tables."""
    names = {one.key.seat for one in answers}
    return sorted(names, key=lambda name: (("sb", "bb", name).index(name), name))
