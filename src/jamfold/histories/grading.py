"""Grading of decisions by the exact equilibrium at their own spots, with results as columns.

The margin of a decision is the gain of playing (jamming, or calling a jam) over folding against the
equilibrium; its loss is the EV of the better action less that of the chosen one.  The small blind may have
better actions outside the model, so their loss is a lower bound.
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
"""Smallest mistake, in big blinds; smaller losses count, but are not listed."""
DEEPER = "stack too deep for this report"
UNKNOWN = "hole cards unknown"
POT_LIMIT = "pot limit does not allow the jam"
NEVER_ASKED = "decision never reached in equilibrium"


class DecisionLike(Protocol):
    """A decision at a table of any size: `play_action`, to jam or call, is what `act` is if they play."""

    @property
    def day(self) -> str: ...
    @property
    def act(self) -> str: ...
    @property
    def play_action(self) -> str: ...


DecisionT = TypeVar("DecisionT", bound=DecisionLike)


@dataclass(frozen=True, slots=True)
class GradedDecision(Generic[DecisionT]):
    """A decision compared with an equilibrium; losses and margins in big blinds of the hand."""

    turn: DecisionT
    holding: Holding
    """Seat and class."""
    margin: float
    """EV of playing less EV of folding; 0 if indifferent."""
    played: float
    """Frequency with which the equilibrium plays."""
    loss: float
    """EV of the better action less that of the chosen one, at least 0."""

    @property
    def day(self) -> str:
        """Day of the hand."""
        return self.turn.day

    @property
    def mistake(self) -> bool:
        """Whether the loss reaches `CLOSE`."""
        return self.loss >= CLOSE

    @property
    def plays(self) -> bool:
        """Whether the player jammed or called."""
        return self.turn.act != "fold"

    @property
    def right(self) -> str:
        """The better action; ``either`` if both are right."""
        if self.margin == 0.0:
            return "either"
        return "fold" if self.margin < 0.0 else self.turn.play_action


@dataclass(frozen=True, slots=True)
class RatedDecision(GradedDecision[PlayerDecision]):
    """A heads-up decision that counts in the rating; margins up to 1e-9 of B are 0."""

    chart_loss: float
    """Loss of the action in the chart of 10 big blinds."""
    response_loss: float
    """Loss against this opponent's own range; equals `loss` if little is known of them."""
    room: str = ""
    """Command options for the room's table whose terms grade the decision; empty for chips alone."""
    prize_loss: float | None = None
    """Loss in prizes; None without prizes, or if they cannot grade the decision."""


class TermsAnswer(NamedTuple):
    """The equilibrium at a hand under a room's terms."""

    played: float
    margin: float
    """In big blinds; NaN if the decision is never reached."""
    words: str = ""
    """As `RatedDecision.room`."""


def loss_of(margin: float, plays: bool) -> float:
    """Return the EV of the better action less that of the chosen one."""
    return max(0.0, -margin if plays else margin)


def holding_of(turn: PlayerDecision) -> Holding:
    """Return seat and class of a decision with known cards."""
    return holding_in(turn.seat, turn.spot.game, turn.cards)


@lru_cache(1 << 16)
def holding_in(seat: str, game: str, cards: str) -> Holding:
    """Return seat and class of known cards, cached so that equal ones are one object."""
    return seat, class_of(game, cards)


def partition_gradable(
    turns: Iterable[PlayerDecision], max_s: float, keep: Callable[[PlayerDecision], object]
) -> Counter[str]:
    """Pass gradable decisions to `keep`; return the number of others by reason."""
    left_out: Counter[str] = Counter()
    for turn in turns:
        reason = ungradable_reason(turn, max_s)
        if reason:
            left_out[reason] += 1
        else:
            keep(turn)
    return left_out


def ungradable_reason(turn: PlayerDecision, max_s: float) -> str:
    """Return why a decision cannot be graded; empty if it can."""
    if turn.spot.s > max_s:
        return DEEPER
    if turn.act == "other":
        return turn.reason
    if (turn.seat == SMALL or turn.raised) and not turn.jam_allowed:
        return POT_LIMIT
    return "" if turn.cards else UNKNOWN


PLAYED = 0.5
"""Smallest frequency at which a chart plays a hand."""


