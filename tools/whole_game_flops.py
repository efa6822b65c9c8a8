"""Write the gaps of the whole game with flops that come with the program.

``python -m tools.whole_game_flops [GAME ...]`` writes the rows of these games, or of all, and keeps the other
rows.  Hold'em takes some 70 minutes on one core, Six-Plus 15.  The packed rows of Hold'em without ante came
from searches that began with the strategies of another stack, so their last digits differ.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence

from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_margins import load_margins
from jamfold.cards.games import GAMES, Game
from jamfold.core.storage.whole_files import write_atomically
from jamfold.solver.respond import measure_pair
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import WarmStartSolver
from jamfold.spots.whole_game_flops import FlopPlan, flop_bound, search_plan
from jamfold.spots.whole_game_gaps import FLOPS_FILE, GapAt, packed_gaps
from tools.whole_game import rounded_up

_FROM = {
    ("holdem", 0.0): 4.0,
    ("holdem", 1.0): 5.5,
    ("six-plus", 0.0): 5.5,
    ("six-plus", 1.0): 7.5,
    ("six-plus-trips", 0.0): 5.5,
    ("six-plus-trips", 1.0): 7.5,
}
"""The first stack by game and big-blind ante, in big blinds: next to the largest one without a gap."""
_STACKS = (4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 15.0)
_ROUNDING = 1e-9


def spot(stack: float, bb_ante: float) -> Situation:
    """A stack behind the ante in big blinds."""
    return Situation.at((stack, stack + bb_ante), BlindLevel(bb_ante=bb_ante))


def search(game: Game, stack: float, bb_ante: float) -> FlopPlan:
    """The big blind's plan at a stack."""
    return search_plan(game, load_payoffs(game), load_margins(game), spot(stack, bb_ante))


def gaps_with_flops(game: Game, bb_ante: float, plans: dict[float, FlopPlan]) -> Iterator[GapAt]:
    """What the plans leave at their stacks and at those beside them."""
    payoffs, flops = load_payoffs(game), load_margins(game)
    neighbours, stacks = WarmStartSolver(payoffs), [*plans]
    for k, (stack, plan) in enumerate(plans.items()):
        situation = spot(stack, bb_ante)
        solution = neighbours.jam_or_fold(spot_payoffs(situation, CHIPS, split=False).stakes)
        gaps = []
        for other in (k, k + 1, k - 1):
            if not 0 <= other < len(stacks):
                gaps.append(0.0)
                continue
            there = spot(stacks[other], bb_ante)
            most = float(flop_bound(payoffs, flops, there, plan).value)
            pair = measure_pair(
                payoffs, spot_payoffs(there, CHIPS, split=False).stakes, solution.x, solution.y
            )
            least = pair.values[0] - pair.gains[1]
            gaps.append(rounded_up((most - least) * there.unit + _ROUNDING))
        yield GapAt(stack, *gaps)


def main(names: Sequence[str]) -> None:
    """Solve the named games, and write the file."""
    rows = {**packed_gaps(FLOPS_FILE)}
    for (name, bb_ante), first in _FROM.items():
        if names and name not in names:
            continue
        plans = {}
        for stack in (stack for stack in _STACKS if stack >= first):
            sys.stderr.write(f"{name}, big-blind ante {bb_ante:g}, {stack:g} bb\n")
            plans[stack] = search(GAMES[name], stack, bb_ante)
        rows[name, bb_ante] = (*gaps_with_flops(GAMES[name], bb_ante, plans),)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "bb_ante", *GapAt._fields])
    for name, bb_ante in _FROM:
        for row in rows.get((name, bb_ante), ()):
            writer.writerow([name, f"{bb_ante:g}", *(f"{value:g}" for value in row)])
    write_atomically(FLOPS_FILE, text.getvalue())


if __name__ == "__main__":
    main(sys.argv[1:])
