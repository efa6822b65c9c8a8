"""Saved solutions, with raises before the all-in or without."""

from __future__ import annotations

import math
from os import PathLike
from pathlib import Path
from typing import Any

from jamfold.errors import JamfoldError, SolutionError, check_kind
from jamfold.hand.raises import Raises, raise_tree
from jamfold.solver.payoffs import Counted
from jamfold.solver.rational import CLOSE
from jamfold.solver.solution import TOLERANCE
from jamfold.solver.tree_covered import covered_actions
from jamfold.solver.tree_exact import TreeSolution
from jamfold.solver.tree_rational import RationalPlans
from jamfold.solver.tree_response import evaluate_plans, plan_of, unstacked
from jamfold.spots.solution import SpotSolution, read_solution
from jamfold.spots.tree import PLANS, TreeSpot
from jamfold.spots.tree_solving import make_tree


def load_solution(path: str | Path) -> SpotSolution:
    """A saved solution; with its decisions where there are raises before the all-in.

    Raises SolutionError if the file is missing, damaged, of another version, or no saved spot.
    """
    check_kind(path, (str, PathLike), "path", "the name of a saved solution, such as 'spot.npz'")
    spot, metadata, more = read_solution(Path(path))
    if "tree" not in metadata:
        return spot
    try:
        said: Any = metadata["tree"]
        sizes: dict[str, Any] = {
            name: tuple(one) if isinstance(one, list) else one for name, one in said["raises"].items()
        }
        raises = Raises(**sizes)
        points = raise_tree(spot.situation, raises, unreached=True)
        tree = make_tree(points, spot.situation, spot.terms, spot.payoffs)
        sums = unstacked(more[PLANS[0]]), unstacked(more[PLANS[1]])
        if any(len(one) != tree.n_sequences(seat) for seat, one in enumerate(sums)):
            raise ValueError(f"there are plans of {len(sums[0])} and {len(sums[1])} sequences")
        free, iterations = (int(said["free"][0]), int(said["free"][1])), int(said["iterations"])
        counted = Counted(spot.classes.sizes, spot.game.n_hands, spot.game.n_opponent_hands)
        evaluation = evaluate_plans(counted, tree, sums)
        if evaluation.epsilon > spot.solution.epsilon + TOLERANCE:
            raise ValueError("the plans are worse than the file says")
        plans, kept = (plan_of(sums[0]), plan_of(sums[1])), said.get("proof")
        proof = None if kept is None else RationalPlans.with_plans(kept, plans)
        if proof is not None and not math.isclose(
            proof.value, evaluation.values[0], rel_tol=0.0, abs_tol=CLOSE
        ):
            raise ValueError("the proof is that of another spot")
    except (ArithmeticError, AttributeError, IndexError, JamfoldError, KeyError, TypeError, ValueError):
        raise SolutionError(f"The solution in '{path}' does not fit its raises.") from None
    solved = TreeSolution(
        tree,
        plans,
        evaluation,
        sums,
        free,
        spot.exact,
        iterations,
        spot.seconds,
    )
    return TreeSpot(
        spot.game, spot.situation, spot.solution, spot.terms, spot.money_chips, spot.proof,
        raises=raises, points=points, solved=solved, covered=covered_actions(tree), proved_plans=proof,
    )  # fmt: skip
