"""Products of strategies with R and G over the links, Z from N, and which entries contain given ranks.

For every piece of G (set A2 in its rows, sets A1 in its columns) and each S that both O contain::

    Z[S, u1] += G[u1 + S, u2 + S] N[S, u2]
    Z[S, u2] -= G[u1 + S, u2 + S] N[S, u1]     (not where A1 = A2 = {}: both orders are there)

For the ranks of an S the entries of the rows and columns that contain them are gathered once, then used
for each S with these ranks.  N and Z of the columns are gathered next to the rows, so that the vector
unit runs over columns; several right-hand sides share the gathering and the reading.

Sums are int64.  N comes as int32 where it fits, which halves what is read of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.combinations import joined_numbers, multiset_numbers, multisets
from jamfold.cards.counting.suit_views import SuitViews, suit_views
from jamfold.class_tables.factored.links import Level, Links
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel


class Parts(NamedTuple):
    """Multisets that hold the ranks of S, and what is left of them without S.

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
    remainder: NDArray[np.int32]
    """whole, remainder: The O that hold g, and what is left of them: positions among those of their size."""
    by_whole: IntArray
    """int64, shape (wholes + 1,): where the parts of each whole begin."""
    rank: NDArray[np.int32]
    rest: NDArray[np.int32]
    """rank, rest: g, and what is left."""


def _make_parts(
    n_ranks: int,
    wholes: tuple[IntArray, ...],
    rests: Sequence[Sequence[IntArray | None]],
) -> Parts:
    """Parts of families of multisets; ``rests`` gives for each the multisets without S, by the size of S."""
    sizes = range(1, len(rests[0]))
    first = np.cumsum([0, 0] + [len(multisets(n_ranks, size)) for size in sizes]).astype(np.int64)
    first_whole = np.concatenate([[0], np.cumsum([len(sets) for sets in wholes])]).astype(np.int64)
    nothing = np.zeros(0, dtype=np.int64)
    lists = [(nothing,) * 4]  # all there is where S = {} alone
    for number, (rows, family_rests) in enumerate(zip(wholes, rests, strict=True)):
        numbers_of = multiset_numbers(rows)
        for size in sizes:
            rest = family_rests[size]
            if rest is None:
                continue
            numbers = joined_numbers(multisets(n_ranks, size), rest)
            places = np.minimum(np.searchsorted(numbers_of, numbers), len(numbers_of) - 1)
            g, r = np.nonzero(numbers_of[places] == numbers)
            lists.append((np.full(len(g), number), first[size] + g, places[g, r], r))
    family, rank, whole, rest_of = (np.concatenate(column) for column in zip(*lists, strict=True))
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
        remainder=rest_of[by_rank_order].astype(np.int32),
        by_whole=np.searchsorted(all_wholes[by_whole_order], np.arange(first_whole[-1] + 1)).astype(np.int64),
        rank=rank[by_whole_order].astype(np.int32),
        rest=rest_of[by_whole_order].astype(np.int32),
    )


class Grid(NamedTuple):
    """How the links of one term are numbered, by the size s of S."""

    first: IntArray
    n_rests: IntArray
    """first, n_rests: int64, shape (sizes,): as in `Level`."""
    with_ranks: IntArray
    """int64, shape (2, g): the S with the ranks g (`Parts`) are with_ranks[0, g]..with_ranks[1, g] - 1 among
    the S of their size."""
    size_of: IntArray
    """int64, shape (g,): s."""


class SuitGrid(NamedTuple):
    """What products with pieces of G read, whatever the piece.

    ``sets`` int64 and ``sizes`` int64, shape (n_sets,): as in `SuitViews`; ``first_view`` int64,
    shape (sizes of S, n_sets): the first view with set A in hands without S.
    """

    grid: Grid
    parts: Parts
    sets: IntArray
    sizes: IntArray
    first_view: IntArray


