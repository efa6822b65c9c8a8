"""Two seats with many sizes and deep stacks, which take the linear program a minute."""

from __future__ import annotations

import pytest

import jamfold

pytestmark = pytest.mark.usefixtures("shared_tables")


def test_three_sizes_and_a_raise_with_44_bb() -> None:
    found = jamfold.solve(
        "six-plus", blinds=(5, 10), stacks=(442.1, 574.7), open=("2bb", "2.5bb", "3bb"), raises=("3x",)
    )
    assert found.epsilon_bb < 1e-12
