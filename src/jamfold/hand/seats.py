"""The seats of a table: their names and their order.

Seats go from the button's left round: small blind, big blind, ..., cutoff, button; heads-up the small blind
is the button.  The player after the big blind acts first, the blinds last.
"""

from __future__ import annotations

from functools import cache

FEWEST_SEATS, MOST_SEATS = 2, 10

_EARLY = ("utg", "utg1", "utg2", "mp")
_LATE = ("lj", "hj", "co", "btn")
SEAT_TITLES = {
    "sb": "small blind",
    "bb": "big blind",
    "utg": "UTG",
    "utg1": "UTG+1",
    "utg2": "UTG+2",
    "mp": "MP",
    "lj": "lojack",
    "hj": "hijack",
    "co": "cutoff",
    "btn": "button",
}
"""Seats in words."""


@cache
def seat_names(seats: int) -> tuple[str, ...]:
    """The names of the seats, from the button's left round."""
    middle = seats - 2
    late = middle if middle <= 3 else 3 if middle == 4 else 4
    return ("sb", "bb", *_EARLY[: middle - late], *_LATE[len(_LATE) - late :])


@cache
def acting_order(seats: int) -> tuple[int, ...]:
    """The seats in the order of acting before the flop."""
    return (*range(2, seats), 0, 1)
