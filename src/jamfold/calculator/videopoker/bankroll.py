"""What a bankroll goes through: risk of ruin, and simulated curves.

Under perfect play the pays of successive hands are independent draws from
one law, whose probabilities `analyse_pay_table` gives exactly.

Risk of ruin, without end of play.  A hand costs one bet and pays a multiple
of it, so the bankroll, counted in bets, falls by at most one per hand.  When
all pays are whole it therefore meets every level on its way down, and the
probability of ever losing B bets is exactly x^B, where x = exp(-t) is the
root below 1 of E[x^(pay - 1)] = 1 [1]_.  With other pays a part of a bet may be
left over, and x^(B - 1) is an upper bound.  When the return is not above
100%, ruin is certain.

.. [1] W. Feller, An Introduction to Probability Theory and Its Applications,
   vol. 1, chapter XIV (the gambler's ruin; generalised random walk).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp, expm1, fsum, log
from typing import Any

import numpy as np

from jamfold.calculator.videopoker.analysis import Analysis, analyse_pay_table
from jamfold.calculator.videopoker.paytable import PayTable
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import PayTableError
from jamfold.core.jit import kernel

DEFAULT_BET = 5
MAX_COINS = 10**9  # times MAX_UNITS still below 2**62
MAX_PLAYED = 10**10  # hands times runs
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_BLOCK = 1 << 20
_HALVINGS = 200


@dataclass(frozen=True)
class Ruin:
    """The risk of ever being unable to bet."""

    bets: int
    """The bankroll in whole bets."""
    probability: float
    """The risk."""
    decay: float
    """t: the risk is exp(-t) to the power of the bets; 0 when ruin is certain, infinite when it cannot
    come."""
    method: str
    """How the risk was worked out, in words."""

    def bets_for(self, risk: float) -> float:
        """Bets that bring the risk down to `risk`; infinite if none do.

        Raises PayTableError if `risk` is not between 0 and 1.
        """
        if not 0 < risk < 1:
            raise PayTableError(f"A risk must be between 0 and 1, not {risk:g}.", field="risk")
        return -log(risk) / self.decay if self.decay > 0 else float("inf")


@dataclass(frozen=True, eq=False)
class Simulation(DisplayableResult):
    """Simulated bankrolls."""

    table: PayTable
    """The pay table."""
    hands: IntArray
    """int64, shape (points,): after how many hands; 0 first."""
    curves: FloatArray
    """float64, shape (len(QUANTILES), points): quantiles of the bankroll in coins over all runs, ruined ones
    with what they have left."""
    ruined: FloatArray
    """float64, shape (points,): share of runs that could not bet any more."""
    mean: float
    """Mean bankroll in coins at the end."""
    ruin: Ruin
    """The exact risk without end of play."""
    seed: int
    """Gives the same runs again."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "hands": self.hands.tolist(),
            "quantiles": {str(q): curve for q, curve in zip(QUANTILES, self.curves.tolist(), strict=True)},
            "ruined": self.ruined.tolist(),
            "mean": self.mean,
            "risk_of_ruin": self.ruin.probability,
            "method": self.ruin.method,
        }


def risk_of_ruin(table: PayTable | Analysis | str, bankroll: int, bet: int = DEFAULT_BET) -> Ruin:
    """The probability of ever losing a bankroll under perfect play, hands without end.

    Raises PayTableError if there is no such pay table, or a number of coins is not from 1 to 1e9.

    Parameters
    ----------
    table
        A pay table, its name or path, or its analysis.
    bankroll, bet
        Coins, and coins bet per hand.
    """
    _check_coins(bankroll, bet)
    analysis = table if isinstance(table, Analysis) else analyse_pay_table(table)
    pays, weights = _law(analysis)
    bets = bankroll // bet
    if bets == 0:
        return Ruin(0, 1.0, 0.0, "the bankroll is less than a bet")
    if min(pay for pay, weight in zip(pays, weights, strict=True) if weight) >= 1:
        return Ruin(bets, 0.0, float("inf"), "no hand loses")
    if analysis.expected_return <= 1:
        return Ruin(bets, 1.0, 0.0, "ruin is certain: the return is not above 100%")
    decay = _decay(pays, [Fraction(weight, analysis.draws) for weight in weights])
    if analysis.table.scale == 1:
        return Ruin(
            bets, exp(-decay * bets), decay, "exact: x^bets, x the root below 1 of E[x^(pay - 1)] = 1"
        )
    return Ruin(
        bets, exp(-decay * (bets - 1)), decay, "upper bound: pays are not all whole multiples of the bet"
    )


