"""Charts of 241 stacks, s = 1 to 25 by 0.1, exact, with the best pure strategies; tables on disk.

The tables are built first if they are missing, and one short chart has run
before, so that the compiled code is loaded; neither is part of a figure.
"""

from __future__ import annotations

import time

from benchmarks.report import report
from jamfold.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.spots.charts import make_chart
from jamfold.spots.stacks import StackGrid

_TARGETS: dict[Game, float | None] = {HOLDEM: 10.0, SIX_PLUS: None, OMAHA: 60.0, OMAHA_HILO: None}
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


if __name__ == "__main__":
    main()
