"""Prizes by place, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from jamfold.errors import WorthError
from jamfold.worth.numbers import check_number, read_number

_FIELD = "prizes"


@dataclass(frozen=True)
class Prizes:
    """What the places pay, from the first on.

    Raises WorthError if there are none, one is negative or not finite, or percentages are more than 100
    together.
    """

    amounts: tuple[float, ...]
    """Money, or percentages of the prize pool.  All are zero where bounties alone are played for."""
    percent: bool = False
    """Whether they are percentages; so are all values then."""

    @property
    def unit(self) -> str:
        """money, or percent of the prize pool; values are in it, too."""
        return "percent" if self.percent else "money"

    def __post_init__(self) -> None:
        if not self.amounts:
            raise WorthError(
                "There are no prizes: give what the places pay from the first on, such as --prizes 50 30 20.",
                field=_FIELD,
            )
        for place, amount in enumerate(self.amounts, 1):
            check_number(amount, f"prize of place {place}", _FIELD)
        if self.percent and self.pool > 100 * (1 + 1e-12):
            raise WorthError(f"The prizes are {self.pool:g} % of the prize pool together.", field=_FIELD)

    @classmethod
    def read(cls, values: Sequence[object], *, heads: float = 0.0) -> Prizes:
        """Prizes from numbers and texts: money, or percentages as ``50%``.

        Raises WorthError as the class does, or if one is no number, money and percentages are mixed, or all
        are zero and so is the money on heads.
        """
        marked = [isinstance(value, str) and value.strip().endswith("%") for value in values]
        if any(marked) and not all(marked):
            money, share = values[marked.index(False)], values[marked.index(True)]
            raise WorthError(
                f"The prizes mix money ({money}) and percentages ({share}): give one of both.", field=_FIELD
            )
        bare = [
            str(value).strip()[:-1] if mark else value for value, mark in zip(values, marked, strict=True)
        ]
        amounts = (read_number(value, f"prize of place {k}", _FIELD) for k, value in enumerate(bare, 1))
        prizes = cls(tuple(amounts), percent=any(marked))
        prizes.check_players(len(values), heads=heads)
        return prizes

    @property
    def pool(self) -> float:
        return fsum(self.amounts)

    @property
    def warning(self) -> str:
        """What is odd about them, in a sentence; empty if nothing is."""
        for place, (better, worse) in enumerate(pairwise(self.amounts), 2):
            if worse > better:
                return f"Place {place} pays more than place {place - 1}: {worse:g}, not {better:g} or less."
        return ""

    def check_players(self, players: int, *, heads: float = 0.0) -> None:
        """Raise `WorthError` if there are more prizes than players, or no money in them and on heads."""
        if self.pool + heads == 0:
            raise WorthError("All prizes are zero.", field=_FIELD)
        if len(self.amounts) > players:
            raise WorthError(
                f"There are {len(self.amounts)} prizes for {players} player{'s'[: players != 1]}: "
                "give the prizes that can still be won.",
                field=_FIELD,
            )
