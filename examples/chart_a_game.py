"""Chart a game over the stack from Python, and explain one hand.

    python examples/chart_a_game.py [GAME]

The class table of the game is built first if this machine does not have it.
"""

from __future__ import annotations

import sys

import jamfold
from jamfold.cards.games import find_game
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import explain
from jamfold.spots.charts import make_chart
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.views.charts import interval_text
from jamfold.views.sentences import certificate_text, explanation_lines


def main(game: str = "holdem") -> None:
    """Solve 1 to 25 big blinds, print percentages and hands with gaps, then explain the last of those."""
    chart = make_chart(find_game(game), StackGrid(1, 25, 0.1))
    for stack in (5, 10, 15, 20):
        point = chart.points[chart.grid.index(stack)]
        print(f"{stack} bb: jam {100 * point.jam_share:.2f}%, call {100 * point.call_share:.2f}%, "
              f"value {point.value:+.6f} bb")  # fmt: skip
    print(
        f"Largest epsilon {chart.epsilon:.1e} bb; pure strategies give away {chart.delta:.1e} bb at most.\n"
    )

    seat = Seat.SMALL_BLIND
    runs = [(i, chart.intervals(seat, i)) for i in range(chart.classes.n)]
    gaps = [(i, found) for i, found in runs if len(found) > 1]
    for class_id, found in gaps[-3:]:
        print(f"{class_label(chart.game, class_id)} is jammed at {interval_text(chart, found)}")

    class_id = gaps[-1][0] if gaps else 0
    spot = jamfold.solve(game, stacks=(100, 100), blinds=(5, 10))
    print(f"\n{class_label(chart.game, class_id)} with 10 big blinds:")
    print("\n".join(explanation_lines(explain(spot, class_id, seat, chart))))
    print(certificate_text(spot))


if __name__ == "__main__":
    main(*sys.argv[1:])
