"""What other systems do differently, as far as sources show it: encodings, modules, names of files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import jamfold

ROOT = Path(jamfold.__file__).parent
ONLY_POSIX = {"fcntl", "grp", "posix", "pwd", "pty", "resource", "termios", "tty"}
GUARDED = {"core/storage/files.py"}
"""Files that import such a module where the system has it."""
SOURCES = sorted(ROOT.rglob("*.py"))


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Calls of methods of some names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
            yield node


def has_encoding(call: ast.Call, place: int) -> bool:
    return len(call.args) > place or any(word.arg == "encoding" for word in call.keywords)


def test_texts_say_how_they_are_encoded() -> None:
    """Elsewhere the usual encoding may be another one than UTF-8, which our own files are in."""
    found = []
    for path in SOURCES:
        text = path.read_text("utf-8")
        if not re.search("read_text|write_text", text):
            continue
        tree = ast.parse(text)
        reads = [call for call in calls(tree, "read_text") if not has_encoding(call, 0)]
        writes = [call for call in calls(tree, "write_text") if not has_encoding(call, 1)]
        found += [f"{path.relative_to(ROOT)}:{call.lineno}" for call in (*reads, *writes)]
    assert found == []


def test_no_module_of_one_system_alone() -> None:
    found = set()
    for path in SOURCES:
        text = path.read_text("utf-8")
        if not re.search(rf"\b({'|'.join(ONLY_POSIX)})\b", text):
            continue
        for node in ast.walk(ast.parse(text)):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] in ONLY_POSIX for name in names):
                found.add(path.relative_to(ROOT).as_posix())
    assert found == GUARDED


def test_names_of_files_are_names_everywhere() -> None:
    names = [path.name for path in ROOT.rglob("*")]
    assert not [name for name in names if set(name) & set(':*?"<>|\\')]
    assert not [name for name in names if name.partition(".")[0].lower() in ("con", "prn", "aux", "nul")]
