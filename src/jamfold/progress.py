"""How long work tells how far it is, and hears that it should end."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float], None]
"""Told what is being done and the share of the work that is done, in [0, 1]; may raise to end the work."""


def silent(stage: str, share: float) -> None:
    """Progress that nobody hears."""
