"""Which O, or rank multisets, hold the ranks of S: from S and what lies beside it to rows of G and R."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.counting.multisets import multiset_numbers, multisets
from jamfold.counting.suit_views import SuitViews, suit_views


class Parts(NamedTuple):
    """Multisets that hold the ranks of S, and what is left of them beside S.

    The *rank set numbers* g run over the rank multisets of S of one card, then two, ...: those of
    size s from ``first[s]``; S = {} has none.  The *wholes* are the O of all sizes of A after
    one another, from ``first_whole[size of A]``.
    """

    first: IntArray
    first_whole: IntArray
    """first, first_whole: int64."""
    by_rank: IntArray
    """int64, shape (sizes of A, g + 1): where the parts of each g begin, for wholes that go with sets of that
    size."""
    whole: NDArray[np.int32]
    beside: NDArray[np.int32]
    """whole, beside: The O that hold g, as a position among those of their size; what is left, likewise."""
    by_whole: IntArray
    """int64, shape (wholes + 1,): where the parts of each whole begin."""
    rank: NDArray[np.int32]
    rest: NDArray[np.int32]
    """rank, rest: g, and what is left."""


def suit_parts(views: SuitViews, largest: int) -> Parts:
    """The parts of the O of all views, for S of at most ``largest`` cards."""
    smaller = [suit_views(views.n_ranks, views.hole_cards - size) for size in range(largest + 1)]
    rests = [
        [one.others[size] if size <= one.hole_cards else None for one in smaller]
        for size in range(views.hole_cards + 1)
    ]
    return _make_parts(views.n_ranks, views.others, rests)


def rank_parts(n_ranks: int, hole_cards: int, largest: int) -> Parts:
    """The parts of the rank multisets of hands, for S of at most ``largest`` cards."""
    rests: list[list[IntArray | None]] = [
        [multisets(n_ranks, hole_cards - size) for size in range(largest + 1)]
    ]
    return _make_parts(n_ranks, (multisets(n_ranks, hole_cards),), rests)


def _make_parts(
    n_ranks: int,
    wholes: tuple[IntArray, ...],
    rests: list[list[IntArray | None]],
) -> Parts:
    """Parts of some families of multisets; ``rests`` gives for each the multisets beside S, by its size."""
    sizes = range(1, len(rests[0]))
    first = np.cumsum([0, 0] + [len(multisets(n_ranks, size)) for size in sizes]).astype(np.int64)
    first_whole = np.concatenate([[0], np.cumsum([len(one) for one in wholes])]).astype(np.int64)
    nothing = np.zeros(0, dtype=np.int64)
    found = [(nothing,) * 4]  # all there is where S = {} alone
    for number, (rows, beside) in enumerate(zip(wholes, rests, strict=True)):
        known = multiset_numbers(rows)
        for size in sizes:
            rest = beside[size]
            if rest is None:
                continue
            numbers = _joined(multisets(n_ranks, size), rest)
            places = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
            g, r = np.nonzero(known[places] == numbers)
            found.append((np.full(len(g), number), first[size] + g, places[g, r], r))
    family, rank, whole, rest_of = (np.concatenate(one) for one in zip(*found, strict=True))
    by_rank_order = np.lexsort((whole, rank, family))
    by_whole_order = np.lexsort((rank, whole, family))
    n_families, n_g = len(wholes), int(first[-1])
    edges = np.arange(n_families * (n_g + 1)).reshape(n_families, n_g + 1)
    keys = family * (n_g + 1) + rank
    all_wholes = first_whole[family] + whole
    return Parts(
        first=first,
        first_whole=first_whole,
        by_rank=np.searchsorted(keys[by_rank_order], edges).astype(np.int64),
        whole=whole[by_rank_order].astype(np.int32),
        beside=rest_of[by_rank_order].astype(np.int32),
        by_whole=np.searchsorted(all_wholes[by_whole_order], np.arange(first_whole[-1] + 1)).astype(np.int64),
        rank=rank[by_whole_order].astype(np.int32),
        rest=rest_of[by_whole_order].astype(np.int32),
    )


def _joined(ranks: IntArray, rest: IntArray) -> IntArray:
    """The numbers of each multiset of one list with each of another, shape (len(ranks), len(rest))."""
    shape = (len(ranks), len(rest))
    both = [
        np.broadcast_to(ranks[:, None, :], (*shape, ranks.shape[1])),
        np.broadcast_to(rest[None, :, :], (*shape, rest.shape[1])),
    ]
    return multiset_numbers(np.sort(np.concatenate(both, axis=2), axis=2))
