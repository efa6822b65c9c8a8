"""Charts as HTML: thresholds with their gaps, the matrix of patterns, and what a first build takes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from jamfold.cards.games import GAMES
from jamfold.cases.answers import run_case
from jamfold.cases.answers.spots import Needs
from jamfold.cases.answers.watch import Observer
from jamfold.cases.charts import ChartRequest, ChartStackRequest
from jamfold.cases.hands import NeedsRequest
from jamfold.ranges.patterns import pattern_matrix
from jamfold.views import chart_html
from jamfold.views.chart_html import chart_fragment, chart_stack_fragment
from jamfold.views.html import cell_button
from jamfold.views.range_grids import grid_percent_text
from jamfold.views.spots import needs_payload
from tests.views.test_patterns import made_up_chart


def at(stack: float | None) -> str:
    return chart_stack_fragment(ChartStackRequest(stack=stack), made_up_chart())


def test_the_matrix_shows_every_pattern_of_the_chart() -> None:
    matrix = pattern_matrix(GAMES["omaha"])
    first, last = at(1.0), at(1000.0)
    for shown in (first, last):
        assert shown.count("data-words") == 2 * len(list(matrix.cells()))
        assert shown.count("<td></td>") == 2 * (1 + 5 * len(matrix.rows) - len(list(matrix.cells())))
        assert all(f">{row.name}<small>" in shown for row in matrix.rows)
    hands = re.findall(r'data-words="[^"]*?: ([\d,]+) hands', first)
    assert sum(int(one.replace(",", "")) for one in hands) == 2 * 270_725
    assert ">100<" in first  # everything is played at the first stack
    assert ">100<" not in last
    assert "AAxx, double-suited: " in last
    assert f"<b>{made_up_chart().stacks[-1]:g} bb</b>" in last
    assert "At <b>10 bb</b>" in at(None) or made_up_chart().stacks[-1] < 10


@pytest.mark.parametrize(
    ("share", "text"), [(0.999, "&gt;99"), (0.001, "&lt;1"), (1.0, "100"), (0.0, "0"), (0.5, "50")]
)
def test_shares_that_are_not_quite_all_or_none(share: float, text: str) -> None:
    cell = cell_button("", "", grid_percent_text(share))
    assert f">{text}</button>" in cell


def test_curves_and_numbers_of_every_stack() -> None:
    chart = made_up_chart()
    shown = chart_fragment(ChartRequest(), chart)
    assert shown.count("<polyline") == 2
    assert shown.count("<tr>") == 1 + len(chart.points)
    assert "Number: the deepest stack" not in shown  # four cards have no square


def test_strips_are_as_high_as_what_is_played() -> None:
    strip = chart_html._strip(np.linspace(1, 0, 5).tolist())
    assert 'd="M0 10V0.0H1V2.5H2V5.0H3V7.5H4V10.0H5V10Z"' in strip


def test_before_a_build() -> None:
    assert needs_payload(Needs(""))["html"] == ""
    sentence = "Building <it>, once: about 1.1 GB."
    told = needs_payload(Needs(sentence))
    assert "&lt;it&gt;, once: about 1.1 GB." in told["html"]
    assert told["html"].count("<a ") == 4
    assert (told["sentence"], told["is_approximable"]) == (sentence, False)
    assert needs_payload(Needs(sentence, is_approximable=True)) == told | {"is_approximable": True}


def test_an_approximate_answer_needs_no_table(data_folder: Path) -> None:
    told = {
        method: run_case(NeedsRequest(game="omaha", method=method), Observer())
        for method in ("exact", "approximate")
    }
    assert "1.1 GB" in told["exact"].sentence
    assert told["exact"].is_approximable
    assert told["approximate"] == Needs("")
