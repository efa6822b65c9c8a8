"""Folders that are watched: their new hands are read as they are written, and the page follows."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

from jamfold.errors import JamfoldError
from jamfold.histories.watching import PAUSE, WatchedFiles
from jamfold.questions.histories import HistoryImportRequest
from jamfold.web.job import DONE
from jamfold.web.jobs import JobBoard

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
