"""Contracts of the calculator: equities, and what texts mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from jamfold.answers.equities import RangeMeaning
from jamfold.calculator.results import EquityResult
from jamfold.cards import format_cards
from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class PlayerContract(Contract):
    """One player's shares; null where the method does not tell."""

    text: str
    equity: float
    win: float | None
    """Chance of the whole pot alone."""
    tie: float | None
    """Chance of a part of it."""
    standard_error: float
    """Of the equity; 0 if exact."""
    combinations: int


@dataclass(frozen=True, kw_only=True)
class SplitPlayerContract(PlayerContract):
    """One player's shares of split pots."""

    high: float | None
    """Mean share of the high."""
    low: float | None
    """Mean share of the low."""
    scoop: float | None
    """Chance of the whole pot."""
    quartered: float | None
    """Chance of less than half, but not nothing."""


@dataclass(frozen=True, kw_only=True)
class EquityContract(Contract):
    """Shares of the pot."""

    game: str
    board: str
    dead: str
    exact: bool
    method: str
    """How it was done, in words."""
    boards: int | None
    """Boards per combination of hands, if exact and if the game has a board."""
    counted: float
    """The weight of all deals that were counted; their number where every hand counts alike."""
    deals: int | None
    """Deals, if sampled."""
    seed: int | None
    """Seed of the deals."""
    players: tuple[SplitPlayerContract | PlayerContract, ...]
    outcomes: tuple[int, ...] | None
    """Two exact hands: boards won, tied, lost; in split pots twelve: high won, tied, lost, by no low,
    low won, tied, lost."""
    warnings: tuple[str, ...]
    """What was probably not meant."""
    order: str | None
    """What percentages in ranges go by."""
    needs_outcomes: bool
    """Whether wins and ties would be told if the outcome planes were built (outcomes: true)."""

    @classmethod
    def of(cls, result: EquityResult) -> Self:
        """The contract of an equity calculation."""
        kind = SplitPlayerContract if result.game.split_low else PlayerContract
        return cls.pick(
            result,
            game=result.game.name,
            board=format_cards(result.board),
            dead=format_cards(result.dead),
            players=tuple(kind.pick(player) for player in result.players),
            counted=int(result.counted) if float(result.counted).is_integer() else result.counted,
        )


@dataclass(frozen=True, kw_only=True)
class RangeContract(Contract):
    """What a range text means."""

    game: str
    combinations: int
    classes: int
    percent: float
    canonical: str | None
    """Its shortest text; null if there is none."""
    warnings: tuple[str, ...]
    class_union: bool
    """Whether hands of one class are treated alike."""
    weighted_combinations: float
    order: str | None
    """What percentages in it go by."""
    sample: tuple[str, ...] | None
    """Random hands, if asked for."""
    class_shares: tuple[tuple[int, float], ...] | None
    """Ids of its classes with the share of each that is meant, if asked for."""

    @classmethod
    def of(cls, meaning: RangeMeaning) -> Self:
        """The contract of a range."""
        held = meaning.held
        return cls.pick(
            held,
            meaning,
            game=held.game.name,
            classes=held.n_classes,
            class_union=held.is_class_union,
            order=meaning.order if held.uses_order else None,
            sample=meaning.hands or None,
            class_shares=meaning.classes,
        )
