"""Trees of raises over the real classes: published values, today's answers, questions and their words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jamfold.answers import answer
from jamfold.answers.watch import Watch
from jamfold.errors import JamfoldError
from jamfold.questions.spots import SolveQuestion
from jamfold.spots.solution import SpotSolution
from jamfold.spots.tree import TreeSpot
from jamfold.views.json import to_values
from jamfold.views.rows import row_of
from tests.published_values import Row, rows


def solve(**values: Any) -> SpotSolution:
    """The answer of the command."""
    spot = answer(SolveQuestion.of_values({"game": "holdem", "blinds": ("0.5bb", "1bb"), **values}), Watch())
    assert isinstance(spot, SpotSolution)
    return spot


@pytest.fixture(autouse=True)
def _tables(shared_tables: Path) -> None:
    """The tables of the run."""


@pytest.mark.slow
@pytest.mark.parametrize("row", rows("trees.csv"), ids=lambda row: "-".join(filter(None, row.values())))
def test_published(row: Row) -> None:
    stack = f"{row['stack_bb']}bb"
    spot = solve(
        game=row["game"],
        stacks=(stack, stack),
        ante=f"{row['ante_bb']}bb",
        open=tuple(f"{size}bb" for size in row["open"].split()),
        raises=tuple(f"{size}bb" for size in row["raises"].split()),
        limit=row["limit"] or None,
    )
    assert spot.value_bb == pytest.approx(float(row["value_bb"]), abs=1e-9)
    assert max(spot.gains_bb) < 1e-12


@pytest.mark.parametrize("sizes", [{}, {"open": "10bb"}, {"open": ("25bb",)}, {"limit": None}])
def test_jam_or_fold_is_as_ever(sizes: dict[str, Any]) -> None:
    today = solve(stacks=("10bb", "10bb"))
    spot = solve(stacks=("10bb", "10bb"), **sizes)
    assert spot.value_bb == today.value_bb
    assert (spot.solution.x == today.solution.x).all()
    assert (spot.solution.y == today.solution.y).all()


def test_a_raise_that_changes_nothing_is_told() -> None:
    spot = solve(stacks=("5bb", "5bb"), open="2bb")
    today = solve(stacks=("5bb", "5bb"))
    assert isinstance(spot, TreeSpot)
    assert spot.value_bb == pytest.approx(today.value_bb, abs=1e-12)
    assert spot.nodes[0].same == {"jam": "raise 2"}
    assert spot.nodes[0].percent["raise 2"] == 0.0
    assert spot.nodes[0].percent["jam"] == pytest.approx(today.jam_percent)


def test_ten_big_blinds() -> None:
    """Percentages as the issue gives them."""
    question = SolveQuestion.of_command({"game": "holdem", "open": "2bb 10bb"})
    spot = answer(question, Watch())
    values = to_values(row_of(SolveQuestion).values(question, spot))
    assert values["value_bb"] == pytest.approx(0.006124492, abs=1e-9)
    assert values["tree"] == {"open": [2.0], "raises": [], "limit": None, "jam": True}
    first, second, third, _ = values["nodes"]
    assert first["percent"]["raise 2"] == pytest.approx(68.219, abs=1e-3)
    assert first["percent"]["jam"] == 0.0
    assert (second["after"], second["actions"]) == (["sb raise 2"], ["fold", "jam"])
    assert second["percent"]["jam"] == pytest.approx(49.192, abs=1e-3)
    assert third["percent"]["call"] == pytest.approx(46.003, abs=1e-3)
    assert third["reach"] == pytest.approx(0.3313, abs=1e-4)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"open": "1.5bb"}, "open"),
        ({"open": "two"}, "open"),
        ({"open": "2bb", "raises": "2.5bb"}, "raises"),
        ({"raises": "6bb"}, "raises"),
        ({"open": "5bb", "limit": "pot"}, "open"),
        ({"limit": "no"}, "limit"),
        ({"open": "2bb", "method": "fictitious-play"}, "method"),
        ({"open": "2bb", "call_range": "AA"}, "open"),
    ],
)
def test_bad_input(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as told:
        SolveQuestion.of_values({"game": "holdem", **values})
    assert told.value.field == field
