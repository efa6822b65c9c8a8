"""Exact solutions of tables of two and three seats: every deal of all hands and boards is counted.

Two seats are converted to the heads-up solver, in all games; three have a table of their own.

A game of three players may have several equilibria.  A search ends near one of them, so two results of
searches from random starts count as different if a seat's value or the frequency of a decision differs by
more than a tolerance.  The number is a lower bound: the searches may miss equilibria.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from jamfold.betting.ends import DIVIDED, UNDIVIDED, two_ends, with_jackpot
from jamfold.betting.hand import MOST_COUNTED, Node, TableHand, is_exactly_solvable
from jamfold.betting.posts import acting_order
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game, check_threeway
from jamfold.class_tables.decomposition.orders import ORDERS
from jamfold.class_tables.rare_hands import paid_triples
from jamfold.class_tables.threeway_build import (
    ThreewayTable,
    deal_cube,
    load_threeway,
    order_cube,
    pair_values,
)
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.display import former_words, json_fields
from jamfold.core.errors import SituationError
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import measure_pair
from jamfold.solver.seats import SeatSolution, evaluate_seats, seat_gain_bounds, solve_seats
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.solver.three_seats import ThreeCredits, ThreeDeals, ThreeEnds, ThreeSeats
from jamfold.spots.nplayer.tree import by_seat, decisions_of_rows, plan_of_rows
from jamfold.spots.payoffs import scaled_stakes
from jamfold.spots.solve import payoffs_for
from jamfold.valuation.fees import JACKPOT_RULES

PAIR_PLACES = ((0, 1), (0, 0), (1, 0))  # the first wins, ties, loses
_LAST_FIRST = np.array([ORDERS.index((order[1], order[2], order[0])) for order in ORDERS])
"""The numbers of the orders with the first hand moved to the end."""
_ROUNDING = 1e-9
_TOLERANCE = 2e-6
"""The own gain of a good answer, as a share of the big blind or the pool."""
_EXACT = 1e-10
"""The own gain at which the search for an exact answer ends, in the same unit."""
_SETTLED = 5.0


@dataclass(frozen=True, eq=False)
class TableSolution:
    """Strategies of all seats and their certificate."""

    game: Game
    hand: TableHand
    """game, hand: The rules, and the hand."""
    strategy: FloatArray
    """Jam and call frequencies by node of ``hand.nodes`` and class, shape (nodes, n)."""
    reach: FloatArray
    """The reach probability of each node."""
    percent: FloatArray
    """Percent of all hands that jam or call at each node."""
    values: FloatArray
    """Every seat's EV after the hand, in ``hand.unit``."""
    gains: FloatArray
    """Every seat's gain by a best response, in the same unit."""
    folds: FloatArray
    margins: FloatArray
    """folds, margins: The EV of folding with each class at a node, and of jamming less folding, shape
    (nodes, n); NaN if the node cannot be reached."""
    arrivals: FloatArray
    """The reach probability of each node and class, without own actions, shape (nodes, n)."""
    iterations: int

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The decisions, in the order of the strategy's rows."""
        return self.hand.nodes

    @cached_property
    def played(self) -> FloatArray:
        """The probability that a class reaches a node by its own actions and plays it, shape (nodes, n)."""
        return plan_of_rows(self.hand, self.strategy)

    @property
    def close(self) -> BoolArray:
        """Which classes have margins within the tolerance of a search, shape (nodes, n)."""
        return np.abs(self.margins) <= settled_gain(self.hand)

    @property
    def largest_gain(self) -> float:
        return float(self.gains.max())


def solve_table(
    game: Game, hand: TableHand, progress: Progress = ignore_progress, tolerance: float | None = None
) -> TableSolution:
    """Return an equilibrium of two or three seats, with every seat's own gain over all deals.

    Raises SituationError if there are more than three seats; TableError if a class table cannot be built or
    loaded.

    Parameters
    ----------
    tolerance
        The own gain at which the search ends, in ``hand.unit``; default 1e-10 of a big blind or the pool.
    """
    check_seats(game, hand)
    if hand.n == 2:
        return _two_solution(game, hand, progress)
    least = exact_gain(hand) if tolerance is None else tolerance
    solution = solve_seats(seat_game(game, hand, progress), hand_classes(game).n, least, progress)
    return _solution(game, hand, solution)


