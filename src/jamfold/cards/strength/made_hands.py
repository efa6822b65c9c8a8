"""What a hand makes: the five cards that play, their category, and their rank among all hands.

A rank counts from the best hand, 1, as poker evaluators print it: a full deck has 7,462 ranks of high
hands, a deck of 36 cards 1,404, and there are 56 lows of eight or better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from jamfold.cards import N_RANKS, RANK_NAMES, Card, format_cards, rank_of, suit_of
from jamfold.cards.counting.combinations import multiset_numbers
from jamfold.cards.games import Category
from jamfold.cards.strength.evaluator import HAND, five_key, five_strengths
from jamfold.cards.strength.rankings import FiveCardRanking, RainbowRanking, Ranking
from jamfold.core.display import json_fields

_LOW_WORDS = ("two", "three", "four", "five", "six", "seven", "eight")
_WORDS = (*_LOW_WORDS, "nine", "ten", "jack", "queen", "king", "ace")
_LOW_ACE = -1
"""The rank of an ace below the two, which is the last of `_WORDS`, too."""
_RAINBOW = {4: "four-card badugi", 3: "three-card hand", 2: "two-card hand", 1: "one-card hand"}


@json_fields("category name cards rank ranks better")
@dataclass(frozen=True)
class MadeHand:
    """The best hand of one player for one pot."""

    ranking: Ranking
    """What wins the pot."""
    category: str
    """The category: straight, full house; of four cards in badugi how many count."""
    name: str
    """The category with the ranks that name it: full house, nines over sevens."""
    playing: tuple[Card, ...]
    """The cards that make it, in the order in which they decide."""
    rank: int
    """Counted from the best hand, 1."""
    ranks: int
    """How many ranks there are."""

    @property
    def cards(self) -> str:
        """The cards that make it, in the order in which they decide."""
        return format_cards(self.playing)

    @property
    def better(self) -> int:
        """How many ranks are better."""
        return self.rank - 1


def made_hand(
    ranking: Ranking, used: Iterable[int], hole: Sequence[Card], board: Sequence[Card], n_ranks: int
) -> MadeHand | None:
    """Return the best hand that hole cards and board make, or None if they make no hand of the ranking.

    Parameters
    ----------
    used
        How many hole cards may play; the board gives the rest of five cards. Of equal choices the one
        with most hole cards is shown.
    n_ranks
        Ranks of the deck, from the ace down.
    """
    if isinstance(ranking, RainbowRanking):
        return _badugi(ranking, hole)
    lowest = N_RANKS - n_ranks
    choices = [
        (*own, *shared)
        for count in sorted(used, reverse=True)
        for own in combinations(hole, count)
        for shared in combinations(board, HAND - count)
    ]
    keys = [_key(ranking, n_ranks, five) for five in choices]
    hands = [(key, five) for key, five in zip(keys, choices, strict=True) if key]
    if not hands:
        return None
    better = min if ranking.lowest_wins else max
    key, five = better(hands, key=lambda hand: hand[0])
    category = ranking.order[key[0]]
    deciding = [rank + lowest if rank >= 0 else _LOW_ACE for rank in key[1:]]
    is_straight = category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    ladder = [deciding[0] - step for step in range(HAND)] if is_straight else deciding
    ordered = tuple(sorted(five, key=lambda card: _place(ladder, rank_of(card))))
    strength, ranks = _strength(ranking, n_ranks, five)
    return MadeHand(
        ranking,
        category.value,
        _name(ranking, category, deciding),
        ordered,
        1 + ranks - strength,
        ranks,
    )


def _key(ranking: FiveCardRanking, n_ranks: int, five: Sequence[Card]) -> tuple[int, ...]:
    """The key that orders five cards; () where they are no hand."""
    return five_key(ranking, n_ranks, _ranks(five, n_ranks), _is_one_suit(five))


def _strength(ranking: FiveCardRanking, n_ranks: int, five: Sequence[Card]) -> tuple[int, int]:
    """The strength of five cards, and the highest strength there is."""
    by_ranks, in_suit = five_strengths(ranking, n_ranks)
    ranks = _ranks(five, n_ranks)
    if _is_one_suit(five):
        strength = in_suit[sum(1 << rank for rank in ranks)]
    else:
        strength = by_ranks[multiset_numbers(np.array(ranks))]
    return int(strength), int(max(by_ranks.max(), in_suit.max()))


def _ranks(five: Sequence[Card], n_ranks: int) -> list[int]:
    """The ranks of five cards, ascending, counted from the lowest of the deck."""
    return sorted(rank_of(card) - (N_RANKS - n_ranks) for card in five)


def _is_one_suit(five: Sequence[Card]) -> bool:
    return len({suit_of(card) for card in five}) == 1


def _place(ladder: Sequence[int], rank: int) -> int:
    """Where a card of a rank goes among the ranks that decide; the ace of a low straight goes last."""
    step = _LOW_ACE if rank == N_RANKS - 1 and _LOW_ACE in ladder else rank
    return ladder.index(step) if step in ladder else len(ladder)


def _name(ranking: FiveCardRanking, category: Category, deciding: Sequence[int]) -> str:
    """The category with the ranks that name it."""
    first, second = (_WORDS[rank] for rank in (*deciding, deciding[0])[:2])
    if category is Category.HIGH_CARD:
        if ranking.lowest_wins:
            return "-".join(RANK_NAMES[rank] for rank in deciding)
        return f"{first} high"
    if category is Category.STRAIGHT_FLUSH and deciding[0] == N_RANKS - 1:
        return "royal flush"
    if category in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH):
        return f"{category.value}, {first} high"
    if category is Category.TWO_PAIR:
        return f"{category.value}, {_plural(first)} and {_plural(second)}"
    if category is Category.FULL_HOUSE:
        return f"{category.value}, {_plural(first)} over {_plural(second)}"
    return f"{category.value}{' of' if category is Category.PAIR else ','} {_plural(first)}"


def _plural(word: str) -> str:
    return word + ("es" if word == "six" else "s")


def _badugi(ranking: RainbowRanking, hole: Sequence[Card]) -> MadeHand:
    """The most cards of different ranks and suits, and of these the lowest; the ace is low."""
    choices = [
        cards
        for count in range(len(hole), 0, -1)
        for cards in combinations(hole, count)
        if len({*map(rank_of, cards)}) == len({*map(suit_of, cards)}) == count
    ]
    playing = min(choices, key=lambda cards: (-len(cards), _descending(map(rank_of, cards))))
    rank_ids = _descending(map(rank_of, playing))
    order = [
        _descending(ranks)
        for count in range(len(_RAINBOW), 0, -1)
        for ranks in sorted(combinations(range(N_RANKS), count), key=_descending)
    ]
    name = f"{_RAINBOW[len(rank_ids)]}, {'-'.join(RANK_NAMES[rank - 1] for rank in rank_ids)}"
    ordered = tuple(sorted(playing, key=lambda card: -((rank_of(card) + 1) % N_RANKS)))
    return MadeHand(ranking, _RAINBOW[len(rank_ids)], name, ordered, 1 + order.index(rank_ids), len(order))


def _descending(ranks: Iterable[int]) -> list[int]:
    """Ranks with the ace as 0, two as 1, highest first."""
    return sorted(((rank + 1) % N_RANKS for rank in ranks), reverse=True)
