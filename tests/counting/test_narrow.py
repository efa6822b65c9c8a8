"""Casts that never wrap."""

from __future__ import annotations

import numpy as np
import pytest

from jamfold.cards.counting.combinations import narrow
from jamfold.cards.counting.suit_views import suit_views


def test_what_fits_is_cast() -> None:
    values = narrow(np.array([0, 65_535]), np.uint16)
    assert values.dtype == np.dtype(np.uint16)
    assert values.tolist() == [0, 65_535]
    assert narrow(np.array([], dtype=np.int64), np.uint8).shape == (0,)


def test_what_does_not_fit_is_refused() -> None:
    """The views of five hole cards once wrapped silently."""
    views = np.arange(suit_views(13, 5).n_views)
    assert len(views) == 101_608
    with pytest.raises(OverflowError, match="0 to 101607 do not fit into uint16"):
        narrow(views, np.uint16)
    with pytest.raises(OverflowError):
        narrow(np.array([-1]), np.uint8)
