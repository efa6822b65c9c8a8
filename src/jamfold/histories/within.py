"""Which decisions a report is about: game, seat, and stacks."""

from __future__ import annotations

import math
from dataclasses import dataclass

MAX_S = 20.0
"""Stacks, in B, up to which a fold is taken as a decision between jamming and folding."""
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


@dataclass(frozen=True)
class Within:
    """Some decisions.

    Attributes
    ----------
    game
        One game; empty for all.
    max_s
        Stacks, in B, up to which decisions are judged.
    seat
        Those in one seat; empty for all.
    depth
        Those at stacks of one name of `DEPTH_NAMES`; empty for all.
    """

    game: str = ""
    max_s: float = MAX_S
    seat: str = ""
    depth: str = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """Stacks, s, above the first and up to the second; what is deeper than `max_s` is among them."""
        return _BOUNDS[self.depth] if self.depth else (0.0, math.inf)

    def condition(self, table: str = "decision") -> tuple[str, tuple[str | float, ...]]:
        """The condition of SQL on a table with game, seat and s, and its values."""
        text = f"? IN ('', {table}.game) AND ? IN ('', {table}.seat) AND {table}.s > ? AND {table}.s <= ?"
        return text, (self.game, self.seat, *self.bounds)


EVERYTHING = Within()
