"""The test files that a change can reach: ``python -m tools.affected main``.

A test file is reached if what it imports, directly or not, contains a changed file; a
module named in a string counts as imported, and `import jamfold` as all of the package.
A file of data belongs to the Python files beside it or next above, one of
the tests to whatever names it or its folder, a document to `tests/docs`, a `conftest.py`
to the tests below it; `pyproject.toml` and `constraints.txt` reach everything.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tools.imports import Source, imported, read_sources

ROOT = Path(__file__).parents[1]
_PACKAGE = "jamfold"
_REFERENCE = re.compile(r"(?!jamfold)[a-z_.]+:\w")
"""What a use case names below the package, as in ``"views.audit:audit_sheet"``."""
FAR = 1000
"""Steps to a file that is imported with all of the package."""


def changed_files(root: Path, since: str) -> list[str]:
    """What differs from a revision, or is not known to git yet."""

    def lines(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    base = lines("merge-base", since, "HEAD")[0]
    return [*lines("diff", "--name-only", base), *lines("ls-files", "--others", "--exclude-standard")]


def affected(root: Path, changed: Iterable[str]) -> list[str]:
    """The test files that these changes reach, as paths below `root`."""
    sources, by_path, links = _read(root)
    closures = {name: _steps(links, name).keys() for name in sources}
    tests = {path: name for path, name in by_path.items() if _is_test(path)}
    found: set[str] = set()
    for change in map(Path, changed):
        if (change.suffix == ".md" and "tests" not in change.parts) or change.parts[0] == "examples":
            found |= {path for path in tests if path.startswith("tests/docs/")}
            continue
        if change.name == "conftest.py":
            found |= {path for path in tests if change.parent in Path(path).parents}
        elif str(change) in by_path or change.parts[0] in ("src", "tests"):
            seeds = _seeds(change, by_path, sources)
            found |= {path for path, name in tests.items() if closures[name] & seeds}
        elif change.name in ("pyproject.toml", "constraints.txt"):
            return sorted(tests)
    return sorted(found)


def distances(root: Path, path: str) -> dict[str, int]:
    """The test files that import a file, with the number of steps from one to the other.

    Those that only ``import jamfold`` leads there, which is all of it, are FAR.
    """
    sources, by_path, links = _read(root)
    near = {name: _named(source, sources) - {_PACKAGE} for name, source in sources.items()}
    tests = {test: name for test, name in by_path.items() if _is_test(test)}
    reaching = {test: name for test, name in tests.items() if by_path[path] in _steps(links, name)}
    return {test: _steps(near, name).get(by_path[path], FAR) for test, name in reaching.items()}


@cache
def _read(root: Path) -> tuple[dict[str, Source], dict[str, str], dict[str, set[str]]]:
    """The files of the package and of the tests: by module, their modules by path, and what they import."""
    sources = read_sources(root / "src" / _PACKAGE) | read_sources(root / "tests")
    by_path = {str(source.path.relative_to(root)): name for name, source in sources.items()}
    return sources, by_path, {name: _reached(source, sources) for name, source in sources.items()}


def _is_test(path: str) -> bool:
    return Path(path).name.startswith("test_")


def _seeds(change: Path, by_path: Mapping[str, str], sources: Mapping[str, Source]) -> set[str]:
    """The modules that a changed file is, or belongs to."""
    if str(change) in by_path:
        return {by_path[str(change)]}
    if change.parts[0] == "tests":
        words = (change.name, f'"{change.parent.name}"')
        return {name for name, source in sources.items() if any(word in source.text for word in words)}
    for folder in change.parents:
        beside = {name for path, name in by_path.items() if Path(path).parent == folder}
        if beside:
            return beside
    return set()


def _reached(source: Source, sources: Mapping[str, Source]) -> set[str]:
    """The modules that a file imports, or names; all of the package for the package itself."""
    found = _named(source, sources)
    if _PACKAGE in found:
        found |= {name for name in sources if name.startswith(f"{_PACKAGE}.")}
    return found - {source.module}


def _named(source: Source, sources: Mapping[str, Source]) -> set[str]:
    """The modules that a file imports, or names in a string as `monkeypatch.setattr` takes it."""
    found = imported(source, sources)
    for node in source.nodes:
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        text = f"{_PACKAGE}.{node.value}" if _REFERENCE.match(node.value) else node.value
        if text.startswith(_PACKAGE):
            parts = text.replace(":", ".").split(".")
            names = (".".join(parts[:end]) for end in range(len(parts), 1, -1))
            found |= {name for name in names if name in sources}
    return found - {source.module}


def _steps(links: Mapping[str, set[str]], start: str) -> dict[str, int]:
    """All that a module reaches, with the number of imports that it takes."""
    steps, ahead = {start: 0}, deque([start])
    while ahead:
        here = ahead.popleft()
        for name in links[here] - steps.keys():
            steps[name] = steps[here] + 1
            ahead.append(name)
    return steps


def main(words: list[str]) -> int:
    """Print the files, a line each."""
    for path in affected(ROOT, changed_files(ROOT, words[0] if words else "main")):
        print(path)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