def simulate(
    table: PayTable | str,
    *,
    bankroll: int = 1000,
    bet: int = DEFAULT_BET,
    hands: int = 10_000,
    runs: int = 1_000,
    points: int = 50,
    seed: int | None = None,
) -> Simulation:
    """Bankroll curves of many runs under perfect play, each until the last hand or ruin.

    Raises PayTableError if there is no such pay table, or a number is out of range.

    Parameters
    ----------
    table
        A pay table, or its name or path.
    bankroll, bet
        Coins at the start, and coins bet per hand.
    hands, runs
        Hands per run, and runs.
    points
        Points of the curves besides the start.
    seed
        Any whole number from 0; None takes a new one.
    """
    _check_coins(bankroll, bet)
    _check_runs(hands, runs, points, seed)
    analysis = analyse_pay_table(table)
    if seed is None:
        seed = int(np.random.default_rng().integers(1 << 32))
    rng = np.random.default_rng(seed)
    scale = analysis.table.scale
    pays, weights = _law(analysis)
    moves = [(int(pay * scale) - scale) * bet for pay in pays]
    if bankroll * scale + hands * max(moves) >= 1 << 62:
        raise PayTableError("These bets and pays are too large to be simulated.", field="bet")
    steps, limits = np.array(moves, dtype=np.int64), np.cumsum(np.array(weights, dtype=np.int64))
    marks = np.unique(np.linspace(0, hands, min(points, hands) + 1).round().astype(np.int64))
    banks = np.full(runs, bankroll * scale, dtype=np.int64)
    curves, ruined = [_quantiles(banks)], [float(np.mean(banks < bet * scale))]
    for length in np.diff(marks).tolist():
        _advance(banks, length, steps, limits, bet * scale, rng)
        curves.append(_quantiles(banks))
        ruined.append(float(np.mean(banks < bet * scale)))
    return Simulation(
        analysis.table,
        marks,
        np.array(curves).T / scale,
        np.array(ruined),
        float(banks.mean()) / scale,
        risk_of_ruin(analysis, bankroll, bet),
        seed,
    )


def _law(analysis: Analysis) -> tuple[list[Fraction], list[int]]:
    """The pays of a hand per coin bet, "nothing" last, and their weights out of analysis.draws."""
    return [*analysis.table.pays, Fraction(0)], list(analysis.frequencies.values())


def _check_coins(bankroll: int, bet: int) -> None:
    for name, coins in (("bankroll", bankroll), ("bet", bet)):
        if not 1 <= coins <= MAX_COINS:
            sentence = f"The {name} must be 1 to {MAX_COINS:,} coins, not {coins}."
            raise PayTableError(sentence, field=name)


def _check_runs(hands: int, runs: int, points: int, seed: int | None) -> None:
    if hands < 1 or runs < 1 or points < 1 or hands * runs > MAX_PLAYED:
        sentence = f"Hands, runs and points must be at least 1, and hands times runs at most {MAX_PLAYED:,}."
        raise PayTableError(sentence, field="hands")
    if seed is not None and seed < 0:
        raise PayTableError(f"A seed must be a whole number, 0 or more, not {seed}.", field="seed")


def _decay(pays: list[Fraction], shares: list[Fraction]) -> float:
    """The root t > 0 of E[exp(-t (pay - 1))] = 1, for a return above 1.

    The left side minus 1 is convex in t, 0 and falling at t = 0, and grows without end.
    """
    moves = [(float(pay - 1), float(share)) for pay, share in zip(pays, shares, strict=True) if share]

    def excess(t: float) -> float:
        return fsum(share * expm1(-t * move) for move, share in moves)

    high = 1e-12
    while excess(high) <= 0:
        high *= 2
    low = high / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if excess(middle) <= 0 else (low, middle)
    return high


def _quantiles(banks: IntArray) -> FloatArray:
    return np.asarray(np.quantile(banks, QUANTILES), dtype=np.float64)


def _advance(
    banks: IntArray,
    hands: int,
    steps: IntArray,
    limits: IntArray,
    bet: int,
    rng: np.random.Generator,
) -> None:
    """Play hands on all banks (runs,) in place; draws are exact: whole numbers below limits[-1]."""
    left = hands
    while left:
        length = min(left, max(1, _BLOCK // len(banks)))
        draws = rng.integers(limits[-1], size=(length, len(banks)))
        _play(banks, steps[np.searchsorted(limits, draws, side="right")], bet)
        left -= length


@kernel
def _play(banks: IntArray, steps: IntArray, bet: int) -> None:
    """Add steps (hands, runs) to banks (runs,), in place, as long as a bank has a bet left."""
    for hand in range(len(steps)):
        for run in range(len(banks)):
            if banks[run] >= bet:
                banks[run] += steps[hand, run]
