"""The pair kernel: two weighted lists of hands on one board, card removal by inclusion-exclusion.

Both lists are sorted by strength; walking upward, N(S) sums the weights of player 2's hands so far that
contain the card set S, and the weight of those that share no card with a hand of player 1 is the
alternating sum of N(S) over the subsets S of that hand.

Two strengths at once, as a split pot wants them, are compared by halving: the hands are cut in two by the
first strength, pairs across the cut are decided there, and the kernel compares their second strength; each
half is cut again, down to few hands, whose pairs are looked at one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.jit import kernel

_FEW_PAIRS = 4096  # are looked at one by one
Places = IntArray


class Weighted(NamedTuple):
    """A player's hands with a weight: weights (k,), numbers of their card subsets (k, 2**hole)."""

    weights: FloatArray
    subsets: IntArray


class PairContest(NamedTuple):
    """Two players' hands and what card removal asks of them."""

    side1: Weighted
    side2: Weighted
    """side1, side2: The hands."""
    masks1: NDArray[np.uint64]
    masks2: NDArray[np.uint64]
    """masks1, masks2: The same as sets of cards, uint64."""
    signs: IntArray
    """(-1)^|S| by subset of a hand as a bit mask, for the longer of both."""
    n_subsets: int
    """Number of card sets of up to a hand's size."""


class Strengths(NamedTuple):
    """Strengths of all hands of both players, int64: first (k1,), (k2,) and second (k1,), (k2,)."""

    first1: IntArray
    first2: IntArray
    second1: IntArray
    second2: IntArray


class Sorted(NamedTuple):
    """Which of a player's hands compete on a board, by rising strength, and the strengths of all."""

    rows: IntArray
    strengths: IntArray

    @classmethod
    def of(cls, strengths: IntArray, competes: BoolArray) -> Sorted:
        rows = np.flatnonzero(competes)
        return cls(rows[np.argsort(strengths[rows], kind="stable")], strengths)


def pair_outcomes_of(contest: PairContest, strengths: Strengths, split: bool) -> FloatArray:
    """The weight of the disjoint pairs by outcome for player 1, float64 (3, 4).

    Rows: the first strength wins, ties, loses; columns: neither has a second one (0), it wins, ties,
    loses.  Without a ``split`` all stand in the first column.
    """
    outcomes = np.zeros((3, 4))
    containing = np.zeros(contest.n_subsets)

    def compare(a: Places, b: Places, keys1: IntArray, keys2: IntArray) -> FloatArray:
        sums = np.zeros(3)
        rows1, rows2 = a[np.argsort(keys1[a], kind="stable")], b[np.argsort(keys2[b], kind="stable")]
        sides = contest.side1, contest.side2
        add_pairs(Sorted(rows1, keys1), Sorted(rows2, keys2), *sides, contest.signs, containing, sums)
        return sums

    first1, first2, second1, second2 = strengths
    all1, all2 = np.arange(len(first1)), np.arange(len(first2))
    if not split:
        win, tie, total = compare(all1, all2, first1, first2)
        outcomes[:, 0] = win, tie, total - win - tie
        return outcomes
    by_both = np.zeros((3, 3))  # first x second: wins, ties, loses
    cuts = _Cuts.of(first1, first2)

    def halve(begin: int, end: int) -> None:
        rows1, rows2 = cuts.between(begin, end)
        if len(rows1) * len(rows2) <= _FEW_PAIRS:
            _count_pairs(contest, strengths, rows1, rows2, by_both)
        elif end - begin == 1:
            win, tie, total = compare(rows1, rows2, second1, second2)
            by_both[1] += win, tie, total - win - tie
        else:
            middle = cuts.middle(begin, end)
            halve(begin, middle)
            halve(middle, end)
            low1, low2 = cuts.between(begin, middle)
            high1, high2 = cuts.between(middle, end)
            win, tie, total = compare(high1, low2, second1, second2)
            by_both[0] += win, tie, total - win - tie
            win, tie, total = compare(low1, high2, second1, second2)
            by_both[2] += win, tie, total - win - tie

    halve(0, cuts.n)
    outcomes[:, 1:] = by_both
    win, tie, total = compare(np.flatnonzero(second1 == 0), np.flatnonzero(second2 == 0), first1, first2)
    outcomes[:, 0] = win, tie, total - win - tie
    outcomes[:, 2] -= outcomes[:, 0]  # neither has a second strength: it ties above
    return outcomes


