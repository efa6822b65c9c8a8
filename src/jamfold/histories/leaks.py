"""Aggregates of graded decisions: rates, cells, leaks, losses by money, and families of hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import fsum
from typing import Any

import numpy as np

from jamfold.cards import RANK_NAMES
from jamfold.cards.games import find_game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import json_fields
from jamfold.histories.decision_columns import Coded
from jamfold.histories.decisions import BIG, SMALL
from jamfold.histories.filters import DEPTH_NAMES
from jamfold.histories.grading import GradedDecisions, losses_of
from jamfold.histories.statistics import MILLI, cells_of
from jamfold.ranges.grid import class_label
from jamfold.ranges.patterns import pattern_matrix

WORST = 20
SEATS = (SMALL, BIG)
CHIPS = "chips"


@json_fields(schema="AnchorsContract")
@dataclass(frozen=True)
class ReferenceLosses:
    """Losses of simple strategies on the same decisions, mbb/decision."""

    coin_flip: float
    """Playing every hand half of the time."""
    always: float
    """Always jamming and always calling."""
    chart_10bb: float
    """Playing the chart of 10 big blinds at all stacks."""


@json_fields(schema="LostContract")
@dataclass(frozen=True)
class LossTotal:
    """Losses in one kind of money or chips."""

    unit: str
    """A currency's code; ``chips`` (of tournaments, or where no currency is printed); or ``prizes``."""
    amount: float
    decisions: int
    rake: float
    """Rake from the pots of these hands, which the grading ignores; 0 if not printed."""


@json_fields(schema="LeanContract")
@dataclass(frozen=True)
class Tendency:
    """Whether a player is too loose or too tight in a seat."""

    seat: str
    decisions: int
    plays: float
    equilibrium_plays: float
    """plays, equilibrium_plays: Shares of hands played, by the player and by the equilibrium."""
    loose: int
    loose_bb: float
    """loose, loose_bb: Number and cost of mistakes by playing."""
    tight: int
    tight_bb: float
    """tight, tight_bb: Number and cost of mistakes by folding."""


@dataclass(frozen=True)
class Leak(Tendency):
    """A tendency in a seat at one stack depth."""

    stack: str
    """Big blinds, before posting."""
    loss_bb: float
    """Total loss."""


def measures_of(graded: GradedDecisions) -> dict[str, Any]:
    """Return the fields of a report that depend on graded decisions alone."""
    turns, costs, margins = graded.turns, graded.costs, graded.margins
    by_margin = _sum(np.abs(margins))
    seat = turns.coded("seat")
    seats = graded.codes(seat)
    total = costs.cell("all")
    families, hands = (_names_of(graded, name) for name in (family_of, _label))
    return {
        "judged": graded,
        "total": total,
        "accuracy": 100.0 * (1.0 - 2.0 * total.loss_bb / by_margin) if by_margin else 100.0,
        "anchors": ReferenceLosses(
            _rate(np.abs(margins) / 2.0),
            _rate(losses_of(margins, np.ones(margins.size, dtype=bool))),
            _rate(graded.chart_losses),
        ),
        "response_mbb": _rate(graded.response_losses),
        "by_seat": cells_of(costs, seat.values, seats, SEATS),
        "by_depth": cells_of(costs, turns.depth.values, graded.codes(turns.depth), DEPTH_NAMES),
        "by_stack": cells_of(costs, turns.stack.values, graded.codes(turns.stack), DEPTH_NAMES),
        "by_family": cells_of(costs, *families),
        "by_hand": cells_of(costs, *hands),
        "leans": tuple(
            _lean(seat_name, graded, rows)
            for seat_name in SEATS
            if (rows := np.flatnonzero(seats == seat.number(seat_name))).size
        ),
        "leaks": _leaks(graded),
        "worst": tuple(decision for decision in graded.costliest(WORST) if decision.mistake),
    }


