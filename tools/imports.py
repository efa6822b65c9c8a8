"""Which file imports which: every import statement counts, also in functions and for type checkers alone."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

Statement = ast.Import | ast.ImportFrom


class Source(NamedTuple):
    """A Python file: its module, its text, and all nodes of the text parsed."""

    path: Path
    module: str
    text: str
    nodes: list[ast.AST]


def parse(text: str) -> ast.Module:
    """The tree of a text.

    Before Python 3.11.8, another thread that parses at the same time makes this a SystemError, once
    (gh-106905).
    """
    try:
        return ast.parse(text)
    except SystemError:
        return ast.parse(text)


@contextmanager
def _uncollected() -> Iterator[None]:
    """A million nodes stay: to look for unused ones again and again takes 2.4 s of 3.4."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def read_sources(folder: Path) -> dict[str, Source]:
    """The files of a package by module."""
    sources = {}
    with _uncollected():
        for path in sorted(folder.rglob("*.py")):
            names = path.relative_to(folder.parent).with_suffix("").parts
            module = ".".join(names[:-1] if names[-1] == "__init__" else names)
            text = path.read_text(encoding="utf-8")
            sources[module] = Source(path, module, text, list(ast.walk(parse(text))))
    return sources


def imported(source: Source, modules: Mapping[str, Source]) -> set[str]:
    """The modules of the package that a file names in imports; names in strings do not count."""
    found = set()
    for node in source.nodes:
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{one.name}" for one in node.names]
            names = [name if name in modules else str(node.module) for name in inner]
        else:
            continue
        found |= {name for name in names if name in modules}
    return found - {source.module}


def circles(links: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of files each of which reaches every other one of its group; the largest first."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:  # Tarjan, Depth-first search and linear graph algorithms (1972)
        order[name] = lowest[name] = len(order)
        stack.append(name)
        for other in sorted(links[name]):
            if other not in order:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            place = stack.index(name)
            groups.append(sorted(stack[place:]))
            del stack[place:]

    for name in links:
        if name not in order:
            visit(name)
    return sorted((group for group in groups if len(group) > 1), key=len, reverse=True)


def upward(links: Mapping[str, set[str]], layers: list[str]) -> list[tuple[str, str]]:
    """Imports against layers, which are written from the top down, ``a | b`` for packages side by side."""
    heights = {name.strip(): k for k, layer in enumerate(reversed(layers)) for name in layer.split("|")}

    def package_of(module: str) -> str | None:
        return next((name for name in heights if f"{module}.".startswith(f"{name}.")), None)

    arrows = []
    for module, others in links.items():
        package = package_of(module)
        for other in sorted(others):
            target = package_of(other)
            if package and target and package != target and heights[target] >= heights[package]:
                arrows.append((module, other))
    return arrows


def hidden(source: Source) -> Iterator[Statement]:
    """Import statements inside functions, each once."""
    if not any(isinstance(node, Statement) and node.col_offset for node in source.nodes):
        return
    seen: set[Statement] = set()
    for outer in source.nodes:
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(outer):
                if isinstance(node, ast.Import | ast.ImportFrom) and node not in seen:
                    seen.add(node)
                    yield node
