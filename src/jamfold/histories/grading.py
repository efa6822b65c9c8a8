"""Grading of turns by the exact equilibrium at their own spots, all at once, with results as columns.

The margin of a turn is what playing (jamming, or calling a jam) gains over folding against the equilibrium;
its loss is how much less the chosen action earns than the better one.  The small blind may have better
actions that the model lacks, so their loss is a lower bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.histories.decision_columns import Coded, Rows, Turns
from jamfold.histories.decisions import SMALL, PlayerDecision
from jamfold.histories.spot_solver import (
    Holding,
    RequestedHands,
    SolvedHands,
    chart_key,
    class_of,
    holding_at,
)
from jamfold.histories.statistics import Costs, numbered
from jamfold.solver.solution import FREE_MARGIN

CLOSE = 0.01
"""Big blinds: a smaller loss counts, and is not listed as a mistake."""
DEEPER = "stack too deep for this report"
UNKNOWN = "hole cards unknown"
POT_LIMIT = "pot limit does not allow the jam"
NEVER_ASKED = "decision never reached in equilibrium"


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


PLAYED = 0.5
"""A chart plays a hand from this chance on."""


@dataclass(eq=False, repr=False, slots=True)
class GradedDecisions(Rows[RatedDecision]):
    """Judged turns: columns of shape (n,), 50 bytes a turn beside those of `Turns`."""

    turns: Turns
    """They and others."""
    rows: IntArray
    """Which of them."""
    margins: FloatArray
    played: FloatArray
    losses: FloatArray
    chart_losses: FloatArray
    response_losses: FloatArray
    """margins, played, losses, chart_losses, response_losses: As in `RatedDecision`."""
    terms: Mapping[int, TermsAnswer]
    """By whose terms turns are judged, by the row in `turns`; none where chips alone count."""
    prize_losses: Mapping[int, float] = field(default_factory=dict)
    """What decisions lose in prizes, by the row, where that is known."""

    def __len__(self) -> int:
        return self.rows.size

    def row(self, number: int) -> RatedDecision:
        place = int(self.rows[number])
        turn, terms = self.turns[place], self.terms.get(place)
        return RatedDecision(
            turn,
            holding_at(self.turns.holding(place)),
            float(self.margins[number]),
            float(self.played[number]),
            float(self.losses[number]),
            float(self.chart_losses[number]),
            float(self.response_losses[number]),
            "" if terms is None else terms.words,
            self.prize_losses.get(number),
        )

    @property
    def mistakes(self) -> BoolArray:
        """Whether the loss is worth a word."""
        return self.losses >= CLOSE

    @property
    def plays(self) -> BoolArray:
        """Whether they jammed or called."""
        return _plays(self.turns)[self.rows]

    @property
    def costs(self) -> Costs:
        days = self.turns.coded("day")
        return Costs(self.losses, self.mistakes, numbered(days.values)[days.codes[self.rows]])

    def codes(self, column: Coded[Any]) -> NDArray[np.int32]:
        """The numbers of a column of `turns`."""
        return column.codes[self.rows]

    def costliest(self, most: int | None = None) -> Iterator[RatedDecision]:
        """All, or so many of them, the dearest first."""
        return map(self.row, np.argsort(-self.losses, kind="stable")[:most].tolist())


def asked_of(turns: Turns, wanted: RequestedHands) -> IntArray:
    """Ask what has to be known to judge turns: hands at their spots, and in the charts of 10 big blinds.

    Those at their spots, as `wanted` has them, shape (n,).
    """
    own, charted = _hands(turns, wanted)
    wanted.add_all(own)
    wanted.add_all(charted)
    return own


def _hands(turns: Turns, wanted: RequestedHands) -> tuple[IntArray, IntArray]:
    spots, codes, held = turns.spots, turns.spots.codes, turns.holdings
    own = wanted.hands_at(spots.values, codes, held)
    charted = wanted.hands_at([chart_key(spot.game) for spot in spots.values], codes, held)
    return own, charted


def judge(
    turns: Turns,
    wanted: RequestedHands,
    answers: SolvedHands,
    responses: FloatArray | None = None,
    terms: Mapping[int, TermsAnswer] | None = None,
) -> tuple[GradedDecisions, Counter[str]]:
    """Turns beside the equilibrium, and why how many have no loss.

    Parameters
    ----------
    turns
        Those that `partition_gradable` has kept.
    wanted, answers
        With all of `asked_of`.
    responses
        Margins in B against the ranges of opponents, nan where little is known of them, shape (n,).
    terms
        What is right by a room's terms, by row; none where chips alone count.
    """
    terms = terms or {}
    own, charted = _hands(turns, wanted)
    units, plays = turns.units, _plays(turns)
    played, margins = answers.of(own, "played"), answers.of(own, "margin")
    margins = np.where(np.abs(margins) <= FREE_MARGIN, 0.0, units * margins)
    response = np.full(len(turns), np.nan) if responses is None else units * responses
    for row, term in terms.items():
        played[row], margins[row], response[row] = term.played, term.margin, np.nan
    chart_plays = answers.of(charted, "played") >= PLAYED
    losses = losses_of(margins, plays)
    told = ~np.isnan(margins)
    chart_losses = losses_of(margins, chart_plays)
    response_losses = np.where(np.isnan(response), losses, losses_of(response, plays))
    if not told.all():
        margins, played, losses = margins[told], played[told], losses[told]
        chart_losses, response_losses = chart_losses[told], response_losses[told]
    judged = GradedDecisions(
        turns, np.flatnonzero(told), margins, played, losses, chart_losses, response_losses, terms
    )
    never = int(told.size - told.sum())
    return judged, Counter({NEVER_ASKED: never} if never else {})


def losses_of(margins: FloatArray, plays: BoolArray) -> FloatArray:
    """What actions earn less than the better ones, at least 0, never -0."""
    return np.maximum(0.0, np.where(plays, -margins, margins)) + 0.0


def _plays(turns: Turns) -> BoolArray:
    acts = turns.coded("act")
    return np.array([act != "fold" for act in acts.values], dtype=bool)[acts.codes]
