"""Three players who each act once, exactly: sums over triples of classes.

Player 0 acts first.  The nodes are

    0  player 0                     3  player 2, both are in
    1  player 1, player 0 is in     4  player 2, player 0 is in
    2  player 1, player 0 has folded   5  player 2, player 1 is in

D[i, j, k] counts the deals of classes of players 0, 1, 2, W[a, b, c] those in which a beats b while c folds,
T[a, b, c] those in which they tie; U_p is player p's payoff of a showdown of all three, times the deals.  All
values are sums over them weighted by the strategy.  A player's gains need these sums contracted over the last
or the first player only.  The contractions are linear in that player's strategy and stored as n x n matrices;
a class that changes adds one slice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel

PLAYERS = np.array([0, 1, 1, 2, 2, 2])
N_NODES = 6
_FIRST, _AFTER_JAM, _AFTER_FOLD, _BOTH, _ZERO, _ONE = range(N_NODES)


@dataclass(frozen=True, eq=False)
class ThreeDeals:
    """Counts of deals and showdowns of three classes; float64, shape (n, n, n) each."""

    deals: FloatArray
    """D, symmetric."""
    wins: FloatArray
    wins_by_folded: FloatArray
    """wins, wins_by_folded: W as [a, b, c] and as [c, a, b]."""
    ties: FloatArray
    ties_by_folded: FloatArray
    """ties, ties_by_folded: T as [a, b, c] and as [c, a, b]."""

    @property
    def n(self) -> int:
        return len(self.deals)

    @cached_property
    def total(self) -> float:
        return float(self.deals.sum())

    @cached_property
    def sums(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """D, W and T summed over the third class, shape (n, n) each."""
        return self.deals.sum(axis=0), self.wins_by_folded.sum(axis=0), self.ties_by_folded.sum(axis=0)


@dataclass(frozen=True, eq=False)
class ThreeEnds:
    """Values of the ends for players 0, 1, 2, on the last axis."""

    nobody: FloatArray
    alone: FloatArray
    """nobody, alone: Shape (3,) if all fold; shape (2, 3) if player 0 or 1 alone jams."""
    pairs: FloatArray
    """Shape (3, 3, 3): showdowns of players 0 and 1, 0 and 2, 1 and 2; the first wins, ties, loses."""
    cubes: Callable[[], tuple[FloatArray, FloatArray, FloatArray]]
    """Returns U as three arrays of shape (n, n, n): players 0 and 1 as [k, i, j], player 2 as [i, j, k]."""

    @cached_property
    def all_three(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """U, made at first use: a hand with given strategies does not need it."""
        return self.cubes()


@dataclass(frozen=True, eq=False)
class ThreeCredits:
    """A player's jackpot values of showdowns by classes, times the deals."""

    last: FloatArray
    middle: FloatArray
    """last, middle: [a, b, p] and [a, p, b] of player p's class; symmetric in a and b, shape (n, n, n)."""

    @cached_property
    def pairs(self) -> FloatArray:
        """[p, b]: summed over the third class."""
        return np.asarray(self.middle.sum(axis=0))


class ThreeSeats:
    """A game of three seats; see `solver.seats`.

    Parameters
    ----------
    forced
        Nodes without a decision: 1 jams, 0 folds, NaN decides; shape (6,), or by class (6, n).
    prizes
        Jackpot values; None for none.
    """

    def __init__(
        self, deals: ThreeDeals, ends: ThreeEnds, forced: FloatArray, prizes: ThreeCredits | None = None
    ) -> None:
        self.deals, self.ends, self.forced, self.credits = deals, ends, forced, prizes

    @cached_property
    def slices(self) -> dict[int, tuple[FloatArray, ...]]:
        """The arrays that are contracted over the player of a node, on their first axis."""
        u0, u1, u2 = self.ends.all_three
        d, prizes = self.deals, self.credits
        slices: dict[int, tuple[FloatArray, ...]] = {
            _FIRST: (d.deals, d.wins, d.ties, d.wins_by_folded, d.ties_by_folded, u2),
            _BOTH: (d.deals, d.wins_by_folded, d.ties_by_folded, u0, u1),
            _ZERO: (d.deals, d.wins, d.ties),
            _ONE: (d.deals, d.wins, d.ties),
        }
        if prizes is not None:
            slices[_FIRST] += (prizes.last,)
            slices[_ZERO] += (prizes.middle,)
            slices[_ONE] += (prizes.middle,)
        return slices

    @property
    def players(self) -> IntArray:
        """The player of every node."""
        return PLAYERS

    def state(self, strategy: FloatArray) -> ThreeState:
        """Return the state of a strategy, shape (6, n)."""
        n = self.deals.n
        sums = {
            node: np.stack([(strategy[node] @ tensor.reshape(n, -1)).reshape(n, n) for tensor in slices])
            for node, slices in self.slices.items()
        }
        return ThreeState(self, strategy.copy(), sums)


