"""Who watches while a question is answered: hears how far the work is, and may end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jamfold.betting.hand import TableHand
    from jamfold.solver.solution import Iteration
    from jamfold.spots.nplayer.search import SearchProgress
    from jamfold.spots.payoffs import SpotPayoffs


class StopRequestedError(Exception):
    """Whoever watches wants the work to end; raised by a `Observer`, never an error of the question."""


class Observer:
    """Hears nothing and ends nothing: what commands and the computing process overwrite."""

    def on_stage(self, stage: str, share: float) -> None:
        """What is being done, and the share of the work that is done, in [0, 1].

        Raises StopRequestedError to end the work here.
        """

    def on_notice(self, sentence: str) -> None:
        """Something to know before work that takes long, such as what a table needs of the disk."""

    def confirm(self, question: str) -> None:
        """Asked before a build of many gigabytes; whoever is there to answer may refuse.

        Raises TableError if it is not to be built.
        """

    def on_iteration(self, iteration: Iteration, played: SpotPayoffs, count: int | None) -> None:
        """An iteration of a solve of what is played, of `count` if that is known; raises as `on_stage`."""

    def table(self, hand: TableHand, going: SearchProgress) -> None:
        """How far the search of a sampled table is; `on_stage` is told besides."""
