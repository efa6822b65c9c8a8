"""What the strategy page shows: charts, a spot in a few words, the page as one file."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.cases.answers.charts import chart_of
from jamfold.cases.answers.rules import known_report
from jamfold.cases.answers.spots import solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import ExplorerRequest, OutlineRequest, PageFileRequest
from jamfold.practice.point_rules.report import RuleReport
from jamfold.spots.charts import Chart
from jamfold.spots.outline import Outline, outline


@dataclass(frozen=True)
class PagePart:
    """What the file holds of a game: its chart, and the rule to carry in the head."""

    chart: Chart
    rule: RuleReport | None
    """None with raises before the all-in."""


def explorer_chart(question: ExplorerRequest, watch: Observer) -> Chart:
    """The chart with all decisions of its trees."""
    return chart_of(question, watch, decisions=True)


def outline_spot(question: OutlineRequest, watch: Observer) -> Outline:
    """Both players' strategies in words."""
    return outline(solved(question, watch), question.max_terms)


def page_file(question: PageFileRequest, watch: Observer) -> tuple[PagePart, ...]:
    return tuple(
        PagePart(explorer_chart(chart, watch), None if chart.sizes else known_report(chart.rules, watch))
        for chart in question.charts
    )
