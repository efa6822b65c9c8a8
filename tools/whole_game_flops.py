"""Write the gaps of the whole game with flops that come with the program.

``python -m tools.whole_game_flops`` takes some 40 minutes on one core. The packed file came from searches
that began with the strategies of another stack, so its last digits are others.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator

from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_margins import load_margins
from jamfold.cards.games import HOLDEM
from jamfold.core.storage.whole_files import write_atomically
from jamfold.solver.respond import measure_pair
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import WarmStartSolver
from jamfold.spots.whole_game_flops import FlopPlan, flop_bound, search_plan
from jamfold.spots.whole_game_gaps import FLOPS_FILE, GapAt
from tools.whole_game import rounded_up

STACKS = (4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 15.0)
_ROUNDING = 1e-9


def spot(stack: float) -> Situation:
    """A stack in big blinds."""
    return Situation((stack, stack), (0.5, 1.0))


def search(stack: float) -> FlopPlan:
    """The big blind's plan at a stack."""
    return search_plan(HOLDEM, load_payoffs(HOLDEM), load_margins(HOLDEM), spot(stack))


def gaps_with_flops(plans: dict[float, FlopPlan]) -> Iterator[GapAt]:
    """What the plans leave at their stacks and at those beside them."""
    payoffs, flops = load_payoffs(HOLDEM), load_margins(HOLDEM)
    neighbours, stacks = WarmStartSolver(payoffs), [*plans]
    for k, (stack, plan) in enumerate(plans.items()):
        sys.stderr.write(f"{stack:g} bb\n")
        solution = neighbours.jam_or_fold(spot_payoffs(spot(stack), CHIPS, split=False).stakes)
        gaps = []
        for other in (k, k + 1, k - 1):
            if not 0 <= other < len(stacks):
                gaps.append(0.0)
                continue
            there = spot(stacks[other])
            most = float(flop_bound(payoffs, flops, there, plan).value)
            pair = measure_pair(
                payoffs, spot_payoffs(there, CHIPS, split=False).stakes, solution.x, solution.y
            )
            least = pair.values[0] - pair.gains[1]
            gaps.append(rounded_up((most - least) * there.unit + _ROUNDING))
        yield GapAt(stack, *gaps)


def write_gaps(plans: dict[float, FlopPlan]) -> None:
    """Write the file of all stacks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "bb_ante", *GapAt._fields])
    for row in gaps_with_flops(plans):
        writer.writerow([HOLDEM.name, "0", *(f"{value:g}" for value in row)])
    write_atomically(FLOPS_FILE, text.getvalue())


if __name__ == "__main__":
    write_gaps({stack: search(stack) for stack in STACKS})
