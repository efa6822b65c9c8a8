"""The faults that the mutation trial puts into sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutate import Fault, faults_of


def faults(tmp_path: Path, text: str) -> list[Fault]:
    path = tmp_path / "source.py"
    path.write_text(text, encoding="utf-8")
    return faults_of(tmp_path, path)


@pytest.mark.parametrize(
    ("text", "faulty"),
    [
        ("x = a < b", {"x = (a <= b)"}),
        ("x = a is None", {"x = (a is not None)"}),
        ("x = a - b", {"x = (a + b)", "x = (b - a)"}),
        ("x = a / b", {"x = (b / a)"}),
        ("x = not a", {"x = (a)"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = True", {"x = False"}),
        ("x = 2", {"x = 3", "x = 1"}),
        ("x = 0.5", {"x = 2.0"}),
        ("x = '€' + y", set()),
        ("y = '€'; x = 0", {"y = '€'; x = 1"}),  # places count bytes
        ("raise ValueError(1 < 2)", set()),
        ("@f(1)\ndef g(x: int | None): pass", set()),
        ("x = f'{y + 1}'", set()),
    ],
)
def test_faults_of_an_expression(tmp_path: Path, text: str, faulty: set[str]) -> None:
    assert {one.put_into(text.encode()).decode() for one in faults(tmp_path, text)} == faulty


def test_the_order_does_not_change_with_what_stands_around(tmp_path: Path) -> None:
    function = "def f(x):\n    return x + 1 if x > 3 else x - x + 1\n"
    alone, below = faults(tmp_path, function), faults(tmp_path, f"y = 5\n\n\n{function}")[2:]
    assert [one.order(1) for one in alone] == [one.order(1) for one in below]
    assert len({one.order(1) for one in alone}) == len(alone)
    assert [one.order(2) for one in alone] != [one.order(1) for one in alone]
