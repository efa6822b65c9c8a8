"""All equilibria of a game in fractions: how seldom and how often every class is played in any of them.

The game is zero-sum, so the optimal strategies of a player are one set whatever the other one plays, and
with any optimal strategy of the other they are what is a best response to it, and to which it is one.  So a
class whose gain against *one* optimal strategy is not zero is played always, or never, in every equilibrium;
for the others two linear programmes each tell the least and the most.  Their variables are these few chances;
conditions are that no class of the other player would gain by changing.  Conditions join as they are broken,
and the signs of all classes are looked at in integers: what comes out is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from jamfold.arrays import IntArray
from jamfold.errors import SolverError
from jamfold.solver.simplex import Integers, solve_box_game

Span = tuple[Fraction, Fraction]
"""The least and the most of a chance."""
ALWAYS, NEVER, SOMETIMES, ANY = 1, 0, -1, 2
"""What a player does with a class in one equilibrium; ANY: without a choice."""
MOST_FREE = 60
"""Classes in doubt at most: beyond, fractions would take minutes."""
_MOST_ROUNDS = 200
_HEAVIER = 10**6
_SIGNS = {ALWAYS: (1,), NEVER: (-1,), SOMETIMES: (1, -1)}


def find_spans(
    free: IntArray,
    start: list[Fraction],
    gains: Callable[[list[Fraction]], Integers],
    lines: tuple[Integers, Integers],
    kinds: IntArray,
) -> Mapping[int, Span]:
    """The spans of the classes of a player that are not sure.

    Raises SolverError if conditions keep being broken; no case of that is known.

    Parameters
    ----------
    free
        The classes whose gain is zero, shape (k,).
    start
        Their chances in one equilibrium.
    gains
        Of chances of `free`, the signs of what every class of the other player gains, shape (n,).
    lines
        The same as lines: gains are `lines[0]` + `lines[1]` times the chances, shapes (n,) and (n, k).
    kinds
        What the other player does with each class, shape (n,).
    """
    known: set[int] = set(np.flatnonzero(kinds == SOMETIMES).tolist())
    spans = {}
    for place, number in enumerate(free.tolist()):
        ends = [_extreme(place, sign, len(free), gains, lines, kinds, known) for sign in (-1, 1)]
        if not ends[0] <= start[place] <= ends[1]:
            raise SolverError("An equilibrium lies outside of the span of all equilibria.")
        spans[number] = ends[0], ends[1]
    return spans


def _extreme(
    place: int,
    sign: int,
    k: int,
    gains: Callable[[list[Fraction]], Integers],
    lines: tuple[Integers, Integers],
    kinds: IntArray,
    known: set[int],
) -> Fraction:
    """The least (sign -1) or the most (sign 1) of one chance; conditions that are broken join the known ones.

    A linear programme with a price for what is broken, the same as the small game of two players has: it is
    raised until nothing is.
    """
    heavy = 1
    for _ in range(_MOST_ROUNDS):
        offsets, slopes = _conditions(lines, kinds, sorted(known))
        wanted = np.zeros(k, dtype=object)
        wanted[place] = sign
        chances = solve_box_game(wanted, -heavy * offsets, heavy * slopes)[0]
        signs = gains(chances)
        wrong = (
            ((kinds == ALWAYS) & (signs < 0))
            | ((kinds == NEVER) & (signs > 0))
            | ((kinds == SOMETIMES) & (signs != 0))
        )
        broken = set(np.flatnonzero(wrong.astype(np.bool_)).tolist())
        if not broken:
            return chances[place]
        if broken <= known:
            heavy *= _HEAVIER
        known |= broken
    raise SolverError("The span of a chance could not be found: too many hands stay in doubt.")


def _conditions(
    lines: tuple[Integers, Integers], kinds: IntArray, known: list[int]
) -> tuple[Integers, Integers]:
    """Lines that may not fall below zero, offsets of shape (m,) and slopes of shape (k, m)."""
    offsets, slopes = lines
    signed = [(j, sign) for j in known for sign in _SIGNS[int(kinds[j])]]
    return (
        np.array([sign * offsets[j] for j, sign in signed], dtype=object),
        np.array([sign * slopes[j] for j, sign in signed], dtype=object)
        .reshape(len(signed), slopes.shape[1])
        .T,
    )
