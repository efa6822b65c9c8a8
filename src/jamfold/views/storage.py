"""Stored tables, and a cell of a class table, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.calculator.results import outcome_lines
from jamfold.cards.games import GAMES
from jamfold.cases.answers.tables import ClassAgainstClass, KeptTables, StoredTable
from jamfold.views.sheet import Heads, Sheet, Table, words

_HEADS: Heads = (
    *words("game", "kind", "serves"), "MB", "build time, s", "peak memory, MB", *words("sha256", "file"),
)  # fmt: skip


def stored_tables(answer: KeptTables) -> tuple[StoredTable, ...]:
    return tuple(answer.tables)


def tables_sheet(tables: Sequence[StoredTable]) -> Sheet:
    return Sheet(parts=[Table(_HEADS, map(_cells, tables))])


def _cells(table: StoredTable) -> list[str]:
    seconds, peak = table.built_seconds, table.peak_memory_bytes
    return [
        table.game,
        table.kind,
        table.serves,
        f"{table.bytes / 1e6:,.1f}",
        "" if seconds is None else f"{seconds:.1f}",
        "" if peak is None else f"{peak / 1e6:,.0f}",
        table.sha256[:8],
        table.path,
    ]


def cell_text(cell: ClassAgainstClass) -> str:
    title = GAMES[cell.game].title
    lines = [f"{title}: class {cell.class1} ({cell.hand1}) against class {cell.class2} ({cell.hand2})"]
    if cell.equity is None:
        return "\n".join([*lines, "No hand of the second class is left when the first is dealt."])
    unit = "wins minus losses" if cell.margin_unit == 1 else "twice the difference of the pot shares"
    lines += [
        f"placements {cell.placements}, boards {cell.boards:,} each",
        f"margin     {cell.margin:,} ({unit})",
        f"equity     {100 * cell.equity:.6f}%",
    ]
    return "\n".join(lines + outcome_lines(cell.outcomes))
