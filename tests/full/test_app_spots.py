"""The file that solves: 300 random spots of all kinds, class by class as the package has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app_answers import app_answers
from tests.app_spots import NEAR, differences, random_spots


@pytest.mark.parametrize("seed", range(3))
def test_strategies_are_those_of_the_package(seed: int, tmp_path: Path) -> None:
    spots = random_spots(100, seed)
    for body, theirs in zip(
        spots, app_answers([("strategies", one) for one in spots], tmp_path), strict=True
    ):
        assert theirs.get("exact"), (body, theirs.get("error"))
        assert max(differences(body, theirs).values()) < NEAR, body
