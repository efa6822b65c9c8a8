"""The heads-up tournament with its certificate and the cost of playing for chips, tables on disk.

Tables are built first if they are missing, and read once so that they are in the page cache; neither
is part of a figure.  What is kept of an earlier run is not used.
"""

from __future__ import annotations

import time

from benchmarks.report import report
from jamfold.cards.games import GAMES
from jamfold.spots.tournaments.blind_levels import make_schedule
from jamfold.spots.tournaments.stored_tournaments import solve_tournament, tournament_item

_CASES = (
    ("holdem", 8000, (300, 600), 100, 3.0),
    ("omaha", 21, (1, 2), 1, 30.0),
    ("omaha-hilo", 21, (1, 2), 1, None),
)


def main() -> None:
    """Solve each in a warm process: once to load tables and code, once measured."""
    for name, chips, blinds, unit, target in _CASES:
        game = GAMES[name]
        solve_tournament(game, make_schedule(chips // 5 // unit * unit, blinds, unit=unit))
        schedule = make_schedule(chips, blinds, unit=unit)
        tournament_item(game, schedule).remove()
        started = time.perf_counter()
        answer = solve_tournament(game, schedule)
        seconds = time.perf_counter() - started
        work = f"heads-up tournament, {game.title}, {schedule.n_states} stacks"
        report(work, seconds, target, f"epsilon {answer.epsilon:.1e}")


if __name__ == "__main__":
    main()
