"""Analysis of solved spots: why a hand is played, exploitation of a known range, and comparison.

With q the chance to be called and w the share of the pot won then, on average,

    jamming        (1 - q) + q s (2 w - 1)     folding -b
    calling a jam  s (2 w - 1)                 folding -1

in chips, in units of B.  So II calls when w is at least (s - 1) / (2 s), at any s when w is at least one
half.  Against the same range of the opponent the stack up to which an action is right follows from q and w;
in equilibrium the opponent's range moves with the stack, which a chart shows (`played_stacks`).

With rake, fees or prizes the ends of the hand are worth other amounts.  The equity that an action needs is
then given as if a showdown were worth a straight line from losing to winning, and no stack is given up to
which it is right.

A comparison of two strategies for the same hands gives how far apart they are and what the difference
costs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isnan, nan

import numpy as np

from jamfold.betting.terms import CHIPS, PayoffTerms, UnitAmount
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import ClassId
from jamfold.cards.games import Game
from jamfold.class_tables.margins import equity_order
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import DisplayableResult, former_name, former_words, in_units, json_fields
from jamfold.core.errors import ClassError, RangeError, SituationError
from jamfold.ranges import HandRange, parse_range
from jamfold.ranges.grid import class_label
from jamfold.solver.best_response import evaluate
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import solve_response, strategy_sums
from jamfold.solver.solution import APPROXIMATE, EXACT, FREE_MARGIN
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.solver.tree_response import regrets
from jamfold.spots import solve
from jamfold.spots.charts import Chart, Interval
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution, sampled_within
from jamfold.spots.solve import approximate_payoffs, bounded, make_spot, payoffs_for
from jamfold.spots.strategy import Hand, HandReport, Seat, SeatStrategy
from jamfold.spots.trees import TreeStrategy


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
    payoffs = solve.payoffs_of(spot)
    other = spot.solution.y if seat is Seat.SMALL_BLIND else spot.solution.x
    everyone = np.arange(payoffs.n_classes)
    own_class = np.array([class_id])
    placed = float(payoffs.placements.block(own_class, everyone)[0] @ other)
    if placed == 0.0:
        return 0.0, nan
    margins = payoffs.tables[0].sums.block(own_class, everyone)[0].astype(np.float64)
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


_EARNED = "best equilibrium_strategy=staying equilibrium_value gain cost_of_range risk"


@json_fields(f"responder=seat range_percent=held.percent {in_units(_EARNED)}", schema="AgainstContract")
@dataclass(frozen=True, eq=False)
class Exploit(DisplayableResult):
    """A best response to a range, compared with the equilibrium; for the player who answers."""

    seat: Seat
    """Who answers: the small blind to a calling range, the big blind to a jamming range."""
    held: HandRange
    """The range that is answered."""
    spot: SpotSolution
    """The range and the best response to it, as a pair with its certificate."""
    equilibrium: SpotSolution
    """The exact equilibrium of the spot."""
    best: UnitAmount
    """What the best response earns against the range."""
    staying: UnitAmount
    """What the equilibrium strategy earns against the range."""
    worst: UnitAmount
    """What the best response earns when the other player answers it best."""
    fair = former_name("equilibrium_value")

    @property
    def equilibrium_value(self) -> UnitAmount:
        """What the equilibrium is worth to the player who answers."""
        return UnitAmount(self.equilibrium.values[self.seat.place], self.best.measure)

    @property
    def gain(self) -> UnitAmount:
        """What the best response earns more than the equilibrium strategy, against the range."""
        return self.best - self.staying

    @property
    def cost_of_range(self) -> UnitAmount:
        """What the range costs its player against the best response, compared with the equilibrium."""
        return self.best - self.equilibrium_value

    @property
    def bound_text(self) -> str:
        """How far from the best response an approximate one is, with its unit."""
        missed = self.spot.payoffs.gains(self.spot.solution.gains)[self.seat.place]
        measure = self.best.measure
        return sampled_within(missed / measure.divisor, f"{measure.unit} of the best response to the range")

    @property
    def risk(self) -> UnitAmount:
        """What is given up, compared with the equilibrium, when the other answers best."""
        return self.equilibrium_value - self.worst


def _without_range(situation: Situation, seat: Seat) -> str:
    """Say why the other player has no range."""
    names = {Seat.SMALL_BLIND: "small blind", Seat.BIG_BLIND: "big blind"}
    if not situation.has_decision[seat.place]:
        return "All chips are in the pot already here, so nobody has a range to answer."
    return (
        f"The {names[seat.other]} has nothing to decide here, so there is no range to answer. "
        f"Remove it to see what the {names[seat]} does."
    )


@former_words(held="opponent_range")
def exploit_range(
    game: Game,
    situation: Situation,
    opponent_range: HandRange | str,
    seat: Seat,
    table_progress: Callable[[str, float], None] | None = None,
    *,
    terms: PayoffTerms = CHIPS,
    method: str = EXACT,
) -> Exploit:
    """Answer a range: of calling (the small blind answers) or of jamming (the big blind answers).

    `method` is exact, or approximate as in `solve_situation`.

    Raises RangeError if the text is no range, or treats hands of one class differently; SituationError if the
    player with the range has no decision here; TableError if the class table cannot be built here.
    """
    if not situation.has_decision[seat.other.place]:
        raise SituationError(_without_range(situation, seat))
    played = spot_payoffs(situation, terms, split=game.split_low)
    stakes = played.stakes
    if isinstance(opponent_range, str):
        opponent_range = parse_range(opponent_range, game, order=lambda: equity_order(game, table_progress))
    if not opponent_range.is_class_union:
        raise RangeError("The range names suits: an answer needs whole classes of hands.", field="range")
    if method == APPROXIMATE:
        payoffs = approximate_payoffs(game, stakes)
    else:
        payoffs = payoffs_for(game, stakes, terms, table_progress)
    weights = np.asarray(opponent_range.class_weights)
    exact = solve_exact(payoffs, stakes)
    if seat is Seat.SMALL_BLIND:
        pair = solve_response(payoffs, stakes, calling=weights)
        stay = strategy_sums(payoffs, exact.x), strategy_sums(payoffs, weights)
        answered = solve_response(payoffs, stakes, jamming=pair.x)
    else:
        pair = solve_response(payoffs, stakes, jamming=weights)
        stay = strategy_sums(payoffs, weights), strategy_sums(payoffs, exact.y)
        answered = solve_response(payoffs, stakes, calling=pair.y)
    me, pairs = seat.place, (pair, exact)
    if method == APPROXIMATE:
        pairs = bounded(game, stakes, pair), bounded(game, stakes, exact)
    response, equilibrium = (make_spot(game, situation, terms, solution) for solution in pairs)
    return Exploit(
        seat=seat,
        held=opponent_range,
        spot=response,
        equilibrium=equilibrium,
        best=UnitAmount(played.of(me, pair.values[me]), played.measure),
        staying=UnitAmount(played.of(me, evaluate(payoffs, stakes, *stay).values[me]), played.measure),
        worst=UnitAmount(played.of(me, answered.values[me]), played.measure),
    )


@dataclass(frozen=True, eq=False)
class Comparison:
    """One player's strategy in a solved spot, and how another source plays the same hands."""

    first: SeatStrategy
    """The strategy, with the EVs by which differences are judged."""
    chances: FloatArray
    """How often the other source plays each class, in [0, 1], shape (n,)."""
    second: SeatStrategy | None = None
    """The other strategy where it is one of a solved spot, of this game or another with the same hands."""

    @classmethod
    def of_spots(cls, first: SeatStrategy, second: SeatStrategy) -> Comparison:
        """The strategies of one seat in two solved spots.

        Raises ClassError if the hands of the two games are not the same.
        """
        game, other = first.game, second.game
        if not game.deals_like(other):
            raise ClassError(f"{game.title} and {other.title} have different hands.")
        if isinstance(first, TreeStrategy) and isinstance(second, TreeStrategy) and first.decides_as(second):
            return TreeComparison(first, second.frequency, second)
        return cls(first, second.frequency, second)

    @property
    def apart(self) -> FloatArray:
        """How much more or less often each class is played by the other, in [0, 1], shape (n,)."""
        return np.abs(self.chances - self.first.frequency)

    @property
    def share(self) -> float:
        """The part of all hands that only one of the two plays: the mean of `apart` over hands."""
        return float(self.apart @ self.first.classes.sizes) / self.first.game.n_hands

    @property
    def costs(self) -> FloatArray:
        """What each class loses by the other's chances, in chips when it is dealt, shape (n,).

        Measured in the first spot against its opponent's strategy there; a big blind's class loses
        only when the small blind jams, and counts with the chance of that.  Indifferent classes
        cost nothing; below 0 where the first strategy is not a best response.
        """
        first = self.first
        margin = np.where(abs(first.play_margin_units) < FREE_MARGIN, 0.0, np.nan_to_num(first.play_margin))
        return (first.frequency - self.chances) * margin * first.reach_probability

    @property
    def different(self) -> IntArray:
        """The classes that are not played alike: dearest for their hands first, then most different."""
        sizes = self.first.classes.sizes
        order = np.lexsort((-self.apart * sizes, -(self.costs * sizes)))
        return order[self.apart[order] > 1e-9].astype(np.int64)

    @property
    def cost(self) -> float:
        """What the other's chances lose a hand dealt, in chips: the mean of `costs` over hands."""
        return float(self.costs @ self.first.classes.sizes) / self.first.game.n_hands


@dataclass(frozen=True, eq=False)
class TreeComparison(Comparison):
    """Two strategies for the same decisions of a tree: all of them count, not the first alone."""

    @property
    def apart(self) -> FloatArray:
        """How much more or less often each class does one of the actions, in [0, 1], shape (n,)."""
        first, second = self._plans
        apart: FloatArray = np.abs(first - second).max(axis=0)
        return apart

    @property
    def costs(self) -> FloatArray:
        """What each class loses by the other's plan, in chips when it is dealt, shape (n,)."""
        spot, place = self._first.tree, self.first.seat.place
        turns, best = spot.solved.tree.turns_of(place), spot.solved.evaluation.best[place]
        first, second = (regrets(turns, best, plan) for plan in self._plans)
        lost = second - first
        return np.where(abs(lost) < FREE_MARGIN, 0.0, lost) * self.first.payoffs.factors[place]

    @property
    def _first(self) -> TreeStrategy:
        assert isinstance(self.first, TreeStrategy)
        return self.first

    @property
    def _plans(self) -> tuple[FloatArray, FloatArray]:
        assert isinstance(self.second, TreeStrategy)
        place = self.first.seat.place
        return self._first.tree.solved.plans[place], self.second.tree.solved.plans[place]
