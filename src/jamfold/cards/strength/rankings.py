"""What makes one showdown hand better than another, as data.

Five cards are ordered by their category and within it by their ranks, most frequent first; a low is
the same order read backwards.  Rankings differ in whether straights and flushes count, where the ace ranks,
and what is too bad to be a hand at all.  `cards.strength.evaluator` turns them into numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.cards.games import STANDARD_ORDER, Category


@dataclass(frozen=True)
class FiveCardRanking:
    """An order of five-card hands."""

    name: str
    """In words."""
    order: tuple[Category, ...]
    """The categories that count, from the weakest to the strongest.  Without straights and flushes these are
    what their ranks are; of another category that is left out, five cards are no hand."""
    ace_low: bool = True
    ace_high: bool = True
    """ace_low, ace_high: Whether the ace may count as the card below the lowest of the deck, and as the
    highest; both: it does so in a straight only."""
    lowest_wins: bool = False
    """The best hand is the one that the order calls the weakest."""
    highest: int | None = None
    """The highest card that a hand may hold, as a rank of 2 = 0; None: any."""

    @property
    def has_straights(self) -> bool:
        """Whether straights count; else they are hands of a high card."""
        return Category.STRAIGHT in self.order

    @property
    def fears_flushes(self) -> bool:
        """Whether five cards of one suit are worse than the same ranks in several suits."""
        return self.lowest_wins and Category.FLUSH in self.order


@dataclass(frozen=True)
class RainbowRanking:
    """Badugi: as many of four cards as differ in rank and suit, and of these the lowest, ace low."""

    name: str


Ranking = FiveCardRanking | RainbowRanking

_STRAIGHTS_AND_FLUSHES = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)
_PAIRS_AND_MORE = tuple(kind for kind in STANDARD_ORDER if kind not in _STRAIGHTS_AND_FLUSHES)
_EIGHT = 6


def high(order: tuple[Category, ...]) -> FiveCardRanking:
    """The best high hand, categories from the weakest to the strongest."""
    return FiveCardRanking("high", order)


HIGH = high(STANDARD_ORDER)
ACE_FIVE = FiveCardRanking("ace-to-five low", _PAIRS_AND_MORE, ace_high=False, lowest_wins=True)
"""Straights and flushes are ignored, aces are low: 5-4-3-2-A is the best hand."""
EIGHT_OR_BETTER = FiveCardRanking(
    "8-or-better low", (Category.HIGH_CARD,), ace_high=False, lowest_wins=True, highest=_EIGHT
)
"""The same, and only five different ranks of at most eight are a hand."""
DEUCE_SEVEN = FiveCardRanking("deuce-to-seven low", STANDARD_ORDER, ace_low=False, lowest_wins=True)
"""The worst high hand, aces high only: 7-5-4-3-2 of several suits is the best one, A-2-3-4-5 no straight."""
BADUGI = RainbowRanking("badugi")
