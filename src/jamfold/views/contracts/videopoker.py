"""Contracts of video poker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.videopoker.analysis import Analysis
from jamfold.videopoker.holds import DealReport
from jamfold.videopoker.paytable import PayTable
from jamfold.views.contracts.base import Contract, Counts


@dataclass(frozen=True, kw_only=True)
class PayTableContract(Contract):
    """A shipped pay table."""

    name: str
    aliases: tuple[str, ...]
    cards: int
    deuces_wild: bool
    deck: str
    """The deck in words."""
    pays: dict[str, float]
    """Coins per coin bet, by hand."""
    toml: str
    """The table as a text that can be edited and sent back."""

    @classmethod
    def of(cls, table: PayTable) -> Self:
        """The contract of a pay table."""
        values = table.as_dict()
        return cls(
            **(values | {"aliases": tuple(values["aliases"])}), deck=table.deck.text, toml=table.as_toml()
        )


@dataclass(frozen=True, kw_only=True)
class FinalHand(Contract):
    """One final hand under perfect play."""

    hand: str
    name: str
    pays: float
    count: int
    """Of all deals and draws."""
    share: float
    of_return: float
    """Its part of the return, coins per coin bet."""


@dataclass(frozen=True, kw_only=True)
class PayTableResult(Contract):
    """A pay table analysed, exactly."""

    name: str
    cards: int
    deck: str
    return_numerator: int
    return_denominator: int
    return_percent: float
    fraction: Counts
    """The return in lowest terms."""
    variance: float
    """Per hand, coins squared per coin bet."""
    hit_percent: float
    cost_per_1000: float
    """Expected loss per 1,000 coins bet."""
    frequencies: dict[str, Counts]
    """Count and number of all, by final hand."""
    rows: tuple[FinalHand, ...]
    seconds: float

    @classmethod
    def of(cls, analysis: Analysis) -> Self:
        """The contract of an analysis, with a row for every final hand."""
        exact, table = analysis.expected_return, analysis.table
        paid = [
            (name.title, name.name, float(pay)) for name, pay in zip(table.names, table.pays, strict=True)
        ]
        rows = []
        for title, name, pays in [*paid, ("nothing", "nothing", 0.0)]:
            share = analysis.frequencies[name] / analysis.draws
            count = analysis.frequencies[name]
            rows.append(
                FinalHand(hand=title, name=name, pays=pays, count=count, share=share, of_return=share * pays)
            )
        return cls(
            **analysis.as_dict(),
            rows=tuple(rows),
            fraction=(exact.numerator, exact.denominator),
            deck=table.deck.text,
        )


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
        values = report.as_dict()
        holds = tuple(HoldContract(**hold) for hold in values["holds"])
        return cls(**(values | {"best": tuple(values["best"]), "holds": holds}))
