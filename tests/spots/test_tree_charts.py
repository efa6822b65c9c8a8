"""Charts of trees: from which stack on to raise is better than to jam, and which size is best."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.charts import ChartRequest
from jamfold.cases.explorer import ExplorerRequest, PageFileRequest
from jamfold.core.errors import JamfoldError
from jamfold.ranges.grid import class_label
from jamfold.solver.tree import Tree
from jamfold.solver.tree_exact import TreeSolution, TreeSolver, _Search
from jamfold.spots.tree_charts import TreeChart
from jamfold.views.chart_files import chart_text
from jamfold.views.charts import caption, chart_lines
from jamfold.views.explorer_data import explorer_data
from jamfold.views.explorer_page import page_file
from tests.command_line import Runner
from tests.published_values import rows


def chart(**values: Any) -> TreeChart:
    """The answer of the command."""
    made = run_case(ChartRequest.from_json({"game": "holdem", "step": 1.0, **values}), Observer())
    assert isinstance(made, TreeChart)
    return made


@pytest.fixture(autouse=True)
def _tables(shared_tables: Path) -> None:
    """The tables of the run."""


@pytest.fixture(name="made")
def _made(shared_tables: Path) -> TreeChart:
    return chart(low=5.0, high=15.0, open="2bb")


def test_values_are_those_that_are_known(made: TreeChart) -> None:
    """A neighbour's start changes no value."""
    known = {
        float(row["stack_bb"]): float(row["value_bb"])
        for row in rows("trees.csv")
        if (row["game"], row["open"], row["raises"], row["limit"]) == ("holdem", "2.0", "", "")
        and float(row["ante_bb"]) == 0
    }
    found = {point.stack: point.value for point in made.points}
    common = known.keys() & found.keys()
    assert common
    assert {stack: found[stack] for stack in common} == pytest.approx(
        {stack: known[stack] for stack in common}, abs=1e-9
    )
    assert made.epsilon < 1e-12


