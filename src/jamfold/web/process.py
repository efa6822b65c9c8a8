"""The computing process beside the pages: it is named here, and loaded only where it runs."""

from __future__ import annotations

from importlib import import_module
from multiprocessing.connection import Connection


def run_worker(connection: Connection) -> None:
    """Answer questions that come through a connection until its other end is closed."""
    import_module("jamfold.web.worker").run_worker(connection)
