"""What the views of a chart share: words, colours, and which players a view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jamfold.errors import ChartError
from jamfold.spots.charts import Chart
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_charts import TreeChart
from jamfold.views.words import NOT_IN_THE_TREE

if TYPE_CHECKING:
    from matplotlib.colors import Colormap

VIEWS = ("both", "jam", "call", "curves")
PAST = {Seat.SMALL_BLIND: "jammed", Seat.BIG_BLIND: "called"}
TITLES = {Seat.SMALL_BLIND: "Small blind: jam", Seat.BIG_BLIND: "Big blind: call the jam"}


TREE_PAST = {Seat.SMALL_BLIND: "played", Seat.BIG_BLIND: "played on"}
TREE_TITLES = {
    Seat.SMALL_BLIND: "Small blind: raise or jam",
    Seat.BIG_BLIND: "Big blind: jam, re-raise or call",
}


def title_of(chart: Chart, seat: Seat) -> str:
    """What a picture of a player's hands shows."""
    return (TREE_TITLES if isinstance(chart, TreeChart) else TITLES)[seat]


def past_of(chart: Chart, seat: Seat) -> str:
    """What has been done with a hand that counts as played."""
    return (TREE_PAST if isinstance(chart, TreeChart) else PAST)[seat]


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


AVERAGE = "average gain from deviating"
"""What pages call epsilon."""


def caption(chart: Chart, half: str = "epsilon") -> str:
    bound = "below 1e-9" if chart.epsilon < 1e-9 else f"up to {chart.epsilon:.1g}"
    exact = "exact" if chart.exact else "NOT exact"
    tree = ""
    if isinstance(chart, TreeChart):
        raises, left_out = chart.raises.text(chart.level.big_blind), NOT_IN_THE_TREE
        tree = f"; {raises}; {left_out[0].lower()}{left_out[1:]}"
    stacks = f"{len(chart.points)} stacks {chart.grid.words()}"
    if len(chart.points) == 1:
        stacks = f"{chart.points[0].stack:g} bb"
    return (
        f"{chart.level.text()}; {exact} equilibrium at {stacks}, "
        f"{half} {bound} {'money' if chart.in_money else 'bb'}{tree}"
    )
