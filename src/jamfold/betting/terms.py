"""Payoff terms of a hand: rake, fees, jackpot, and the value of chips."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

from jamfold.betting.rooms import About
from jamfold.core.errors import SituationError
from jamfold.valuation.fees import NO_FEES, Fees, Jackpot, Rake
from jamfold.valuation.utility import ChipUtility, Currency, Utility, utility_of


@dataclass(frozen=True)
class DisplayUnit:
    """Unit in which values are displayed: chips in big blinds, money unscaled."""

    unit: str
    """``bb``, ``money``, or ``% of the prizes``."""
    divisor: float
    """Divisor from chips or money to the displayed number."""

    def of(self, value: float) -> float:
        """Return the value in this unit."""
        return value / self.divisor

    def text(self, value: float, form: str) -> str:
        """Return the value with its unit: ``+0.0312 bb``."""
        return f"{value / self.divisor:{form}} {self.unit}"


class UnitAmount(float):
    """An amount of chips, or of money if there are prizes, with its unit.

    `json_fields` writes it once per unit: see `jamfold.core.display.in_units`.
    """

    measure: DisplayUnit

    def __new__(cls, value: float, measure: DisplayUnit) -> Self:
        """Return the amount `value`, in chips or money."""
        amount = super().__new__(cls, value)
        amount.measure = measure
        return amount

    def __getnewargs__(self) -> tuple[float, DisplayUnit]:  # type: ignore[override]
        """Return the arguments of `__new__` for a copy."""
        return float(self), self.measure

    def __sub__(self, other: float) -> UnitAmount:
        """Return the difference of two amounts in the same unit."""
        return UnitAmount(float(self) - other, self.measure)

    @property
    def bb(self) -> float | None:
        """The amount in big blinds; None if it is money."""
        return None if self.chips is None else self.measure.of(self.chips)

    @property
    def chips(self) -> float | None:
        """The amount in chips; None if it is money."""
        return float(self) if self.measure.unit == "bb" else None

    @property
    def money(self) -> float | None:
        """The amount in money; None if it is chips."""
        return float(self) if self.chips is None else None


@dataclass(frozen=True)
class PayoffTerms:
    """Rake, payments outside the pot, and the value of chips.

    Raises SituationError if there are prizes and rake, fees or a jackpot.
    """

    rake: Rake = field(default_factory=Rake)
    """What the house takes."""
    utility: Utility = field(default_factory=ChipUtility)
    """What chips are worth to the players in the hand."""
    fees: Fees = NO_FEES
    """What each player pays and wins outside the pot."""
    jackpot: Jackpot | None = None
    """Prize for a rare hand at a showdown; None without a jackpot."""
    about: About | None = field(default=None, compare=False)
    """Source of these terms; None if the user entered them."""

    def __post_init__(self) -> None:
        """Reject prizes with rake or extras; drop a jackpot of size 0."""
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
        """Whether payoffs are chips, without rake, fees or jackpot."""
        return self.rake.is_free and isinstance(self.utility, ChipUtility) and not self.has_extras

    @property
    def has_extras(self) -> bool:
        """Whether something is paid or won outside the pot."""
        return not self.fees.is_free or (self.jackpot is not None and self.jackpot.size > 0)

    @property
    def deciding(self) -> PayoffTerms:
        """The terms that affect decisions: without the fee per hand dealt and the source."""
        return replace(self, fees=replace(self.fees, dealt=0.0), about=None)

    def in_bb(self, big_blind: float) -> PayoffTerms:
        """Return these terms with amounts in big blinds."""
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
        """Currency of values."""
        return self.utility.currency

    @property
    def rake_values(self) -> dict[str, Any] | None:
        """The rake as JSON values; None without rake."""
        return None if self.rake.is_free else self.rake.as_dict()

    def measure(self, big_blind: float) -> DisplayUnit:
        """Return the unit in which values are displayed."""
        prizes = self.utility.prizes
        if prizes is not None:
            return DisplayUnit("% of the prizes" if prizes.percent else "money", 1.0)
        return DisplayUnit("bb", big_blind)

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values; `from_dict` reads them."""
        extras: dict[str, Any] = {} if self.fees.is_free else {"fees": self.fees.as_dict()}
        if self.jackpot is not None:
            extras["jackpot"] = self.jackpot.as_dict()
        if self.about is not None:
            extras["about"] = self.about._asdict()
        return {"rake": self.rake.as_dict(), "utility": self.utility.as_dict(), **extras}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the terms that `as_dict` wrote.

        Raises JamfoldError, KeyError or TypeError if `values` are not such terms.
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
"""Chip payoffs without rake, fees or jackpot."""
