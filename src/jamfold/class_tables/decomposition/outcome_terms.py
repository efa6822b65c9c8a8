"""The suit term G, what flushes change for two views in one suit, for margins and outcome planes.

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

The outcome planes, ties and pot shares, are summed in the same way over the boards (F, Q) with weight(Q),
of

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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.suit_views import SuitViews, flush_boards, views_for
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import rank_codes, suit_strengths
from jamfold.cards.strength.evaluator import flush_range
from jamfold.class_tables.decomposition.orders import OutcomePlane, margin_planes, outcome_planes
from jamfold.class_tables.decomposition.outcome_kernels import (
    EQUAL_AHEAD,
    EQUAL_BEHIND,
    LEVEL,
    LISTS,
    N_RELATIONS,
    OVERTAKEN,
    OVERTAKES,
    fill_outcome_term,
)
from jamfold.class_tables.decomposition.rank_term import outcome_sheets, strength_sheets
from jamfold.class_tables.decomposition.suit_kernels import SizePair, SuitTables, fill_suit_term, rest_weights
from jamfold.core.arrays import IntArray


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
    return _suit_term_input(game, strength_sheets(game))


def _suit_term_input(game: Game, sheets: tuple[NDArray[np.uint8], ...]) -> SuitTermInput:
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


# The high outcome of hand 1 by ranks where hand 2 is "ahead" in the kind's sheet, and the true one.
_HIGH = {OVERTAKES: (-1, 1), OVERTAKEN: (1, -1), EQUAL_AHEAD: (-1, 0), EQUAL_BEHIND: (1, 0)}


@dataclass(frozen=True, eq=False)
class OutcomeTermInput:
    """Everything the kernel reads: strengths, and ``changes``, see `plane_changes`."""

    suit: SuitTermInput
    changes: NDArray[np.int16]


def outcome_term_input(game: Game) -> OutcomeTermInput:
    """Lay out strengths: up to 600 MB for four hole cards."""
    return OutcomeTermInput(_suit_term_input(game, outcome_sheets(game)), plane_changes(outcome_planes(game)))


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
