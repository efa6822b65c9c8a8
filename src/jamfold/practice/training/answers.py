"""Answers to exercises, with their cost and time, and the scheduler that repeats the cards.

The scheduler is FSRS-6 of the package ``fsrs``, without its random spread.  A card is due again when the
chance that it is still known has fallen to 90%, by the model of J. Ye, "A stochastic shortest path
algorithm for optimizing spaced repetition scheduling" (KDD 2022), with the weights that come with the
package.  Without the spread the same answers give the same days, so the cards can be rebuilt from the
answers alone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import fsrs

QUICK = 4.0
"""A right answer within this many seconds is rated easy."""
HARD_LOSS = 0.02
"""A wrong answer that loses less, in big blinds (bets in video poker), is rated hard instead of again."""
LISTED = 0.01
"""A loss of this many big blinds or more is a mistake, as in the report on played hands."""
RANGE = "range"
"""The mode that marks a whole range: one answer, without a hand, which is not a decision of the score."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Rating(IntEnum):
    """How well a card was remembered, in the numbers of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class CardKey(NamedTuple):
    """The key of a card: one hand of a game in a seat, at blinds and antes."""

    game: str
    """A game's name, or ``videopoker``."""
    level: str
    """Antes in words, as `Level.bb_text` writes them; the pay table of video poker."""
    seat: str
    """``sb`` or ``bb``; empty in video poker."""
    hand: str
    """The name of the class; in video poker the cards of the deal."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer."""

    at: int
    """Time in milliseconds since 1970, UTC."""
    key: CardKey
    mode: str
    stack: float
    s: float
    """stack, s: Effective stack in big blinds before anything was posted, and in units of B; 0 in video
    poker."""
    act: str
    """The action: ``jam``, ``call``, ``fold``; the cards held; or a range."""
    loss: float
    """The best EV less the action's, in big blinds (bets in video poker), at least 0."""
    free: bool
    """Whether both actions were right."""
    seconds: float | None = None
    """Time to answer; None if it was not measured."""
    rule_loss: float | None = None
    """Loss of the bundled point rule; None if there is none."""

    @property
    def right(self) -> bool:
        return self.loss == 0.0

    @property
    def mistake(self) -> bool:
        """Whether the loss is large enough to count as a mistake."""
        return self.loss >= LISTED

    @property
    def rating(self) -> Rating:
        return rate(self.loss, self.seconds)

    @property
    def day(self) -> str:
        """The day, in UTC."""
        return moment(self.at).date().isoformat()


def rate(loss: float, seconds: float | None) -> Rating:
    """Rate an answer: easy if right and quick, good if right, hard if nearly right, else again.

    >>> rate(0.0, 2.0).name, rate(0.0, None).name, rate(0.019, 1.0).name, rate(0.02, 1.0).name
    ('EASY', 'GOOD', 'HARD', 'AGAIN')
    """
    if loss == 0.0:
        return Rating.EASY if seconds is not None and seconds <= QUICK else Rating.GOOD
    return Rating.HARD if loss < HARD_LOSS else Rating.AGAIN


def moment(at: int) -> datetime:
    """Convert milliseconds since 1970 to a time in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


DAY = 86_400_000
"""A day in milliseconds."""


@dataclass(frozen=True, slots=True)
class MemoryState:
    """The scheduler's state of a card; times in milliseconds since 1970, UTC."""

    state: int
    step: int | None
    """state, step: 1 learning, 2 review, 3 learning again; the step of learning, None in review."""
    stability: float
    """Days after which the chance to remember it is 90%."""
    difficulty: float
    """1 to 10."""
    due: int
    last: int
    """due, last: when it is due again, and when it was last answered."""


def review(card: MemoryState | None, rating: Rating, at: int) -> MemoryState:
    """Return the state of a card after an answer; `card` is None if it is new.

    If the clock was set back, no time has passed.
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
    """Return the settings of the scheduler; `longest` in days, steps in milliseconds."""
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
