"""Two solutions beside each other, in numbers and as pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import jamfold
from jamfold.core.errors import ClassError, FigureError
from jamfold.spots import solve as solve_module
from jamfold.spots.analysis import Comparison
from jamfold.spots.solution import SpotSolution
from jamfold.views.strategy_figures import save_figure
from tests.toy_table import toy_payoffs


@pytest.fixture(autouse=True)
def toy_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)


def pair(game: str, other: str = "holdem") -> tuple[SpotSolution, SpotSolution]:
    """A game exactly, and the other by seven iterations."""
    return jamfold.solve(game), jamfold.solve(other, method="fictitious-play", iterations=7)


@pytest.mark.parametrize("seat", ["sb", "bb"])
def test_apart(seat: str) -> None:
    first, second = (spot.strategy(seat) for spot in pair("holdem"))
    found = Comparison.of_spots(first, second)
    sizes = first.classes.sizes.tolist()
    differences = [
        abs(a - b) for a, b in zip(first.frequency.tolist(), second.frequency.tolist(), strict=True)
    ]
    assert found.apart.tolist() == differences
    hands = sum(size * difference for size, difference in zip(sizes, differences, strict=True))
    assert found.share == pytest.approx(hands / sum(sizes), rel=1e-12)
    assert 0 < found.share < 1
    assert Comparison.of_spots(first, first).share == 0


def test_other_hands_are_refused() -> None:
    first, second = (spot.strategy("sb") for spot in pair("holdem", "six-plus"))
    with pytest.raises(ClassError, match=r"Texas Hold'em and Six-Plus.* have different hands"):
        Comparison.of_spots(first, second)


@pytest.mark.long
def test_pictures(tmp_path: Path) -> None:
    sides = [spot.strategy("bb") for spot in pair("holdem")]
    text = save_figure(sides, tmp_path / "both.svg").read_text()
    for word in ("AKs", "72o", "33"):
        assert text.count(f"<!-- {word} -->") == 2  # each text is told in a comment
    for side in sides:
        assert f"Big blind: call the jam {side.played_percent:.2f}%" in text
    assert save_figure(sides, tmp_path / "again.svg").read_text() == text
    one, two = (Image.open(save_figure(sides[:k], tmp_path / f"{k}.png")) for k in (1, 2))
    assert two.size == (2 * one.size[0], one.size[1])


@pytest.mark.long
def test_a_cell_is_filled_as_far_as_it_is_played(tmp_path: Path) -> None:
    side = jamfold.solve("holdem", method="fictitious-play", iterations=7).strategy("sb")
    picture = Image.open(save_figure([side], tmp_path / "one.png")).convert("RGB")
    blue = sum(1 for pixel in picture.get_flattened_data() if pixel == (0, 105, 180))
    cells = side.frequency.tolist()
    area = sum(cell if cell in (0.0, 1.0) else 0.25 * cell for cell in cells) / len(cells)
    square = (150 * 6.0) ** 2
    assert blue / square == pytest.approx(0.92 * area, rel=0.15)


def test_bad_files(tmp_path: Path) -> None:
    side = jamfold.solve("holdem").strategy("sb")
    with pytest.raises(FigureError, match=r"must end in \.svg or \.png"):
        save_figure([side], tmp_path / "chart.pdf")
    with pytest.raises(FigureError, match="Cannot write"):
        save_figure([side], tmp_path / "nowhere" / "chart.png")
