"""Contracts of two sources beside each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.answers.hands import ComparedSpots
from jamfold.ranges.grid import class_label
from jamfold.spots.comparison import Comparison
from jamfold.views.contracts.base import Contract
from jamfold.views.contracts.spots import SolveContract


@dataclass(frozen=True, kw_only=True)
class ComparedHand(Contract):
    """One class that is played differently."""

    id: int
    name: str
    size: int
    played: float
    """Chance in the first spot."""
    other_played: float
    """Chance in the other source."""
    difference_bb: float | None
    """What playing the hand earns more than folding, in the first spot."""
    cost_bb: float | None
    """What the other's chance loses when the class is dealt."""
    difference_money: float | None
    cost_money: float | None
    """The same where prizes are played for, else null."""


@dataclass(frozen=True, kw_only=True)
class ComparedSeat(Contract):
    """One seat of two sources."""

    position: Literal["sb", "bb"]
    percent: float
    """Of all hands that are played in the first spot."""
    other_percent: float
    apart_percent: float
    """Of all hands that only one of the two plays."""
    cost_bb: float | None
    """What the other's chances lose a hand dealt, against the first spot's other player."""
    cost_chips: float | None
    cost_money: float | None
    """The same where prizes are played for, else null."""
    classes: int
    """Classes that are played differently."""
    hands: tuple[ComparedHand, ...]
    """The dearest of them, then those that differ most."""


@dataclass(frozen=True, kw_only=True)
class CompareContract(Contract):
    """A spot beside another source."""

    first: SolveContract
    second: SolveContract | None
    """The other spot; null if the other source is a range or a file."""
    seats: tuple[ComparedSeat, ...]

    @classmethod
    def of(cls, compared: ComparedSpots, most: int) -> Self:
        """The contract of a comparison, with `most` hands of each seat."""
        return cls(
            first=SolveContract.of(compared.first),
            second=None if compared.second is None else SolveContract.of(compared.second),
            seats=tuple(_compared_seat(one, most) for one in compared.comparisons),
        )


def _compared_seat(comparison: Comparison, most: int) -> ComparedSeat:
    first, bb = comparison.first, comparison.first.situation.big_blind
    chips = first.currency == "chips"
    sizes, total = first.classes.sizes, first.game.n_hands
    ids, margin = comparison.different, first.play_margin
    return ComparedSeat(
        position=first.seat.value,
        percent=first.played_percent,
        other_percent=100 * float(comparison.chances @ sizes) / total,
        apart_percent=100 * comparison.share,
        cost_bb=comparison.cost / bb if chips else None,
        cost_chips=comparison.cost if chips else None,
        cost_money=None if chips else comparison.cost,
        classes=len(ids),
        hands=tuple(
            ComparedHand(
                id=one,
                name=class_label(first.game, one),
                size=int(sizes[one]),
                played=float(first.frequency[one]),
                other_played=float(comparison.chances[one]),
                difference_bb=float(margin[one]) / bb if chips else None,
                cost_bb=float(comparison.costs[one]) / bb if chips else None,
                difference_money=None if chips else float(margin[one]),
                cost_money=None if chips else float(comparison.costs[one]),
            )
            for one in ids[:most].tolist()
        ),
    )
