"""The suit term G for the outcome planes, ties and pot shares.

They are summed as in `suit_term` over the boards (F, Q) with weight(Q), of

    plane(d) - plane(d by ranks alone),  d = sign(high) (2 - LQ) + sign(low), LQ = 1 with a low,

where the low is the same in both.  A flush moves the high outcome alone: when hand 1 has the
better flush and neither hand beats flushes (or it is a straight flush), from level (L) or
hand 2 ahead (A) by ranks to hand 1 ahead; when hand 2 has it, the mirror image; when both play
the same flush of the board, to level.  So what a board changes in a plane depends on L or A
and on the low (hand 2 ahead in it: X, level: Y, behind: Z, or nobody has one) alone, and

    sum over the boards = sum of change x number of boards with L, LX, LY, A, AX, AY,

LZ and AZ being the rest (`lanes.relation_counter`).  Without a low on the board, and a better
flush, only L changes anything, in the same way for both hands.  There the codes are compared
once; with lows twice, and counted six times.

A count is at most 2,288 boards and a change at most 2, so what is weighted fits into 16 bits.

The kernels work like those of `suit_term`: boards F + Q are sorted, turned into rows and thresholds for each
hand 1, and counted for all hands 2 at once.  What is counted is how hand 2 compares with hand 1 by ranks
(level, or overtaken by the flush); what such a board changes in each plane is data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.games import Game
from jamfold.class_tables.decomposition.orders import OutcomePlane, outcome_planes
from jamfold.class_tables.decomposition.plain_lanes import count_relations
from jamfold.class_tables.decomposition.rank_term import AHEAD, BEHIND, COMPLEMENT, LOW, outcome_sheets
from jamfold.class_tables.decomposition.suit_term import (
    SizePair,
    SuitTables,
    SuitTermInput,
    better_flushes,
    fits,
    rows_shape,
    suit_term_input_of,
)
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.jit import intrinsic, kernel

# Kinds of boards: one hand has the better flush and there is no low; with lows, hand 1 or
# hand 2 has it; the flushes are equal, hand 2 ahead or behind by ranks.
KINDS = 5
LEVEL, OVERTAKES, OVERTAKEN, EQUAL_AHEAD, EQUAL_BEHIND = range(KINDS)

# Lists: of the first kind one, of the others one where hand 1 has a low and one where not.
LISTS = 1 + 2 * (KINDS - 1)

_counter = partial(
    intrinsic, "jamfold.class_tables.decomposition.lanes.relation_counter", plain=count_relations
)
# Where nobody has a low, a hand that was ahead and is overtaken had none of the pot, or all of it.
N_RELATIONS = 6
"""What `lanes.relation_counter` can count."""
_LEVEL, _WITHOUT_LOW, _ALL = (0,), (0, 1, 4), tuple(range(N_RELATIONS))
_count_level = _counter((256, 64, 16, 1), _LEVEL)
_count_without_low = _counter((128, 64, 16, 1), _WITHOUT_LOW)
_count_relations = _counter((128, 64, 16, 1), _ALL)

# The high outcome of hand 1 by ranks where hand 2 is "ahead" in the kind's sheet, and the true one.
_HIGH = {OVERTAKES: (-1, 1), OVERTAKEN: (1, -1), EQUAL_AHEAD: (-1, 0), EQUAL_BEHIND: (1, 0)}


@dataclass(frozen=True, eq=False)
class OutcomeTermInput:
    """Everything the kernel reads: strengths, and ``changes``, see `plane_changes`."""

    suit: SuitTermInput
    changes: NDArray[np.int16]


def outcome_term_input(game: Game) -> OutcomeTermInput:
    """Lay out strengths: up to 600 MB for four hole cards."""
    return OutcomeTermInput(
        suit_term_input_of(game, outcome_sheets(game)), plane_changes(outcome_planes(game))
    )


def outcome_term_rows(terms: OutcomeTermInput, set1: int) -> NDArray[np.int32]:
    """Rows of G of all views with the set A1, for every outcome plane; as `suit_term_rows`."""
    suit, changes = terms.suit, terms.changes
    out = np.zeros((changes.shape[1], *rows_shape(suit.views, set1)), dtype=np.int32)
    for pair, a1, sets2 in suit.pairs_of(set1):
        fill_outcome_term(suit.tables, pair, changes, set1, a1, sets2, out)
    return out


def plane_changes(planes: Sequence[OutcomePlane]) -> NDArray[np.int16]:
    """What a board changes in each plane, by list and relation: int16 (lists, planes, relations)."""
    changes = np.zeros((LISTS, len(planes), N_RELATIONS), dtype=np.int16)
    for p, plane in enumerate(planes):
        changes[LEVEL, p, 0] = _change(plane, 0, 1, None)
        for kind, (ahead, after) in _HIGH.items():
            for my_low, which in ((True, 2 * kind - 1), (False, 2 * kind)):
                for k, before in ((0, 0), (3, ahead)):
                    rest = _change(plane, before, after, 1 if my_low else None)
                    changes[which, p, k] = rest
                    changes[which, p, k + 1] = _change(plane, before, after, -1) - rest
                    changes[which, p, k + 2] = _change(plane, before, after, 0 if my_low else None) - rest
    return changes


def _change(plane: OutcomePlane, before: int, after: int, low: int | None) -> int:
    """The change from one high outcome to another, with hand 1's low outcome, None if nobody has a low."""
    d_before, d_after = (2 * high if low is None else high + low for high in (before, after))
    return plane.values[d_after + 2] - plane.values[d_before + 2]


