"""What is stored on this machine for the program, in parts: what each holds, its files and its size."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from jamfold.core.storage.folder import data_folder, kernel_folders


class _Part(NamedTuple):
    names: str
    """Entries of the data folder, as a regular expression."""
    content: str
    is_yours: bool = False


_CODE = "code"
PARTS = {
    "tables": _Part("tables", "class tables and factors"),
    "results": _Part("flops|tournaments|three-player", "solved tournaments and flops"),
    "runs": _Part("(table|flop|future)-runs", "unfinished work that can continue"),
    _CODE: _Part("kernels", "compiled code"),
    "histories": _Part(r"histories[-.].*", "your played hands", is_yours=True),
    "training": _Part(r"training[-.].*", "your training", is_yours=True),
}


@dataclass(frozen=True)
class StoredPart:
    """A part of what is stored."""

    name: str
    content: str
    """What it is, in words."""
    is_yours: bool
    """Whether it is yours: nothing else can be made again."""
    files: int
    bytes: int
    paths: tuple[str, ...]
    """The files and folders that hold it."""


def stored_parts() -> tuple[StoredPart, ...]:
    """Return all parts, empty ones too."""
    folder = data_folder()
    entries = sorted(folder.iterdir()) if folder.is_dir() else []
    return tuple(_stored(name, part, entries) for name, part in PARTS.items())


def total_bytes(parts: Iterable[StoredPart]) -> int:
    """Return the size of parts together."""
    return sum(part.bytes for part in parts)


def _stored(name: str, part: _Part, entries: list[Path]) -> StoredPart:
    paths = [path for path in entries if re.fullmatch(part.names, path.name)]
    if name == _CODE:
        paths = list(dict.fromkeys(path.resolve() for path in kernel_folders() if path.is_dir()))
    sizes = [size for path in paths for size in _sizes(path)]
    return StoredPart(name, part.content, part.is_yours, len(sizes), sum(sizes), tuple(map(str, paths)))


def _sizes(path: Path) -> list[int]:
    """The bytes of each file; a folder that is a link counts, as it is used."""
    if path.is_file():
        return [path.stat().st_size]
    files = (Path(where, name) for where, _, names in os.walk(path) for name in names)
    return [file.lstat().st_size for file in files if file.exists()]
