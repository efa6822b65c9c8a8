"""Hand against hand in all games of the calculator, warm, beside what poker-equity 0.1 takes.

Its figures are of one run on another machine, exact, in seconds; where there is none it gives up.
"""

from __future__ import annotations

import statistics
import time

from benchmarks.report import report
from jamfold.calculator.calculate import equity

_RUNS = 7
_DEALS = (
    ("Hold'em hand against hand", "holdem", "AsKs QhQd", "", 0.215, None),
    ("Omaha hand against hand", "omaha", "AsKsQhJh 9c9d8c8d", "", 0.529, 0.002),
    ("Omaha Hi/Lo hand against hand", "omaha-hilo", "AsKsQhJh 9c9d8c8d", "", 0.889, None),
    ("Six-Plus hand against hand", "six-plus", "AsKs QhQd", "", 0.026, None),
    ("Omaha 5 hand against hand", "omaha-5", "AsAdJhTh2c KcQcJcTd9d", "", 0.58, 0.2),
    ("Omaha 6 hand against hand", "omaha-6", "6s9c9h2h2s5d Qc5s9d8s5h7c", "", 0.57, 0.3),
    ("stud, fifth street", "stud", "5h7d5dKdAd Kc3hJcJdJs", "QsTs", 0.094, None),
    ("stud, third street, six dead cards", "stud", "AsAhKd TcTdTh", "2c7d9hJs4dQc", None, 1.0),
    ("stud Hi/Lo, third street, six dead cards", "stud-hilo", "Ac2c3d KhKsQd", "8c9d4hJs6dTc", None, None),
    ("razz, third street, six dead cards", "razz", "Ac2d3h 4c5d7h", "8cKd2hJs6dTc", None, None),
    ("badugi, two draw two", "badugi", "3s2c 6d8h", "8d2d6c7h", 0.33, None),
    ("2-7, one card to draw", "27-draw", "7h5h4d3c 9s8d6c4s3h", "Kd", 0.006, None),
)


def main() -> None:
    """Medians of seven calls."""
    for what, game, players, dead, theirs, target in _DEALS:
        seconds = []
        for _ in range(_RUNS + 1):
            started = time.perf_counter()
            equity(game, players.split(), dead=dead, exact=True)
            seconds.append(time.perf_counter() - started)
        note = "poker-equity 0.1: " + ("gives up" if theirs is None else f"{theirs:g} s")
        report(f"{what}, exact", statistics.median(seconds[1:]), target, note)


if __name__ == "__main__":
    main()
