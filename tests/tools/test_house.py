"""The code is counted: toy packages with known circles, arrows and hidden imports, and this one."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from tools.house import count_lines, files_of_field, main
from tools.imports import circles, hidden, imported, read_sources, upward
from tools.packages import packages_picture

ROOT = Path(__file__).parents[2]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Two packages; the lower one reaches up from a function, and two files need each other for types."""
    files = {
        "__init__.py": '"""A toy."""\n',
        "views/words.py": "from toy.low import cards\n",
        "low/cards.py": "def deal():\n    from toy.views.words import say\n    return say\n",
        "low/pair.py": """\
            # two of them
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from toy.low.twin import Twin

            class Pair:
                '''Two.

                Lines.
                '''

                name = "toy.views.words"
                '''Not an import.'''
            """,
        "low/twin.py": "import toy.low.pair\n",
    }
    for name, text in files.items():
        path = tmp_path / "toy" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    return tmp_path / "toy"


def test_arrows_and_circles(toy: Path) -> None:
    sources = read_sources(toy)
    links = {name: imported(source, sources) for name, source in sources.items()}
    assert links["toy.low.cards"] == {"toy.views.words"}
    assert circles(links) == [["toy.low.cards", "toy.views.words"], ["toy.low.pair", "toy.low.twin"]]
    assert upward(links, ["toy.views", "toy.low | toy.none"]) == [("toy.low.cards", "toy.views.words")]
    assert upward(links, ["toy.low", "toy.views"]) == [("toy.views.words", "toy.low.cards")]
    assert {name: len(list(hidden(source))) for name, source in sources.items() if list(hidden(source))} == {
        "toy.low.cards": 1
    }


def test_lines(toy: Path) -> None:
    assert count_lines(read_sources(toy)["toy.low.pair"]) == {
        "files": 1,
        "lines": 14,
        "code": 5,
        "docstrings": 5,
    }


@pytest.mark.slow
def test_layers_hold_here(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--json"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["circles"] == []
    assert figures["upward"] == []
    packages = figures["packages"]
    assert (
        sum(one["lines"] for name, one in packages.items() if name != "total") == packages["total"]["lines"]
    )


def test_files_of_a_field() -> None:
    files = files_of_field(ROOT, "bb_ante")
    assert "src/jamfold/cases/chips.py" in files["python"]
    assert {"python", "javascript", "tests", "docs"} == set(files)


def test_the_picture_of_the_packages_is_that_of_today() -> None:
    """Else: python -m tools.packages docs/images/packages.svg."""
    drawn = (ROOT / "docs/images/packages.svg").read_text(encoding="utf-8")
    assert drawn == packages_picture(ROOT)
