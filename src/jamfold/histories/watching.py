"""Histories read as rooms write them: looked at again and again, read where they have grown and stand still.

Polling, since it is enough (a folder of 1,000 files takes 10 ms) and sees network folders too; libraries that
the system tells of changes do not.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from jamfold.histories.records import Problem
from jamfold.histories.sources import sources_of

PAUSE = 2.0
"""Seconds between two looks; a file is read when it was the same twice."""

State = tuple[int, int]


class WatchedFiles:
    """Files and folders, and which of their files have changed since they were read.

    Files that were given out are given out again until `done` says that they are read.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._seen: dict[Path, State] = {}
        self._read: dict[Path, State] = {}
        self._due: dict[Path, State] = {}

    def changed(self) -> list[Path]:
        """Files that are new or other than they were, and the same as at the last look."""
        states = _states(self._paths)
        self._due = {
            path: state
            for path, state in states.items()
            if self._seen.get(path) == state and self._read.get(path) != state
        }
        self._seen = states
        return list(self._due)

    def has(self) -> list[Path]:
        """All files, as they are now: what changes from here on is new."""
        self._seen = self._due = _states(self._paths)
        return list(self._due)

    def done(self) -> None:
        """The files that were given out last are read, as they were then."""
        self._read |= self._due
        self._due = {}


def changes(paths: Sequence[str]) -> Iterator[list[Path]]:
    """The files at first, then those that have changed, whenever some have; it never ends.

    Those that were given are read when the next are asked for.
    """
    watched = WatchedFiles(paths)
    yield watched.has()
    while True:
        watched.done()
        time.sleep(PAUSE)
        if files := watched.changed():
            yield files


def _states(paths: Sequence[str]) -> dict[Path, State]:
    """Size and time of the last change of each file."""
    states: dict[Path, State] = {}
    for source in sources_of(map(Path, paths)):
        if isinstance(source, Problem):
            continue
        try:
            told = source.path.stat()
        except OSError:
            continue  # gone since
        states[source.path] = told.st_size, told.st_mtime_ns
    return states
