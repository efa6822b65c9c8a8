"""Three seats by the textbook's shortcut: hands of opponents are dealt independently.

Each opponent holds a class as often as it has hands, whatever others hold; or, a little better, one's own
cards are out of the deck for them, but not those of each other.  Showdowns are what they truly are.
Fictitious play on all classes, for chips.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.spots.table.exact import three_deals, three_ends
from jamfold.tables.threeway import load_threeway

FloatArray = NDArray[np.float64]


class Shortcut:
    """The game as the textbook has it; nodes as in `solver.three_seats`."""

    def __init__(self, game: Game, hand: Hand, *, own_cards: bool = False) -> None:
        deals, ends = three_deals(game), three_ends(hand, load_threeway(game))
        together, wins, ties = deals.sums
        shares = hand_classes(game).sizes * np.ones_like(together)
        dealt = together if own_cards else shares
        self.held = dealt / dealt.sum(axis=1, keepdims=True)  # [mine, theirs]
        chances = np.stack([wins, ties, together - wins - ties]) / np.maximum(together, 1)
        self.pairs = [
            [np.tensordot(ends.pairs[pair, :, player], chances, 1) for player in players]
            for pair, players in enumerate(((0, 1), (0, 2), (1, 2)))
        ]  # [class of the first, of the second]
        met = np.maximum(deals.deals, 1)
        first, second, third = ends.all_three
        by_last = met.transpose(2, 0, 1)
        self.three = [
            np.ascontiguousarray((first / by_last).transpose(1, 2, 0)),  # [i, j, k]
            np.ascontiguousarray((second / by_last).transpose(2, 1, 0)),  # [j, i, k]
            np.ascontiguousarray((third / met).transpose(2, 0, 1)),  # [k, i, j]
        ]
        self.nobody, self.alone = ends.nobody, ends.alone
        self.folded = ends.pairs[:, 0]  # chips of who is out do not hang on who wins

    def gains(self, s: FloatArray) -> FloatArray:
        """What jamming is worth more than folding by this account, shape (6, n)."""
        x, call, jam, both, zero, one = s
        q, (v01, v02, v12) = self.held, self.pairs
        seen = [q * chance for chance in (both, zero, one)]  # by player 2's class
        out = np.empty_like(s)
        three = _summed(self.three[0], seen[0])
        called = three + v01[0] * (1 - seen[0].sum(axis=1))[:, None]
        alone = (seen[1] * v02[0]).sum(axis=1) + self.alone[0, 0] * (1 - seen[1].sum(axis=1))
        stays = q @ call
        jams = ((q * call) * called).sum(axis=1) + (1 - stays) * alone
        sb, sees = q @ jam, seen[2].sum(axis=1)
        out[0] = jams - (
            sb * (sees * self.folded[2, 0] + (1 - sees) * self.alone[1, 0]) + (1 - sb) * self.nobody[0]
        )
        three = _summed(self.three[1], seen[0])
        met, others = three + v01[1].T * (1 - seen[0].sum(axis=1))[:, None], q * x
        zeros = seen[1].sum(axis=1)
        lost = zeros * self.folded[1, 1] + (1 - zeros) * self.alone[0, 1]
        out[1] = (others * (met - lost[:, None])).sum(axis=1)
        steals = (seen[2] * v12[0]).sum(axis=1) + self.alone[1, 1] * (1 - seen[2].sum(axis=1))
        out[2] = (1 - q @ x) * (steals - self.nobody[1])
        mine = (_summed(self.three[2], q * call) * (q * x)).sum(axis=1)
        out[3] = mine - (q @ x) * (q @ call) * self.folded[0, 2]
        out[4] = (1 - q @ call) * (((q * x) * v02[1].T).sum(axis=1) - (q @ x) * self.alone[0, 2])
        out[5] = (1 - q @ x) * (((q * jam) * v12[1].T).sum(axis=1) - (q @ jam) * self.alone[1, 2])
        return out

    def solve(self, steps: int) -> FloatArray:
        """Averages of best responses, weighted by the step; almost pure classes made pure: shape (6, n)."""
        average = np.full((6, len(self.held)), 0.5)
        for step in range(steps):
            average += 2.0 / (step + 2) * ((self.gains(average) > 0) - average)
        near = np.abs(average - 0.5) > 0.45
        return np.where(near, np.round(average), average)


def _summed(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Sums over the last axis, (a, b, c) by (a, c): shape (a, b)."""
    summed: FloatArray = np.matmul(values, weights[:, :, None])[:, :, 0]
    return summed
