"""The data folder, its owner's alone (folders with mode 0700, files with mode 0600), and what it holds."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA_VARIABLE = "JAMFOLD_DATA"
FOLDER_SIGN = "\N{DIVISION SLASH}"
"""Replaces the slash in names of uploaded files."""
FILE_MODE, FOLDER_MODE = 0o600, 0o700
TEMPORARY = "jamfold-pasted-"
"""How folders begin that hold a pasted text while it is read."""
_HANDED = re.compile(rf".*[/\\](uploads[/\\][0-9a-f]{{16}}|{TEMPORARY}[^/\\]+)[/\\]", re.DOTALL)


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
_OWN = re.compile(rf"({'|'.join(part.names for part in PARTS.values())}|uploads|web-\d+\.html)(\.\w+)*")
"""Names in the data folder that the program gives."""


def data_folder() -> Path:
    """Return the data folder: $JAMFOLD_DATA, or the user's data folder.

    What an older version left open to other accounts is closed to them first.
    """
    chosen = os.environ.get(DATA_VARIABLE)
    if chosen:
        folder = Path(chosen)
    else:
        import platformdirs

        folder = platformdirs.user_data_path("jamfold", appauthor=False)
    _close_own(folder.resolve())
    return folder


def kernel_folders() -> Iterator[Path]:
    """Return the places for compiled code, the first choice first."""
    import platformdirs

    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / "jamfold"
    yield Path(__file__).parents[2] / "__pycache__" / "kernels"
    yield platformdirs.user_cache_path("jamfold", appauthor=False) / "kernels"
    yield data_folder() / "kernels"


def given_name(path: str) -> str:
    """Return the name of a file as its user gave it, without the folder of uploads."""
    name = _HANDED.sub("", path)
    return path if name == path else name.replace(FOLDER_SIGN, "/")


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(FOLDER_MODE, exist_ok=True)


def open_private(path: str, flags: int) -> int:
    """Open a file that only its owner may read; the `opener` of `open`."""
    return os.open(path, flags, FILE_MODE)


@cache
def _close_own(folder: Path) -> None:
    """Take the rights of other accounts from the program's entries of a folder, once in a process.

    The folder itself keeps its rights where it holds anything else, such as a home folder. Links are not
    followed: tables that are linked from elsewhere can be shared.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        entries = list(folder.iterdir())
        own = [entry for entry in entries if _OWN.fullmatch(entry.name)]
        if any(map(_is_open, own)):
            for entry in own:
                _close(entry)
        if len(own) == len(entries) and _is_open(folder):
            folder.chmod(FOLDER_MODE)


def _close(path: Path) -> None:
    """Take the rights of other accounts from a file, or from a folder with all that is in it."""
    with suppress(OSError):  # it belongs to another account
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & FOLDER_MODE)
        if stat.S_ISDIR(mode):
            for entry in path.iterdir():
                _close(entry)


def _is_open(path: Path) -> bool:
    """Return whether other accounts have any right to a folder or a file that is no link."""
    mode = path.lstat().st_mode
    return not stat.S_ISLNK(mode) and bool(mode & ~FOLDER_MODE & 0o777)


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
