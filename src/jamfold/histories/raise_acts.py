"""Decisions around an open of the small blind that the big blind jams over: the open, the jam, the answer.

They are those of the tree of the size that was played (`spots.tree`).  An open that nobody jams over is none:
the big blind may have called it, and flat calls are in no tree; so may they have who folded.
"""

from __future__ import annotations

from typing import NamedTuple

from jamfold.histories.decisions import JamFoldSpot, Reason
from jamfold.histories.records import PREFLOP, Hand
from jamfold.histories.seats import BB, SB

OPEN, OVER, ANSWER = range(3)
"""Places: the small blind opens, the big blind jams over that, the small blind answers."""


class RaiseAct(NamedTuple):
    """What a blind did."""

    place: int
    seat: str
    raised: int
    """What the open was to, in coins, without antes."""
    act: str
    """``raise``, ``jam``, ``call``, ``fold``."""


def find_raises(hand: Hand, spot: JamFoldSpot) -> tuple[RaiseAct, ...]:
    """The decisions of a hand, in their order; none where no open was jammed over."""
    small, big = spot.small, spot.big
    if spot.reason is not Reason.RAISE or not spot.has_spot or spot.live <= spot.blinds[1]:
        return ()
    acts = [one for one in hand.actions if one.street == PREFLOP and one.seat in (small, big)]
    if len(acts) < 3 or [one.seat for one in acts] != [small, big, small] or big in hand.timed_out:
        return ()
    opened, over, answer = acts
    if over.move != "raise" or over.total < spot.live or answer.move not in {"call", "fold"}:
        return ()
    done = [(OPEN, SB, "raise"), (OVER, BB, "jam")]
    if small not in hand.timed_out_later:
        done.append((ANSWER, SB, answer.move))
    return tuple(RaiseAct(place, seat, opened.total, act) for place, seat, act in done)
