"""Turns judged by the exact equilibrium at their own spots.

The margin of a turn is what playing (jamming; calling, given the jam) gains
over folding against the equilibrium, and its loss what the action chosen
earns less than the better one.  The small blind may have better actions that
the model lacks, so their loss is a lower bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from jamfold.histories.answers import Holding, class_of
from jamfold.histories.turns import SMALL, PlayerDecision

CLOSE = 0.01
"""Big blinds: a smaller loss counts, and is not listed as a mistake."""
DEEPER = "stacks deeper than the report covers"
UNKNOWN = "cards not known"
POT_LIMIT = "pot limit does not allow the jam"
NEVER_ASKED = "the equilibrium never asks this hand"


class DecisionLike(Protocol):
    """A decision that was made, at a table of any size."""

    @property
    def day(self) -> str:
        """Of the hand."""
        ...

    @property
    def act(self) -> str:
        """``jam``, ``call``, ``fold``, or ``other``."""
        ...

    @property
    def play_action(self) -> str:
        """What playing a hand is called there: ``jam`` or ``call``."""
        ...


DecisionT = TypeVar("DecisionT", bound=DecisionLike)


@dataclass(frozen=True, slots=True)
class GradedDecision(Generic[DecisionT]):
    """A turn beside an equilibrium; losses and margins in big blinds of the hand."""

    turn: DecisionT
    holding: Holding
    """Seat and class."""
    margin: float
    """EV of playing less EV of folding; 0 where they cannot be told apart."""
    played: float
    """Chance with which the equilibrium plays."""
    loss: float
    """What the action earns less than the better one, at least 0."""

    @property
    def day(self) -> str:
        """Of the hand."""
        return self.turn.day

    @property
    def mistake(self) -> bool:
        """Whether the loss is worth a word."""
        return self.loss >= CLOSE

    @property
    def plays(self) -> bool:
        """Whether they jammed or called."""
        return self.turn.act != "fold"

    @property
    def right(self) -> str:
        """The better action, ``either`` where both are right."""
        if self.margin == 0.0:
            return "either"
        return "fold" if self.margin < 0.0 else self.turn.play_action


@dataclass(frozen=True, slots=True)
class RatedDecision(GradedDecision[PlayerDecision]):
    """A turn of two that counts in the rating; margins are free to 1e-9 of B."""

    chart_loss: float
    """What the action of the chart of 10 big blinds would lose here."""
    response_loss: float
    """The loss against this opponent's own range; the same as `loss` where little is known of them."""
    room: str = ""
    """The options of commands for the room's table by whose terms it is judged; empty for chips alone."""
    prize_loss: float | None = None
    """In prizes, where they are given and the decision can be judged by them."""


class TermsAnswer(NamedTuple):
    """What the equilibrium says about a hand where more than chips counts."""

    played: float
    margin: float
    """In big blinds; nan if the hand is never asked."""
    words: str = ""
    """As `RatedDecision.room`."""


def loss_of(margin: float, plays: bool) -> float:
    """What an action earns less than the better one."""
    return max(0.0, -margin if plays else margin)


def holding_of(turn: PlayerDecision) -> Holding:
    """Seat and class of a turn whose cards are known."""
    return holding_in(turn.seat, turn.spot.game, turn.cards)


@lru_cache(1 << 16)
def holding_in(seat: str, game: str, cards: str) -> Holding:
    """Seat and class of known cards, one object for the same ones."""
    return seat, class_of(game, cards)


def partition_gradable(
    turns: Iterable[PlayerDecision], max_s: float, keep: Callable[[PlayerDecision], object]
) -> Counter[str]:
    """Keep the turns that can be judged; why how many others cannot."""
    left_out: Counter[str] = Counter()
    for turn in turns:
        reason = ungradable_reason(turn, max_s)
        if reason:
            left_out[reason] += 1
        else:
            keep(turn)
    return left_out


def ungradable_reason(turn: PlayerDecision, max_s: float) -> str:
    """Why a turn is not judged; empty if it is."""
    if turn.spot.s > max_s:
        return DEEPER
    if turn.act == "other":
        return turn.reason
    if (turn.seat == SMALL or turn.raised) and not turn.jam_allowed:
        return POT_LIMIT
    return "" if turn.cards else UNKNOWN
