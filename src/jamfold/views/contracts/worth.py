"""The contract of ICM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.views.contracts.base import Contract
from jamfold.worth.icm import Icm, Matrix


@dataclass(frozen=True, kw_only=True)
class BountiesContract(Contract):
    """Money on heads."""

    heads: tuple[float, ...]
    progressive: float
    """The share of a head that goes on the winner's own."""
    future: str
    """What heads that stay on the table are worth: chip-share or none, a model."""


@dataclass(frozen=True, kw_only=True)
class IcmContract(Contract):
    """What stacks are worth in prizes; lists are in the order of the stacks."""

    model: str
    stacks: tuple[float, ...]
    prizes: tuple[float, ...]
    prize_unit: str
    """money, or percent of the prize pool; values are in it, too."""
    chip_shares: tuple[float, ...]
    values: tuple[float, ...]
    fractions: tuple[str, ...] | None
    """The values exactly; null for many players."""
    prize_shares: tuple[float, ...]
    """Values as shares of all prizes."""
    bounties: BountiesContract | None
    bounty_values: tuple[float, ...] | None
    """What heads on the table are worth by their model; they are not in `values`, but in what follows."""
    bubble_factors: Matrix | None
    """Row all-in against column: loss over gain. null for more than 100 players, against oneself, and
    where nothing can be won."""
    equity_needed: Matrix | None
    """The chance to win that makes up for the loss; a tie is worth this share of the way to a win."""
    risk_premiums_percent: Matrix | None
    """Equity needed above 50 %, in percentage points."""

    @classmethod
    def of(cls, answer: Icm) -> Self:
        """The contract of a report."""
        return cls.pick(
            answer,
            prizes=answer.prizes.amounts,
            prize_unit="percent" if answer.prizes.percent else "money",
            fractions=None if answer.fractions is None else tuple(map(str, answer.fractions)),
            bounties=None if answer.bounties is None else BountiesContract.pick(answer.bounties),
            bounty_values=answer.head_values,
        )
