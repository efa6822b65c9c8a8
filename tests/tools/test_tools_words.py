"""Names say what they hold, and docstrings read as English: here, and in small examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.words import ROOT, findings, sources


@pytest.mark.parametrize(
    ("source", "marks"),
    [
        ("def share(hands):\n    return [one for one in hands]\n", [(2, "name one")]),
        ("def told(pot, kept):\n    pass\n", [(1, "name kept"), (1, "name told")]),
        ('"""What came of a hand."""\n', [(1, "phrase 'what came of'")]),
        ("pot = 3  # beside the blinds\n", [(1, "phrase 'beside'")]),
        ('class Seat:\n    held: str\n    """A field is a JSON key."""\n', []),
        ('text = "what is told stands beside it"\n', []),
    ],
)
def test_examples(source: str, marks: list[tuple[int, str]], tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(source, encoding="utf-8")
    assert findings(path) == marks


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("for (const one of rows) {}\n", ["one"]),
        (
            "const { told, held: cards } = asked.map((some) => `kept ${found} here`);\n",
            ["asked", "found", "some", "told"],
        ),
        ('said("what", /none/, this.told, { shown: 1 }); // here\n', ["said"]),
        ("const text = `${{ a: `${both}` }.a} others`;\n", ["both"]),
    ],
)
def test_scripts(source: str, names: list[str], tmp_path: Path) -> None:
    path = tmp_path / "example.js"
    path.write_text(source, encoding="utf-8")
    assert findings(path) == [(1, f"name {name}") for name in names]


def test_nothing_is_found_here() -> None:
    found = {str(path): marks for path in sources(ROOT / "src" / "jamfold") if (marks := findings(path))}
    assert not found
