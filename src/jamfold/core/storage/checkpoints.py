"""Checkpoints of interrupted work: rewritten items under a hash of the question, deleted at the end.

A checkpoint has everything that steers the work, strategies as well as values: then the work ends in the
same bytes however often it was interrupted, also where several answers are right.  What the disk refuses is
not saved, and what is damaged or foreign is ignored: the work starts again and ends in the same bytes.

The same question resumes its work.  Of work that nobody resumes, the newest checkpoints remain.

Work in blocks has no checkpoint: each block is kept as it is finished, so that work cut off anywhere goes on.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Set
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import filelock
from numpy.typing import NDArray

from jamfold.core.errors import UnavailableError, UnusableError, UnwritableError
from jamfold.core.storage.drafts import ArtifactWriter, write_item
from jamfold.core.storage.files import ArraySpec, check_room, clear, open_regular, writing
from jamfold.core.storage.folder import FILE_MODE, data_folder, make_folder
from jamfold.core.storage.items import MOST_BYTES, NOT_IDENTITY, Artifact

MAX_CHECKPOINTS = 8
"""How many of a folder stay."""
_NONE = ArraySpec("<f8", (0,))
_SHORT = "<f4"
"""Of large arrays of a search."""


class Checkpoint:
    """The arrays that some work goes on from; the caller holds the lock of the item.

    Parameters
    ----------
    item
        How they are kept; None keeps nothing.
    period
        Seconds between two writes.
    most
        How many of the folder stay, the newest; 0 for all.
    """

    def __init__(self, item: Artifact | None = None, *, period: float = 0.0, most: int = 0) -> None:
        self._item, self._period, self._most = item, period, most
        self._last = time.monotonic()

    @property
    def is_kept(self) -> bool:
        return self._item is not None

    def load(self) -> dict[str, NDArray[Any]] | None:
        """Copies of the arrays that were saved last, if any are there."""
        if self._item is not None:
            with suppress(UnusableError, UnavailableError):
                return {name: array.copy() for name, array in self._item.open().arrays.items()}
        return None

    def save(self, arrays: Mapping[str, NDArray[Any]], *, at_once: bool = False) -> None:
        """Keep these arrays in place of the last ones; unless it is too early, and nothing says at once."""
        now = time.monotonic()
        if self._item is None or not (at_once or now - self._last >= self._period):
            return
        self._last = now
        with suppress(UnwritableError):
            write_item(self._item, arrays)
            if self._most:
                _remove_old(self._item.folder, self._most)

    def forget(self) -> None:
        if self._item is not None:
            with suppress(UnwritableError):
                self._item.remove()


@contextmanager
def find_checkpoint(
    item: Artifact, *, period: float = 0.0, most: int = MAX_CHECKPOINTS
) -> Iterator[Checkpoint]:
    """A checkpoint with its own lock; nothing is kept where another process has that, or the disk refuses."""
    lock = filelock.FileLock(item.folder / f"{item.name}.lock", timeout=0, mode=FILE_MODE)
    try:
        make_folder(item.folder)
        lock.acquire()
    except (OSError, filelock.Timeout):
        yield Checkpoint()
        return
    try:
        yield Checkpoint(item, period=period, most=most)
    finally:
        lock.release()


def lone_items(pattern: str, like: Artifact) -> list[Artifact]:
    """All items of its folder, kind and arrays whose names match, by their own records.

    Only their own checksums are checked; their identities are compared when a question needs them.  An item
    without a readable record is listed so that it can be reported as damaged and removed.

    Parameters
    ----------
    pattern
        Of their names, as `pathlib.Path.glob` reads it.
    like
        Folder, kind, title, use and the names of the arrays.
    """
    items = []
    with suppress(OSError):
        for path in sorted(like.folder.glob(f"{pattern}.json")):
            record = _noted(path)
            arrays: Any = record.get("arrays")
            has_arrays = isinstance(arrays, dict) and arrays.keys() == like.array_specs.keys()
            identity = {name: value for name, value in record.items() if name not in NOT_IDENTITY}
            items.append(
                replace(
                    like,
                    name=path.stem,
                    identity={**identity, **like.identity},
                    array_specs={
                        name: _form(arrays[name], spec) if has_arrays else _NONE
                        for name, spec in like.array_specs.items()
                    },
                )
            )
    return items


def _noted(path: Path) -> dict[str, Any]:
    """What a record says, nothing if it is none."""
    with suppress(OSError, ValueError, RecursionError), open_regular(path) as file:
        record = json.loads(file.read(MOST_BYTES))
        return record if isinstance(record, dict) else {}
    return {}


def _form(entry: Any, like: ArraySpec) -> ArraySpec:
    """The form of an array by its record; another one than any file has, if that makes no sense."""
    if not isinstance(entry, dict) or not isinstance(entry.get("shape"), list):
        return _NONE
    shape = tuple(entry["shape"])
    dtype = str(entry.get("dtype"))
    sensible = dtype in (like.dtype, _SHORT) and all(type(size) is int and size >= 0 for size in shape)
    return replace(like, dtype=dtype, shape=shape) if sensible else _NONE


def _remove_old(folder: Path, most: int) -> None:
    """Delete all but the newest checkpoints of a folder."""
    with suppress(OSError):
        records = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for record in records[most:]:
            for path in (record, *folder.glob(f"{record.stem}.*")):
                if path.suffix != ".lock":
                    path.unlink(missing_ok=True)


_DIGITS = 12  # of the hash in a name


@dataclass(frozen=True)
class ResumableWork:
    """A kind of work: where it is kept, what it is called, and what it needs to go on."""

    subfolder: str
    """The folder below that of all data."""
    kind: str
    title: str
    """What one piece of it is called; ``{seats}`` is its number of seats."""
    used_by: str
    """The command that goes on with it."""
    arrays: tuple[str, ...]
    names: str = "{game}"
    """How names begin, as `pathlib.Path.glob` reads it, with the same ``{seats}``."""
    seats: range = range(1)
    """The numbers of seats that names contain; 0 where they contain none."""

    @property
    def folder(self) -> Path:
        return data_folder() / self.subfolder

    def item(
        self,
        name: str,
        text: str,
        identity: Mapping[str, Any],
        forms: Mapping[str, ArraySpec],
        seats: int = 0,
    ) -> Artifact:
        """The checkpoint of a question; its name is ``name`` and the hash of ``text``."""
        digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
        return replace(self._like(identity, seats), name=f"{name}-{digest}", array_specs=dict(forms))

    def items(self, game: str) -> list[Artifact]:
        """Return the interrupted work on a game, and the newest finished work, by seats."""
        return [
            item
            for seats in self.seats
            for item in lone_items(
                f"{self.names.format(game=game, seats=seats)}-{'?' * _DIGITS}",
                self._like({"game": game}, seats),
            )
        ]

    def _like(self, identity: Mapping[str, Any], seats: int) -> Artifact:
        return Artifact(
            folder=self.folder,
            name="",
            kind=self.kind,
            title=self.title.format(seats=seats),
            serves=self.used_by,
            identity=dict(identity),
            array_specs=dict.fromkeys(self.arrays, ArraySpec("<f8", (0,))),
            durable=False,
            one_row=True,
        )


_VALUES = "values"


class BlockStore:
    """The blocks of one piece of work, by number, in a folder of their own.

    Blocks are items like others, but not forced to the disk: one that is lost or
    damaged is recognised by its checksum and made again.  Other files in the
    folder are ignored.  The caller holds the lock of the work, or of each block it writes.

    Parameters
    ----------
    folder
        Where the blocks lie; made when the first is written.
    identity
        What all of them belong to.
    forms
        The array of each block.
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any], forms: Mapping[int, ArraySpec]) -> None:
        self.folder = folder
        self._items = {
            number: Artifact(
                folder=folder,
                name=f"block-{number:04d}",
                kind="block",
                title=f"block {number}",
                serves="an unfinished build",
                identity={**identity, "block": number},
                array_specs={_VALUES: form},
                durable=False,
            )
            for number, form in forms.items()
        }

    @property
    def total_bytes(self) -> int:
        return sum(item.total_bytes for item in self._items.values())

    @contextmanager
    def resume(self, disk_bytes: int, memory_bytes: int) -> Iterator[set[int]]:
        """Yield the intact blocks of an earlier build, and delete all blocks when this one is finished.

        Raises UnwritableError or TableError if the whole build needs more disk or memory than is free, and as
        `intact` does.
        """
        intact = self.intact()
        check_room(self.folder.parent, disk_bytes - self.bytes_of(intact), memory_bytes)
        yield intact
        with suppress(UnwritableError):  # the next `tidy` tries again
            self.remove()

    def intact(self) -> set[int]:
        """The blocks that are there, whole, compared with their checksums; what is left of others is deleted.

        Raises UnavailableError if a block is there and cannot be opened now; UnwritableError if the rest of a
        damaged one cannot be deleted.
        """
        with writing(self.folder):
            if not self.folder.is_dir():
                clear(self.folder)
        intact = set()
        for number, item in self._items.items():
            with suppress(UnusableError):
                item.verify()
                intact.add(number)
            if number not in intact:  # out of the error's reach: it has the block mapped, which Windows keeps
                item.remove()
        return intact

    def write(self, number: int, values: NDArray[Any]) -> None:
        """Keep a block. Raises UnwritableError if the disk does not take it."""
        with writing(self.folder):
            make_folder(self.folder)
        write_item(self._items[number], {_VALUES: values})

    def read(self, number: int) -> NDArray[Any]:
        """A block that was written or `intact`: a memory map where its form says so.

        Raises UnusableError or UnavailableError if something has happened to it since.
        """
        return self._items[number].open().arrays[_VALUES]

    def present(self) -> frozenset[int]:
        """The numbers of the blocks on disk; checksums are not compared.

        Raises UnavailableError if one cannot be opened now.
        """
        return frozenset(number for number, item in self._items.items() if item.is_there())

    def find(self, number: int) -> NDArray[Any] | None:
        """A block if it is there and whole, compared with its checksum; as `read`.

        Raises UnavailableError if it is there and cannot be opened now.
        """
        try:
            return self._items[number].verify().arrays[_VALUES]
        except UnusableError:
            return None

    def locked(self, number: int) -> AbstractContextManager[None]:
        """Hold the lock of one block, where several processes make blocks of the same work.

        Raises UnwritableError if the folder or the file cannot be written.
        """
        return self._items[number].locked()

    def hand_over(self, number: int, draft: ArtifactWriter, array: str) -> None:
        """Let a block become an array of an item, without writing it again.

        Raises UnusableError or UnavailableError or UnwritableError if something has happened to it since, or
        the disk does not take it.
        """
        item = self._items[number]
        draft.adopt(array, item.path, item.open().record.sha256[_VALUES])

    def bytes_of(self, numbers: Set[int]) -> int:
        return sum(self._items[number].total_bytes for number in numbers)

    def remove(self) -> bool:
        """Delete the folder; returns whether there was one.

        Raises UnwritableError if it cannot be deleted.
        """
        with writing(self.folder):
            return clear(self.folder)
