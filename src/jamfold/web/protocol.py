"""HTTP as uvicorn speaks it, with a limit on how long the head of a request may take."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

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
