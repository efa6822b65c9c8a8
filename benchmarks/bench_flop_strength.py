"""Raw strength on the flop: the whole distribution from nothing, one flop, and opponents who fold."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import combinations, islice

import phevaluator

from benchmarks.report import report
from jamfold.calculator.flops.distribution import flop_strengths
from jamfold.calculator.flops.flop_hands import flop_counts
from jamfold.calculator.flops.fold_rules import parse_fold_below
from jamfold.calculator.flops.winning_chance import chance_on_flop
from jamfold.cards import N_CARDS, parse_cards
from jamfold.cards.games import HOLDEM

_RUNS = 50
_JUDGED = 50_000
_DEALS = 200_000


def main() -> None:
    """Measure a whole process in an empty data folder, then calls in a warm one."""
    command = [sys.executable, "-m", "jamfold", "winchance", "--distribution", "--json"]
    hand, flop = parse_cards("AsKd"), parse_cards("Kh7d2c")
    # Compiled kernels are kept on disk: the build of the next process finds them.
    flop_strengths(flop)
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        environment = {**os.environ, "JAMFOLD_DATA": folder}
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        seconds = time.perf_counter() - started
    report("exact flop-strength distribution, all 1,286,792 states", seconds, 60.0, of_child=True)

    seconds = statistics.median(_timed(lambda: flop_strengths(flop)) for _ in range(_RUNS))
    counts = flop_counts(HOLDEM)
    evaluations = counts.holdings * counts.opponents  # opponents: as many as run-outs
    note = f"{evaluations:,} evaluations; phevaluator from Python {_outside_seconds(flop, evaluations):.2f} s"
    report("raw strength of all 1,176 hands on one flop, warm process", seconds, note=note)

    folding = parse_fold_below("0.45")
    chance_on_flop(hand, flop, 3, folding, deals=2)
    seconds = statistics.median(_timed(lambda: chance_on_flop(hand, flop, 1, folding)) for _ in range(_RUNS))
    report("chance against one opponent who folds below 45%, warm process", seconds, note="exact")
    seconds = _timed(lambda: chance_on_flop(hand, flop, 3, folding, deals=_DEALS))
    report("chance against three such opponents, warm process", seconds, note=f"{_DEALS:,} deals")


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _outside_seconds(flop: tuple[int, ...], evaluations: int) -> float:
    """What phevaluator takes for so many seven-card hands, from some of them."""
    rest = [card for card in range(N_CARDS) if card not in flop]
    hands = list(islice(combinations(rest, 4), _JUDGED))
    started = time.perf_counter()
    for hand in hands:
        phevaluator.evaluate_cards(*flop, *hand)
    return (time.perf_counter() - started) * evaluations / len(hands)


if __name__ == "__main__":
    main()
