"""Which test files a change reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.affected import affected

FILES = {
    "src/jamfold/__init__.py": "",
    "src/jamfold/low.py": "x = 1",
    "src/jamfold/high/__init__.py": "",
    "src/jamfold/high/late.py": "def f():\n    from jamfold.low import x",
    "src/jamfold/high/style.css": "",
    "tests/helper.py": "import jamfold.high.late\nFOLDER = 'tests/' + \"published\"",
    "tests/published/values.csv": "",
    "tests/part/conftest.py": "",
    "tests/part/test_low.py": "from jamfold import low",
    "tests/part/test_helper.py": "from tests import helper",
    "tests/other/test_string.py": "def test(monkeypatch): monkeypatch.setattr('jamfold.high.late.f', 1)",
    "tests/other/test_whole.py": "import jamfold",
    "tests/docs/test_documents.py": "",
}
LOW, HELPER, STRING, WHOLE, DOCS = (
    "tests/part/test_low.py",
    "tests/part/test_helper.py",
    "tests/other/test_string.py",
    "tests/other/test_whole.py",
    "tests/docs/test_documents.py",
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("change", "reached"),
    [
        ("src/jamfold/low.py", {LOW, HELPER, STRING, WHOLE}),
        ("src/jamfold/high/late.py", {HELPER, STRING, WHOLE}),
        ("src/jamfold/high/style.css", {HELPER, STRING, WHOLE}),  # with the files beside it
        ("src/jamfold/high/removed.py", {HELPER, STRING, WHOLE}),
        ("tests/helper.py", {HELPER}),
        ("tests/published/values.csv", {HELPER}),  # its folder is named
        ("tests/part/conftest.py", {LOW, HELPER}),
        ("tests/other/test_string.py", {STRING}),
        ("docs/table.md", {DOCS}),
        ("README.md", {DOCS}),
        ("Makefile", set()),
        ("pyproject.toml", {LOW, HELPER, STRING, WHOLE, DOCS}),
    ],
)
def test_what_a_change_reaches(checkout: Path, change: str, reached: set[str]) -> None:
    assert {*affected(checkout, [change])} == reached
