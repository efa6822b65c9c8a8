"""Sources of an import: files, folders at any depth, archives, and folders watched for new hands.

Watched files are read once they have grown and stopped changing.  Folders are polled, since that is enough
(1,000 files take 10 ms) and works on network folders too; libraries for change notifications do not.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import tarfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from glob import glob
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast
from zipfile import BadZipFile, ZipFile

from jamfold.core.storage.folder import given_name
from jamfold.core.storage.whole_files import check_regular, read_error_text
from jamfold.histories.records import Problem, ProblemKind

_OPENERS: dict[str, Callable[[Path], Any]] = {
    ".gz": gzip.open, ".tgz": gzip.open, ".bz2": bz2.open, ".tbz2": bz2.open, ".xz": lzma.open,
    ".txz": lzma.open, ".tar": lambda path: path.open("rb"),
}  # fmt: skip
"""Functions that open compressed files by suffix; each may hold one history or a tar archive."""
_PACKED = {".zip", *_OPENERS}
SUFFIXES = frozenset({".txt", ".xml", ".phh", ".phhs", ".ohh", ".json", *_PACKED})
"""Suffixes of files that are read in folders and archives; others and hidden files are skipped."""

UNPACKING = (
    OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, BadZipFile, NotImplementedError,
    UnicodeDecodeError,
)  # fmt: skip
"""Exceptions of reading a damaged or locked file."""

_ROOTS = "/\\"


def stored_name(path: str) -> str:
    r"""Return a path as the store names it: a byte that is no text is written as ``\x80``."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class Source:
    """A history to read: a file, or a member of an archive."""

    path: Path
    member: str = ""
    size: int = 0
    """Bytes to read, 0 if unknown."""
    copy: int = 1
    """Number of the member among those of that name, from 1."""

    @property
    def name(self) -> str:
        """Name in records."""
        return given_name(self._below(self.path))

    @property
    def full(self) -> str:
        """Name in the store."""
        return stored_name(self._below(self.path.resolve()))

    def _below(self, path: Path) -> str:
        if not self.member:
            return str(path)
        return f"{path / self.member.lstrip(_ROOTS)}{f' ({self.copy})' if self.copy > 1 else ''}"

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open the unpacked bytes."""
        suffix = self.path.suffix.lower()
        with ExitStack() as stack:
            if self.member and suffix != ".zip":
                archive = stack.enter_context(tarfile.open(self.path))
                same = (info for info in archive if info.name == self.member)
                entry = next(islice(same, self.copy - 1, None), tarfile.TarInfo(self.member))
                yield cast(BinaryIO, archive.extractfile(entry))
            elif self.member:
                packed = stack.enter_context(ZipFile(self.path))
                try:
                    copies = [member for member in packed.infolist() if member.filename == self.member]
                    stream = packed.open(copies[self.copy - 1])
                except (RuntimeError, NotImplementedError):
                    raise OSError(errno.EINVAL, "it has a password or an unknown format") from None
                yield cast(BinaryIO, stack.enter_context(stream))
            else:
                yield stack.enter_context(_OPENERS.get(suffix, _OPENERS[".tar"])(self.path))


def sources_of(paths: Iterable[Path]) -> Iterator[Source | Problem]:
    """Yield the histories of paths; a problem for a path that is not a file, or has nothing to read."""
    for path in (match for name in paths for match in _matching(name)):
        try:
            check_regular(path)
        except IsADirectoryError:
            histories = [file for file in _files_in(path) if file.suffix.lower() in SUFFIXES]
            for file in histories:
                yield from _of_file(file)
            if not histories:
                yield _problem(path, "contains no hand-history file")
        except (OSError, ValueError) as error:
            yield _problem(path, f"cannot be read: {read_error_text(error)}")
        else:
            yield from _of_file(path)


def _matching(path: Path) -> list[Path]:
    """Expand a name such as ``~/*.txt`` if the shell did not, as on Windows."""
    if os.path.exists(path):  # noqa: PTH110 -- no name is too long for it, nor for `glob`
        return [path]
    home = os.path.expanduser(path)  # noqa: PTH111 -- leaves an unknown home as it is
    return [Path(match) for match in sorted(glob(home))] or [path]  # noqa: PTH207


def _is_hidden(name: str) -> bool:
    """Return whether a file or folder is hidden, or added to archives by macOS."""
    return name == "__MACOSX" or (name.startswith(".") and name != "..")


def _files_in(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        yield from (Path(parent, file) for file in sorted(files) if not _is_hidden(file))


def _of_file(path: Path) -> Iterator[Source | Problem]:
    try:
        check_regular(path)
        members = _members(path)
        if members is None:
            yield Source(path, size=path.stat().st_size)
            return
        copies = Counter[str]()
        for name, size in members:
            suffix = Path(name).suffix.lower()
            if suffix not in SUFFIXES or any(map(_is_hidden, PurePosixPath(name).parts)):
                continue
            copies[name] += 1
            if suffix in _PACKED:
                yield _problem(path / name.lstrip(_ROOTS), "is packed twice. Unpack the outer archive")
            else:
                yield Source(path, name, size, copies[name])
        if not copies:
            yield _problem(path, "contains no hand-history file")
    except UNPACKING as error:
        yield _problem(path, f"cannot be read: {why_unpacked(error)}")


def _members(path: Path) -> list[tuple[str, int]] | None:
    """Return name and size of each file of an archive; None if it is not an archive."""
    suffix = path.suffix.lower()
    if suffix == ".zip":
        with ZipFile(path) as packed:
            return [
                (member.filename, member.file_size) for member in packed.infolist() if not member.is_dir()
            ]
    if suffix in _OPENERS and (suffix == ".tar" or tarfile.is_tarfile(path)):
        with tarfile.open(path) as archive:
            return [(member.name, member.size) for member in archive if member.isreg()]
    return None


def source_named(full: Path) -> Source:
    """Return the source of a name in the store; a missing file fails on opening."""
    for packed in full.parents:
        if packed.suffix.lower() in _PACKED and packed.is_file():
            sources = _of_file(packed)
            same = (source for source in sources if isinstance(source, Source) and source.full == str(full))
            return next(same, Source(full))
    return Source(full)


def why_unpacked(error: Exception) -> str:
    """Return why a file or its content could not be read."""
    return (
        read_error_text(error) if isinstance(error, OSError) and error.strerror else "the archive is damaged"
    )


def _problem(path: Path, fault: str) -> Problem:
    name = given_name(str(path))
    return Problem(name, 0, ProblemKind.FILE, f"'{name[:100]}' {fault}.")


PAUSE = 2.0
"""Seconds between polls; a file is read once two polls find it the same."""

State = tuple[int, int]


class WatchedFiles:
    """Files and folders, and their files that have changed since they were read.

    `changed` returns files again until `done` marks them as read.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._seen: dict[Path, State] = {}
        self._read: dict[Path, State] = {}
        self._due: dict[Path, State] = {}

    def changed(self) -> list[Path]:
        """Return files that are new or changed, and stable since the last poll."""
        states = _states(self._paths)
        self._due = {
            path: state
            for path, state in states.items()
            if self._seen.get(path) == state and self._read.get(path) != state
        }
        self._seen = states
        return list(self._due)

    def has(self) -> list[Path]:
        """Return all files and record their state."""
        self._seen = self._due = _states(self._paths)
        return list(self._due)

    def done(self) -> None:
        """Mark the files last returned as read."""
        self._read |= self._due
        self._due = {}


def changes(paths: Sequence[str]) -> Iterator[list[Path]]:
    """Yield all files, then changed files whenever there are any; never ends.

    Asking for the next files marks the last ones as read.
    """
    watched = WatchedFiles(paths)
    yield watched.has()
    while True:
        watched.done()
        time.sleep(PAUSE)
        if files := watched.changed():
            yield files


def _states(paths: Sequence[str]) -> dict[Path, State]:
    """Return size and modification time of each file."""
    states: dict[Path, State] = {}
    for source in sources_of(map(Path, paths)):
        if isinstance(source, Problem):
            continue
        try:
            status = source.path.stat()
        except OSError:
            continue  # gone since
        states[source.path] = status.st_size, status.st_mtime_ns
    return states
