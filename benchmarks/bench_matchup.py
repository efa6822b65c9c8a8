"""Omaha hand against hand over all 1,086,008 boards, in a warm process."""

from __future__ import annotations

import statistics
import time

from benchmarks.report import report
from jamfold.cards import parse_cards
from jamfold.games import OMAHA_HILO
from jamfold.tables.matchup import hand_outcomes

_RUNS = 200


def main() -> None:
    """The median of 200 calls, with all twelve joint outcomes."""
    hand1, hand2 = parse_cards("AsKsQh2d"), parse_cards("Jc9d8d7c")
    hand_outcomes(OMAHA_HILO, hand1, hand2)
    seconds = []
    for _ in range(_RUNS):
        started = time.perf_counter()
        hand_outcomes(OMAHA_HILO, hand1, hand2)
        seconds.append(time.perf_counter() - started)
    report("exact Omaha hand against hand, warm process", statistics.median(seconds), 0.001, "Hi and Hi/Lo")


if __name__ == "__main__":
    main()
