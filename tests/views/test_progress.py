"""What the terminal says of long work: the time left is that of the work that runs now."""

from __future__ import annotations

import pytest

from jamfold.views import progress


def test_a_second_work_has_its_own_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    said: list[str] = []
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr(progress, "say", said.append)
    with progress.ProgressDisplay("Tables") as display:
        for share in (0.0, 0.5, 0.99):
            clock[0] += 100
            display.stage("first", share)
        for share in (0.0, 0.5):
            clock[0] += 100
            display.stage("second", share)
    assert said[1].endswith("first, 50 % done, about 100 s left")
    assert said[-1].endswith("second, 50 % done, about 100 s left")
