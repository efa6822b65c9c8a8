"""Tables of four to ten seats for `solver.second_order`: card tensors, end values, four-way deals.

The value of an end depends on the order of the hands at the showdown, by few functions: 1 and the pot share,
with side pots two shares, for prizes all thirteen orders.

Three hands are counted exactly.  Four hands use a bank of sampled deals, the same for every strategy, by
importance sampling: one hand is drawn by the size of its class, three by that over the rank of the class from
the best down, since the opponents of a decision have strong hands.

A table is solved without sampling, and certified on fresh deals.  Seconds are converted into the number of
deals of two slow cores, so a busy machine takes longer and gives the same result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from typing import Literal

import numpy as np

from jamfold.betting.hand import MOST_COUNTED, Node, TableHand
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import Boards, number_boards
from jamfold.cards.strength.showdown import (
    Hands,
    StrengthTables,
    high_strength,
    number_hands,
    strength_tables,
)
from jamfold.class_tables.decomposition.orders import ORDERS
from jamfold.class_tables.threeway_build import deal_cube, load_threeway, order_cube
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.predictive_regrets import ModelSolution, evaluate_model, solve_model
from jamfold.solver.second_order import (
    COUNTED_PLAYERS,
    MOST_PLAYERS,
    FourWays,
    HandTensors,
    SeatEnd,
    SeatTree,
    SecondOrderModel,
)
from jamfold.spots.nplayer.certificate import CONFIDENCE, Certificate, Measurement
from jamfold.spots.nplayer.sampler import FOLDS, TASKS, Sampler
from jamfold.spots.nplayer.search import SearchProgress, ignore_search_progress, is_reached

DEALS = 200_000
_ODDS = 12
"""Draws for each deal: about two of ten have no card twice."""
_LEAST = 0.03
"""Added to a rank in [0, 1], which bounds the weights of the best classes."""
_HANDS = 4


@lru_cache(maxsize=2)
def four_ways(game: Game, strongest: tuple[int, ...]) -> FourWays:
    """Return the bank of a game, with classes from the strongest down."""
    classes = hand_classes(game)
    sizes = classes.sizes[list(strongest)]
    weight = np.empty(classes.n)
    weight[list(strongest)] = 1.0 / (_LEAST + (np.cumsum(sizes) - sizes / 2) / sizes.sum())
    class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
    below = np.cumsum(weight[class_of_row])
    rng = np.random.default_rng(0)
    draws = _ODDS * DEALS
    rows = np.searchsorted(below, rng.random((draws, _HANDS)) * below[-1], side="right")
    rows[:, 0] = rng.integers(len(below), size=draws)
    boards = np.array(game.deck, dtype=np.uint8)[rng.integers(len(game.deck), size=(draws, BOARD_CARDS))]
    cards = np.concatenate([classes.hands[rows].reshape(draws, -1), boards], axis=1)
    masks = np.bitwise_count(np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1))
    apart = np.flatnonzero(masks == cards.shape[1])[:DEALS]
    rows = rows[apart]
    places = np.empty((len(rows), _HANDS), dtype=np.int64)
    hands = number_hands(game, classes.hands)
    fill_places(strength_tables(game), hands, rows, number_boards(game, boards[apart]), places)
    classes_dealt = class_of_row[rows]
    odds = weight[classes_dealt] * (len(below) / below[-1])
    chances = 1.0 / (odds.prod(axis=1) * (1.0 / odds).sum(axis=1))
    return FourWays(classes_dealt, places, chances / chances.sum())


@kernel
def fill_places(
    tables: StrengthTables, hands: Hands, rows: IntArray, boards: Boards, places: IntArray
) -> None:
    """Fill the number of better hands in its deal for each hand, shape (deals, 4)."""
    strengths = np.empty(rows.shape[1], dtype=np.int64)
    for deal in range(len(rows)):
        board = boards.ranks[deal], boards.suits[deal], boards.sets[deal]
        for hand in range(rows.shape[1]):
            strengths[hand] = high_strength(
                tables.by_ranks, tables.in_suit, hands.ranks, hands.sets, rows[deal, hand], board
            )
        for hand in range(rows.shape[1]):
            places[deal, hand] = (strengths > strengths[hand]).sum()


_TWO = ((0, 1), (0, 0), (1, 0))
_FOUR = tuple(
    order
    for order in product(range(4), repeat=4)
    if all(place == sum(other < place for other in order) for place in order)
)
_ORDERS = {2: _TWO, 3: ORDERS, 4: _FOUR}
_TINY = 1e-300
_FEWEST_CARDS = 36
_SAME = 1e-10


def _share(places: Sequence[int]) -> float:
    """Return the pot share of the first of these hands."""
    best = min(places)
    return (places[0] == best) / sum(place == best for place in places)


PAIR_FUNCTIONS = np.array([np.ones(3), [_share(order) for order in _TWO], [0.0, 1.0, 0.0]])
"""Functions of the result of the first of two hands: win, tie, loss."""
TRIPLE_FUNCTIONS = np.vstack(
    [
        np.ones(len(ORDERS)),
        [
            [_share([order[hand] for hand in hands]) for order in ORDERS]
            for hands in ((0, 1, 2), (0, 1), (0, 2))
        ],
        np.eye(len(ORDERS)),
    ]
)
"""Functions of the order of three hands, from the first one's view."""
_CONTESTS = {1: (True, True), 2: (True, False), 3: (False, True)}
FUNCTIONS = {2: PAIR_FUNCTIONS, 3: TRIPLE_FUNCTIONS}


