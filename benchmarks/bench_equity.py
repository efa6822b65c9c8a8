"""The equity calculator in a warm process, and an outside evaluator on the same work."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import phevaluator

from benchmarks.report import report
from jamfold.calculator.calculate import equity
from jamfold.cards import format_cards, parse_cards
from jamfold.cards.games import OMAHA
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import number_hands, showdown_sums

_RUNS = 5
_BOARDS = 20_000


def _median(work: Callable[[], Any]) -> float:
    seconds = []
    work()
    for _ in range(_RUNS):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def _two_evaluators() -> None:
    """Two Omaha hands on 20,000 random boards, by table look-up and by phevaluator."""
    hands = [parse_cards("AsKsQh2d"), parse_cards("Jc9d8d7c")]
    left = [card for card in OMAHA.deck if card not in hands[0] and card not in hands[1]]
    rng = np.random.default_rng(0)
    cards = np.array([rng.choice(left, 5, replace=False) for _ in range(_BOARDS)], dtype=np.uint8)
    numbered = number_hands(OMAHA, np.array([sorted(hand) for hand in hands], dtype=np.uint8))
    pair = np.array([[0, 1]])
    ours = _median(lambda: showdown_sums(OMAHA, numbered, pair, number_boards(OMAHA, cards)))
    names = [[format_cards([card]) for card in board] for board in cards.tolist()]
    words = [[format_cards([card]) for card in hand] for hand in hands]

    def theirs() -> None:
        for board in names:
            for hand in words:
                phevaluator.evaluate_omaha_cards(*board, *hand)

    report(f"two Omaha hands on {_BOARDS:,} boards, jamfold", ours)
    report(f"two Omaha hands on {_BOARDS:,} boards, phevaluator (Python)", _median(theirs))


def main() -> None:
    """Ranges and hands before the flop and on it; medians of five runs."""
    for what, game, players, board, target in (
        ("Hold'em 22+,A2+ against random", "holdem", ["22+,A2+", "random"], "", 1.0),
        ("Hold'em 22+,A2+ against random on a flop", "holdem", ["22+,A2+", "random"], "Ah 7d 2c", None),
        ("Omaha AA against any hand", "omaha", ["AA", "*"], "", None),
        ("Omaha AA against KK on a flop", "omaha", ["AA", "KK"], "Ah 7d 2c", None),
        ("three Hold'em hands", "holdem", ["AsKs", "QhQd", "2c2d"], "", None),
    ):
        report(f"{what}, exact, warm", _median(lambda g=game, p=players, b=board: equity(g, p, b)), target)  # type: ignore[misc]
    for what, game, players in (
        ("six with the best 20% of Omaha hands", "omaha", ["20%"] * 6),
        ("eight Hold'em TT+,AT+", "holdem", ["TT+,AT+"] * 8),
        ("four Omaha AK$ds", "omaha", ["AK$ds"] * 4),
    ):
        _sampled(what, game, players)
    _two_evaluators()


def _sampled(what: str, game: str, players: list[str]) -> None:
    """Time until every standard error is below 0.2%."""
    report(
        f"{what}, sampled to 0.2%",
        _median(lambda: equity(game, players, error=0.002, seed=1)),
    )


if __name__ == "__main__":
    main()
