"""Omaha hand against hand over all 1,086,008 boards, in a warm process."""

from __future__ import annotations

import statistics
import time

import numpy as np

from benchmarks.report import report
from jamfold.cards import parse_cards
from jamfold.cards.games import OMAHA_HILO
from jamfold.class_tables.matchup import pair_outcomes

_RUNS = 200


def main() -> None:
    """The median of 200 calls, with all twelve joint outcomes."""
    hands = [np.array([parse_cards(text)], dtype=np.uint8) for text in ("2dQhKsAs", "7c8d9dJc")]
    pair_outcomes(OMAHA_HILO, *hands)
    seconds = []
    for _ in range(_RUNS):
        started = time.perf_counter()
        pair_outcomes(OMAHA_HILO, *hands)
        seconds.append(time.perf_counter() - started)
    report("exact Omaha hand against hand, warm process", statistics.median(seconds), 0.001, "Hi and Hi/Lo")


if __name__ == "__main__":
    main()
