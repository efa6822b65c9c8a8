"""The three-way rank term R3 and suit term G3, and their assembly into the orders of three classes.

R3[h1, h2, h3] = for each of the 13 orders (`class_tables.decomposition.orders`) the sum over the rank
multisets b of boards on which the strengths without flushes are in that order, of weight(b) = product over
the ranks k of C(4 - used_k, q_k).

The boards are walked as in `rank_term`, the lanes over the third hand.  A sum is at most
1,370,754 boards.

G3[v1, v2, v3] = for each of the 13 orders the sum over the boards with F, |F| >= 3, in the suit T of the
views and Q elsewhere, F disjoint from A1, A2 and A3, of weight(Q) x ([order of high = o] - [order of NF =
o]), weight = product over ranks of C(3 - o1 - o2 - o3, q).

NF and high are written in one scale of bytes per board: strengths that lose to flushes, then the flushes,
those that beat them, the straight flushes.  For a fixed hand 1 and 2 the boards F of one Q fall
into three lists, by how these two stand; over each list a third hand is compared with the two (two byte
comparisons with each in every lane), once by NF, once by high.  The weight depends on Q alone, so counts
are weighed once per Q.  Boards that change nothing are in no list: hands 1 and 2 beat flushes or have
none, and hand 3 has too few cards in T.  Lanes run over the O3; A1, A2, A3 go from the largest set
to the smallest, so there are up to 91 of them.

A list has at most 1,287 boards (16 bits), a sum is at most 1,370,754.

N[i, j, k; o] = sum over the hands h2 of class j and h3 of class k, disjoint from the representative h1 of
class i and from one another, of
          R3[ranks of the three; o] + sum over the four suits T of G3[their views in T; o].

R3 and G3 are stored for triples in falling order, so the hands are sorted into it and the orders turned
with them.  A sum is at most 144 placements x 1,370,754 boards, below 2^28.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.combinations import multisets, narrow, rank_counts
from jamfold.cards.counting.suit_views import OFF_SUIT_CARDS, FlushBoards, SuitViews, flush_boards, views_for
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import rank_codes, suit_strengths
from jamfold.cards.strength.evaluator import flush_range
from jamfold.class_tables.decomposition.assembly import HandTerms
from jamfold.class_tables.decomposition.orders import (
    BOTH_LEVEL,
    FIRST_AHEAD,
    N_ORDERS,
    SECOND_AHEAD,
    add_orders,
    triple_number,
    triples_below,
    turned_orders,
)
from jamfold.class_tables.decomposition.plain_lanes import count_thresholds
from jamfold.class_tables.decomposition.rank_term import board_walk, padded
from jamfold.core.arrays import IntArray
from jamfold.core.jit import intrinsic, kernel

_count_thresholds = intrinsic(
    "jamfold.class_tables.decomposition.lanes.threshold_counter", (64, 32, 16, 1), plain=count_thresholds
)


def threeway_rank_rows(game: Game) -> NDArray[np.int32]:
    """R3 of all triples.

    Returns
    -------
    int32, shape (triples, 13), by `triples`.  Triples that need five cards of a rank are meaningless.
    """
    counts = narrow(rank_counts(multisets(game.n_ranks, game.hole_cards), game.n_ranks), np.int16)
    out = np.zeros((triples_below(len(counts)), N_ORDERS), dtype=np.int32)
    for h1 in range(len(counts)):
        _rank_rows(h1, counts, board_walk(game.n_ranks), rank_codes(game).high, out)
    return out


@kernel
def _rank_rows(
    h1: int,
    counts: NDArray[np.int16],
    walk: IntArray,
    high: NDArray[np.uint8],
    out: NDArray[np.int32],
) -> None:
    """Fill the rows of h1 in out.

    counts (hands, ranks); walk as `board_walk`; high (boards, hands).
    """
    n_ranks = counts.shape[1]
    ways = np.empty((n_ranks, 5, h1 + 1), dtype=np.int32)
    prefix = np.empty((6, h1 + 1), dtype=np.int32)
    sums = np.empty((3, 5, h1 + 1), dtype=np.int32)
    for h2 in range(h1 + 1):
        for k in range(n_ranks):
            for h3 in range(h2 + 1):
                left = max(0, 4 - counts[h1, k] - counts[h2, k] - counts[h3, k])
                ways[k, 1, h3] = left
                ways[k, 2, h3] = left * (left - 1) // 2
                ways[k, 3, h3] = left * (left - 1) * (left - 2) // 6
                ways[k, 4, h3] = left == 4
        prefix[0, :] = 1
        sums[:] = 0
        for step in range(walk.shape[0]):
            depth, k, q, b = walk[step, 0], walk[step, 1], walk[step, 2], walk[step, 3]
            if b < 0:
                for h3 in range(h2 + 1):
                    prefix[depth + 1, h3] = prefix[depth, h3] * ways[k, q, h3]
                continue
            c1, c2 = high[b, h1], high[b, h2]
            relation = FIRST_AHEAD if c1 > c2 else SECOND_AHEAD if c1 < c2 else BOTH_LEVEL
            better, worse = max(c1, c2), min(c1, c2)
            for h3 in range(h2 + 1):
                weight = np.int32(prefix[depth, h3] * ways[k, q, h3])
                code = high[b, h3]
                sums[relation, 0, h3] += weight * np.int32(code > better)
                sums[relation, 1, h3] += weight * np.int32(code >= better)
                sums[relation, 2, h3] += weight * np.int32(code > worse)
                sums[relation, 3, h3] += weight * np.int32(code >= worse)
                sums[relation, 4, h3] += weight
        for h3 in range(h2 + 1):
            row = out[triple_number(h1, h2, h3)]
            for relation in range(3):
                add_orders(relation, sums[relation, :, h3], row)


class Sheet(NamedTuple):
    """Strengths of all views with sets of one size.

    ``by_ranks`` and ``high`` uint8, shape (sets, boards (F, Q), padded lanes over the O); ``others`` int64,
    shape (O, ranks): cards of each rank in O.
    """

    by_ranks: NDArray[np.uint8]
    high: NDArray[np.uint8]
    others: IntArray


@dataclass(frozen=True, eq=False)
class ThreewaySuitInput:
    """Everything the kernel reads; ``sheets`` by size of A."""

    views: SuitViews
    boards: FlushBoards
    sheets: tuple[Sheet, ...]


def threeway_suit_input(game: Game) -> ThreewaySuitInput:
    """Lay out strengths: 30 MB for two hole cards."""
    codes, views, boards = rank_codes(game), views_for(game), flush_boards(game.n_ranks)
    kinds = [
        (f, q)
        for g in range(len(boards.n_rests))
        for q in range(boards.n_rests[g])
        for f in range(boards.group_start[g], boards.group_start[g + 1])
    ]
    flushes, straight_from = suit_strengths(game), flush_range(game)[1] + 1
    places = [_flush_places(flushes[:, f], straight_from) for f in range(len(boards.sets))]
    sheets = []
    for size, hands_of in enumerate(views.others):
        sets = views.sets_of_size(size)
        shape = (sets.stop - sets.start, len(kinds), padded(len(hands_of)))
        sheets.append(Sheet(np.zeros(shape, np.uint8), np.zeros(shape, np.uint8), views.other_counts(size)))
        first = int(views.first_view[sets.start])
        hands = views.hand_ranks[first : views.first_view[sets.stop]].reshape(shape[0], len(hands_of))
        for row, (f, q) in enumerate(kinds):
            b = boards.board[f, q]
            plain, straight, n_plain = places[f]
            code = codes.high[b][hands].astype(np.int64)
            beats = min(int(codes.beats_flush[b]), int(codes.high[b].max()) + 1)
            by_ranks = code + np.where(code >= beats, n_plain, 0)
            part = slice(sets.start, sets.stop)
            flush = np.where(plain[part] > 0, beats - 1 + plain[part], 0)
            flush = np.where(straight[part] > 0, int(codes.high[b].max()) + n_plain + straight[part], flush)
            sheets[-1].by_ranks[:, row, : len(hands_of)] = by_ranks
            sheets[-1].high[:, row, : len(hands_of)] = np.maximum(by_ranks, flush[:, None])
    return ThreewaySuitInput(views, boards, tuple(sheets))


def _flush_places(flushes: NDArray[np.uint16], straight_from: int) -> tuple[IntArray, IntArray, int]:
    """Where all sets' flushes stand on one F.

    Returns
    -------
    Their places among the flushes, and among the straight flushes, from 1; and how many flushes there are.
    """
    is_straight = flushes >= straight_from
    is_plain = (flushes > 0) & ~is_straight
    plain, straight = np.unique(flushes[is_plain]), np.unique(flushes[is_straight])
    return (
        np.where(is_plain, np.searchsorted(plain, flushes) + 1, 0),
        np.where(is_straight, np.searchsorted(straight, flushes) + 1, 0),
        len(plain),
    )


def threeway_suit_rows(terms: ThreewaySuitInput, set1: int) -> NDArray[np.int32]:
    """G3 of all triples whose greatest view has the set A1.

    Returns
    -------
    int32, shape (triples, 13), by `triples`.  Triples that no disjoint hands have are meaningless.
    """
    views = terms.views
    first, stop = (triples_below(int(views.first_view[number])) for number in (set1, set1 + 1))
    out = np.zeros((stop - first, N_ORDERS), dtype=np.int32)
    size1 = int(views.set_sizes[set1])
    for size2 in range(size1 + 1):
        for size3 in range(size2 + 1):
            _fill(
                set1, size1, size2, size3, terms.boards, terms.sheets[size1], terms.sheets[size2],
                terms.sheets[size3], views.sets, views.set_sizes, views.first_view, first, out,
            )  # fmt: skip
    return out


@kernel
def _fill(
    set1: int,
    size1: int,
    size2: int,
    size3: int,
    boards: FlushBoards,
    sheet1: Sheet,
    sheet2: Sheet,
    sheet3: Sheet,
    sets: IntArray,
    set_sizes: IntArray,
    first_view: IntArray,
    first: int,
    out: NDArray[np.int32],
) -> None:
    """Fill the triples of set1 with all A2 and A3 of these sizes, A2 and A3 not after one another."""
    flush_sets, group_start, rests, n_rests, _ = boards
    ranks1, high1, others1 = sheet1
    ranks2, high2, others2 = sheet2
    ranks3, high3, others3 = sheet3
    n1, n2, n3, lanes = len(others1), len(others2), len(others3), high3.shape[2]
    begin1, begin2, begin3 = np.searchsorted(set_sizes, np.array([size1, size2, size3]))
    flush_ids = np.empty(len(flush_sets), dtype=np.int64)
    codes1 = np.empty((2, n1, len(flush_sets)), dtype=np.uint8)
    codes2 = np.empty((2, n2, len(flush_sets)), dtype=np.uint8)
    starts = np.empty((3, len(flush_sets)), dtype=np.uint32)
    better = np.empty((3, len(flush_sets)), dtype=np.uint8)
    worse = np.empty((3, len(flush_sets)), dtype=np.uint8)
    weights = np.empty(lanes, dtype=np.int32)
    counts = np.empty((4, lanes), dtype=np.int16)
    sums = np.empty((n1, n2, 3, 5, lanes), dtype=np.int32)
    for set2 in range(begin2, min(begin2 + len(high2), set1 + (size1 == 0))):
        if sets[set1] & sets[set2]:
            continue
        for set3 in range(begin3, min(begin3 + len(high3), set2 + (size2 == 0))):
            blocked = sets[set1] | sets[set2]
            if blocked & sets[set3]:
                continue
            blocked |= sets[set3]
            sums[:] = 0
            row_start = 0
            for g in range(3):
                n_sets = group_start[g + 1] - group_start[g]
                on_board = 3 + g
                if size1 + on_board >= BOARD_CARDS:
                    n_kept = 0
                    for f in range(n_sets):
                        if flush_sets[group_start[g] + f] & blocked == 0:
                            flush_ids[n_kept] = f
                            n_kept += 1
                    for q in range(n_rests[g]):
                        row = row_start + q * n_sets
                        _gather(ranks1, high1, set1 - begin1, row, flush_ids, n_kept, codes1)
                        _gather(ranks2, high2, set2 - begin2, row, flush_ids, n_kept, codes2)
                        for o1 in range(n1):
                            for o2 in range(n2):
                                if not _weigh(
                                    others1, others2, others3, o1, o2, rests[g, q, 0], rests[g, q, 1], weights
                                ):
                                    continue
                                for side in range(2):
                                    _count(
                                        ranks3 if side == 0 else high3, set3 - begin3, row, flush_ids, n_kept,
                                        codes1[:, o1], codes2[:, o2], side, size3 + on_board >= BOARD_CARDS,
                                        starts, better, worse, weights, counts, sums[o1, o2],
                                    )  # fmt: skip
                row_start += n_rests[g] * n_sets
            for o1 in range(n1):
                for o2 in range(min(n2, o1 + 1) if set1 == set2 else n2):
                    for o3 in range(min(n3, o2 + 1) if set2 == set3 else n3):
                        number = triple_number(
                            first_view[set1] + o1, first_view[set2] + o2, first_view[set3] + o3
                        )
                        for relation in range(3):
                            add_orders(relation, sums[o1, o2, relation, :, o3], out[number - first])


@kernel
def _gather(
    by_ranks: NDArray[np.uint8],
    high: NDArray[np.uint8],
    a: int,
    row: int,
    flush_ids: IntArray,
    n_kept: int,
    codes: NDArray[np.uint8],
) -> None:
    """Set codes (2, O, kept boards) to the strengths of all hands with set a on the kept boards."""
    for i in range(n_kept):
        for o in range(codes.shape[1]):
            codes[0, o, i] = by_ranks[a, row + flush_ids[i], o]
            codes[1, o, i] = high[a, row + flush_ids[i], o]


@kernel
def _weigh(
    others1: IntArray,
    others2: IntArray,
    others3: IntArray,
    o1: int,
    o2: int,
    a: int,
    b: int,
    weights: NDArray[np.int32],
) -> bool:
    """Set weights (lanes,) to the ways to deal Q = {a, b} (-1: none); false if there are none."""
    left_a = OFF_SUIT_CARDS - others1[o1, a] - others2[o2, a] if a >= 0 else 1
    left_b = OFF_SUIT_CARDS - others1[o1, b] - others2[o2, b] if b >= 0 else 1
    if left_a <= 0 or left_b <= 0 or (a >= 0 and a == b and left_a < 2):
        return False
    weights[:] = 0
    for o3 in range(len(others3)):
        mine_a = max(0, left_a - others3[o3, a]) if a >= 0 else 1
        mine_b = max(0, left_b - others3[o3, b]) if b >= 0 else 1
        weights[o3] = mine_a * (mine_a - 1) // 2 if a == b and a >= 0 else mine_a * mine_b
    return True


@kernel
def _count(
    sheet: NDArray[np.uint8],
    a3: int,
    row: int,
    flush_ids: IntArray,
    n_kept: int,
    codes1: NDArray[np.uint8],
    codes2: NDArray[np.uint8],
    side: int,
    third_may_flush: bool,
    starts: NDArray[np.uint32],
    better: NDArray[np.uint8],
    worse: NDArray[np.uint8],
    weights: NDArray[np.int32],
    counts: NDArray[np.int16],
    sums: NDArray[np.int32],
) -> None:
    """Add to sums (relations, 5, lanes) the boards by high (side 1), or take those by ranks off (side 0)."""
    lanes = sheet.shape[2]
    n0, n1, n2 = 0, 0, 0
    for i in range(n_kept):
        if not third_may_flush and codes1[0, i] == codes1[1, i] and codes2[0, i] == codes2[1, i]:
            continue
        c1, c2 = codes1[side, i], codes2[side, i]
        start = (row + flush_ids[i]) * lanes
        if c1 > c2:
            starts[0, n0], better[0, n0], worse[0, n0] = start, c1, c2
            n0 += 1
        elif c1 < c2:
            starts[1, n1], better[1, n1], worse[1, n1] = start, c2, c1
            n1 += 1
        else:
            starts[2, n2], better[2, n2], worse[2, n2] = start, c1, c2
            n2 += 1
    sheet_at = a3 * sheet.shape[1] * lanes
    sign = 2 * side - 1
    for relation in range(3):
        n = n0 if relation == 0 else n1 if relation == 1 else n2
        if n == 0:
            continue
        at = relation * starts.shape[1]
        _count_thresholds(sheet, sheet_at, starts, better, worse, at, n, counts, lanes)
        for k in range(4):
            for lane in range(lanes):
                sums[relation, k, lane] += np.int32(counts[k, lane]) * weights[lane] * np.int32(sign)
        for lane in range(lanes):
            sums[relation, 4, lane] += np.int32(n * sign) * weights[lane]


def order_sums(
    terms: HandTerms, rank_rows: NDArray[np.int32], suit_rows: NDArray[np.int32], k: int
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The orders of all triples of classes whose greatest is k.

    Returns
    -------
    sums
        int32, shape (triples, 13), by `triples`: for k >= j >= i one hand of class k against all hands of
        classes j and i, the orders those of k, j, i.
    placements
        uint8, shape (triples,): the pairs of hands counted.
    """
    triples = (k + 1) * (k + 2) // 2
    sums = np.zeros((triples, N_ORDERS), dtype=np.int32)
    placements = np.zeros(triples, dtype=np.uint8)
    _order_sums(k, terms, rank_rows, suit_rows, turned_orders(), sums, placements)
    return sums, placements


