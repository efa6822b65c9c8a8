"""Progress of a table build on stderr: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from jamfold.cli.boundary import say
from jamfold.cli.common import console
from jamfold.tables import Progress

_FIRST_SECONDS = 1.0
_QUIET_SECONDS = 10.0
_STEADY_SHARE = 0.05  # before that much is done, the time left is a guess


@contextmanager
def build_progress(what: str) -> Iterator[Progress]:
    """A callback for table builds; shows nothing until it is called."""
    target = console(stderr=True)
    if not target.is_terminal:
        yield _lines(what)
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=target, transient=True) as bar:
        tasks: list[int] = []

        def report(stage: str, share: float) -> None:
            if not tasks:
                tasks.append(bar.add_task(what, total=1.0))
            bar.update(tasks[0], completed=share, description=f"{what}: {stage}")  # type: ignore[arg-type]

        yield report


def _lines(what: str) -> Progress:
    started = time.monotonic()
    last = started - _QUIET_SECONDS + _FIRST_SECONDS

    def report(stage: str, share: float) -> None:
        nonlocal last
        now = time.monotonic()
        if share >= 1 or now - last < _QUIET_SECONDS:
            return
        last = now
        left = ""
        if share > _STEADY_SHARE:
            left = f", about {(now - started) * (1 - share) / share:.0f} s left"
        say(f"{what}: {stage}, {100 * share:.0f} % done{left}")

    return report
