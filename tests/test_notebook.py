"""What notebooks show, and strategies and charts as columns."""

from __future__ import annotations

from html.parser import HTMLParser

import numpy as np
import pytest

import jamfold
import jamfold.spots.solving as solve_module
from jamfold.games import HOLDEM, OMAHA
from jamfold.ranges import parse_range
from jamfold.spots.charts import Chart, make_chart
from jamfold.spots.solution import SpotSolution
from jamfold.spots.stacks import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.views.notebook import as_html
from jamfold.views.words import certificate_text
from tests.toy_table import toy_payoffs


class Page(HTMLParser):
    """The texts of all cells; fails on tags that are not closed, and on anything loaded from elsewhere."""

    def __init__(self, thing: object) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.text = ""
        self.feed(thing._repr_html_())  # type: ignore[attr-defined]
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe")
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open[-1] == "td":
            self.cells.append(data)


@pytest.fixture
def spot(monkeypatch: pytest.MonkeyPatch) -> SpotSolution:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)
    return jamfold.solve("holdem")


@pytest.fixture
def chart(monkeypatch: pytest.MonkeyPatch) -> Chart:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)
    return make_chart(HOLDEM, StackGrid(5, 6, 0.5))


def test_a_solution_shows_numbers_and_two_squares(spot: SpotSolution) -> None:
    page = Page(spot)
    assert " ".join(certificate_text(spot).split()[:12]) in page.text  # the rest is on the next line
    assert f"{spot.jam_percent:.4f} %" in page.text
    assert len(page.cells) == 2 * 169
    assert page.cells[:3] == ["AA", "AKs", "AQs"]


def test_a_strategy_shows_one_square(spot: SpotSolution) -> None:
    page = Page(spot.strategy("bb"))
    assert "Big blind: call the jam" in page.text
    assert len(page.cells) == 169


def test_a_chart_shows_what_the_terminal_shows(chart: Chart) -> None:
    assert "exact equilibrium at 3 stacks" in Page(chart).text


def test_a_range_shows_its_hands() -> None:
    held = parse_range("JJ+@100,AK@50", HOLDEM)
    page = Page(held)
    assert "Texas Hold'em: 40 hands, 3.0166 %" in page.text
    assert "AKs: 50 %" in as_html(held)
    families = Page(parse_range("AA$ds", OMAHA))
    assert "Omaha: " in families.text
    assert len(families.cells) > 20


def test_warnings_are_escaped() -> None:
    held = parse_range("AA", HOLDEM).with_notes(("<b>no</b>",), uses_order=False)
    assert "<b>no</b>" in Page(held).text


def test_nothing_else_has_html() -> None:
    with pytest.raises(TypeError, match="no HTML for a int"):
        as_html(1)


def test_a_strategy_as_columns(spot: SpotSolution) -> None:
    columns = spot.strategy("sb").to_columns()
    assert {len(column) for column in columns.values()} == {169}
    aces = spot.hand("AsAh", "sb")
    row = {name: column[0] for name, column in columns.items()}
    assert (row["id"], row["hand"], row["cards"], row["size"]) == (0, "AA", "AsAh", 6)
    for name in ("played", "ev_allin", "ev_fold", "difference"):
        assert row[name] == getattr(aces, name)


def test_a_chart_as_columns(chart: Chart) -> None:
    stacks = chart.to_columns()
    assert stacks["stack"].tolist() == [5, 5.5, 6]
    assert stacks["jam_share"][1] == chart.points[1].jam_share
    assert stacks["mixed_call"][2] == chart.points[2].mixed[1]
    hands = chart.hands_to_columns(Seat.BIG_BLIND)
    assert {len(column) for column in hands.values()} == {3 * 169}
    last = {name: column[-1] for name, column in hands.items()}
    assert (last["stack"], last["id"], last["hand"]) == (6, 168, "22")
    assert np.array_equal(hands["played"].reshape(3, 169), chart.call)
