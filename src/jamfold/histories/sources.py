"""What an import reads: files, those of folders whatever deep they lie, and what is packed in them."""

from __future__ import annotations

import errno
import gzip
import os
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from glob import glob
from lzma import LZMAError
from pathlib import Path
from typing import BinaryIO, cast
from zipfile import BadZipFile, ZipFile

from jamfold.histories.records import Problem, ProblemKind
from jamfold.kept.whole import check_regular, why_unread

SUFFIXES = frozenset({".txt", ".xml", ".phh", ".phhs", ".ohh", ".json", ".gz", ".zip"})
"""Files of a folder that are read; others, and hidden ones, are passed over."""

UNPACKING = (OSError, EOFError, zlib.error, LZMAError, BadZipFile, NotImplementedError, UnicodeDecodeError)
"""What reading a damaged or locked file raises."""

_ROOTS = "/\\"


@dataclass(frozen=True)
class Source:
    """A history to be read: a file, or one that is packed in it."""

    path: Path
    member: str = ""
    size: int = 0
    """Bytes to read, as far as they are known before."""
    copy: int = 1
    """Which of the members of that name."""

    @property
    def name(self) -> str:
        """Its name in records."""
        return self._below(self.path)

    @property
    def full(self) -> str:
        """Its name in the store."""
        return self._below(self.path.resolve())

    def _below(self, path: Path) -> str:
        if not self.member:
            return str(path)
        return f"{path / self.member.lstrip(_ROOTS)}{f' ({self.copy})' if self.copy > 1 else ''}"

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Its bytes, unpacked."""
        with ExitStack() as stack:
            if self.member:
                packed = stack.enter_context(ZipFile(self.path))
                try:
                    same = [one for one in packed.infolist() if one.filename == self.member]
                    stream = packed.open(same[self.copy - 1])
                except (RuntimeError, NotImplementedError):
                    raise OSError(errno.EINVAL, "it has a password, or is packed in an unknown way") from None
                yield cast(BinaryIO, stack.enter_context(stream))
            elif self.path.suffix.lower() == ".gz":
                yield cast(BinaryIO, stack.enter_context(gzip.open(self.path)))
            else:
                yield stack.enter_context(self.path.open("rb"))


def sources_of(paths: Iterable[Path]) -> Iterator[Source | Problem]:
    """The histories behind some paths; why there is none, where one is no file, or holds nothing to read."""
    for path in (one for name in paths for one in _matching(name)):
        try:
            check_regular(path)
        except IsADirectoryError:
            found = [file for file in _files_in(path) if file.suffix.lower() in SUFFIXES]
            for file in found:
                yield from _of_file(file)
            if not found:
                yield _problem(path, "holds no file that could be a history")
        except (OSError, ValueError) as error:
            yield _problem(path, f"cannot be read: {why_unread(error)}")
        else:
            yield from _of_file(path)


def _matching(path: Path) -> list[Path]:
    """The files that a name such as ``~/*.txt`` means where the shell leaves it as it is, as on Windows."""
    if os.path.exists(path):  # noqa: PTH110 -- no name is too long for it, nor for `glob`
        return [path]
    home = os.path.expanduser(path)  # noqa: PTH111 -- leaves a home that nobody knows as it is
    return [Path(one) for one in sorted(glob(home))] or [path]  # noqa: PTH207


def _files_in(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        yield from (Path(parent, one) for one in sorted(files) if not one.startswith("."))


def _of_file(path: Path) -> Iterator[Source | Problem]:
    try:
        check_regular(path)
        if path.suffix.lower() != ".zip":
            yield Source(path, size=path.stat().st_size)
            return
        with ZipFile(path) as packed:
            members = [one for one in packed.infolist() if Path(one.filename).suffix.lower() in SUFFIXES]
        copies = Counter[str]()
        for one in members:
            if Path(one.filename).suffix.lower() in {".gz", ".zip"}:
                yield _problem(
                    path / one.filename.lstrip(_ROOTS), "is packed twice: unpack the outer archive"
                )
            else:
                copies[one.filename] += 1
                yield Source(path, one.filename, one.file_size, copies[one.filename])
        if not members:
            yield _problem(path, "holds no file that could be a history")
    except UNPACKING as error:
        yield _problem(path, f"cannot be read: {why_unpacked(error)}")


def source_named(full: Path) -> Source:
    """The history of a name in the store; a file that is not there fails when it is opened."""
    for packed in full.parents:
        if packed.suffix.lower() == ".zip" and packed.is_file():
            found = _of_file(packed)
            same = (one for one in found if isinstance(one, Source) and one.full == str(full))
            return next(same, Source(full))
    return Source(full)


def why_unpacked(error: Exception) -> str:
    """Why a file or what is packed in it could not be read."""
    return why_unread(error) if isinstance(error, OSError) and error.strerror else "what is packed is damaged"


def _problem(path: Path, what: str) -> Problem:
    return Problem(str(path), 0, ProblemKind.FILE, f"'{str(path)[:100]}' {what}.")
