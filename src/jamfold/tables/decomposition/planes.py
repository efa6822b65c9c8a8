"""Planes: which integers a build sums up, and how a game's table is made of them.

Margin planes, the two that margins are made of:

- ``high``: sign(high1 - high2), summed over all boards;
- ``low``: sign(low1 - low2) - LQ sign(high1 - high2), LQ = 1 when one of the two
  hands has a low.  No low loses to a low; two hands without one tie.

Twice the pot-share difference of a split pot is then 2 high + low, and the
margin of an undivided pot is high alone.

Outcome planes tell apart what a margin adds up: each is a function of twice the
pot-share difference d = -2..2 on a board, that is of the pot share 0, 1/4, 1/2, 3/4, 1.
In an undivided pot only -2, 0 and 2 occur.

Both terms of the decomposition, and sums between classes, are linear in the planes.
"""

from __future__ import annotations

from typing import NamedTuple

from jamfold.games import Game

HIGH, LOW = "high", "low"
PLANES = (HIGH, LOW)


class OutcomePlane(NamedTuple):
    """One outcome plane."""

    name: str
    """Its name."""
    values: tuple[int, int, int, int, int]
    """What a board adds, by d + 2 from 0 to 4."""
    symmetric: bool
    """The same seen by both players; else the negative."""


TIES = OutcomePlane("ties", (0, 0, 1, 0, 0), True)
HALVES = OutcomePlane("halves", (0, 0, 1, 0, 0), True)
QUARTERS = OutcomePlane("quarters", (0, 1, 0, 1, 0), True)
QUARTER_MARGIN = OutcomePlane("quarter_margin", (0, -1, 0, 1, 0), False)


def margin_planes(game: Game) -> dict[str, int]:
    """How often each plane enters the game's margin."""
    return {HIGH: 2, LOW: 1} if game.split_low else {HIGH: 1}


def outcome_planes(game: Game) -> tuple[OutcomePlane, ...]:
    """The planes that, with margins and placements, give the boards at every pot share."""
    return (HALVES, QUARTERS, QUARTER_MARGIN) if game.split_low else (TIES,)
