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
from decimal import Decimal, localcontext
from itertools import permutations
from typing import NamedTuple, TypeVar

import numpy as np

from jamfold.core.arrays import FloatArray
from jamfold.core.display import former_words
from jamfold.core.progress import Progress, ignore_progress
from jamfold.valuation.bounties import NO_FUTURE, Bounties
from jamfold.valuation.field import integration_nodes
from jamfold.valuation.finishes import chances_before, less_last, pass_back
from jamfold.valuation.models import BY_SETS, MALMUTH_HARVILLE, exact_values, has_fractions
from jamfold.valuation.settlement import settle_after_hand

Number = TypeVar("Number", float, Decimal)

MOST_PLAYERS = 100
"""A matrix of 100 players takes a second or two; the work grows with their square."""
_NOTHING = 1e-11
"""Gains below this share of all prizes are rounding."""
_DIGITS, _ROUNDED = 60, 20
"""Digits of decimals, and how many of the last may be wrong."""


class AllInOutcomes(NamedTuple):
    """Values to player i after winning or losing an all-in against player j, shapes (n, n)."""

    win: FloatArray
    lose: FloatArray


def bubble_factors(now: Sequence[float], ends: AllInOutcomes, pool: float) -> FloatArray:
    """Return loss over gain of every ordered pair, shape (n, n).

    It is infinite for a loss without a gain; NaN on the diagonal, without a loss, and if going broke is
    better (prizes that rise).
    """
    before = np.asarray(now, dtype=np.float64)[:, None]
    gain, loss = ends.win - before, before - ends.lose
    factors = np.where((abs(gain) <= _NOTHING * pool) & (loss > _NOTHING * pool), np.inf, np.nan)
    np.divide(loss, gain, out=factors, where=(gain > _NOTHING * pool) & (loss > -_NOTHING * pool))
    return factors


def exact_factors(
    stacks: Sequence[float], prizes: Sequence[float], model: str, bounties: Bounties | None = None
) -> FloatArray | None:
    """Return `bubble_factors` from exact differences; None for many players (`has_fractions`).

    Decimals of 60 digits take a tenth of the time of fractions: 0.1 s for 8 players.
    """
    n = len(stacks)
    if not has_fractions(n, model):
        return None
    factors = np.full((n, n), np.nan)
    with localcontext(prec=_DIGITS):
        chips, money, heads = (
            [Decimal(repr(float(number))) for number in numbers]
            for numbers in (stacks, prizes, () if bounties is None else bounties.heads)
        )
        now = _worth_exactly(chips, money, model, bounties, heads)
        least = Decimal(10) ** (_ROUNDED - _DIGITS) * (sum(map(abs, money)) + sum(heads))
        ends = {
            (i, j): _worth_exactly(after_all_in(chips, i, j), money, model, bounties, heads, (i, j))
            for i, j in permutations(range(n), 2)
        }
        for i, j in ends:
            gain, loss = ends[i, j][i] - now[i], now[i] - ends[j, i][i]
            if gain > least and loss >= -least:
                factors[i, j] = loss / gain
            elif abs(gain) <= least < loss:
                factors[i, j] = np.inf
    return factors


def _worth_exactly(
    chips: Sequence[Decimal],
    money: Sequence[Decimal],
    model: str,
    bounties: Bounties | None,
    heads: Sequence[Decimal],
    pair: tuple[int, int] | None = None,
) -> list[Decimal]:
    """Return all values with bounties; the loser of a pair, winner first, may be broke."""
    staying = [k for k, stack in enumerate(chips) if stack > 0]
    values = exact_values([chips[k] for k in staying], money[: len(staying)], model)
    worth = [money[-1] if len(money) == len(chips) else Decimal(0)] * len(chips)
    for k, value in zip(staying, values, strict=True):
        worth[k] = value
    if bounties is not None:
        paid = Decimal(0)
        if pair is not None and chips[pair[1]] <= 0:
            paid = heads[pair[1]] * (1 - Decimal(repr(float(bounties.progressive))))
            worth[pair[0]] += paid
        if bounties.future != NO_FUTURE or len(staying) == 1:
            left = (sum(heads) - paid) / sum(chips)
            worth = [prize + left * stack for prize, stack in zip(worth, chips, strict=True)]
    return worth


