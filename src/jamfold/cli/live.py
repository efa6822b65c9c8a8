"""Progress of a solve on stderr; the iterations are shown in place, on a terminal only."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from jamfold.cli.common import console

if TYPE_CHECKING:
    from rich.table import Table

    from jamfold.games import Game
    from jamfold.solver.solution import Progress
    from jamfold.spots.situation import Situation

_PER_SECOND = 10


class SolveProgress:
    """Shows the work of a solve: the build of the table, if it is built, then the iterations.

    Attributes
    ----------
    build
        The callback for the build; what it shows ends with the first iteration.
    """

    def __init__(self, game: Game, situation: Situation) -> None:
        from jamfold.cli.building import build_progress

        self._situation = situation
        self._latest: Progress | None = None
        self._building, self._solving = ExitStack(), ExitStack()
        self.build = self._building.enter_context(build_progress(f"{game.title} table"))

    def __enter__(self) -> Self:
        """Nothing of the solver is shown yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close what is shown."""
        self._building.close()
        self._solving.close()

    def __call__(self, progress: Progress) -> None:
        """Show an iteration."""
        first, self._latest = self._latest is None, progress
        if first and console(stderr=True).is_terminal:
            self._building.close()
            self._start()

    def _start(self) -> None:
        from rich.live import Live

        live = Live(
            get_renderable=lambda: progress_table(self._situation, self._latest),
            console=console(stderr=True),
            refresh_per_second=_PER_SECOND,
            transient=True,
        )
        self._solving.enter_context(live)


def progress_table(situation: Situation, progress: Progress | None) -> Table:
    """One iteration as a table of one row; PostEV and epsilon in chips."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading in ("iteration", "jam", "call", "PostEV sb, chips", "PostEV bb, chips", "epsilon, chips"):
        table.add_column(heading, justify="right")
    if progress is not None:
        table.add_row(
            f"{progress.iteration}",
            f"{100 * progress.jam_share:.2f} %",
            f"{100 * progress.call_share:.2f} %",
            f"{situation.chips_small_blind(progress.v1):+.4f}",
            f"{situation.chips_big_blind(progress.v2):+.4f}",
            f"{situation.unit * progress.epsilon:.3g}",
        )
    return table
