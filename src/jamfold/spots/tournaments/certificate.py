"""How far the strategies of a tournament are from optimal, over the whole tournament.

One player's strategy is fixed at every state, in both seats.  The other's best response is a
Markov decision problem: their hand and the stacks, jam or fold, call or fold, and what stacks are
worth to them after the hand.  Policy iteration: the best action of every class for the values at
hand, then the linear equations of these actions, until nothing gains any more.  epsilon is the
largest gain of a best response over the strategies, at any state and in either seat, in chances
to win the tournament; what is left of the equations of the best response is added, times the hands
that a tournament lasts.
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
"""What is left of equations of numbers up to 1, in float64."""


@dataclass(frozen=True, eq=False)
class BestResponse:
    """What a best responder over the whole tournament wins."""

    small: FloatArray
    big: FloatArray
    """small, big: Their chance to win with x units as small blind, as big blind, shape (hands, steps + 1)."""
    left: float
    """What more they might win: the largest gain that one more sweep finds, times the hands that the
    tournament lasts on average at most."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """What best responses over the whole tournament gain."""

    best: BestResponse
    """What a best responder wins."""
    gains: tuple[float, float]
    """What they gain over the strategies at most, as small and as big blind at the start of a state."""

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
    """The chances to win of best responders to strategies, as small and as big blind.

    Parameters
    ----------
    hands
        As in `SolvedSchedule`.
    winning
        W of the last level to begin with, shape (steps + 1,).
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
    """How often each next stack comes when one player answers best in a hand, by their own stacks."""

    small_chances: FloatArray
    small_stacks: IntArray
    big_chances: FloatArray
    big_stacks: IntArray


def _respond(payoffs: ClassGame, hand: PlayedHand, small: FloatArray, big: FloatArray) -> _Response:
    """The best responses in one hand; `small` and `big` (steps + 1,) say what stacks are worth in a seat.

    Nothing is asked of these values: against strategies that are far from optimal, more chips can be
    worth less.
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
    """What showdowns of every class against a range are worth more than `steal`, summed over it, (n,)."""
    return np.asarray(np.array(showdowns) @ sums - steal * placements)


def _after_one_hand(
    rows: Sequence[_Response], small: FloatArray, big: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """What stacks are worth in both seats before a hand that is played so."""
    own_small = [row.small_chances @ big[row.small_stacks] for row in rows]
    own_big = [row.big_chances @ small[row.big_stacks] for row in reversed(rows)]
    return np.array([0.0, *own_small, 1.0]), np.array([0.0, *own_big, 1.0])


def _settle(n: int, rows: Sequence[_Response]) -> tuple[FloatArray, FloatArray, float]:
    """What stacks are worth in both seats when these actions are taken until the end.

    Also the hands until then, on average, from the stacks from which that takes longest.
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
