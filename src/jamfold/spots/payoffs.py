"""Payoffs of a spot: the values of its ends to both players after rake, and the solver's unit.

In chips, and if both players' values are linear in chips (winner takes all, two players left), the solver
gets the game (s, b) in the unit B, exactly as without prizes.  With rake the unit is B too; with prizes it is
the prize pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np

from jamfold.betting.ends import DIVIDED, UNDIVIDED, two_ends, with_jackpot
from jamfold.betting.terms import CHIPS, DisplayUnit, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.core.arrays import FloatArray
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs, chip_payoffs
from jamfold.valuation.numbers import Pair
from jamfold.valuation.utility import Currency

Values = TypeVar("Values", float, FloatArray)
_ROUNDING = 1e-13


@dataclass(frozen=True)
class SpotPayoffs:
    """The payoffs of a spot for the solver, and the conversion of its values to the currency."""

    stakes: TerminalPayoffs
    """The ends in the unit of the solver."""
    ends: tuple[PlayerPayoffs, PlayerPayoffs]
    """The ends for I and II in the currency: net chips from the start of the hand, or money."""
    currency: Currency
    factors: Pair
    offsets: Pair
    """factors, offsets: A player's value v in the solver's unit is offset + factor v in the currency."""
    measure: DisplayUnit
    """The unit in which values are shown."""

    def of(self, player: int, value: Values) -> Values:
        """Convert a player's values to the currency."""
        return self.factors[player] * value + self.offsets[player]

    def of_both(self, values: Pair) -> Pair:
        return self.of(0, values[0]), self.of(1, values[1])

    def gains(self, gains: Pair) -> Pair:
        """Convert both players' gains to the currency."""
        return self.factors[0] * gains[0], self.factors[1] * gains[1]

    def epsilon(self, epsilon: float) -> float:
        """Convert half the sum of both gains to the currency."""
        return sum(self.factors) / 2 * epsilon

    @property
    def folding(self) -> Pair:
        """The value of folding to each player, in the currency."""
        return self.ends[0].fold, self.ends[1].opponent_folds


@lru_cache(512)
def spot_payoffs(
    situation: Situation, terms: PayoffTerms, *, split: bool, curved: bool = False
) -> SpotPayoffs:
    """Return the payoffs of a spot.

    Raises SituationError if winning a showdown would be worth less than losing it.

    Parameters
    ----------
    situation, terms
        The chips and their value.
    split
        Whether pots are split between a high and a low, so that quarters can be won.
    curved
        Keep the values of all pot shares even if they are linear, so that all points of a chart need the
        same planes.
    """
    shares = DIVIDED if split else UNDIVIDED
    plain = ends = two_ends(situation, CHIPS.rake, None, shares)
    if not terms.plain:
        worth = None if terms.currency == "chips" else partial(terms.utility.values, situation.stacks)
        first, second = two_ends(situation, terms.rake, worth, shares, fees=terms.fees)
        ends = with_jackpot(first, terms.jackpot), with_jackpot(second, terms.jackpot)
    lines = [_line(end, line) for end, line in zip(ends, plain, strict=True)]
    if lines[0] and lines[1] and not curved:
        (k1, a1), (k2, a2) = lines[0], lines[1]
        offsets = situation.offset, situation.dead - situation.offset
        return SpotPayoffs(
            chip_payoffs(situation.s, situation.b),
            ends,
            terms.currency,
            (k1 * situation.unit, k2 * situation.unit),
            (a1 + k1 * offsets[0], a2 + k2 * offsets[1]),
            terms.measure(situation.big_blind),
        )
    unit = terms.utility.pool or situation.unit
    stakes = scaled_stakes(ends, unit, situation.has_decision, curved=curved)
    measure = terms.measure(situation.big_blind)
    return SpotPayoffs(stakes, ends, terms.currency, (unit, unit), (0.0, 0.0), measure)


def _line(values: PlayerPayoffs, chips: PlayerPayoffs) -> tuple[float, float] | None:
    """Return slope and intercept of a player's values over chips; None if they are not linear and rising."""
    if values.jackpot_values:
        return None
    xs, ys = np.array(chips.values), np.array(values.values)
    spread = xs.max() - xs.min()
    if spread == 0.0:
        return None
    slope = (ys[xs.argmax()] - ys[xs.argmin()]) / spread
    apart = ys - ys[xs.argmin()] - slope * (xs - xs.min())
    if slope <= 0.0 or abs(apart).max() > _ROUNDING * max(abs(ys).max(), slope * abs(xs).max()):
        return None
    return float(slope), float(ys[xs.argmin()] - slope * xs.min())


def scaled_stakes(
    ends: tuple[PlayerPayoffs, PlayerPayoffs],
    unit: float,
    decides: tuple[bool, bool],
    *,
    curved: bool = False,
) -> TerminalPayoffs:
    """Return ends in chips or money in a unit; linear showdowns as two values, unless `curved`."""
    straight = all(_is_straight(end.showdown) for end in ends) and not curved
    first, second = (_scaled(end, unit, straight) for end in ends)
    jams, calls = decides
    return TerminalPayoffs(first, second, jam_forced=not jams, call_forced=not calls)


def _is_straight(showdown: tuple[float, ...]) -> bool:
    low, high = showdown[0], showdown[-1]
    steps = np.linspace(low, high, len(showdown))
    return bool((abs(np.array(showdown) - steps) <= _ROUNDING * max(abs(low), abs(high))).all())


def _scaled(ends: PlayerPayoffs, unit: float, straight: bool) -> PlayerPayoffs:
    showdown = tuple(value / unit for value in ends.showdown)
    return PlayerPayoffs(
        ends.fold / unit,
        ends.opponent_folds / unit,
        (showdown[0], showdown[-1]) if straight else showdown,
        tuple(value / unit for value in ends.jackpot_values),
    )


def sums_by_share(placements: Values, margins: Values, planes: Sequence[Values]) -> list[Values]:
    """Return sums over pairs of hands by the pot share of one of them: 0, 1/2 and 1, or quarters in Hi/Lo.

    They follow from the sums of placements, of margins and of the planes of outcomes.
    """
    if len(planes) == 1:
        (ties,) = planes
        return [(placements - ties - margins) / 2, ties, (placements - ties + margins) / 2]
    half, quarters, margin = planes  # a quarter more than half the pot is a margin of 1/2
    rest, apart = placements - half - quarters, margins - margin / 2
    return [(rest - apart) / 2, (quarters - margin) / 2, half, (quarters + margin) / 2, (rest + apart) / 2]
