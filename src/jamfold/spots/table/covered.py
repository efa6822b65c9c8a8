"""Actions that a smaller open covers: nobody needs them, so tables are solved without them.

Where a raise can only be jammed over, let everybody answer a jam or a larger open as they answer the smallest
open, calling where they would jam over that.  Then to open small and go on does as well as to open large or
jam, and to open small and fold does better.  So an equilibrium of the tree with the smallest open alone is
one of the whole tree, with these answers; the certificate is that of the whole tree.  Where raises are
raised again the same holds of the last raise that is listed: the jam beside it is left out, and no other.
Where more players may be all-in than are let it is not so.  Solved as a whole such trees part hands between
opens and jams in ways that mean nothing, and take ten times as long.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.hand.hand import TableHand
from jamfold.hand.raises import BettingState
from jamfold.spots.table.tree_rows import decisions_of_rows


def with_smallest_open(hand: TableHand) -> TableHand | None:
    """The hand with the smallest open alone, and without the jam beside the last raise that is listed.

    None where that is the same, where several opens can be raised, where fewer may be all-in than there are
    seats, and where no listed size is the smallest of every seat.
    """
    raises = hand.raises
    if raises.limit or (len(raises.open) == 1 and not raises.jam) or (raises.later and raises.open[1:]):
        return None
    if hand.most_allin < hand.n:
        return None
    smallest = _smallest_opens(hand)
    for size in raises.open:
        found = replace(hand, raises=replace(raises, open=(size,), last_jam=False))
        if found.raises and _smallest_opens(found) == smallest:
            return found
    return None


def _smallest_opens(hand: TableHand) -> dict[int, float]:
    """What the smallest open of every seat is to; seats that can only jam are left out."""
    return {
        point.seat: point.actions[1].to
        for point in hand.points
        if not point.after and point.actions[1].kind == "raise"
    }


def restore_redundant_actions(hand: TableHand, small: TableHand, strategy: FloatArray) -> FloatArray:
    """Chances by row of the hand, of those of the hand with the smallest open."""
    out = np.zeros((len(hand.nodes), strategy.shape[1]))
    mine, theirs = decisions_of_rows(hand), decisions_of_rows(small)
    pairs: list[tuple[int | None, int | None]] = [(0, 0)]
    while pairs:
        number, other = pairs.pop()
        if number is None or other is None:
            continue
        whole, part = hand.points[number], small.points[other]
        if whole.seat != part.seat:  # who is all-in there is asked here: they go on
            pairs.append((number, part.following[-1]))
            continue
        pairs.append((whole.following[0], part.following[0]))
        for action in range(1, len(whole.actions)):
            same = _same(whole, action, part)
            if same is not None:
                out[mine[number][action - 1]] = strategy[theirs[other][same - 1]]
            pairs.append((whole.following[action], part.following[1 if same is None else same]))
    return out


def _same(whole: BettingState, action: int, part: BettingState) -> int | None:
    """The action that stands for one; None for what is covered by another."""
    act = whole.actions[action]
    if act in part.actions:
        return part.actions.index(act)
    return 1 if act.kind == "call" else None


def opens_as_jams(hand: TableHand, strategy: FloatArray) -> FloatArray:
    """The same with a jam in the place of every open whose raiser never folds: it says more."""
    out, mine = strategy.copy(), decisions_of_rows(hand)
    for number, point in enumerate(hand.points):
        kinds = [action.kind for action in point.actions]
        if "raise" not in kinds or "jam" not in kinds:
            continue
        small, jam = mine[number][kinds.index("raise") - 1], mine[number][kinds.index("jam") - 1]
        behind = [
            rows[0]
            for rows, later in zip(mine, hand.points, strict=True)
            if later.seat == point.seat and later.after[: len(point.after) + 1] == (
                *point.after, (point.seat, point.actions[kinds.index("raise")]))
        ]  # fmt: skip
        opening = strategy[small] > 0
        if all((strategy[row][opening] >= 1.0).all() for row in behind):
            out[jam] += out[small]
            out[small] = 0.0
    return out
