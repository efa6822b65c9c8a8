"""Which decisions a report is about: game, seat, and stacks."""

from __future__ import annotations

import math
from dataclasses import dataclass

MAX_S = 20.0
"""Stacks, in B, up to which a fold is taken as a decision between jamming and folding."""
LARGER_NOT_SOLVED = "spot not solved yet (jamfold history tables)"
"""Why a decision at a table of four to ten is not judged, where it can be."""
DEPTHS = (3.0, 5.0, 8.0, 12.0, 20.0)


def depth_of(s: float) -> str:
    """The stacks, in B, among which one is counted: ``5-8``; at 8 it still is."""
    low = 0.0
    for high in DEPTHS:
        if s <= high:
            return f"{low:g}-{high:g}"
        low = high
    return f"over {low:g}"


DEPTH_NAMES = (*(depth_of(high) for high in DEPTHS), depth_of(2 * DEPTHS[-1]))
_BOUNDS = dict(zip(DEPTH_NAMES, zip((0.0, *DEPTHS), (*DEPTHS, math.inf), strict=True), strict=True))

_STACK = "min(hand.sb_stack, hand.bb_stack)"
STACK_BOUNDS = f"{_STACK} > ? * hand.big_blind AND {_STACK} <= ? * hand.big_blind"
"""The condition of SQL on the stacks of a hand, with `DecisionFilter.stack_bounds`."""


@dataclass(frozen=True)
class DecisionFilter:
    """Some decisions."""

    game: str = ""
    """One game; empty for all."""
    max_s: float = MAX_S
    """Stacks, in B, up to which decisions are judged."""
    seat: str = ""
    """Those in one seat; empty for all."""
    depth: str = ""
    """Those at stacks, in B, of one name of `DEPTH_NAMES`; empty for all."""
    stack: str = ""
    """The same of the smaller stack before anything is posted, in big blinds."""
    hands: str = "1"
    """The condition of SQL on hands: those of one room's table (`room_terms`), or all."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Stacks, s, above the first and up to the second; what is deeper than `max_s` is among them."""
        return _BOUNDS[self.depth] if self.depth else (0.0, math.inf)

    @property
    def stack_bounds(self) -> tuple[float, float]:
        """The same for stacks before anything is posted, in big blinds."""
        return _BOUNDS[self.stack] if self.stack else (0.0, math.inf)

    def to_sql(self) -> tuple[str, tuple[str | float, ...]]:
        """The condition of SQL on the tables of decisions and hands, and its values."""
        text = "? IN ('', decision.game) AND ? IN ('', decision.seat) AND decision.s > ? AND decision.s <= ?"
        return f"{text} AND {STACK_BOUNDS} AND {self.hands}", (
            self.game,
            self.seat,
            *self.bounds,
            *self.stack_bounds,
        )


NO_FILTER = DecisionFilter()
