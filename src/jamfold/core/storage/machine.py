"""What memory and disk the machine has, and what this process has used."""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from pathlib import Path

from jamfold.core.errors import TableError, UnwritableError
from jamfold.core.storage.files import writing

_GB = 1e9


def peak_memory_bytes() -> int | None:
    """Peak memory of this process, bytes; None if the system does not report it."""
    if sys.platform == "win32":
        return None
    with suppress(OSError, ValueError, IndexError):  # on Linux the other figure begins with the parent's
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return 1024 * int(status.split("VmHWM:")[1].split()[0])
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def check_room(folder: Path, disk_bytes: int, memory_bytes: int) -> None:
    """Check that so much disk (in the folder) and memory is free.

    Raises UnwritableError if disk is short; TableError if memory is short.
    """
    with writing(folder):
        free = shutil.disk_usage(folder).free
    if free < disk_bytes:
        raise UnwritableError(
            f"Not enough disk space in {folder}: {disk_bytes / _GB:.2f} GB needed, {free / _GB:.2f} GB free."
        )
    available = available_memory()
    if available is not None and available < memory_bytes:
        raise TableError(
            f"Not enough memory: {memory_bytes / _GB:.2f} GB needed, {available / _GB:.2f} GB free."
        )


def available_memory() -> int | None:
    """Memory that can be had without swapping, where the system tells."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return 1024 * int(line.split()[1])
    return None
