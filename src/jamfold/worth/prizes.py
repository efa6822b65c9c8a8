"""Prizes by place, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from jamfold.errors import WorthError
from jamfold.worth.numbers import checked, read_number

_FIELD = "prizes"


@dataclass(frozen=True)
class Prizes:
    """What the places pay, from the first on.

    Attributes
    ----------
    amounts
        Money, or percentages of the prize pool; they do not rise, and one is above zero.
    percent
        Whether they are percentages; so are all values then.

    Raises
    ------
    WorthError
        If there are none, one is negative or not finite, they rise, all are zero, or percentages
        are more than 100 together.
    """

    amounts: tuple[float, ...]
    percent: bool = False

    def __post_init__(self) -> None:
        """Check every one of them."""
        if not self.amounts:
            raise WorthError(
                "There are no prizes: give what the places pay, from the first on.", field=_FIELD
            )
        for place, amount in enumerate(self.amounts, 1):
            checked(amount, f"prize of place {place}", _FIELD)
        for place, (better, worse) in enumerate(pairwise(self.amounts), 2):
            if worse > better:
                raise WorthError(
                    f"Place {place} would pay {worse:g}, more than the {better:g} of place {place - 1}: "
                    "prizes must not rise.",
                    field=_FIELD,
                )
        if self.amounts[0] == 0:
            raise WorthError("All prizes are zero.", field=_FIELD)
        if self.percent and self.pool > 100 * (1 + 1e-12):
            raise WorthError(f"The prizes are {self.pool:g} % of the prize pool together.", field=_FIELD)

    @classmethod
    def read(cls, values: Sequence[object]) -> Prizes:
        """Prizes from numbers and texts: money, or percentages as ``50%``.

        Raises
        ------
        WorthError
            As the class does, or if one is no number, or money and percentages are mixed.
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
        return cls(tuple(amounts), percent=any(marked))

    @property
    def pool(self) -> float:
        """All of them together."""
        return fsum(self.amounts)

    def check_players(self, players: int) -> None:
        """Raise `WorthError` if there are more prizes than players."""
        if len(self.amounts) > players:
            raise WorthError(
                f"There are {len(self.amounts)} prizes for {players} player{'s'[: players != 1]}: "
                "give the prizes that can still be won.",
                field=_FIELD,
            )
