"""What judged turns say together: rates, cells, where they cost most, and in which money."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import Any

import numpy as np

from jamfold.cards.games import find_game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import json_fields
from jamfold.histories.decision_columns import Coded
from jamfold.histories.decisions import BIG, SMALL
from jamfold.histories.families import family_of
from jamfold.histories.filters import DEPTH_NAMES
from jamfold.histories.grading import GradedDecisions, losses_of
from jamfold.histories.statistics import MILLI, cells_of
from jamfold.ranges.grid import class_label

WORST = 20
SEATS = (SMALL, BIG)
CHIPS = "chips"


@json_fields(schema="AnchorsContract")
@dataclass(frozen=True)
class ReferenceLosses:
    """What others would lose on the same decisions, mbb a decision."""

    coin_flip: float
    """Who plays every hand half of the time."""
    always: float
    """Who always jams and always calls."""
    chart_10bb: float
    """Who plays the chart of 10 big blinds at all stacks."""


@json_fields(schema="LostContract")
@dataclass(frozen=True)
class LossTotal:
    """What decisions lost in one kind of money or chips."""

    unit: str
    """A currency's code; ``chips`` (of tournaments, or where no currency is printed); or ``prizes``."""
    amount: float
    """Lost."""
    decisions: int
    """In how many decisions."""
    rake: float
    """Taken from the pots of these hands, and left out of the judgement; 0 where it is not printed."""


@json_fields(schema="LeanContract")
@dataclass(frozen=True)
class Tendency:
    """Whether a player is too loose or too tight in a seat."""

    seat: str
    """Where."""
    decisions: int
    """How many."""
    plays: float
    equilibrium_plays: float
    """plays, equilibrium_plays: How often they played their hands, and how often the equilibrium plays the
    same hands; shares."""
    loose: int
    loose_bb: float
    """loose, loose_bb: Mistakes by playing, and what they cost."""
    tight: int
    tight_bb: float
    """tight, tight_bb: Mistakes by folding, and what they cost."""


@dataclass(frozen=True)
class Leak(Tendency):
    """The same in a seat at some stacks."""

    stack: str
    """Big blinds, before anything is posted."""
    loss_bb: float
    """Lost by all of them."""


def measures_of(judged: GradedDecisions) -> dict[str, Any]:
    """All of a report that is counted from judged turns alone."""
    turns, costs, margins = judged.turns, judged.costs, judged.margins
    by_margin = _sum(np.abs(margins))
    seat = turns.coded("seat")
    seats = judged.codes(seat)
    total = costs.cell("all")
    families, hands = (_told(judged, name) for name in (family_of, _label))
    return {
        "judged": judged,
        "total": total,
        "accuracy": 100.0 * (1.0 - 2.0 * total.loss_bb / by_margin) if by_margin else 100.0,
        "anchors": ReferenceLosses(
            _rate(np.abs(margins) / 2.0),
            _rate(losses_of(margins, np.ones(margins.size, dtype=bool))),
            _rate(judged.chart_losses),
        ),
        "response_mbb": _rate(judged.response_losses),
        "by_seat": cells_of(costs, seat.values, seats, SEATS),
        "by_depth": cells_of(costs, turns.depth.values, judged.codes(turns.depth), DEPTH_NAMES),
        "by_stack": cells_of(costs, turns.stack.values, judged.codes(turns.stack), DEPTH_NAMES),
        "by_family": cells_of(costs, *families),
        "by_hand": cells_of(costs, *hands),
        "leans": tuple(
            _lean(one, judged, rows)
            for one in SEATS
            if (rows := np.flatnonzero(seats == seat.number(one))).size
        ),
        "leaks": _leaks(judged),
        "worst": tuple(decision for decision in judged.costliest(WORST) if decision.mistake),
    }


def _leaks(judged: GradedDecisions) -> tuple[Leak, ...]:
    """By seat and stack, those that there are."""
    seat, stack = judged.turns.coded("seat"), judged.turns.stack
    seats, stacks = judged.codes(seat), judged.codes(stack)
    return tuple(
        Leak(**vars(_lean(one, judged, rows)), stack=name, loss_bb=_sum(judged.losses[rows]))
        for one in SEATS
        for name in DEPTH_NAMES
        if (rows := np.flatnonzero((seats == seat.number(one)) & (stacks == stack.number(name)))).size
    )


def _sum(values: FloatArray) -> float:
    """Rounded once."""
    return fsum(values.data)


def _rate(losses: FloatArray) -> float:
    return MILLI * _sum(losses) / losses.size if losses.size else 0.0


@lru_cache(1 << 15)
def _label(game: str, class_id: int) -> str:
    return class_label(find_game(game), class_id)


def _told(judged: GradedDecisions, name: Callable[[str, int], str]) -> tuple[list[str], IntArray]:
    """Names of what is held, with the game where there are several, and their numbers by row."""
    spots = judged.turns.spots
    games = Coded[str]()
    games.extend(spot.game for spot in spots.values)
    of = games.codes[judged.codes(spots)].astype(np.int64)
    pairs, codes = np.unique(of << 32 | judged.turns.classes[judged.rows], return_inverse=True)
    several = np.unique(of).size > 1
    names = []
    for pair in pairs.tolist():
        game = games.values[pair >> 32]
        own = name(game, pair & 0xFFFFFFFF)
        names.append(f"{game}: {own}" if several else own)
    return names, codes


def _lean(seat: str, judged: GradedDecisions, rows: IntArray) -> Tendency:
    losses, mistakes, plays = judged.losses[rows], judged.mistakes[rows], judged.plays[rows]
    loose, tight = losses[mistakes & plays], losses[mistakes & ~plays]
    return Tendency(
        seat,
        rows.size,
        int(plays.sum()) / rows.size,
        _sum(judged.played[rows]) / rows.size,
        loose.size,
        _sum(loose),
        tight.size,
        _sum(tight),
    )


def lost_in(judged: GradedDecisions) -> tuple[LossTotal, ...]:
    """What was lost by money and chips."""

    def column(name: str) -> FloatArray:
        coded = judged.turns.coded(name)
        return np.array([float(value or 0) for value in coded.values])[judged.codes(coded)]

    units = Coded[str]()
    tournaments, currencies = (judged.turns.coded(name) for name in ("tournament", "currency"))
    for row in judged.rows.tolist():
        units.append((not tournaments[row] and currencies[row]) or CHIPS)
    coins = column("coin")
    of_rows = judged.losses * column("big_blind") / coins, column("rake") / coins
    amounts, rakes = (np.bincount(units.codes, weights=values).tolist() for values in of_rows)
    return tuple(map(LossTotal, units.values, amounts, np.bincount(units.codes).tolist(), rakes))