@former_words(others="other_stacks")
def all_in_ends(
    stacks: Sequence[float],
    prizes: Sequence[float],
    model: str,
    bounties: Bounties | None = None,
    progress: Progress = ignore_progress,
    other_stacks: Sequence[float] = (),
) -> AllInOutcomes:
    """Return the values, with bounties, after a won and a lost all-in of every ordered pair.

    Parameters
    ----------
    stacks
        Chips above zero, shape (n,), at most `MOST_PLAYERS`.
    bounties
        Bounties in the order of the stacks, then of the others.
    other_stacks
        Chips of players who are not among the pairs.
    """
    if model == MALMUTH_HARVILLE and len(stacks) > BY_SETS and not other_stacks:
        ends = _ends_by_integral(stacks, prizes, progress)
    else:
        ends = _ends_one_by_one(stacks, prizes, model, progress, other_stacks)
    if bounties is not None:
        _add_heads(ends, (*stacks, *other_stacks), bounties)
    return ends


def _ends_one_by_one(
    stacks: Sequence[float],
    prizes: Sequence[float],
    model: str,
    progress: Progress,
    other_stacks: Sequence[float] = (),
) -> AllInOutcomes:
    n = len(stacks)
    ends = AllInOutcomes(np.full((n, n), np.nan), np.full((n, n), np.nan))
    for i in range(n):
        progress("players all-in against each other", i / n)
        for j in range(n):
            if i == j:
                continue
            values = settle_after_hand(stacks, after_all_in(stacks, i, j), prizes, model, other_stacks)
            ends.win[i, j], ends.lose[j, i] = values[i], values[j]
    return ends


def after_all_in(stacks: Sequence[Number], winner: int, loser: int) -> list[Number]:
    """Return all stacks after a player has won an all-in against another."""
    after = list(stacks)
    chips = min(stacks[winner], stacks[loser])
    after[winner] += chips
    after[loser] -= chips
    return after


def _ends_by_integral(stacks: Sequence[float], prizes: Sequence[float], progress: Progress) -> AllInOutcomes:
    """Return Malmuth-Harville values with all of a player's opponents at once: n^2 passes, not n^3.

    Only player j's clock changes, so the players before j and after j are passed once for each i.  A broke
    player never rings and is last.
    """
    chips = np.asarray(stacks, dtype=np.float64)
    n, total = len(chips), float(chips.sum())
    last, paid = less_last(prizes, n)
    ends = AllInOutcomes(np.full((n, n), last), np.full((n, n), last))
    for matrix in ends:
        np.fill_diagonal(matrix, np.nan)
    if n == 1 or not len(paid):
        return ends
    smaller = np.minimum(chips[:, None], chips)
    least = min(float(chips.min()), *(chips[:, None] - smaller)[chips[:, None] > smaller].tolist(), total)
    times, weights = integration_nodes(chips / total, np.ones(n), least / total)
    for i in range(n):
        progress("players all-in against each other", i / n)
        opponents = np.delete(np.arange(n), i)
        rang = -np.expm1(-np.outer(chips[opponents] / total, times))
        before = chances_before(rang, len(paid))
        ahead = np.repeat(paid[:, None], len(times), axis=1)
        for k in reversed(range(n - 1)):
            j = int(opponents[k])
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


def _add_heads(ends: AllInOutcomes, stacks: Sequence[float], bounties: Bounties) -> None:
    for i in range(len(ends.win)):
        for j in range(len(ends.win)):
            if i == j:
                continue
            order = [i, j, *(k for k in range(len(stacks)) if k not in (i, j))]
            after = after_all_in(stacks, i, j)
            won, lost, *_ = bounties.reordered(order).after_hand([after[k] for k in order])
            ends.win[i, j] += won
            ends.lose[j, i] += lost


# Former names, until 0.4.
Ends = AllInOutcomes
