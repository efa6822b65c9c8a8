"""How long work tells how far it is, and hears that it should end."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float], None]
"""Told what is being done and the share of the work that is done, in [0, 1]; may raise to end the work."""


class Meter:
    """Adds up finished work of one stage and reports the share of the whole, from begin to begin + span."""

    def __init__(self, report: Progress, stage: str, begin: float, span: float, total: float) -> None:
        self._report, self._stage, self._begin, self._span = report, stage, begin, span
        self._total, self._done = total, 0.0
        report(stage, begin)

    def advance(self, amount: float) -> None:
        """So much more of the total is done."""
        self._done = min(self._total, self._done + amount)
        self._report(self._stage, self._begin + self._span * self._done / self._total)


def ignore_progress(stage: str, share: float) -> None:
    """Progress that nobody hears."""
