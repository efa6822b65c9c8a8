"""Future game simulation."""

from __future__ import annotations

from jamfold.betting.hand import is_exactly_solvable
from jamfold.cases.answers.table import counted_notices
from jamfold.cases.answers.tournaments import LONG, time_text
from jamfold.cases.answers.watch import Observer
from jamfold.cases.future import FutureRequest
from jamfold.spots.tournaments.before import check_future
from jamfold.spots.tournaments.future import FutureGame, Sampling, expected_seconds, future_game, needed_hands
from jamfold.spots.tournaments.stored_tournaments import kept_future


def future(question: FutureRequest, watch: Observer) -> FutureGame:
    """Values by depth, and the hand."""
    game, hand, depth = question.rules, question.hand, question.depth
    check_future(game, hand, depth)
    levels = needed_hands(game, hand, depth)
    sampling = Sampling(question.seconds, question.seed)
    hands, seconds = sum(map(len, levels.values())), expected_seconds(game, levels, sampling)
    if seconds > LONG:
        watch.on_notice(
            f"{hands:,} hands are solved in about {time_text(seconds)}; if it is stopped, it continues the "
            "next time."
        )
    for notice in counted_notices(game, hand) if is_exactly_solvable(game, hand) else ():
        watch.on_notice(notice)
    settings = None if is_exactly_solvable(game, hand) else sampling
    with kept_future(game, hand, depth, hands, settings) as checkpoint:
        return future_game(game, hand, depth, watch.on_stage, checkpoint, sampling)
