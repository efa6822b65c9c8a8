"""G for the outcome planes: what flushes change in ties and pot shares.

As in `suit_term`, summed over the boards (F, Q) with weight(Q), of

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

A count is at most 2,288 boards and a change at most 2, so what is weighed fits into 16 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.suit_views import views_for
from jamfold.games import Game
from jamfold.strength.codes import RankCodes
from jamfold.tables.decomposition.outcome_kernels import (
    EQUAL_AHEAD,
    EQUAL_BEHIND,
    LEVEL,
    LISTS,
    N_RELATIONS,
    OVERTAKEN,
    OVERTAKES,
    fill_outcome_term,
)
from jamfold.tables.decomposition.planes import OutcomePlane
from jamfold.tables.decomposition.sheets import outcome_sheets
from jamfold.tables.decomposition.suit_term import SuitTermInput, suit_term_input_of

# The high outcome of hand 1 by ranks where hand 2 is "ahead" in the kind's sheet, and the true one.
_HIGH = {OVERTAKES: (-1, 1), OVERTAKEN: (1, -1), EQUAL_AHEAD: (-1, 0), EQUAL_BEHIND: (1, 0)}


@dataclass(frozen=True, eq=False)
class OutcomeTermInput:
    """Everything the kernel reads: strengths, and ``changes``, see `plane_changes`."""

    suit: SuitTermInput
    changes: NDArray[np.int16]


def outcome_term_input(game: Game, codes: RankCodes, planes: Sequence[OutcomePlane]) -> OutcomeTermInput:
    """Lay out strengths: up to 600 MB for four hole cards."""
    only_levels = not game.split_low and 0 not in game.hole_used
    sheets = outcome_sheets(codes, views_for(game), only_levels)
    return OutcomeTermInput(suit_term_input_of(game, codes, game.split_low, sheets), plane_changes(planes))


def outcome_term_rows(terms: OutcomeTermInput, set1: int) -> NDArray[np.int32]:
    """Rows of G of all views with the set A1, for every plane.

    Returns
    -------
    int32, shape (planes, views with A1, first view after A1): columns are the views of the sets
    up to A1.  Entries of views that no two disjoint hands have are 0 or meaningless.
    """
    views = terms.suit.views
    size1 = int(views.set_sizes[set1])
    n1, columns = len(views.others[size1]), int(views.first_view[set1 + 1])
    out = np.zeros((terms.changes.shape[1], n1, columns), dtype=np.int32)
    for size2 in range(size1 + 1 if size1 >= terms.suit.least_used else 0):
        sets2 = views.sets_of_size(size2)
        fill_outcome_term(
            terms.suit.tables,
            terms.suit.pairs[size1, size2],
            terms.changes,
            set1,
            set1 - views.sets_of_size(size1).start,
            np.arange(sets2.start, min(sets2.stop, set1 + 1)),
            out,
        )
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
    """From one high outcome to another, with hand 1's low outcome, None where nobody has one."""
    d_before, d_after = (2 * high if low is None else high + low for high in (before, after))
    return plane.values[d_after + 2] - plane.values[d_before + 2]
