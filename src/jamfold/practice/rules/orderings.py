"""Published point systems as orderings of the hands: what their order is worth with our thresholds.

The systems were made for other questions (full tables, limit play), so their own advice is not
judged here: only how well their order of the hands serves jam or fold, each stack with the
thresholds that are best for it.  Written from the published descriptions:

Chen: L. Krieger, "Hold'em Excellence" (1995), chapter on Bill Chen's formula: high card A 10,
K 8, Q 7, J 6, others half their rank; a pair counts twice, at least 5; suited +2; less 1, 2, 4
for one, two, three ranks between the cards and 5 for more (the ace is high); +1 for none or
one between below a queen; halves are rounded up.

SAGE: L. Jones and J. Kittock, "Sit and Go Endgame" (Card Player, 2006): twice the high card plus
the low one, A 15; pair +22; suited +2.

Hutchison: E. Hutchison's point count for Omaha (www.hutchisonpoker.com, 1997): a suit held twice
or more by its highest card A 8, K 6, Q 5, J 4, T or 9 3, 8 2, others 1, less 2 with more than two
of a suit; pairs AA 18, KK 16, QQ 14, JJ 13, TT 12, 99 10, 88 8, others 7, none with three of a rank;
four, three or two ranks with no more than three gaps 25, 18, 8, less 2 a gap, at most 6, less 4
where an ace is among them.  Read here as the best such set of ranks, the ace high or low.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from jamfold.arrays import IntArray
from jamfold.counting.classes import hand_classes
from jamfold.games import HOLDEM, OMAHA, Game
from jamfold.practice.rules.features import HandFeatures

_ACE = 14
_CHEN_HIGH = {14: 20, 13: 16, 12: 14, 11: 12}
_CHEN_GAPS = (0, 2, 4, 8)
_SUITS = {14: 8, 13: 6, 12: 5, 11: 4, 10: 3, 9: 3, 8: 2}
_PAIRS = {14: 18, 13: 16, 12: 14, 11: 13, 10: 12, 9: 10, 8: 8}
_SETS = {4: 25, 3: 18, 2: 8}


@dataclass(frozen=True, eq=False)
class Ordering:
    """A published point system."""

    name: str
    """Of the system."""
    scores: IntArray
    """Its points for every class, shape (n,)."""


def orderings(game: Game) -> tuple[Ordering, ...]:
    """The systems that were published for a game."""
    seen = HandFeatures(hand_classes(game).representatives.astype(np.int64))
    return tuple(Ordering(name, _points(seen, points)) for name, points in _PUBLISHED.get(game.name, ()))


def _points(seen: HandFeatures, points: Callable[[list[int], list[int]], int]) -> IntArray:
    suits = seen.cards % 4
    return np.array(
        [points(pips, held) for pips, held in zip(seen.pips.tolist(), suits.tolist(), strict=True)],
        dtype=np.int64,
    )


def chen(pips: list[int], suits: list[int]) -> int:
    """Chen's points; pips high to low."""
    high, low = pips
    halves = _CHEN_HIGH.get(high, high)
    if high == low:
        halves = max(2 * halves, 10)
    else:
        gap = high - low - 1
        halves -= _CHEN_GAPS[gap] if gap < len(_CHEN_GAPS) else 10
        halves += 2 if gap <= 1 and high < 12 else 0
    halves += 4 if suits[0] == suits[1] else 0
    return -(-halves // 2)


def sage(pips: list[int], suits: list[int]) -> int:
    high, low = (15 if one == _ACE else one for one in pips)
    return 2 * high + low + (22 if high == low else 0) + (2 if suits[0] == suits[1] else 0)


def hutchison(pips: list[int], suits: list[int]) -> int:
    """Hutchison's points for Omaha."""
    total = 0
    for suit in set(suits):
        tops = [one for one, held in zip(pips, suits, strict=True) if held == suit]
        if len(tops) >= 2:
            total += _SUITS.get(max(tops), 1) - (2 if len(tops) > 2 else 0)
    if max(map(pips.count, pips)) < 3:
        total += sum(_PAIRS.get(one, 7) for one in set(pips) if pips.count(one) == 2)
    return total + _straights(set(pips))


def _straights(ranks: set[int]) -> int:
    best = 0
    low = {1 if one == _ACE else one for one in ranks}
    for held in (ranks, low):
        for size, points in _SETS.items():
            for chosen in combinations(sorted(held), size):
                gaps = chosen[-1] - chosen[0] + 1 - size
                if gaps <= 3:
                    ace = 4 if chosen[0] == 1 or chosen[-1] == _ACE else 0
                    best = max(best, points - 2 * gaps - ace)
    return best


_PUBLISHED: dict[str, tuple[tuple[str, Callable[[list[int], list[int]], int]], ...]] = {
    HOLDEM.name: (("Chen", chen), ("SAGE", sage)),
    OMAHA.name: (("Hutchison", hutchison),),
}
