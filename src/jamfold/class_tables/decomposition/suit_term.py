"""The suit term G, what flushes change for two views in one suit, for the margin planes.

G[(A1, O1), (A2, O2)] = sum over the boards with F, |F| >= 3, in T and Q
elsewhere of weight(Q) x [sign(high1 - high2) - sign(NF1 - NF2)],

F disjoint from A1 and A2, weight = product over ranks of C(3 - o1 - o2, q), NF
the strength without flushes, FL the best flush or straight flush from A and F,
high = max(NF, FL).  The low plane (see `class_tables.decomposition.orders`) has -LQ times the same
bracket, LQ = 1 when a hand has a low.

Three facts leave one saturating subtraction per board and hand 2:

1. A flush that is no straight flush loses to the same NF whichever flush it is.
   So when hand 1 has the better flush, the bracket is 1 - sign(NF1 - NF2) if
   neither NF beats flushes and 0 otherwise; and without that condition when it
   is a straight flush.  For hand 2 it is -1 - sign, for equal flushes (both play
   the board) the mean of the two.
2. For a fixed hand 1, 1 - sign(NF1 - NF2) = min(max(code2 - (code1 - 1), 0), 2):
   the sheets store the codes so that the conditions on hand 2 are in them.
3. A hand 1 that has a low puts the same count on both planes.

The weight depends on Q only, so counts run in bytes over all F and are weighted
once per Q.  No count overflows: a byte collects at most 127 times 2, a 16-bit
lane 2 x 2,288, and |G| <= 2 x 1,712,304 boards.

Work is divided by A1: `suit_term_rows` fills the rows of one set A1 against all
sets before it; G is antisymmetric.

For one pair of sets A1, A2 and every Q, the boards F + Q are sorted by what is
counted on them (`_sort_boards`), turned into rows and thresholds for each hand 1
(`_list_boards`), counted for all hands 2 at once (`_count`), and weighted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.suit_views import OFF_SUIT_CARDS, FlushBoards, SuitViews, flush_boards, views_for
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import rank_codes, suit_strengths
from jamfold.cards.strength.evaluator import flush_range
from jamfold.class_tables.decomposition.orders import margin_planes
from jamfold.class_tables.decomposition.plain_lanes import count_lanes
from jamfold.class_tables.decomposition.rank_term import (
    AHEAD,
    BEHIND,
    COMPLEMENT,
    LOW_SHEETS,
    padded,
    strength_sheets,
)
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.jit import intrinsic, kernel

# Boards are listed by what is counted (hand 2 ahead or behind, level counting
# or not) and for which plane: high only, both, low only.
_KINDS = 4
_AHEAD, _BEHIND, _AHEAD_ONLY, _BEHIND_ONLY = range(_KINDS)
_HIGH, _BOTH, _LOW = range(3)
_LISTS = 3 * _KINDS

_count_lanes = intrinsic(
    "jamfold.class_tables.decomposition.lanes.lane_counter", (256, 64, 16, 1), plain=count_lanes
)


class SuitTables(NamedTuple):
    """What the suit term of a game reads, whatever the sets."""

    sets: IntArray
    first_view: IntArray
    """sets, first_view: As in `SuitViews`."""
    boards: FlushBoards
    """The kinds of boards with a flush suit."""
    beats_flush: NDArray[np.uint8]
    low_boards: BoolArray
    """beats_flush, low_boards: As in `RankCodes`."""
    flushes: NDArray[np.uint16]
    """uint16, shape (sets, flush board sets): best flushes."""
    top_flush: int
    """The strongest flush that is no straight flush."""


class SizePair(NamedTuple):
    """What it reads for sets A1 and A2 of two sizes."""

    others1: IntArray
    """Cards of each rank in the O1 (`SuitViews.other_counts`)."""
    n_others2: int
    """How many O2 there are."""
    weights: NDArray[np.uint8]
    """See `rest_weights`."""
    sheets1: NDArray[np.uint8]
    sheets2: NDArray[np.uint8]
    """sheets1, sheets2: See `strength_sheets`."""


@dataclass(frozen=True, eq=False)
class SuitTermInput:
    """Everything the kernel reads; shared by all workers.

    ``pairs`` goes by the sizes of A1 and A2, the second at most as large.  No flush is
    possible with fewer than ``least_used`` cards in the suit.
    """

    game: Game
    views: SuitViews
    tables: SuitTables
    pairs: dict[tuple[int, int], SizePair]
    least_used: int

    def pairs_of(self, set1: int) -> Iterator[tuple[SizePair, int, IntArray]]:
        """Of each size what is read for A1 and the sets A2 of this size, the place of A1, and these sets."""
        size1 = int(self.views.set_sizes[set1])
        a1 = set1 - self.views.sets_of_size(size1).start
        for size2 in range(size1 + 1 if size1 >= self.least_used else 0):
            sets2 = self.views.sets_of_size(size2)
            yield self.pairs[size1, size2], a1, np.arange(sets2.start, min(sets2.stop, set1 + 1))


def suit_term_input(game: Game) -> SuitTermInput:
    """Lay out strengths for the suit term: seconds, and 1 GB for four hole cards, 2.6 to 5.2 GB for five."""
    return suit_term_input_of(game, strength_sheets(game))


def suit_term_input_of(game: Game, sheets: tuple[NDArray[np.uint8], ...]) -> SuitTermInput:
    """The input with these sheets, by size of A."""
    codes, views, boards = rank_codes(game), views_for(game), flush_boards(game.n_ranks)
    sizes, least_used = range(game.hole_cards + 1), min(game.hole_used)
    counts_of = tuple(views.other_counts(size) for size in sizes)
    return SuitTermInput(
        game=game,
        views=views,
        tables=SuitTables(
            sets=views.sets,
            first_view=views.first_view,
            boards=boards,
            beats_flush=codes.beats_flush,
            low_boards=codes.low_boards,
            flushes=suit_strengths(game),
            top_flush=flush_range(game)[1],
        ),
        pairs={
            (size1, size2): SizePair(
                others1=counts_of[size1],
                n_others2=len(counts_of[size2]),
                weights=rest_weights(counts_of[size1], counts_of[size2], boards.rests, boards.n_rests),
                sheets1=sheets[size1],
                sheets2=sheets[size2],
            )
            for size1 in sizes[least_used:]
            for size2 in sizes[: size1 + 1]
        },
        least_used=least_used,
    )


def rows_shape(views: SuitViews, set1: int) -> tuple[int, int]:
    """The views with the set A1, and those up to the last of them."""
    first, last = views.first_view[set1 : set1 + 2].tolist()
    return last - first, last


def suit_term_rows(terms: SuitTermInput, set1: int) -> NDArray[np.int32]:
    """Rows of G of all views with the set A1, for every margin plane.

    Returns
    -------
    int32, shape (planes, *`rows_shape`): columns are the views of the sets up to A1.  Entries of views that
    no two disjoint hands have are 0 or meaningless.
    """
    out = np.zeros((len(margin_planes(terms.game)), *rows_shape(terms.views, set1)), dtype=np.int32)
    for pair, a1, sets2 in terms.pairs_of(set1):
        fill_suit_term(terms.tables, pair, set1, a1, sets2, out)
    return out


@kernel
def fill_suit_term(
    tables: SuitTables,
    pair: SizePair,
    set1: int,
    a1: int,
    sets2: IntArray,
    out: NDArray[np.int32],
) -> None:
    """Fill the columns of the sets ``sets2`` (all of one size) in the rows of set1.

    ``a1`` is the position of set1 among the sets of its size; out (planes, rows, columns).
    """
    sets, first_view, boards, beats_flush, low_boards, flushes, top_flush = tables
    flush_sets, group_start, rests, n_rests, board = boards
    others1, n2, weights, sheets1, sheets2 = pair
    flush_rows = np.empty((3, 2, len(flush_sets)), dtype=np.int64)
    n_kept = np.empty(3, dtype=np.int64)
    items = np.empty((3, 2 * len(flush_sets)), dtype=np.int64)
    ends = np.empty(2 * _KINDS, dtype=np.int64)
    starts = np.empty((_LISTS, 2 * len(flush_sets)), dtype=np.uint32)
    thresholds = np.empty((_LISTS, 2 * len(flush_sets)), dtype=np.uint8)
    lengths = np.empty(_LISTS, dtype=np.int64)
    n1, lanes = others1.shape[0], sheets2.shape[2]
    counts = np.empty((3, lanes), dtype=np.int16)
    high = np.empty((n1, lanes), dtype=np.int32)
    low = np.empty((n1, lanes), dtype=np.int32)
    for position in range(len(sets2)):
        set2 = sets2[position]
        if sets[set1] & sets[set2]:
            continue
        high[:] = 0
        low[:] = 0
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
                    _count(sheets2, position, starts, thresholds, lengths, counts)
                    for lane in range(lanes):
                        level = counts[1, lane]
                        weight = np.int16(weights[rest_number + q, o1, lane])
                        high[o1, lane] += np.int16(np.int16(counts[0, lane] + level) * weight)
                        low[o1, lane] -= np.int16(np.int16(counts[2, lane] + level) * weight)
            rest_number += n_rests[g]
        column = first_view[set2]
        for o1 in range(n1):
            for o2 in range(n2):
                out[0, o1, column + o2] = high[o1, o2]
                if len(out) > 1:
                    out[1, o1, column + o2] = low[o1, o2]


def rest_weights(
    others1: IntArray,
    others2: IntArray,
    rests: IntArray,
    n_rests: IntArray,
) -> NDArray[np.uint8]:
    """Ways to deal Q from what O1 and O2 leave: uint8 (all Q of all groups, O1, padded O2), at most 9."""
    n2 = len(others2)
    weights = np.zeros((int(n_rests.sum()), len(others1), padded(n2)), dtype=np.uint8)
    used = others1.T.astype(np.int8)[:, :, None] + others2.T.astype(np.int8)[:, None, :]
    left = np.maximum(OFF_SUIT_CARDS - used, 0)
    every_q = np.concatenate([rows[:n] for rows, n in zip(rests, n_rests, strict=True)])
    for weight, (a, b) in zip(weights, every_q, strict=True):
        if a == b and a >= 0:
            weight[:, :n2] = left[a] * (left[a] - 1) // 2
        else:
            weight[:, :n2] = (left[a] if a >= 0 else 1) * (left[b] if b >= 0 else 1)
    return weights


@kernel
def better_flushes(
    set1: int,
    set2: int,
    blocked: int,
    flush_sets: IntArray,
    first: int,
    last: int,
    flushes: NDArray[np.uint16],
    top_flush: int,
    flush_rows: IntArray,
    n_kept: IntArray,
) -> int:
    """List the F in first..last-1 that can be dealt and give someone a flush; return their number.

    Fills flush_rows (outcomes, 2, ...) and n_kept (outcomes,), outcomes: hand 1's flush
    is better, hand 2's, both are equal.  Its two rows are F and whether the better flush
    is a straight flush.

    """
    n_kept[:] = 0
    for f in range(first, last):
        flush1, flush2 = flushes[set1, f], flushes[set2, f]
        if flush_sets[f] & blocked or (flush1 == 0 and flush2 == 0):
            continue
        outcome = 0 if flush1 > flush2 else 1 if flush1 < flush2 else 2
        flush_rows[outcome, 0, n_kept[outcome]] = f
        flush_rows[outcome, 1, n_kept[outcome]] = max(flush1, flush2) > top_flush
        n_kept[outcome] += 1
    return int(n_kept[0] + n_kept[1] + n_kept[2])


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
    """Sort the boards F + Q by what is counted on them and by whether lows are possible.

    Fills items (3, ...): board, start of its row in the sheets of hand 2, and the
    code from which hand 1 makes it irrelevant; ends (2 x kinds,): where the
    items of a kind end, first those without, then those with lows.
    """
    n_boards = len(beats_flush)
    n = 0
    for kind in range(_KINDS):
        outcome = min(kind, 2)
        sheet = AHEAD if kind in (_AHEAD, _AHEAD_ONLY) else BEHIND
        for lows in range(2):
            for i in range(n_kept[outcome]):
                b = board[flush_rows[outcome, 0, i], q]
                if low_boards[b] == lows:
                    straight = flush_rows[outcome, 1, i]
                    items[0, n] = b
                    items[1, n] = ((sheet if straight else sheet + 1) * n_boards + b) * lanes
                    items[2, n] = COMPLEMENT if straight else beats_flush[b]
                    n += 1
            ends[2 * kind + lows] = n


@kernel
def fits(others1: IntArray, o1: int, a: int, b: int) -> bool:
    """Whether hand 1 leaves the cards of Q = {a, b} (-1: none)."""
    if a >= 0 and others1[o1, a] + 1 + (a == b) > OFF_SUIT_CARDS:
        return False
    return b < 0 or others1[o1, b] < OFF_SUIT_CARDS


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

    Fills starts and thresholds (lists, ...) and lengths (lists,).  An item that
    is irrelevant is overwritten by the next one: no branch.
    """
    low_rows = LOW_SHEETS * n_boards
    begin = 0
    for kind in range(_KINDS):
        flip = 0 if kind in (_AHEAD, _AHEAD_ONLY) else COMPLEMENT
        level = 1 if kind in (_AHEAD, _BEHIND) else 0
        n_high, n_both, n_low = 0, 0, 0
        for i in range(begin, ends[2 * kind]):
            code = np.int64(sheets1[a1, items[0, i], o1])
            starts[kind, n_high] = items[1, i]
            thresholds[kind, n_high] = (code ^ flip) - level
            n_high += code < items[2, i]
        for i in range(ends[2 * kind], ends[2 * kind + 1]):
            code = np.int64(sheets1[a1, items[0, i], o1])
            if code >= items[2, i]:
                continue
            threshold = (code ^ flip) - level
            if sheets1[a1, low_rows + items[0, i], o1]:
                starts[_BOTH * _KINDS + kind, n_both] = items[1, i]
                thresholds[_BOTH * _KINDS + kind, n_both] = threshold
                n_both += 1
            else:
                starts[kind, n_high] = items[1, i]
                thresholds[kind, n_high] = threshold
                n_high += 1
                starts[_LOW * _KINDS + kind, n_low] = items[1, i] + low_rows * lanes
                thresholds[_LOW * _KINDS + kind, n_low] = threshold
                n_low += 1
        begin = ends[2 * kind + 1]
        lengths[kind] = n_high
        lengths[_BOTH * _KINDS + kind] = n_both
        lengths[_LOW * _KINDS + kind] = n_low


@kernel
def _count(
    sheets2: NDArray[np.uint8],
    a2: int,
    starts: NDArray[np.uint32],
    thresholds: NDArray[np.uint8],
    lengths: IntArray,
    counts: NDArray[np.int16],
) -> None:
    """Set counts (planes, lanes) to the sums over all lists for the set a2 of its size."""
    lanes = sheets2.shape[2]
    sheet_at = a2 * sheets2.shape[1] * lanes
    counts[:] = 0
    for which in range(_LISTS):
        n = lengths[which]
        if n == 0:
            continue
        kind = which % _KINDS
        cap = 2 if kind in (_AHEAD, _BEHIND) else 1
        sign = 1 if kind in (_AHEAD, _AHEAD_ONLY) else -1
        at, counts_at = which * starts.shape[1], which // _KINDS * lanes
        _count_lanes(sheets2, sheet_at, starts, thresholds, at, n, cap, sign, counts, counts_at, lanes)
