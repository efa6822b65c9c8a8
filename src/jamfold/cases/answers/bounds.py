"""Bounds of the whole game, from memory or now."""

from __future__ import annotations

from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import load_table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.bounds import BoundsRequest
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.whole_game import Bounds, whole_game_bounds

_bounds: ResultCache[BoundsRequest, Bounds] = ResultCache(8)


def bounds(question: BoundsRequest, watch: Observer) -> Bounds:
    """Return the bounds, their strategies, the thresholds, and the chart if requested."""
    grid = StackGrid(question.low, question.high, question.step)
    load_table(question.rules, watch)

    def compute() -> Bounds:
        return whole_game_bounds(
            question.rules,
            question.situation,
            grid if question.chart else None,
            watch.on_stage,
            flops=question.flops,
        )

    return _bounds.get(question, compute, watch)
