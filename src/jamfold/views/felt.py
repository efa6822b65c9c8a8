"""A poker table drawn in SVG: seats round an oval, the button at the bottom, rings for what they open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, cos, pi, sin
from typing import Any, NamedTuple

from jamfold.core.display import plural
from jamfold.views.html import Html, element, join_html

_WIDTH, _LINE = 560, 19


class _Oval(NamedTuple):
    """The oval: half its width and height, its exponent (less bulges more), the radius of the rings."""

    across: float
    down: float
    bulge: float
    radius: int

    @property
    def middle(self) -> float:
        return self.down + 52


_OVALS = {6: _Oval(200, 160, 0.75, 44), 8: _Oval(200, 160, 0.75, 36), 10: _Oval(215, 200, 0.85, 34)}
"""By the largest number of seats that fit on it with the words below their rings."""


def felt(
    seats: Sequence[dict[str, Any]],
    middle: Sequence[str],
    chosen: str = "",
    address: Callable[[dict[str, Any]], str | None] = lambda seat: None,
) -> Html:
    """Draw seats clockwise from the button's left, and lines in the middle; an address makes a link.

    A seat has ``name``, ``stack`` and ``opens``, the percent that it jams first in or None; once solved, also
    ``title``, ``value``, ``value_words``, the number of its ``decisions`` and what it ``does`` first in.
    """
    shape = _oval(len(seats))
    oval = element("ellipse", cx=_WIDTH / 2, cy=shape.middle, rx=shape.across, ry=shape.down, class_="oval")
    top = shape.middle - _LINE * (len(middle) - 1) / 2
    words = [
        element("text", line, x=_WIDTH / 2, y=f"{top + _LINE * k:.1f}", class_="middle")
        for k, line in enumerate(middle)
    ]
    groups = [_seat(seat, k, len(seats), chosen, address(seat)) for k, seat in enumerate(seats)]
    return element(
        "svg",
        oval,
        words,
        groups,
        id="felt",
        class_="seats",
        viewBox=f"0 0 {_WIDTH} {2 * shape.down + 140:g}",
        role="group",
        aria_label="Seats",
    )


def ring(share: float) -> Html:
    """Draw a share as a ring within a line of text."""
    inside = element("circle", cx="24", cy="24", r="18", class_="ring"), _opens(24, 24, 18, 100 * share)
    return element("svg", inside, class_="clear", viewBox="0 0 48 48", aria_hidden="true")


def _seat(seat: dict[str, Any], k: int, seats: int, chosen: str, address: str | None) -> Html:
    (x, y), shape = place(k, seats), _oval(seats)
    across, down = _WIDTH / 2 + shape.across * x, shape.middle + shape.down * y
    radius, opens = shape.radius, seat["opens"]
    inside = join_html(
        element("circle", cx=f"{across:.1f}", cy=f"{down:.1f}", r=radius, class_="ring"),
        None if opens is None else _opens(across, down, radius, float(opens)),
        _text(seat["name"].upper(), across, down - 4, "name"),
        _text(seat["stack"] if opens is None else f"{opens:.1f}%", across, down + 14, "opens"),
        _label(_below(seat), across, down + radius + 17),
        _dealer(across + radius * 0.8, down - radius * 0.8) if is_button(k, seats) else None,
    )
    attributes = {"class_": "seat", "data_seat": seat["name"], "aria_label": seat_words(seat)}
    if address is None:
        return element("g", inside, role="img", **attributes)
    return element(
        "a", inside, href=address, aria_current="true" if seat["name"] == chosen else None, **attributes
    )


def _opens(across: float, down: float, radius: int, percent: float) -> Html:
    """Draw the share that is opened as the arc of a ring, clockwise from the top."""
    return element(
        "circle",
        cx=f"{across:.1f}",
        cy=f"{down:.1f}",
        r=radius,
        class_="share",
        pathLength="100",
        stroke_dasharray=f"{percent:.2f} 200",
        transform=f"rotate(-90 {across:.1f} {down:.1f})",
    )


def _dealer(across: float, down: float) -> Html:
    spot = element("circle", cx=f"{across:.1f}", cy=f"{down:.1f}", r=10, class_="dealer")
    return join_html(spot, _text("D", across, down + 4, "dealer"))


def _text(words: str, across: float, down: float, kind: str) -> Html:
    return element("text", words, x=f"{across:.1f}", y=f"{down:.1f}", class_=kind)


def _label(words: str, across: float, down: float) -> Html:
    """Draw a text on a plate of about its width; a stroke would cover letters in other fonts."""
    wide = 7.6 * len(words) + 12
    plate = element(
        "rect", x=f"{across - wide / 2:.1f}", y=f"{down - 15:.1f}", width=f"{wide:.1f}", height=20, rx=10,
        class_="plate",
    )  # fmt: skip
    return join_html(plate if words else None, _text(words, across, down, "below"))


def _below(seat: dict[str, Any]) -> str:
    """Return the text below a ring: the stack, unless it is inside, and what the seat wins."""
    parts = [seat["stack"]] if seat["opens"] is not None else []
    return " · ".join([*parts, seat["value"]] if "value" in seat else parts)


def seat_words(seat: dict[str, Any]) -> str:
    """Describe a seat for screen readers."""
    if "value" not in seat:
        return f"{seat['name'].upper()}, {seat['stack']}"
    opens = "" if seat["opens"] is None else f"{seat['does']} {seat['opens']:.1f}% first in, "
    decisions = f"{opens}{plural(seat['decisions'], 'decision')}"
    return f"{seat['title']}, stack {seat['stack']}, {seat['value']} {seat['value_words']}, {decisions}"


def _oval(seats: int) -> _Oval:
    return next(shape for most, shape in _OVALS.items() if seats <= most)


def is_button(k: int, seats: int) -> bool:
    """Return whether seat `k`, from the button's left, has the button; heads-up the small blind has it."""
    return k == (seats - 1 if seats > 2 else 0)


def place(k: int, seats: int) -> tuple[float, float]:
    """Return a seat's position on the oval, clockwise, the button at the bottom: x right, y down.

    The oval bulges towards its corners so that ten seats fit next to each other.
    """
    turn = (k + 1 if seats > 2 else k) / seats
    angle = pi / 2 + 2 * pi * turn
    bulge = _oval(seats).bulge
    x, y = (copysign(abs(part) ** bulge, part) for part in (cos(angle), sin(angle)))
    return x, y
