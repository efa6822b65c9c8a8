"""What seats pay and win outside the pot in the mean, and the terms of that as they are told outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from jamfold.hand.terms import PayoffTerms

_DIGITS = 12


class Extras(NamedTuple):
    """In the mean of all hands, in chips, by seat."""

    fees_paid: tuple[float, ...]
    """Fees, less what is given back."""
    jackpot_won: tuple[float, ...]
    jackpot_error: tuple[float, ...]
    """jackpot_won, jackpot_error: By a jackpot, and its standard error, 0 where every deal is counted."""
    fortune_won: tuple[float, ...]
    """By being all-in."""

    def in_bb(self, big_blind: float) -> Extras:
        """The same in big blinds."""
        return Extras(*(tuple(value / big_blind for value in values) for values in self))


def extras_of(
    terms: PayoffTerms,
    allin: tuple[float, ...],
    shown: tuple[float, ...],
    paid: tuple[float, ...],
    error: tuple[float, ...] | None = None,
) -> Extras:
    """What seats pay and win, by their chances to be all-in, at a showdown, and paid by the jackpot."""
    fees, size = terms.fees, 0.0 if terms.jackpot is None else terms.jackpot.size
    left = 1.0 - fees.rakeback / 100
    return Extras(
        tuple(
            left * (fees.dealt + fees.all_in * one + fees.showdown * other)
            for one, other in zip(allin, shown, strict=True)
        ),
        tuple(size * chance for chance in paid),
        tuple(size * chance for chance in error or (0.0,) * len(paid)),
        tuple(fees.fortune * one for one in allin),
    )


@dataclass(frozen=True)
class FeeTerms:
    """Big blinds of each player and hand."""

    dealt: float
    all_in: float
    showdown: float


@dataclass(frozen=True)
class JackpotTerms:
    """What a rare hand at a showdown wins."""

    rule: str
    size: float
    """Big blinds."""


@dataclass(frozen=True)
class ExtraTerms:
    """What is paid and won outside the pot, in big blinds; and rake in chips."""

    fee: FeeTerms
    fortune: float
    """What being all-in wins in the mean."""
    jackpot: JackpotTerms | None
    rake: dict[str, Any] | None
    """What is taken from pots; null if nothing is."""
    rakeback: float
    """Percent of the fee, and of rake and drop, that is given back."""
    room: str | None
    source: str | None
    date: str | None
    """room, source, date: Of the data; null for terms of one's own."""
    assumed: tuple[str, ...]
    """What is assumed, and what is not known and counts as nothing."""


def terms_contract(terms: PayoffTerms, big_blind: float) -> ExtraTerms | None:
    """The terms as they are told outside; None where nothing is paid outside the pot, at no room."""
    if not terms.has_extras and terms.about is None:
        return None
    fees, jackpot, about = terms.fees, terms.jackpot, terms.about

    def bb(chips: float) -> float:
        return round(chips / big_blind, _DIGITS)

    return ExtraTerms(
        fee=FeeTerms(bb(fees.dealt), bb(fees.all_in), bb(fees.showdown)),
        fortune=bb(fees.fortune),
        jackpot=None if jackpot is None else JackpotTerms(jackpot.rule, bb(jackpot.size)),
        rake=terms.rake_values,
        rakeback=fees.rakeback,
        room=None if about is None else about.room,
        source=None if about is None else about.source,
        date=None if about is None else about.date,
        assumed=() if about is None else about.assumed,
    )
