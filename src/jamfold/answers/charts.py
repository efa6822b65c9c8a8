"""The chart of a game, from memory or now."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.answers.spots import load_table
from jamfold.answers.watch import Watch
from jamfold.games import Game
from jamfold.hand.posts import Level
from jamfold.hand.terms import Terms
from jamfold.questions.charts import ChartQuestion
from jamfold.spots import charts
from jamfold.spots.charts import Chart, needs_planes
from jamfold.spots.stacks import StackGrid

_charts: Memory[tuple[Game, StackGrid, Level, Terms], Chart] = Memory(4)


def make_chart(game: Game, grid: StackGrid, level: Level, terms: Terms, watch: Watch) -> Chart:
    """The chart of a game over a grid of stacks, from memory or now."""
    load_table(game, watch, planes=needs_planes(game, grid, level, terms))
    return _charts.get(
        (game, grid, level, terms),
        lambda: charts.make_chart(game, grid, level, terms, progress=watch.stage),
    )


@reply.register
def chart(question: ChartQuestion, watch: Watch) -> Chart:
    """The chart; without antes, in units of the big blind."""
    level, terms = question.level, question.terms
    if terms.plain and not level.extras:
        level = level.in_bb
    return make_chart(question.rules, question.grid, level, terms, watch)
