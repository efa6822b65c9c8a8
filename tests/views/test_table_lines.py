"""What is said of the exactness of a table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.solver.solution import is_exact
from jamfold.spots.nplayer.result import table_result
from jamfold.views.tables import table_lines

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def hand_of(raises: Raises) -> TableHand:
    return TableHand((10.0,) * 3, BlindLevel((0.5, 1.0)), raises=raises)


def test_what_has_not_converged_is_no_equilibrium() -> None:
    found = table_result(SMALL, hand_of(Raises(open=(2.0,))))
    text = " ".join(table_lines(found))
    assert text.startswith("Exact: every deal is counted")
    assert "Other equilibria may exist" in text
    missed = " ".join(table_lines(replace(found, bounds=found.bounds + 0.0025)))
    assert missed.startswith(
        "Not converged, within 0.0025 bb; every deal is counted: some seat can still gain up to 0.0025 "
        "chips (0.0025 bb)."
    )
    assert "quilibrium" not in missed
    given = " ".join(table_lines(replace(found, bounds=found.bounds + 0.0025), solved=False))
    assert given.startswith("Measured: every deal is counted")


@pytest.mark.parametrize(
    ("raises", "covered"),
    [
        (Raises(open=(2.0,)), "Jamming or opening larger is no better than the smallest open"),
        (Raises(open=(2.0,), later=(5.0,)), "Jamming is no better than the last raise listed"),
        (Raises(limit="pot"), ""),
    ],
)
def test_a_cover_is_told_where_one_was_used(raises: Raises, covered: str) -> None:
    hand = hand_of(raises)
    measured = table_result(SMALL, hand, profile=np.zeros((len(hand.nodes), hand_classes(SMALL).n)))
    text = " ".join(table_lines(replace(measured, bounds=np.zeros(3))))
    assert covered in text
    assert ("is no better than" in text) is bool(covered)


@pytest.mark.parametrize(("gain", "exact"), [(9e-10, True), (1.1e-9, False), (1.6e-4, False)])
def test_exact_follows_the_number(gain: float, exact: bool) -> None:
    """A gain of 1.6e-4 bb was exact, since every deal was counted."""
    hand = TableHand((20.0,) * 2, BlindLevel((1.0, 2.0)))
    found = table_result(SMALL, hand)
    measured = replace(found, gains=np.array([0.0, 2 * gain]), bounds=np.array([0.0, 2 * gain]))
    assert (measured.exact, measured.is_counted, is_exact(gain)) == (exact, True, exact)
    text = " ".join(table_lines(measured))
    assert text.startswith("Exact: every deal" if exact else ("Within", "Not converged, within")[gain > 1e-5])
