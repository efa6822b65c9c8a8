"""What the strategy page shows: charts, a spot in a few words, the page as one file."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.answers import reply
from jamfold.answers.charts import chart as chart_of
from jamfold.answers.rules import known_report
from jamfold.answers.spots import solved
from jamfold.answers.watch import Watch
from jamfold.practice.rules.find import RuleReport
from jamfold.questions.explorer import OutlineQuestion, PageFileQuestion
from jamfold.spots.charts import Chart
from jamfold.spots.outline import Outline, outline


@dataclass(frozen=True)
class PagePart:
    """What the file holds of a game: its chart, and the rule to carry in the head."""

    chart: Chart
    rule: RuleReport


@reply.register
def outline_spot(question: OutlineQuestion, watch: Watch) -> Outline:
    """Both players' strategies in words."""
    return outline(solved(question, watch), question.max_terms)


@reply.register
def page_file(question: PageFileQuestion, watch: Watch) -> tuple[PagePart, ...]:
    return tuple(
        PagePart(chart_of(chart, watch), known_report(chart.rules, watch)) for chart in question.charts
    )
