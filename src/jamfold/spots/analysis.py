"""Analysis of spots: why a hand is played, answers to a range, comparison, any pair of strategies.

With q the chance to be called and w the share of the pot won then, on average,

    jamming        (1 - q) + q s (2 w - 1)     folding -b
    calling a jam  s (2 w - 1)                 folding -1

in chips, in units of B.  So II calls when w is at least (s - 1) / (2 s), at any s when w is at least one
half.  Against the same range of the opponent the stack up to which an action is right follows from q and w;
in equilibrium the opponent's range moves with the stack, which a chart shows (`played_stacks`).

With rake, fees or prizes the ends of the hand have other values.  The equity that an action needs is then
given as if the value of a showdown were linear in the pot share, and there is no break-even stack.

A comparison of two strategies for the same hands measures their difference and its cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isnan, nan

import numpy as np
from numpy.typing import ArrayLike

from jamfold.betting.terms import CHIPS, PayoffTerms, UnitAmount
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import ClassId
from jamfold.cards.games import Game, game_of
from jamfold.class_tables.margins import equity_order
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import DisplayableResult, former_name, former_words, in_units, json_fields
from jamfold.core.errors import ClassError, RangeError, SituationError, check_kind, error_field
from jamfold.ranges import HandRange, parse_range
from jamfold.ranges.grid import class_label
from jamfold.solver.best_response import evaluate as evaluate_sums
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import measure_pair, solve_response, strategy_sums
from jamfold.solver.solution import APPROXIMATE, EXACT, FREE_MARGIN
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.solver.tree_response import regrets
from jamfold.spots import solve
from jamfold.spots.charts import Chart, Interval
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution, sampled_within
from jamfold.spots.solve import bounded, make_spot, payoffs_for
from jamfold.spots.strategy import Hand, HandReport, Seat, SeatStrategy
from jamfold.spots.trees import TreeStrategy


@dataclass(frozen=True)
class Explanation(DisplayableResult):
    """The reasons for the play of a hand in a solved spot; probabilities and equities in [0, 1]."""

    hand: HandReport
    """The report of the hand: EVs, advice."""
    spot: SpotSolution
    """The solved spot."""
    name: str
    """The name of the class."""
    chance: float
    """sb: the probability that a jam is called; bb: that the small blind jams; both given the cards of this
    hand."""
    equity: float
    """The share of the pot won when called, or against the jam; NaN if that never happens."""
    ev_called: float
    """EV of the showdown in big blinds, from the start of the hand, or in money."""
    break_even_equity: float
    """The equity from which on the action is right: 0 if it always is; NaN if the opponent never plays."""
    break_even_stack: float
    """The s up to which the action is right against the same range; inf if at any."""
    break_even_chips: float
    break_even_bb: float
    """break_even_chips, break_even_bb: This stack before antes and blinds.  All three are NaN with rake or
    prizes."""
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
    """Explain the play of a hand in a solved spot.

    Raises CardError, ClassError or RangeError if this is no hand of the game, SituationError if the seat is
    neither ``sb`` nor ``bb``; TableError if the class table cannot be built here.

    Parameters
    ----------
    spot
        The solution.
    hand
        Cards, a class name such as ``K7o``, or the id of a class; or the report of a
        hand from `SpotSolution.hand`, which has a seat of its own.
    seat
        ``sb`` or ``bb``.
    chart
        A chart of the same game and level, for the stacks at which the hand is played in equilibrium.
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
    """Return the probability that the opponent plays against a class, and its equity then (NaN if never)."""
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
    """Return the average value of the showdown, in the currency; NaN if there is none."""
    if isnan(equity):
        return nan
    return (ev_allin - (1 - chance) * ends.opponent_folds) / chance if jams else ev_allin


def _needed(ends: PlayerPayoffs, chance: float, credit: float, *, jams: bool) -> float:
    """Return the equity from which on an action is right; NaN if the opponent never plays.

    ``credit`` is the value of a jackpot at the showdown.
    """
    if chance == 0.0 or ends.half == 0.0:
        return nan
    worth = ends.opponent_folds + (ends.fold - ends.opponent_folds) / chance if jams else ends.opponent_folds
    return max(0.0, 0.5 + (worth - credit - ends.mean) / (2 * ends.half))


