"""Charts of positions: what is packed, what is solved, and how both are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import GAMES, HOLDEM, SIX_PLUS
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.charts import ChartRequest
from jamfold.core.errors import JamfoldError
from jamfold.core.storage.bundled import BOX
from jamfold.ranges.grid import class_label
from jamfold.spots.nplayer.node_names import find_node
from jamfold.spots.nplayer.position_charts import (
    PACKED_GRID,
    PositionCharts,
    packed_positions,
    position_charts,
    position_hand,
    position_nodes,
    read_positions,
    solve_positions,
)
from jamfold.spots.stack_grid import StackGrid
from jamfold.views.chart_files import chart_text
from jamfold.views.position_charts import save_positions
from tests.command_line import Runner
from tests.published_values import rows
from tools.positions import CONFIGURATIONS, pack_positions

NAMES = [class_label(HOLDEM, number) for number in range(169)]
MOST_BYTES = 4_000_000


def made_up(seats: int = 4) -> PositionCharts:
    """Charts of numbers at random, with a seat that is all-in by its blind at the lowest stack."""
    random = np.random.default_rng(1)
    nodes = position_nodes(position_hand(seats, BlindLevel(), 25.0), overcalls=False)
    shape = len(PACKED_GRID.stacks), len(nodes), 169
    gains = random.normal(0, 2, shape) * random.choice([1, 0.001], shape)
    play = np.where(random.random(shape) < 0.1, random.random(shape), gains > 0)
    gains[0, -1], play[0, -1] = np.nan, 1.0
    close = np.abs(gains) < 0.01
    return PositionCharts(HOLDEM, PACKED_GRID, BlindLevel(), seats, nodes, play, gains, close)


def asked(**values: object) -> PositionCharts:
    found = run_case(ChartRequest.from_cli(values), Observer())
    assert isinstance(found, PositionCharts)
    return found


def test_packed_numbers_are_those_that_were_packed() -> None:
    charts = made_up()
    found = read_positions(HOLDEM, pack_positions(charts))
    assert found is not None
    assert (found.nodes, found.level, found.grid) == (charts.nodes, charts.level, charts.grid)
    assert np.nanmax(np.abs(found.gain_bb - charts.gain_bb)) <= 0.005
    small = np.abs(charts.gain_bb) < 0.005
    assert np.abs(found.gain_bb - charts.gain_bb)[small].max() <= 0.001
    assert (np.sign(found.gain_bb) == np.sign(charts.gain_bb))[~np.isnan(charts.gain_bb)].all()
    assert (np.isnan(found.gain_bb) == np.isnan(charts.gain_bb)).all()
    assert np.abs(found.play - charts.play).max() <= 0.005
    assert (found.close == charts.close).all()


def test_files_of_other_rules_are_not_taken() -> None:
    assert read_positions(SIX_PLUS, pack_positions(made_up())) is None


def test_all_files_together_are_small() -> None:
    sizes = [len(file.read_bytes()) for file in BOX.iterdir() if file.name.startswith("positions-")]
    assert sizes
    assert sum(sizes) < MOST_BYTES


@pytest.mark.parametrize(("game", "seats", "level"), CONFIGURATIONS, ids=str)
def test_packed_charts_do_what_gains(game: str, seats: int, level: BlindLevel) -> None:
    charts = packed_positions(GAMES[game], seats, level)
    assert charts is not None
    there = ~np.isnan(charts.gain_bb)
    clear = there & ~charts.close
    assert (charts.play[clear] == (charts.gain_bb[clear] > 0)).all()
    assert charts.close[there].mean() < 0.05
    assert charts.nodes == position_nodes(charts.hand(-1), overcalls=False)


@pytest.mark.parametrize("seats", [2, 6])
def test_better_hands_gain_more(seats: int) -> None:
    charts = packed_positions(HOLDEM, seats, BlindLevel())
    assert charts is not None
    pairs = [NAMES.index(2 * rank) for rank in "23456789TJQKA"]
    suited = [NAMES.index(f"{high}{low}s") for high in "AKQJT" for low in "98765432"]
    offsuit = [NAMES.index(NAMES[number][:2] + "o") for number in suited]
    for row in range(len(charts.nodes)):
        at = charts.gain_bb[18, row]
        assert (np.diff(at[pairs]) > -0.02).all()
        assert (at[suited] > at[offsuit] - 0.02).all()


def test_packed_charts_play_as_independent_solutions() -> None:
    seen = set()
    for published in rows("seats.csv"):
        seats, stack = int(published["seats"]), float(published["stack_bb"])
        charts = packed_positions(HOLDEM, seats, BlindLevel())
        if charts is None:
            continue
        seen.add(seats)
        number, node = charts.stacks.index(stack), find_node(charts.hand(-1), published["node"])
        row = charts.nodes.index(node)
        wide = published["node"] == "sb"
        assert charts.percent[number, row] == pytest.approx(
            float(published["percent"]), abs=2.0 if wide else 0.5
        )
        if published["close"] == "0" and not node.all_in_before:
            gain = charts.gain_bb[number, row, NAMES.index(published["class"])]
            assert gain == pytest.approx(float(published["gain_bb"]), abs=0.02)
    assert {4, 6} <= seen


def test_the_answer_comes_from_the_package_and_is_small() -> None:
    found = asked(seats=6)
    assert (found.packed, found.game, len(found.stacks)) == (True, HOLDEM, 49)
    one = asked(seats=6, low=10, high=10)
    assert one.percent == pytest.approx(found.percent[[18]])
    assert packed_positions(HOLDEM, 6, BlindLevel((0.4, 1.0))) is None
    chips = asked(seats=6, blinds=("50", "100"), low=10, high=10)
    assert chips.packed
    assert chips.percent == pytest.approx(one.percent)


def test_two_seats_are_those_of_the_chart_of_two(shared_tables: Path) -> None:
    grid: dict[str, Any] = {"low": 8, "high": 10, "step": 1, "ante": 0.2, "blinds": (5, 10)}
    charts, two = asked(seats=2, **grid), run_case(ChartRequest(game="holdem", **grid), Observer())
    assert charts.method == "counted"
    assert not charts.packed
    assert charts.percent[:, 0] == pytest.approx([100 * point.jam_share for point in two.points], abs=1e-6)
    assert charts.gain_bb[:, 1] == pytest.approx(two.call_margin, abs=1e-6)


def test_json() -> None:
    values = json.loads(chart_text(asked(seats=6, low=9, high=10), "json"))
    assert values["stacks"] == [9.0, 9.5, 10.0]
    assert values["seats"] == 6
    first, last = values["nodes"][0], values["nodes"][-1]
    assert (first["seat"], first["after"], last["after"]) == ("utg", [], ["utg"])
    for node in values["nodes"]:
        assert np.shape(node["gain_bb"]) == np.shape(node["play"]) == (3, 169)
        assert len(node["percent"]) == len(node["close"]) == 3
    lowest = json.loads(chart_text(asked(seats=6, low=1, high=1), "json"))
    assert [len(node["gain_bb"][0]) for node in lowest["nodes"]] == [169] * len(lowest["nodes"])


@pytest.mark.parametrize(
    ("kind", "head", "lines"),
    [
        ("csv", "seat,after,id,hand,combinations,played_to,played,close", 20 * 169),
        ("points", "stack,seat,after,percent", 20 * 3),
        ("ranges", "stack,seat,after,range", 20 * 3),
    ],
)
def test_csv(kind: str, head: str, lines: int) -> None:
    first, *rest = chart_text(asked(seats=6, low=9, high=10), kind).splitlines()
    assert first == head
    assert len(rest) == lines


def pages(file: Path) -> int:
    content = file.read_bytes()
    return content.count(b"/Type /Page\n") + content.count(b"/Type /Page ")


@pytest.mark.long
def test_figures(tmp_path: Path) -> None:
    charts = made_up(2)
    assert pages(save_positions(charts, tmp_path / "all.pdf")) == 3
    assert save_positions(charts, tmp_path / "one.png", "bb").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.long
def test_figures_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    charts = made_up(3)
    first, second = (save_positions(charts, tmp_path / name) for name in ("one.pdf", "two.pdf"))
    assert pages(first) == 4
    assert second.read_bytes() == first.read_bytes()


def test_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    out = Runner(capsys).good("chart", "--seats", "6", "--at", "10")
    tables = [line for line in out.splitlines() if "," not in line]
    assert max(map(len, tables)) <= 80
    assert "Calls a jam at 10.0 bb" in out
    assert "~" in out
    seat = Runner(capsys).good("chart", "--seats", "6", "--view", "sb")
    assert seat.count("up to this stack") == 5


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"seats": 9, "game": "omaha"}, "Position charts are for Hold'em and Six-Plus"),
        ({"seats": 11}, "The seats must be at most 10, not 11."),
        ({"seats": 1}, "The seats must be at least 2, not 1."),
        ({"overcalls": True, "game": "holdem"}, "Overcalls need a table. Add --seats"),
        ({"seats": 6, "open": ["2"]}, "Remove raises and prizes"),
        ({"seats": 2, "prizes": ["70%", "30%"]}, "Remove raises and prizes"),
    ],
)
def test_bad_input(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(JamfoldError, match=sentence):
        ChartRequest.from_cli(values)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats", "level"), [one for one in CONFIGURATIONS if one[1] in (2, 4, 6)], ids=str
)
def test_packed_charts_are_those_of_fresh_solutions(
    game: str, seats: int, level: BlindLevel, shared_tables: Path
) -> None:
    """Of three stacks: clear hands are played alike, and gains first in are within 0.05 bb.

    Percents are within a point, 2 where the small blind opens and in Six-Plus, whose classes have up to
    1.9% of the hands, half a point on average: two searches mix close hands otherwise.
    """
    grid = StackGrid(8.0, 9.0, 0.5)
    packed = position_charts(GAMES[game], seats, level, grid)
    fresh = solve_positions(GAMES[game], seats, level, grid)
    assert packed.packed
    clear = ~(packed.close | fresh.close)
    assert (packed.play[clear] > 0.5).tolist() == (fresh.play[clear] > 0.5).tolist()
    assert np.abs(packed.percent - fresh.percent).mean() < 0.5
    for row, node in enumerate(fresh.nodes):
        near = 2.0 if game == "six-plus" or node.seat == 0 or 0 in node.all_in_before else 1.0
        assert packed.percent[:, row] == pytest.approx(fresh.percent[:, row], abs=near)
        if not node.all_in_before:
            assert packed.gain_bb[:, row] == pytest.approx(fresh.gain_bb[:, row], abs=0.05)


@pytest.mark.long
def test_overcalls_are_solved(shared_tables: Path) -> None:
    charts = asked(game="six-plus", seats=4, low=8, high=8, overcalls=True)
    assert not charts.packed
    assert max(len(node.all_in_before) for node in charts.nodes) == 2
    again = solve_positions(SIX_PLUS, 4, charts.level, charts.grid, overcalls=True)
    assert chart_text(replace(again), "json") == chart_text(charts, "json")
