"""Lines over numbers, as SVG: no script, no style but classes; numbers stand in a table beside it."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import NamedTuple

from jamfold.views.html import Html, element, join_html

_WIDTH, _HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 26, 40
_TICKS = 5
_MOST_POINTS = 600
"""Points of a line; more would not be seen."""


class Line(NamedTuple):
    """A line with its name; x rises."""

    name: str
    points: Sequence[tuple[float, float]]


def plot(
    lines: Sequence[Line],
    x_name: str,
    y_name: str,
    low: float | None = None,
    high: float | None = None,
    marks: Sequence[tuple[str, float]] = (),
    *,
    powers: bool = False,
) -> Html:
    """Lines in one picture, and named places of x in it.

    `low` and `high` are the bounds of y where the points are not to give them; with `powers` all numbers are
    logarithms, and powers of ten are what is read.
    """
    xs = [x for line in lines for x, _ in line.points] or [0.0]
    ys = [y for line in lines for _, y in line.points] or [0.0]
    bottom, top = min(ys) if low is None else low, max(ys) if high is None else high
    text = _power if powers else _text
    across = _Scale(min(xs), max(xs), _LEFT, _WIDTH - _RIGHT)
    up = _Scale(bottom, top, _HEIGHT - _BOTTOM, _TOP)
    rulers = [
        join_html(
            element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=up.at(y), y2=up.at(y), class_="grid"),
            element("text", text(y), x=_LEFT - 6, y=up.at(y), class_="y"),
        )
        for y in up.ticks()
    ]
    below = [
        element("text", text(x), x=across.at(x), y=_HEIGHT - _BOTTOM + 16, class_="x") for x in across.ticks()
    ]
    drawn = [_drawn(line, across, up, k) for k, line in enumerate(lines)]
    names = [
        element("span", element("i", class_=f"line-{k}"), line.name)
        for k, line in enumerate(lines)
        if line.name
    ]
    words = f"{', '.join(line.name for line in lines)}: {y_name} over {x_name}"
    picture = element(
        "svg",
        rulers,
        below,
        element("text", y_name, x=4, y=10, class_="name"),
        element("text", x_name, x=_WIDTH - _RIGHT, y=_HEIGHT - 6, class_="name end"),
        drawn,
        [_mark(name, across.at(place), k) for k, (name, place) in enumerate(marks)],
        class_="plot",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=words,
    )
    return element("figure", element("p", names, class_="legend"), picture, class_="plot")


class _Scale(NamedTuple):
    """Numbers from `low` to `high` laid out from `begin` to `end`."""

    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> str:
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return f"{self.begin + share * (self.end - self.begin):.1f}"

    def ticks(self) -> list[float]:
        """Round numbers between both ends."""
        span = (self.high - self.low) or 1.0
        power: float = 10.0 ** floor(log10(span / _TICKS))
        step = next(power * k for k in (1, 2, 5, 10) if span / (power * k) <= _TICKS)
        first = -floor(-self.low / step + 1e-9)
        return [k * step for k in range(first, floor(self.high / step + 1e-9) + 1)]


def _drawn(line: Line, across: _Scale, up: _Scale, k: int) -> Html:
    step = 1 + len(line.points) // _MOST_POINTS
    places = " ".join(f"{across.at(x)},{up.at(y)}" for x, y in line.points[::step])
    return element("polyline", points=places, class_=f"line-{k}")


def _mark(name: str, place: str, k: int) -> Html:
    line = element("line", x1=place, x2=place, y1=_TOP, y2=_HEIGHT - _BOTTOM, class_="mark")
    return join_html(line, element("text", f" {name}", x=place, y=_TOP + 12 + 14 * k, class_="named"))


def _power(value: float) -> str:
    return "" if value % 1 else f"{10**value:,.0f}" if 0 <= value < 5 else f"{10**value:.0e}"


def _text(value: float) -> str:
    return f"{value:,.6g}".replace("-", "\u2212")
