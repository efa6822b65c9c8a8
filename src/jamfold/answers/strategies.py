"""Whole strategies for pages."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.hands import strategies
from jamfold.answers.spots import load_table
from jamfold.answers.watch import Watch
from jamfold.questions.strategies import BuildQuestion, NeedsQuestion, SquareQuestion
from jamfold.spots.comparison import Comparison
from jamfold.spots.strategy import SeatStrategy
from jamfold.tables.margins import sums_notice


@reply.register
def build(question: BuildQuestion, watch: Watch) -> str:
    """The game, when its table is there."""
    load_table(question.rules, watch)
    return question.game


@reply.register
def needs(question: NeedsQuestion, watch: Watch) -> str:
    """A sentence; empty if the table is there or built in seconds."""
    return sums_notice(question.rules) or ""


@reply.register
def square(question: SquareQuestion, watch: Watch) -> tuple[SeatStrategy, Comparison | None]:
    """The strategy, and how the second source plays."""
    return strategies(question, watch)
