"""Files of the data folder: distrustful reading, atomic writing, a lock for one builder, room for a build."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from math import prod
from pathlib import Path
from typing import BinaryIO

import numpy as np

from jamfold.core.errors import TableError, UnwritableError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.folder import FILE_MODE, make_folder, open_private

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER_BYTES = 128


@dataclass(frozen=True)
class ArraySpec:
    """What an array is, and with that its whole ``.npy`` file but the values.

    A file is compared with the header it must have; no header is ever parsed.
    """

    dtype: str
    """NumPy's short name with byte order, such as ``<i4``."""
    shape: tuple[int, ...]
    """The shape, in C order."""
    mapped: bool = False
    """Opened as a read-only memory map and hashed by `Item.verify` alone; other arrays are read and compared
    with their checksum each time."""

    @property
    def header(self) -> bytes:
        """The file up to the first value, as `numpy.save` writes it."""
        text = f"{{'descr': '{self.dtype}', 'fortran_order': False, 'shape': {self.shape}, }}"
        text = text.ljust(_HEADER_BYTES - len(_MAGIC) - 3) + "\n"
        return _MAGIC + len(text).to_bytes(2, "little") + text.encode("ascii")

    @property
    def file_bytes(self) -> int:
        return len(self.header) + prod(self.shape) * np.dtype(self.dtype).itemsize


def open_regular(path: Path) -> FileIO:
    """Open a file for reading, unbuffered.

    Raises IsADirectoryError if it is a folder, a pipe or a device, which may never end; OSError whatever else
    the system says.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise IsADirectoryError(f"{path} is no file")
    return path.open("rb", buffering=0)


def temporary(path: Path) -> Path:
    """The name under which a file is written before it is whole."""
    return path.with_name(f"{path.name}.tmp")


@contextmanager
def whole_file(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """A file to be written, which takes its name when it is complete; after an error nothing is left.

    A durable one is on the disk, not only in the system's memory, when it takes its name.
    """
    part = temporary(path)
    try:
        with open(part, "wb", opener=open_private) as file:
            yield file
            if durable:
                sync(file)
        part.replace(path)
        if durable:
            sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def sync(file: BinaryIO) -> None:
    """Wait until what was written to the file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; some systems have no way to ask."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(number)


def clear(path: Path) -> bool:
    """Delete whatever has this name, a folder with all that is in it; returns whether there was anything."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the file system says into one sentence. Raises UnwritableError for every OSError inside."""
    try:
        yield
    except OSError as error:
        raise UnwritableError(
            f"Cannot write to {error.filename or path}: {error.strerror or error}."
        ) from error


_PATIENCE = 0.5  # seconds between two chances to cancel the waiting


@contextmanager
def exclusive_lock(path: Path, progress: Progress = ignore_progress) -> Iterator[None]:
    """Hold a lock file, whose folder is made; wait for another holder.

    Raises UnwritableError if the folder or the file cannot be written.
    """
    import filelock

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
