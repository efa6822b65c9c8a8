"""Bankroll curves as a figure."""

from __future__ import annotations

from pathlib import Path

from jamfold.errors import PayTableError
from jamfold.videopoker.bankroll import QUANTILES, Simulation

ENDINGS = (".png", ".svg")
_DPI = 150
_COLOUR = "#08519c"


def check_figure(path: Path) -> Path:
    """The path itself, if it can be a figure; asked before long work.

    Raises
    ------
    PayTableError
        If it does not end in .png or .svg, or its folder does not exist.
    """
    if path.suffix.lower() not in ENDINGS:
        raise PayTableError(f"The figure '{path.name[:60]}' must end in {' or '.join(ENDINGS)}.")
    if not path.parent.is_dir():
        raise PayTableError(f"Cannot write '{path}': there is no folder '{path.parent}'.")
    return path


def save_figure(found: Simulation, title: str, path: Path) -> Path:
    """Write the quantiles of the bankroll, and the share of ruined runs, over the hands played.

    Raises
    ------
    PayTableError
        If the file cannot be written.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    FigureCanvasAgg(figure)
    coins = figure.add_subplot()
    middle = len(QUANTILES) // 2
    for i in range(middle):
        low, high = QUANTILES[i], QUANTILES[-1 - i]
        label = f"{100 * low:.0f} % to {100 * high:.0f} % of the runs"
        coins.fill_between(
            found.hands,
            found.curves[i],
            found.curves[-1 - i],
            color=_COLOUR,
            alpha=0.2 + 0.2 * i,
            label=label,
        )
    coins.plot(found.hands, found.curves[middle], color=_COLOUR, label="median")
    coins.set_xlabel("hands")
    coins.set_ylabel("bankroll, coins")
    coins.set_xlim(0, found.hands[-1])
    coins.set_ylim(bottom=0)
    coins.set_title(title)
    ruined = coins.twinx()
    ruined.plot(found.hands, 100 * found.ruined, color="#a50f15", linestyle="--", label="ruined")
    ruined.set_ylabel("ruined runs, %", color="#a50f15")
    ruined.set_ylim(0, 100)
    coins.legend(loc="upper left")
    try:
        figure.savefig(path, dpi=_DPI)
    except OSError as error:
        raise PayTableError(f"Cannot write '{path}': {error.strerror or error}.") from None
    return path
