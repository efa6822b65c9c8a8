"""The methods of the calculator, one function each; `calculate` chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.deals import Drawing, WeightedDrawing, draw_deals, draw_weighted, is_rare
from jamfold.calculator.listed_problem import ListedPlayer, ListedProblem
from jamfold.calculator.problem import NO_DEAL, EquityPlayer, EquityProblem, disjoint_tuples
from jamfold.calculator.results import EquityResult, PlayerEquity, curves_of_tuples
from jamfold.calculator.tally import (
    BATCH,
    POT_COLUMNS,
    Tally,
    mirrored,
    shares_of_outcomes,
    sums_of_outcomes,
    tally_deals,
    whole_outcomes,
)
from jamfold.calculator.two_ranges import RangeSums, board_sums, class_table_sums
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import Boards, all_boards, number_boards
from jamfold.cards.strength.showdown import (
    COLUMNS,
    SHARE,
    Hands,
    StrengthTables,
    number_hands,
    showdown_sums,
    strength_tables,
)
from jamfold.class_tables import Progress, build_notice, load_table
from jamfold.class_tables.matchup import few_pair_outcomes, pair_outcomes
from jamfold.class_tables.outcome_build import load_outcomes, outcome_notice
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import plural
from jamfold.core.errors import EquityError
from jamfold.core.parallel import in_parallel
from jamfold.ranges.weights import EQUITY_ORDER

_PAIRS = 200  # pairs of hands in a task, some 0.1 s
_TRIES_PER_DEAL, _TRIES_BY_WEIGHT = 2_000, 50
_MOST_BOARDS, _MOST_SHOWDOWNS = 1 << 18, 1 << 22  # in a task
_COUNTABLE = 1_000_000  # combinations that may be listed to find out whether any deal is possible

Draw = Callable[[int, list[int]], tuple[IntArray, NDArray[np.uint8], FloatArray | None]]
"""Draws deals, as many as asked for with this seed: hands, boards, and weights."""


def by_pairs(problem: EquityProblem) -> EquityResult:
    """Two players before the flop, hand against hand by the decomposition."""
    tuples, weights = joint_hands(problem)
    hands = hand_classes(problem.game).hands
    outcomes, by_pair = np.zeros((3, 4)), np.empty((len(tuples), 3, 4))
    few = few_pair_outcomes(problem.game, *(hands[side] for side in tuples.T))
    tasks = [slice(begin, begin + _PAIRS) for begin in range(0, len(tuples), _PAIRS)]

    def count(task: slice) -> IntArray:
        sides = tuples[task].T
        return pair_outcomes(problem.game, hands[sides[0]], hands[sides[1]]) if few is None else few[task]

    counted = in_parallel(count, tasks)
    for done, (task, counts) in enumerate(zip(tasks, counted, strict=True), 1):
        outcomes += np.tensordot(weights[task], counts, axes=1)
        by_pair[task] = counts * weights[task][:, None, None]
        problem.progress("comparing hands", done / len(tasks))
    sums = np.stack([sums_of_outcomes(side) for side in (outcomes, mirrored(outcomes))])
    totals, first = by_pair.sum(axis=(1, 2)), shares_of_outcomes(by_pair)
    curves = curves_of_tuples(tuples, np.stack([first, totals - first], axis=1), totals)
    method = counted_method(problem.n_boards, len(tuples))
    return equity_result(problem, sums, outcomes.sum(), method, outcomes=outcomes, curves=curves)


def by_boards(problem: EquityProblem) -> EquityResult:
    """Any players: all boards for every combination of hands."""
    game, players = problem.game, len(problem.players)
    tuples, weights = joint_hands(problem)
    rows, local = np.unique(tuples, return_inverse=True)
    hands = number_hands(game, hand_classes(game).hands[rows])
    boards = all_boards(game, problem.board, {*problem.dead, *_common_cards(problem)})
    local = local.reshape(tuples.shape)
    counts = count_boards(strength_tables(game), hands, local, weights, boards, problem.progress)
    method = counted_method(problem.n_boards, len(tuples))
    outcomes = counts.outcomes if players == 2 else None
    curves = curves_of_tuples(local, counts.by_tuple, counts.boards)
    return equity_result(problem, counts.shares, counts.counted, method, outcomes=outcomes, curves=curves)


class BoardCounts(NamedTuple):
    """Sums over combinations of hands and boards: shares (players, COLUMNS) in pots, how many, outcomes.

    By combination: ``by_tuple`` (t, players), the pots won, ``boards`` (t,), how many; both weighed.
    """

    shares: FloatArray
    counted: float
    outcomes: FloatArray
    by_tuple: FloatArray
    boards: FloatArray


def count_boards(
    tables: StrengthTables,
    hands: Hands,
    tuples: IntArray,
    weights: FloatArray,
    boards: Boards,
    progress: Progress,
) -> BoardCounts:
    """All boards for every combination of hands, int64 (t, players), weighed by its weight."""
    shares, counted, outcomes = np.zeros((tuples.shape[1], COLUMNS)), 0.0, np.zeros((3, 4))
    by_tuple, played = np.zeros(tuples.shape), np.zeros(len(tuples))
    tasks = list(_tasks(tuples, weights, boards))
    all_sums = in_parallel(lambda task: showdown_sums(tables, hands, task.tuples, task.boards), tasks)
    for done, (task, sums) in enumerate(zip(tasks, all_sums, strict=True), 1):
        shares += np.tensordot(task.weights, sums.shares, axes=1)
        counted += float(task.weights @ sums.boards)
        outcomes += np.tensordot(task.weights, sums.outcomes, axes=1)
        by_tuple[task.place] += task.weights[:, None] * sums.shares[:, :, SHARE]
        played[task.place] += task.weights * sums.boards
        progress("running through boards", done / len(tasks))
    return BoardCounts(shares / POT_COLUMNS, counted, outcomes, by_tuple / POT_COLUMNS[SHARE], played)


def by_class_table(
    problem: EquityProblem, outcomes: bool, notice: Callable[[str], None] | None = None
) -> EquityResult:
    """Two ranges before the flop, one of them a union of classes.

    Wins and ties are separate if the outcome planes exist or take seconds to build, or ``outcomes`` asks for
    the build.  ``notice`` is called with the costs of a build before it starts.
    """
    first, second = problem.players
    swapped = not second.hand_range.is_class_union
    if swapped:
        first, second = second, first
    starts = hand_classes(problem.game).starts[:-1]
    sums = np.add.reduceat(first.weights, starts)
    planes_notice = outcome_notice(problem.game)
    for sentence in (build_notice(problem.game), planes_notice if outcomes else None):
        if sentence is not None and notice is not None:
            notice(sentence)
    table = load_table(problem.game, problem.progress)
    planes = None
    if outcomes or planes_notice is None:  # there, or made in seconds
        planes = load_outcomes(problem.game, problem.progress)
    sums_of_first = class_table_sums(table, sums, second.hand_range.class_weights, planes)
    total = sums_of_first.swapped() if swapped else sums_of_first
    method = f"exact by the class table, {plural(problem.n_boards, 'board')} each"
    result = _from_ranges(problem, total, method, needs_outcomes=planes is None)
    return replace(result, counted=result.counted * problem.n_boards)  # the table counts pairs of hands


def by_sorted_boards(problem: EquityProblem) -> EquityResult:
    """Two ranges with board cards: all boards, card removal by inclusion-exclusion."""
    game = problem.game
    boards = all_boards(game, problem.board, set(problem.dead))
    first, second = (player.weights for player in problem.players)
    sums = board_sums(
        game, first, second, boards, lambda share: problem.progress("running through boards", share)
    )
    return _from_ranges(problem, sums, f"exact, {plural(problem.n_boards, 'board')} for every pair of hands")


def sample(problem: EquityProblem, deals: int | None, error: float | None, seed: int | None) -> EquityResult:
    """Draw deals until there are enough of them, or until the standard errors are small enough.

    Ctrl-C ends it with the deals drawn so far.
    """
    drawing = _drawing(problem)

    def draw(size: int, seed: list[int]) -> Tally:
        tuples, cards, weights = drawing(size, seed)
        boards = number_boards(problem.game, cards)
        more = Tally.of(problem.game, _all_hands(problem.game), tuples, boards, weights)
        if not more.deals:
            _refuse(problem)
        return more

    tally, chosen = tally_deals(len(problem.players), draw, deals, error, seed, problem.progress)
    done, errors = tally.deals, tally.errors
    worth = "" if tally.worth > 0.999 * done else f" by weight, worth {tally.worth:,.0f}"
    method = f"sampled, {plural(done, 'deal')}{worth}, standard error at most {100 * errors.max():.2g}%"
    sums = tally.sums / POT_COLUMNS
    return equity_result(problem, sums, tally.weight, method, errors=errors, deals=done, seed=chosen)


def _drawing(problem: EquityProblem) -> Draw:
    """How deals are drawn: independently, or with weights where few independent draws are deals.

    Raises EquityError if the list of joint deals shows that no deal is possible.
    """
    weights = [player.weights for player in problem.players]
    free = Drawing.of(problem.game, weights, problem.board, frozenset(problem.dead))
    if not is_rare(free):
        return lambda size, seed: (*draw_deals(free, size, seed, size * _TRIES_PER_DEAL), None)
    drawing = WeightedDrawing.of(problem.game, weights, free)
    return lambda size, seed: draw_weighted(drawing, size, seed, size * _TRIES_BY_WEIGHT)


def joint_hands(problem: EquityProblem) -> tuple[IntArray, FloatArray]:
    """Combinations of the players' hands that share no card: int64 (t, players), weights (t,).

    Raises EquityError if there is none.
    """
    masks, players = hand_classes(problem.game).masks, problem.players
    places, weights = disjoint_tuples(
        [masks[player.rows] for player in players], [player.row_weights for player in players]
    )
    rows = [player.rows[place] for player, place in zip(players, places.T, strict=True)]
    return np.stack(rows, axis=1), weights


class _Task(NamedTuple):
    """A piece of the work: combinations of hands, their place among all, their weights, and boards."""

    place: slice
    tuples: IntArray
    weights: FloatArray
    boards: Boards


def _tasks(tuples: IntArray, weights: FloatArray, boards: Boards) -> Iterator[_Task]:
    """Pieces of the combinations and of the boards, some ten million showdowns each."""
    for begin in range(0, len(boards.masks), _MOST_BOARDS):
        part = boards.part(slice(begin, begin + _MOST_BOARDS))
        size = max(1, _MOST_SHOWDOWNS // len(part.masks))
        for first in range(0, len(tuples), size):
            place = slice(first, first + size)
            yield _Task(place, tuples[place], weights[place], part)


def _common_cards(problem: EquityProblem) -> set[int]:
    """Cards of players with one hand only: they are on no board."""
    hands = hand_classes(problem.game).hands
    return {
        card for player in problem.players if len(player.rows) == 1 for card in hands[player.rows[0]].tolist()
    }


@cache
def _all_hands(game: Game) -> Hands:
    return number_hands(game, hand_classes(game).hands)


def _refuse(problem: EquityProblem) -> None:
    """Say why no deal was drawn. Raises EquityError always."""
    if problem.n_tuples <= _COUNTABLE:
        joint_hands(problem)
    raise EquityError(f"None of {BATCH * _TRIES_BY_WEIGHT:,} draws is a deal: the ranges block one another.")


def counted_method(boards: int, combinations: int) -> str:
    """How an exact result was counted, in words."""
    many = "" if combinations == 1 else f" for each of {plural(combinations, 'combination')} of hands"
    return f"exact, {plural(boards, 'board')}{many}"


def _from_ranges(
    problem: EquityProblem, ranges: RangeSums, method: str, needs_outcomes: bool = False
) -> EquityResult:
    if not ranges.total > 0:
        raise EquityError(NO_DEAL)
    sums = np.array([_columns(side) for side in (ranges, ranges.swapped())])
    return equity_result(
        problem, sums, ranges.total, method, needs_outcomes=needs_outcomes, curves=ranges.curves
    )


def _columns(side: RangeSums) -> list[float]:
    """The columns of player 1, nan where the method does not tell."""
    parts = (side.share, side.win, side.tie, side.high, side.low, side.quartered)
    return [float("nan") if part is None else part for part in parts]


def equity_result(
    problem: EquityProblem | ListedProblem,
    sums: FloatArray,
    total: float,
    method: str,
    *,
    outcomes: FloatArray | None = None,
    errors: FloatArray | None = None,
    deals: int | None = None,
    seed: int | None = None,
    needs_outcomes: bool = False,
    curves: Sequence[tuple[float, ...]] = (),
) -> EquityResult:
    """The result from sums per player (players, COLUMNS), in boards or deals; `total` is their number."""
    split = problem.game.split_low
    players: tuple[EquityPlayer | ListedPlayer, ...] = problem.players
    standard = np.zeros(len(players)) if errors is None else errors
    all_curves = curves or ((),) * len(players)
    return EquityResult(
        game=problem.game,
        board=problem.board,
        dead=problem.dead,
        exact=deals is None,
        method=method,
        boards=problem.n_boards if deals is None and problem.game.has_board else None,
        deals=deals,
        seed=seed,
        players=tuple(
            PlayerEquity.of(player.text, combinations, row.tolist(), split, float(error), curve)
            for player, combinations, row, error, curve in zip(
                players, problem.combinations, sums / total, standard, all_curves, strict=True
            )
        ),
        outcomes=whole_outcomes(split, outcomes) if problem.n_tuples == 1 and outcomes is not None else None,
        warnings=tuple(note for player in players for note in player.warnings),
        order=EQUITY_ORDER if any(player.uses_order for player in players) else None,
        needs_outcomes=needs_outcomes,
        counted=total,
    )
