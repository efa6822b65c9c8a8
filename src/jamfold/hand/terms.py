"""What a hand is played for: what the house takes of pots, and what chips are worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from jamfold.errors import SituationError
from jamfold.worth.rake import Rake
from jamfold.worth.utility import ChipUtility, Currency, Utility, utility_of


@dataclass(frozen=True)
class Measure:
    """How values of a currency are shown: chips in big blinds, money as it is."""

    unit: str
    """``bb``, ``money``, or ``% of the prizes``."""
    divisor: float
    """What a value is divided by."""

    def of(self, value: float) -> float:
        """A value as it is shown."""
        return value / self.divisor

    def text(self, value: float, form: str) -> str:
        """A value with its unit: ``+0.0312 bb``."""
        return f"{value / self.divisor:{form}} {self.unit}"


@dataclass(frozen=True)
class Terms:
    """What is taken from pots, and what the chips are worth.

    Raises SituationError if there are prizes and rake.
    """

    rake: Rake = field(default_factory=Rake)
    """What the house takes."""
    utility: Utility = field(default_factory=ChipUtility)
    """What chips are worth to the players in the hand."""

    def __post_init__(self) -> None:
        """Cash games are raked, tournaments have prizes."""
        if self.currency == "money" and not self.rake.is_free:
            raise SituationError(
                "Prizes are won in tournaments, and those are not raked: give prizes or rake.", field="rake"
            )

    @property
    def plain(self) -> bool:
        """Whether chips are played for, and nothing is taken."""
        return self.rake.is_free and isinstance(self.utility, ChipUtility)

    @property
    def currency(self) -> Currency:
        """What values are counted in."""
        return self.utility.currency

    @property
    def rake_values(self) -> dict[str, Any] | None:
        """What is taken from pots; None if nothing is."""
        return None if self.rake.is_free else self.rake.as_dict()

    def measure(self, big_blind: float) -> Measure:
        """How values are shown."""
        prizes = self.utility.prizes
        if prizes is not None:
            return Measure("% of the prizes" if prizes.percent else "money", 1.0)
        return Measure("bb", big_blind)

    def as_dict(self) -> dict[str, Any]:
        """As JSON can keep it; `from_dict` takes it back."""
        return {"rake": self.rake.as_dict(), "utility": self.utility.as_dict()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The terms that `as_dict` has written.

        Raises JamfoldError or KeyError or TypeError if these are none.
        """
        return cls(Rake(**values["rake"]), utility_of(values["utility"]))


CHIPS = Terms()
"""Chips, and nothing is taken."""