@former_words(given="strategy")
def fill_table(
    game: Game, hand: TableHand, strategy: FloatArray, progress: Progress = ignore_progress
) -> FloatArray:
    """Fill rows of NaN in strategies, shape (nodes of the hand, n), with best play against the others.

    They become an equilibrium of the seats with such rows; for one of two seats, the best response.  Raises
    as `solve_table`.
    """
    check_seats(game, hand)
    missing = np.array(np.isnan(strategy).any(axis=1))
    if hand.n == 2:
        start = np.where(missing[:, None], 0.0, strategy)
        solution = evaluate_table(game, hand, start, progress)
        return np.where(missing[:, None] & (solution.margins > 0), 1.0, start)
    whole = _whole(game, hand, strategy)
    whole[np.isnan(whole).any(axis=1)] = np.nan
    seats = seat_game(game, hand, progress, whole)
    found_seats = solve_seats(seats, hand_classes(game).n, exact_gain(hand), progress)
    return found_seats.strategy[_rows(hand)]


def _whole(game: Game, hand: TableHand, strategy: FloatArray) -> FloatArray:
    """Return strategies by node of the hand as strategies by node of the solver's game."""
    forced = _forced(hand)
    whole = np.where(np.isnan(forced), 0.0, forced)[:, None] * np.ones(hand_classes(game).n)
    whole[_rows(hand)] = strategy
    return whole


def evaluate_table(
    game: Game, hand: TableHand, strategy: FloatArray, progress: Progress = ignore_progress
) -> TableSolution:
    """Return exact values and own gains of strategies, shape (nodes of the hand, n).

    Raises as `solve_table`, and SituationError if the strategies are not for this hand.
    """
    check_seats(game, hand)
    whole = _whole(game, hand, check_rows(game, hand, strategy))
    if hand.n == 2:
        return _two_solution(game, hand, progress, whole)
    return _solution(game, hand, evaluate_seats(seat_game(game, hand, progress), whole))


def least_gain(hand: TableHand) -> float:
    """Return the own gain of a good answer, in ``hand.unit``."""
    return _TOLERANCE * unit_of(hand)


def exact_gain(hand: TableHand) -> float:
    """Return the own gain at which the search for an exact answer ends, in ``hand.unit``."""
    return _EXACT * unit_of(hand)


def unit_of(hand: TableHand) -> float:
    """Return the unit of gains: the big blind, or the prize pool."""
    return hand.big_blind if hand.pool is None else hand.pool


def gain_bounds(game: Game, hand: TableHand, gains: FloatArray) -> FloatArray:
    """Return upper bounds of gains; proved ones for three jam-or-fold seats without a jackpot."""
    if hand.n != MOST_COUNTED or hand.raises or hand.terms.has_extras:
        return gains
    chips = sum(hand.stacks) + hand.level.dead
    # Rakeback comes from the pot, so nobody gets more than twice all chips.
    return seat_gain_bounds(gains, hand_classes(game).n, 2 * chips if hand.pool is None else hand.pool)


def settled_gain(hand: TableHand) -> float:
    """Return the own gain up to which strategies count as an equilibrium, above that of a search."""
    return _SETTLED * least_gain(hand)


def check_rows(game: Game, hand: TableHand, strategy: FloatArray) -> FloatArray:
    """Return strategies as float64. Raises SituationError if they are not for this hand."""
    chances, classes = np.asarray(strategy, dtype=np.float64), hand_classes(game).n
    if chances.shape != (len(hand.nodes), classes):
        raise SituationError(
            f"There are {len(chances)} ranges for {len(hand.nodes)} decisions.", field="profile"
        )
    if not ((chances >= 0) & (chances <= 1)).all():
        raise SituationError("Chances to jam must be from 0 to 1.", field="profile")
    for rows in decisions_of_rows(hand):
        if (chances[rows].sum(axis=0) > 1 + _ROUNDING).any():
            seat = hand.names[hand.nodes[rows[0]].seat]
            raise SituationError(
                f"What {seat} does at a decision has chances above 1 together.", field="profile"
            )
    return chances


def seat_game(
    game: Game, hand: TableHand, progress: Progress = ignore_progress, forced: FloatArray | None = None
) -> ThreeSeats:
    """Return the solver's game of three seats, with `forced` frequencies at nodes without a decision.

    Raises TableError if the three-way table cannot be built or loaded.
    """
    table, forced = load_threeway(game, progress), _forced(hand) if forced is None else forced
    return ThreeSeats(three_deals(game), three_ends(hand, table), forced, _three_credits(game, hand))


def _three_credits(game: Game, hand: TableHand) -> ThreeCredits | None:
    """Return the values of a jackpot at showdowns; None without one."""
    jackpot = hand.terms.jackpot
    if jackpot is None:
        return None
    last = jackpot.size * paid_triples(game, royal=JACKPOT_RULES[jackpot.rule].royal)
    return ThreeCredits(last, np.ascontiguousarray(last.transpose(0, 2, 1)))


