"""Whole strategies for pages."""

from __future__ import annotations

from typing import NamedTuple

from jamfold.cases.answers.hands import strategies
from jamfold.cases.answers.spots import load_table, usual_method
from jamfold.cases.answers.watch import Observer
from jamfold.cases.spots import APPROXIMATE
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


class Needs(NamedTuple):
    """What has to be built for a spot."""

    sentence: str
    """A sentence for each table; empty if they are there, built in seconds, or not wanted."""
    is_approximable: bool = False
    """Whether there is an approximate answer without them."""
    short_link: str = ""
    """Where the offline file, and the page before anything is built, hold the very hand: how the address
    ends."""


def needs(question: NeedsRequest, watch: Observer) -> Needs:
    game = question.rules
    stakes = spot_payoffs(question.situation, question.terms, split=game.split_low).stakes
    ties = outcome_notice(game) if stakes.needs_planes and game.has_class_table else None
    is_approximable = usual_method(game, is_linear=stakes.is_linear) == APPROXIMATE
    if is_approximable and question.method == APPROXIMATE:
        return Needs("")
    return Needs(" ".join(filter(None, (build_warning(game), ties))), is_approximable)


def square(question: SquareRequest, watch: Observer) -> tuple[SeatStrategy, Comparison | None]:
    """The strategy, and how the second source plays."""
    return strategies(question, watch)