@pytest.mark.parametrize("opens", [("2bb", "2.5bb"), ("2.5bb",)], ids=["linear program", "complementarity"])
def test_neighbours_spare_the_iterations(opens: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """From a neighbour on a stack is as exact as anew, of the same value, and never iterates."""
    question = {"low": 12.0, "high": 12.4, "step": 0.2, "open": opens, "raises": "3x"}
    steps: list[int] = []
    solve = TreeSolver.solve

    def counted(solver: TreeSolver, tree: Tree, **values: Any) -> TreeSolution:
        steps.append((solution := solve(solver, tree, **values)).iterations)
        return solution

    monkeypatch.setattr(TreeSolver, "solve", counted)
    followed = chart(**question)
    at_one_stack = len(steps) // 3
    assert steps[0] > 24
    assert max(steps[at_one_stack:]) < 12
    monkeypatch.setattr(_Search, "_follow", lambda search, near: False)
    anew = chart(**question)
    assert [point.value for point in followed.points] == pytest.approx(
        [point.value for point in anew.points], abs=1e-12
    )
    assert followed.epsilon < 1e-14


def test_from_which_stack_on_raises_gain(made: TreeChart) -> None:
    assert made.gains_from == 7.0
    assert [point.gain for point in made.points[:2]] == [0.0, 0.0]
    assert made.points[-1].gain == pytest.approx(0.052688092 + 0.127226999, abs=1e-8)
    told = chart_lines(made)
    assert "Up to 6 bb, raises change nothing: small raises add no EV to jam or fold." in told[0]
    assert "The tree has no limps or flat calls" in told[-1]


def test_hand_by_hand(made: TreeChart) -> None:
    """A hand does better by a raise where it folds to the jam over it; aces never do."""
    ids = {class_label(made.game, k): k for k in range(169)}
    assert made.better_from(ids["AA"]) is None
    assert made.better_from(ids["J8o"]) == 10.0
    assert not made.better[:2].any()
    gives_up = made.better & (made.raised > 0.5)
    assert (made.stays[gives_up] < 0.5).all()
    assert np.nanmin(made.lead) > -1e-12


def test_which_size_is_best() -> None:
    made = chart(low=9.0, high=11.0, open=("2bb", "2.5bb"))
    assert made.sizes == (2.0, 2.5)
    assert [point.best for point in made.points] == [0, 0, 0]
    assert [point.alone[0] for point in made.points] == pytest.approx([point.value for point in made.points])
    assert "2 from 9 to 11 bb" in chart_lines(made)[1]


def test_json_and_csv() -> None:
    made = chart(low=9.0, high=11.0, open=("2bb", "2.5bb"))
    values = json.loads(chart_text(made, "json"))
    assert values["tree"] == {"open": [2.0, 2.5], "raises": [], "limit": None, "jam": True}
    point = values["points"][1]
    assert point["value_bb"] == pytest.approx(0.006124492, abs=1e-9)
    assert point["open_percent"] == pytest.approx(68.219, abs=1e-3)
    assert point["open_stay_percent"] == pytest.approx(46.003, abs=1e-3)
    assert point["best_open"] == 2.0
    assert point["nodes"][0]["same"] == {"jam": "raise 2", "raise 2.5": "raise 2"}
    aces = values["hands"][0]
    assert (aces["jam"], aces["open"], aces["open_call"]) == ([], [[9.0, 11.0]], [[9.0, 11.0]])
    assert aces["open_better_from"] is None
    assert "open_better_from" in chart_text(made, "csv").splitlines()[0]
    assert "value_open_2.5" in chart_text(made, "points").splitlines()[0]


def test_small_stacks_need_no_later_raise() -> None:
    """Steps that never come at the small stacks of a chart are left out there."""
    made = chart(low=3.0, high=13.0, step=5.0, open="2bb", raises="5bb")
    assert [len(point.nodes) for point in made.points] == [4, 6, 6]
    assert made.exact


def test_prizes_are_told_in_money() -> None:
    made = chart(low=8.0, high=9.0, open="2bb", prizes=(50, 30, 20), table=("8bb",))
    assert made.in_money
    assert made.epsilon < 1e-9
    assert made.points[0].value < made.points[0].jam_or_fold  # both can lose together
    assert made.gains_from is None
    assert "does not gain" in chart_lines(made)[0]
    assert caption(made).split(";")[1].endswith("exact equilibrium at 2 stacks from 8 to 9 in steps of 1")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"open": "1.5bb"}, "open"),
        ({"open": "2bb", "raises": "2.5bb"}, "raises"),
        ({"open": "2bb", "raises": ("5bb", "11bb", "24bb", "25bb", "26bb")}, "raises"),
        ({"limit": "no"}, "limit"),
    ],
)
def test_bad_input(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as told:
        ChartRequest.from_json({"game": "holdem", **values})
    assert told.value.field == field


def test_the_strategy_page_tells_calls_of_jams_apart() -> None:
    """At 15 bb aces are raised and call a jam, K2o is raised and folds to one; at 5 bb both are jams."""
    question = ExplorerRequest(game="holdem", open=("2bb",), low=5.0, high=15.0, step=10.0)
    data = explorer_data(run_case(question, Observer()))
    assert data.tree is not None
    assert data.tree.opens == ("jam", "raise")
    tops, stays = (base64.b64decode(one) for one in (data.jam.tops, data.tree.stays.tops))
    assert data.names is not None
    aces, king = (data.names.index(name) for name in ("AA", "K2o"))
    assert (tops[aces], stays[aces]) == (2, 2)
    assert (tops[king], stays[king]) == (2, 1)
    assert "The tree has no limps or flat calls" in data.tree.notes[-1]


def test_a_page_with_raises_has_no_rule() -> None:
    question = PageFileRequest(games=("holdem",), open=("2bb",), low=5.0, high=15.0, step=10.0)
    text = page_file(run_case(question, Observer()))
    assert "<title>Raise, jam or fold: Texas Hold&#x27;em</title>" in text
    assert "opens to 2 bb. The tree has no limps or flat calls" in text
    assert "Rules of thumb are for jam or fold." in text


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = Runner(capsys).good("chart", "holdem", "--from", 9, "--to", 11, "--step", 1, "--open", "2bb")
    assert "Small blind: raising beats jamming from this stack" in told
    assert "Raising gains from 9 bb on" in told
