"""A hand that others follow: the seats of the next hand, and the value of the stacks in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

from jamfold.betting.hand import TableHand, is_exactly_solvable
from jamfold.cards.games import Game
from jamfold.core.errors import TournamentError, UnsupportedError
from jamfold.valuation.settlement import settle_after_hand
from jamfold.valuation.utility import PrizeUtility

SEATS = 3
"""The most seats of a solved tournament, and of hands whose deals are all counted."""
_DIGITS = 9
"""Decimals of the big blind to which stacks are rounded."""

Stacks = tuple[float, ...]
Worth = Callable[[Stacks], Sequence[float]]


@dataclass(frozen=True)
class HandBefore(TableHand):
    """A hand that others follow: its ends have the value of the stacks in the next hand."""

    worth: Worth | None = None
    """Returns the value in money of the two or more remaining stacks, from the next small blind on."""

    def values_at(self, after: Stacks) -> tuple[float, ...]:
        """Return every seat's money for these chips after the hand."""
        return (
            super().values_at(after)
            if self.worth is None
            else money_after(self, self._rounded(after), self.worth)
        )

    def stacks_after(
        self, in_: Sequence[int], places: Sequence[int], lows: Sequence[int | None] | None = None
    ) -> Stacks:
        """Return all stacks after the hand, rounded so that equal states compare equal."""
        return self._rounded(self.chips_after(in_, places, lows))

    def _rounded(self, after: Stacks) -> Stacks:
        digits = _DIGITS - floor(log10(self.big_blind))
        return tuple(round(chips, digits) + 0.0 for chips in after)


def next_seats(left: Sequence[float]) -> tuple[int, ...]:
    """Return the seats of the next hand, numbered as in this one: small blind, big blind, ..., button."""
    n = len(left)
    round_ = [seat % n for seat in range(2, 2 + n) if left[seat % n] > 0]
    return (round_[-1], *round_[:-1])


def prizes_of(hand: TableHand) -> PrizeUtility:
    """Return the prizes of a hand. It must have some."""
    utility = hand.terms.utility
    assert isinstance(utility, PrizeUtility)
    return utility


def money_after(hand: TableHand, left: Stacks, worth: Worth) -> tuple[float, ...]:
    """Return money by seat: prizes of busted players and a winner, the value of the remaining stacks."""
    utility = prizes_of(hand)
    values = list(settle_after_hand(hand.stacks, left, utility.prizes.amounts, utility.model, utility.others))
    seats = next_seats(left)
    if len(seats) > 1:
        for seat, value in zip(seats, worth(tuple(left[seat] for seat in seats)), strict=True):
            values[seat] = float(value)
    return tuple(values)


def check_future(game: Game, hand: TableHand, depth: int) -> None:
    """Check a request for future hands.

    Raises TournamentError if the depth is below 1, there are no prizes, or two or three seats may not all be
    all-in; UnsupportedError if pots are split among three seats or more, or have odd chips that cannot be
    counted.
    """
    if depth < 1:
        raise TournamentError(f"The depth must be 1 or more hands, not {depth}.", field="depth")
    if hand.prizes is None:
        raise TournamentError("No prizes to play for. Enter payouts.", field="prizes")
    if hand.n <= SEATS and hand.most_allin < hand.n:
        raise TournamentError("Future hands are solved with everybody all-in.", field="max_allin")
    if hand.n > 2 and game.split_low:
        raise UnsupportedError(
            f"Future hands of split-pot games support two seats, not {hand.n}.", field="stacks"
        )
    if hand.n == 2 and not is_exactly_solvable(game, hand):
        raise UnsupportedError("Odd chips of split pots are not counted heads-up.", field="whole_chips")