def is_modelled(game: Game, hand: TableHand) -> bool:
    """Return whether the model covers a hand: four seats or more, two hole cards, at least 36 cards.

    In smaller decks the cards of folded hands matter too much.
    """
    large = hand.n > MOST_COUNTED and game.has_threeway_table and len(game.deck) >= _FEWEST_CARDS
    return large and not unmodelled(game, hand)


def unmodelled(game: Game, hand: TableHand) -> str:
    """Return what the model does not cover of a hand, as text; empty if it covers all or does not apply."""
    if hand.n <= MOST_COUNTED or not game.has_threeway_table:
        return ""
    if hand.raises:
        return "raises before the all-in"
    if hand.terms.jackpot is not None:
        return "jackpots"
    counted = MOST_PLAYERS if hand.n == MOST_PLAYERS else COUNTED_PLAYERS
    most = hand.most_allin
    if most <= counted:
        most = max(len(players) for players, _ in _lines(hand)[1])
    return f"{most} players all-in at {hand.n} seats" if most > counted else ""


@dataclass(frozen=True, eq=False)
class TableModel:
    """The model of a hand."""

    solver: SecondOrderModel
    rows: list[int]
    """The nodes of the model that are those of the hand, in their order."""
    after: list[tuple[int, ...]]
    """The seats that are in before each node of the model."""

    def whole(self, strategy: FloatArray) -> FloatArray:
        """Return strategies by node of the hand as strategies by node of the model."""
        forced = np.nan_to_num(self.solver.tree.forced)
        whole = forced[:, None] * np.ones(strategy.shape[1])
        whole[self.rows] = strategy
        return whole


def table_model(game: Game, hand: TableHand, progress: Progress = ignore_progress) -> TableModel:
    """Build the model of a hand. Raises TableError if the three-way table cannot be built or loaded."""
    load_threeway(game, progress)
    nodes, lines = _lines(hand)
    seats = [[nodes[number].seat for number in players] for players, _ in lines]
    ends = [_end_values(hand, in_) for in_ in seats]
    needed = {
        k: _needed(functions, [rows for pair in ends for rows in pair if rows.shape[1] == functions.shape[1]])
        for k, functions in FUNCTIONS.items()
    }
    seat_ends = []
    for (players, folders), pair in zip(lines, ends, strict=True):
        k = len(players)
        if k == MOST_PLAYERS:
            seat_ends.append(SeatEnd(players, folders, _by_code(pair[0]), np.zeros((hand.n, 1))))
            continue
        functions = FUNCTIONS[k][list(needed[k])] if k in FUNCTIONS else np.ones((1, 1))
        values, other_values = (np.linalg.lstsq(functions.T, rows.T, rcond=None)[0].T for rows in pair)
        seat_ends.append(SeatEnd(players, folders, values, other_values))
    numbers = {node: number for number, node in enumerate(nodes)}
    actions = [hand.action(node) for node in nodes]
    forced = np.array([np.nan if action is None else float(action) for action in actions])
    tree = SeatTree(np.array([node.seat for node in nodes]), forced, tuple(seat_ends))
    tensors = hand_tensors(game, needed[2], needed[3])
    if any(len(players) == MOST_PLAYERS for players, _ in lines):
        tensors = replace(tensors, fours=four_ways(game, tuple(tensors.strongest.tolist())))
    return TableModel(
        SecondOrderModel(tensors, tree),
        [numbers[node] for node in hand.nodes],
        [node.all_in_before for node in nodes],
    )


