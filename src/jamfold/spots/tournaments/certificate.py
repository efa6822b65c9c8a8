"""The certificate of a heads-up tournament: gains by best responses over the whole tournament.

One player's strategy is fixed at every state, in both seats.  The other's best response is a Markov decision
problem over their hand and the stacks.  Policy iteration solves it: the best action of every class for the
current values of stacks, then the linear equations of these actions, until no action gains.  epsilon is the
largest gain of a best response over the strategies, at any state and in either seat, as a probability of
winning the tournament, plus the residual of the equations times the expected number of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.tournaments.hand_sums import end_chances, end_chances_called, share_sums
from jamfold.spots.tournaments.heads_up import PlayedHand, SolvedSchedule

_SWEEPS = 200
_SETTLED = 1e-15
"""The largest accepted residual; values are up to 1, in float64."""


@dataclass(frozen=True, eq=False)
class BestResponse:
    """The values of a best response over the whole tournament."""

    small: FloatArray
    big: FloatArray
    """small, big: Probability of winning with x units as small and big blind, shape (hands, steps + 1)."""
    left: float
    """A bound of their error: the largest gain by one more sweep, times the largest expected hands."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """Gains by best responses over the whole tournament."""

    best: BestResponse
    gains: tuple[float, float]
    """The largest gains over the strategies, as small and as big blind at the start of a state."""

    @property
    def epsilon(self) -> float:
        return max(self.gains)


def certify(payoffs: ClassGame, solved: SolvedSchedule) -> Certificate:
    """Measure the strategies against best responses over the whole tournament."""
    best = best_responses(payoffs, solved.hands, solved.winning[-1])
    value_big = 1.0 - solved.winning[:, ::-1]
    small, big = float((best.small - solved.winning).max()), float((best.big - value_big).max())
    return Certificate(best, (max(0.0, small) + best.left, max(0.0, big) + best.left))


def best_responses(
    payoffs: ClassGame, hands: Sequence[Sequence[PlayedHand]], winning: FloatArray
) -> BestResponse:
    """Return the best response to strategies, as small and as big blind.

    Parameters
    ----------
    hands
        As in `SolvedSchedule`.
    winning
        The initial W of the last level, shape (steps + 1,).
    """
    last = hands[-1]
    n = last[0].hand.steps
    small, big = winning.copy(), 1.0 - winning[::-1]
    residual = np.inf
    for _ in range(_SWEEPS):
        rows = [_respond(payoffs, hand, small, big) for hand in last]
        once_small, once_big = _after_one_hand(rows, small, big)
        residual = max(float((once_small - small).max()), float((once_big - big).max()), 0.0)
        if residual <= _SETTLED:
            break
        small, big, _ = _settle(n, rows)
    _, _, duration = _settle(n, rows)
    smalls, bigs = [small], [big]
    for level in reversed(hands[:-1]):
        rows = [_respond(payoffs, hand, smalls[0], bigs[0]) for hand in level]
        once_small, once_big = _after_one_hand(rows, smalls[0], bigs[0])
        smalls.insert(0, once_small)
        bigs.insert(0, once_big)
    return BestResponse(np.array(smalls), np.array(bigs), residual * duration)


@dataclass(frozen=True, eq=False)
class _Response:
    """The distribution of next stacks if one player best-responds in a hand, by their own stacks."""

    small_chances: FloatArray
    small_stacks: IntArray
    big_chances: FloatArray
    big_stacks: IntArray


def _respond(payoffs: ClassGame, hand: PlayedHand, small: FloatArray, big: FloatArray) -> _Response:
    """Return the best responses in one hand, by the values of stacks in each seat, shape (steps + 1,).

    The values need not increase: against strategies that are far from optimal, more chips can be worth less.
    """
    stacks = np.array(hand.hand.next_stacks)
    big_stacks = hand.hand.steps - stacks
    jam_decides, call_decides = hand.hand.spot.has_decision
    fold, steal, *showdowns = big[stacks]
    gains = _all_in(hand.calling.placements, share_sums(hand.calling), steal, showdowns)
    jams = np.ones(gains.size)
    if jam_decides:
        jams = ((steal - fold) + gains / payoffs.n_opponent_hands > 0.0).astype(np.float64)
    _, steal, *showdowns = small[big_stacks]
    calls = np.ones(gains.size)
    if call_decides:
        gains = _all_in(hand.jamming.placements, share_sums(hand.jamming), steal, showdowns[::-1])
        calls = (gains > 0.0).astype(np.float64)
    return _Response(
        end_chances(payoffs, jams, hand.calling),
        stacks,
        end_chances_called(payoffs, hand.jamming, calls),
        big_stacks,
    )


def _all_in(placements: FloatArray, sums: FloatArray, steal: float, showdowns: Sequence[float]) -> FloatArray:
    """Return the gain of showdowns over `steal` by class, summed over a range, shape (n,)."""
    return np.asarray(np.array(showdowns) @ sums - steal * placements)


def _after_one_hand(
    rows: Sequence[_Response], small: FloatArray, big: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the values of stacks in both seats before a hand with these responses."""
    own_small = [row.small_chances @ big[row.small_stacks] for row in rows]
    own_big = [row.big_chances @ small[row.big_stacks] for row in reversed(rows)]
    return np.array([0.0, *own_small, 1.0]), np.array([0.0, *own_big, 1.0])


def _settle(n: int, rows: Sequence[_Response]) -> tuple[FloatArray, FloatArray, float]:
    """Return the values of stacks in both seats if these actions are taken until the end.

    Also the largest expected number of hands until then.
    """
    inner = n - 1
    system, right = np.eye(2 * inner), np.zeros((2 * inner, 2))
    right[:, 1] = 1.0
    for k, row in enumerate(rows):
        x = k + 1
        for at, to, chances, stacks in (
            (x - 1, inner, row.small_chances, row.small_stacks),
            (inner + n - x - 1, 0, row.big_chances, row.big_stacks),
        ):
            for chance, stack in zip(chances, stacks, strict=True):
                if stack == n:
                    right[at, 0] += chance
                elif stack:
                    system[at, to + stack - 1] -= chance
    values, durations = np.linalg.solve(system, right).T
    small, big = (np.concatenate([[0.0], part, [1.0]]) for part in (values[:inner], values[inner:]))
    return small, big, float(durations.max())
