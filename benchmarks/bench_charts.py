"""Charts of 241 stacks, s = 1 to 25 by 0.1, exact, with the best pure strategies; tables on disk.

The tables are built first if they are missing, and one short chart has run
before, so that the compiled code is loaded; neither is part of a figure.
"""

from __future__ import annotations

import time

from benchmarks.report import report
from jamfold.betting.raises import Raises
from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.spots.charts import make_chart
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_charts import make_tree_chart

_TARGETS: dict[Game, float | None] = {HOLDEM: 10.0, SIX_PLUS: None, OMAHA: 60.0, OMAHA_HILO: None}
_TREES: dict[Game, float] = {HOLDEM: 10.0, OMAHA: 180.0}
_RAISES = Raises(open=(2.0,))
_RUNS = 3


def main() -> None:
    """The median of some sweeps of each game."""
    for game, target in _TARGETS.items():
        make_chart(game, StackGrid(5, 10, 2.5))
        seconds = []
        for _ in range(_RUNS):
            started = time.perf_counter()
            chart = make_chart(game, StackGrid(1, 25, 0.1))
            seconds.append(time.perf_counter() - started)
        note = f"epsilon {chart.epsilon:.1g} bb at most, median of {_RUNS}"
        report(f"{game.name} chart, s = 1 to 25 by 0.1, exact", sorted(seconds)[_RUNS // 2], target, note)

    for game, target in _TREES.items():
        make_tree_chart(game, _RAISES, StackGrid(5, 10, 2.5))
        started = time.perf_counter()
        tree = make_tree_chart(game, _RAISES, StackGrid(2, 26, 1))
        taken = time.perf_counter() - started
        note = f"epsilon {tree.epsilon:.1g} bb at most; jam or fold at every stack besides"
        report(f"{game.name} chart of 25 stacks with an open to 2 bb, exact", taken, target, note)


if __name__ == "__main__":
    main()
