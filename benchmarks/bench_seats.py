"""Tables of three seats with every deal counted, of four to nine by the model, of six with raises by samples.

Tables on disk are built first if they are missing, and read once; neither is part of a figure.
"""

from __future__ import annotations

import time

from benchmarks.report import report
from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.games import GAMES
from jamfold.spots.nplayer.exact import solve_table
from jamfold.spots.nplayer.exact_trees import solve_raised
from jamfold.spots.nplayer.model import model_table, table_model
from jamfold.spots.nplayer.position_charts import PACKED_GRID, position_charts
from jamfold.spots.nplayer.search import sample_table
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility

_BLINDS = (5.0, 10.0)
_THREE = (("holdem", 3.0), ("six-plus", None))
_OPEN = Raises(open=(20.0,))
_GAIN = 0.005
"""Big blinds that no seat gains more than, with 95%."""
_MOST_SECONDS = 300.0
_FINAL = Prizes((30.0, 20.0, 14.0, 10.0, 8.0, 6.5, 5.0, 3.5, 3.0), percent=True)
_MODELLED = (
    ("four seats of 8 bb", TableHand((80.0,) * 4, BlindLevel(_BLINDS)), 2.0, 30.0),
    ("six seats of 10 bb", TableHand((100.0,) * 6, BlindLevel(_BLINDS), max_allin=3), 4.0, 45.0),
    ("nine seats of 10 bb", TableHand((100.0,) * 9, BlindLevel(_BLINDS), max_allin=3), 12.0, 90.0),
    (
        "nine seats of 10 bb, prizes for all",
        TableHand(
            (100.0,) * 9, BlindLevel(_BLINDS), PayoffTerms(utility=PrizeUtility(_FINAL, seats=9)), max_allin=3
        ),
        20.0,
        None,
    ),
)
"""Hands, and the targets of their ranges and of a bound of 0.001 bb, or 0.02% of the prizes."""


def main() -> None:
    """Three seats for chips and for prizes in a warm process; four seats once."""
    for name, target in _THREE:
        game = GAMES[name]
        solve_table(game, TableHand((90.0, 100.0, 110.0), BlindLevel(_BLINDS)))  # loads tables and code
        for what, prizes in (("chips", None), ("prizes 50, 30, 20", Prizes((50.0, 30.0, 20.0)))):
            terms = CHIPS if prizes is None else PayoffTerms(utility=PrizeUtility(prizes, seats=3))
            hand = TableHand((100.0,) * 3, BlindLevel(_BLINDS), terms)
            started = time.perf_counter()
            answer = solve_table(game, hand)
            seconds = time.perf_counter() - started
            gain = answer.largest_gain / (_BLINDS[1] if prizes is None else prizes.pool)
            unit = "bb" if prizes is None else "of the prizes"
            work = f"three seats of 10 bb, {game.title}, {what}"
            report(work, seconds, target, f"own gains below {gain:.1e} {unit}, every deal counted")
        raised = TableHand((200.0,) * 3, BlindLevel(_BLINDS), raises=_OPEN)
        started = time.perf_counter()
        found = solve_raised(game, raised)
        seconds = time.perf_counter() - started
        gain = found.largest_gain / _BLINDS[1]
        work = f"three seats of 20 bb, {game.title}, open to 2 bb or jam"
        report(work, seconds, None, f"own gains below {gain:.1e} bb, every deal counted")
    for row in _MODELLED:
        _modelled(*row)
    started = time.perf_counter()
    charts = position_charts(GAMES["holdem"], 9, BlindLevel((0.5, 1.0)), PACKED_GRID)
    seconds = time.perf_counter() - started
    work = "charts of nine seats, 1 to 25 bb, Hold'em"
    report(work, seconds, 0.5, "from the box" if charts.packed else "solved")
    _sampled(
        TableHand((200.0,) * 6, BlindLevel(_BLINDS), raises=_OPEN), "six seats of 20 bb, open to 2 bb", 300.0
    )


def _modelled(words: str, hand: TableHand, ranges: float, bound: float | None) -> None:
    """Until the ranges are there, and until the bound is low enough."""
    game = GAMES["holdem"]
    table_model(game, hand)  # loads tables
    seen: list[float] = []
    started = time.perf_counter()
    found = model_table(
        game,
        hand,
        seconds=2 * (bound or ranges),
        on_search=lambda _: seen.append(time.perf_counter() - started),
    )
    seconds = time.perf_counter() - started
    unit, whole = ("bb", _BLINDS[1]) if hand.pool is None else ("of the prizes", hand.pool)
    note = f"own gains in the model below {found.gains.max() / whole:.1e} {unit}"
    report(f"{words}, {game.title}: ranges", seen[0], ranges, note)
    note = f"bound {found.certificate.bounds.max() / whole:.1e} {unit} (95%), {found.deals:,} deals"
    report(f"{words}, {game.title}: bound", seconds, bound, note)


def _sampled(hand: TableHand, words: str, target: float) -> None:
    """Sampled until a gain is certain."""
    game = GAMES["holdem"]
    sample_table(game, hand, seconds=1.0, seed=1)
    started = time.perf_counter()
    sampled = sample_table(game, hand, seconds=_MOST_SECONDS, gain=_GAIN * _BLINDS[1], seed=0)
    seconds = time.perf_counter() - started
    bound = float(sampled.certificate.bounds.max()) / _BLINDS[1]
    report(
        f"{words}, {game.title}, sampled until no seat gains {_GAIN} bb (95%)",
        seconds,
        target,
        f"bound {bound:.4f} bb, {sampled.deals:,} deals",
    )


if __name__ == "__main__":
    main()
