"""What is kept, and a cell of a class table, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from jamfold.answers.tables import ClassAgainstClass, StoredTable
from jamfold.calculator.results import outcome_lines
from jamfold.games import GAMES


def tables_view(tables: Sequence[StoredTable]) -> Table:
    """A line for each file."""
    view = Table(box=SIMPLE_HEAD)
    for heading, side in (
        ("game", "left"), ("kind", "left"), ("serves", "left"), ("MB", "right"), ("built in, s", "right"),
        ("peak, MB", "right"), ("sha256", "left"), ("file", "left"),
    ):  # fmt: skip
        view.add_column(heading, justify=side, overflow="fold")  # type: ignore[arg-type]
    for one in tables:
        seconds, peak = one.built_seconds, one.peak_memory_bytes
        view.add_row(
            one.game,
            one.kind,
            one.serves,
            f"{one.bytes / 1e6:,.1f}",
            "" if seconds is None else f"{seconds:.1f}",
            "" if peak is None else f"{peak / 1e6:,.0f}",
            one.sha256[:8],
            one.path,
        )
    return view


def cell_text(cell: ClassAgainstClass) -> str:
    """Placements, margin and equity."""
    title = GAMES[cell.game].title
    lines = [f"{title}: class {cell.class1} ({cell.hand1}) against class {cell.class2} ({cell.hand2})"]
    if cell.equity is None:
        return "\n".join([*lines, "No hand of the second class is left when the first is dealt."])
    unit = "wins minus losses" if cell.margin_unit == 1 else "twice the difference of the pot shares"
    lines += [
        f"placements {cell.placements}, boards {cell.boards:,} each",
        f"margin     {cell.margin:,} ({unit})",
        f"equity     {100 * cell.equity:.6f} %",
    ]
    return "\n".join(lines + outcome_lines(cell.outcomes))
