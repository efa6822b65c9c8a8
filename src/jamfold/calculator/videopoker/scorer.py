"""Which names of a pay table a final hand can claim, and how often after every hold.

A wild card may stand for any card, so a hand with wild cards can often claim
several names; the pay table decides later which one pays best.  Hands that
can claim the same names form one category.  Categories depend on the names in
a table and not on the pays, so the counts below serve all tables of a family.

A claim follows from the ranks of the natural cards, or, when these share a
suit, from their rank set: both are tables, filled from five cards downwards,
since the claims of n natural cards are those of n + 1, whatever the card is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.videopoker.classes import CardClasses, card_classes
from jamfold.calculator.videopoker.deck import HAND, Deck, HandName, Kind, narrowest
from jamfold.cards import N_RANKS, N_SUITS
from jamfold.cards.counting.combinations import multiset_numbers, multiset_summands, multisets, rank_sets
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

Names = tuple[HandName, ...]
NaturalKind = tuple[Kind, int | None, int | None]
_WILD = -1
_ROYAL = frozenset(range(N_RANKS - HAND, N_RANKS))
_SUMMANDS = multiset_summands(N_RANKS, HAND)
_SHAPES = {(3, 2): Kind.FULL_HOUSE, (3, 1, 1): Kind.TRIPS, (2, 2, 1): Kind.TWO_PAIR}


class CategoryTables(NamedTuple):
    """Where the category of five cards is looked up."""

    ranks: NDArray[np.int8]
    """int8, shape (n_cards,): rank of a natural card, -1 for a wild one."""
    offsets: IntArray
    """int64, shape (6,): where multisets of n ranks begin in `by_ranks`."""
    by_ranks: NDArray[np.int16]
    """int16: category by offset plus multiset number, cards of several suits."""
    in_suit: NDArray[np.int16]
    """int16, shape (2, 8192): category by rank set, natural cards of one suit; row 1 is for hands with four
    wild deuces."""


@dataclass(frozen=True)
class Scorer:
    """The category of any five cards of a deck."""

    claims: tuple[int, ...]
    """One bit mask per category, bit i for the i-th name of the pay table; category 0 claims nothing."""
    tables: CategoryTables
    """The categories."""

    def categories(self, hands: NDArray[np.int8]) -> NDArray[np.int16]:
        """Category of every hand, shape (hands,); hands are int8, shape (hands, 5), cards in any order."""
        categories = np.empty(len(hands), dtype=np.int16)
        _fill_categories(hands, self.tables, categories)
        return categories


@dataclass(frozen=True)
class HoldCounts:
    """How many final hands of each category contain a set of cards."""

    classes: CardClasses
    """The card sets, up to suits."""
    scorer: Scorer
    """The categories."""
    final: NDArray[np.int16]
    """int16, shape (deal classes,): category of the deal itself."""
    counts: IntArray
    """int64, shape (classes of 0..4 cards, categories): five-card hands of the deck that contain the set; at
    most C(54, 5)."""


@lru_cache(maxsize=32)
def hold_counts(deck: Deck, names: Names) -> HoldCounts:
    """Count the final hands of every category over every set of cards; kept in memory once made."""
    classes, scorer = card_classes(deck.n_cards), build_scorer(deck, names)
    fours = classes.members[HAND - 1]
    rows = np.zeros((len(fours), len(scorer.claims)), dtype=np.int64)
    _count_fours(fours, deck.n_cards, scorer.tables, rows)
    levels = [rows]
    for k in range(HAND - 2, -1, -1):
        above = classes.completions(k) - classes.first[k + 1]
        # A hand that contains the k cards was counted once per card it adds to them.
        levels.append(levels[-1][above].sum(axis=1) // (HAND - k))
    return HoldCounts(classes, scorer, scorer.categories(classes.deals), np.concatenate(levels[::-1]))


def build_scorer(deck: Deck, names: Names) -> Scorer:
    """The categories of a deck's hands under the names of a pay table."""
    by_ranks = _claims_by_ranks(names, deck)
    natural, completed = _claims_in_suit(names)
    in_suit = completed if deck.has_wild else np.zeros_like(completed)
    in_suit[rank_sets(N_RANKS, HAND)] = natural[rank_sets(N_RANKS, HAND)]
    # Wild cards need not stay in the suit.
    for size in range(HAND):
        in_suit[rank_sets(N_RANKS, size)] |= by_ranks[size][_set_multisets(size)]
    with_deuces = in_suit | _bit(names, next((n for n in names if n.kind is Kind.FOUR_DEUCES), None))
    flat = np.concatenate([np.zeros(1, dtype=np.int64), *by_ranks, in_suit, with_deuces])
    claims, category = np.unique(flat, return_inverse=True)
    split = np.cumsum([1, *map(len, by_ranks)])
    cards = np.arange(deck.n_cards)
    ranks = np.where([deck.is_wild(int(card)) for card in cards], _WILD, cards // N_SUITS)
    tables = CategoryTables(
        ranks.astype(np.int8),
        split[:-1] - 1,
        category[1 : split[-1]].astype(np.int16),
        category[split[-1] :].reshape(2, -1).astype(np.int16),
    )
    return Scorer(tuple(claims.tolist()), tables)


def _claims_by_ranks(names: Names, deck: Deck) -> list[IntArray]:
    """Claims of n = 0..5 natural cards by multiset number, never a flush."""
    kinds, kind_numbers = _kinds_by_ranks()
    bits = [0 if kind is None else _bit(names, narrowest(names, *kind)) for kind in kinds]
    claims = [np.array(bits, dtype=np.int64)[kind_numbers]]
    for size in range(HAND - 1, -1, -1) if deck.has_wild else ():
        completed = np.zeros(len(multisets(N_RANKS, size)), dtype=np.int64)
        for rank in range(N_RANKS):
            completed |= claims[-1][_with_rank(size, rank)]
        claims.append(completed)
    while len(claims) <= HAND:
        claims.append(np.zeros(len(multisets(N_RANKS, HAND - len(claims))), dtype=np.int64))
    return claims[::-1]


def _claims_in_suit(names: Names) -> tuple[IntArray, IntArray]:
    """Claims of cards of one suit by rank set: five natural cards, and cards completed by wild ones."""
    natural = np.zeros(1 << N_RANKS, dtype=np.int64)
    completed = np.zeros(1 << N_RANKS, dtype=np.int64)
    for ranks in rank_sets(N_RANKS, HAND).tolist():
        members = frozenset(r for r in range(N_RANKS) if ranks >> r & 1)
        straight = _is_straight(members)
        kind = Kind.STRAIGHT_FLUSH if straight else Kind.FLUSH
        natural[ranks] = _bit(names, narrowest(names, Kind.ROYAL if members == _ROYAL else kind))
        completed[ranks] = _bit(names, narrowest(names, Kind.WILD_ROYAL if members == _ROYAL else kind))
    for size in range(HAND - 1, -1, -1):
        sets = rank_sets(N_RANKS, size)
        for rank in range(N_RANKS):
            new = sets[(sets >> rank & 1) == 0]
            completed[new] |= completed[new | 1 << rank]
    return natural, completed


@cache
def _kinds_by_ranks() -> tuple[list[NaturalKind | None], IntArray]:
    """The kinds of hands that do not share a suit, and the place of each multiset's kind among them."""
    kinds = [_kind_by_ranks(row) for row in multisets(N_RANKS, HAND).tolist()]
    distinct = list(dict.fromkeys(kinds))
    place = {kind: i for i, kind in enumerate(distinct)}
    return distinct, np.array([place[kind] for kind in kinds], dtype=np.int64)


def _kind_by_ranks(ranks: Sequence[int]) -> NaturalKind | None:
    """Kind, rank and fifth card of five cards that do not share a suit; None for a high card."""
    ordered = Counter(ranks).most_common()
    shape = tuple(times for _, times in ordered)
    if shape == (5,):
        return (Kind.FIVE, ordered[0][0], None)
    if shape == (4, 1):
        return (Kind.QUADS, ordered[0][0], ordered[1][0])
    if shape in _SHAPES:
        return (_SHAPES[shape], None, None)
    if shape == (2, 1, 1, 1):
        return (Kind.PAIR, ordered[0][0], None)
    return (Kind.STRAIGHT, None, None) if _is_straight(frozenset(ranks)) else None


@cache
def _with_rank(size: int, rank: int) -> IntArray:
    rows = multisets(N_RANKS, size)
    return multiset_numbers(np.sort(np.column_stack([rows, np.full(len(rows), rank)]), axis=1))


@cache
def _set_multisets(size: int) -> IntArray:
    """Multiset numbers of all rank sets of a size, in the order of `rank_sets`."""
    sets = rank_sets(N_RANKS, size).tolist()
    members = [[r for r in range(N_RANKS) if ranks >> r & 1] for ranks in sets]
    return multiset_numbers(np.array(members, dtype=np.int64).reshape(len(sets), size))


def _is_straight(ranks: frozenset[int]) -> bool:
    return len(ranks) == HAND and (max(ranks) - min(ranks) == HAND - 1 or ranks == {0, 1, 2, 3, N_RANKS - 1})


def _bit(names: Names, name: HandName | None) -> int:
    return 0 if name is None else 1 << names.index(name)


@kernel
def _category(
    cards: IntArray,
    tables: CategoryTables,
    times: IntArray,
) -> int:
    """The category of cards (5,), in any order; times (13,) is scratch."""
    times[:] = 0
    n = 0
    deuces = 0
    suit = -1
    same_suit = True
    rank_set = 0
    for card in cards:
        rank = tables.ranks[card]
        if rank < 0:
            deuces += card < N_SUITS
            continue
        n += 1
        times[rank] += 1
        rank_set |= 1 << rank
        same_suit = same_suit and (suit < 0 or suit == card & 3)
        suit = card & 3
    if same_suit:
        return int(tables.in_suit[1 if deuces == 4 else 0, rank_set])
    number = tables.offsets[n]
    place = 0
    for rank in range(N_RANKS):
        for _ in range(times[rank]):
            number += _SUMMANDS[rank, place]
            place += 1
    return int(tables.by_ranks[number])


@kernel
def _fill_categories(
    hands: NDArray[np.int8],
    tables: CategoryTables,
    categories: NDArray[np.int16],
) -> None:
    """Fill categories (hands,) from hands (hands, 5)."""
    cards = np.zeros(5, dtype=np.int64)
    times = np.zeros(N_RANKS, dtype=np.int64)
    for i in range(len(hands)):
        for j in range(5):
            cards[j] = hands[i, j]
        categories[i] = _category(cards, tables, times)


@kernel
def _count_fours(
    fours: NDArray[np.int8],
    n_cards: int,
    tables: CategoryTables,
    rows: IntArray,
) -> None:
    """Add to rows (fours, categories) one for every card that completes four cards to that category."""
    cards = np.zeros(5, dtype=np.int64)
    times = np.zeros(N_RANKS, dtype=np.int64)
    for i in range(len(fours)):
        for j in range(4):
            cards[j] = fours[i, j]
        for card in range(n_cards):
            if card != cards[0] and card != cards[1] and card != cards[2] and card != cards[3]:
                cards[4] = card
                rows[i, _category(cards, tables, times)] += 1
