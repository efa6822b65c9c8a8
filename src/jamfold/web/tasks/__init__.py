"""What the worker process can compute.

A task takes the JSON of its parameters and a `Report`, and gives JSON; bad
input raises the `JamfoldError` that the command line prints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jamfold.web.tasks import calculators, charts, spots, videopoker
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
    "grid": Task(spots.grid, "asking"),
    "rows": Task(spots.rows, "asking"),
    "families": Task(spots.families, "asking"),
    "export": Task(spots.export, "asking"),
    "player": Task(calculators.player, "asking"),
    "equity": Task(calculators.equity, "counting"),
    "winchance": Task(calculators.winchance, "counting"),
    "pay-tables": Task(videopoker.pay_tables, "asking"),
    "pay-table": Task(videopoker.analyse, "counting"),
    "holds": Task(videopoker.holds, "asking"),
    "pay-strategy": Task(videopoker.strategy, "counting"),
}
