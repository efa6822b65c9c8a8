"""Published Omaha numbers, and exact equilibria over the range of stacks."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from functools import cache

import pytest

from jamfold.spots.solution import SpotSolution
from tests.loose import solve
from tests.published_values import Row, rows

WINDOW_ITERATIONS = 100
CENT, TENTH = Decimal("0.01"), Decimal("0.1")
GAMES = {"omaha": "omaha", "hilo": "omaha-hilo"}


def _printed(percent: float) -> str:
    """As the thesis prints it: its window gives two digits, its tables round those to one.

    It matters once: Hi/Lo, s = 8 is 77.24744%, in the window 77.25, in the table 77.3.
    """
    in_window = Decimal(percent).quantize(CENT, ROUND_HALF_UP)
    return str(in_window.quantize(TENTH, ROUND_HALF_UP))


@pytest.mark.parametrize("row", rows("thesis_percentages.csv"), ids=lambda row: f"s={row['s']}")
@pytest.mark.parametrize("column", GAMES)
def test_thesis_percentages_to_the_printed_digit(row: Row, column: str) -> None:
    stack = float(row["s"])
    spot = solve(GAMES[column], (stack, stack), (0.5, 1), method="fictitious-play", iterations=50)
    assert _printed(spot.jam_percent) == row[f"{column}_jam"]
    assert _printed(spot.call_percent) == row[f"{column}_call"]
    assert not spot.exact


@cache
def _window() -> SpotSolution:
    return solve("omaha", method="fictitious-play", iterations=WINDOW_ITERATIONS)


def test_thesis_window() -> None:
    """Omaha, stacks 100, blinds 5/10, 100 iterations: the thesis's window, in chips."""
    spot = _window()
    assert f"{spot.jam_percent:.2f}" == "68.62"
    assert f"{spot.call_percent:.2f}" == "58.80"
    assert [f"{value:.3f}" for value in spot.post_ev_chips] in (["0.582", "-0.538"], ["0.581", "-0.538"])
    assert f"{spot.epsilon_chips:.3f}" == "0.022"


def test_thesis_window_hands() -> None:
    jam = _window().hand("6h Qd 6c Ac", "sb")
    assert f"{100 * jam.played:.0f}" == "100"
    assert f"{jam.ev_allin:.4f}" == "4.1373"  # the thesis printed 4.138
    assert jam.ev_fold == -5
    call = _window().hand("2s 4s 3c 9c", "bb")
    assert call.played == pytest.approx(1 / (WINDOW_ITERATIONS + 1))  # the start counts as one response
    assert f"{call.ev_allin:.3f}" == "-19.632"
    assert call.ev_fold == -10


def test_exact_equilibrium_at_ten_big_blinds() -> None:
    spot = solve("omaha", stacks=(100, 100), blinds=(5, 10))
    assert f"{spot.jam_percent:.4f}" == "69.2947"
    assert f"{spot.call_percent:.4f}" == "58.6156"
    assert f"{spot.value_bb:.9f}" == "0.055352822"
    assert spot.exact
    assert 0 <= spot.epsilon_bb < 1e-9


@pytest.mark.parametrize("game", GAMES.values())
def test_exact_at_every_stack(game: str) -> None:
    for stack in range(1, 26):
        spot = solve(game, (stack, stack), (0.5, 1))
        assert spot.exact
        assert spot.epsilon_bb < 1e-9, stack
        assert -spot.post_ev_bb[1] <= spot.value_bb + 1e-12
        assert spot.value_bb <= spot.post_ev_bb[0] + 1e-12


def test_fictitious_play_comes_near_the_exact_solution() -> None:
    exact = solve("omaha")
    spot = _window()
    assert abs(spot.value_bb - exact.value_bb) <= 2 * spot.epsilon_bb
    assert exact.epsilon_bb < spot.epsilon_bb
