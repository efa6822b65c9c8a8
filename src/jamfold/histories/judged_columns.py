"""Turns judged by the exact equilibrium at their own spots, all of them at once; what they say is columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.histories.answers import RequestedHands, SolvedHands, chart_key, holding_at
from jamfold.histories.columns import Coded, Rows
from jamfold.histories.judged_turns import CLOSE, NEVER_ASKED, RatedDecision, TermsAnswer
from jamfold.histories.statistics import Costs, numbered
from jamfold.histories.turn_columns import Turns
from jamfold.solver.solution import FREE_MARGIN

PLAYED = 0.5
"""A chart plays a hand from this chance on."""


class GradedDecisions(Rows[RatedDecision]):
    """Judged turns: columns of shape (n,), 50 bytes a turn beside those of `Turns`.

    Parameters
    ----------
    turns
        They and others.
    rows
        Which of them.
    margins, played, losses, chart_losses, response_losses
        As in `RatedDecision`.
    terms
        By whose terms turns are judged, by the row in `turns`; none where chips alone count.
    """

    __slots__ = (
        "_terms",
        "chart_losses",
        "losses",
        "margins",
        "played",
        "prize_losses",
        "response_losses",
        "rows",
        "turns",
    )

    def __init__(
        self,
        turns: Turns,
        rows: IntArray,
        margins: FloatArray,
        played: FloatArray,
        losses: FloatArray,
        chart_losses: FloatArray,
        response_losses: FloatArray,
        terms: Mapping[int, TermsAnswer],
    ) -> None:
        self.turns, self.rows = turns, rows
        self.margins, self.played, self.losses = margins, played, losses
        self.chart_losses, self.response_losses = chart_losses, response_losses
        self._terms = terms
        self.prize_losses: Mapping[int, float] = {}

    def __len__(self) -> int:
        return self.rows.size

    def row(self, number: int) -> RatedDecision:
        place = int(self.rows[number])
        turn, terms = self.turns[place], self._terms.get(place)
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
    for row, one in terms.items():
        played[row], margins[row], response[row] = one.played, one.margin, np.nan
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
