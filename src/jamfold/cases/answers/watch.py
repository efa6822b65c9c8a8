"""Observers of a running request: they receive its progress and may stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jamfold.betting.hand import TableHand
    from jamfold.solver.solution import Iteration
    from jamfold.spots.nplayer.search import SearchProgress
    from jamfold.spots.payoffs import SpotPayoffs


class StopRequestedError(Exception):
    """The observer stops the work; raised by an `Observer`, never an error of the request."""


class Observer:
    """Base observer that ignores everything; commands and the computing process override it."""

    def on_stage(self, stage: str, share: float) -> None:
        """Receive the stage and the share of the work that is done, in [0, 1].

        Raises StopRequestedError to stop the work.
        """

    def on_notice(self, sentence: str) -> None:
        """Receive a notice before long work, such as the disk space of a table."""

    def confirm(self, question: str) -> None:
        """Confirm a build of many gigabytes; a person may refuse.

        Raises TableError if it is not to be built.
        """

    def on_iteration(self, iteration: Iteration, played: SpotPayoffs, count: int | None) -> None:
        """Receive an iteration of a solve, of `count` if known; raises like `on_stage`."""

    def table(self, hand: TableHand, going: SearchProgress) -> None:
        """Receive the progress of a sampled search, in addition to `on_stage`."""


class StageObserver(Observer):
    """Observer to which notices and iterations are stages; an iteration of unknown count has share 0."""

    def on_notice(self, sentence: str) -> None:
        self.on_stage(sentence, 0.0)

    def on_iteration(self, iteration: Iteration, played: SpotPayoffs, count: int | None) -> None:
        self.on_stage(f"iteration {iteration.iteration}", iteration.iteration / count if count else 0.0)
