"""Hand strength of all holdings on one flop, turn or river.

The hand strength of a holding is its exact equity against one random holding,
turn and river open (in a full deck C(47, 2) = 1,081 run-outs times C(45, 2) = 990
opponents), a tie counted as one half.  A holding judges itself by it without
knowing what anybody else holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import Card
from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.flops.lookup import FLOP, FlopCounts, flop_counts, flop_lookup
from jamfold.flops.showdowns import count_each
from jamfold.flops.win_counts import count_wins
from jamfold.games import HOLDEM, Game


@dataclass(frozen=True, eq=False)
class FlopStrengths:
    """All holdings on one flop."""

    game: Game
    flop: tuple[Card, ...]
    """game, flop: The rules and the three cards."""
    holdings: NDArray[np.uint8]
    """uint8, shape (holdings, 2): cards ascending, numbered as in `lookup`."""
    wins: NDArray[np.int32]
    ties: NDArray[np.int32]
    """wins, ties: int32, shape (holdings,): out of ``counts.outcomes`` each."""

    @property
    def counts(self) -> FlopCounts:
        """How many holdings and outcomes there are."""
        return flop_counts(self.game, len(self.flop))

    @cached_property
    def points(self) -> NDArray[np.int32]:
        """Hand strength in points, int32, shape (holdings,)."""
        return 2 * self.wins + self.ties

    def number(self, hand: Iterable[int]) -> int:
        """The row of a holding, its two cards in any order."""
        return int(np.flatnonzero((self.holdings == sorted(hand)).all(axis=1))[0])


def flop_classes(game: Game = HOLDEM) -> HandClasses:
    """The flops that differ by more than suits (1,755 of a full deck), numbered like hand classes."""
    return hand_classes(replace(game, hole_cards=FLOP))


def flop_strengths(flop: Iterable[int], game: Game = HOLDEM) -> FlopStrengths:
    """Exact wins and ties of all holdings against a random holding (3 to 12 ms).

    ``flop`` is three different cards of the deck, or with turn and river four or five.  Raises ChanceError
    if the winning chance does not serve the game.
    """
    cards = tuple(Card(card) for card in flop)
    holdings = flop_counts(game, len(cards)).holdings
    lookup = flop_lookup(cards, game)
    wins, not_lost = np.zeros(holdings, dtype=np.int32), np.zeros(holdings, dtype=np.int32)
    count = count_wins if len(cards) == FLOP else count_each
    count(lookup, wins, not_lost)
    return FlopStrengths(game, cards, lookup.live[lookup.positions], wins, not_lost - wins)
