"""Histograms of raw strength, perhaps with the share up to each strength."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

_GREY, _BLUE, _ORANGE = "#7d8b94", "#0d86c4", "#d55e00"


def options(
    counts: Sequence[int], marks: Sequence[tuple[str, float]] = (), *, cumulative: bool = False
) -> dict[str, Any]:
    """A plot of counts in bins of equal width from 0 to 1, with named strengths marked."""
    total, width = max(1, sum(counts)), 100 / max(1, len(counts))
    axis = {
        "type": "value",
        "axisLabel": {"color": _GREY},
        "nameTextStyle": {"color": _GREY},
        "splitLine": {"lineStyle": {"color": _GREY, "opacity": 0.25}},
    }
    bars = {
        "name": "in the bin",
        "type": "line",
        "step": "middle",
        "showSymbol": False,
        "areaStyle": {"opacity": 0.45},
        "itemStyle": {"color": _BLUE},
        "data": [[width * (k + 0.5), round(100 * count / total, 6)] for k, count in enumerate(counts)],
        "markLine": {
            "symbol": "none",
            "lineStyle": {"color": _ORANGE, "type": "solid", "width": 2},
            "label": {"formatter": "{b}", "color": _GREY},
            "data": [{"name": name, "xAxis": round(100 * strength, 6)} for name, strength in marks],
        },
    }
    up_to = {
        "name": "up to here",
        "type": "line",
        "yAxisIndex": 1,
        "showSymbol": False,
        "itemStyle": {"color": _ORANGE},
        "lineStyle": {"width": 2, "type": "dashed"},
        "data": [
            [width * (k + 1), round(100 * done / total, 6)] for k, done in enumerate(accumulate(counts))
        ],
    }
    plain = {**axis, "splitLine": {"show": False}}
    second = [{**plain, "name": "up to here, %", "min": 0, "max": 100}] if cumulative else []
    return {
        "animation": False,
        "aria": {"enabled": True},
        "grid": {"left": 50, "right": 50, "top": 55, "bottom": 45},
        "legend": {"top": 0, "textStyle": {"color": _GREY}, "show": cumulative},
        "tooltip": {"trigger": "axis"},
        "xAxis": {**axis, "name": "raw strength, %", "nameLocation": "middle", "nameGap": 28, "min": 0,
                  "max": 100},
        "yAxis": [{**axis, "name": "in the bin, %"}, *second],
        "series": [bars, up_to] if cumulative else [bars],
    }  # fmt: skip
