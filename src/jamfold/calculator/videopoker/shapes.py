"""What a player sees in a hold: "3 to a royal flush", "a pair of aces", "Q J of one suit".

A shape has a stem, the words of a line in a strategy list, and a detail that
tells apart what the stem throws together: ranks, high cards, gaps.  High
cards are those whose pair pays.  Gaps are the ranks missing from the run that
leaves most straights open, an end of the rank order counting like a gap:
none in 5-6-7, one in 5-6-8 and 2-3-4, two in A-2-3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from jamfold.calculator.videopoker.deck import HAND, Deck, Kind, narrowest, plural
from jamfold.calculator.videopoker.paytable import PayTable
from jamfold.cards import N_RANKS, RANK_NAMES, rank_of, suit_of

_TEN = 8
_ACE = N_RANKS - 1
_STRAIGHTS = [frozenset({_ACE, 0, 1, 2, 3}), *(frozenset(range(low, low + HAND)) for low in range(9))]
_NUMBER = ("no", "one", "two", "three", "four", "five")
DEALT = "dealt"
NO_CARD = "no card: draw five"


@dataclass(frozen=True)
class Shape:
    """One kind of hold."""

    stem: str
    """The words that begin its line."""
    detail: str
    """What tells it from other shapes of the stem; empty if there are none."""
    rank_key: tuple[int, ...] = field(default=(), compare=False)
    """Sorts shapes of one stem: more high cards first, then fewer gaps, then higher ranks."""


class ShapeReader:
    """Shapes of holds under one pay table."""

    def __init__(self, table: PayTable) -> None:
        pays = dict(zip(table.names, table.pays, strict=True))
        self._deck = table.deck
        pair = [narrowest(table.names, Kind.PAIR, rank) for rank in range(N_RANKS)]
        # A straight with a deuce needs a wild card for it, and those serve any straight.
        self._straights = [s for s in _STRAIGHTS if not (0 in s and self._deck.deuces_wild)]
        self._high = [name is not None and pays[name] > 0 for name in pair]
        # Ranks whose quads pay the same, with any fifth card, are not told apart.
        self._quads = []
        self._bonus: list[frozenset[int]] = []
        for rank in range(N_RANKS):
            names = [narrowest(table.names, Kind.QUADS, rank, kicker) for kicker in range(N_RANKS)]
            by_kicker = [pays[name] if name is not None else 0 for name in names]
            by_kicker[rank] = min(by_kicker)
            self._quads.append(tuple(sorted(by_kicker)))
            better = {kicker for kicker in range(N_RANKS) if by_kicker[kicker] > min(by_kicker)}
            self._bonus.append(frozenset(better))

    def shape(self, cards: Sequence[int]) -> Shape:
        """The shape of at most four held cards."""
        natural = [card for card in cards if not self._deck.is_wild(card)]
        wild = _wild_text(cards, self._deck)
        ranks = sorted((int(rank_of(card)) for card in natural), reverse=True)
        if not natural:
            return Shape(f"{wild} alone" if wild else NO_CARD, "")
        with_wild = f"{wild} and " if wild else ""
        if len(set(ranks)) < len(ranks):
            return self._repeated(with_wild, ranks)
        one_suit = len(natural) > 1 and len({suit_of(card) for card in natural}) == 1
        return self._draw(with_wild, len(cards), ranks, one_suit)

    def _repeated(self, with_wild: str, ranks: list[int]) -> Shape:
        """Pairs, two pairs, three and four of a kind, perhaps with other cards."""
        counts = Counter(ranks)
        groups = sorted((rank for rank in counts if counts[rank] > 1), key=lambda r: (-counts[r], -r))
        singles = [rank for rank in ranks if counts[rank] == 1]
        best = groups[0]
        words = {2: "a pair", 3: "three of a kind", 4: "four of a kind"}[counts[best]]
        detail = self._group_text(best, counts[best])
        if len(groups) > 1:
            words, detail = (
                "two pair",
                " and ".join(plural(rank) for rank in groups if self._stands_out(rank)),
            )
        elif counts[best] == 2:
            words = "a high pair" if self._high[best] else "a low pair" if any(self._high) else "a pair"
        key: tuple[int, ...] = (best,)
        if singles:
            bonus = all(rank in self._bonus[best] for rank in singles)
            words += f" and {_NUMBER[len(singles)]} other"
            detail = ", ".join(filter(None, [detail, "kicker that pays" if bonus else ""]))
            key = (best, int(bonus))
        return Shape(with_wild + words, detail, key)

    def _draw(self, with_wild: str, n_held: int, ranks: list[int], one_suit: bool) -> Shape:
        high = sum(self._high[rank] for rank in ranks)
        open_straights = sum(window.issuperset(ranks) for window in self._straights)
        # A held deuce may also be the two of A-2-3-4-5: one gap more than the worst of the others.
        wheel = n_held > len(ranks) and _STRAIGHTS[0].issuperset(ranks)
        gaps = HAND + 1 - len(ranks) - open_straights
        key = (high, -gaps, *ranks)
        spelled = " ".join(RANK_NAMES[rank] for rank in ranks)
        traits = ", ".join(filter(None, [_high_text(high) if any(self._high) else "", _gap_text(gaps)]))
        n = len(ranks)
        if n == 1:
            stem = "one high card" if self._high[ranks[0]] else "one card"
            return Shape(with_wild + stem, RANK_NAMES[ranks[0]], key)
        if one_suit and ranks[-1] >= _TEN:
            return Shape(f"{with_wild}{n_held} to a royal flush", spelled, key)
        if one_suit and (open_straights or wheel):
            return Shape(f"{with_wild}{n_held} to a straight flush", traits, key[:2])
        if one_suit:
            return Shape(
                f"{with_wild}{n_held} to a flush", _high_text(high) if any(self._high) else "", (high,)
            )
        if high == n:
            return Shape(f"{with_wild}{_NUMBER[n]} high cards of different suits", spelled, key)
        if not open_straights:
            return Shape(f"{with_wild}{n} unrelated cards", _high_text(high), key[:1])
        if n == HAND - 1:
            end = "an inside" if gaps else "an outside"
            detail = _high_text(high) if any(self._high) else ""
            return Shape(f"4 to {end} straight", detail, (high,))
        return Shape(f"{with_wild}{n_held} to a straight", traits, key[:2])

    def _stands_out(self, rank: int) -> bool:
        """Whether quads of the rank pay more than most."""
        common = Counter(self._quads).most_common(1)[0][0]
        return self._quads[rank] != common

    def _group_text(self, rank: int, times: int) -> str:
        """The ranks that are treated like this one; empty if all are."""
        same = [
            r
            for r in range(N_RANKS)
            if self._quads[r] == self._quads[rank] and (times != 2 or self._high[r] == self._high[rank])
        ]
        all_such = [r for r in range(N_RANKS) if times != 2 or self._high[r] == self._high[rank]]
        return "" if same == all_such else _ranks_text(same)


def _wild_text(cards: Iterable[int], deck: Deck) -> str:
    """The wild cards among the held ones: "one deuce", "the joker"; empty if there are none."""
    count = sum(deck.is_wild(card) for card in cards)
    if not count:
        return ""
    if deck.deuces_wild:
        noun = "wild card" if deck.jokers else "deuce"
        return f"{_NUMBER[count]} {noun}{'' if count == 1 else 's'}"
    return "joker" if count == 1 else "two jokers"


def _high_text(high: int) -> str:
    return f"{_NUMBER[high]} high"


def _gap_text(gaps: int) -> str:
    return f"{_NUMBER[gaps]} gap{'' if gaps == 1 else 's'}"


def _ranks_text(ranks: Sequence[int]) -> str:
    """Ranks as ``aces`` or ``2-4 J-K``."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    if len(ranks) == 1:
        return plural(ranks[0])
    names = [RANK_NAMES[run[0]] + (f"-{RANK_NAMES[run[-1]]}" if len(run) > 1 else "") for run in runs]
    return " ".join(names)
