"""The table as it is drawn: seats around an oval as buttons, the button's at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import copysign, cos, pi, sin
from typing import Any

from nicegui import ui

from jamfold.web.pages.frame import html

_BULGE = 0.75
_CROWDED = 6
"""Seats beyond which the bound of a gain does not stand on a seat."""


class Felt:
    """Seats with what they have; `on_seat` hears the name of one that is clicked."""

    def __init__(self, on_seat: Callable[[str], Any]) -> None:
        self._on_seat = on_seat
        self._seats: dict[str, ui.element] = {}
        self._shown: tuple[Sequence[dict[str, Any]], str] = ([], "")
        with ui.element("div").classes("felt").props('id=felt role=group aria-label="Seats"') as self._box:
            pass

    def show(self, seats: Sequence[dict[str, Any]], middle: str) -> None:
        """Draw seats, from the button's left round, and HTML in the middle.

        A seat has ``name``, ``stack`` and ``jams``; once it is solved ``title``, ``value``, ``gain``,
        ``gain_words`` and ``decisions``.
        """
        if (seats, middle) == self._shown:
            return
        self._shown = (seats, middle)
        self._box.clear()
        self._box.classes(**{"add" if len(seats) > _CROWDED else "remove": "crowded"})
        self._seats = {}
        with self._box:
            html(middle).classes("middle")
            for k, seat in enumerate(seats):
                self._add(seat, k, len(seats))

    def _add(self, seat: dict[str, Any], k: int, seats: int) -> None:
        x, y = place(k, seats)
        button = ui.element("button").classes("seat").style(f"--x:{x:.4f};--y:{y:.4f}")
        solved = bool(seat.get("decisions"))
        button.props(f'type=button data-seat={seat["name"]} aria-label="{seat_words(seat)}"')
        button.props("aria-pressed=false" if solved else "aria-disabled=true")
        if is_button(k, seats):
            button.classes("dealer")
        with button:
            html(seat_html(seat), "span")
        button.on("click", lambda: self._on_seat(seat["name"]))
        self._seats[seat["name"]] = button

    def mark(self, name: str) -> None:
        """Show which seat is looked at."""
        for one, button in self._seats.items():
            button.props(f"aria-pressed={'true' if one == name else 'false'}")


def is_button(k: int, seats: int) -> bool:
    """Whether a seat, counted from the button's left, has the button; heads-up the small blind has it."""
    return k == (seats - 1 if seats > 2 else 0)


def place(k: int, seats: int) -> tuple[float, float]:
    """Where a seat is on the oval, clockwise as play goes, the button at the bottom: x right, y down.

    The oval bulges towards its corners, so that ten seats have room beside one another.
    """
    turn = (k + 1 if seats > 2 else k) / seats
    angle = pi / 2 + 2 * pi * turn
    x, y = (copysign(abs(part) ** _BULGE, part) for part in (cos(angle), sin(angle)))
    return x, y


def seat_html(seat: dict[str, Any]) -> str:
    """What stands on a seat: name, chips, what it wins, jams when it is first in, and could gain at most."""
    lines = [f"<b>{escape(seat['name'].upper())}</b> {escape(seat['stack'])}"]
    lines += [f"<strong>{escape(seat['value'])}</strong>"] if "value" in seat else []
    lines += [f"<em>{escape(seat['jams'])}</em>"] if seat["jams"] else []
    lines += [f"<small>{escape(seat['gain_words'])}</small>"] if "gain" in seat else []
    return "".join(f"<span>{line}</span>" for line in lines)


def seat_words(seat: dict[str, Any]) -> str:
    """The same for screen readers."""
    if "value" not in seat:
        return f"{seat['name'].upper()}, {seat['stack']}"
    count = len(seat["decisions"])
    decisions = f"{count} decision{'s'[: count != 1]}"
    return (
        f"{seat['title']}, stack {seat['stack']}, {seat['value']} {seat['value_words']}, "
        f"{seat['jams'] + ' first in, ' if seat['jams'] else ''}{seat['gain_words']}; {decisions}"
    )
