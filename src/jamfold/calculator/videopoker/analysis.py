"""The exact return of a pay table under perfect play, and how often every final hand comes.

For a held set H and discards D, the final hands that contain H and no card
of D follow by inclusion and exclusion over the parts of D [1]_:
sum over S in D of (-1)^|S| N(H + S), where N counts (or adds the pays of) the
five-card hands that contain a set.  For all 32 holds of a deal at once this is
80 subtractions on a 5-cube.

.. [1] M. Shackleford (Wizard of Odds), Methodology for Video Poker Analysis.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.videopoker.classes import ALL_HELD
from jamfold.calculator.videopoker.deck import HAND, NOTHING, HandName, hold_masks
from jamfold.calculator.videopoker.paytable import PayTable, load_pay_table
from jamfold.calculator.videopoker.scorer import HoldCounts, hold_counts
from jamfold.core.arrays import IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.jit import kernel

_LOW_BITS = 32


@json_fields("hand name pays count=number share of_return", schema="FinalHand")
class FinalHand(NamedTuple):
    """One final hand under perfect play."""

    hand: str
    name: str
    pays: float
    number: int
    """Of all deals and draws."""
    share: float

    @property
    def of_return(self) -> float:
        """Its part of the return, coins per coin bet."""
        return self.share * self.pays


@json_fields(
    "table.name cards=table.deck.n_cards deck=table.deck.text return_numerator=numerator "
    "return_denominator=denominator return_percent fraction variance hit_percent cost_per_1000 "
    "frequencies=odds rows seconds",
    schema="PayTableResult",
)
@dataclass(frozen=True)
class Analysis(DisplayableResult):
    """A pay table under perfect play; all values per coin bet."""

    table: PayTable
    """The pay table."""
    numerator: int
    denominator: int
    """numerator, denominator: The return, over the common denominator of all deals and draws:
    19,933,230,517,200 for 52 cards and whole pays."""
    frequencies: dict[str, int]
    """Probability of every final hand as a numerator over `draws`: the names of the table in its order, then
    "nothing"."""
    draws: int
    """The denominator of the frequencies."""
    seconds: float = field(compare=False)
    """Time taken."""

    @property
    def expected_return(self) -> Fraction:
        """Expected pay per coin bet, in lowest terms."""
        return Fraction(self.numerator, self.denominator)

    @cached_property
    def variance_fraction(self) -> Fraction:
        """Variance of the pay of one hand, per coin bet squared, exactly."""
        squares = sum(
            (pay * pay * self.frequencies[name.name] for name, pay in self._named), start=Fraction(0)
        )
        return squares / self.draws - self.expected_return**2

    @property
    def variance(self) -> float:
        """Variance of the pay of one hand, per coin bet squared."""
        return float(self.variance_fraction)

    @property
    def hit_fraction(self) -> Fraction:
        """Probability of a final hand that pays anything."""
        return Fraction(sum(self.frequencies[name.name] for name, pay in self._named if pay), self.draws)

    @property
    def cost_per_1000(self) -> float:
        """Expected loss per 1,000 coins bet; negative for a gain."""
        return float(1000 * (1 - self.expected_return))

    @property
    def return_percent(self) -> float:
        return float(100 * self.expected_return)

    @property
    def fraction(self) -> tuple[int, int]:
        """The return in lowest terms."""
        return self.expected_return.numerator, self.expected_return.denominator

    @property
    def hit_percent(self) -> float:
        return float(100 * self.hit_fraction)

    @property
    def odds(self) -> dict[str, tuple[int, int]]:
        """Count and number of all, by final hand."""
        return {name: (count, self.draws) for name, count in self.frequencies.items()}

    @property
    def rows(self) -> tuple[FinalHand, ...]:
        """All final hands, those that pay nothing last."""
        paid = [(name.title, name.name, float(pay)) for name, pay in self._named]
        return tuple(
            FinalHand(title, name, pays, self.frequencies[name], self.frequencies[name] / self.draws)
            for title, name, pays in [*paid, ("nothing", "nothing", 0.0)]
        )

    @property
    def _named(self) -> list[tuple[HandName, Fraction]]:
        return list(zip(self.table.names, self.table.pays, strict=True))


class DealSums(NamedTuple):
    """What the EVs of the holds of a deal are made of.

    parts: int32 (deals, 31), the class of what each hold keeps.
    values: int64 (classes,), pays added over all hands that contain the class.
    final: int64 (deals,), what the deal itself pays.
    multipliers: int64 (32,), which put all EVs over one denominator.
    """

    parts: NDArray[np.int32]
    values: IntArray
    final: IntArray
    multipliers: IntArray


@dataclass(frozen=True)
class Paid:
    """A pay table laid over the categories of its hands."""

    table: PayTable
    """The pay table."""
    counts: HoldCounts
    """The counts of final hands."""
    best_name: IntArray
    """int64, shape (categories,): number of the best paying name, len(table.names) for nothing."""
    pays: IntArray
    """int64, shape (categories,): its pay in units of 1 / table.scale."""
    values: IntArray
    """int64, shape (classes of 0..4 cards,): pays added over all hands that contain the set."""

    @cached_property
    def multipliers(self) -> IntArray:
        """By hold: unit / C(cards left, cards drawn), which puts all EVs over one denominator."""
        deck = self.table.deck
        counts = [bin(hold).count("1") for hold in range(ALL_HELD + 1)]
        return np.array([deck.unit // deck.draws[HAND - k] for k in counts], dtype=np.int64)

    @property
    def _sums(self) -> DealSums:
        final = self.pays[self.counts.final]
        return DealSums(self.counts.classes.parts, self.values, final, self.multipliers)

    def best_holds(self) -> tuple[NDArray[np.int8], IntArray]:
        """The best hold of every deal class, and its EV times deck.unit and table.scale."""
        classes = self.counts.classes
        holds = np.empty(len(classes.deals), dtype=np.int8)
        evs = np.empty(len(classes.deals), dtype=np.int64)
        order = np.array(hold_masks(), dtype=np.int64)
        _fill_best_holds(self._sums, order, holds, evs)
        return holds, evs

    def all_holds(self) -> IntArray:
        """EV of every hold of every deal class, times deck.unit and table.scale: shape (deal classes, 32)."""
        classes = self.counts.classes
        evs = np.empty((len(classes.deals), ALL_HELD + 1), dtype=np.int64)
        _fill_all_holds(self._sums, evs)
        return evs

    def frequencies(self, holds: NDArray[np.int8]) -> IntArray:
        """Final hands by name, "nothing" last, when every deal class is held as told.

        Out of deals times deck.unit.  Sums wrap modulo 2**64 on the way; the
        results are at most 2.5e13, so they come out exactly.
        """
        classes = self.counts.classes
        net = np.zeros(len(self.values), dtype=np.int64)
        pat = np.zeros(len(self.pays), dtype=np.int64)
        _add_holds(classes.parts, classes.weights, self.counts.final, holds, self.multipliers, net, pat)
        by_category = net @ self.counts.counts + pat
        by_name = np.zeros(len(self.table.names) + 1, dtype=np.int64)
        np.add.at(by_name, self.best_name, by_category)
        return by_name


def lay_out(table: PayTable) -> Paid:
    """Decide what every category pays, and add the pays over all sets of cards."""
    counts = hold_counts(table.deck, table.names)
    best_name, pays = [], []
    for claims in counts.scorer.claims:
        claimed = [i for i in range(len(table.names)) if claims >> i & 1]
        # max keeps the first of equals; a hand that can claim nothing has the number after the last.
        best = max(claimed, key=lambda i: table.units[i]) if claimed else len(table.names)
        best_name.append(best)
        pays.append(table.units[best] if claimed else 0)
    paid = np.array(pays, dtype=np.int64)
    return Paid(table, counts, np.array(best_name, dtype=np.int64), paid, counts.counts @ paid)


def analyse_pay_table(table: PayTable | str) -> Analysis:
    """The exact return, variance and frequencies of a pay table under perfect play.

    Where two holds are equally good, the one with more cards is played, then
    the one with the higher cards; this matters for the frequencies and the variance only.  Raises
    PayTableError if a name or path leads to no pay table.
    """
    started = time.perf_counter()
    if isinstance(table, str):
        table = load_pay_table(table)
    paid = lay_out(table)
    holds, evs = paid.best_holds()
    draws = table.deck.n_deals * table.deck.unit
    names = [*(name.name for name in table.names), NOTHING]
    return Analysis(
        table,
        weighted_sum(paid.counts.classes.weights, evs),
        draws * table.scale,
        dict(zip(names, paid.frequencies(holds).tolist(), strict=True)),
        draws,
        time.perf_counter() - started,
    )


def weighted_sum(weights: IntArray, values: IntArray) -> int:
    """Sum of products as a Python integer.

    The weights add up to at most 3.2e6, so the sum over the low 32 bits stays
    below 1.4e16, and that over the high part of values up to 8.6e15 below 7e12.
    """
    low = values & ((1 << _LOW_BITS) - 1)
    return (int(weights @ (values >> _LOW_BITS)) << _LOW_BITS) + int(weights @ low)


@kernel
def _fill_evs(sums: DealSums, deal: int, evs: IntArray) -> None:
    """Fill evs (32,) for a deal: pays over all draws, times the multiplier of the hold."""
    for hold in range(31):
        evs[hold] = sums.values[sums.parts[deal, hold]]
    evs[31] = sums.final[deal]
    for i in range(5):
        for hold in range(32):
            if not hold >> i & 1:
                evs[hold] -= evs[hold | 1 << i]
    for hold in range(32):
        evs[hold] *= sums.multipliers[hold]


@kernel
def _fill_best_holds(
    sums: DealSums,
    order: IntArray,
    holds: NDArray[np.int8],
    best: IntArray,
) -> None:
    """Fill holds and best (deals,) with the first best hold in the order (32,), and its EV."""
    evs = np.empty(32, dtype=np.int64)
    for i in range(len(holds)):
        _fill_evs(sums, i, evs)
        chosen = order[0]
        for hold in order:
            if evs[hold] > evs[chosen]:
                chosen = hold
        holds[i] = chosen
        best[i] = evs[chosen]


@kernel
def _fill_all_holds(sums: DealSums, evs: IntArray) -> None:
    """Fill evs (deals, 32)."""
    for i in range(len(evs)):
        _fill_evs(sums, i, evs[i])


@kernel
def _add_holds(
    parts: NDArray[np.int32],
    weights: IntArray,
    final: NDArray[np.int16],
    holds: NDArray[np.int8],
    multipliers: IntArray,
    net: IntArray,
    pat: IntArray,
) -> None:
    """Add to net (classes,) and pat (categories,) the signed weights of inclusion and exclusion.

    Counts by category, weighted by net and added up, together with pat, are the frequencies.
    """
    for i in range(len(parts)):
        hold = holds[i]
        amount = weights[i] * multipliers[hold]
        rest = 31 ^ hold
        part = rest
        while True:
            sign = amount
            bits = part
            while bits:
                bits &= bits - 1
                sign = -sign
            whole = hold | part
            if whole == 31:
                pat[final[i]] += sign
            else:
                net[parts[i, whole]] += sign
            if part == 0:
                break
            part = (part - 1) & rest
