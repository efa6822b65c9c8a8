"""What the terminal says of long work: the time left is that of the work that runs now."""

from __future__ import annotations

import threading

import pytest

from jamfold.views import terminal


def test_a_second_work_has_its_own_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    said: list[str] = []
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr(terminal, "print_status", said.append)
    monkeypatch.setattr(terminal, "FIRST_SECONDS", 1.0)
    with terminal.ProgressDisplay("Tables") as display:
        for share in (0.0, 0.5, 0.99):
            clock[0] += 100
            display.on_stage("first", share)
        for share in (0.0, 0.5):
            clock[0] += 100
            display.on_stage("second", share)
    assert said[1].endswith("first, 50% done, about 100 s left")
    assert said[-1].endswith("second, 50% done, about 100 s left")


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], threading.Event]:
    """What is said at once, and whether something has been."""
    said: list[str] = []
    heard = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        heard.set()

    monkeypatch.setattr(terminal, "print_status", say)
    monkeypatch.setattr(terminal, "FIRST_SECONDS", 0.0)
    return said, heard


def test_a_long_first_stage_is_announced(announced: tuple[list[str], threading.Event]) -> None:
    said, heard = announced
    with terminal.ProgressDisplay("Tables") as display:
        display.on_stage("comparing hands", 0.0)
        assert heard.wait(60)
        display.on_stage("comparing hands", 0.1)
    said = [line for line in said if line != "Tables ..."]  # the clock may come before the stage
    assert len(said) == 1
    assert said[0].startswith("Tables: comparing hands")


def test_a_long_start_is_announced(announced: tuple[list[str], threading.Event]) -> None:
    said, heard = announced
    with terminal.ProgressDisplay("Tables"):
        assert heard.wait(60)
    assert said == ["Tables ..."]
