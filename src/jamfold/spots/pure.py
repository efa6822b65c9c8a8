"""The best pure strategies of a solved spot; the method stands in `solver.pure`."""

from __future__ import annotations

from jamfold.solver.pure import PurePair, PureSolver
from jamfold.spots import solving
from jamfold.spots.solution import SpotSolution


def best_pure(spot: SpotSolution) -> PurePair:
    """The best pure strategies of both players, their guarantees L1 and L2, and the answers to them.

    ``best_pure(spot).jam`` is what the small blind should play if the big blind
    knows it beforehand and answers best (minorant game), ``.call`` the reverse;
    ``.response`` of each is that answer.  Values are the small blind's, in B.

    Raises
    ------
    TableError
        If the class table cannot be built here.
    """
    return PureSolver(solving.load_payoffs(spot.game)).solve(spot.solution)


__all__ = ["PurePair", "best_pure"]
