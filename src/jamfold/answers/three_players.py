"""What a tournament of three takes."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.answers import reply
from jamfold.answers.tournaments import three_notices
from jamfold.answers.watch import Watch
from jamfold.questions.three_players import ThreeNeedsQuestion
from jamfold.shown import Shown
from jamfold.tournaments.three_keeping import expected_seconds, is_kept


@dataclass(frozen=True)
class ThreeNeeds(Shown):
    """What a tournament of three takes before it is solved.

    Attributes
    ----------
    states
        How many hands are solved in every sweep.
    kept
        Whether it is solved already, and opened at once.
    seconds
        About how long solving takes.
    notices
        What is built first, in a sentence each.
    """

    states: int
    kept: bool
    seconds: float
    notices: tuple[str, ...]


@reply.register
def three_needs(question: ThreeNeedsQuestion, watch: Watch) -> ThreeNeeds:
    """States, and about how long they take."""
    kept = is_kept(question.rules, question.grid)
    seconds = 0.0 if kept else expected_seconds(question.rules, question.grid)
    return ThreeNeeds(len(question.grid.states), kept, seconds, () if kept else three_notices(question))
