"""A spot in a few words, on the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table
from rich.text import Text

from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.outline import MatrixPlay, Outline, SeatOutline
from jamfold.views.sentences import SEAT_NAMES, certificate_text, spot_text

_PLAIN = ("all", "none")


def outline_view(outline: Outline) -> Group:
    """Return short ranges with their cost, and what decides within patterns that are played in part."""
    parts: list[Text | Table] = [Text(spot_text(outline.spot), style="bold")]
    for seat in outline.seats:
        name = SEAT_NAMES[seat.strategy.seat].capitalize()
        action = seat.strategy.seat.action
        parts.append(Text(f"\n{name} {action}s {seat.strategy.played_percent:.4f}% of hands:"))
        if seat.text is not None:
            parts += [Text(seat.text), Text(cost_text(seat), style="dim")]
        if seat.cells:
            parts.append(_cells(seat))
    parts.append(Text(certificate_text(outline.spot)))
    return Group(*parts)


def cost_text(seat: SeatOutline) -> str:
    """Say in a sentence how far a short range is from the strategy, and what that costs."""
    cost = seat.strategy.measure.text(seat.cost, ".6f")
    return f"{100 * seat.differs:.2f}% of hands differ from equilibrium; cost: {cost} per hand."


def _cells(seat: SeatOutline) -> Table:
    """Return the patterns that are played in part, with what decides within them."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("pattern", "played", "which"):
        table.add_column(name, justify="right" if name == "played" else "left")
    play, words_by_cell = MatrixPlay.of_strategy(seat.strategy), dict(seat.cells)
    for row in pattern_matrix(seat.strategy.game).rows:
        for cell in row.cells.values():
            words = words_by_cell[cell]
            if words is None or words.words not in _PLAIN:
                share = f"{100 * play.of(cell).played:.1f}%"
                table.add_row(cell.name, share, "" if words is None else words.words)
    return table
