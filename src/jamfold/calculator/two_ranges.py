"""Range against range for two players, exactly.

Before the flop, when one of the two ranges treats all hands of each class alike,
the class table has the answer: the margin of any hand against a class is that of
its own class.

With three or more board cards all remaining boards are run through.  On one
board both ranges are sorted by strength; walking upward, N(S) sums the weights
of player 2's hands so far that contain the card set S, and the weight of those
that share no card with a hand of player 1 is the alternating sum of N(S) over
the subsets S of that hand.  So card removal costs 16 additions per hand and
board (4 with two hole cards) instead of a pass over all pairs.

Two strengths at once, as a split pot wants them, are compared by halving: the hands are cut in two by the
first strength, pairs across the cut are decided there, and the kernel compares their second strength; each
half is cut again, down to few hands, whose pairs are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.results import equity_curve
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import Boards
from jamfold.cards.strength.showdown import Hands, number_hands, strengths_on
from jamfold.class_tables import ClassTable
from jamfold.class_tables.decomposition.orders import HALVES, QUARTER_MARGIN, QUARTERS, outcome_planes
from jamfold.class_tables.outcome_build import Outcomes
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel


@dataclass(frozen=True)
class RangeSums:
    """Player 1 against player 2, weighed over all disjoint pairs of hands (and boards).

    ``share``, ``win``, ``tie``, ``high``, ``low`` are parts of ``total``; those
    that the method does not give are None.  In a split pot a win is the whole pot,
    ``low_total`` the weight of the pairs and boards with a low, ``quartered`` of those
    where player 1 gets a quarter, and ``quartering`` where player 2 does.
    """

    total: float
    share: float
    win: float | None = None
    tie: float | None = None
    high: float | None = None
    low: float | None = None
    low_total: float | None = None
    quartered: float | None = None
    quartering: float | None = None
    curves: tuple[tuple[float, ...], ...] = ()
    """Equity curves of player 1 and player 2; empty if the method does not compute them."""

    def swapped(self) -> RangeSums:
        """The same for player 2: ties are common, and so is the part without a low."""

        def rest(part: float | None, whole: float | None) -> float | None:
            return None if part is None or whole is None else whole - part

        lost = rest(self.win, self.total)
        return RangeSums(
            total=self.total,
            share=self.total - self.share,
            win=rest(self.tie, lost),
            tie=self.tie,
            high=rest(self.high, self.total),
            low=rest(self.low, self.low_total),
            low_total=self.low_total,
            quartered=self.quartering,
            quartering=self.quartered,
            curves=self.curves[::-1],
        )


def class_table_sums(
    table: ClassTable,
    weights1: FloatArray,
    class_weights2: FloatArray,
    outcomes: Outcomes | None = None,
) -> RangeSums:
    """Two ranges before the flop.

    Parameters
    ----------
    weights1
        float64, shape (n,): the sum of the weights of each class's hands for player 1.
    class_weights2
        float64, shape (n,): the weight of every hand of each class for player 2.
    outcomes
        The outcome planes; without them wins and ties are None.
    """
    removal = CardRemoval(table.classes)
    rows, columns = np.flatnonzero(weights1), np.flatnonzero(class_weights2)
    names, stored = outcome_planes(table.game), () if outcomes is None else outcomes.planes
    planes = {plane.name: counts.values for plane, counts in zip(names, stored, strict=False)}
    sums = dict.fromkeys(planes, 0.0)
    by_class = [np.zeros((2, len(places))) for places in (rows, columns)]  # pairs, and margins, of each class
    step = max(1, (1 << 22) // max(1, len(columns)))
    for begin in range(0, len(rows), step):
        batch = rows[begin : begin + step]
        row_weights, column_weights = weights1[batch], class_weights2[columns]
        counted = removal.block(batch, columns), table.margins[np.ix_(batch, columns)]
        for k, block in enumerate(block.astype(np.float64) for block in counted):
            by_class[0][k, begin : begin + step] = row_weights * (block @ column_weights)
            by_class[1][k] += (row_weights @ block) * column_weights
        for name, values in planes.items():
            sums[name] += float(row_weights @ (values[np.ix_(batch, columns)] @ column_weights))
    (total, margin), scale = by_class[0].sum(axis=1).tolist(), table.margin_scale
    (pairs1, won), (pairs2, lost) = by_class
    curves = tuple(
        equity_curve((pairs + more / scale) / 2, pairs) for pairs, more in ((pairs1, won), (pairs2, -lost))
    )
    whole = _with_outcomes(
        total,
        (total + margin / scale) / 2,
        {name: value / table.game.n_boards for name, value in sums.items()},
    )
    return replace(whole, curves=curves)


def _with_outcomes(total: float, share: float, planes: dict[str, float]) -> RangeSums:
    """The sums told apart by the planes, given in pots, if there are any."""
    if not planes:
        return RangeSums(total=total, share=share)
    if HALVES.name not in planes:
        (tie,) = planes.values()
        return RangeSums(total=total, share=share, win=share - tie / 2, tie=tie)
    halves, quarters, margin = (planes[plane.name] for plane in (HALVES, QUARTERS, QUARTER_MARGIN))
    quartered, quartering = (quarters - margin) / 2, (quarters + margin) / 2
    return RangeSums(
        total=total,
        share=share,
        win=share - halves / 2 - 3 * quartering / 4 - quartered / 4,
        tie=halves + quarters,
        quartered=quartered,
        quartering=quartering,
    )


def board_sums(
    game: Game,
    weights1: FloatArray,
    weights2: FloatArray,
    boards: Boards,
    progress: Callable[[float], None] | None = None,
) -> RangeSums:
    """Two ranges on every one of the boards.

    Parameters
    ----------
    weights1, weights2
        float64, shape (K1,), by the rows of ``hand_classes(game).hands``.
    boards
        All boards, with equal weight; hands that share a card with one are left out.
    progress
        Called with the share of the boards that is done.
    """
    side1, side2 = _side(game, weights1), _side(game, weights2)
    n = len(boards.masks)
    sums = np.zeros(_SUMS)
    one_by_one = in_parallel(lambda b: _one_board(game, side1, side2, boards, b), range(n))
    for done, more in enumerate(one_by_one, 1):
        sums += more
        if progress is not None:
            progress(done / n)
    return _from_sums(game, sums)


# What one board adds: (win, tie, total) by high over all pairs, by high over the
# pairs without any low, and by low over all pairs.
_SUMS = 9


class _Side(NamedTuple):
    """One player: hands by their numbers, with weights and subsets, and what subsets count for."""

    hands: Hands
    weighted: Weighted
    signs: IntArray
    n_subsets: int


def _side(game: Game, weights: FloatArray) -> _Side:
    removal = CardRemoval(hand_classes(game))
    rows = np.flatnonzero(weights)
    cards = hand_classes(game).hands[rows]
    weighted = Weighted(weights[rows], removal.number_subsets(cards))
    return _Side(number_hands(game, cards), weighted, removal.signs, removal.n_subsets)


def _one_board(game: Game, side1: _Side, side2: _Side, boards: Boards, number: int) -> FloatArray:
    sums = np.zeros(_SUMS)
    open1, open2 = ((side.hands.masks & boards.masks[number]) == 0 for side in (side1, side2))
    high1, low1 = strengths_on(game, side1.hands, boards, number)
    high2, low2 = strengths_on(game, side2.hands, boards, number)
    sums[0:3] = _compare(side1, side2, Sorted.of(high1, open1), Sorted.of(high2, open2))
    if game.split_low:
        alone1, alone2 = open1 & (low1 == 0), open2 & (low2 == 0)
        sums[3:6] = _compare(side1, side2, Sorted.of(high1, alone1), Sorted.of(high2, alone2))
        sums[6:9] = _compare(side1, side2, Sorted.of(low1, open1), Sorted.of(low2, open2))
    return sums


def _compare(side1: _Side, side2: _Side, sorted1: Sorted, sorted2: Sorted) -> FloatArray:
    """Weight of the pairs that player 1 wins, ties, and of all pairs."""
    sums = np.zeros(3)
    containing = np.zeros(side1.n_subsets)
    add_pairs(sorted1, sorted2, side1.weighted, side2.weighted, side1.signs, containing, sums)
    return sums


def _from_sums(game: Game, sums: FloatArray) -> RangeSums:
    win, tie, total, no_low_win, no_low_tie, no_low, low_win, low_tie, _ = sums.tolist()
    if not game.split_low:
        return RangeSums(total=total, share=win + tie / 2, win=win, tie=tie)
    high, high_alone = win + tie / 2, no_low_win + no_low_tie / 2
    low = low_win + (low_tie - no_low) / 2  # two hands without a low tie in the third comparison
    share = (high + high_alone + low) / 2
    return RangeSums(total=total, share=share, high=high, low=low, low_total=total - no_low)


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
