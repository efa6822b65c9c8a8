"""What the views of a chart share: words, colours, and which players a view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jamfold.errors import ChartError
from jamfold.spots.charts import Chart
from jamfold.spots.strategy import Seat

if TYPE_CHECKING:
    from matplotlib.colors import Colormap

VIEWS = ("both", "jam", "call", "curves")
PAST = {Seat.SMALL_BLIND: "jammed", Seat.BIG_BLIND: "called"}
TITLES = {Seat.SMALL_BLIND: "Small blind: jam", Seat.BIG_BLIND: "Big blind: call the jam"}


def check_view(view: str) -> str:
    """The view itself. Raises ChartError if there is no such view."""
    if view not in VIEWS:
        raise ChartError(f"Unknown view '{view[:40]}': the views are {', '.join(VIEWS)}.")
    return view


def seats_of(view: str) -> list[Seat]:
    return [seat for seat in Seat if view in ("both", seat.action)]


def colour_map() -> Colormap:
    """Light yellow to dark blue."""
    import matplotlib as mpl

    return mpl.colormaps["viridis_r"]


def text_colour(share: float) -> str:
    """Black or white, whichever is read on the colour at this place of the map, 0 to 1."""
    red, green, blue, _ = colour_map()(share)
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.47 else "black"


def caption(chart: Chart) -> str:
    bound = "below 1e-9" if chart.epsilon < 1e-9 else f"up to {chart.epsilon:.1g}"
    exact = "exact" if chart.exact else "NOT exact"
    return (
        f"{chart.level.text()}; {exact} equilibrium at {len(chart.points)} stacks {chart.grid.words()}, "
        f"epsilon {bound} bb"
    )
