"""A hash of a source file and of all files that it imports."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_IMPORT = re.compile(r"^\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE)


def source_key(path: Path, package: Path) -> str:
    """A hash of a source file and of all files of the package that it imports, directly or not."""
    files, waiting = {path}, [path]
    while waiting:
        new = _imports(waiting.pop(), package) - files
        files |= new
        waiting += new
    sources = {str(file.relative_to(package)): _source(file) for file in files}
    return hashlib.sha256(repr(sorted(sources.items())).encode()).hexdigest()[:16]


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports(path: Path, package: Path) -> set[Path]:
    modules: set[str] = set()
    for module, names in _IMPORT.findall(_source(path)):
        if module.split(".")[0] == package.name:
            modules |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    places = [package.joinpath(*module.split(".")[1:]) for module in modules]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return {file for file in files if file.is_file()}
