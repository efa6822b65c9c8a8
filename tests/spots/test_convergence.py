"""Epsilon by iteration: the terminal plot and the figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jamfold
import jamfold.spots.solve as solve_module
from jamfold.core.errors import FigureError, SolverError
from jamfold.views.convergence import epsilons, save_figure, terminal_plot
from tests.toy_table import toy_payoffs


@pytest.fixture(autouse=True)
def toy_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)


def test_terminal_plot() -> None:
    lines = terminal_plot([1 / t for t in range(1, 101)], width=21, height=11).splitlines()
    assert lines[0] == "epsilon, bb"
    assert lines[1] == "     1e0 |*"
    assert lines[11].startswith("    1e-2 |")
    assert lines[11].endswith("*")
    assert len(lines[11]) == 10 + 21
    assert lines[12].count("+") == 4  # the corner, 1, 10 and 100
    assert lines[13].split() == ["1", "10", "100", "iteration"]


@given(st.lists(st.floats(-1, 1e6), min_size=1, max_size=300))
def test_any_values_can_be_plotted(values: list[float]) -> None:
    text = terminal_plot(values)
    assert ("*" in text) == any(value > 0 for value in values)


def test_epsilon_of_fictitious_play_falls() -> None:
    spot = jamfold.solve("holdem", method="fictitious-play", iterations=50)
    values = epsilons(spot)
    assert len(values) == 50
    assert values[-1] == spot.epsilon_bb < values[0] / 10


@pytest.mark.slow
@pytest.mark.parametrize(("name", "magic"), [("plot.svg", b"<?xml"), ("plot.PNG", b"\x89PNG")])
def test_figures(tmp_path: Path, name: str, magic: bytes) -> None:
    spot = jamfold.solve("holdem", method="fictitious-play", iterations=20)
    data = save_figure(spot, tmp_path / name).read_bytes()
    assert data.startswith(magic)


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("stacks", [(100, 100), (5, 5)])
def test_figures_of_one_iteration_and_of_epsilon_zero(tmp_path: Path, stacks: tuple[float, float]) -> None:
    spot = jamfold.solve("holdem", stacks, method="fictitious-play", iterations=1)
    assert (epsilons(spot)[0] == 0) == (stacks == (5, 5))
    assert save_figure(spot, tmp_path / "plot.svg").exists()
    assert "epsilon" in terminal_plot(epsilons(spot))


@pytest.mark.parametrize("name", ["plot.pdf", "plot", "svg"])
def test_unknown_kinds_of_figure(tmp_path: Path, name: str) -> None:
    spot = jamfold.solve("holdem")
    with pytest.raises(FigureError, match=r"must end in \.svg or \.png"):
        save_figure(spot, tmp_path / name)


def test_linear_axes_and_chips() -> None:
    logarithmic = jamfold.converge("holdem", iterations=20)
    linear = jamfold.converge("holdem", iterations=20, linear=True, in_chips=True)
    assert linear.to_dict()["unit"] == "chips"
    expected = [10 * value for value in logarithmic.to_dict()["epsilons"]]
    assert linear.to_dict()["epsilons"] == pytest.approx(expected, rel=1e-12)
    lines = str(linear).splitlines()
    assert lines[0] == "epsilon, chips"
    assert lines[1].startswith(f"{max(expected):8.3g} |*")
    assert lines[16].startswith("       0 |")
    assert lines[18].split() == ["1", "10", "20", "iteration"]
    with pytest.raises(SolverError, match="Results with prizes are in money"):
        jamfold.converge("holdem", prizes=(65, 35), in_chips=True)


def test_solve_names_the_command_for_two_ranges() -> None:
    with pytest.raises(SolverError, match="To measure both, use audit") as told:
        jamfold.solve("holdem", call_range="77+", jam_range="22+")
    assert told.value.field == "jam_range"
