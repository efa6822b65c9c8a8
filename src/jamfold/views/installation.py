"""The installation, what is stored, and a cell of a class table, on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from jamfold.calculator.results import outcome_lines
from jamfold.cards.games import GAMES
from jamfold.cases.answers.tables import ClassAgainstClass, KeptTables, StoredTable
from jamfold.core.display import plural
from jamfold.core.storage.folder import StoredPart, total_bytes
from jamfold.views.sheet import Heads, Sheet, Table, text, words

if TYPE_CHECKING:
    from jamfold.cases.answers.installation import Cleaning, Installation, PackageVersion


def installation_sheet(answer: Installation) -> Sheet:
    memory = f", {answer.memory_bytes / 1e9:.1f} GB of memory" if answer.memory_bytes else ""
    rows = [
        ("jamfold", answer.version),
        ("Python", f"{answer.python} on {answer.system}"),
        ("processor", f"{answer.cpu}, {plural(answer.cores, 'core')}{memory}"),
        ("needs", _versions(package for package in answer.packages if not package.extra)),
        *(
            (f"extra {extra}", _versions(package for package in answer.packages if package.extra == extra))
            for extra in dict.fromkeys(package.extra for package in answer.packages if package.extra)
        ),
        ("data folder", answer.data_folder),
    ]
    facts = Table([words("what")[0], text("value")], rows)
    return Sheet(parts=[facts, _parts_table(answer.stored)], notes=[answer.report])


def _versions(packages: Iterable[PackageVersion]) -> str:
    return ", ".join(f"{package.name} {package.version or 'not installed'}" for package in packages)


def _parts_table(parts: Sequence[StoredPart]) -> Table:
    """Return a line for each part of what is stored, and the total."""
    cells = [(part.name, part.content, f"{part.files:,}", f"{part.bytes / 1e6:,.1f}") for part in parts]
    total = ("total", "", f"{sum(part.files for part in parts):,}", f"{total_bytes(parts) / 1e6:,.1f}")
    return Table([*words("stored", "what it is"), "files", "MB"], [*cells, total])


def cleaning_sheet(answer: Cleaning) -> Sheet:
    size = f"{answer.bytes / 1e6:,.1f} MB"
    if not answer.parts:
        return Sheet(parts=["There is nothing to remove."])
    if answer.removed:
        return Sheet(parts=[f"Removed {', '.join(part.name for part in answer.parts)}: {size}."])
    note = f"Nothing is removed yet: --remove removes these {size}. Name parts to remove only those."
    return Sheet(parts=[_parts_table(answer.parts)], notes=[note])


def stored_line(parts: Sequence[StoredPart]) -> str:
    """Return the size of every part and of all, in one sentence."""
    sizes = ", ".join(f"{part.name} {part.bytes / 1e6:,.1f}" for part in parts if part.bytes)
    return f"Total: {total_bytes(parts) / 1e6:,.1f} MB stored{f': {sizes}' if sizes else ''}."


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
