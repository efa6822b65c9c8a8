"""Exact jam/fold (push/fold) equilibria for heads-up poker."""

from __future__ import annotations

__version__ = "0.1.0"