class _Cuts(NamedTuple):
    """Both players' hands by their first strength: rows in order, and where each strength begins."""

    rows1: Places
    rows2: Places
    starts1: Places
    starts2: Places

    @property
    def n(self) -> int:
        return len(self.starts1) - 1

    @classmethod
    def of(cls, first1: IntArray, first2: IntArray) -> _Cuts:
        values = np.unique(np.concatenate([first1, first2]))
        rows1, rows2 = np.argsort(first1, kind="stable"), np.argsort(first2, kind="stable")
        edges = np.append(values, values[-1] + 1)
        return cls(rows1, rows2, np.searchsorted(first1[rows1], edges), np.searchsorted(first2[rows2], edges))

    def between(self, begin: int, end: int) -> tuple[Places, Places]:
        """The rows of both players with strengths from ``begin`` to before ``end``."""
        return (
            self.rows1[self.starts1[begin] : self.starts1[end]],
            self.rows2[self.starts2[begin] : self.starts2[end]],
        )

    def middle(self, begin: int, end: int) -> int:
        """The strength that splits the hands between two strengths about in half."""
        counts = self.starts1[begin : end + 1] + self.starts2[begin : end + 1]
        at = begin + int(np.searchsorted(counts, (counts[0] + counts[-1]) // 2))
        return min(max(at, begin + 1), end - 1)


@kernel
def _count_pairs(
    contest: PairContest,
    strengths: Strengths,
    rows1: IntArray,
    rows2: IntArray,
    outcomes: FloatArray,
) -> None:
    """Add the weights of the disjoint pairs to outcomes (3, 3), pair by pair."""
    weights1, weights2 = contest.side1.weights, contest.side2.weights
    masks1, masks2 = contest.masks1, contest.masks2
    first1, first2, second1, second2 = strengths
    for i in rows1:
        for j in rows2:
            if masks1[i] & masks2[j] == 0:
                first = 0 if first1[i] > first2[j] else 1 if first1[i] == first2[j] else 2
                second = 0 if second1[i] > second2[j] else 1 if second1[i] == second2[j] else 2
                outcomes[first, second] += weights1[i] * weights2[j]


@kernel
def add_pairs(
    sorted1: Sorted,
    sorted2: Sorted,
    side1: Weighted,
    side2: Weighted,
    signs: IntArray,
    containing: FloatArray,
    sums: FloatArray,
) -> None:
    """Add (win, tie, total) of all disjoint pairs.

    ``containing`` (card sets,) is N(S); it is all 0, and so again at the end.
    """
    rows1, strengths1 = sorted1
    rows2, strengths2 = sorted2
    weights1, subsets1 = side1
    weights2, subsets2 = side2
    at1, at2 = 0, 0
    below = np.empty(len(rows1))
    while at1 < len(rows1):
        strength = strengths1[rows1[at1]]
        while at2 < len(rows2) and strengths2[rows2[at2]] < strength:
            _add_hand(rows2[at2], weights2, subsets2, containing)
            at2 += 1
        end = at1
        while end < len(rows1) and strengths1[rows1[end]] == strength:
            below[end] = _disjoint(rows1[end], subsets1, signs, containing)
            end += 1
        while at2 < len(rows2) and strengths2[rows2[at2]] == strength:
            _add_hand(rows2[at2], weights2, subsets2, containing)
            at2 += 1
        for i in range(at1, end):
            row = rows1[i]
            sums[0] += weights1[row] * below[i]
            sums[1] += weights1[row] * (_disjoint(row, subsets1, signs, containing) - below[i])
        at1 = end
    while at2 < len(rows2):
        _add_hand(rows2[at2], weights2, subsets2, containing)
        at2 += 1
    for row in rows1:
        sums[2] += weights1[row] * _disjoint(row, subsets1, signs, containing)
    for row in rows2:
        for k in range(subsets2.shape[1]):
            containing[subsets2[row, k]] = 0.0


@kernel
def _add_hand(row: int, weights: FloatArray, subsets: IntArray, containing: FloatArray) -> None:
    for k in range(subsets.shape[1]):
        containing[subsets[row, k]] += weights[row]


@kernel
def _disjoint(row: int, subsets: IntArray, signs: IntArray, containing: FloatArray) -> float:
    total = 0.0
    for k in range(subsets.shape[1]):
        total += signs[k] * containing[subsets[row, k]]
    return total