def _lines(hand: TableHand) -> tuple[list[Node], list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Return all nodes, and for each end the nodes where players went in and where the others folded."""
    nodes: list[Node] = []
    lines: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), ())]
    for seat in hand.order:
        following = []
        for players, folders in lines:
            if seat == hand.order[-1] and not players:
                following.append((players, folders))  # the last one has won
                continue
            node, number = Node(seat, tuple(nodes[player].seat for player in players)), len(nodes)
            nodes.append(node)
            action = hand.action(node)
            following += [(players, (*folders, number))] if action is not True else []
            following += [((*players, number), folders)] if action is not False else []
        lines = following
    return nodes, lines


def _end_values(hand: TableHand, in_: Sequence[int]) -> tuple[FloatArray, FloatArray]:
    """Return the values of an end by the order of hands: of the players who are in, and of all seats.

    The first have shape (players, orders), from each player's view; the second (seats, orders), from the
    first player's view, with 0 for those who are in.
    """
    k = len(in_)
    orders = _ORDERS.get(k, ((0,) * k,))
    values = {order: hand.values_after(in_, order) for order in orders}
    own = [
        [values[*order[1 : view + 1], order[0], *order[view + 1 :]][seat] for order in orders]
        for view, seat in enumerate(in_)
    ]
    rest = [[0.0 if seat in in_ else values[order][seat] for order in orders] for seat in range(hand.n)]
    return np.array(own).reshape(k, len(orders)), np.array(rest)


def _by_code(own: FloatArray) -> FloatArray:
    """Return the values of four players by the code of their hands' ranks, shape (4, 256)."""
    values = np.zeros((MOST_PLAYERS, MOST_PLAYERS**MOST_PLAYERS))
    for order in _FOUR:
        code = sum(place * MOST_PLAYERS**player for player, place in enumerate(order))
        for view in range(MOST_PLAYERS):
            turned = order[view], *order[:view], *order[view + 1 :]
            values[view, code] = own[view, _FOUR.index(turned)]
    return values


def _needed(functions: FloatArray, values: Sequence[FloatArray]) -> tuple[int, ...]:
    """Return the numbers of the first functions that span all values."""
    if not values:
        return (0,)
    left = np.vstack(values)
    scale = max(float(np.abs(left).max()), _TINY)
    chosen, basis = list[int](), list[FloatArray]()
    for number, function in enumerate(functions):
        rest = function - sum((function @ vector) * vector for vector in basis)
        length = float(np.sqrt(rest @ rest))
        if number and (length < _SAME or np.abs(left @ rest).max() <= _SAME * scale * length):
            continue
        chosen.append(number)
        basis.append(rest / length)
        left = left - np.outer(left @ basis[-1], basis[-1])
    return tuple(chosen)


@lru_cache(maxsize=2)
def hand_tensors(game: Game, pairs: tuple[int, ...], triples: tuple[int, ...]) -> HandTensors:
    """Return the tensors of these functions of two and three hands: 20 MB for each in Hold'em."""
    table, sizes = load_threeway(game), hand_classes(game).sizes
    deals = deal_cube(table)
    prior = deals.sum(axis=(0, 1))
    pair = deals.sum(axis=0) / prior
    means, dead = [np.ones_like(pair)], []
    for function in PAIR_FUNCTIONS[list(pairs[1:])]:
        # The cube's hands are those of d, c, h.
        turned = [function[_TWO.index(_two(order[2], order[1]))] for order in ORDERS]
        cube = order_cube(table, np.array(turned))
        means.append(np.divide(cube.sum(axis=0) / prior, pair, out=np.zeros_like(pair), where=pair > 0))
        dead.append((cube / prior).astype(np.float32))
    three = [(deals / prior).astype(np.float32)]
    for function in TRIPLE_FUNCTIONS[list(triples[1:])]:
        # The cube's hands are those of c, d, h.
        turned = [function[ORDERS.index((order[2], order[0], order[1]))] for order in ORDERS]
        three.append((order_cube(table, np.array(turned)) / prior).astype(np.float32))
    empty = np.zeros((0, *deals.shape), dtype=np.float32)
    return HandTensors(
        prior=sizes / sizes.sum(),
        pair=pair,
        means=np.array(means),
        triples=np.array(three),
        dead=np.array(dead) if dead else empty,
        contests=np.array([_CONTESTS.get(number, (False, False)) for number in triples]),
    )


def _two(first: int, second: int) -> tuple[int, int]:
    """Return the order of two hands from their ranks in a larger showdown."""
    return (0, 1) if first < second else (1, 0) if first > second else (0, 0)


TOLERANCE = 2e-5
"""The gain of a seat in the model at which the search ends, in big blinds.

The gains of weak hands first in at six seats differ by up to 0.01 from those of another solution; with 5e-5
by up to 0.019.
"""
SURE = 2.0
"""The number of standard errors beyond which the sign of a gain counts as certain."""
_ERRORS = (0.0005, 0.001, 0.006, 0.006)
"""Errors of the model for a class first in, and after one, two and three players, as shares of a stack."""
_ENOUGH, _ENOUGH_OF_PRIZES = 1e-3, 2e-4
"""The bound that ends a certificate, in big blinds and as a share of all prizes."""
_EARLY_LOOKS, _EARLY_DOUBT = 3, 0.005
"""Early looks at a certificate, after 1/8, 1/4 and 1/2 of its deals, and the error probability of each."""
_DEALS_A_SECOND = {4: 40_000, 5: 40_000, 6: 30_000, 7: 25_000, 8: 20_000, 9: 15_000, 10: 10_000}
"""Deals per second by number of seats, on two slow cores."""
_KNOWN_DEALS = 1e6
"""The weight of the model's gains in choosing responses, as a number of deals."""


@dataclass(frozen=True, eq=False)
class ModelledTable:
    """Strategies of all seats, their gains in the model, and their certificate."""

    strategy: FloatArray
    """Jam and call frequencies by node of ``hand.nodes`` and class, shape (nodes, n)."""
    certificate: Certificate
    """Estimates from fresh deals, with the model's EVs of folding and margins."""
    gains: FloatArray
    """Every seat's gain in the model."""
    seconds: float

    @property
    def deals(self) -> int:
        """The number of deals, all of them of the certificate."""
        return self.certificate.deals


def model_table(
    game: Game,
    hand: TableHand,
    *,
    profile: FloatArray | None = None,
    seconds: float = 30.0,
    gain: float | Literal["lifetime"] | None = None,
    seed: int = 0,
    progress: Progress = ignore_progress,
    on_search: Callable[[SearchProgress], None] = ignore_search_progress,
) -> ModelledTable:
    """Solve a table by the model, or measure a profile, shape (nodes of the hand, n).

    Raises TableError if the three-way table cannot be built or loaded.

    Parameters
    ----------
    seconds, gain
        The certificate ends when it proves this gain, in ``hand.unit``, or after `seconds` of two slow cores;
        ``lifetime`` for an unnoticeable gain, default 0.001 big blinds or 0.02% of the prizes.
    on_search
        Called with the model's frequencies and gains before the first deal, then with the number of deals.
    """
    started = time.perf_counter()
    model, unit = table_model(game, hand, progress), big_blind_worth(hand)
    errors = unit * model_errors(hand, model)
    if profile is None:
        solution = solve_model(model.solver, TOLERANCE * unit, SURE * errors, progress=progress)
    else:
        solution = evaluate_model(model.solver, model.whole(profile))
    strategy, sampler = solution.strategy[model.rows], Sampler(game, hand, seed)
    going = SearchProgress(0, 100 * (strategy * model.solver.tensors.prior).sum(axis=1), solution.gains)
    on_search(going)

    def measuring(steps: int, share: float) -> None:
        on_search(replace(going, deals=steps * TASKS * sampler.batch))
        progress("measuring on fresh deals", share)

    if gain is None:
        gain = _ENOUGH * hand.big_blind if hand.pool is None else _ENOUGH_OF_PRIZES * hand.pool
    is_enough = partial(is_reached, game, hand, gain, strategy)
    measured = _measured(sampler, model, solution, seconds, is_enough, measuring)
    return ModelledTable(
        strategy=strategy,
        certificate=_with_model(
            measured, model, solution, unsettled(solution, errors, solved=profile is None)[model.rows]
        ),
        gains=solution.gains,
        seconds=time.perf_counter() - started,
    )


def _measured(
    sampler: Sampler,
    model: TableModel,
    solution: ModelSolution,
    seconds: float,
    is_enough: Callable[[Certificate], bool],
    measuring: Callable[[int, float], None],
) -> Certificate:
    """Return the certificate of the first sufficient look, or of all deals."""
    gains = (model.solver.tensors.prior * solution.values.gains)[model.rows]
    prior_gains = _KNOWN_DEALS / sampler.deals_a_class * gains
    measurement = Measurement(sampler, solution.strategy[model.rows], prior_gains)
    steps = max(FOLDS // TASKS, round(seconds * _DEALS_A_SECOND[sampler.hand.n] / (TASKS * sampler.batch)))
    for look in range(_EARLY_LOOKS, -1, -1):
        while measurement.steps < max(FOLDS // TASKS, steps >> look):
            measurement.step()
            measuring(measurement.steps, measurement.steps / steps)
        doubt = _EARLY_DOUBT if look else 1 - CONFIDENCE - _EARLY_LOOKS * _EARLY_DOUBT
        certificate = measurement.certificate(1 - doubt)
        if is_enough(certificate):
            break
    return certificate


def unsettled(solution: ModelSolution, errors: FloatArray, *, solved: bool) -> FloatArray:
    """Return the model's errors by node and class, with those of its deals of four hands.

    If the search has not converged, a class with a wrong action has at least its margin as error.
    """
    margins, arrivals = np.nan_to_num(solution.margins), solution.values.arrivals
    sampled = np.divide(solution.values.errors, arrivals, out=np.zeros_like(arrivals), where=arrivals > 0)
    wrong = (solution.strategy != (margins > 0)) if solved else np.zeros(margins.shape, dtype=np.bool_)
    return np.maximum(np.hypot(errors[:, None], sampled), np.where(wrong, np.abs(margins), 0.0))


def _with_model(
    measured: Certificate, model: TableModel, solution: ModelSolution, errors: FloatArray
) -> Certificate:
    """Return a certificate with the model's values by class, which are less noisy than the deals'."""
    rows, values, prior = model.rows, solution.values, model.solver.tensors.prior
    margins, arrivals = solution.margins[rows], (prior * values.arrivals)[rows]
    arrivals[:1] = prior  # nothing is before the first decision; the model has it within 2e-4
    return replace(
        measured,
        reach=np.minimum(arrivals.sum(axis=1), 1.0),
        folds=np.where(np.isnan(margins), np.nan, values.folds[rows]),
        margins=margins,
        margins_error=np.where(np.isnan(margins), np.nan, errors),
        arrivals=arrivals,
    )


def model_errors(hand: TableHand, model: TableModel) -> FloatArray:
    """Return the model's error of a class by node, in big blinds."""
    pot = sum(sorted(hand.stacks)[-2:]) / 2 / hand.big_blind
    return np.array([_ERRORS[len(after)] for after in model.after]) * pot


def big_blind_worth(hand: TableHand) -> float:
    """Return the value of a big blind in the unit of the hand; of prizes, its share of all chips."""
    if hand.pool is None:
        return hand.big_blind
    return hand.pool * hand.big_blind / (sum(hand.stacks) + sum(hand.other_stacks))
