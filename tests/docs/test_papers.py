"""The corrections of docs/papers.md that need no Omaha table; the others are in tests/full."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

import jamfold
from jamfold.cards.games import OMAHA
from tests.documents import ROOT


def test_four_card_hands() -> None:
    assert OMAHA.n_hands == comb(52, 4) == 270_725  # the thesis prints 270,275


def test_twelve_outcomes_of_two_classes(shared_tables: Path) -> None:
    cell = jamfold.tables_show("omaha-hilo", ["AsKhQd2s", "8s7s4h3d"])
    assert len(cell.outcomes) == 12  # the thesis counts nine
    assert sum(cell.outcomes) == cell.placements * cell.boards


def test_the_worth_of_deep_stacks(shared_tables: Path) -> None:
    """Only aces are jammed, and they win the big blind unless they meet the other aces."""
    aces, called = Fraction(1, 221), Fraction(1, 1225)
    printed = -(1 - aces) / 2
    assert f"{float(printed):.4f}" == "-0.4977"
    exact = printed + aces * (1 - called)
    spot = jamfold.solve("holdem", stacks="1000bb")
    assert spot.value_bb == pytest.approx(float(exact), abs=1e-12)
    assert f"{spot.value_bb:.4f}" == "-0.4932"


def test_the_worked_example() -> None:
    spot = jamfold.Situation((1000, 1400), (100, 200), (20, 20), 20)
    assert f"{spot.s:.3f} {spot.b:.3f}" == "4.391 0.565"  # the article prints 4.348


def test_every_correction_is_in_the_page() -> None:
    page = (ROOT / "docs/papers.md").read_text(encoding="utf-8")
    for printed, correct in (
        ("0.014 chips", "0.0217 chips"),
        ("-0.4977 bb", "-0.4932 bb"),
        ("270,275", "270,725"),
        ("9 outcomes", "12 outcomes"),
        ("4.348", "4.391"),
    ):
        assert f"| {printed} | {correct} |" in page
