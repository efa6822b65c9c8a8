"""Live progress of a solver on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jamfold.cli.common import console

if TYPE_CHECKING:
    from rich.table import Table

    from jamfold.solver.solution import Progress
    from jamfold.spots.situation import Situation

_PER_SECOND = 10


@contextmanager
def live_progress(situation: Situation) -> Iterator[Callable[[Progress], None] | None]:
    """A callback that shows the latest iteration in place; None if stderr is no terminal."""
    target = console(stderr=True)
    if not target.is_terminal:
        yield None
        return
    from rich.live import Live

    latest: list[Progress] = []
    with Live(
        get_renderable=lambda: progress_table(situation, latest[-1] if latest else None),
        console=target,
        refresh_per_second=_PER_SECOND,
        transient=True,
    ):
        yield lambda progress: latest.__setitem__(slice(None), [progress])


def progress_table(situation: Situation, progress: Progress | None) -> Table:
    """One iteration as a table of one row; PostEV and epsilon in chips."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading in ("iteration", "jam", "call", "PostEV small blind", "PostEV big blind", "epsilon (chips)"):
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
