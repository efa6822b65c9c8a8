"""Contracts of video poker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.videopoker.deck import format_deal
from jamfold.videopoker.holds import DealReport
from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class HoldContract(Contract):
    """One of the 32 holds."""

    mask: int
    """Bit k: card k of the deal is held."""
    cards: str
    numerator: int
    """The exact expected pay is numerator / denominator."""
    denominator: int
    ev: float
    cost: float
    """Against the best hold; 0 only if it is equally good."""


@dataclass(frozen=True, kw_only=True)
class HoldsContract(Contract):
    """All holds of a deal, best first."""

    table: str
    deal: str
    made: str
    """What the deal is as it stands."""
    best: tuple[int, ...]
    """Masks of the best holds."""
    holds: tuple[HoldContract, ...]

    @classmethod
    def of(cls, report: DealReport) -> Self:
        """The contract of a deal, with what every hold costs."""
        return cls(
            table=report.table.name,
            deal=format_deal(report.deal),
            made=report.made,
            best=tuple(hold.mask for hold in report.best),
            holds=tuple(
                HoldContract.pick(
                    hold,
                    cards=format_deal(hold.cards),
                    ev=float(hold.ev),
                    cost=float(report.cost(hold.mask)),
                )
                for hold in report.holds
            ),
        )
