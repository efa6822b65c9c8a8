"""Contracts of the flop: winning chances, and how strength is spread."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.views.contracts.base import Contract


@dataclass(frozen=True, kw_only=True)
class RawContract(Contract):
    """Exact counts against one random holding."""

    win: int
    tie: int
    lose: int
    equity: float


@dataclass(frozen=True, kw_only=True)
class ShowdownContract(Contract):
    """Chances at the showdown."""

    equity: float
    win_chance: float
    tie_chance: float
    lose_chance: float
    exact: bool
    standard_error: float
    deals: int | None


@dataclass(frozen=True, kw_only=True)
class AnswersContract(Contract):
    """How opponents answer a bet."""

    one_folds: float
    everybody_folds: float
    share: float
    standard_error: float


@dataclass(frozen=True, kw_only=True)
class ChanceContract(Contract):
    """The winning chance of a hand on a flop."""

    hand: str
    flop: str
    opponents: int
    raw: RawContract
    folding: str | None
    threshold: float | None
    against: ShowdownContract | None
    """Against all opponents, when all of them stay."""
    against_one: ShowdownContract | None
    power_rule: float | None
    answers: AnswersContract
    money: dict[str, float | None] | None
    """Pot, call, and what going on is worth."""
    seed: int | None
    game: str
