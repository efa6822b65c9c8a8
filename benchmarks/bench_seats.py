"""Tables of three seats with every deal counted, of four and six with sampled deals until a gain is certain.

Tables on disk are built first if they are missing, and read once; neither is part of a figure.
"""

from __future__ import annotations

import time

from benchmarks.report import report
from jamfold.games import GAMES
from jamfold.hand.hand import Hand
from jamfold.hand.posts import Level
from jamfold.hand.raises import Raises
from jamfold.hand.terms import CHIPS, Terms
from jamfold.spots.table.exact import solve_table
from jamfold.spots.table.exact_tree import solve_raised
from jamfold.spots.table.sampled import sample_table
from jamfold.worth.prizes import Prizes
from jamfold.worth.utility import PrizeUtility

_BLINDS = (5.0, 10.0)
_THREE = (("holdem", 3.0), ("six-plus", None))
_OPEN = Raises(open=(20.0,))
_GAIN = 0.005
"""Big blinds that no seat gains more than, with 95 %."""
_MOST_SECONDS = 300.0


def main() -> None:
    """Three seats for chips and for prizes in a warm process; four seats once."""
    for name, target in _THREE:
        game = GAMES[name]
        solve_table(game, Hand((90.0, 100.0, 110.0), Level(_BLINDS)))  # loads tables and code
        for what, prizes in (("chips", None), ("prizes 50, 30, 20", Prizes((50.0, 30.0, 20.0)))):
            terms = CHIPS if prizes is None else Terms(utility=PrizeUtility(prizes, seats=3))
            hand = Hand((100.0,) * 3, Level(_BLINDS), terms)
            started = time.perf_counter()
            answer = solve_table(game, hand)
            seconds = time.perf_counter() - started
            gain = answer.largest_gain / (_BLINDS[1] if prizes is None else prizes.pool)
            unit = "bb" if prizes is None else "of the prizes"
            work = f"three seats of 10 bb, {game.title}, {what}"
            report(work, seconds, target, f"own gains below {gain:.1e} {unit}, every deal counted")
        raised = Hand((200.0,) * 3, Level(_BLINDS), raises=_OPEN)
        started = time.perf_counter()
        found = solve_raised(game, raised)
        seconds = time.perf_counter() - started
        gain = found.largest_gain / _BLINDS[1]
        work = f"three seats of 20 bb, {game.title}, open to 2 bb or jam"
        report(work, seconds, None, f"own gains below {gain:.1e} bb, every deal counted")
    _sampled(Hand((80.0,) * 4, Level(_BLINDS)), "four seats of 8 bb", 30.0)
    _sampled(Hand((200.0,) * 6, Level(_BLINDS), raises=_OPEN), "six seats of 20 bb, open to 2 bb", 300.0)


def _sampled(hand: Hand, words: str, target: float) -> None:
    """Sampled until a gain is certain."""
    game = GAMES["holdem"]
    sample_table(game, hand, seconds=1.0, seed=1)
    started = time.perf_counter()
    sampled = sample_table(game, hand, seconds=_MOST_SECONDS, gain=_GAIN * _BLINDS[1], seed=0)
    seconds = time.perf_counter() - started
    bound = float(sampled.certificate.bounds.max()) / _BLINDS[1]
    report(
        f"{words}, {game.title}, sampled until no seat gains {_GAIN} bb (95 %)",
        seconds,
        target,
        f"bound {bound:.4f} bb, {sampled.deals:,} deals",
    )


if __name__ == "__main__":
    main()
