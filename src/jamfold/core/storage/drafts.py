"""Items as they are written: temporary files that take their names together; made in one go if missing."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from jamfold.core.errors import UnusableError, UnwritableError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.files import (
    check_room,
    clear,
    peak_memory_bytes,
    sync,
    sync_folder,
    temporary,
    whole_file,
    writing,
)
from jamfold.core.storage.folder import FILE_MODE, open_private
from jamfold.core.storage.items import Artifact, OpenArtifact, Record

_logger = logging.getLogger(__name__)
_unkept: dict[str, OpenArtifact] = {}


class ArtifactWriter:
    """The arrays of an item, filled from first to last row under temporary names.

    Use it as a context manager, under the item's lock: what is not published is
    deleted.  Everything here raises `UnwritableError` where the disk does not take it.
    """

    def __init__(self, item: Artifact) -> None:
        self._item = item
        self._paths = {name: item.array_path(name) for name in item.array_specs}
        self._digests: dict[str, Any] = {  # running, or the checksum of a file that was adopted
            name: hashlib.sha256(form.header) for name, form in item.array_specs.items()
        }
        self._files: dict[str, BinaryIO] = {}

    def __enter__(self) -> Self:
        """The draft, its files begun."""
        try:
            with writing(self._item.folder):
                for path in self._paths.values():
                    _make_way(path)
                _make_way(self._item.record_path)
                for name, form in self._item.array_specs.items():
                    self._files[name] = open(temporary(self._paths[name]), "wb", opener=open_private)
                    self._files[name].write(form.header)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Delete what was not published."""
        for name, file in self._files.items():
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                temporary(self._paths[name]).unlink(missing_ok=True)

    def append(self, name: str, rows: NDArray[Any]) -> None:
        if rows.dtype != np.dtype(self._item.array_specs[name].dtype):
            raise AssertionError(f"values of {self._paths[name].name} are {rows.dtype}")
        content = np.ascontiguousarray(rows).data
        with writing(self._paths[name]):
            self._files[name].write(content)
        self._digests[name].update(content)

    def adopt(self, name: str, path: Path, sha256: str) -> None:
        """Take a finished file, with its checksum, as an array that has had no values yet.

        It stays under its own name too until that is deleted, so that a build cut off here loses
        nothing; and takes no more room, unless the file system knows one name per file only.
        """
        own = temporary(self._paths[name])
        with writing(own):
            self._files[name].close()
            own.unlink()
            try:
                os.link(path, own)
            except OSError:
                own.touch(FILE_MODE)
                shutil.copyfile(path, own)
            self._files[name] = own.open("r+b")
            self._files[name].seek(0, os.SEEK_END)
        self._digests[name] = sha256

    def written(self, name: str) -> NDArray[Any]:
        """A read-only map of an array that is complete."""
        form, path = self._item.array_specs[name], temporary(self._paths[name])
        with writing(path):
            self._files[name].flush()
            return np.memmap(path, form.dtype, "r", len(form.header), form.shape)

    def publish(self, built_seconds: float | None = None) -> None:
        """Give the files their names, the record last, which makes the item valid."""
        item, durable = self._item, self._item.durable
        with writing(item.folder):
            for name, file in self._files.items():
                if file.tell() != item.array_specs[name].file_bytes:
                    raise AssertionError(f"{self._paths[name].name} is not complete")
                if durable:
                    sync(file)
                file.close()
            if clear(item.record_path) and durable:
                sync_folder(item.folder)
            for path in self._paths.values():
                temporary(path).replace(path)
            if durable:
                sync_folder(item.folder)
            sha256 = {
                name: digest if isinstance(digest, str) else digest.hexdigest()
                for name, digest in self._digests.items()
            }
            seconds = None if built_seconds is None else round(built_seconds, 3)
            record = Record(item.identity, sha256, seconds, peak_memory_bytes())
            with whole_file(item.record_path, durable=durable) as file:
                file.write(record.text(item.array_specs).encode())


def write_item(
    item: Artifact, arrays: Mapping[str, NDArray[Any]], built_seconds: float | None = None
) -> None:
    """Write a whole item, under its lock.

    Raises UnwritableError if the disk does not take it; nothing of it is left then.
    """
    with ArtifactWriter(item) as draft:
        for name in item.array_specs:
            draft.append(name, arrays[name])
        draft.publish(built_seconds)


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


def _make_way(path: Path) -> None:
    """Delete a foreign folder under a name that is ours, and what a killed build has left.

    That may be the second name of a block (`ArtifactWriter.adopt`): written over, it would spoil the block.
    """
    if path.is_dir():
        clear(path)
    clear(temporary(path))
