"""A heads-up tournament as a picture: W less the chip share, and how much is played, over the stack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jamfold.tournaments.tournament import Tournament
from jamfold.views.figures import new_figure, write_figure
from jamfold.views.tournament import title_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_JAM_COLOUR, _CALL_COLOUR, _GREY = "#0072b2", "#d55e00", "#777777"  # Okabe and Ito's blue and vermillion
_FEW = 12


def save_figure(answer: Tournament, path: Path) -> Path:
    """Draw a tournament into a file that ends in .png or .svg.

    Raises FigureError if the ending is unknown or the file cannot be written.
    """
    return write_figure(tournament_figure(answer), path)


def tournament_figure(answer: Tournament) -> Figure:
    """Above W less the chip share, of the first hand and of the last level; below jams and calls."""
    figure = new_figure(figsize=(8.5, 6.8), layout="constrained", facecolor="white")
    upper, lower = figure.subplots(2, 1, sharex=True)
    stacks, several = answer.stacks, len(answer.winning) > 1
    marker = "o" if len(stacks) <= _FEW else None
    distance = 100 * answer.from_chip_share[:, 1:-1]
    first = "first hand" if several else None
    upper.plot(stacks, distance[0], color="black", linewidth=2, marker=marker, label=first)
    if several:
        upper.plot(stacks, distance[-1], color=_GREY, linewidth=2, linestyle="--", label="last level")
        upper.legend(frameon=False)
    upper.axhline(0, color="grey", linewidth=0.8)
    upper.set_ylabel("winning chance less\nchip share, percentage points")
    upper.set_title(title_text(answer), fontsize=11)
    for values, name, colour, style in (
        (answer.jam_percent[0], "jam, small blind", _JAM_COLOUR, "-"),
        (answer.call_percent[0], "call, big blind", _CALL_COLOUR, "--"),
    ):
        lower.plot(stacks, values, color=colour, linewidth=2, linestyle=style, marker=marker, label=name)
    lower.set_ylim(0, 103)
    lower.set_ylabel("hands played, %" + (", first hand" if several else ""))
    lower.set_xlabel("chips of the small blind")
    lower.legend(frameon=False)
    for axes in (upper, lower):
        axes.grid(visible=True, alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    return figure
