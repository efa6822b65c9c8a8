"""What the strategy page shows: charts, a spot in a few words; the page, and the solver, as one file."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.cards.games import Game
from jamfold.cases.answers.charts import chart_of
from jamfold.cases.answers.rules import known_report
from jamfold.cases.answers.spots import load_table, solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import AppRequest, ExplorerRequest, OutlineRequest, PageFileRequest, PlanesRequest
from jamfold.class_tables.threeway_build import load_threeway
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
    return outline(solved(question, watch), question.max_terms)


def page_file(question: PageFileRequest, watch: Observer) -> tuple[PagePart, ...]:
    return tuple(
        PagePart(explorer_chart(chart, watch), None if chart.sizes else known_report(chart.rules, watch))
        for chart in question.charts
    )


@dataclass(frozen=True)
class AppPart:
    """What the file holds of a game."""

    game: Game
    rule: RuleReport | None
    """To carry in the head; of games of two cards."""
    seats: int = 2
    """How many seats the file solves at most."""


def app(question: AppRequest, watch: Observer) -> tuple[AppPart, ...]:
    """The games with their rules; the tables of those that are solved are there then."""
    parts = []
    for game in question.rules:
        if game.has_square_of_classes:
            load_table(game, watch, planes=True)
        if question.seats > 2:
            load_threeway(game, watch.on_stage)
        rule = known_report(game, watch) if game.has_square_of_classes else None
        parts.append(AppPart(game, rule, question.seats))
    return tuple(parts)


def planes(question: PlanesRequest, watch: Observer) -> str:
    """The game, when its tables are there."""
    load_table(question.rules, watch, planes=True)
    return question.game
