"""Write the gaps of the whole game that come with the program, and the figure of its chapter.

``python -m tools.whole_game`` takes some ten minutes and needs the Omaha tables; the same sources give the
same bytes.

``python -m tools.whole_game --flops [GAME ...]`` writes the gaps with flops of these games, or of all, and
keeps the other rows.  Hold'em takes some 70 minutes on one core, Six-Plus 15.  The packed rows of Hold'em
without ante came from searches that began with the strategies of another stack, so their last digits differ.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor, log10
from pathlib import Path

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_margins import load_margins
from jamfold.cards.games import GAMES, Game
from jamfold.core.storage.whole_files import write_atomically
from jamfold.solver.rational import RationalGame
from jamfold.solver.respond import measure_pair
from jamfold.solver.solution import Solution
from jamfold.solver.tree_response import evaluate_plans
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.proof import proved_plans
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_solve import WarmStartSolver, make_tree, solve_raises
from jamfold.spots.trees import TreeSpot
from jamfold.spots.whole_game_flops import FlopPlan, flop_bound, search_plan
from jamfold.spots.whole_game_gaps import FILE, FLOPS_FILE, GapAt, packed_gaps

FIGURE = Path(__file__).parents[1] / "docs" / "images" / "whole-game.svg"
COLOURS = {
    "holdem": "#c0392b",
    "six-plus-trips": "#b7791f",
    "six-plus": "#2e7d32",
    "omaha": "#1f6fb2",
    "omaha-hilo": "#7b4fa3",
}
STYLE = (
    "text{fill:#444;font:13px sans-serif}.g{stroke:#8884}@media(prefers-color-scheme:dark){text{fill:#ccc}}"
)
LABELS = {
    "holdem": ("Hold'em", 4),
    "six-plus-trips": ("Six-Plus, trips win", -1),
    "six-plus": ("Six-Plus, straights win", 11),
    "omaha": ("Omaha", 4),
    "omaha-hilo": ("Omaha Hi/Lo", 4),
}
"""Words behind a line, and how far down."""
LIMP = Raises(limp=True)
GRIDS = {2: StackGrid(1.25, 25, 0.25), 4: StackGrid(1.5, 25, 0.5)}
"""By hole cards."""
BB_ANTES = (0.0, 1.0)
"""In big blinds."""
_ROUNDING = 1e-9
_DIGITS = 3


def spot(stack: float, bb_ante: float) -> Situation:
    """A stack behind the ante in big blinds."""
    return Situation.at((stack, stack + bb_ante), BlindLevel(bb_ante=bb_ante))


def gaps_over_stacks(game: Game, bb_ante: float) -> Iterator[GapAt]:
    """Solve all rows of a game; a limp covers the raise and the jam, so a tree of limps has the bound."""
    payoffs = load_payoffs(game)
    neighbours, fractions = WarmStartSolver(payoffs), RationalGame(payoffs)
    grid = GRIDS[game.hole_cards]
    spots = [spot(stack, bb_ante) for stack in grid.stacks]

    def left(jam_or_fold: Solution, limps: TreeSpot, k: int) -> float:
        """What strategies of another stack leave at one."""
        if not 0 <= k < len(spots):
            return 0.0
        played = spot_payoffs(spots[k], CHIPS, split=game.split_low)
        tree = make_tree(raise_tree(spots[k], LIMP), spots[k], CHIPS, played)
        most = evaluate_plans(payoffs, tree, limps.solved.sums)
        least = measure_pair(payoffs, played.stakes, jam_or_fold.x, jam_or_fold.y)
        gap = most.values[0] + most.gains[0] - (least.values[0] - least.gains[1])
        return rounded_up(gap * spots[k].unit / spots[k].big_blind + _ROUNDING)

    for k, situation in enumerate(spots):
        sys.stderr.write(f"{game.title}, big-blind ante {bb_ante:g}, {grid.stacks[k]:g} bb\n")
        stakes = spot_payoffs(situation, CHIPS, split=game.split_low).stakes
        solution = neighbours.jam_or_fold(stakes)
        limps = solve_raises(game, situation, LIMP, CHIPS, neighbours=neighbours)
        plans = proved_plans(limps)
        lower = fractions.solve(*situation.fractions, solution).value
        is_nothing = plans is not None and plans.value == lower
        bounds = left(solution, limps, k), left(solution, limps, k + 1), left(solution, limps, k - 1)
        yield GapAt(grid.stacks[k], 0.0 if is_nothing else bounds[0], *bounds[1:])


def rounded_up(value: float) -> float:
    """The next number of few digits."""
    digits = _DIGITS - 1 - floor(log10(value))
    return round(ceil(value * 10.0**digits) / 10.0**digits, digits)


def figure(rows: Mapping[tuple[str, float], Sequence[GapAt]]) -> str:
    """The gaps of all games without antes over stacks, as an SVG that reads in light and dark."""
    left, top, width, height, deepest, most = 56, 14, 620, 300, 15.0, 0.5

    def point(stack: float, gap: float) -> str:
        return f"{left + width * stack / deepest:.1f},{top + height * (1 - gap / most):.1f}"

    box = f"0 0 {left + width + 150} {top + height + 50}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">',
        "<title>The gap over stacks in five games, without antes</title>",
        f"<style>{STYLE}</style>",
    ]
    for gap in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5):
        y = point(0, gap).partition(",")[2]
        parts.append(f'<path class="g" d="M{left} {y}h{width}"/>')
        parts.append(f'<text x="{left - 8}" y="{float(y) + 4:g}" text-anchor="end">{gap:g}</text>')
    for stack in range(0, 16, 3):
        x = point(stack, 0).partition(",")[0]
        parts.append(f'<text x="{x}" y="{top + height + 20}" text-anchor="middle">{stack}</text>')
    middle, below = left + width / 2, top + height + 42
    parts.append(f'<text x="{middle:g}" y="{below}" text-anchor="middle">effective stack, bb</text>')
    for name, colour in COLOURS.items():
        shown = [row for row in rows[name, 0.0] if row.stack <= deepest]
        line = " ".join(point(row.stack, row.gap) for row in shown)
        x, y = point(shown[-1].stack, shown[-1].gap).split(",")
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        title, down = LABELS[name]
        parts.append(f'<text x="{float(x) + 6:g}" y="{float(y) + down}">{title}</text>')
    return "\n".join([*parts, "</svg>\n"])


def write_gaps(path: Path, rows: Mapping[tuple[str, float], Iterable[GapAt]]) -> None:
    """Write the rows of games and big-blind antes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "bb_ante", *GapAt._fields])
    for (name, bb_ante), gaps in rows.items():
        for row in gaps:
            writer.writerow([name, f"{bb_ante:g}", *(f"{value:g}" for value in row)])
    write_atomically(path, text.getvalue())


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


def write_flops(names: Sequence[str]) -> None:
    """Solve the named games, or all, with flops."""
    rows = {**packed_gaps(FLOPS_FILE)}
    for (name, bb_ante), first in _FROM.items():
        if names and name not in names:
            continue
        plans = {}
        for stack in (stack for stack in _STACKS if stack >= first):
            sys.stderr.write(f"{name}, big-blind ante {bb_ante:g}, {stack:g} bb\n")
            plans[stack] = search(GAMES[name], stack, bb_ante)
        rows[name, bb_ante] = (*gaps_with_flops(GAMES[name], bb_ante, plans),)
    write_gaps(FLOPS_FILE, {key: rows[key] for key in _FROM if key in rows})


def main(words: Sequence[str]) -> None:
    """Solve every game that has a class table; with --flops the named games."""
    if words[:1] == ["--flops"]:
        write_flops(words[1:])
        return
    keys = [(game, bb_ante) for game in GAMES.values() if game.has_class_table for bb_ante in BB_ANTES]
    write_gaps(FILE, {(game.name, bb_ante): gaps_over_stacks(game, bb_ante) for game, bb_ante in keys})
    write_atomically(FIGURE, figure(packed_gaps()))


if __name__ == "__main__":
    main(sys.argv[1:])