def check_seats(game: Game, hand: TableHand) -> None:
    if hand.n > MOST_COUNTED:
        raise SituationError(f"Tables of {hand.n} seats are not solved exactly.", field="stacks")
    if hand.n == MOST_COUNTED:
        check_threeway(game)
    elif not is_exactly_solvable(game, hand):
        raise SituationError("Odd chips of split pots are not counted heads-up.", field="whole_chips")


def all_nodes(seats: int) -> tuple[Node, ...]:
    """Return all nodes of the solver's game of two or three seats, in the order of its strategies."""
    if seats == 2:
        return Node(0, ()), Node(1, (0,))
    first, second, third = acting_order(seats)
    return (
        Node(first, ()),
        Node(second, (first,)),
        Node(second, ()),
        Node(third, (first, second)),
        Node(third, (first,)),
        Node(third, (second,)),
    )


def _forced(hand: TableHand) -> FloatArray:
    """Return by node 1 for a forced jam, 0 for a forced fold, NaN for a decision."""
    actions = [hand.action(node) for node in all_nodes(hand.n)]
    return np.array([np.nan if action is None else float(action) for action in actions])


def _rows(hand: TableHand) -> list[int]:
    """Return the rows of the solver's strategy, by node of the hand."""
    numbers = {node: number for number, node in enumerate(all_nodes(hand.n))}
    return [numbers[node] for node in hand.nodes]


def three_ends(hand: TableHand, table: ThreewayTable) -> ThreeEnds:
    seats = list(hand.order)

    def worth(players: tuple[int, ...], places: tuple[int, ...]) -> list[float]:
        """Return values by player, as the solver numbers them."""
        values = hand.values_after([seats[player] for player in players], places)
        return [values[seat] for seat in seats]

    pairs = [[worth(pair, places) for places in PAIR_PLACES] for pair in ((0, 1), (0, 2), (1, 2))]

    def cubes() -> tuple[FloatArray, FloatArray, FloatArray]:
        worths = shown_worth(hand)
        values = worths[_LAST_FIRST, 0], worths[_LAST_FIRST, 1], worths[:, 2]
        first, second, last = in_parallel(lambda value: order_cube(table, value), values)
        return first, second, last

    return ThreeEnds(
        nobody=np.array(worth((), ())),
        alone=np.array([worth((0,), (0,)), worth((1,), (0,))]),
        pairs=np.array(pairs),
        cubes=cubes,
    )


def shown_worth(hand: TableHand) -> FloatArray:
    """Return the values of a showdown of all three by order of the hands and player, shape (13, 3)."""
    seats = list(hand.order)
    return np.array([hand.values_after(seats, order) for order in ORDERS])[:, seats]


@lru_cache(maxsize=1)
def three_deals(game: Game) -> ThreeDeals:
    """Return the cubes of a game: 200 MB for Hold'em, built in half a second."""
    table = load_threeway(game)
    wins, ties = pair_values()
    values = wins, wins[_LAST_FIRST], ties, ties[_LAST_FIRST]
    return ThreeDeals(deal_cube(table), *in_parallel(lambda value: order_cube(table, value), values))


def two_seat_ends(game: Game, hand: TableHand) -> tuple[PlayerPayoffs, PlayerPayoffs]:
    """Return the ends of two seats without jackpots: changes in chips, or money after the hand."""
    shares, worth = DIVIDED if game.split_low else UNDIVIDED, None if hand.pool is None else hand.values_at
    rake, fees = hand.terms.rake, hand.terms.fees
    return two_ends(hand.situation, rake, worth, shares, whole_chips=hand.whole_chips, fees=fees)