def calling_condition(s: float) -> float:
    """Return the equity from which on II calls at effective stack s: (s - 1) / (2 s)."""
    return (s - 1.0) / (2.0 * s)


def _jam_break_even(s: float, b: float, chance: float, equity: float) -> tuple[float, float]:
    """Return the equity from which on jamming beats folding, and the s up to which it does."""
    if chance == 0.0:
        return nan, inf
    stolen = 1.0 - chance + b  # the gain of jamming over folding by steals
    needed = max(0.0, 0.5 - stolen / (2.0 * chance * s))
    return needed, inf if equity >= 0.5 else stolen / (chance * (1.0 - 2.0 * equity))


def _call_break_even(s: float, equity: float) -> tuple[float, float]:
    """Return the equity from which on calling beats folding, and the s up to which it does."""
    if isnan(equity):
        return nan, inf
    return calling_condition(s), inf if equity >= 0.5 else 1.0 / (1.0 - 2.0 * equity)


_EARNED = "best equilibrium_strategy=staying equilibrium_value gain cost_of_range risk"


@json_fields(f"responder=seat range_percent=held.percent {in_units(_EARNED)}", schema="AgainstContract")
@dataclass(frozen=True, eq=False)
class Exploit(DisplayableResult):
    """A best response to a range, compared with the equilibrium, for the player who responds."""

    seat: Seat
    """The player who responds: the small blind to a calling range, the big blind to a jamming range."""
    held: HandRange
    """The range of the other player."""
    spot: SpotSolution
    """The range and the best response to it, as a pair with its certificate."""
    equilibrium: SpotSolution
    """The exact equilibrium of the spot."""
    best: UnitAmount
    """The EV of the best response against the range."""
    staying: UnitAmount
    """The EV of the equilibrium strategy against the range."""
    worst: UnitAmount
    """The EV of the best response if the other player best-responds to it."""
    fair = former_name("equilibrium_value")

    @property
    def equilibrium_value(self) -> UnitAmount:
        """The equilibrium value of the player who responds."""
        return UnitAmount(self.equilibrium.values[self.seat.place], self.best.measure)

    @property
    def gain(self) -> UnitAmount:
        """The gain of the best response over the equilibrium strategy, against the range."""
        return self.best - self.staying

    @property
    def cost_of_range(self) -> UnitAmount:
        """The loss of the range against the best response, compared with the equilibrium."""
        return self.best - self.equilibrium_value

    @property
    def bound_text(self) -> str:
        """The distance of an approximate response from the best one, with its unit."""
        missed = self.spot.payoffs.gains(self.spot.solution.gains)[self.seat.place]
        measure = self.best.measure
        return sampled_within(missed / measure.divisor, f"{measure.unit} of the best response to the range")

    @property
    def risk(self) -> UnitAmount:
        """The loss compared with the equilibrium if the other player best-responds."""
        return self.equilibrium_value - self.worst


def _without_range(situation: Situation, seat: Seat) -> str:
    """Return why the other player has no range."""
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
    """Return the best response to a range of calling (by the small blind) or jamming (by the big blind).

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
    payoffs = payoffs_for(game, stakes, terms, table_progress, method=method)
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
        staying=UnitAmount(played.of(me, evaluate_sums(payoffs, stakes, *stay).values[me]), played.measure),
        worst=UnitAmount(played.of(me, answered.values[me]), played.measure),
    )


@dataclass(frozen=True, eq=False)
class Comparison:
    """One player's strategy in a solved spot, and another source's for the same hands."""

    first: SeatStrategy
    """The strategy, whose EVs value the differences."""
    chances: FloatArray
    """The other source's frequency of playing each class, in [0, 1], shape (n,)."""
    second: SeatStrategy | None = None
    """The other strategy if it is of a solved spot, in this game or another with the same hands."""

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
        """The absolute difference of frequencies by class, in [0, 1], shape (n,)."""
        return np.abs(self.chances - self.first.frequency)

    @property
    def share(self) -> float:
        """The share of all hands that only one of the two plays: the mean of `apart` over hands."""
        return float(self.apart @ self.first.classes.sizes) / self.first.game.n_hands

    @property
    def costs(self) -> FloatArray:
        """The loss of each class by the other's frequencies, in chips when it is dealt, shape (n,).

        Losses are measured in the first spot against its opponent's strategy; those of the big blind are
        weighted by the probability of a jam.  They are 0 for indifferent classes, and below 0 where the
        first strategy is not a best response.
        """
        first = self.first
        margin = np.where(abs(first.play_margin_units) < FREE_MARGIN, 0.0, np.nan_to_num(first.play_margin))
        return (first.frequency - self.chances) * margin * first.reach_probability

    @property
    def different(self) -> IntArray:
        """The classes that are played differently: most expensive first, then most different."""
        sizes = self.first.classes.sizes
        order = np.lexsort((-self.apart * sizes, -(self.costs * sizes)))
        return order[self.apart[order] > 1e-9].astype(np.int64)

    @property
    def cost(self) -> float:
        """The loss per hand dealt by the other's frequencies, in chips: the mean of `costs` over hands."""
        return float(self.costs @ self.first.classes.sizes) / self.first.game.n_hands