def _leaks(graded: GradedDecisions) -> tuple[Leak, ...]:
    """Return leaks by seat and stack, where there are decisions."""
    seat, stack = graded.turns.coded("seat"), graded.turns.stack
    seats, stacks = graded.codes(seat), graded.codes(stack)
    return tuple(
        Leak(**vars(_lean(seat_name, graded, rows)), stack=name, loss_bb=_sum(graded.losses[rows]))
        for seat_name in SEATS
        for name in DEPTH_NAMES
        if (rows := np.flatnonzero((seats == seat.number(seat_name)) & (stacks == stack.number(name)))).size
    )


def _sum(values: FloatArray) -> float:
    """Sum with a single rounding."""
    return fsum(values.data)


def _rate(losses: FloatArray) -> float:
    return MILLI * _sum(losses) / losses.size if losses.size else 0.0


@lru_cache(1 << 15)
def _label(game: str, class_id: int) -> str:
    return class_label(find_game(game), class_id)


def _names_of(graded: GradedDecisions, name: Callable[[str, int], str]) -> tuple[list[str], IntArray]:
    """Return names of holdings, with the game if there are several, and their indices by row."""
    spots = graded.turns.spots
    games = Coded[str]()
    games.extend(spot.game for spot in spots.values)
    of = games.codes[graded.codes(spots)].astype(np.int64)
    pairs, codes = np.unique(of << 32 | graded.turns.classes[graded.rows], return_inverse=True)
    several = np.unique(of).size > 1
    names = []
    for pair in pairs.tolist():
        game = games.values[pair >> 32]
        own = name(game, pair & 0xFFFFFFFF)
        names.append(f"{game}: {own}" if several else own)
    return names, codes


def _lean(seat: str, graded: GradedDecisions, rows: IntArray) -> Tendency:
    losses, mistakes, plays = graded.losses[rows], graded.mistakes[rows], graded.plays[rows]
    loose, tight = losses[mistakes & plays], losses[mistakes & ~plays]
    shares = int(plays.sum()) / rows.size, _sum(graded.played[rows]) / rows.size
    return Tendency(seat, rows.size, *shares, loose.size, _sum(loose), tight.size, _sum(tight))


def lost_in(graded: GradedDecisions) -> tuple[LossTotal, ...]:
    """Return losses by currency and chips."""

    def column(name: str) -> FloatArray:
        coded = graded.turns.coded(name)
        return np.array([float(value or 0) for value in coded.values])[graded.codes(coded)]

    units = Coded[str]()
    tournaments, currencies = (graded.turns.coded(name) for name in ("tournament", "currency"))
    for row in graded.rows.tolist():
        units.append((not tournaments[row] and currencies[row]) or CHIPS)
    coins = column("coin")
    of_rows = graded.losses * column("big_blind") / coins, column("rake") / coins
    amounts, rakes = (np.bincount(units.codes, weights=values).tolist() for values in of_rows)
    return tuple(map(LossTotal, units.values, amounts, np.bincount(units.codes).tolist(), rakes))


_SUITS = {"s": "suited", "o": "offsuit"}
_HIGH = "AKQ"
"""High cards with a family of their own; the rest share one."""


@cache
def family_names(game: str) -> tuple[str, ...]:
    rules = find_game(game)
    if rules.has_families:
        matrix = pattern_matrix(rules)
        names = [""] * sum(row.ids.size for row in matrix.rows)
        for row in matrix.rows:
            for class_id in row.ids.tolist():
                names[class_id] = row.name
        return tuple(names)
    squares = rules.n_ranks * rules.n_ranks
    return tuple(_square_family(class_label(rules, index)) for index in range(squares))


def _square_family(label: str) -> str:
    """``pairs AA-TT``, ``Ax suited``, ``JT to 32 offsuit``."""
    if len(label) == 2:
        return "pairs AA-TT" if RANK_NAMES.index(label[0]) >= RANK_NAMES.index("T") else "pairs below TT"
    high = label[0] if label[0] in _HIGH else "J and lower"
    return f"{high}{'x' if label[0] in _HIGH else ','} {_SUITS[label[2]]}"


def family_of(game: str, class_id: int) -> str:
    return family_names(game)[class_id]
