"""An answer as it was given: what was asked, what was done, what it cost, how long it took."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from typing import NamedTuple

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
    """What was asked."""
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
    """What the answer took; None where nobody looked at a clock."""
    rule_loss: float | None = None
    """What the rule that comes with the program would have lost here; None where there is none."""

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
