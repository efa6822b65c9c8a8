"""Orders of three strengths, numbered triples, and the planes of integers that a build sums up.

The 13 weak orders are written as the place of each hand, 0 for the best: (0, 1, 2) is first before second
before third, (0, 0, 1) the first two level before the third.  They turn when the three hands change places.

An unordered triple a >= b >= c has the number C(a + 2, 3) + C(b + 1, 2) + c.

Margin planes, the two that margins are made of:

- ``high``: sign(high1 - high2), summed over all boards;
- ``low``: sign(low1 - low2) - LQ sign(high1 - high2), LQ = 1 when one of the two
  hands has a low.  No low loses to a low; two hands without one tie.

Twice the pot-share difference of a split pot is then 2 high + low, and the
margin of an undivided pot is high alone.

Outcome planes separate what a margin adds up: each is a function of twice the
pot-share difference d = -2..2 on a board, that is of the pot share 0, 1/4, 1/2, 3/4, 1.
In an undivided pot only -2, 0 and 2 occur.

Both terms of the decomposition, and sums between classes, are linear in the planes.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.games import Game
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel


def _places(strengths: tuple[int, ...]) -> tuple[int, int, int]:
    better = sorted(set(strengths), reverse=True)
    a, b, c = (better.index(strength) for strength in strengths)
    return a, b, c


ORDERS: tuple[tuple[int, int, int], ...] = tuple(
    sorted({_places(order) for order in product(range(3), repeat=3)})
)
"""The places of the three hands by the number of the order: (0, 0, 0), (0, 0, 1), ..., (2, 1, 0)."""

N_ORDERS = len(ORDERS)

TURNS: tuple[tuple[int, int, int], ...] = tuple((a, b, c) for a, b, c in permutations(range(3)))
"""The permutations of three hands: the first, second and third hand of each."""


def turned_orders() -> IntArray:
    """The number of an order in a row of hands: int64, shape (6, 13).

    ``[t, o]`` is the order of the hands TURNS[t][0], TURNS[t][1], TURNS[t][2] when the order of hands
    0, 1, 2 is o.
    """
    numbers = {order: number for number, order in enumerate(ORDERS)}
    return np.array(
        [[numbers[order[a], order[b], order[c]] for order in ORDERS] for a, b, c in TURNS], dtype=np.int64
    )


_FIRST = (1, 2, 0), (0, 1, 0), (0, 2, 1), (0, 1, 1), (0, 1, 2)
_SECOND = (2, 1, 0), (1, 0, 0), (2, 0, 1), (1, 0, 1), (1, 0, 2)
_LEVEL = (1, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1)
_WITH_THIRD = np.array([[ORDERS.index(order) for order in orders] for orders in (_FIRST, _SECOND, _LEVEL)])
"""The third hand above the better of the first two, level with it, between, level with the worse, below it;
for the three orders of the first two."""

FIRST_AHEAD, SECOND_AHEAD, BOTH_LEVEL = range(3)


@kernel
def add_orders(relation: int, counts: NDArray[np.int32], row: NDArray[np.int32]) -> None:
    """Add to row (13,) what counts of a third hand say, where the first two stand in this relation.

    counts (5,): how often the third is above the better of them, above or level, above the worse, above or
    level, and of how many.
    """
    before = np.int32(0)
    for k in range(5):
        row[_WITH_THIRD[relation, k]] += counts[k] - before
        before = counts[k]


HIGH, LOW = "high", "low"


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


@kernel
def triples_below(a: int) -> int:
    """How many triples have all their members below a: the number of (a, 0, 0)."""
    return a * (a + 1) * (a + 2) // 6


@kernel
def triple_number(a: int, b: int, c: int) -> int:
    """The number of a triple a >= b >= c."""
    return a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c
