"""Products where few N are not 0: each of them by itself, reading nothing but its row or column of G and R.

A change of a few classes touches some fifty links each.  An *entry* is one (S, u) with N != 0: in a
piece where its set is A2 it is a row, spread over the columns; where its set is one of the A1 it is
a column, summed into the rows.  Measured with 20,000 classes: 0.12 core-seconds for 200 of them,
where a pass of all takes 0.4.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.class_tables.factored.links import Links
from jamfold.class_tables.factored.product import Parts, SuitGrid
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel


class Entries(NamedTuple):
    """The nonzero entries of N, set by set."""

    starts: IntArray
    """int64, shape (n_sets + 1,): where the entries of each set A begin (R: one set)."""
    ranks: IntArray
    """int64: g of S, -1 for S = {}."""
    first: IntArray
    """int64: the link of S with the set's first view, that is with remainder 0."""
    whole: IntArray
    """int64: the position of O, or of the whole rank multiset, among those of its size."""
    amounts: IntArray
    """int64: N."""


def suit_entries(about: SuitGrid, links: Links, weights: IntArray) -> Entries:
    """The entries of N, (links,), by their sets A."""
    return _entries(about.parts, about.first_view, about.sizes, links, weights)


def rank_entries(parts: Parts, links: Links, weights: IntArray) -> Entries:
    """The entries of N, (links,), all of one set."""
    one_set = np.zeros((len(links.levels), 1), dtype=np.int64)
    return _entries(parts, one_set, one_set[0], links, weights)


def _entries(parts: Parts, first_view: IntArray, sizes: IntArray, links: Links, weights: IntArray) -> Entries:
    """The entries of N; ``first_view`` and ``sizes`` of the sets are those of a `SuitGrid`."""
    lists: list[tuple[NDArray[Any], ...]] = []
    for level in links.levels:
        grid = weights[level.first : level.last].reshape(len(level.ranks), level.n_rests)
        subset, view = np.nonzero(grid)
        views = first_view[level.size]
        number = np.searchsorted(views[views >= 0], view, side="right") - 1
        remainder = view - views[number]
        whole, ranks = _wholes(parts, level.size, level.ranks[subset], remainder, sizes[number])
        first = level.first + subset * level.n_rests
        lists.append((number, ranks, first, whole, grid[subset, view]))
    number, ranks, first, whole, amounts = (np.concatenate(column) for column in zip(*lists, strict=True))
    order = np.argsort(number, kind="stable")
    starts = np.searchsorted(number[order], np.arange(len(sizes) + 1)).astype(np.int64)
    return Entries(starts, ranks[order], first[order], whole[order], amounts[order])


def _wholes(
    parts: Parts, size: int, ranks: IntArray, remainder: IntArray, family: IntArray
) -> tuple[IntArray, IntArray]:
    """The positions of S joined with its remainder, and g."""
    if size == 0:
        return remainder, np.full(len(remainder), -1)
    g = parts.first[size] + ranks
    wholes = np.empty(len(g), dtype=np.int64)
    _find_wholes(parts, family, g, remainder, wholes)
    return wholes, g


@kernel
def _find_wholes(
    parts: Parts,
    family: IntArray,
    g: IntArray,
    remainder: IntArray,
    wholes: IntArray,
) -> None:
    for i in range(len(g)):
        for p in range(parts.by_rank[family[i], g[i]], parts.by_rank[family[i], g[i] + 1]):
            if parts.remainder[p] == remainder[i]:
                wholes[i] = parts.whole[p]


@kernel
def add_block_few(
    values: NDArray[np.int32],
    pieces: IntArray,
    about: SuitGrid,
    entries: Entries,
    sums: IntArray,
) -> None:
    """Add the part of one block to Z, int64 of shape (links,).

    ``values`` int32, its pieces after one another; ``pieces`` int64, shape (pieces, 6): set2, first1,
    last1, is_whole, rows, columns of each.
    """
    at = 0
    for p in range(len(pieces)):
        set2, first1, last1, whole, rows, columns = pieces[p]
        piece = values[at : at + rows * columns].reshape((rows, columns))
        _add_piece_few(piece, set2, first1, last1, whole != 0, about, entries, sums)
        at += rows * columns


@kernel
def _add_piece_few(
    values: NDArray[np.int32],
    set2: int,
    first1: int,
    last1: int,
    whole: bool,
    about: SuitGrid,
    entries: Entries,
    sums: IntArray,
) -> None:
    """Add the part of one piece, (rows, columns)."""
    grid, parts, sets, sizes, first_view = about
    k2 = sizes[set2]
    at = 0
    for set1 in range(first1, last1):
        if sets[set1] & sets[set2]:
            continue
        k1 = sizes[set1]
        n1 = parts.first_whole[k1 + 1] - parts.first_whole[k1]
        for e in range(entries.starts[set2], entries.starts[set2 + 1]):
            g, row, amount = entries.ranks[e], entries.whole[e], entries.amounts[e]
            if g < 0:
                link = entries.first[e] + first_view[0, set1]
                for o1 in range(n1):
                    sums[link + o1] += amount * values[row, at + o1]
                continue
            link = entries.first[e] + first_view[grid.size_of[g], set1]
            for p in range(parts.by_rank[k1, g], parts.by_rank[k1, g + 1]):
                sums[link + parts.remainder[p]] += amount * values[row, at + parts.whole[p]]
        if not whole:
            for e in range(entries.starts[set1], entries.starts[set1 + 1]):
                g, column, amount = entries.ranks[e], at + entries.whole[e], entries.amounts[e]
                if g < 0:
                    link = entries.first[e] + first_view[0, set2]
                    for o2 in range(values.shape[0]):
                        sums[link + o2] -= amount * values[o2, column]
                    continue
                link = entries.first[e] + first_view[grid.size_of[g], set2]
                for p in range(parts.by_rank[k2, g], parts.by_rank[k2, g + 1]):
                    sums[link + parts.remainder[p]] -= amount * values[parts.whole[p], column]
        at += n1


@kernel
def add_ranks_few(square: NDArray[np.int32], parts: Parts, entries: Entries, sums: IntArray) -> None:
    """Add R's part to Z, int64 of shape (links,): columns of R, which are its rows with the other sign."""
    for e in range(entries.starts[1]):
        g, row, amount = entries.ranks[e], entries.whole[e], entries.amounts[e]
        if g < 0:
            for r in range(square.shape[1]):
                sums[entries.first[e] + r] -= amount * square[row, r]
            continue
        for p in range(parts.by_rank[0, g], parts.by_rank[0, g + 1]):
            sums[entries.first[e] + parts.remainder[p]] -= amount * square[row, parts.whole[p]]
