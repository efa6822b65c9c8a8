"""Why a hand is played: how often it is called, what it wins then, and where it breaks even.

With q the chance to be called and w the share of the pot won then, on average,

    jamming        (1 - q) + q s (2 w - 1)     folding -b
    calling a jam  s (2 w - 1)                 folding -1

in chips, in units of B.  So II calls when w is at least (s - 1) / (2 s), at any s when w
is at least one half.  Against the same opponent's range the stack up to which
an action is right follows from q and w; in equilibrium the opponent's range
moves with the stack, which a chart tells (`played_stacks`).

With rake, fees or prizes the ends of the hand are worth other amounts.  The equity that an
action needs is then told as if a showdown were worth a straight line from losing to
winning, and no stack is told up to which it is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan

import numpy as np

from jamfold.counting.classes import ClassId
from jamfold.hand.two_seats import Situation
from jamfold.ranges.grid import class_label
from jamfold.shown import DisplayableResult
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.spots import solving
from jamfold.spots.charts import Chart, Interval
from jamfold.spots.lookup import Hand, HandReport
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat


@dataclass(frozen=True)
class Explanation(DisplayableResult):
    """One hand of a solved spot, taken apart.  Chances and equities in [0, 1]."""

    hand: HandReport
    """The report of the hand: EVs, advice."""
    spot: SpotSolution
    """The solved spot."""
    name: str
    """What players call the class."""
    chance: float
    """sb: chance to be called after jamming; bb: chance that the small blind jams.  Both given the cards in
    this hand."""
    equity: float
    """Share of the pot won when called, or against the jam; nan if that never happens."""
    ev_called: float
    """EV of the showdown in big blinds, from the start of the hand, or in money."""
    break_even_equity: float
    """The equity from which on the action is right: 0 if it always is; nan if the opponent never comes."""
    break_even_stack: float
    """The s up to which the action is right against the same range; inf if at any."""
    break_even_chips: float
    break_even_bb: float
    """break_even_chips, break_even_bb: The same as a stack before antes and blinds.  All three are nan with
    rake or prizes."""
    played_stacks: tuple[Interval, ...] | None
    free_stacks: tuple[Interval, ...] | None
    """played_stacks, free_stacks: The stacks of a chart, in big blinds, at which the hand is played in
    equilibrium, and where it is indifferent; None without a chart."""

    @property
    def situation(self) -> Situation:
        return self.spot.situation

    @property
    def seat(self) -> Seat:
        return self.hand.seat

    @property
    def any_stack(self) -> bool:
        """Whether the action is right against the same range at any stack."""
        return self.break_even_stack == inf


def explain(
    spot: SpotSolution, hand: Hand | HandReport, seat: Seat | str = "sb", chart: Chart | None = None
) -> Explanation:
    """Take one hand of a solved spot apart.

    Raises CardError or ClassError or RangeError or SituationError if this is no hand of the game, or the seat
    neither ``sb`` nor ``bb``; TableError if the class table cannot be built here.

    Parameters
    ----------
    spot
        The solution; exact or not, as its certificate says.
    hand
        Cards, a class name such as ``K7o``, or the id of a class; or the report of a
        hand from `SpotSolution.hand`, which has a seat of its own.
    seat
        ``sb`` or ``bb``.
    chart
        A chart of the same game and level, for the stacks at which the hand is
        played in equilibrium.
    """
    report = hand if isinstance(hand, HandReport) else spot.hand(hand, seat)
    seat, class_id = report.seat, ClassId(report.id)
    chance, equity = chance_and_equity(spot, seat, class_id)
    s, b = spot.s, spot.b
    ends, jams = spot.payoffs.ends[seat.place], seat is Seat.SMALL_BLIND
    straight = ends.mean + (2 * equity - 1) * ends.half
    called = straight
    if spot.solution.stakes.n_planes:
        called = _ev_called(ends, report.ev_allin, chance, equity, jams=jams)
    if not spot.solution.stakes.cancels:
        credit = called - straight if spot.solution.stakes.has_credits else 0.0
        needed, limit = _needed(ends, chance, credit, jams=jams), nan
    elif jams:
        needed, limit = _jam_break_even(s, b, chance, equity)
    else:
        needed, limit = _call_break_even(s, equity)
    situation = spot.situation
    chips = limit * situation.unit - situation.dead_total / 2 + situation.posted[seat.place]
    return Explanation(
        hand=report,
        spot=spot,
        name=class_label(spot.game, class_id),
        chance=chance,
        equity=equity,
        ev_called=spot.measure.of(called),
        break_even_equity=needed,
        break_even_stack=limit,
        break_even_chips=chips,
        break_even_bb=chips / situation.big_blind,
        played_stacks=None if chart is None else chart.intervals(seat, class_id),
        free_stacks=None if chart is None else chart.free_intervals(seat, class_id),
    )


def chance_and_equity(spot: SpotSolution, seat: Seat, class_id: ClassId) -> tuple[float, float]:
    """Chance that the opponent plays against a class, and its share of the pot then (nan if never)."""
    payoffs = solving.load_payoffs(spot.game)
    other = spot.solution.y if seat is Seat.SMALL_BLIND else spot.solution.x
    everyone = np.arange(payoffs.n_classes)
    mine = np.array([class_id])
    placed = float(payoffs.placements.block(mine, everyone)[0] @ other)
    if placed == 0.0:
        return 0.0, nan
    margins = payoffs.tables[0].sums.block(mine, everyone)[0].astype(np.float64)
    margin = float(margins @ other) / payoffs.margin_scale
    return placed / payoffs.n_opponent_hands, (1.0 + margin / placed) / 2.0


def _ev_called(ends: PlayerPayoffs, ev_allin: float, chance: float, equity: float, *, jams: bool) -> float:
    """What the showdown is worth on average, in the currency; nan if there is none."""
    if isnan(equity):
        return nan
    return (ev_allin - (1 - chance) * ends.opponent_folds) / chance if jams else ev_allin


def _needed(ends: PlayerPayoffs, chance: float, credit: float, *, jams: bool) -> float:
    """The equity from which on an action is right; nan if the opponent never comes.

    ``credit`` is what the showdown is worth besides, by a jackpot.
    """
    if chance == 0.0 or ends.half == 0.0:
        return nan
    worth = ends.opponent_folds + (ends.fold - ends.opponent_folds) / chance if jams else ends.opponent_folds
    return max(0.0, 0.5 + (worth - credit - ends.mean) / (2 * ends.half))


def calling_condition(s: float) -> float:
    """The winning chance from which on II calls at effective stack s: (s - 1) / (2 s)."""
    return (s - 1.0) / (2.0 * s)


def _jam_break_even(s: float, b: float, chance: float, equity: float) -> tuple[float, float]:
    """Equity from which on jamming beats folding, and s up to which it does."""
    if chance == 0.0:
        return nan, inf
    stolen = 1.0 - chance + b  # what jamming gains over folding as long as nobody calls
    needed = max(0.0, 0.5 - stolen / (2.0 * chance * s))
    return needed, inf if equity >= 0.5 else stolen / (chance * (1.0 - 2.0 * equity))


def _call_break_even(s: float, equity: float) -> tuple[float, float]:
    """Equity from which on calling beats folding, and s up to which it does."""
    if isnan(equity):
        return nan, inf
    return calling_condition(s), inf if equity >= 0.5 else 1.0 / (1.0 - 2.0 * equity)