@dataclass(eq=False, repr=False, slots=True)
class GradedDecisions(Rows[RatedDecision]):
    """Graded decisions in columns of shape (n,): 50 bytes each in addition to those of `Turns`."""

    turns: Turns
    """These decisions and others."""
    rows: IntArray
    """Indices into `turns`."""
    margins: FloatArray
    played: FloatArray
    losses: FloatArray
    chart_losses: FloatArray
    response_losses: FloatArray
    """margins, played, losses, chart_losses, response_losses: As in `RatedDecision`."""
    terms: Mapping[int, TermsAnswer]
    """Answers under a room's terms by row of `turns`; empty if chips alone count."""
    prize_losses: Mapping[int, float] = field(default_factory=dict)
    """Known losses in prizes by row."""

    def __len__(self) -> int:
        return self.rows.size

    def row(self, number: int) -> RatedDecision:
        place = int(self.rows[number])
        turn, terms = self.turns[place], self.terms.get(place)
        columns = self.margins, self.played, self.losses, self.chart_losses, self.response_losses
        margin, played, loss, chart, response = (float(column[number]) for column in columns)
        return RatedDecision(
            turn, holding_at(self.turns.holding(place)), margin, played, loss, chart, response,
            "" if terms is None else terms.words, self.prize_losses.get(number),
        )  # fmt: skip

    @property
    def mistakes(self) -> BoolArray:
        """Whether the loss reaches `CLOSE`."""
        return self.losses >= CLOSE

    @property
    def plays(self) -> BoolArray:
        """Whether the player jammed or called."""
        return _plays(self.turns)[self.rows]

    @property
    def costs(self) -> Costs:
        days = self.turns.coded("day")
        return Costs(self.losses, self.mistakes, numbered(days.values)[days.codes[self.rows]])

    def codes(self, column: Coded[Any]) -> NDArray[np.int32]:
        """Return the codes of a column of `turns` for these decisions."""
        return column.codes[self.rows]

    def costliest(self, most: int | None = None) -> Iterator[RatedDecision]:
        """Iterate over all or at most `most` decisions, costliest first."""
        return map(self.row, np.argsort(-self.losses, kind="stable")[:most].tolist())


def request_hands(turns: Turns, requested: RequestedHands) -> IntArray:
    """Request hands at their spots and in the charts of 10 big blinds, to grade decisions.

    Returns the rows in `requested` of those at their spots, shape (n,).
    """
    own, charted = _hands(turns, requested)
    requested.add_all(own)
    requested.add_all(charted)
    return own


def _hands(turns: Turns, requested: RequestedHands) -> tuple[IntArray, IntArray]:
    spots, codes, holdings = turns.spots, turns.spots.codes, turns.holdings
    own = requested.hands_at(spots.values, codes, holdings)
    charted = requested.hands_at([chart_key(spot.game) for spot in spots.values], codes, holdings)
    return own, charted


def judge(
    turns: Turns,
    requested: RequestedHands,
    answers: SolvedHands,
    responses: FloatArray | None = None,
    terms: Mapping[int, TermsAnswer] | None = None,
) -> tuple[GradedDecisions, Counter[str]]:
    """Compare decisions with the equilibrium; also count those without a loss by reason.

    Parameters
    ----------
    turns
        Gradable decisions, see `partition_gradable`.
    requested, answers
        Include all hands of `request_hands`.
    responses
        Margins in B against the ranges of opponents, NaN if little is known of them, shape (n,).
    terms
        Answers under a room's terms by row; None if chips alone count.
    """
    terms = terms or {}
    own, charted = _hands(turns, requested)
    units, plays = turns.units, _plays(turns)
    played, margins = answers.of(own, "played"), answers.of(own, "margin")
    margins = np.where(np.abs(margins) <= FREE_MARGIN, 0.0, units * margins)
    response = np.full(len(turns), np.nan) if responses is None else units * responses
    for row, term in terms.items():
        played[row], margins[row], response[row] = term.played, term.margin, np.nan
    chart_plays = answers.of(charted, "played") >= PLAYED
    losses = losses_of(margins, plays)
    is_graded = ~np.isnan(margins)
    chart_losses = losses_of(margins, chart_plays)
    response_losses = np.where(np.isnan(response), losses, losses_of(response, plays))
    if not is_graded.all():
        margins, played, losses = margins[is_graded], played[is_graded], losses[is_graded]
        chart_losses, response_losses = chart_losses[is_graded], response_losses[is_graded]
    graded = GradedDecisions(
        turns, np.flatnonzero(is_graded), margins, played, losses, chart_losses, response_losses, terms
    )
    never = int(is_graded.size - is_graded.sum())
    return graded, Counter({NEVER_ASKED: never} if never else {})


def losses_of(margins: FloatArray, plays: BoolArray) -> FloatArray:
    """Return the EV of the better actions less that of the chosen ones, at least 0, never -0."""
    return np.maximum(0.0, np.where(plays, -margins, margins)) + 0.0


def _plays(turns: Turns) -> BoolArray:
    acts = turns.coded("act")
    return np.array([act != "fold" for act in acts.values], dtype=bool)[acts.codes]
