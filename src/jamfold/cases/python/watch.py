"""Observers of a Python function: none, a callback of the caller, or the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jamfold.cases.answers.watch import Observer, StageObserver
from jamfold.cases.view_spec import resolve
from jamfold.core.progress import Progress


class CallbackObserver(StageObserver):
    """Observer that calls a function with the stage and the share of the work that is done."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def on_stage(self, stage: str, share: float) -> None:
        self._progress(stage, share)


@contextmanager
def watch_of(progress: Progress | bool | None, title: str) -> Iterator[Observer]:
    """Provide the observer of a computation; True means a bar in the terminal."""
    if callable(progress):
        yield CallbackObserver(progress)
    elif progress:
        with resolve("views.terminal:ProgressDisplay")(title) as display:
            yield display
    else:
        yield Observer()
