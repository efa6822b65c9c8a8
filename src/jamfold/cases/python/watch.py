"""Observers of a Python function: none, a callback of the caller, or the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jamfold.cases.answers.watch import Observer
from jamfold.cases.view_spec import resolve
from jamfold.core.progress import Progress

if TYPE_CHECKING:
    from jamfold.solver.solution import Iteration
    from jamfold.spots.payoffs import SpotPayoffs


class CallbackObserver(Observer):
    """Observer that calls a function with the stage and the share of the work that is done."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def on_stage(self, stage: str, share: float) -> None:
        self._progress(stage, share)

    def on_notice(self, sentence: str) -> None:
        self._progress(sentence, 0.0)

    def on_iteration(self, iteration: Iteration, played: SpotPayoffs, count: int | None) -> None:
        """Report an iteration, with share 0 if the count is unknown."""
        share = 0.0 if count is None else iteration.iteration / count
        self._progress(f"iteration {iteration.iteration}", share)


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