@kernel
def fill_outcome_term(
    tables: SuitTables,
    pair: SizePair,
    changes: NDArray[np.int16],
    set1: int,
    a1: int,
    sets2: IntArray,
    out: NDArray[np.int32],
) -> None:
    """Fill the columns of the sets ``sets2`` (all of one size) in the rows of set1.

    ``a1`` is the position of set1 among the sets of its size; changes (lists, planes, relations)
    as in `plane_changes`; out (planes, rows, columns).
    """
    sets, first_view, boards, beats_flush, low_boards, flushes, top_flush = tables
    flush_sets, group_start, rests, n_rests, board = boards
    others1, n2, weights, sheets1, sheets2 = pair
    most = 2 * len(flush_sets)
    flush_rows = np.empty((3, 2, len(flush_sets)), dtype=np.int64)
    n_kept = np.empty(3, dtype=np.int64)
    items = np.empty((3, most), dtype=np.int64)
    ends = np.empty(KINDS, dtype=np.int64)
    starts = np.empty((2, LISTS, most), dtype=np.uint32)
    thresholds = np.empty((2, LISTS, most), dtype=np.uint8)
    lengths = np.zeros(LISTS, dtype=np.int64)
    planes, n1, lanes = out.shape[0], others1.shape[0], sheets2.shape[2]
    relations = np.empty((N_RELATIONS, lanes), dtype=np.int16)
    counts = np.empty((planes, lanes), dtype=np.int16)
    sums = np.empty((planes, n1, lanes), dtype=np.int32)
    for position in range(len(sets2)):
        set2 = sets2[position]
        if sets[set1] & sets[set2]:
            continue
        sums[:] = 0
        rest_number = 0
        for g in range(3):
            blocked = sets[set1] | sets[set2]
            n_flushes = better_flushes(
                set1, set2, blocked, flush_sets, group_start[g], group_start[g + 1], flushes, top_flush,
                flush_rows, n_kept,
            )  # fmt: skip
            for q in range(n_rests[g] if n_flushes else 0):
                _sort_boards(q, flush_rows, n_kept, board, beats_flush, low_boards, lanes, items, ends)
                for o1 in range(n1):
                    if not fits(others1, o1, rests[g, q, 0], rests[g, q, 1]):
                        continue
                    _list_boards(
                        a1, o1, items, ends, sheets1, lanes, len(beats_flush), starts, thresholds, lengths
                    )
                    _count(sheets2, position, starts, thresholds, lengths, changes, relations, counts)
                    for plane in range(planes):
                        for lane in range(lanes):
                            weight = np.int16(weights[rest_number + q, o1, lane])
                            sums[plane, o1, lane] += np.int16(counts[plane, lane] * weight)
            rest_number += n_rests[g]
        column = first_view[set2]
        for plane in range(planes):
            for o1 in range(n1):
                for o2 in range(n2):
                    out[plane, o1, column + o2] = sums[plane, o1, o2]


