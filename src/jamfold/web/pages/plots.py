"""What all plots share: axes that are read on light and dark, no animation, words for screen readers."""

from __future__ import annotations

from typing import Any

GREY, BLUE, ORANGE = "#7d8b94", "#0d86c4", "#d55e00"
"""Axes; first and second curve, told apart by lightness and, where both are lines, by dashes."""


def axis(kind: str = "value", **more: Any) -> dict[str, Any]:
    """An axis; `more` is merged into it."""
    return {
        "type": kind,
        "axisLabel": {"color": GREY},
        "nameTextStyle": {"color": GREY},
        "splitLine": {"lineStyle": {"color": GREY, "opacity": 0.25}},
    } | more


def below(name: str, kind: str = "value", **more: Any) -> dict[str, Any]:
    """The axis below a plot."""
    return axis(kind, name=name, nameLocation="middle", nameGap=28, **more)


def plot(
    x: dict[str, Any], y: Any, series: list[dict[str, Any]], grid: dict[str, int], *, legend: bool
) -> dict[str, Any]:
    """Options of a plot of series over the axes x and y (one or several)."""
    return {
        "animation": False,
        "aria": {"enabled": True},
        "grid": {"right": 20, "top": 45, "bottom": 45} | grid,
        "legend": {"top": 0, "textStyle": {"color": GREY}, "show": legend},
        "tooltip": {"trigger": "axis"},
        "xAxis": x,
        "yAxis": y,
        "series": series,
    }
