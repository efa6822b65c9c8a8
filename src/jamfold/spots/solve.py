"""From a game and chips to a solution: the main job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import HandClasses
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import Game, game_of
from jamfold.class_tables import ClassTable
from jamfold.class_tables.factored import Factors
from jamfold.class_tables.low_rank import LowRankTable, bound_gain, has_low_rank, load_low_rank
from jamfold.class_tables.margins import cluster_in_use, load_sums
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.class_tables.rare_hands import check_pays, jackpot_planes
from jamfold.core.errors import ClusterError, SolverError
from jamfold.solver.best_response import evaluate
from jamfold.solver.exact import solve_exact
from jamfold.solver.fictitious_play import check_iterations, solve_fictitious_play
from jamfold.solver.payoffs import ClassGame, DensePlacements, OutcomeCounts, Placements
from jamfold.solver.respond import strategy_sums
from jamfold.solver.solution import APPROXIMATE, EXACT, FICTITIOUS_PLAY, Iteration, Solution
from jamfold.solver.stakes import TerminalPayoffs, chip_payoffs
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.valuation.fees import JACKPOT_RULES

METHODS = (EXACT, APPROXIMATE, FICTITIOUS_PLAY)
DEFAULT_ITERATIONS = 100

_FEW_CLASSES = 1000
"""So few have a matrix of placements, of 8 MB at most."""

_loaded: dict[tuple[Game, bool, str], ClassGame] = {}


def solve_situation(
    game: str | Game,
    situation: Situation,
    terms: PayoffTerms = CHIPS,
    *,
    method: str = EXACT,
    iterations: int | None = None,
    progress: Callable[[Iteration], None] | None = None,
    table_progress: Callable[[str, float], None] | None = None,
) -> SpotSolution:
    """Solve the jam/fold game of a situation.

    The class table of the game is built first if this machine does not have it.

    Parameters
    ----------
    game
        ``omaha``, ``omaha-hilo``, ``holdem``, ``six-plus``, ``six-plus-trips``.
    situation
        The chips.
    terms
        What they are worth: rake, prizes, bounties; see `PayoffTerms`.
    method
        ``exact``; ``approximate``, which needs no table: the game of a table of low rank is solved, and
        gains are bounds that hold with 95%; or ``fictitious-play`` as in the published tables.
    iterations
        Iterations of fictitious play, 100 unless given.
    progress
        Called after every iteration.
    table_progress
        Called while a table is built, with what is being done and the share of
        the whole work that is done.

    Raises
    ------
    GameError, SituationError, SolverError
        If a word or a number makes no sense; the sentence names it.
    TableError
        If the class table cannot be built here.
    """
    rules = game_of(game)
    if method not in METHODS:
        raise SolverError(f"Unknown method '{str(method)[:40]}': the methods are {' and '.join(METHODS)}.")
    if method != FICTITIOUS_PLAY and iterations is not None:
        raise SolverError(
            "A number of iterations is for fictitious-play: other methods take as many as they need."
        )
    count = check_iterations(DEFAULT_ITERATIONS if iterations is None else iterations)
    stakes = spot_payoffs(situation, terms, split=rules.split_low).stakes
    if method == APPROXIMATE:
        solution = _solve_approximately(rules, stakes, progress)
        return make_spot(rules, situation, terms, solution)
    payoffs = payoffs_for(rules, stakes, terms, table_progress)
    if method == EXACT:
        solution = solve_exact(payoffs, stakes, progress=progress)
    else:
        solution = solve_fictitious_play(payoffs, stakes, count, progress)
    return make_spot(rules, situation, terms, solution)


def _solve_approximately(
    game: Game, stakes: TerminalPayoffs, progress: Callable[[Iteration], None] | None
) -> Solution:
    """The equilibrium of the game of a table of low rank; its gains are bounds on the true ones."""
    return bounded(game, stakes, solve_exact(approximate_payoffs(game, stakes), stakes, progress=progress))


def bounded(game: Game, stakes: TerminalPayoffs, pair: Solution) -> Solution:
    """A pair of the game of a table of low rank; its gains become bounds on the true ones, with 95%."""
    payoffs, table = low_rank_payoffs(game), load_low_rank(game)
    gains = []
    for player, chance, margin, reply, left in (
        (stakes.first, pair.x, pair.margin_jam, pair.y, pair.gains[0]),
        (stakes.second, pair.y, pair.call_gain, pair.x, pair.gains[1]),
    ):
        slack = np.where(chance == (margin > 0), np.abs(margin), 0.0)
        weights = payoffs.counts / payoffs.n_hands
        gains.append(left + bound_gain(weights, slack, player.half * table.margin_error(reply)))
    first, second = gains
    return replace(pair, method=APPROXIMATE, exact=False, gains=(first, second), epsilon=(first + second) / 2)


def approximate_payoffs(game: Game, stakes: TerminalPayoffs) -> ClassGame:
    """What the solver needs of a game played for these stakes, without its table.

    Raises SolverError if they need ties; TableError as `load_low_rank`.
    """
    if not stakes.is_linear:
        raise SolverError(
            "The approximate method does not know ties, which this rake, these prizes or this jackpot need. "
            "Remove the method.",
            field="method",
        )
    return low_rank_payoffs(game)


@cache
def low_rank_payoffs(game: Game) -> ClassGame:
    """What the solver needs of a game, without its table; as `load_low_rank`."""
    return class_game(load_low_rank(game))


def payoffs_of(spot: SpotSolution) -> ClassGame:
    """The payoffs that a solution was found with, without planes."""
    return _payoffs_behind(spot.game, spot.solution)


def _payoffs_behind(game: Game, solution: Solution) -> ClassGame:
    return low_rank_payoffs(game) if solution.approximate else load_payoffs(game)


def make_spot(game: Game, situation: Situation, terms: PayoffTerms, solution: Solution) -> SpotSolution:
    """A solution with the chips that its strategies win, where it was money that was played for."""
    chips = None
    if terms.currency == "money":
        payoffs = _payoffs_behind(game, solution)
        pair = strategy_sums(payoffs, solution.x), strategy_sums(payoffs, solution.y)
        chips = evaluate(payoffs, chip_payoffs(situation.s, situation.b), *pair).values[0]
        chips = situation.chips(0, chips)
    return SpotSolution(game, situation, solution, terms, chips)


def payoffs_for(
    game: Game,
    stakes: TerminalPayoffs,
    terms: PayoffTerms,
    progress: Callable[[str, float], None] | None = None,
) -> ClassGame:
    """What the solver needs of a game played for these stakes, which are those of the terms."""
    if stakes.has_credits and terms.jackpot is not None:
        check_pays(game)  # before a table is built
        return load_payoffs(game, progress, planes=stakes.needs_planes, jackpot=terms.jackpot.rule)
    return load_payoffs(game, progress, planes=stakes.needs_planes)


def is_loaded(game: Game, *, planes: bool = False) -> bool:
    """Whether `load_payoffs` has the game at hand in this process."""
    return (game, planes, "") in _at_hand()


def _at_hand() -> dict[Any, ClassGame]:
    """What this process has loaded, here or with the cluster that is in use."""
    cluster = cluster_in_use()
    return _loaded if cluster is None else cluster.loaded


def load_payoffs(
    game: Game,
    table_progress: Callable[[str, float], None] | None = None,
    *,
    planes: bool = False,
    jackpot: str = "",
) -> ClassGame:
    """What the solver needs of a game: class sizes, card removal, the class table.

    Loaded once per game, and process or cluster (`jamfold.on_cluster`); `planes` with the outcomes
    between losing and winning, which values that are not linear in the pot share need; `jackpot` with the
    boards that a rule pays.  Raises TableError if
    the class table cannot be built here; the cluster that is in use is not there, cannot hold the factors, or
    planes are wanted of it.
    """
    return _load(_at_hand(), game, planes, jackpot, table_progress)


def _load(
    loaded: dict[Any, ClassGame],
    game: Game,
    planes: bool,
    jackpot: str,
    table_progress: Callable[[str, float], None] | None,
) -> ClassGame:
    if (game, planes, jackpot) in loaded:
        return loaded[game, planes, jackpot]
    if jackpot:
        plain = _load(loaded, game, planes, "", table_progress)
        if table_progress is not None:
            table_progress("counting rare hands", 0.0)
        paid = jackpot_planes(game, royal=JACKPOT_RULES[jackpot].royal)
        loaded[game, planes, jackpot] = replace(plain, planes=(*plain.planes, *paid))
        return loaded[game, planes, jackpot]
    if planes:
        if loaded is not _loaded:
            raise ClusterError(
                "A cluster does not tell ties apart, which these prizes or this rake need. Remove it, and "
                "the tables of this machine are used.",
                field="cluster",
            )
        outcomes = load_outcomes(game, table_progress)
        ties = tuple(
            OutcomeCounts(plane.values, plane.row_sums, plane.symmetric, game.n_boards)
            for plane in outcomes.planes
        )
        loaded[game, True, ""] = replace(_load(loaded, game, False, "", table_progress), planes=ties)
        return loaded[game, True, ""]
    loaded[game, False, ""] = class_game(load_sums(game, table_progress))
    return loaded[game, False, ""]


def class_game(table: ClassTable | Factors | LowRankTable) -> ClassGame:
    """What the solver needs of a game by its sums; from factors it starts near the equilibrium.

    Omaha at 1, 2, ... 25 bb takes 6 passes over its factors, 18 where each stack starts from its neighbour's.
    """
    game = table.game
    return ClassGame(
        counts=table.classes.sizes,
        n_hands=game.n_hands,
        n_opponent_hands=game.n_opponent_hands,
        margins=table.margins,
        margin_scale=table.margin_scale,
        row_sums=table.row_sums,
        placements=_placements(table.classes),
        near=partial(low_rank_payoffs, game) if isinstance(table, Factors) and has_low_rank(game) else None,
    )


def _placements(classes: HandClasses) -> Placements:
    removal = CardRemoval(classes)
    if classes.sizes.size > _FEW_CLASSES:
        return removal
    everywhere = np.arange(classes.sizes.size)
    return DensePlacements(removal.block(everywhere, everywhere))
