"""What an import reads: files, those of folders whatever deep they lie, and what is packed in them."""

from __future__ import annotations

import errno
import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Source:
    """A history to be read: a file, or one that is packed in it."""

    path: Path
    member: str = ""
    size: int = 0
    """Bytes to read, as far as they are known before."""

    @property
    def name(self) -> str:
        """Its name in records."""
        return self._below(self.path)

    @property
    def full(self) -> str:
        """Its name in the store."""
        return self._below(self.path.resolve())

    def _below(self, path: Path) -> str:
        return str(path / self.member.lstrip("/\\") if self.member else path)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Its bytes, unpacked."""
        with ExitStack() as stack:
            if self.member:
                packed = stack.enter_context(ZipFile(self.path))
                try:
                    stream = packed.open(self.member)
                except (RuntimeError, NotImplementedError):
                    raise OSError(errno.EINVAL, "it has a password, or is packed in an unknown way") from None
                yield cast(BinaryIO, stack.enter_context(stream))
            elif self.path.suffix.lower() == ".gz":
                yield cast(BinaryIO, stack.enter_context(gzip.open(self.path)))
            else:
                yield stack.enter_context(self.path.open("rb"))


def sources_of(paths: Iterable[Path]) -> Iterator[Source | Problem]:
    """The histories behind some paths; why there is none, where one is no file, or holds nothing to read."""
    for path in paths:
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
        for one in members:
            if Path(one.filename).suffix.lower() in {".gz", ".zip"}:
                yield _problem(path / one.filename.lstrip("/\\"), "is packed twice: unpack the outer archive")
            else:
                yield Source(path, one.filename, one.file_size)
        if not members:
            yield _problem(path, "holds no file that could be a history")
    except UNPACKING as error:
        yield _problem(path, f"cannot be read: {why_unpacked(error)}")


def why_unpacked(error: Exception) -> str:
    """Why a file or what is packed in it could not be read."""
    return why_unread(error) if isinstance(error, OSError) and error.strerror else "what is packed is damaged"


def _problem(path: Path, what: str) -> Problem:
    return Problem(str(path), 0, ProblemKind.FILE, f"'{str(path)[:100]}' {what}.")
