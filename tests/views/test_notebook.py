"""What notebooks show, and strategies and charts as columns."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import numpy as np
import pytest

import jamfold
import jamfold.spots.solve as solve_module
from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, SIX_PLUS
from jamfold.core.display import DisplayableResult
from jamfold.ranges import parse_range
from jamfold.spots.charts import Chart, make_chart
from jamfold.spots.outline import outline
from jamfold.spots.solution import SpotSolution
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.spots.tournaments.blind_levels import ScheduledLevel, make_schedule
from jamfold.spots.tournaments.future import future_game
from jamfold.spots.tournaments.stored_three_players import solve_three_tournament
from jamfold.spots.tournaments.stored_tournaments import solve_tournament
from jamfold.spots.tournaments.tournament_hands import Grid
from jamfold.valuation.prizes import Prizes
from jamfold.views.render import as_html
from jamfold.views.sentences import certificate_text
from tests.prize_terms import prize_terms
from tests.toy_table import toy_payoffs

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))


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
    assert f"{spot.jam_percent:.4f}%" in page.text
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
    assert "Texas Hold'em: 40 hands, 3.0166%" in page.text
    assert "AKs: 50%" in as_html(held)
    families = Page(parse_range("AA$ds", OMAHA))
    assert "Omaha: " in families.text
    assert len(families.cells) > 20


def test_warnings_are_escaped() -> None:
    held = parse_range("AA", HOLDEM).with_notes(("<b>no</b>",), uses_order=False)
    assert "<b>no</b>" in Page(held).text


def test_nothing_else_has_html() -> None:
    with pytest.raises(TypeError, match="no HTML for a int"):
        as_html(1)


def classes_shown() -> set[type[DisplayableResult]]:
    """All classes whose results a notebook shows."""
    for module in walk_packages(jamfold.__path__, "jamfold."):
        if not module.name.startswith(("jamfold.web", "jamfold.cli", "jamfold.__main__")):
            import_module(module.name)
    found, waiting = set(), [DisplayableResult]
    while waiting:
        children = waiting.pop().__subclasses__()
        waiting += children
        found |= {one for one in children if not one.__subclasses__()}
    return found


@pytest.fixture
def results(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, spot: SpotSolution, chart: Chart
) -> list[tuple[DisplayableResult, str]]:
    """A result of each class, and what stands in it."""
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    prizes = Prizes((50.0, 30.0, 20.0))
    terms = prize_terms(2, Prizes((2.0, 1.0)))
    level = ScheduledLevel(None, 1, 2)
    return [
        (spot, "Exact equilibrium"),
        (spot.strategy("sb"), "Small blind"),
        (chart, "exact equilibrium at 3 stacks"),
        (parse_range("JJ+", HOLDEM), "24 hands"),
        (solve_tournament(SMALL, make_schedule(4, (1, 2))), "heads-up tournament, 4 chips"),
        (solve_three_tournament(SMALL, Grid(3, level, prizes), 1), "1 states"),
        (
            future_game(SMALL, TableHand((4.0, 3.0), BlindLevel((1.0, 2.0)), terms), 1),
            "sb",
        ),
        (outline(spot), "Small blind jams"),
    ]


def test_every_result_that_says_so_is_shown(results: list[tuple[DisplayableResult, str]]) -> None:
    assert {type(one) for one, _ in results} <= {base for one in classes_shown() for base in one.__mro__}
    for one, words in results:
        text = Page(one).text
        assert words in text, text


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
