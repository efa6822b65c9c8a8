"""Phrases that the style guide replaced are in no text of the program, and not in the README."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
with (Path(__file__).parent / "words.csv").open(encoding="utf-8", newline="") as lines:
    WORDS = {row["old"]: row["better"] for row in csv.DictReader(lines)}
SHOWN_DOCSTRINGS = ("cases", "cli")
"""Packages whose docstrings are help texts."""


def texts_of(source: str, *, docstrings: bool) -> list[str]:
    """Return the string literals of a Python module, joined where they are written in parts."""
    tree = ast.parse(source)
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [] if docstrings else [node.body for node in ast.walk(tree) if isinstance(node, owners)]
    hidden = {id(one.value) for body in bodies for one in body if isinstance(one, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in hidden)
    return [re.sub(r"\s+", " ", node.value) for node in strings if isinstance(node.value, str)]


def old_words(texts: list[str]) -> set[str]:
    """Return the old phrases that the texts have."""
    whole = "\n".join(texts)
    return {old for old in WORDS if old in whole}


def test_no_old_phrase_is_shown() -> None:
    package = ROOT / "src" / "jamfold"
    texts = [(ROOT / "README.md").read_text(encoding="utf-8")]
    texts += [path.read_text(encoding="utf-8") for path in package.rglob("*.js")]
    for path in package.rglob("*.py"):
        is_help = path.relative_to(package).parts[0] in SHOWN_DOCSTRINGS
        texts += texts_of(path.read_text(encoding="utf-8"), docstrings=is_help)
    assert {old: WORDS[old] for old in old_words(texts)} == {}


def test_an_old_phrase_would_be_found() -> None:
    assert len(WORDS) > 100
    for old in WORDS:
        first, rest = old[:5], old[5:]
        source = f'def page():\n    return f"{{one}}" {first!r} {rest!r}\n'
        assert old in old_words(texts_of(source, docstrings=False))
    assert old_words(texts_of('"""Dearest mistakes"""\n', docstrings=False)) == set()
