"""Histograms of raw strength, perhaps with the share up to each strength."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from jamfold.web.pages import plots


def options(
    counts: Sequence[int], marks: Sequence[tuple[str, float]] = (), *, cumulative: bool = False
) -> dict[str, Any]:
    """A plot of counts in bins of equal width from 0 to 1, with named strengths marked."""
    total, width = max(1, sum(counts)), 100 / max(1, len(counts))
    bars = {
        "name": "in the bin",
        "type": "line",
        "step": "middle",
        "showSymbol": False,
        "areaStyle": {"opacity": 0.45},
        "itemStyle": {"color": plots.BLUE},
        "data": [[width * (k + 0.5), round(100 * count / total, 6)] for k, count in enumerate(counts)],
        "markLine": {
            "symbol": "none",
            "lineStyle": {"color": plots.ORANGE, "type": "solid", "width": 2},
            "label": {"formatter": "{b}", "color": plots.GREY},
            "data": [{"name": name, "xAxis": round(100 * strength, 6)} for name, strength in marks],
        },
    }
    up_to = {
        "name": "up to here",
        "type": "line",
        "yAxisIndex": 1,
        "showSymbol": False,
        "itemStyle": {"color": plots.ORANGE},
        "lineStyle": {"width": 2, "type": "dashed"},
        "data": [
            [width * (k + 1), round(100 * done / total, 6)] for k, done in enumerate(accumulate(counts))
        ],
    }
    x = plots.below("raw strength, %", min=0, max=100)
    y = [plots.axis(name="in the bin, %")]
    if cumulative:
        y.append(plots.axis(name="up to here, %", min=0, max=100, splitLine={"show": False}))
    series = [bars, up_to] if cumulative else [bars]
    return plots.plot(x, y, series, {"left": 50, "right": 50, "top": 55}, legend=cumulative)
