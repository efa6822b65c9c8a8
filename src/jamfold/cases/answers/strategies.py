"""Whole strategies for pages."""

from __future__ import annotations

from jamfold.cases.answers.hands import strategies
from jamfold.cases.answers.spots import load_table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.strategies import BuildRequest, NeedsRequest, SquareRequest
from jamfold.class_tables.margins import build_warning
from jamfold.class_tables.outcome_build import outcome_notice
from jamfold.spots.analysis import Comparison
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.strategy import SeatStrategy


def build(question: BuildRequest, watch: Observer) -> str:
    """The game, when its table is there."""
    load_table(question.rules, watch)
    return question.game


def needs(question: NeedsRequest, watch: Observer) -> str:
    """A sentence for each table; empty if they are there or built in seconds."""
    game = question.rules
    stakes = spot_payoffs(question.situation, question.terms, split=game.split_low).stakes
    ties = outcome_notice(game) if stakes.needs_planes and game.has_class_table else None
    return " ".join(filter(None, (build_warning(game), ties)))


def square(question: SquareRequest, watch: Observer) -> tuple[SeatStrategy, Comparison | None]:
    """The strategy, and how the second source plays."""
    return strategies(question, watch)
