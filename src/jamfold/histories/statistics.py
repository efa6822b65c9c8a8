"""Statistics of graded decisions: error rates with intervals, and cells.

The interval is a Bayesian bootstrap (D. B. Rubin, 1981): the units (days of play, or single decisions with
fewer than 20 days) get exponential weights, and the rate is computed again with them, 4,000 times.  The upper
end adds one pseudo-mistake of 0.25 bb if that makes the rate larger, for rare large mistakes that have not
occurred yet; the lower end does not, so it is 0 without losses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.display import json_fields

ENOUGH = 30
"""Fewest decisions for a verdict."""
ENOUGH_DAYS = 20
PSEUDO_MISTAKE = 0.25
MILLI = 1000.0

_DRAWS = 4000
_SEED = 14
_LARGEST = 4_000_000
"""Weights drawn at a time: 32 MB."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Count:
    """A reason and its count."""

    reason: str
    count: int


def by_number(counts: Mapping[str, int]) -> tuple[Count, ...]:
    """Return the reasons, most frequent first."""
    return tuple(sorted(starmap(Count, counts.items()), key=lambda count: (-count.count, count.reason)))


@json_fields("name decisions mistakes loss_bb error_rate_mbb=rate_mbb interval_mbb")
@dataclass(frozen=True, slots=True)
class Cell:
    """A group of decisions."""

    name: str
    decisions: int
    mistakes: int
    """Decisions that lose 0.01 bb or more."""
    loss_bb: float
    """Total loss in big blinds."""
    interval_mbb: Interval | None
    """95% interval of the rate; null below 30 decisions, too few for a verdict."""

    @property
    def rate_mbb(self) -> float:
        """Loss per decision in thousandths of a big blind; 0 without decisions."""
        return MILLI * self.loss_bb / self.decisions if self.decisions else 0.0


class CostlyDecision(Protocol):
    """A graded decision: the day, the loss in big blinds, at least 0, and whether it counts as a mistake."""

    @property
    def day(self) -> str: ...
    @property
    def loss(self) -> float: ...
    @property
    def mistake(self) -> bool: ...


DecisionT = TypeVar("DecisionT", bound=CostlyDecision)


class Costs(NamedTuple):
    """Losses of decisions, one row each."""

    losses: FloatArray
    """In big blinds."""
    mistakes: BoolArray
    days: IntArray
    """Days as `numbered` encodes them."""

    @classmethod
    def of(cls, turns: Sequence[CostlyDecision]) -> Self:
        return cls(
            np.array([turn.loss for turn in turns], dtype=np.float64),
            np.array([turn.mistake for turn in turns], dtype=bool),
            numbered([turn.day for turn in turns]),
        )

    def at(self, rows: IntArray) -> Costs:
        return Costs(self.losses[rows], self.mistakes[rows], self.days[rows])

    def cell(self, name: str) -> Cell:
        losses, mistakes, days = self
        interval = rate_interval(losses, days) if losses.size >= ENOUGH else None
        return Cell(name, losses.size, int(mistakes.sum()), float(losses.sum()), interval)


def cells_by(
    turns: Iterable[DecisionT], name: Callable[[DecisionT], str], order: Sequence[str] = ()
) -> tuple[Cell, ...]:
    """Group decisions into cells by name, in a given order, or costliest first."""
    decisions = list(turns)
    names: dict[str, int] = {}
    codes = [names.setdefault(name(decision), len(names)) for decision in decisions]
    return cells_of(Costs.of(decisions), list(names), np.array(codes, dtype=np.int64), order)


def cells_of(
    costs: Costs, names: Sequence[str], codes: NDArray[np.integer], order: Sequence[str] = ()
) -> tuple[Cell, ...]:
    """Like `cells_by`, from names and a code for each row; a name may have several codes."""
    numbers = {name: k for k, name in enumerate(dict.fromkeys(names))}
    of = np.array([numbers[name] for name in names], dtype=np.int64)[codes]
    rows = np.argsort(of, kind="stable")
    ends = np.cumsum(np.bincount(of, minlength=len(numbers))).tolist()
    cells = [
        costs.at(rows[start:end]).cell(name)
        for name, start, end in zip(numbers, [0, *ends], ends, strict=False)
        if end > start
    ]
    if order:
        return tuple(sorted(cells, key=lambda cell: order.index(cell.name)))
    return tuple(sorted(cells, key=lambda cell: (-cell.loss_bb, cell.name)))


def numbered(days: Sequence[str]) -> IntArray:
    """Return days as integers in the order of their names."""
    places = {day: k for k, day in enumerate(sorted(set(days)))}
    return np.array([places[day] for day in days], dtype=np.int64)


def rate_interval(losses: FloatArray, days: IntArray, draws: int = _DRAWS) -> Interval:
    """Return the 95% interval of the loss per decision, in mbb.

    Parameters
    ----------
    losses
        In big blinds, shape (n,), n > 0.
    days
        As `numbered` encodes them, shape (n,).
    draws
        Number of draws of the weights.
    """
    unique, of = np.unique(days, return_inverse=True)
    lost: FloatArray
    sizes: FloatArray
    if len(unique) >= ENOUGH_DAYS:
        lost = np.bincount(of, weights=losses).astype(np.float64)
        sizes = np.bincount(of).astype(np.float64)
        rest = 0
    else:  # decisions without a loss are equal: their weights sum to a gamma variable
        lost = losses[losses > 0.0]
        sizes, rest = np.ones(lost.size), int(losses.size - lost.size)
    rng = np.random.default_rng(_SEED)
    step = max(1, _LARGEST // max(1, lost.size))
    low, high = np.empty(draws), np.empty(draws)
    for start in range(0, draws, step):
        part = slice(start, min(draws, start + step))
        count = part.stop - start
        weights = rng.standard_exponential((count, lost.size))
        total, size = weights @ lost, weights @ sizes
        if rest:
            size = size + rng.standard_gamma(rest, count)
        pseudo = rng.standard_exponential(count)
        low[part] = total / size
        high[part] = np.maximum(total / size, (total + PSEUDO_MISTAKE * pseudo) / (size + pseudo))
    return MILLI * float(np.quantile(low, 0.025)), MILLI * float(np.quantile(high, 0.975))
