"""The chart of a game, from memory or now."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.answers.spots import load_table
from jamfold.answers.watch import Watch
from jamfold.games import Game
from jamfold.hand.posts import Level
from jamfold.hand.raises import JAM_OR_FOLD, Raises
from jamfold.hand.terms import Terms
from jamfold.questions.charts import ChartQuestion
from jamfold.spots import charts
from jamfold.spots.charts import Chart, needs_planes
from jamfold.spots.stacks import StackGrid
from jamfold.spots.tree_charts import make_tree_chart

_charts: Memory[tuple[Game, StackGrid, Level, Terms, Raises, bool], Chart] = Memory(4)


def make_chart(
    game: Game,
    grid: StackGrid,
    level: Level,
    terms: Terms,
    watch: Watch,
    raises: Raises = JAM_OR_FOLD,
    *,
    decisions: bool = False,
) -> Chart:
    """The chart of a game over a grid of stacks, from memory or now; `decisions`: of a tree all of them."""
    load_table(game, watch, planes=needs_planes(game, grid, level, terms))

    def made() -> Chart:
        if raises:
            return make_tree_chart(
                game, raises, grid, level, terms, decisions=decisions, progress=watch.stage
            )
        return charts.make_chart(game, grid, level, terms, progress=watch.stage)

    return _charts.get((game, grid, level, terms, raises, decisions), made, watch)


@reply.register
def chart(question: ChartQuestion, watch: Watch) -> Chart:
    """The chart; without antes, in units of the big blind."""
    return chart_of(question, watch)


def chart_of(question: ChartQuestion, watch: Watch, *, decisions: bool = False) -> Chart:
    """The chart of a question; `decisions` as in `make_chart`."""
    level, terms = question.level, question.terms
    if terms.plain and not level.extras:
        level = level.in_bb
    raises = question.raises_at(level)
    return make_chart(question.rules, question.grid, level, terms, watch, raises, decisions=decisions)
