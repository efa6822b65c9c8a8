"""QuantEcon, imported by one process at a time.

Importing it compiles vectorised functions into Numba's cache.  If two processes do so at once, one stores
the function and the other what calls it, under a name of its own; from then on every import aborts.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType

import filelock
import pytest


def import_quantecon(module: str) -> ModuleType:
    """Return a module of QuantEcon; the test is skipped if it is not installed."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR", Path(__file__).parents[1] / "build"))
    folder.mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(folder / "quantecon.lock"):
        found: ModuleType = pytest.importorskip(f"quantecon.{module}")
    return found