def _two_solution(
    game: Game, hand: TableHand, progress: Progress, strategy: FloatArray | None = None
) -> TableSolution:
    """Return the equilibrium of two seats, or measure strategies of small and big blind, shape (2, n).

    Values are ``base`` + ``unit`` times the solver's.
    """
    base, unit = (np.array(hand.stacks), hand.big_blind) if hand.pool is None else (np.zeros(2), hand.pool)
    first, second = (with_jackpot(end, hand.terms.jackpot) for end in two_seat_ends(game, hand))
    stakes = scaled_stakes((first, second), unit, hand.situation.has_decision)
    payoffs = payoffs_for(game, stakes, hand.terms, progress)
    solution = solve_exact(payoffs, stakes) if strategy is None else measure_pair(payoffs, stakes, *strategy)
    rows, sizes = _rows(hand), hand_classes(game).sizes
    strategy = np.stack([solution.x, solution.y])[rows]
    share = sizes / sizes.sum()
    margins = unit * np.stack([solution.margin_jam, solution.margin_call])
    folds = base + unit * np.array([stakes.first.fold, stakes.second.opponent_folds])
    return TableSolution(
        game=game,
        hand=hand,
        strategy=strategy,
        reach=np.array([1.0, solution.jam_chance @ share])[rows],
        percent=100 * strategy @ share,
        values=base + unit * np.array(solution.values),
        gains=unit * np.array(solution.gains),
        folds=np.where(np.isnan(margins), np.nan, folds[:, None])[rows],
        margins=margins[rows],
        arrivals=np.stack([share, share * solution.jam_chance])[rows],
        iterations=solution.iterations,
    )


def _solution(game: Game, hand: TableHand, solution: SeatSolution) -> TableSolution:
    rows, sizes = _rows(hand), hand_classes(game).sizes
    strategy, arrivals = solution.strategy[rows], solution.arrivals[rows]
    reached = np.where(arrivals > 0, arrivals, np.nan)
    return TableSolution(
        game=game,
        hand=hand,
        strategy=strategy,
        reach=arrivals.sum(axis=1),
        percent=100 * (strategy @ sizes) / sizes.sum(),
        values=by_seat(hand, solution.values),
        gains=by_seat(hand, solution.own_gains),
        folds=solution.folds[rows] / reached,
        margins=solution.gains[rows] / reached,
        arrivals=arrivals,
        iterations=solution.iterations,
    )


VALUES_APART = 1e-4
PERCENT_APART = 0.1
"""VALUES_APART, PERCENT_APART: Two results are different equilibria if a seat's value differs by more than
the first (in big blinds, or as a share of the prizes), or the frequency of a decision by more than the second
(in percent of hands).  A hundred results of Hold'em at 10 bb differ by less than 1e-8 bb and 1e-7%."""


@json_fields("starts settled equilibria values_apart percent_apart")
@dataclass(frozen=True, eq=False)
class Starts:
    """Results of searches from several starts."""

    starts: int
    settled: int
    """The number of searches that ended within the tolerance of an equilibrium."""
    equilibria: int
    """The number of different equilibria among these results; a lower bound."""
    values_apart: float
    """The largest difference of a seat's value between two of these results, in the unit of the hand."""
    percent_apart: float
    """The largest difference of a decision's frequency, in percent of hands."""


def search_starts(
    game: Game, hand: TableHand, starts: int, seed: int, progress: Progress = ignore_progress
) -> Starts:
    """Search for equilibria from random starts, for a hand of three seats without raises.

    Raises TableError if the three-way table can be neither loaded nor built.
    """
    seats, classes, rng = seat_game(game, hand, progress), hand_classes(game), np.random.default_rng(seed)
    rows = np.asarray(np.isnan(seats.forced.reshape(len(seats.forced), -1)).all(axis=1))
    share = classes.sizes / classes.sizes.sum()
    settled: list[tuple[FloatArray, FloatArray]] = []
    for number in range(starts):
        progress("searching from other starts", number / starts)
        solution = solve_seats(seats, classes.n, exact_gain(hand), start=_start(len(rows), classes.n, rng))
        if solution.own_gains.max() <= settled_gain(hand):
            settled.append((solution.values, 100 * solution.strategy[rows] @ share))
    unit = hand.big_blind if hand.pool is None else hand.pool
    values, percents = (np.array([pair[k] for pair in settled]).reshape(len(settled), -1) for k in (0, 1))
    return Starts(starts, len(settled), _count(values / unit, percents), _spread(values), _spread(percents))


def _start(nodes: int, n: int, rng: np.random.Generator) -> FloatArray:
    """Return random frequencies around a random level for each decision: loose and tight starts."""
    return np.clip(rng.random((nodes, 1)) + rng.uniform(-0.5, 0.5, (nodes, n)), 0.0, 1.0)


def _spread(values: FloatArray) -> float:
    return float(np.ptp(values, axis=0).max(initial=0.0)) if len(values) else 0.0


def _count(values: FloatArray, percents: FloatArray) -> int:
    """Return the number of results that differ from all earlier ones."""
    distinct: list[int] = []
    for index in range(len(values)):
        if all(
            abs(values[index] - values[other]).max() > VALUES_APART
            or abs(percents[index] - percents[other]).max() > PERCENT_APART
            for other in distinct
        ):
            distinct.append(index)
    return len(distinct)
