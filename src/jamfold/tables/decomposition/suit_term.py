"""G: what flushes change, for two hands' views in one suit T.

G[(A1, O1), (A2, O2)] = sum over the boards with F, |F| >= 3, in T and Q
elsewhere of weight(Q) x [sign(high1 - high2) - sign(NF1 - NF2)],

F disjoint from A1 and A2, weight = product over ranks of C(3 - o1 - o2, q), NF
the strength without flushes, FL the best flush or straight flush from A and F,
high = max(NF, FL).  The low plane (see `planes`) has -LQ times the same
bracket, LQ = 1 when a hand has a low.

Three facts leave one saturating subtraction per board and hand 2:

1. A flush that is no straight flush loses to the same NF whichever flush it is.
   So when hand 1 has the better flush, the bracket is 1 - sign(NF1 - NF2) if
   neither NF beats flushes and 0 otherwise; and without that condition when it
   is a straight flush.  Likewise -1 - sign for hand 2, and for equal flushes
   (both play the board) the mean of the two.
2. For a fixed hand 1, 1 - sign(NF1 - NF2) = min(max(code2 - (code1 - 1), 0), 2):
   the sheets keep the codes so that the conditions on hand 2 are in them.
3. A hand 1 that has a low puts the same count on both planes.

The weight depends on Q only, so counts run in bytes over all F and are weighed
once per Q.  No count overflows: a byte collects at most 127 times 2, a 16-bit
lane 2 x 2,288, and |G| <= 2 x 1,712,304 boards.

Work is divided by A1: `suit_term_rows` fills the rows of one set A1 against all
sets before it; G is antisymmetric.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.suit_views import SuitViews, flush_boards, views_for
from jamfold.games import Game
from jamfold.strength.codes import RankCodes, suit_strengths
from jamfold.strength.evaluator import flush_range
from jamfold.tables.decomposition.sheets import strength_sheets
from jamfold.tables.decomposition.suit_kernels import SizePair, SuitTables, fill_suit_term, rest_weights


@dataclass(frozen=True, eq=False)
class SuitTermInput:
    """Everything the kernel reads; shared by all workers.

    ``pairs`` goes by the sizes of A1 and A2, the second at most as large.  No flush is
    possible with fewer than ``least_used`` cards in the suit.
    """

    views: SuitViews
    codes: RankCodes
    tables: SuitTables
    pairs: dict[tuple[int, int], SizePair]
    least_used: int


def suit_term_input(game: Game, codes: RankCodes, with_low: bool) -> SuitTermInput:
    """Lay out strengths for the suit term: seconds, and 1 GB for four hole cards."""
    return suit_term_input_of(game, codes, with_low, strength_sheets(codes, views_for(game), with_low))


def suit_term_input_of(
    game: Game, codes: RankCodes, with_low: bool, sheets: tuple[NDArray[np.uint8], ...]
) -> SuitTermInput:
    """The input with these sheets, by size of A."""
    views, boards = views_for(game), flush_boards(game.n_ranks)
    sizes, least_used = range(game.hole_cards + 1), min(game.hole_used)
    others = tuple(views.other_counts(size) for size in sizes)
    return SuitTermInput(
        views=views,
        codes=codes,
        tables=SuitTables(
            sets=views.sets,
            first_view=views.first_view,
            boards=boards,
            beats_flush=codes.beats_flush,
            low_boards=codes.low_boards & with_low,
            flushes=suit_strengths(game),
            top_flush=flush_range(game)[1],
        ),
        pairs={
            (size1, size2): SizePair(
                others1=others[size1],
                n_others2=len(others[size2]),
                weights=rest_weights(others[size1], others[size2], boards.rests, boards.n_rests),
                sheets1=sheets[size1],
                sheets2=sheets[size2],
            )
            for size1 in sizes[least_used:]
            for size2 in sizes[: size1 + 1]
        },
        least_used=least_used,
    )


def suit_term_rows(terms: SuitTermInput, set1: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Rows of G of all views with the set A1, for the high and the low plane.

    Returns
    -------
    Two int32 arrays of shape (views with A1, first view with A1): columns are
    the views of the sets before A1.  Entries of views that no two disjoint
    hands have are 0 or meaningless.
    """
    views = terms.views
    size1 = int(views.set_sizes[set1])
    n1, columns = len(views.others[size1]), int(views.first_view[set1 + 1])
    planes = tuple(np.zeros((n1, columns), dtype=np.int32) for _ in range(2))
    for size2 in range(size1 + 1 if size1 >= terms.least_used else 0):
        sets2 = views.sets_of_size(size2)
        fill_suit_term(
            terms.tables,
            terms.pairs[size1, size2],
            set1,
            set1 - views.sets_of_size(size1).start,
            np.arange(sets2.start, min(sets2.stop, set1 + 1)),
            *planes,
        )
    return planes[0], planes[1]
