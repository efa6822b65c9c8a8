"""Trees of raises in Omaha: where pot-limit is jam or fold, and where it is not."""

from __future__ import annotations

import pytest

import jamfold
from jamfold.spots.trees import TreeSpot


@pytest.mark.parametrize("stack", ["6bb", "10bb", "14bb"])
def test_pot_limit_is_jam_or_fold(stack: str) -> None:
    tree, today = jamfold.solve("omaha", stack, limit="pot"), jamfold.solve("omaha", stack, method="exact")
    assert isinstance(tree, TreeSpot)
    assert tree.value_bb == pytest.approx(today.value_bb, abs=1e-14)
    assert tree.nodes[0].percent["raise 3"] == pytest.approx(today.jam_percent, abs=1e-9)


@pytest.mark.parametrize(
    ("stack", "open_", "limit", "value"),
    [
        ("15bb", (), "pot", 0.001418306),
        ("20bb", (), "pot", -0.046437750),
        ("15bb", ("2bb",), None, 0.014355041),
    ],
)
def test_values_that_stand_in_the_docs(
    stack: str, open_: tuple[str, ...], limit: str | None, value: float
) -> None:
    """Any equilibrium has the value; the certificate is over all classes."""
    spot = jamfold.solve("omaha", stack, open=open_, limit=limit)
    assert spot.value_bb == pytest.approx(value, abs=1e-9)
    assert max(spot.gains_bb) < 1e-12
