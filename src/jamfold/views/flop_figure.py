"""The distribution of hand strength as a figure, and as lines of text."""

from __future__ import annotations

from pathlib import Path

from jamfold.flops.distribution import Spread, n_distinct
from jamfold.games import HOLDEM, Game
from jamfold.views.figures import new_figure, write_figure

_BINS, _LINES, _WIDTH = 100, 20, 60
_CURVE = 1_000


def text_histogram(spread: Spread, width: int = _WIDTH) -> str:
    """Bars of the share of states in each twentieth of hand strength, and the share up to its end."""
    counts = spread.histogram(_LINES).tolist()
    most, done = max(counts), 0
    lines = ["strength, %   states, %   up to here"]
    for i, count in enumerate(counts):
        done += count
        step = 100 // _LINES
        lines.append(
            f"{step * i:3d} to {step * (i + 1):3d}    {100 * count / spread.total:8.4f}  "
            f"{100 * done / spread.total:9.4f}   {'#' * round(width * count / most)}".rstrip()
        )
    return "\n".join(lines) + "\n"


def histogram_csv(spread: Spread) -> str:
    """States in each per cent of hand strength, and the share up to its end, as CSV with a header."""
    lines, done = ["from_percent,to_percent,states,share,share_up_to_here"], 0
    for i, count in enumerate(spread.histogram(_BINS).tolist()):
        done += count
        lines.append(f"{i},{i + 1},{count},{count / spread.total!r},{done / spread.total!r}")
    return "\n".join(lines) + "\n"


def save_figure(spread: Spread, path: Path, marked: list[tuple[float, float]], game: Game = HOLDEM) -> Path:
    """Write histogram and cumulative curve as SVG or PNG, by the extension.

    ``marked`` are points (strength, share of the states below it) to point out.  Raises FigureError if the
    extension is unknown or the file cannot be written.
    """
    figure = new_figure(figsize=(8, 5), layout="constrained")
    bars = figure.add_subplot()
    shares = 100 * spread.histogram(_BINS) / spread.total
    edges = [100 * i / _BINS for i in range(_BINS)]
    bars.bar(
        edges, shares, width=100 / _BINS, align="edge", color="#9ecae1", edgecolor="white", linewidth=0.3
    )
    bars.set_xlabel("hand strength: equity against a random hand, %")
    bars.set_ylabel("states in each per cent of strength, %")
    bars.set_xlim(0, 100)
    curve = bars.twinx()
    cuts = [spread.scale * i // _CURVE for i in range(_CURVE + 1)]
    up_to = [100 * spread.count_below(cut) / spread.total for cut in cuts]
    curve.plot([100 * cut / spread.scale for cut in cuts], up_to, color="#08519c", linewidth=1.5)
    curve.set_ylabel("states below this strength, %", color="#08519c")
    curve.set_ylim(0, 105)
    curve.set_yticks(range(0, 101, 20))
    curve.grid(visible=True, alpha=0.3)
    for strength, share in marked:
        x, y = 100 * strength, 100 * share
        curve.plot([x, x, 100], [0, y, y], color="#a50f15", linewidth=1, linestyle="--")
        side = "right" if x > 50 else "left"
        curve.annotate(
            f"{y:.2f} % below {x:.2f} %", (x, y), (-6 if side == "right" else 6, 6),
            textcoords="offset points", ha=side, color="#a50f15",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )  # fmt: skip
    distinct = f"{n_distinct(game):,} distinct"
    bars.set_title(f"{game.title}: all {spread.total:,} hands on flops ({distinct})")
    return write_figure(figure, path)