@kernel
def _order_sums(
    k: int,
    terms: HandTerms,
    rank_rows: NDArray[np.int32],
    suit_rows: NDArray[np.int32],
    turned: IntArray,
    sums: NDArray[np.int32],
    placements: NDArray[np.uint8],
) -> None:
    """Fill sums (triples, 13) and placements (triples,); turned (6, 13) as `turned_orders`."""
    starts, masks, ranks, views = terms
    h1 = starts[k]
    row = 0
    for j in range(k + 1):
        for i in range(j + 1):
            total = sums[row]
            for h2 in range(starts[j], starts[j + 1]):
                if masks[h1] & masks[h2]:
                    continue
                taken = masks[h1] | masks[h2]
                for h3 in range(starts[i], starts[i + 1]):
                    if taken & masks[h3]:
                        continue
                    placements[row] += 1
                    _add(ranks[h1], ranks[h2], ranks[h3], rank_rows, turned, total)
                    for suit in range(4):
                        _add(views[h1, suit], views[h2, suit], views[h3, suit], suit_rows, turned, total)
            row += 1


@kernel
def _add(a: int, b: int, c: int, rows: NDArray[np.int32], turned: IntArray, total: NDArray[np.int32]) -> None:
    """Add the orders of three numbers, kept for them in falling order."""
    if a >= b:
        if b >= c:
            turn, number = 0, triple_number(a, b, c)
        elif a >= c:
            turn, number = 1, triple_number(a, c, b)
        else:
            turn, number = 4, triple_number(c, a, b)
    elif a >= c:
        turn, number = 2, triple_number(b, a, c)
    elif b >= c:
        turn, number = 3, triple_number(b, c, a)
    else:
        turn, number = 5, triple_number(c, b, a)
    for o in range(13):
        total[o] += rows[number, turned[turn, o]]
