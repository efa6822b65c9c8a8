"""Long work in blocks, each kept as it is finished, so that work cut off anywhere goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from jamfold.core.errors import UnusableError, UnwritableError
from jamfold.core.storage.drafts import ArtifactWriter, write_item
from jamfold.core.storage.files import ArraySpec, clear, writing
from jamfold.core.storage.folder import make_folder
from jamfold.core.storage.items import Artifact
from jamfold.core.storage.machine import check_room

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
