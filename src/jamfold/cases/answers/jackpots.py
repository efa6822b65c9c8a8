"""What a jackpot and fees do to a table, solved with it and without."""

from __future__ import annotations

from dataclasses import replace

from jamfold.cases.answers.table import table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.jackpots import JackpotRequest
from jamfold.spots.nplayer.jackpot_effect import JackpotEffect, jackpot_effect
from jamfold.spots.nplayer.profile import given_ranges
from jamfold.spots.nplayer.result import SECONDS


def effect(question: JackpotRequest, watch: Observer) -> JackpotEffect:
    """The hands that are moved, the cost of ignoring it, fees and rakeback."""
    request = question.table_question
    if request.ranges:  # wrong ranges are reported before anything is solved
        given_ranges(request.rules, request.hand, request.ranges)
    solved = table(replace(request, ranges=""), watch)
    without = table(question.without_jackpot, watch)
    measured = table(request, watch) if request.ranges else solved
    return jackpot_effect(
        solved,
        without,
        measured,
        question.most,
        SECONDS if question.seconds is None else question.seconds,
        question.pool,
        watch.on_stage,
    )
