"""HTTP as uvicorn speaks it, with a limit on how long the head of a request may take.

Folders that are watched: their new hands are read as they are written, and the page follows.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from jamfold.cases.histories import HistoryImportRequest
from jamfold.core.errors import JamfoldError
from jamfold.histories.sources import PAUSE, WatchedFiles
from jamfold.web.jobs import DONE, JobBoard

HEAD_SECONDS = 20.0
"""A connection without a whole request line and headers after so long is closed."""


class TimedProtocol(HttpToolsProtocol):
    """One connection; uvicorn itself limits only the time between an answer and the next byte."""

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._set_limit()

    def data_received(self, data: bytes) -> None:
        """Wait no more once a request's head is there."""
        super().data_received(data)
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        if cycle is not None and not cycle.response_complete:
            self._end_limit()
        elif self._limit is None:
            self._set_limit()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_limit()
        super().connection_lost(exc)

    def _set_limit(self) -> None:
        self._limit = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


FOLDERS: list[str] = []
"""Those that this program watches."""


async def watch(board: JobBoard, paths: Sequence[str]) -> None:
    """Have all hands read, then those of files that have changed; never ends."""
    FOLDERS[:] = paths
    watched = WatchedFiles(paths)
    await asyncio.to_thread(watched.has)
    files = list(paths)
    while True:
        if files:
            try:
                job = board.submit(HistoryImportRequest(paths=tuple(files)), share=False)
                if (await board.wait(job, math.inf)).state == DONE:
                    watched.done()  # else they are read at the next look
            except JamfoldError:
                pass  # the page says itself that nothing can be computed
        await asyncio.sleep(PAUSE)
        files = [str(path) for path in await asyncio.to_thread(watched.changed)]
