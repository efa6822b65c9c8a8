"""The installation and what is stored, on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from jamfold.core.display import plural
from jamfold.core.storage.contents import StoredPart, total_bytes
from jamfold.views.sheet import Sheet, Table, text, words

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
