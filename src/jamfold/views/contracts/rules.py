"""The contract of rules to carry in the head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.practice.rules.features import find_feature
from jamfold.practice.rules.find import ComparedRule, OrderingRow, RuleReport
from jamfold.practice.rules.measure import RuleRow
from jamfold.practice.rules.rule import ANY
from jamfold.practice.rules.text import rule_text
from jamfold.views.contracts.base import Contract, Pair

Points = int | Literal["any"]


def points_of(points: int | None) -> Points:
    """A threshold, or the word for none."""
    return ANY if points is None else points


@dataclass(frozen=True, kw_only=True)
class ScoreContract(Contract):
    """Points for something seen of a hand."""

    feature: str
    weight: int
    words: str
    """What the points are for; each of it where it can stand several times."""


@dataclass(frozen=True, kw_only=True)
class ThresholdContract(Contract):
    """A rule at one stack; small blind 1/2, no ante."""

    s: float
    """The stack in big blinds."""
    jam_from: Points
    call_from: Points
    gain_bb: float
    """What both best responses gain together, big blinds a hand: the exploitability."""
    loss_bb: float
    """What the rule loses against the equilibrium opponent, both seats together; at most `gain_bb`."""
    gains_bb: Pair
    """What the small and the big blind alone gain by a best response."""
    losses_bb: Pair
    """What the rule loses as small and as big blind."""
    jam_percent: float
    call_percent: float

    @classmethod
    def of(cls, row: RuleRow) -> Self:
        """The contract of a row."""
        return cls.pick(
            row,
            jam_from=points_of(row.jam_from),
            call_from=points_of(row.call_from),
            gains_bb=row.gains,
            losses_bb=row.losses,
            jam_percent=row.percents[0],
            call_percent=row.percents[1],
        )


@dataclass(frozen=True, kw_only=True)
class RuleCardContract(Contract):
    """A rule as the strategy page takes it: its words, its thresholds, and what every class scores."""

    game: str
    points: tuple[str, ...]
    """Of every number of the score, with its sign, or as a factor."""
    words: tuple[str, ...]
    """What they are for."""
    least: int
    """The fewest points of a class."""
    scores: str
    """How many points more each class has, a byte each, as base64."""
    weights: tuple[int, ...]
    seen: tuple[str, ...] | None
    """What each weight multiplies, a byte a class, as base64; null in files, for games of many classes."""
    thresholds: tuple[ThresholdContract, ...]
    note: str


@dataclass(frozen=True, kw_only=True)
class OrderingRowContract(Contract):
    """A published ordering at one stack, with the thresholds that are best for it."""

    s: float
    jam_from: Points
    call_from: Points
    gain_bb: float

    @classmethod
    def of(cls, row: OrderingRow) -> Self:
        """The contract of a row."""
        return cls.pick(row, jam_from=points_of(row.jam_from), call_from=points_of(row.call_from))


@dataclass(frozen=True, kw_only=True)
class OrderingContract(Contract):
    """A published ordering beside the rule."""

    name: str
    thresholds: tuple[OrderingRowContract, ...]

    @classmethod
    def of(cls, compared: ComparedRule) -> Self:
        """The contract of an ordering."""
        return cls(name=compared.name, thresholds=tuple(map(OrderingRowContract.of, compared.rows)))


@dataclass(frozen=True, kw_only=True)
class RuleContract(Contract):
    """A rule: points, from how many on a hand is played at every stack, and what that costs."""

    game: str
    score: tuple[ScoreContract, ...]
    thresholds: tuple[ThresholdContract, ...]
    mean_gain_bb: float
    """The mean of `gain_bb` over the stacks."""
    orderings: tuple[OrderingContract, ...]
    finished: bool
    """Whether the search was through before its time was up; true where there was none."""
    toml: str
    """The rule as `rule check` reads it."""
    seconds: float

    @classmethod
    def of(cls, report: RuleReport) -> Self:
        """The contract of a report."""
        rule = report.rule
        return cls.pick(
            report,
            game=rule.game.name,
            score=tuple(
                ScoreContract(feature=name, weight=weight, words=find_feature(rule.game, name).words)
                for name, weight in rule.score
            ),
            thresholds=tuple(map(ThresholdContract.of, report.rows)),
            orderings=tuple(map(OrderingContract.of, report.compared)),
            finished=not report.cut,
            toml=rule_text(rule),
        )
