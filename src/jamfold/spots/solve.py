"""Solution of the jam/fold game of a situation: exact, approximate, or by fictitious play."""

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
from jamfold.class_tables.factored.factors import Factors
from jamfold.class_tables.low_rank import LowRankTable, bound_gain, has_low_rank, load_low_rank
from jamfold.class_tables.margins import cluster_in_use, load_sums
from jamfold.class_tables.outcome_build import load_outcomes
from jamfold.class_tables.rare_hands import check_pays, jackpot_planes
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import ClusterError, SolverError
from jamfold.solver.best_response import evaluate
from jamfold.solver.exact import solve_exact
from jamfold.solver.fictitious_play import check_iterations, solve_fictitious_play
from jamfold.solver.payoffs import ClassGame, DensePlacements, Placements
from jamfold.solver.respond import strategy_sums
from jamfold.solver.solution import APPROXIMATE, EXACT, FICTITIOUS_PLAY, Iteration, Solution
from jamfold.solver.stakes import TerminalPayoffs, chip_payoffs
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.valuation.fees import JACKPOT_RULES

METHODS = (EXACT, APPROXIMATE, FICTITIOUS_PLAY)
DEFAULT_ITERATIONS = 100

_FEW_CLASSES = 1000
"""Games with up to this many classes get a dense matrix of placements, of 8 MB at most."""

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
        Rake, prizes, bounties; see `PayoffTerms`.
    method
        ``exact``; ``approximate``, which needs no class table: it solves the game of a low-rank table, and
        gains are 95% bounds; or ``fictitious-play`` as in the published tables.
    iterations
        Iterations of fictitious play, 100 unless given.
    progress
        Called after every iteration.
    table_progress
        Called while a table is built, with the stage and the share of the work that is done.

    Raises
    ------
    GameError, SituationError, SolverError
        If an argument is invalid; the message names it.
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
    payoffs = payoffs_for(rules, stakes, terms, table_progress, method=method)
    if method == FICTITIOUS_PLAY:
        solution = solve_fictitious_play(payoffs, stakes, count, progress)
    else:
        solution = solve_exact(payoffs, stakes, progress=progress)
    if method == APPROXIMATE:
        solution = bounded(rules, stakes, solution)
    return make_spot(rules, situation, terms, solution)


def bounded(game: Game, stakes: TerminalPayoffs, pair: Solution) -> Solution:
    """Return a solution of the game of a low-rank table, with 95% bounds on its true gains."""
    table = load_low_rank(game)
    weights = table.classes.sizes / game.n_hands

    def hidden_gain(half: float, chances: FloatArray, margins: FloatArray, reply: FloatArray) -> float:
        slack = np.where(chances == (margins > 0), np.abs(margins), 0.0)
        return bound_gain(weights, slack, half * table.margin_error(reply))

    first = pair.gains[0] + hidden_gain(stakes.first.half, pair.x, pair.margin_jam, pair.y)
    second = pair.gains[1] + hidden_gain(stakes.second.half, pair.y, pair.call_gain, pair.x)
    return replace(pair, method=APPROXIMATE, exact=False, gains=(first, second), epsilon=(first + second) / 2)


def approximate_payoffs(game: Game, stakes: TerminalPayoffs) -> ClassGame:
    """Return the payoffs of a game for these stakes, without its class table.

    Raises SolverError if the stakes need ties; TableError as `load_low_rank`.
    """
    if not stakes.is_linear:
        raise SolverError(
            "The approximate method does not count ties, which this rake, these prizes or this jackpot need. "
            "Remove the method.",
            field="method",
        )
    return low_rank_payoffs(game)


@cache
def low_rank_payoffs(game: Game) -> ClassGame:
    """Return the payoffs of a game without its class table. Raises TableError as `load_low_rank`."""
    return class_game(load_low_rank(game))


def payoffs_of(spot: SpotSolution) -> ClassGame:
    """Return the payoffs that a solution was computed from, without planes."""
    return _payoffs_behind(spot.game, spot.solution)


def _payoffs_behind(game: Game, solution: Solution) -> ClassGame:
    return low_rank_payoffs(game) if solution.approximate else load_payoffs(game)


def make_spot(game: Game, situation: Situation, terms: PayoffTerms, solution: Solution) -> SpotSolution:
    """Return the solved spot; with prizes, also the chips that its strategies win."""
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
    *,
    method: str = EXACT,
) -> ClassGame:
    """Return the payoffs of a game for a method and these stakes, which are those of the terms."""
    if method == APPROXIMATE:
        return approximate_payoffs(game, stakes)
    if stakes.has_credits and terms.jackpot is not None:
        check_pays(game)  # before a table is built
        return load_payoffs(game, progress, planes=stakes.needs_planes, jackpot=terms.jackpot.rule)
    return load_payoffs(game, progress, planes=stakes.needs_planes)


def is_loaded(game: Game, *, planes: bool = False) -> bool:
    """Return whether this process has the payoffs of a game cached."""
    return (game, planes, "") in _at_hand()


def _at_hand() -> dict[Any, ClassGame]:
    """Return the cached payoffs of this process, or of the cluster in use."""
    cluster = cluster_in_use()
    return _loaded if cluster is None else cluster.loaded


def load_payoffs(
    game: Game,
    table_progress: Callable[[str, float], None] | None = None,
    *,
    planes: bool = False,
    jackpot: str = "",
) -> ClassGame:
    """Return the payoffs of a game for the solver: class sizes, card removal, the class table.

    They are cached by process, or by cluster (`jamfold.on_cluster`).  `planes` adds the outcomes between
    losing and winning, for values that are not linear in the pot share; `jackpot` adds the boards that a
    rule pays.  Raises TableError if the class table cannot be built here; ClusterError if the cluster in use
    cannot be reached, cannot hold the factors, or planes are needed.
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
                "A cluster does not count ties, which these prizes or this rake need. Remove it to use "
                "the tables of this machine.",
                field="cluster",
            )
        ties = load_outcomes(game, table_progress).planes
        loaded[game, True, ""] = replace(_load(loaded, game, False, "", table_progress), planes=ties)
        return loaded[game, True, ""]
    loaded[game, False, ""] = class_game(load_sums(game, table_progress))
    return loaded[game, False, ""]


def class_game(table: ClassTable | Factors | LowRankTable) -> ClassGame:
    """Return the payoffs of a game from its table; with factors the search starts near the equilibrium.

    Omaha at 1, 2, ... 25 bb then takes 6 passes over the factors, instead of 18 from the neighbouring stack.
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
