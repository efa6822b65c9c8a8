"""What a hand is played for: what the house takes of pots, and what chips are worth."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

from jamfold.betting.rooms import About
from jamfold.core.errors import SituationError
from jamfold.valuation.fees import NO_FEES, Fees, Jackpot, Rake
from jamfold.valuation.utility import ChipUtility, Currency, Utility, utility_of


@dataclass(frozen=True)
class DisplayUnit:
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


class UnitAmount(float):
    """Chips, or money where prizes are played for; an amount knows its unit.

    `json_fields` writes it once per unit: see `jamfold.core.display.in_units`.
    """

    measure: DisplayUnit

    def __new__(cls, value: float, measure: DisplayUnit) -> Self:
        """Return the amount `value`, in chips or money."""
        amount = super().__new__(cls, value)
        amount.measure = measure
        return amount

    def __getnewargs__(self) -> tuple[float, DisplayUnit]:  # type: ignore[override]
        """Return what a copy is made from."""
        return float(self), self.measure

    def __sub__(self, other: float) -> UnitAmount:
        """Return a difference of amounts of one unit."""
        return UnitAmount(float(self) - other, self.measure)

    @property
    def bb(self) -> float | None:
        """In big blinds; None where money is played for."""
        return None if self.chips is None else self.measure.of(self.chips)

    @property
    def chips(self) -> float | None:
        """In chips; None where money is played for."""
        return float(self) if self.measure.unit == "bb" else None

    @property
    def money(self) -> float | None:
        """In money; None where chips are played for."""
        return float(self) if self.chips is None else None


@dataclass(frozen=True)
class PayoffTerms:
    """What is taken from pots, what is paid outside them, and what the chips are worth.

    Raises SituationError if there are prizes and rake, fees or a jackpot.
    """

    rake: Rake = field(default_factory=Rake)
    """What the house takes."""
    utility: Utility = field(default_factory=ChipUtility)
    """What chips are worth to the players in the hand."""
    fees: Fees = NO_FEES
    """What every player pays and wins outside the pot."""
    jackpot: Jackpot | None = None
    """What a rare hand at a showdown wins; None for nothing."""
    about: About | None = field(default=None, compare=False)
    """Where these terms are known from; None where a player gave them."""

    def __post_init__(self) -> None:
        """Cash games are raked, tournaments have prizes."""
        if self.currency == "money" and not self.rake.is_free:
            raise SituationError("Prizes and rake cannot be combined. Remove one of them.", field="rake")
        if self.currency == "money" and self.has_extras:
            raise SituationError(
                "Prizes cannot be combined with per-hand fees or a jackpot. Remove the fees and the jackpot.",
                field="prizes",
            )
        if self.jackpot is not None and not self.jackpot.size:
            object.__setattr__(self, "jackpot", None)

    @property
    def plain(self) -> bool:
        """Whether chips are played for, and nothing is taken."""
        return self.rake.is_free and isinstance(self.utility, ChipUtility) and not self.has_extras

    @property
    def has_extras(self) -> bool:
        """Whether something is paid or won outside the pot."""
        return not self.fees.is_free or (self.jackpot is not None and self.jackpot.size > 0)

    @property
    def deciding(self) -> PayoffTerms:
        """What decisions hang on: without fees of every hand dealt, and without a source."""
        return replace(self, fees=replace(self.fees, dealt=0.0), about=None)

    def in_bb(self, big_blind: float) -> PayoffTerms:
        """The same where a chip is a big blind."""
        rake, fees, jackpot = self.rake, self.fees, self.jackpot
        paid = {name: getattr(fees, name) / big_blind for name in ("dealt", "all_in", "showdown", "fortune")}
        return replace(
            self,
            rake=replace(
                rake,
                cap=None if rake.cap is None else rake.cap / big_blind,
                drop=rake.drop / big_blind,
                jackpot=rake.jackpot / big_blind,
            ),
            fees=replace(fees, **paid),
            jackpot=None if jackpot is None else replace(jackpot, size=jackpot.size / big_blind),
        )

    @property
    def currency(self) -> Currency:
        """What values are counted in."""
        return self.utility.currency

    @property
    def rake_values(self) -> dict[str, Any] | None:
        """What is taken from pots; None if nothing is."""
        return None if self.rake.is_free else self.rake.as_dict()

    def measure(self, big_blind: float) -> DisplayUnit:
        """How values are shown."""
        prizes = self.utility.prizes
        if prizes is not None:
            return DisplayUnit("% of the prizes" if prizes.percent else "money", 1.0)
        return DisplayUnit("bb", big_blind)

    def as_dict(self) -> dict[str, Any]:
        """As JSON can keep it; `from_dict` takes it back."""
        extras: dict[str, Any] = {} if self.fees.is_free else {"fees": self.fees.as_dict()}
        if self.jackpot is not None:
            extras["jackpot"] = self.jackpot.as_dict()
        if self.about is not None:
            extras["about"] = self.about._asdict()
        return {"rake": self.rake.as_dict(), "utility": self.utility.as_dict(), **extras}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The terms that `as_dict` has written.

        Raises JamfoldError or KeyError or TypeError if these are none.
        """
        jackpot, about = values.get("jackpot"), values.get("about")
        return cls(
            Rake(**values["rake"]),
            utility_of(values["utility"]),
            Fees(**values.get("fees", {})),
            None if jackpot is None else Jackpot(**jackpot),
            None if about is None else About(**{**about, "assumed": tuple(about["assumed"])}),
        )


CHIPS = PayoffTerms()
"""Chips, and nothing is taken."""
