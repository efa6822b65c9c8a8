"""Strengths laid out for the suit term: set by set, lanes over the other ranks.

For every set A of ranks in the flush suit there is one contiguous array whose
rows are boards and whose lanes are the possible O.  The suit term only ever
asks how often a hand 2 is ahead of, or level with, a fixed hand 1, for which
min(max(code - threshold, 0), 2) is enough, if the codes are kept in the right
forms.  Each form is a *sheet* of rows, one per board:

    AHEAD          the code                         counts 1 for level, 2 for better
    AHEAD_BELOW    ... 0 where hand 2 beats flushes
    BEHIND         255 - code                       counts 1 for level, 2 for worse
    BEHIND_BELOW   ... 0 where hand 2 beats flushes

and, in games with a low, the same four again (+ LOW_SHEETS) with 0 where hand 2
has no low.  All of it takes about 1 GB for four hole cards, half without low.

The outcome planes ask for one sheet more, LOW: the low itself, 0 for none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.suit_views import SuitViews
from jamfold.strength.codes import RankCodes

AHEAD, AHEAD_BELOW, BEHIND, BEHIND_BELOW = range(4)
LOW_SHEETS = 4
LOW = 4
COMPLEMENT = 255
LANES = 16


def padded(lanes: int) -> int:
    """Lanes of an array: a multiple of 16, or 1 alone."""
    return 1 if lanes == 1 else -(-lanes // LANES) * LANES


def strength_sheets(codes: RankCodes, views: SuitViews, with_low: bool) -> tuple[NDArray[np.uint8], ...]:
    """The sheets of the margin planes, by size of A; see `lay_out`."""
    forms = _high_forms(codes)
    if with_low:
        has_low = np.where(codes.low > 0, COMPLEMENT, 0).astype(np.uint8)
        forms += [form & has_low for form in forms]
    return lay_out(forms, views)


def outcome_sheets(codes: RankCodes, views: SuitViews, only_levels: bool) -> tuple[NDArray[np.uint8], ...]:
    """The sheets of the outcome planes, by size of A; see `lay_out`.

    Where hands are asked for that are level, and nothing else, the first sheet alone: it is known
    of hand 1 whether both beat flushes then.  Else the low itself comes after the four.
    """
    return lay_out([codes.high] if only_levels else [*_high_forms(codes), codes.low], views)


def _high_forms(codes: RankCodes) -> list[NDArray[np.uint8]]:
    below = np.where(codes.high < codes.beats_flush[:, None], COMPLEMENT, 0).astype(np.uint8)
    behind = COMPLEMENT - codes.high
    return [codes.high, codes.high & below, behind, behind & below]


def lay_out(forms: Sequence[NDArray[np.uint8]], views: SuitViews) -> tuple[NDArray[np.uint8], ...]:
    """Lay codes of all hands on all boards, uint8 (boards, hands) each, out set by set.

    Returns
    -------
    For each size uint8 of shape (sets of the size, sheets x boards, padded
    lanes); row ``sheet * boards + board``.  Lanes beyond the O are 0.
    """
    boards = len(forms[0])
    result = []
    for size, others in enumerate(views.others):
        sets = views.sets_of_size(size)
        first = views.first_view[sets.start]
        hands = views.hand_ranks[first : views.first_view[sets.stop]].reshape(-1, len(others))
        sheets = np.zeros((len(hands), len(forms) * boards, padded(len(others))), dtype=np.uint8)
        for f, form in enumerate(forms):
            rows = slice(f * boards, (f + 1) * boards)
            for a, numbers in enumerate(hands):
                sheets[a, rows, : len(others)] = form[:, numbers]
        result.append(sheets)
    return tuple(result)
