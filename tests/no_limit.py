"""Heads-up no-limit betting, written from the rules for tests alone: any sizes, limps, all streets.

The small blind acts first before the flop, the big blind on all streets behind.  A raise is at least by the
last one, or by a big blind; all-in is always allowed.  Chips are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

FOLD, PASS = -1, 0
"""Actions besides raises, which are what one has put in then: to fold; to check or call."""


class Betting(NamedTuple):
    """How far a hand is, in public."""

    stack: int
    """What each can put in."""
    streets: int
    big: int
    put: tuple[int, int]
    """By the small and by the big blind, on all streets."""
    seat: int = 0
    street: int = 0
    last: int = 0
    """By how much it was raised last on the street."""
    acted: int = 0
    """Actions on the street."""
    folded: int = -1
    over: bool = False

    @property
    def all_in(self) -> bool:
        return self.put[0] == self.put[1] == self.stack

    def raises(self) -> range:
        """The least legal raise up to one short of all-in; all-in besides is always legal."""
        return range(max(self.put) + max(self.last, self.big), self.stack)

    def actions(self, sizes: frozenset[int] | None = None) -> Iterator[int]:
        """All that is legal, of raises those among `sizes` and all-in; folding only to a bet."""
        mine, theirs = self.put[self.seat], self.put[1 - self.seat]
        if theirs > mine:
            yield FOLD
        yield PASS
        if theirs < self.stack:
            yield from (to for to in self.raises() if sizes is None or to in sizes)
            yield self.stack

    def after(self, action: int) -> Betting:
        theirs = self.put[1 - self.seat]
        if action == FOLD:
            return self._replace(folded=self.seat, over=True)
        to = theirs if action == PASS else action
        put = (to, theirs) if self.seat == 0 else (theirs, to)
        if action != PASS:
            return self._replace(put=put, seat=1 - self.seat, last=to - theirs, acted=self.acted + 1)
        if self.acted == 0:
            return self._replace(put=put, seat=1 - self.seat, acted=1)
        if to == self.stack or self.street == self.streets - 1:
            return self._replace(put=put, over=True)
        return self._replace(put=put, seat=1, street=self.street + 1, last=0, acted=0)


def begin(stack: int, blinds: tuple[int, int], streets: int) -> Betting:
    """Behind the blinds."""
    return Betting(stack, streets, blinds[1], blinds)
