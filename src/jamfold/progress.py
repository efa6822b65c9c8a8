"""How long work tells its caller where it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float], None]
"""Told what is being done and the share of the whole that is done, 0..1; may raise to cancel the work."""


def silent(stage: str, share: float) -> None:
    """Progress that nobody hears."""
