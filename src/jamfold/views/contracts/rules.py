"""The contract of rules to carry in the head."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.practice.rules.measure import RuleRow
from jamfold.views.contracts.base import Contract


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
    thresholds: tuple[RuleRow, ...]
    note: str
