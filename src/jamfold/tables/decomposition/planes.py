"""Planes: which integers a build sums up, and how a game's margin is made of them.

- ``high``: sign(high1 - high2), summed over all boards;
- ``low``: sign(low1 - low2) - LQ sign(high1 - high2), LQ = 1 when one of the two
  hands has a low.  No low loses to a low; two hands without one tie.

Twice the pot-share difference of a split pot is then 2 high + low, and the
margin of an undivided pot is high alone.  Both terms of the decomposition, and
margins between classes, are linear in the planes.
"""

from __future__ import annotations

from jamfold.games import Game

HIGH, LOW = "high", "low"
PLANES = (HIGH, LOW)


def margin_planes(game: Game) -> dict[str, int]:
    """How often each plane enters the game's margin."""
    return {HIGH: 2, LOW: 1} if game.split_low else {HIGH: 1}
