"""The charts of Omaha that come with the program are those that are solved now."""

from __future__ import annotations

import pytest

from tests.web.test_box import check_box


@pytest.mark.parametrize("game", ["omaha", "omaha-hilo"])
def test_the_box_holds_what_is_computed_now(game: str) -> None:
    check_box(game)
