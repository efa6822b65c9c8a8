"""One builder at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from jamfold.kept.files import writing
from jamfold.kept.folder import FILE_MODE, make_folder
from jamfold.progress import Progress, ignore_progress

_PATIENCE = 0.5  # seconds between two chances to cancel the waiting


@contextmanager
def exclusive_lock(path: Path, progress: Progress = ignore_progress) -> Iterator[None]:
    """Hold a lock file, for which its folder is made; waits for whoever holds it.

    Raises UnwritableError if the folder or the file cannot be written.
    """
    lock, patience = filelock.FileLock(path, mode=FILE_MODE), 0.0
    with writing(path):
        make_folder(path.parent)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=patience)
            except filelock.Timeout:
                progress("waiting for another process that builds this", 0.0)
                patience = _PATIENCE
    try:
        yield
    finally:
        lock.release()
