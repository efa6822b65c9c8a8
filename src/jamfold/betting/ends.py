"""Terminal payoffs of a heads-up hand for the solver, and each seat's payments outside the pot.

A hand ends by a fold of either player or a showdown.  Payments and wins outside the pot are averages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.core.errors import SituationError, SolverError
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.valuation.fees import NO_FEES, Fees, Jackpot, Rake
from jamfold.valuation.numbers import Pair
from jamfold.valuation.settlement import divided

UNDIVIDED = (0.0, 0.5, 1.0)
DIVIDED = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The small blind's possible shares of a pot; quarters occur in Hi/Lo."""


def two_ends(
    situation: Situation,
    rake: Rake,
    worth: Callable[[Pair], Sequence[float]] | None,
    shares: tuple[float, ...],
    *,
    whole_chips: bool = False,
    fees: Fees = NO_FEES,
) -> tuple[PlayerPayoffs, PlayerPayoffs]:
    """Return the payoffs of every end to small and big blind.

    Raises SituationError if winning a showdown would be worth less than losing it.

    Parameters
    ----------
    situation, rake
        The chips, and what the house takes.
    worth
        Returns both players' money for their chips after the hand; None counts chips won or lost.
    shares
        The small blind's shares of the pot, ascending.
    whole_chips
        Whether equal hands split the pot in whole chips; the big blind, left of the button, gets an odd chip.
    fees
        Chips of both players outside the pot.
    """
    live = situation.effective_stack

    folding = fees.net(all_in=False, showdown=False)

    def end(staked: float, share: float, *, jammed: bool, showdown: bool) -> Pair:
        first, second = one_end(
            situation, rake, worth, staked, share, showdown=showdown, whole_chips=whole_chips
        )
        if fees.is_free:
            return first, second
        own = fees.net(all_in=True, showdown=showdown) if jammed else folding
        return first + own, second + (own if showdown else folding)

    small, big = (min(blind, live) for blind in situation.blinds)
    fold, steal = end(small, 0.0, jammed=False, showdown=False), end(big, 1.0, jammed=True, showdown=False)
    showdowns = [end(live, share, jammed=True, showdown=True) for share in shares]
    try:
        return (
            PlayerPayoffs(fold[0], steal[0], tuple(first for first, _ in showdowns)),
            PlayerPayoffs(fold[1], steal[1], tuple(second for _, second in reversed(showdowns))),
        )
    except SolverError:
        if worth is not None and _pays_losers(situation, worth):
            raise SituationError(
                "Losing an all-in would be worth more than winning it. Enter the payouts in order, first "
                "place first.",
                field="prizes",
            ) from None
        raise SituationError("The rake is larger than the pot. Lower the rake or set a cap.") from None


def _pays_losers(situation: Situation, worth: Callable[[Pair], Sequence[float]]) -> bool:
    """Whether winning a showdown is worth less than losing it, without any rake."""
    lost, won = (
        one_end(situation, Rake(), worth, situation.effective_stack, share, showdown=True)
        for share in (0.0, 1.0)
    )
    return won[0] < lost[0] or lost[1] < won[1]


def with_jackpot(ends: PlayerPayoffs, jackpot: Jackpot | None) -> PlayerPayoffs:
    """Add a jackpot for rare hands to a player's payoffs: half of it for each of its two planes."""
    if jackpot is None or not jackpot.size:
        return ends
    return replace(ends, jackpot_values=(jackpot.size / 2,) * 2)


def one_end(
    situation: Situation,
    rake: Rake,
    worth: Callable[[Pair], Sequence[float]] | None,
    staked: float,
    share: float,
    *,
    showdown: bool,
    whole_chips: bool = False,
) -> Pair:
    """Return the payoffs if both bet `staked` beyond antes and the small blind gets `share` of the pot."""
    posted, behind = situation.posted, situation.behind
    pot = 2 * staked + situation.dead_total
    won = pot - rake.taken(pot, showdown=showdown)
    parts = share * won, (1.0 - share) * won
    if whole_chips and share == UNDIVIDED[1]:
        big, small = divided(won, 2, whole_chips=True)
        parts = small, big
    back = [rake.returned(pot, showdown=showdown, contributed=ante + staked) for ante in posted]
    if worth is None:
        return (
            parts[0] - staked - posted[0] + back[0],
            parts[1] - staked - posted[1] + back[1],
        )
    after = [(chips - staked) + part + more for chips, part, more in zip(behind, parts, back, strict=True)]
    first, second = worth((after[0], after[1]))
    return first, second


_DIGITS = 12


class Extras(NamedTuple):
    """Chips by seat, averaged over all hands."""

    fees_paid: tuple[float, ...]
    """Fees less rakeback."""
    jackpot_won: tuple[float, ...]
    jackpot_error: tuple[float, ...]
    """jackpot_won, jackpot_error: jackpot winnings, and their standard error, 0 if every deal is counted."""
    fortune_won: tuple[float, ...]
    """Winnings from being all-in."""

    def in_bb(self, big_blind: float) -> Extras:
        return Extras(*(tuple(value / big_blind for value in values) for values in self))


def extras_of(
    terms: PayoffTerms,
    allin: tuple[float, ...],
    showdowns: tuple[float, ...],
    paid: tuple[float, ...],
    error: tuple[float, ...] | None = None,
) -> Extras:
    """Return what seats pay and win, by chances to be all-in and at a showdown, and jackpot winnings."""
    fees, size = terms.fees, 0.0 if terms.jackpot is None else terms.jackpot.size
    left = 1.0 - fees.rakeback / 100
    return Extras(
        tuple(
            left * (fees.dealt + fees.all_in * chance + fees.showdown * showdown)
            for chance, showdown in zip(allin, showdowns, strict=True)
        ),
        tuple(size * chance for chance in paid),
        tuple(size * chance for chance in error or (0.0,) * len(paid)),
        tuple(fees.fortune * chance for chance in allin),
    )


@dataclass(frozen=True)
class FeeTerms:
    """Fees in big blinds per player and hand."""

    dealt: float
    all_in: float
    showdown: float


@dataclass(frozen=True)
class JackpotTerms:
    """The prize for a rare hand at a showdown."""

    rule: str
    size: float
    """Big blinds."""


@dataclass(frozen=True)
class ExtraTerms:
    """Payments and wins outside the pot, in big blinds, and the rake in chips."""

    fee: FeeTerms
    fortune: float
    """Mean winnings of a player who is all-in."""
    jackpot: JackpotTerms | None
    rake: dict[str, Any] | None
    """What is taken from pots; null if nothing is."""
    rakeback: float
    """Percent of the fee, and of rake and drop, that is paid back."""
    room: str | None
    source: str | None
    date: str | None
    """room, source, date: the origin of the data; null for the user's own terms."""
    assumed: tuple[str, ...]
    """What is assumed, and what is unknown and counted as zero."""


def terms_contract(terms: PayoffTerms, big_blind: float) -> ExtraTerms | None:
    """Return the terms for JSON; None if no room is named and nothing is paid outside the pot."""
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
