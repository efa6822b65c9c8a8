"""`pytest --unit`: only what needs no browser, no other process and no table of a real game.

Only what computes for more than a second is marked (`slow`, `long`).  A test with a fixture
of `SLOW_FIXTURES` is left out, too; any other runs until it starts a process or begins to build
something large, and is skipped there.  Hypothesis tries a few examples only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from typing import Any, NoReturn
from unittest import mock

import pytest
from hypothesis import settings

from jamfold.core.storage.items import Artifact

SLOW_FIXTURES = {"browser", "server"}
_MARKS = ("slow", "long")
LARGE = 50_000
"""Bytes of the smallest table of a real game: Six-Plus has 81 classes, Hold'em 169."""
_STARTS = {"subprocess.Popen", "os.fork", "os.posix_spawn", "os.exec"}

settings.register_profile("unit", deadline=None, max_examples=10)


def _leave_out(why: str) -> NoReturn:
    pytest.skip(f"{why}: make test")


def leave_out_slow_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that are never quick."""
    slow = [
        item
        for item in items
        if any(map(item.get_closest_marker, _MARKS)) or SLOW_FIXTURES & {*getattr(item, "fixturenames", ())}
    ]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in {*slow}]


def guard_processes_and_builds() -> None:
    """Skip a test where it starts a process, or takes the lock that every build takes."""

    def hear(event: str, arguments: Sequence[Any]) -> None:
        if event in _STARTS and "PYTEST_CURRENT_TEST" in os.environ:  # not while modules are collected
            _leave_out("starts a process")

    sys.addaudithook(hear)
    locked = Artifact.locked

    def lock(item: Artifact, *words: Any, **named: Any) -> Any:
        if item.total_bytes >= LARGE:
            _leave_out("builds a table")
        return locked(item, *words, **named)

    def start(_: object) -> None:
        _leave_out("starts a process")

    mock.patch.object(Artifact, "locked", lock).start()
    mock.patch.object(BaseProcess, "start", start).start()
