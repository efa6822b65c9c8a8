"""Jam or fold on a flop: Hold'em in a warm process, Omaha on three suits from nothing."""

from __future__ import annotations

import statistics
import time

from benchmarks.report import report
from jamfold.betting.two_seats import Situation
from jamfold.cards import parse_cards
from jamfold.cards.games import HOLDEM, OMAHA, Game
from jamfold.spots.flop import FlopChips, FlopSolution, make_payoffs, solve_flop

_RUNS = 5
_CHIPS = FlopChips(Situation((5.0, 5.0), (0.5, 1.0)))


def main() -> None:
    _solved(HOLDEM, "9s8s2s")  # kernels are compiled, or loaded
    runs = [_solved(HOLDEM, "Kh7d2c") for _ in range(_RUNS)]
    note = f"epsilon {runs[0][1].epsilon_bb:.0e} bb"
    report(
        "jam or fold on a flop of Hold'em, 1,176 hands a player, warm process",
        statistics.median(seconds for seconds, _ in runs),
        note=note,
    )
    seconds, found = _solved(OMAHA, "Kh7d2c")
    note = f"epsilon {found.epsilon_bb:.0e} bb, {found.iterations} iterations"
    report("jam or fold on a flop of Omaha, 211,876 hands a player", seconds, 180.0, note=note)


def _solved(game: Game, flop: str) -> tuple[float, FlopSolution]:
    started = time.perf_counter()
    found = solve_flop(make_payoffs(tuple(parse_cards(flop)), game), _CHIPS)
    return time.perf_counter() - started, found


if __name__ == "__main__":
    main()
