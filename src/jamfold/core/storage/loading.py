"""Things made in one go: opened, or made and kept, or made and not kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from jamfold.core.errors import UnusableError, UnwritableError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.drafts import write_item
from jamfold.core.storage.items import Artifact, OpenArtifact, Record
from jamfold.core.storage.machine import check_room

_logger = logging.getLogger(__name__)
_unkept: dict[str, OpenArtifact] = {}


def load_or_build(
    item: Artifact,
    make: Callable[[], Mapping[str, NDArray[Any]]],
    *,
    memory_bytes: int,
    progress: Progress = ignore_progress,
    must_keep: bool = False,
) -> OpenArtifact:
    """Open an item, or make it and keep it.

    Where it cannot be written, what was made is given nonetheless and stays in
    memory; a warning says so once.  Raises UnwritableError there if it must be kept; UnavailableError if it
    is there and cannot be opened now; TableError if there is too little memory to make it.
    """
    try:
        return item.open()
    except UnusableError:
        pass
    name = f"{item.record_path} {item.identity}"
    if name in _unkept:
        return _unkept[name]
    arrays: Mapping[str, NDArray[Any]] | None = None
    try:
        with item.locked(progress):
            try:
                return item.open()  # another process may have made it meanwhile
            except UnusableError:
                pass
            check_room(item.folder, 2 * item.total_bytes, memory_bytes)
            started = time.perf_counter()
            arrays = make()
            write_item(item, arrays, time.perf_counter() - started)
            return item.open()
    except UnwritableError as error:
        if must_keep:
            raise
        _logger.warning("%s The %s is used, but not saved.", error, item.title)
        _unkept[name] = OpenArtifact(Record(item.identity, {}), make() if arrays is None else arrays)
        return _unkept[name]
