"""Future game simulation."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.table import counted_notices
from jamfold.answers.tournaments import LONG, time_text
from jamfold.answers.watch import Watch
from jamfold.questions.future import FutureQuestion
from jamfold.tournaments.future import FutureGame, expected_seconds, future_game, needed_hands
from jamfold.tournaments.kept_future import kept_future


@reply.register
def future(question: FutureQuestion, watch: Watch) -> FutureGame:
    """Values by depth, and the hand."""
    levels = needed_hands(question.rules, question.hand, question.depth)
    hands, seconds = sum(map(len, levels.values())), expected_seconds(question.rules, levels)
    if seconds > LONG:
        watch.notice(
            f"{hands:,} hands are solved in about {time_text(seconds)}; "
            "what is cut off goes on the next time."
        )
    for notice in counted_notices(question.rules, question.hand):
        watch.notice(notice)
    with kept_future(question.rules, question.hand, question.depth, hands) as checkpoint:
        return future_game(question.rules, question.hand, question.depth, watch.stage, checkpoint)
