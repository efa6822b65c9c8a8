"""What the worker process can compute.

A task takes the JSON of its parameters and a `Report`, and gives JSON; bad
input raises the `JamfoldError` that the command line prints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jamfold.web.tasks import calculators, chance, charts, spots, strategies, videopoker
from jamfold.web.worker import Report

Run = Callable[[dict[str, Any], Report], Any]


@dataclass(frozen=True)
class Task:
    """A task and the lane of the worker that it takes."""

    run: Run
    lane: str


TASKS: dict[str, Task] = {
    "solve": Task(spots.solve, "solving"),
    "build": Task(spots.build, "solving"),
    "chart": Task(charts.chart, "solving"),
    "chart-file": Task(charts.chart_file, "solving"),
    "hand": Task(spots.hand, "asking"),
    "compare": Task(strategies.compare, "asking"),
    "grid": Task(strategies.grid, "asking"),
    "rows": Task(strategies.rows, "asking"),
    "families": Task(strategies.families, "asking"),
    "export": Task(strategies.export, "asking"),
    "range": Task(strategies.range_of, "asking"),
    "player": Task(calculators.player, "asking"),
    "equity": Task(calculators.equity, "counting"),
    "chance": Task(chance.chance, "counting"),
    "distribution": Task(chance.distribution, "counting"),
    "distribution-file": Task(chance.distribution_file, "asking"),
    "pay-tables": Task(videopoker.pay_tables, "asking"),
    "pay-table": Task(videopoker.analyse, "counting"),
    "holds": Task(videopoker.holds, "asking"),
    "pay-strategy": Task(videopoker.strategy, "counting"),
}
