"""Hand against hand in all games of the calculator, warm, beside poker-equity on the same machine.

Both are asked for exact equities of the same hands; where these differ, the note says so.  poker-equity
comes with the extra ``bench``; it spreads over up to four threads, and answers None where it would have
to sample.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib import metadata
from importlib.util import find_spec
from typing import Any, NamedTuple

from benchmarks.report import report
from jamfold.calculator.calculate import equity

_PEER = "poker-equity"
_RUNS, _PEER_RUNS = 7, 3
_SAME = 1e-12


class _Deal(NamedTuple):
    """A question to both: the game's name here and there, players and known cards."""

    what: str
    game: str
    peer_game: str
    players: str
    board: str = ""
    dead: str = ""
    target: float | None = None


_BIG_O, _FIVE = "AcAd2h3hTs 8s7s6d5d4c", "AsAdJhTh2c KcQcJcTd9d"

_DEALS = (
    _Deal("Hold'em hand against hand", "holdem", "holdem", "AsKs QhQd"),
    _Deal("three Hold'em hands on a flop", "holdem", "holdem", "AsKs QhQd 7c6c", "Ah7d2c"),
    _Deal("Six-Plus hand against hand", "six-plus", "short_deck", "AsKs QhQd"),
    _Deal("Omaha hand against hand", "omaha", "omaha", "AsKsQhJh 9c9d8c8d", target=0.002),
    _Deal("Omaha Hi/Lo hand against hand", "omaha-hilo", "omaha_hi_lo", "AsKsQhJh 9c9d8c8d"),
    _Deal("Omaha 5 hand against hand", "omaha-5", "omaha_five", _FIVE, target=0.2),
    _Deal("Omaha 5 Hi/Lo hand against hand", "omaha-5-hilo", "omaha_five_hi_lo", _BIG_O),
    _Deal("Omaha 6 hand against hand", "omaha-6", "omaha_six", "6s9c9h2h2s5d Qc5s9d8s5h7c", target=0.3),
    _Deal("Courchevel hand against hand", "courchevel", "courchevel", _FIVE, "7h"),
    _Deal("Courchevel Hi/Lo hand against hand", "courchevel-hilo", "courchevel_hi_lo", _BIG_O, "7h"),
    _Deal("stud, fifth street", "stud", "stud", "5h7d5dKdAd Kc3hJcJdJs", "", "QsTs"),
    _Deal("stud, third street, six dead cards", "stud", "stud", "AsAhKd TcTdTh", "", "2c7d9hJs4dQc", 1.0),
    _Deal("stud Hi/Lo, fifth street", "stud-hilo", "stud_hi_lo", "Ac2c3d8d9s KhKsQd4h7c", "", "8c9d"),
    _Deal("stud Hi/Lo, third street", "stud-hilo", "stud_hi_lo", "Ac2c3d KhKsQd", "", "8c9d4hJs6dTc"),
    _Deal("razz, fifth street", "razz", "razz", "Ac2d3h9sKc 4c5d7h8dJs", "", "8cKd"),
    _Deal("razz, third street, six dead cards", "razz", "razz", "Ac2d3h 4c5d7h", "", "8cKd2hJs6dTc"),
    _Deal("badugi, two draw two", "badugi", "badugi", "3s2c 6d8h", "", "8d2d6c7h"),
    _Deal("2-7, one card to draw", "27-draw", "deuce_seven", "7h5h4d3c 9s8d6c4s3h", "", "Kd"),
    _Deal("2-7, two draw two", "27-draw", "deuce_seven", "7h5h4d 8d6c2s", "", "KdKcJhJc"),
    _Deal("five-card draw, two draw three", "5-draw", "five_card_draw", "AsAd KhKd", "", "2c7d9h4s6cTc"),
)


def _median(work: Callable[[], Any], runs: int) -> float:
    """Seconds of a call, the first one not counted."""
    seconds = []
    work()
    for _ in range(runs):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def _ask_peer(deal: _Deal) -> Any:
    """The other library's exact result; None where it would have to sample."""
    import poker_equity

    return poker_equity.exact_from_text(deal.peer_game, deal.players.split(), deal.board, deal.dead)


def _beside(deal: _Deal, ours: list[float]) -> tuple[float | None, str]:
    """The seconds of the other library, and what to say of its result."""
    if find_spec("poker_equity") is None:
        return None, f"{_PEER} is not installed"
    version = metadata.version(_PEER)
    found = _ask_peer(deal)
    if found is None:
        return None, f"{_PEER} {version} does not count it"
    theirs = [player["equity"] for player in found["players"]]
    same = all(abs(mine - other) < _SAME for mine, other in zip(ours, theirs, strict=True))
    note = "the same equities" if same else f"equities differ: {ours} here, {theirs} there"
    return _median(lambda: _ask_peer(deal), _PEER_RUNS), f"{_PEER} {version}: {note}"


def main() -> None:
    """Medians of seven calls, and of three of the other library."""
    for deal in _DEALS:

        def ask(deal: _Deal = deal) -> list[float]:
            found = equity(deal.game, deal.players.split(), deal.board, deal.dead, exact=True)
            return [player.equity for player in found.players]

        seconds = _median(ask, _RUNS)
        theirs, note = _beside(deal, ask())
        report(f"{deal.what}, exact", seconds, deal.target, note)
        if theirs is not None:
            report(f"{deal.what}, exact, {_PEER}", theirs, note=f"{theirs / seconds:.2g} times as long")


if __name__ == "__main__":
    main()
