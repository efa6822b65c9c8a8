"""Proofs: equilibria in fractions, in a file that can be checked without this program.

`docs/proofs.md` describes the file and the checks; `docs/check_proof.py` performs them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import JAM_OR_FOLD, Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import MARGINS, check_supported, open_table
from jamfold.class_tables.margins import cluster_in_use
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import SolutionError, SolverError
from jamfold.core.storage.whole_files import write_atomically
from jamfold.core.version import __version__
from jamfold.solver.rational import RationalGame, RationalSolution
from jamfold.solver.solution import EXACT
from jamfold.solver.stakes import chip_payoffs
from jamfold.solver.tree_rational import (
    CLOSE,
    RationalPlans,
    RationalStrategy,
    RationalTree,
    common_denominator,
    solve_rational,
)
from jamfold.spots import solve
from jamfold.spots.charts import Chart, situations_on
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_charts import TreeChart
from jamfold.spots.tree_solve import FEWEST_DECISIONS
from jamfold.spots.trees import TreeSpot

FORMAT, BOUNDS_FORMAT, FLOPS_FORMAT = "jamfold proof 2", "jamfold bounds 1", "jamfold flop bounds 1"


class _Pair(NamedTuple):
    """Strategies in floating point, shapes (n,)."""

    x: FloatArray
    y: FloatArray


def proved(spot: SpotSolution) -> SpotSolution:
    """Return the spot with its proof; unchanged with rake or prizes, or if it is not exact."""
    in_chips = _is_in_chips(spot.situation, spot.payoffs)
    if not (in_chips and spot.exact and spot.method == EXACT) or cluster_in_use() is not None:
        return spot
    if isinstance(spot, TreeSpot) and len(spot.points) > FEWEST_DECISIONS:
        return replace(spot, proved_plans=proved_plans(spot))
    game = RationalGame(solve.load_payoffs(spot.game))
    proof = game.with_spans(game.solve(*spot.situation.fractions, spot.solution))
    pairs = ((proof.jam, spot.solution.x), (proof.call, spot.solution.y))
    same = all(np.abs(strategy.chances() - chances).max() <= CLOSE for strategy, chances in pairs)
    return replace(spot, proof=proof) if same else spot


def proved_plans(spot: TreeSpot) -> RationalPlans | None:
    """Return the plans of a tree in fractions; None if classes stay undecided or the equilibrium differs."""
    game, scale = rational_tree(spot)
    try:
        plans = solve_rational(solve.load_payoffs(spot.game), game, spot.covered, spot.solved.plans)
    except SolverError:
        return None
    return replace(plans, value=plans.value / scale) if plans.is_close(spot.solved.plans) else None


def rational_tree(spot: TreeSpot) -> tuple[RationalTree, Fraction]:
    """Return the tree with integers at its ends, and the size of B in the same unit."""
    live, blinds, dead = spot.situation.exact_chips
    paid = [2 * _chips(point.put_in[point.seat], live) + dead for point in spot.points]
    showdown, unit = 2 * live + dead, 2 * min(blinds[1], live) + dead
    whole = common_denominator([*paid, showdown])
    worth = [int(fraction * whole) for fraction in paid]
    decisions = tuple(
        decision._replace(fold=(-fold, fold) if decision.seat == 0 else (fold, -fold))
        for decision, fold in zip(spot.solved.tree.decisions, worth, strict=True)
    )
    return RationalTree(replace(spot.solved.tree, decisions=decisions), int(showdown * whole)), unit * whole


def _chips(put_in: float, live: Fraction) -> Fraction:
    """Return chips as a decimal fraction: products such as 2.2 big blinds have rounding errors."""
    return min(Fraction(repr(round(put_in, _DECIMALS))), live)


def prove_spot(spot: SpotSolution, path: Path) -> None:
    """Write the proof of a spot to a file.

    Raises SolutionError if there is none, or the file cannot be written.
    """
    if spot.proof is not None:
        write_proof(path, spot.game, [(spot.situation, spot.proof)])
    elif isinstance(spot, TreeSpot) and spot.proved_plans is not None:
        _write(path, spot.game, [_tree(spot, spot.proved_plans)])
    else:
        in_doubt = isinstance(spot, TreeSpot) and _is_in_chips(spot.situation, spot.payoffs)
        raise SolutionError(_IN_DOUBT if in_doubt else _NO_PROOF, field="proof")


def provable(
    game: Game, grid: StackGrid, level: BlindLevel, terms: PayoffTerms, raises: Raises
) -> list[Situation]:
    """Return the situations of a chart to prove, before or after it is solved.

    Raises SolutionError with raises, rake or prizes.
    """
    if raises:
        raise SolutionError(_NO_TREES, field="proof")
    situations = [situation for _, situation in situations_on(grid, level)]
    plays = [spot_payoffs(chips, terms, split=game.split_low) for chips in situations]
    if not all(map(_is_in_chips, situations, plays)):
        raise SolutionError(_NO_PROOF, field="proof")
    return situations


def prove_chart(chart: Chart, path: Path) -> None:
    """Write the proof of all points of a chart to a file.

    Raises SolutionError as `provable`, or if the file cannot be written.
    """
    raises = chart.raises if isinstance(chart, TreeChart) else JAM_OR_FOLD
    situations = provable(chart.game, chart.grid, chart.level, chart.terms, raises)
    game = RationalGame(solve.load_payoffs(chart.game))
    pairs = map(_Pair, chart.jam, chart.call)
    spots = [(spot, game.solve(*spot.fractions, pair)) for spot, pair in zip(situations, pairs, strict=True)]
    write_proof(path, chart.game, spots)


_NO_PROOF = (
    "Proofs cover exact equilibria for chips only. Remove rake, prizes, bounties, ranges and other methods."
)
_NO_TREES = (
    "A chart of raises has no proof. Remove the raises, or solve one stack, as in "
    "`jamfold solve 10bb --open 2bb --proof FILE`."
)
_IN_DOUBT = (
    "This tree has no proof: it has several equilibria, and the one found could not be made a vertex in "
    "fractions. It is exact to rounding."
)
_DECIMALS = 9


def _is_in_chips(situation: Situation, played: SpotPayoffs) -> bool:
    return played.stakes == chip_payoffs(situation.s, situation.b)


def write_proof(path: Path, game: Game, spots: Sequence[tuple[Situation, RationalSolution]]) -> None:
    """Write the proof of several spots of a game to a file, described in `docs/proofs.md`.

    Raises UnsupportedError if the game has no class table, SolutionError if the file cannot be written.
    """
    _write(path, game, [_jam_or_fold(*spot) for spot in spots])


def _write(path: Path, game: Game, spots: list[dict[str, Any]], form: str = FORMAT) -> None:
    """Write spots with the rules of the game and the required part of its table."""
    check_supported(game)
    table, classes = open_table(game), hand_classes(game)
    small = game.has_square_of_classes
    proof = {
        "format": form,
        "program": f"jamfold {__version__}",
        "game": game.name,
        "hole_cards": game.hole_cards,
        "lowest_rank": int(game.lowest_rank),
        "order": [category.value for category in game.order],
        "split_low": game.split_low,
        "margin_scale": table.margin_scale,
        "classes": [classes.name(i) for i in range(classes.n)],
        "margins": table.margins.tolist() if small else None,
        "table_sha256": None if small else table.record.sha256[MARGINS],
        "spots": spots,
        "sha256": "",
    }
    proof["sha256"] = hashlib.sha256(json.dumps(proof, sort_keys=True).encode()).hexdigest()
    write_atomically(path, json.dumps(proof) + "\n")


def write_bounds(
    path: Path,
    game: Game,
    situation: Situation,
    strategies: Mapping[str, RationalStrategy | Mapping[str, RationalStrategy]],
    bounds: Mapping[str, Fraction],
    flops: Mapping[str, Any] | None = None,
) -> None:
    """Write bounds of the whole game to a file, described in `docs/whole-game.md`.

    ``flops`` is a plan with flops as JSON.  Raises SolutionError if the file cannot be written.
    """

    def texts(plan: RationalStrategy | Mapping[str, RationalStrategy]) -> dict[str, Any]:
        if isinstance(plan, RationalStrategy):
            return {"plan": _signs(plan), "mixed": plan.texts()}
        return {name: texts(answer) for name, answer in plan.items()}

    plans = {name: texts(plan) for name, plan in strategies.items()}
    values = {name: str(value) for name, value in bounds.items()}
    form = FLOPS_FORMAT if flops else BOUNDS_FORMAT
    _write(path, game, [{**_chip_texts(situation), **plans, **(flops or {}), **values}], form)


def _jam_or_fold(situation: Situation, proof: RationalSolution) -> dict[str, Any]:
    live = situation.exact_chips[0]
    calls = [_action(live, proof.call, [])] if situation.has_decision[1] else []
    jams = [_action(live, proof.jam, calls)] if situation.has_decision[0] else []
    return _spot(situation, jams, proof.value)


def _tree(spot: TreeSpot, proof: RationalPlans) -> dict[str, Any]:
    live = spot.situation.exact_chips[0]

    def actions(number: int) -> list[dict[str, Any]]:
        point, turn = spot.points[number], spot.solved.tree.turns[number]
        return [
            _action(
                _chips(action.to, live) if action.kind == "raise" else live,
                proof.plans[turn.seat][sequence],
                [] if following is None else actions(following),
            )
            for action, following, sequence in zip(
                point.actions[1:], point.following[1:], turn.actions, strict=True
            )
        ]

    return _spot(spot.situation, actions(0), proof.value)


def _spot(situation: Situation, actions: list[dict[str, Any]], value: Fraction) -> dict[str, Any]:
    """Return chips, strategies and value as text, so that no digit is lost."""
    return {**_chip_texts(situation), "actions": actions, "value": str(value)}


def _chip_texts(situation: Situation) -> dict[str, Any]:
    chips = {name: [repr(x) for x in getattr(situation, name)] for name in ("stacks", "blinds", "antes")}
    return {**chips, "dead": repr(situation.dead)}


def _action(to: Fraction, plan: RationalStrategy, answers: list[dict[str, Any]]) -> dict[str, Any]:
    return {"to": str(to), "plan": _signs(plan), "mixed": plan.texts(), "actions": answers}


def _signs(strategy: RationalStrategy) -> str:
    """Return one character for each class: 1 always, 0 never, m mixed."""
    signs = np.where(strategy.played, "1", "0")
    signs[[*strategy.mixed]] = "m"
    return "".join(signs.tolist())
