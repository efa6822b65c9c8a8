"""Games without a class table: a pass over the factors, a spot, a chart; five cards of 36.

The factors are built first if they are missing, and read once; neither is part of a figure.
"""

from __future__ import annotations

import time

import numpy as np

import jamfold
from benchmarks.report import report
from jamfold.cards.games import GAMES
from jamfold.class_tables.factored.factors import load_factors
from jamfold.spots.charts import Chart

_GAME = "omaha-5-short"
_SIDES = (1, 8)


def main() -> None:
    """Passes for one strategy and for eight; the equilibrium at 10 bb; a chart of 25 stacks."""
    factors = load_factors(GAMES[_GAME])
    rng = np.random.default_rng(1)
    for sides in _SIDES:
        weights = rng.integers(0, 2, (sides, factors.classes.n))
        factors.sums.product(weights)
        started = time.perf_counter()
        factors.sums.product(weights)
        words = "one strategy" if sides == 1 else f"{sides} strategies"
        report(f"a pass over the factors for {words}, {_GAME}", time.perf_counter() - started)
    jamfold.solve(_GAME, stacks=(100, 100))
    spot = jamfold.solve(_GAME, stacks=(100, 100))
    note = f"epsilon {spot.epsilon_bb:.2g} bb over {factors.classes.n:,} classes"
    report(f"exact equilibrium at 10 bb, {_GAME}, warm process", spot.seconds, None, note)
    started = time.perf_counter()
    chart = jamfold.chart(_GAME, low=1, high=25, step=1)
    assert isinstance(chart, Chart)
    report(f"chart of {len(chart.points)} stacks, {_GAME}", time.perf_counter() - started, None, "all exact")


if __name__ == "__main__":
    main()
