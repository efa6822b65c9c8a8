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
"""Seconds up to which a right answer is an easy one."""
HARD_LOSS = 0.02
"""Big blinds (bets, in video poker) below which a wrong answer is still a hard one, not a forgotten one."""
LISTED = 0.01
"""Big blinds from which on a loss is a mistake, as in the report on played hands."""
RANGE = "range"
"""The mode in which a whole range is marked: one answer, no hand, and no decision of the score."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Rating(IntEnum):
    """How well a card was known, in the numbers of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class CardKey(NamedTuple):
    """What is to be known: one hand of a game in a seat, at blinds and antes."""

    game: str
    """A game's name, or ``videopoker``."""
    level: str
    """Antes in words, as `Level.bb_text` writes them; the pay table of video poker."""
    seat: str
    """``sb`` or ``bb``; empty in video poker."""
    hand: str
    """What players call the class; the cards of a deal."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer."""

    at: int
    """When, milliseconds since 1970, UTC."""
    key: CardKey
    """The question."""
    mode: str
    """How it was chosen."""
    stack: float
    s: float
    """stack, s: Effective stack in big blinds before anything was posted, and in units of B; 0 in video
    poker."""
    act: str
    """What was done: ``jam``, ``call``, ``fold``; cards held; a range."""
    loss: float
    """What that earns less than the best, big blinds (bets in video poker), at least 0."""
    free: bool
    """Whether both actions were right."""
    seconds: float | None = None
    """Time to answer; None if it was not measured."""
    rule_loss: float | None = None
    """Loss of the built-in rule here; None if there is no rule."""

    @property
    def right(self) -> bool:
        return self.loss == 0.0

    @property
    def mistake(self) -> bool:
        """Whether the loss is worth a word."""
        return self.loss >= LISTED

    @property
    def rating(self) -> Rating:
        """How well the card was known."""
        return rate(self.loss, self.seconds)

    @property
    def day(self) -> str:
        """The day, in UTC."""
        return moment(self.at).date().isoformat()


def rate(loss: float, seconds: float | None) -> Rating:
    """How well a card was known: quick and right is easy, right good, nearly right hard.

    >>> rate(0.0, 2.0).name, rate(0.0, None).name, rate(0.019, 1.0).name, rate(0.02, 1.0).name
    ('EASY', 'GOOD', 'HARD', 'AGAIN')
    """
    if loss == 0.0:
        return Rating.EASY if seconds is not None and seconds <= QUICK else Rating.GOOD
    return Rating.HARD if loss < HARD_LOSS else Rating.AGAIN


def moment(at: int) -> datetime:
    """Milliseconds since 1970 as a time in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


DAY = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What the scheduler knows of a card; times in milliseconds since 1970, UTC."""

    state: int
    step: int | None
    """state, step: 1 learning, 2 review, 3 learning again; the step of learning, None in review."""
    stability: float
    """Days after which the chance to know it is 90%."""
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
