"""The chart of a game, and bounds of the whole game, from memory or now."""

from __future__ import annotations

from typing import Any

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import JAM_OR_FOLD, Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.cards.games import Game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import chosen_method, load_table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.charts import BoundsRequest, ChartRequest
from jamfold.cases.spots import EXACT
from jamfold.spots import charts
from jamfold.spots.charts import Chart, needs_planes
from jamfold.spots.nplayer.position_charts import PositionCharts, position_charts
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_charts import make_tree_chart
from jamfold.spots.whole_game import Bounds, whole_game_bounds

_positions: ResultCache[tuple[Any, ...], PositionCharts] = ResultCache(4)
_charts: ResultCache[tuple[Any, ...], Chart] = ResultCache(4)


def make_chart(
    game: Game,
    grid: StackGrid,
    level: BlindLevel,
    terms: PayoffTerms,
    watch: Observer,
    raises: Raises = JAM_OR_FOLD,
    *,
    decisions: bool = False,
    method: str = "",
) -> Chart:
    """The chart of a game over a grid of stacks, from memory or now; `decisions`: of a tree all of them."""
    planes = needs_planes(game, grid, level, terms)
    method = chosen_method(method, game, watch, is_linear=not (planes or raises))
    if method == EXACT:
        load_table(game, watch, planes=planes)

    def compute() -> Chart:
        if raises:
            return make_tree_chart(
                game, raises, grid, level, terms, decisions=decisions, progress=watch.on_stage
            )
        return charts.make_chart(game, grid, level, terms, method=method, progress=watch.on_stage)

    return _charts.get((game, grid, level, terms, raises, decisions, method), compute, watch)


def chart(question: ChartRequest, watch: Observer) -> Chart | PositionCharts:
    """Return the chart; without antes, in units of the big blind."""
    return chart_of(question, watch) if question.seats is None else positions_of(question, watch)


def positions_of(question: ChartRequest, watch: Observer) -> PositionCharts:
    """Return the charts of all seats, bundled or solved now."""
    assert question.seats is not None
    seats, terms = question.seats, question.terms_for(question.seats)
    level = question.level.in_bb if terms.plain else question.level
    key = question.rules, seats, level, question.grid, terms, question.overcalls

    def compute() -> PositionCharts:
        return position_charts(
            question.rules, seats, level, question.grid, terms,
            overcalls=question.overcalls, progress=watch.on_stage,
        )  # fmt: skip

    return _positions.get(key, compute, watch)


def chart_of(question: ChartRequest, watch: Observer, *, decisions: bool = False) -> Chart:
    """Return the chart of a request; `decisions` as in `make_tree_chart`."""
    level, terms = question.level, question.terms
    if terms.plain and not level.extras:
        level = level.in_bb
    raises = question.raises_at(level)
    method = question.method
    return make_chart(
        question.rules, question.grid, level, terms, watch, raises, decisions=decisions, method=method
    )


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
