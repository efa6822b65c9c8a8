"""Bankroll curves as a figure."""

from __future__ import annotations

from pathlib import Path

from jamfold.videopoker.bankroll import QUANTILES, Simulation
from jamfold.views.figures import new_figure, write_figure

_COLOUR = "#08519c"


def save_figure(simulation: Simulation, title: str, path: Path) -> Path:
    """Write the quantiles of the bankroll, and the share of ruined runs, over the hands played.

    Raises FigureError if the extension is unknown or the file cannot be written.
    """
    figure = new_figure(figsize=(8, 5), layout="constrained")
    coins = figure.add_subplot()
    middle = len(QUANTILES) // 2
    for i in range(middle):
        low, high = QUANTILES[i], QUANTILES[-1 - i]
        label = f"{100 * low:.0f} % to {100 * high:.0f} % of the runs"
        coins.fill_between(
            simulation.hands,
            simulation.curves[i],
            simulation.curves[-1 - i],
            color=_COLOUR,
            alpha=0.2 + 0.2 * i,
            label=label,
        )
    coins.plot(simulation.hands, simulation.curves[middle], color=_COLOUR, label="median")
    coins.set_xlabel("hands")
    coins.set_ylabel("bankroll, coins")
    coins.set_xlim(0, simulation.hands[-1])
    coins.set_ylim(bottom=0)
    coins.set_title(title)
    ruined = coins.twinx()
    ruined.plot(simulation.hands, 100 * simulation.ruined, color="#a50f15", linestyle="--", label="ruined")
    ruined.set_ylabel("ruined runs, %", color="#a50f15")
    ruined.set_ylim(0, 100)
    coins.legend(loc="upper left")
    return write_figure(figure, path)
