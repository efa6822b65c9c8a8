"""Ctrl-C as a terminal sends it, also where a shell told its background jobs to ignore it.

`make test &` in a script starts everything with SIGINT ignored, and children
inherit that.  What a test starts inside `heard` can be interrupted.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heard() -> Iterator[None]:
    """SIGINT interrupts this process, and the children that are started meanwhile."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
