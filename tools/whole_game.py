"""Write the gaps of the whole game that come with the program, and the figure of its chapter.

``python -m tools.whole_game`` takes some ten minutes and needs the Omaha tables; the same sources give the
same bytes.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from pathlib import Path

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
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
from jamfold.spots.whole_game_gaps import FILE, GapAt, packed_gaps

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


def gaps_over_stacks(game: Game, bb_ante: float) -> Iterator[GapAt]:
    """Solve all rows of a game; a limp covers the raise and the jam, so a tree of limps has the bound."""
    payoffs = load_payoffs(game)
    neighbours, fractions, level = (
        WarmStartSolver(payoffs),
        RationalGame(payoffs),
        BlindLevel(bb_ante=bb_ante),
    )
    grid = GRIDS[game.hole_cards]
    spots = [Situation.at((stack, stack + bb_ante), level) for stack in grid.stacks]

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


def main() -> None:
    """Solve every game that has a class table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "bb_ante", *GapAt._fields])
    for game in GAMES.values():
        for bb_ante in BB_ANTES if game.has_class_table else ():
            for row in gaps_over_stacks(game, bb_ante):
                writer.writerow([game.name, f"{bb_ante:g}", *(f"{value:g}" for value in row)])
    write_atomically(FILE, text.getvalue())
    write_atomically(FIGURE, figure(packed_gaps()))


if __name__ == "__main__":
    main()
