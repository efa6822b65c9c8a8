"""Two players all-in against each other: bubble factors and risk premiums.

For the chips that both can lose, min(s_i, s_j), player i has `now` before, `win` and `lose` after:

    bubble factor   bf = (now - lose) / (win - now)      1 where chips are all that counts
    equity needed   q  = bf / (1 + bf) = (now - lose) / (win - lose)
    risk premium    q - 1/2, in percentage points

q is the chance to win at which an all-in for even chips costs nothing, and also what a tie is worth,
as a share of the way from a loss to a win.  Bubble factors are those of Nelson, Streib and Heston,
"Kill Everyone" (2007).  Blinds and folded chips in the pot are not part of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.progress import Progress, silent
from jamfold.worth.bounties import Bounties
from jamfold.worth.clocks import nodes
from jamfold.worth.harville import chances_before, less_last, pass_back
from jamfold.worth.models import BY_SETS, MALMUTH_HARVILLE
from jamfold.worth.settlement import settled

FloatArray = NDArray[np.float64]

MOST_PLAYERS = 100
"""A matrix of 100 players takes a second or two; the work grows with their square."""
_NOTHING = 1e-11
"""Of all prizes: a gain below it is none but rounding."""


class Ends(NamedTuple):
    """What player i has, shape (n, n) each, after they have won or lost an all-in against player j."""

    win: FloatArray
    lose: FloatArray


def bubble_factors(now: Sequence[float], ends: Ends, pool: float) -> FloatArray:
    """Loss over gain of every ordered pair, shape (n, n).

    They are nan on the diagonal and where nothing is won, or broke is better (prizes that rise).
    """
    before = np.asarray(now, dtype=np.float64)[:, None]
    gain, loss = ends.win - before, before - ends.lose
    factors = np.full(gain.shape, np.nan)
    np.divide(loss, gain, out=factors, where=(gain > _NOTHING * pool) & (loss > -_NOTHING * pool))
    return factors


def all_in_ends(
    stacks: Sequence[float],
    prizes: Sequence[float],
    model: str,
    bounties: Bounties | None = None,
    progress: Progress = silent,
    others: Sequence[float] = (),
) -> Ends:
    """What a won and a lost all-in of every ordered pair leaves, heads included.

    Parameters
    ----------
    stacks
        Chips above zero, shape (n,), at most `MOST_PLAYERS`.
    prizes
        From the first place on, at most n.
    model
        One of `models.MODELS`.
    bounties
        Heads in the order of the stacks, then of the others.
    others
        Chips of players who are not among the pairs.
    """
    if model == MALMUTH_HARVILLE and len(stacks) > BY_SETS and not others:
        ends = _ends_by_integral(stacks, prizes, progress)
    else:
        ends = _ends_one_by_one(stacks, prizes, model, progress, others)
    if bounties is not None:
        _add_heads(ends, (*stacks, *others), bounties)
    return ends


def _ends_one_by_one(
    stacks: Sequence[float],
    prizes: Sequence[float],
    model: str,
    progress: Progress,
    others: Sequence[float] = (),
) -> Ends:
    n = len(stacks)
    ends = Ends(np.full((n, n), np.nan), np.full((n, n), np.nan))
    for i in range(n):
        progress("players all-in against each other", i / n)
        for j in range(n):
            if i == j:
                continue
            values = settled(stacks, after_all_in(stacks, i, j), prizes, model, others)
            ends.win[i, j], ends.lose[j, i] = values[i], values[j]
    return ends


def after_all_in(stacks: Sequence[float], winner: int, loser: int) -> list[float]:
    """Chips of all players after one has won all that both could lose from another."""
    after = list(stacks)
    chips = min(stacks[winner], stacks[loser])
    after[winner] += chips
    after[loser] -= chips
    return after


def _ends_by_integral(stacks: Sequence[float], prizes: Sequence[float], progress: Progress) -> Ends:
    """Malmuth-Harville with all of a player's opponents at once: n^2 passes in place of n^3.

    Player j alone changes their clock, so the players before them and those behind them are passed
    once for each i; who is broke never rings, and is last.
    """
    chips = np.asarray(stacks, dtype=np.float64)
    n, total = len(chips), float(chips.sum())
    last, paid = less_last(prizes, n)
    ends = Ends(np.full((n, n), last), np.full((n, n), last))
    for matrix in ends:
        np.fill_diagonal(matrix, np.nan)
    if n == 1 or not len(paid):
        return ends
    smaller = np.minimum(chips[:, None], chips)
    least = min(float(chips.min()), *(chips[:, None] - smaller)[chips[:, None] > smaller].tolist(), total)
    times, weights = nodes(chips / total, np.ones(n), least / total)
    for i in range(n):
        progress("players all-in against each other", i / n)
        others = np.delete(np.arange(n), i)
        rang = -np.expm1(-np.outer(chips[others] / total, times))
        before = chances_before(rang, len(paid))
        ahead = np.repeat(paid[:, None], len(times), axis=1)
        for k in reversed(range(n - 1)):
            j = int(others[k])
            if_behind = np.einsum("kt,kt->t", before[k], ahead)
            if_ahead = np.einsum("kt,kt->t", before[k, :-1], ahead[1:])
            for sign, matrix in ((1, ends.win), (-1, ends.lose)):
                own, other = (
                    (chips[i] + sign * smaller[i, j]) / total,
                    (chips[j] - sign * smaller[i, j]) / total,
                )
                if own > 0:
                    place = if_behind + (if_ahead - if_behind) * -np.expm1(-other * times)
                    matrix[i, j] += (weights * own * np.exp(-own * times)) @ place
            ahead = pass_back(ahead, rang[k])
    return ends


def _add_heads(ends: Ends, stacks: Sequence[float], bounties: Bounties) -> None:
    for i in range(len(ends.win)):
        for j in range(len(ends.win)):
            if i == j:
                continue
            order = [i, j, *(k for k in range(len(stacks)) if k not in (i, j))]
            after = after_all_in(stacks, i, j)
            won, lost = bounties.reordered(order).after_hand([after[k] for k in order])
            ends.win[i, j] += won
            ends.lose[j, i] += lost
