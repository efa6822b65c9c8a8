"""Progress callbacks of long work."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float], None]
"""Called with the stage and the share of the work done, in [0, 1]; may raise to end the work."""


class Meter:
    """Adds up finished work of one stage and reports the share of the whole, from begin to begin + span."""

    def __init__(self, report: Progress, stage: str, begin: float, span: float, total: float) -> None:
        self._report, self._stage, self._begin, self._span = report, stage, begin, span
        self._total, self._done = total, 0.0
        report(stage, begin)

    def advance(self, amount: float) -> None:
        """Report ``amount`` more of the total as done."""
        self._done = min(self._total, self._done + amount)
        self._report(self._stage, self._begin + self._span * self._done / self._total)


def ignore_progress(stage: str, share: float) -> None:
    """A progress callback that does nothing."""
