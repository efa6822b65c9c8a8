"""How far the strategies of a tournament are from optimal, over the whole tournament.

One player's strategy is fixed at every state, in both seats.  The other's best response is a
Markov decision problem: his hand and the stacks, jam or fold, call or fold, and what stacks are
worth to him after the hand.  Policy iteration: the best action of every class for the values at
hand, then the linear equations of these actions, until nothing gains any more.  epsilon is the
largest gain of a best response over the strategies, at any state and in either seat, in chances
to win the tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from jamfold.solver.best_response import call_gains, call_response, jam_evs, jam_response
from jamfold.solver.payoffs import Payoffs
from jamfold.tournaments.hand import end_chances, end_chances_called
from jamfold.tournaments.heads_up import Played, Solved

_SWEEPS = 200
_SETTLED = 1e-15


@dataclass(frozen=True, eq=False)
class Certificate:
    """What best responses over the whole tournament earn.

    Attributes
    ----------
    small, big
        The chance to win of a best responder with x units as small blind, as big blind, shape
        (hands, steps + 1).
    gains
        What he gains over the strategies at most, as small and as big blind at the start of a state.
    """

    small: NDArray[np.float64]
    big: NDArray[np.float64]
    gains: tuple[float, float]

    @property
    def epsilon(self) -> float:
        """The larger of the gains."""
        return max(self.gains)


def certify(payoffs: Payoffs, solved: Solved) -> Certificate:
    """Measure the strategies against best responses over the whole tournament."""
    small, big = best_responses(payoffs, solved.hands, solved.winning[-1])
    value_big = 1.0 - solved.winning[:, ::-1]
    gains = float((small - solved.winning).max()), float((big - value_big).max())
    return Certificate(small, big, (max(0.0, gains[0]), max(0.0, gains[1])))


def best_responses(
    payoffs: Payoffs, hands: Sequence[Sequence[Played]], winning: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The chances to win of best responders to strategies, as small and as big blind.

    Parameters
    ----------
    hands
        As in `Solved`.
    winning
        W of the last level to begin with, shape (steps + 1,).

    Returns
    -------
    Two arrays of shape (hands, steps + 1), by the responder's own stack.
    """
    last = hands[-1]
    n = last[0].hand.steps
    small, big = winning.copy(), 1.0 - winning[::-1]
    for _ in range(_SWEEPS):
        rows = [_respond(payoffs, one, small, big) for one in last]
        better_small, better_big = _settle(n, rows)
        change = max(float(abs(better_small - small).max()), float(abs(better_big - big).max()))
        small, big = better_small, better_big
        if change <= _SETTLED:
            break
    smalls, bigs = [small], [big]
    for level in reversed(hands[:-1]):
        rows = [_respond(payoffs, one, smalls[0], bigs[0]) for one in level]
        own_small = [row.small_chances @ bigs[0][row.small_stacks] for row in rows]
        own_big = [row.big_chances @ smalls[0][row.big_stacks] for row in reversed(rows)]
        smalls.insert(0, np.concatenate([[0.0], own_small, [1.0]]))
        bigs.insert(0, np.concatenate([[0.0], own_big, [1.0]]))
    return np.array(smalls), np.array(bigs)


@dataclass(frozen=True, eq=False)
class _Response:
    """How often each next stack comes when one player answers best in a hand, by his own stacks."""

    small_chances: NDArray[np.float64]
    small_stacks: list[int]
    big_chances: NDArray[np.float64]
    big_stacks: list[int]


def _respond(
    payoffs: Payoffs, one: Played, small: NDArray[np.float64], big: NDArray[np.float64]
) -> _Response:
    """The best responses in one hand; `small` and `big` (steps + 1,) say what stacks are worth in a seat."""
    stacks, n = one.hand.next_stacks, one.hand.steps
    stakes = one.hand.stakes(big)
    jams = jam_response(stakes, jam_evs(payoffs, stakes, one.calling)).astype(np.float64)
    stakes = one.hand.stakes(1.0 - small[::-1])
    calls = call_response(stakes, call_gains(payoffs, stakes, one.jamming)).astype(np.float64)
    return _Response(
        end_chances(payoffs, replace(one.jamming, strategy=jams), one.calling),
        list(stacks),
        end_chances_called(payoffs, one.jamming, calls),
        [n - stack for stack in stacks],
    )


def _settle(n: int, rows: Sequence[_Response]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What stacks are worth in both seats when these actions are taken until the end."""
    inner = n - 1
    system, right = np.eye(2 * inner), np.zeros(2 * inner)
    for k, row in enumerate(rows):
        x = k + 1
        for at, to, chances, stacks in (
            (x - 1, inner, row.small_chances, row.small_stacks),
            (inner + n - x - 1, 0, row.big_chances, row.big_stacks),
        ):
            for chance, stack in zip(chances, stacks, strict=True):
                if stack == n:
                    right[at] += chance
                elif stack:
                    system[at, to + stack - 1] -= chance
    values = np.linalg.solve(system, right)
    return tuple(np.concatenate([[0.0], part, [1.0]]) for part in (values[:inner], values[inner:]))  # type: ignore[return-value]
