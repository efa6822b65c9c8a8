"""Contracts of hands that are looked up in a solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from jamfold.answers.lookups import LookupResult, RangeReport
from jamfold.ranges.grid import class_label
from jamfold.spots.explain import Explanation
from jamfold.spots.lookup import HandReport
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandAtNode
from jamfold.spots.table.decisions import HandDecisions
from jamfold.views.contracts.base import Contract, Intervals
from jamfold.views.contracts.spots import Certificate
from jamfold.views.words import advice_text, decision_lines, explanation_lines


@dataclass(frozen=True, kw_only=True)
class HandRow(Contract):
    """One class of a strategy; null where the big blind is never asked."""

    id: int
    cards: str
    representative: str
    size: int
    """Hands in the class."""
    position: Literal["sb", "bb"]
    played: float
    """Chance of jamming (sb) or calling (bb)."""
    ev_allin: float | None
    """Chips; for the big blind after a jam.  Null where money is played for."""
    ev_fold: float | None
    difference: float | None
    """All-in minus fold."""
    ev_allin_bb: float | None
    ev_fold_bb: float | None
    difference_bb: float | None
    advice: str
    """What to do; it begins with jam, call, fold, indifferent, no decision or never asked, in a tree with the
    first action."""
    name: str
    """What players call the class."""
    ev_allin_money: float | None
    """EVs in money, null where chips are played for."""
    ev_fold_money: float | None
    difference_money: float | None
    least: float | None = None
    """How seldom it is played in any equilibrium; null where that is not known: only chips are proved."""
    most: float | None = None
    """How often it is played in any equilibrium."""
    nodes: tuple[HandAtNode, ...] | None = None
    """What the class does at every decision of the seat, where there are raises before the all-in; then
    `played` is the chance not to fold at the first of them, and EVs are those of jamming first in."""

    @classmethod
    def of(cls, hand: HandReport, name: str) -> Self:
        """The contract of a class in a list."""
        return cls.pick(
            hand,
            name=name,
            position=hand.seat.value,
            advice=advice_text(hand),
            nodes=hand.nodes or None,
            **_evs(hand),
        )


def _evs(hand: HandReport) -> dict[str, float | None]:
    """EVs in chips, or in money."""
    chips = hand.currency == "chips"
    names = ("ev_allin", "ev_fold", "difference")
    values = {name: getattr(hand, name) for name in names}
    return {name: values[name] if chips else None for name in names} | {
        f"{name}_money": None if chips else values[name] for name in names
    }


@dataclass(frozen=True, kw_only=True)
class LookedUpContract(HandRow, Certificate):
    """One hand of a solved spot."""

    kind: Literal["hand"] = "hand"
    game: str

    @classmethod
    def looked_up(cls, answer: LookupResult) -> Self:
        """The contract of a hand without the reasons."""
        hand, spot = answer.hand, answer.spot
        name = class_label(spot.game, hand.id)
        words = advice_text(hand)
        return cls.pick(
            hand,
            spot,
            name=name,
            game=spot.game.name,
            position=hand.seat.value,
            advice=words,
            nodes=hand.nodes or None,
            **_evs(hand),
        )


@dataclass(frozen=True, kw_only=True)
class HandContract(LookedUpContract):
    """One hand of a solved spot, and why it is played as it is.

    Null: the other player never comes, or there is no limit.
    """

    s: float
    """Effective stack in units of the theory."""
    b: float
    unit_chips: float
    chance_called: float | None = None
    """sb: chance to be called."""
    chance_jammed: float | None = None
    """bb: chance that the small blind jams."""
    equity: float | None
    """Share of the pot against the other's range."""
    ev_called: float | None
    """EV of the showdown, bb; null where money is played for."""
    ev_called_money: float | None
    break_even_equity: float | None
    break_even_stack: float | None
    """Up to which s the action is right against the same range."""
    break_even_chips: float | None
    """The same as a stack in chips before antes and blinds."""
    break_even_bb: float | None
    any_stack: bool
    """Whether it is right at any stack."""
    played_stacks: Intervals | None
    """The stacks of a chart at which the hand is played, if a chart was made."""
    free_stacks: Intervals | None
    words: tuple[str, ...]
    """Why, in sentences."""

    @classmethod
    def explained(cls, explanation: Explanation, spot: SpotSolution) -> Self:
        """The contract of one hand."""
        seat = explanation.seat.value
        chance = {"sb": "chance_called", "bb": "chance_jammed"}[seat]
        return cls.pick(
            explanation,
            explanation.hand,
            spot,
            game=spot.game.name,
            unit_chips=spot.situation.unit,
            position=seat,
            advice=advice_text(explanation.hand),
            nodes=None,
            words=tuple(explanation_lines(explanation)),
            **{chance: explanation.chance},
            **_evs(explanation.hand),
            ev_called=explanation.ev_called if spot.currency == "chips" else None,
            ev_called_money=explanation.ev_called if spot.currency == "money" else None,
        )


@dataclass(frozen=True, kw_only=True)
class TreeHandContract(LookedUpContract):
    """One hand of a tree of raises, and what every action earns at its decisions."""

    words: tuple[str, ...]
    """A sentence for each decision."""

    @classmethod
    def of_tree(cls, answer: LookupResult) -> Self:
        """The contract of a hand in a tree."""
        words = tuple(decision_lines(answer.hand))
        return cls.pick(LookedUpContract.looked_up(answer), words=words)


@dataclass(frozen=True, kw_only=True)
class RangeHandsContract(Certificate):
    """Several classes that were looked up together: a part of a hand, or a range."""

    kind: Literal["range"] = "range"
    game: str
    text: str
    position: Literal["sb", "bb"]
    classes: int
    combinations: int
    percent: float
    """Of all hands."""
    played: float
    """The share of these hands that is played."""
    warnings: tuple[str, ...]
    """What was probably not meant."""
    hands: tuple[HandRow, ...]
    """The classes, most played first; at most 200."""

    @classmethod
    def of(cls, report: RangeReport) -> Self:
        """The contract of a range that was looked up."""
        spot = report.spot
        rows = tuple(
            HandRow.of(hand, class_label(spot.game, hand.id)) for hand in report.hands.reports(0, MOST_ROWS)
        )
        return cls.pick(
            spot,
            report.held,
            report,
            game=spot.game.name,
            position=report.hands.strategy.seat.value,
            classes=report.held.n_classes,
            hands=rows,
        )


MOST_ROWS = 200


def looked_up_contract(answer: LookupResult | RangeReport) -> LookedUpContract | RangeHandsContract:
    """The contract of a looked-up hand without the reasons, or of a range."""
    if isinstance(answer, RangeReport):
        return RangeHandsContract.of(answer)
    return LookedUpContract.looked_up(answer)


def hand_contract(answer: Any) -> HandContract | TreeHandContract | RangeHandsContract | HandDecisions:
    """The contract of a looked-up hand or range; a hand at a table stands for itself."""
    if isinstance(answer, HandDecisions):
        return answer
    if isinstance(answer, RangeReport):
        return RangeHandsContract.of(answer)
    if isinstance(answer, LookupResult):
        return TreeHandContract.of_tree(answer)
    return HandContract.explained(answer, answer.spot)
