"""The links of a class of hands to the sums over common cards.

Sums over the hands h2 that share no card with h1 go by inclusion-exclusion over the common
cards S, inside each term of the decomposition (`decomposition`)::

    G   for each suit T over the S in h1 outside T:   (-1)^|S| Z[S, view_T of h1 - S]
        Z[S, u1] = sum over u2 of G[u1 + S, u2 + S] N[S, u2]
        N[S, u2] = sum of the weights of the hands that hold S and otherwise u2, T being fixed
    R   over all S in h1, with rank multisets in place of views

G is 0 where the sets A1 and A2 share a rank, so no S has a card in T; and where neither hand
has enough cards in T for a flush, so S has at most H - (fewest hole cards that play) cards,
H being the hole cards.  Weights do not change when suits are relabelled: S counts up to
permutations of the three other suits (of all four in R).  With 13 ranks and three cards: 1, 13,
169, 1,577 such S.

A *link* of a class is one pair (S, u) of its representative, over all four T.  The hands of a
class are its representative under the 24 permutations, each met 24 / c times, so that with p
links (S, u) of a class of c hands the N of one S of its orbit counts

    p c / (4 x orbit)     (R: p c / orbit)

of them, orbit = how many S are the same up to the permutations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.classes import HandClasses
from jamfold.cards.counting.combinations import multiset_numbers, multisets, narrow, ranks_by_suit
from jamfold.cards.counting.suit_views import suit_views
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

_KEY_BITS = 63


@dataclass(frozen=True, eq=False)
class Level:
    """All S of one size, up to permutations of suits, ordered by their ranks."""

    size: int
    """Cards in S."""
    ranks: IntArray
    """int64, shape (n_subsets,): the number of the rank multiset of each S, ascending."""
    shares: IntArray
    """int64, shape (n_subsets,): divisors of the sums over links."""
    n_rests: int
    """Views, or rank multisets, of the cards outside S."""
    first: int
    """The number of the first link."""

    @property
    def last(self) -> int:
        """The number after that of the last link."""
        return self.first + len(self.ranks) * self.n_rests


class ClassLinks(NamedTuple):
    """The links of all classes."""

    starts: IntArray
    """int64, shape (n + 1,): those of class i are starts[i]..starts[i + 1] - 1."""
    numbers: NDArray[np.int32]
    """int32: ``level.first + S * level.n_rests + u``."""
    signs: NDArray[np.int32]
    """int32: (-1)^|S| times how often the link occurs in the representative."""


@dataclass(frozen=True, eq=False)
class Links:
    """The links of one term: its levels by the size of S, and those of the classes."""

    levels: tuple[Level, ...]
    of_classes: ClassLinks
    counts: IntArray

    @property
    def total(self) -> int:
        return self.levels[-1].last

    def push(self, classes: IntArray, amounts: IntArray) -> IntArray:
        """N for amounts of classes, (k,) each: int64, shape (total,)."""
        sums = np.zeros(self.total, dtype=np.int64)
        _push(self.of_classes, classes, amounts * self.counts[classes], sums)
        for level in self.levels:
            part = sums[level.first : level.last].reshape(len(level.ranks), level.n_rests)
            part //= level.shares[:, None]
        return sums

    def pull(self, sums: IntArray) -> IntArray:
        """The alternating sums of Z, int64 of shape (total,), for all classes: (n,)."""
        return _pull(self.of_classes, sums)


def suit_links(classes: HandClasses, n_ranks: int, largest: int) -> Links:
    """The links of G, for S of at most ``largest`` cards."""

    def rest(cards: NDArray[np.uint8]) -> tuple[IntArray, int]:
        views = suit_views(n_ranks, cards.shape[1])
        return views.views_of(cards, lowest_rank).astype(np.int64), views.n_views

    lowest_rank = classes.deck[0] // N_SUITS
    return _make_links(classes, n_ranks, largest, rest, suits_apart=True)


def rank_links(classes: HandClasses, n_ranks: int, largest: int) -> Links:
    """The links of R, for S of at most ``largest`` cards."""

    def rest(cards: NDArray[np.uint8]) -> tuple[IntArray, int]:
        ranks = np.sort(cards.astype(np.int64) // N_SUITS - lowest_rank, axis=1)
        return multiset_numbers(ranks)[:, None], len(multisets(n_ranks, cards.shape[1]))

    lowest_rank = classes.deck[0] // N_SUITS
    return _make_links(classes, n_ranks, largest, rest, suits_apart=False)


def _make_links(
    classes: HandClasses,
    n_ranks: int,
    largest: int,
    rest: Callable[[NDArray[np.uint8]], tuple[IntArray, int]],
    *,
    suits_apart: bool,
) -> Links:
    """Links by the size of S; ``rest`` numbers the cards outside S, one column per T."""
    cards, hole = classes.representatives, classes.hole_cards
    rows = np.arange(classes.n)
    levels: list[Level] = []
    found_rows, found_numbers, found_signs = [], [], []
    first = 0
    for size in range(largest + 1):
        owners, keys, rests, n_rests = [], [], [], 0
        for subset in (mask for mask in range(1 << hole) if mask.bit_count() == size):
            inside = [position for position in range(hole) if subset >> position & 1]
            outside = [position for position in range(hole) if not subset >> position & 1]
            remainder, n_rests = rest(np.ascontiguousarray(cards[:, outside]))
            ranks, masks = ranks_by_suit(cards[:, inside], classes.deck[0] // N_SUITS)
            numbers = multiset_numbers(np.sort(ranks, axis=1))
            for suit in range(remainder.shape[1]):
                chosen = rows[masks[:, suit] == 0] if suits_apart else rows
                masks_left = np.delete(masks[chosen], suit, axis=1) if suits_apart else masks
                keys.append(_subset_keys(numbers[chosen], masks_left, n_ranks))
                owners.append(chosen)
                rests.append(remainder[chosen, suit])
        subset_keys, subset_of = np.unique(np.concatenate(keys), return_inverse=True)
        n_suits = N_SUITS - 1 if suits_apart else N_SUITS
        shares = _orbits(subset_keys, n_suits, n_ranks) * (N_SUITS if suits_apart else 1)
        levels.append(Level(size, subset_keys >> n_suits * n_ranks, shares, n_rests, first))
        found_numbers.append(first + subset_of * n_rests + np.concatenate(rests))
        found_rows.append(np.concatenate(owners))
        found_signs.append(np.full(len(subset_of), 1 - 2 * (size % 2)))
        first = levels[-1].last
    return Links(
        tuple(levels),
        _gathered(classes.n, first, found_rows, found_numbers, found_signs),
        classes.sizes,
    )


def _gathered(
    n: int,
    total: int,
    rows: list[IntArray],
    numbers: list[IntArray],
    signs: list[IntArray],
) -> ClassLinks:
    """Links class by class, equal ones once."""
    keys = np.concatenate(rows) * total + np.concatenate(numbers)
    unique, place, times = np.unique(keys, return_index=True, return_counts=True)
    return ClassLinks(
        starts=np.searchsorted(unique // total, np.arange(n + 1)).astype(np.int64),
        numbers=narrow(unique % total, np.int32),
        signs=narrow(np.concatenate(signs)[place] * times, np.int32),
    )


def _subset_keys(ranks: IntArray, masks: IntArray, n_ranks: int) -> IntArray:
    """One integer per S, equal up to permutations of its suits, ordered by rank multisets.

    Raises OverflowError if 63 bits do not hold it: S of five cards of 52 in all four suits, which R has with
    six hole cards.
    """
    keys = ranks
    if int(ranks.max(initial=0)).bit_length() + masks.shape[1] * n_ranks > _KEY_BITS:
        raise OverflowError("S has too many ranks and suits for one number")
    for column in np.sort(masks, axis=1).T:
        keys = keys << n_ranks | column
    return keys


def _orbits(keys: IntArray, n_suits: int, n_ranks: int) -> IntArray:
    """How many S are the same up to permutations of the suits: (k,)."""
    masks = [keys >> suit * n_ranks & ((1 << n_ranks) - 1) for suit in range(n_suits)]
    symmetries, run = np.ones(len(keys), dtype=np.int64), np.ones(len(keys), dtype=np.int64)
    for mask, other in zip(masks[1:], masks, strict=False):
        run = np.where(mask == other, run + 1, 1)
        symmetries *= run
    return factorial(n_suits) // symmetries


@kernel
def _push(links: ClassLinks, classes: IntArray, amounts: IntArray, sums: IntArray) -> None:
    """Add amounts (k,) of classes (k,) to sums (total,)."""
    starts, numbers, signs = links
    for a in range(len(classes)):
        for link in range(starts[classes[a]], starts[classes[a] + 1]):
            sums[numbers[link]] += amounts[a] * abs(signs[link])


@kernel
def _pull(links: ClassLinks, sums: IntArray) -> IntArray:
    starts, numbers, signs = links
    totals = np.zeros(len(starts) - 1, dtype=np.int64)
    for i in range(len(totals)):
        for link in range(starts[i], starts[i + 1]):
            totals[i] += signs[link] * sums[numbers[link]]
    return totals
