"""Count the code of jamfold: ``python -m tools.house``.

Lines by package, circles of files, imports against the layers and inside functions, long files and
functions; with ``--field NAME`` the files that name a field.  ``--root`` counts another checkout,
``--json`` is for programs.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.imports import Source, circles, hidden, imported, read_sources, upward

LONGEST_FILE, LONGEST_FUNCTION = 600, 40
_PACKAGE = "jamfold"


def docstring_lines(source: Source) -> set[int]:
    """The numbers of the lines on which docstrings stand, those of attributes among them."""
    lines: set[int] = set()
    for node in source.nodes:
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else []:
            value = one.value if isinstance(one, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                lines |= set(range(one.lineno, (one.end_lineno or one.lineno) + 1))
    return lines


def count_lines(source: Source) -> dict[str, int]:
    """All lines of a file, those of code, those of docstrings; the rest are comments and empty."""
    docstrings = docstring_lines(source)
    lines = source.text.splitlines()
    code = sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in docstrings
        for number, line in enumerate(lines, 1)
    )
    return {"files": 1, "lines": len(lines), "code": code, "docstrings": len(docstrings)}


def package_of(module: str) -> str:
    """Return the package of a module right under jamfold; "(top)" for a module at the top."""
    names = module.split(".")
    return names[1] if len(names) > 2 else "(top)"


def count_packages(sources: Iterable[Source]) -> dict[str, dict[str, int]]:
    """Return the lines by package, the total last."""
    packages: dict[str, dict[str, int]] = {}
    total = {"files": 0, "lines": 0, "code": 0, "docstrings": 0}
    for source in sources:
        is_package = source.path.name == "__init__.py" and source.module.count(".") == 1
        name = source.module.split(".")[1] if is_package else package_of(source.module)
        package = packages.setdefault(name, dict.fromkeys(total, 0))
        for key, value in count_lines(source).items():
            package[key] += value
            total[key] += value
    return dict(sorted(packages.items())) | {"total": total}


def long_functions(source: Source) -> list[tuple[str, int]]:
    """Functions of too many lines, docstrings not counted."""
    docstrings = docstring_lines(source)
    found = []
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = set(range(node.lineno, (node.end_lineno or node.lineno) + 1)) - docstrings
            if len(lines) > LONGEST_FUNCTION:
                found.append((f"{source.module}.{node.name}", len(lines)))
    return found


def layers_of(root: Path) -> list[str]:
    """Return the layers of the import contract between packages, from the top down."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    whole = (one for one in contracts if one["type"] == "layers" and "containers" not in one)
    return [str(layer) for one in whole for layer in one["layers"]]


def count_house(root: Path) -> dict[str, Any]:
    """All figures of a checkout."""
    sources = read_sources(root / "src" / _PACKAGE)
    links = {name: imported(source, sources) for name, source in sources.items()}
    hiding = {name: sum(1 for _ in hidden(source)) for name, source in sources.items()}
    by_package: dict[str, int] = {}
    for name, number in hiding.items():
        by_package[package_of(name)] = by_package.get(package_of(name), 0) + number
    return {
        "packages": count_packages(sources.values()),
        "circles": circles(links),
        "upward": upward(links, layers_of(root)),
        "hidden": {"total": sum(hiding.values()), "packages": {k: n for k, n in by_package.items() if n}},
        "long_files": {
            name: lines
            for name, source in sources.items()
            if (lines := len(source.text.splitlines())) > LONGEST_FILE
        },
        "long_functions": dict(one for source in sources.values() for one in long_functions(source)),
    }


def files_of_field(root: Path, field: str) -> dict[str, list[str]]:
    """The files in which a name stands as a word of its own: sources, scripts of pages, tests, docs."""
    word = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(field)}(?![A-Za-z0-9_])")
    groups = {
        "python": (root / "src").rglob("*.py"),
        "javascript": (root / "src").rglob("*.js"),
        "tests": (path for path in (root / "tests").rglob("*") if path.suffix in (".py", ".js")),
        "docs": (path for part in ("docs", ".") for path in sorted((root / part).glob("*.md"))),
    }
    return {
        group: sorted(
            str(path.relative_to(root)) for path in paths if word.search(path.read_text(encoding="utf-8"))
        )
        for group, paths in groups.items()
    }


def house_text(figures: dict[str, Any]) -> str:
    """The figures as a page of plain text."""
    lines = [f"{'package':<14}{'files':>7}{'lines':>9}{'code':>9}{'docstrings':>12}"]
    for name, package in figures["packages"].items():
        lines.append(
            f"{name:<14}{package['files']:>7,}{package['lines']:>9,}{package['code']:>9,}{package['docstrings']:>12,}"
        )
    lines.append(f"\ncircles of files: {len(figures['circles'])}")
    lines += [f"  {len(group)} files: {', '.join(group)}" for group in figures["circles"]]
    lines.append(f"arrows upward: {len(figures['upward'])}")
    lines += [f"  {low} -> {high}" for low, high in figures["upward"]]
    packages = ", ".join(f"{name} {number}" for name, number in figures["hidden"]["packages"].items())
    lines.append(f"imports inside functions: {figures['hidden']['total']} ({packages})")
    for key, what in (
        ("long_files", f"files over {LONGEST_FILE} lines"),
        ("long_functions", f"functions over {LONGEST_FUNCTION} lines"),
    ):
        lines.append(f"{what}: {len(figures[key])}")
        lines += [f"  {name} {number}" for name, number in figures[key].items()]
    return "\n".join(lines)


def field_text(field: str, files: dict[str, list[str]]) -> str:
    """The files of a field as plain text."""
    lines = []
    for group, names in files.items():
        lines.append(f"{field} in {group}: {len(names)} files")
        lines += [f"  {name}" for name in names]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Count, and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.house", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="a checkout")
    parser.add_argument("--field", help="tell the files that name a field")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if options.field:
        figures: dict[str, Any] = files_of_field(options.root, options.field)
        text = field_text(options.field, figures)
    else:
        figures = count_house(options.root)
        text = house_text(figures)
    sys.stdout.write(json.dumps(figures, indent=1) if options.json else text)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