@dataclass(frozen=True, eq=False)
class TreeComparison(Comparison):
    """Two strategies for the same decisions of a tree, compared at all of them."""

    @property
    def apart(self) -> FloatArray:
        """The largest difference of a sequence's probability by class, in [0, 1], shape (n,)."""
        first, second = self._plans
        apart: FloatArray = np.abs(first - second).max(axis=0)
        return apart

    @property
    def costs(self) -> FloatArray:
        """The loss of each class by the other's plan, in chips when it is dealt, shape (n,)."""
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


Strategy = str | HandRange | ArrayLike
"""A range as text, a range, or frequencies by class, shape (n,)."""


def evaluate(
    game: str | Game,
    jam: Strategy,
    call: Strategy,
    situation: Situation,
    terms: PayoffTerms = CHIPS,
) -> SpotSolution:
    """Measure a jamming and a calling strategy against each other, and against best responses.

    >>> pair = evaluate("holdem", "22+,A2+", "15%", Situation((100, 100), (5, 10)))
    >>> print(f"jamming more gains {pair.gains_bb[0]:.4f} bb")
    jamming more gains 0.6163 bb

    Raises GameError or SituationError if the game or the payoffs are invalid; RangeError or SolverError if a
    strategy is invalid, or treats hands of one class differently; TableError if the class table cannot be
    built here.

    Parameters
    ----------
    game
        A game or its name.
    jam, call
        The strategies of small and big blind: a range as text (``"22+,A2+"``, ``"15%"`` by equity against a
        random hand), a `HandRange`, or frequencies in [0, 1] by class id, shape (n,).
    situation
        The chips.
    terms
        Rake, prizes, bounties.

    Returns
    -------
    The pair as a solved spot: `value_chips`, `gains_bb` (each player's exact gain by a best response over all
    classes), `epsilon_bb`.
    """
    rules = game_of(game)
    check_kind(situation, Situation, "situation", "chips such as jamfold.Situation((100, 100), (5, 10))")
    check_kind(terms, PayoffTerms, "terms", "jamfold.betting.terms.PayoffTerms")
    strategies = []
    for name, strategy in (("jam", jam), ("call", call)):
        with error_field(name):
            strategies.append(_chances(rules, strategy))
    stakes = spot_payoffs(situation, terms, split=rules.split_low).stakes
    payoffs = payoffs_for(rules, stakes, terms)
    return make_spot(rules, situation, terms, measure_pair(payoffs, stakes, *strategies))


def _chances(game: Game, strategy: Strategy) -> FloatArray:
    """Return the frequencies of a strategy, shape (n,)."""
    if isinstance(strategy, str):
        strategy = parse_range(strategy, game, order=lambda: equity_order(game))
    if not isinstance(strategy, HandRange):
        try:
            return np.asarray(strategy, dtype=np.float64)
        except (TypeError, ValueError):
            raise RangeError(
                f"A strategy is a range or chances by class, not {type(strategy).__name__}."
            ) from None
    if strategy.game != game:
        raise RangeError(f"The range is one of {strategy.game.name}, not of {game.name}.")
    if not strategy.is_class_union:
        raise RangeError("The range names suits: a strategy needs whole classes of hands.")
    return np.asarray(strategy.class_weights)
