"""When a card comes again: the scheduler FSRS-6 of the package ``fsrs``, without its random spread.

A card is due again when the chance to know it still has fallen to 90 %, by the model of
J. Ye, "A stochastic shortest path algorithm for optimizing spaced repetition scheduling"
(KDD 2022), with the weights that come with the package.  Without the spread the same
answers give the same days, so that cards can be made anew from the answers alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jamfold.practice.trainer.answers import Rating, moment

if TYPE_CHECKING:
    import fsrs

DAY = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What the scheduler knows of a card; times in milliseconds since 1970, UTC."""

    state: int
    step: int | None
    """state, step: 1 learning, 2 review, 3 learning again; the step of learning, None in review."""
    stability: float
    """Days after which the chance to know it is 90 %."""
    difficulty: float
    """1 to 10."""
    due: int
    last: int
    """due, last: When it comes again, and when it came last."""


def review(card: MemoryState | None, rating: Rating, at: int) -> MemoryState:
    """A card after an answer; None is a card that was never asked.

    A clock that was set back counts as standing still.
    """
    import fsrs

    before = fsrs.Card(card_id=0)
    if card is not None:
        at = max(at, card.last)
        before = fsrs.Card(
            card_id=0,
            state=fsrs.State(card.state),
            step=card.step,
            stability=card.stability,
            difficulty=card.difficulty,
            due=moment(card.due),
            last_review=moment(card.last),
        )
    after, _ = _scheduler().review_card(before, fsrs.Rating(int(rating)), moment(at))
    assert after.stability is not None
    assert after.difficulty is not None
    due = at + round((after.due - moment(at)).total_seconds() * 1000)
    return MemoryState(after.state.value, after.step, after.stability, after.difficulty, due, at)


def schedule() -> dict[str, Any]:
    """Return what the scheduler is set to; longest in days, steps in milliseconds."""
    scheduler = _scheduler()
    return {
        "weights": scheduler.parameters,
        "wanted": scheduler.desired_retention,
        "longest": scheduler.maximum_interval,
        "learning": [step.total_seconds() * 1000 for step in scheduler.learning_steps],
        "again": [step.total_seconds() * 1000 for step in scheduler.relearning_steps],
    }


@lru_cache(1)
def _scheduler() -> fsrs.Scheduler:
    import fsrs

    return fsrs.Scheduler(enable_fuzzing=False)