@kernel
def _sort_boards(
    q: int,
    flush_rows: IntArray,
    n_kept: IntArray,
    board: IntArray,
    beats_flush: NDArray[np.uint8],
    low_boards: BoolArray,
    lanes: int,
    items: IntArray,
    ends: IntArray,
) -> None:
    """Sort the boards F + Q by kind.

    Fills items (3, ...): board, start of its row in the sheets of hand 2, and the
    code from which hand 1 makes it irrelevant; ends (kinds,).
    """
    n_boards = len(beats_flush)
    n = 0
    for kind in range(KINDS):
        sheet = BEHIND if kind in (OVERTAKEN, EQUAL_BEHIND) else AHEAD
        # Hand 2 is level with a hand 1 that does not beat flushes: no other sheet is needed.
        below = 0 if kind == LEVEL else 1
        for outcome in range(3):
            if kind == LEVEL:
                belongs = outcome < 2
            else:
                belongs = outcome == min(kind - 1, 2)
            for i in range(n_kept[outcome] if belongs else 0):
                b = board[flush_rows[outcome, 0, i], q]
                if outcome < 2 and low_boards[b] == (kind == LEVEL):
                    continue
                straight = flush_rows[outcome, 1, i]
                items[0, n] = b
                items[1, n] = ((sheet if straight else sheet + below) * n_boards + b) * lanes
                items[2, n] = COMPLEMENT if straight else beats_flush[b]
                n += 1
        ends[kind] = n


@kernel
def _list_boards(
    a1: int,
    o1: int,
    items: IntArray,
    ends: IntArray,
    sheets1: NDArray[np.uint8],
    lanes: int,
    n_boards: int,
    starts: NDArray[np.uint32],
    thresholds: NDArray[np.uint8],
    lengths: IntArray,
) -> None:
    """Turn the items of `_sort_boards` into rows and thresholds for one hand 1.

    Fills starts and thresholds (high and low, lists, ...) and lengths (lists,).
    """
    lengths[:] = 0
    n = 0
    for i in range(ends[LEVEL]):
        code = sheets1[a1, items[0, i], o1]
        starts[0, 0, n] = items[1, i]
        thresholds[0, 0, n] = code
        n += code < items[2, i]
    lengths[0] = n
    for kind in range(1, KINDS):
        flip = COMPLEMENT if kind in (OVERTAKEN, EQUAL_BEHIND) else 0
        for i in range(ends[kind - 1], ends[kind]):
            code = np.int64(sheets1[a1, items[0, i], o1])
            if code >= items[2, i]:
                continue
            low_row = LOW * n_boards + items[0, i]
            low = sheets1[a1, low_row, o1]
            which = 2 * kind - 1 + (low == 0)
            n = lengths[which]
            starts[0, which, n] = items[1, i]
            starts[1, which, n] = low_row * lanes
            thresholds[0, which, n] = code ^ flip
            thresholds[1, which, n] = low
            lengths[which] = n + 1


@kernel
def _count(
    sheets2: NDArray[np.uint8],
    a2: int,
    starts: NDArray[np.uint32],
    thresholds: NDArray[np.uint8],
    lengths: IntArray,
    changes: NDArray[np.int16],
    relations: NDArray[np.int16],
    counts: NDArray[np.int16],
) -> None:
    """Set counts (planes, lanes) to the changes by all lists for the set a2 of its size."""
    lanes = sheets2.shape[2]
    sheet_at = a2 * sheets2.shape[1] * lanes
    high, rows, low, low_rows = thresholds[0], starts[0], thresholds[1], starts[1]
    counts[:] = 0
    for which in range(LISTS):
        at, n = which * starts.shape[2], lengths[which]
        if n == 0:
            continue
        if which == 0:
            _count_level(sheets2, sheet_at, rows, high, rows, high, at, n, relations, lanes)
        elif which == 2 * OVERTAKES or which == 2 * OVERTAKEN:
            _count_without_low(sheets2, sheet_at, rows, high, low_rows, low, at, n, relations, lanes)
        else:
            _count_relations(sheets2, sheet_at, rows, high, low_rows, low, at, n, relations, lanes)
        for plane in range(counts.shape[0]):
            for k in range(1 if which == 0 else N_RELATIONS):
                change = changes[which, plane, k]
                if change == 0:
                    continue
                for lane in range(lanes):
                    counts[plane, lane] += np.int16(change * relations[k, lane])