def _grid(levels: tuple[Level, ...], first: IntArray) -> Grid:
    edges, size_of = [np.zeros((2, 0), dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for level in levels[1:]:
        n = int(first[level.size + 1] - first[level.size])
        ends = np.searchsorted(level.ranks, np.arange(n + 1)).astype(np.int64)
        edges.append(np.stack([ends[:-1], ends[1:]]))
        size_of.append(np.full(n, level.size, dtype=np.int64))
    return Grid(
        first=np.array([level.first for level in levels], dtype=np.int64),
        n_rests=np.array([level.n_rests for level in levels], dtype=np.int64),
        with_ranks=np.hstack(edges),
        size_of=np.concatenate(size_of),
    )


def suit_grid(views: SuitViews, links: Links) -> SuitGrid:
    smaller = [suit_views(views.n_ranks, views.hole_cards - level.size) for level in links.levels]
    rests = [
        [view.others[size] if size <= view.hole_cards else None for view in smaller]
        for size in range(views.hole_cards + 1)
    ]
    parts = _make_parts(views.n_ranks, views.others, rests)
    first_view = np.full((len(smaller), len(views.sets)), -1, dtype=np.int64)
    for row, view in zip(first_view, smaller, strict=True):
        row[: len(view.sets)] = view.first_view[:-1]
    return SuitGrid(_grid(links.levels, parts.first), parts, views.sets, views.set_sizes, first_view)


def rank_grid(n_ranks: int, hole_cards: int, links: Links) -> tuple[Grid, Parts]:
    rests = [multisets(n_ranks, hole_cards - level.size) for level in links.levels]
    parts = _make_parts(n_ranks, (multisets(n_ranks, hole_cards),), [rests])
    return _grid(links.levels, parts.first), parts


@kernel
def add_piece(
    values: NDArray[np.int32],
    set2: int,
    first1: int,
    last1: int,
    whole: bool,
    about: SuitGrid,
    inputs: NDArray[Any],
    sums: IntArray,
) -> None:
    """Add the part of one piece, (rows, columns), to Z.

    ``inputs`` int32 or int64, N, and ``sums`` int64, Z: shape (links, right-hand sides), so that all sides
    of a link are adjacent.
    """
    grid, parts, sets, sizes, first_view = about
    n_sides, width = inputs.shape[1], values.shape[1]
    n_ranks = len(grid.size_of)
    # The columns that hold each g, and their links without it.
    begin = np.zeros(n_ranks + 1, dtype=np.int64)
    for set1 in range(first1, last1):
        if sets[set1] & sets[set2] == 0:
            k = sizes[set1]
            for g in range(n_ranks):
                begin[g + 1] += parts.by_rank[k, g + 1] - parts.by_rank[k, g]
    for g in range(n_ranks):
        begin[g + 1] += begin[g]
    column = np.empty(begin[n_ranks], dtype=np.uint32)  # no place is negative: nothing to look for
    remainders = np.empty(begin[n_ranks], dtype=np.int32)
    filled = begin[:n_ranks].copy()
    plain = np.empty(width, dtype=np.int64)
    at = 0
    for set1 in range(first1, last1):
        if sets[set1] & sets[set2] == 0:
            k = sizes[set1]
            n1 = parts.first_whole[k + 1] - parts.first_whole[k]
            for g in range(n_ranks):
                first = first_view[grid.size_of[g], set1]
                for p in range(parts.by_rank[k, g], parts.by_rank[k, g + 1]):
                    column[filled[g]] = at + parts.whole[p]
                    remainders[filled[g]] = first + parts.remainder[p]
                    filled[g] += 1
            for o1 in range(n1):
                plain[at + o1] = first_view[0, set1] + o1
            at += n1
    # N and Z of the columns, gathered: first S = {}, then every S with ranks g.
    place = np.zeros(n_ranks + 1, dtype=np.int64)
    place[0] = width
    for g in range(n_ranks):
        n_subsets = grid.with_ranks[1, g] - grid.with_ranks[0, g]
        place[g + 1] = place[g] + n_subsets * (begin[g + 1] - begin[g])
    links = np.empty(place[n_ranks], dtype=np.int32)
    links[:width] = plain
    for g in range(n_ranks):
        n, to = begin[g + 1] - begin[g], place[g]
        for subset in range(grid.with_ranks[0, g], grid.with_ranks[1, g]):
            start = grid.first[grid.size_of[g]] + subset * grid.n_rests[grid.size_of[g]]
            for c in range(n):
                links[to + c] = start + remainders[begin[g] + c]
            to += n
    near = np.empty((n_sides, len(links)), dtype=inputs.dtype)
    outputs = np.zeros((n_sides, len(links)), dtype=np.int64)
    for c in range(len(links)):
        for side in range(n_sides):
            near[side, c] = inputs[links[c], side]
    # Rows by fours, so that N and Z of the columns are read and written once for all of them.
    k2, n_rows = sizes[set2], values.shape[0]
    row_links = np.zeros(4, dtype=np.int64)
    weights, added = np.zeros(4, dtype=inputs.dtype), np.zeros(4, dtype=np.int64)
    for o2 in range(0, n_rows, 4):
        four = values[o2 : o2 + 4]
        for k in range(len(four)):
            row_links[k] = first_view[0, set2] + o2 + k
        for side in range(n_sides):
            for k in range(len(four)):
                weights[k] = inputs[row_links[k], side]
            _add_four(four, weights, near[side, :width], outputs[side, :width], added)
            if not whole:
                for k in range(len(four)):
                    sums[row_links[k], side] -= added[k]
    gathered = np.zeros((4, width), dtype=np.int32)
    for g in range(n_ranks):
        n, size = begin[g + 1] - begin[g], grid.size_of[g]
        first, last = parts.by_rank[k2, g], parts.by_rank[k2, g + 1]
        if n == 0:
            continue
        for p in range(first, last, 4):
            many = min(4, last - p)
            for k in range(many):
                source, columns = values[parts.whole[p + k]], column[begin[g] : begin[g + 1]]
                target = gathered[k]
                for c in range(n):
                    target[c] = source[columns[c]]
            four = gathered[:many]
            to = place[g]
            for subset in range(grid.with_ranks[0, g], grid.with_ranks[1, g]):
                start = grid.first[size] + subset * grid.n_rests[size] + first_view[size, set2]
                for k in range(many):
                    row_links[k] = start + parts.remainder[p + k]
                for side in range(n_sides):
                    for k in range(many):
                        weights[k] = inputs[row_links[k], side]
                    _add_four(four, weights, near[side, to : to + n], outputs[side, to : to + n], added)
                    if not whole:
                        for k in range(many):
                            sums[row_links[k], side] -= added[k]
                to += n
    for c in range(len(links)):
        for side in range(n_sides):
            sums[links[c], side] += outputs[side, c]


@kernel
def _add_four(
    rows: NDArray[np.int32],
    weights: NDArray[Any],
    near: NDArray[Any],
    outputs: IntArray,
    added: IntArray,
) -> None:
    """The two lines of products for up to four rows with their N, ``weights``.

    ``near`` is N of the columns, ``outputs`` their Z; ``added`` is set to the sums of the rows.  Columns are
    counted from 0: at `to + c` the compiler must check for negative indices and does not vectorize.

    """
    w0, total0 = np.int64(weights[0]), np.int64(0)
    if len(rows) < 4:
        for k in range(len(rows)):
            weight, total = np.int64(weights[k]), np.int64(0)
            for c in range(len(near)):
                value = np.int64(rows[k, c])
                total += value * np.int64(near[c])
                outputs[c] += value * weight
            added[k] = total
        return
    w1, w2, w3 = np.int64(weights[1]), np.int64(weights[2]), np.int64(weights[3])
    total1, total2, total3 = np.int64(0), np.int64(0), np.int64(0)
    for c in range(len(near)):
        v0, v1 = np.int64(rows[0, c]), np.int64(rows[1, c])
        v2, v3 = np.int64(rows[2, c]), np.int64(rows[3, c])
        other = np.int64(near[c])
        total0 += v0 * other
        total1 += v1 * other
        total2 += v2 * other
        total3 += v3 * other
        outputs[c] += v0 * w0 + v1 * w1 + v2 * w2 + v3 * w3
    added[0], added[1], added[2], added[3] = total0, total1, total2, total3


@kernel
def add_rank_rows(
    square: NDArray[np.int32],
    first: int,
    last: int,
    grid: Grid,
    parts: Parts,
    inputs: NDArray[Any],
    sums: IntArray,
) -> None:
    """Add to Z what the rows first..last-1 of R give to the links in these rows; as `add_piece`."""
    n = square.shape[1]
    gathered = np.empty(n, dtype=np.int32)
    for r1 in range(first, last):
        for side in range(inputs.shape[0]):
            total = np.int64(0)
            for r2 in range(n):
                total += np.int64(square[r1, r2]) * np.int64(inputs[side, r2])
            sums[side, r1] += total
        for p in range(parts.by_whole[r1], parts.by_whole[r1 + 1]):
            g = parts.rank[p]
            begin, end = parts.by_rank[0, g], parts.by_rank[0, g + 1]
            for c in range(end - begin):
                gathered[c] = square[r1, parts.whole[begin + c]]
            size = grid.size_of[g]
            for subset in range(grid.with_ranks[0, g], grid.with_ranks[1, g]):
                start = grid.first[size] + subset * grid.n_rests[size]
                for side in range(inputs.shape[0]):
                    total = np.int64(0)
                    for c in range(end - begin):
                        total += np.int64(gathered[c]) * np.int64(
                            inputs[side, start + parts.remainder[begin + c]]
                        )
                    sums[side, start + parts.rest[p]] += total
