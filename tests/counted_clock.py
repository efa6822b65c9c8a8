"""A clock that counts the looks at it: what is sampled for so many seconds has always the same deals."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

_READERS = ("search", "raise_sampler", "certificate")


def count_looks(monkeypatch: pytest.MonkeyPatch, look: float = 0.01) -> None:
    """Each look takes so many seconds: a step of a search is one, of a certificate two."""
    clock = SimpleNamespace(perf_counter=count(step=look).__next__)
    for name in _READERS:
        monkeypatch.setattr(f"jamfold.spots.nplayer.{name}.time", clock)
