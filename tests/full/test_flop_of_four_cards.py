"""Flops of Omaha: sums against showdowns one by one, and equilibria."""

from __future__ import annotations

import pytest

from jamfold.cards.games import OMAHA_HILO
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.flops import FlopRequest
from tests.flops.test_flop_sums import compare_some_pairs, sums_on


def test_a_low_takes_half_of_the_pot() -> None:
    """Three low cards of one suit on the flop of Omaha Hi/Lo: 41,000 kinds of hands."""
    compare_some_pairs(sums_on("7h4h2h", OMAHA_HILO))


def test_a_flop_of_one_suit_is_exact() -> None:
    """12,222 kinds of hands, some of which are mixed."""
    found = run_case(FlopRequest(flop="9s8s2s", game="omaha", stacks=("5bb", "5bb")), Observer())
    assert found.sums.shape[0] == 12_222
    assert found.exact
    assert max(found.gains_bb) < 1e-9
    assert sum(found.values_bb) == pytest.approx(0, abs=1e-12)
    assert found.jam_percent == pytest.approx(58.573, abs=1e-3)
