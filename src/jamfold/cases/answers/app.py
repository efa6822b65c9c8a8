"""The file that solves: what it holds of each game."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.cards.games import Game
from jamfold.cases.answers.rules import known_report
from jamfold.cases.answers.spots import load_table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.app import AppRequest, PlanesRequest
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.practice.point_rules.report import RuleReport


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