class ThreeState:
    """A strategy of three seats, with contractions from which gains are fast, by node of their player."""

    def __init__(self, game: ThreeSeats, strategy: FloatArray, sums: dict[int, FloatArray]) -> None:
        self._game, self._strategy, self._sums = game, strategy, sums

    @property
    def strategy(self) -> FloatArray:
        """Chances to jam, shape (6, n)."""
        return self._strategy

    def copy(self) -> ThreeState:
        return ThreeState(
            self._game, self._strategy.copy(), {node: total.copy() for node, total in self._sums.items()}
        )

    def shift(self, node: int, classes: IntArray, amounts: FloatArray) -> None:
        """Add amounts to the chances of some classes at a node."""
        self._strategy[node, classes] += amounts
        for total, tensor in zip(self._sums.get(node, ()), self._game.slices.get(node, ()), strict=True):
            for number, amount in zip(classes.tolist(), amounts.tolist(), strict=True):
                total += amount * tensor[number]

    def mix(self, other: ThreeState, weight: float) -> None:
        """Move to (1 - weight) of this strategy and weight of another one."""
        self._strategy += weight * (other._strategy - self._strategy)
        for node, total in self._sums.items():
            mix_into(total.reshape(-1), other._sums[node].reshape(-1), weight)

    def arrivals(self) -> FloatArray:
        """Return the reach probability of each node and class, shape (6, n)."""
        x, call, jam = self._strategy[[_FIRST, _AFTER_JAM, _AFTER_FOLD]]
        deals, dx = self._game.deals.sums[0], self._sums[_FIRST][0]
        rows = [
            deals.sum(axis=1), x @ deals, (1 - x) @ deals, call @ dx, (1 - call) @ dx, jam @ (deals - dx)
        ]  # fmt: skip
        return np.stack(rows) / self._game.deals.total

    def folds(self) -> FloatArray:
        """Return the EV of folding times the reach probability, shape (6, n)."""
        ends = self._game.ends
        x, call, jam = self._strategy[[_FIRST, _AFTER_JAM, _AFTER_FOLD]]
        deals = self._game.deals.sums[0]
        by_zero, by_one = self._sums[_ZERO], self._sums[_ONE]
        (v01, v02, v12), (end0, end1) = ends.pairs, ends.alone
        by_jammer = [jam @ part for part in by_one]
        against2 = [x @ part for part in by_zero]
        dx, wx, tx = self._sums[_FIRST][:3]
        out = np.empty_like(self._strategy)
        out[_FIRST] = (
            _lost(v12[:, 0], by_jammer) + end1[0] * (jam @ deals - by_jammer[0])
            + ends.nobody[0] * ((1 - jam) @ deals)
        )  # fmt: skip
        out[_AFTER_JAM] = _lost(v02[:, 1], against2) + end0[1] * (x @ deals - against2[0])
        out[_AFTER_FOLD] = ends.nobody[1] * ((1 - x) @ deals)
        out[_BOTH] = _won(v01[:, 2], [call @ part for part in (dx, wx, tx)])
        out[_ZERO] = end0[2] * ((1 - call) @ dx)
        out[_ONE] = end1[2] * (jam @ (deals - dx))
        return out / self._game.deals.total

    def gains(self) -> FloatArray:
        """Return the EV of jamming less that of folding, times the reach probability, shape (6, n)."""
        ends, total = self._game.ends, self._game.deals.total
        x, call, jam = self._strategy[[_FIRST, _AFTER_JAM, _AFTER_FOLD]]
        totals = self._game.deals.sums
        dx, wx, tx, wfx, tfx, u2x = self._sums[_FIRST][:6]
        by_both, by_zero, by_one = self._sums[_BOTH], self._sums[_ZERO], self._sums[_ONE]
        (v01, v02, v12), (end0, end1) = ends.pairs, ends.alone
        rest = 1 - call

        out = np.empty_like(self._strategy)
        meets2 = [part @ rest for part in by_zero]
        folds = totals[0] @ rest - meets2[0]
        meets1 = [whole @ call - part @ call for whole, part in zip(totals, by_both, strict=False)]
        out[_FIRST] = _lost(v02[:, 0], meets2) + end0[0] * folds + _won(v01[:, 0], meets1) + by_both[3] @ call
        meets0 = [x @ whole - x @ part for whole, part in zip(totals, by_both, strict=False)]
        out[_AFTER_JAM] = x @ by_both[4] + _won(v01[:, 1], meets0)
        meets_last = [part @ (1 - x) for part in by_one]
        out[_AFTER_FOLD] = _lost(v12[:, 1], meets_last) + end1[1] * ((1 - x) @ totals[0] - meets_last[0])
        out[_BOTH] = call @ u2x
        out[_ZERO] = _won(v02[:, 2], [part @ rest for part in (dx, wx, tx)])
        last_meets1 = [jam @ whole - jam @ part for whole, part in zip(totals, (dx, wfx, tfx), strict=True)]
        out[_ONE] = _won(v12[:, 2], last_meets1)
        return (out + self._credits()) / total - self.folds()

    def _credits(self) -> FloatArray:
        """Return the jackpot values of jamming at each node, times the reach probability, shape (6, n)."""
        out, prizes = np.zeros_like(self._strategy), self._game.credits
        if prizes is None:
            return out
        x, call, jam = self._strategy[[_FIRST, _AFTER_JAM, _AFTER_FOLD]]
        last, by_zero, by_one = (self._sums[node][-1] for node in (_FIRST, _ZERO, _ONE))
        rest, pairs = 1 - call, prizes.pairs
        out[_FIRST] = pairs @ call + by_zero @ rest  # a showdown unless both others fold
        out[_AFTER_JAM] = pairs @ x
        out[_AFTER_FOLD] = by_one @ (1 - x)
        out[_BOTH], out[_ZERO] = call @ last, rest @ last
        out[_ONE] = jam @ (pairs.T - last)
        return out

    def values(self) -> FloatArray:
        """Return the values of players 0, 1, 2."""
        ends = self._game.ends
        x, call, jam, z = self._strategy[[_FIRST, _AFTER_JAM, _AFTER_FOLD, _BOTH]]
        deals, wins, ties = self._game.deals.sums
        by_both, by_zero, by_one = self._sums[_BOTH], self._sums[_ZERO], self._sums[_ONE]
        stays, rest = 1 - x, 1 - call
        met01 = [x @ (whole - part) @ call for whole, part in zip((deals, wins, ties), by_both, strict=False)]
        met02 = [x @ part @ rest for part in by_zero]
        met12 = [jam @ part @ stays for part in by_one]
        three = (x @ by_both[3] @ call, x @ by_both[4] @ call, call @ self._sums[_FIRST][5] @ z)
        values = [
            ends.nobody[p] * (stays @ deals @ (1 - jam))
            + ends.alone[0, p] * (x @ deals @ rest - met02[0])
            + ends.alone[1, p] * (stays @ deals @ jam - met12[0])
            + _won(ends.pairs[0, :, p], met01)
            + _lost(ends.pairs[1, :, p], met02)
            + _lost(ends.pairs[2, :, p], met12)
            + three[p]
            for p in range(3)
        ]
        had = (self._strategy * self._credits()).sum(axis=1)
        for node, player in enumerate(PLAYERS.tolist()):
            values[player] += had[node]
        return np.array(values) / self._game.deals.total


@kernel
def mix_into(total: FloatArray, other: FloatArray, weight: float) -> None:
    """Move total (m,) by a weight to other, in one pass; NumPy needs four."""
    for i in range(len(total)):
        total[i] += weight * (other[i] - total[i])


def _won(ends: FloatArray, sums: Sequence[FloatArray]) -> FloatArray:
    """Return the value of a pair's deals, wins and ties; `ends` are win, tie and loss of the first."""
    deals, wins, ties = sums[0], sums[1], sums[2]
    return np.asarray(ends[0] * wins + ends[1] * ties + ends[2] * (deals - wins - ties))


def _lost(ends: FloatArray, sums: Sequence[FloatArray]) -> FloatArray:
    """Return `_won` of wins of the second."""
    deals, wins, ties = sums[0], sums[1], sums[2]
    return np.asarray(ends[0] * (deals - wins - ties) + ends[1] * ties + ends[2] * wins)
