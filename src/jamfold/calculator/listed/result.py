"""The result of listed hands."""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.calculator.listed.problem import ListedProblem
from jamfold.calculator.results import EquityResult, PlayerEquity


def make_result(
    problem: ListedProblem,
    sums: FloatArray,
    total: float,
    method: str,
    *,
    outcomes: tuple[int, ...] | None = None,
    errors: FloatArray | None = None,
    deals: int | None = None,
    seed: int | None = None,
) -> EquityResult:
    """The result from sums per player (players, COLUMNS), in pots over deals."""
    game = problem.game
    standard = np.zeros(len(problem.players)) if errors is None else errors
    return EquityResult(
        game=game,
        board=problem.board,
        dead=problem.dead,
        exact=deals is None,
        method=method,
        boards=problem.n_boards if deals is None and game.has_board else None,
        deals=deals,
        seed=seed,
        players=tuple(
            PlayerEquity.of(
                player.text,
                player.combinations(game, len(problem.board) + len(problem.dead)),
                row,
                game.split_low,
                float(error),
            )
            for player, row, error in zip(problem.players, sums / total, standard, strict=True)
        ),
        outcomes=outcomes,
        counted=total,
    )
