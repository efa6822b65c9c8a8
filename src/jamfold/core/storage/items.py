"""Stored items: JSON record and arrays on disk, recognised, opened, verified, written and removed.

An item has a record ``NAME.json`` and one ``.npy`` file per array: ``NAME.npy``
for the first, ``NAME.ARRAY.npy`` for the others.  The record is read without trust; it is written last and
removed first: without it there is nothing.  What is missing, damaged, foreign or
of another version is an `UnusableError` and may be built anew; what exists and
cannot be opened now is an `UnavailableError` and is left alone.

Reading writes nothing and takes no lock.  Writing and removing need the lock.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import filelock
import numpy as np
from numpy.typing import NDArray

from jamfold.core.errors import UnavailableError, UnusableError, UnwritableError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.files import ArraySpec, clear, exclusive_lock, open_regular, temporary, writing
from jamfold.core.storage.folder import FILE_MODE
from jamfold.core.version import __version__

FORMAT_VERSION = 2
MOST_BYTES = 1 << 20
NOT_IDENTITY = ("format_version", "arrays", "built_seconds", "peak_memory_bytes", "program_version")
"""What records of all things have; the rest says what a thing is."""
_MOST = 2**63


@dataclass(frozen=True)
class Record:
    """What was noted when a thing was built."""

    identity: Mapping[str, Any]
    """What the thing is (rules, unit, what it was made from): a file with another identity is foreign."""
    sha256: Mapping[str, str]
    """The checksum of each array's file."""
    built_seconds: float | None = None
    peak_memory_bytes: int | None = None
    program_version: str | None = field(default=__version__)
    """built_seconds, peak_memory_bytes, program_version: Cost and version of the build; None if unknown."""

    def text(self, forms: Mapping[str, ArraySpec]) -> str:
        """The record as JSON."""
        took = {
            "built_seconds": self.built_seconds,
            "peak_memory_bytes": self.peak_memory_bytes,
            "program_version": self.program_version,
        }
        return json.dumps(_essence(self.identity, self.sha256, forms) | took, indent=2)


def _essence(
    identity: Mapping[str, Any], sha256: Mapping[str, Any], forms: Mapping[str, ArraySpec]
) -> dict[str, Any]:
    """What a record must say; the rest tells what building took."""
    arrays = {
        name: {
            "dtype": form.dtype,
            "shape": list(form.shape),
            "bytes": form.file_bytes,
            "sha256": sha256[name],
        }
        for name, form in forms.items()
    }
    return {"format_version": FORMAT_VERSION, **identity, "arrays": arrays}


def parse_record(content: bytes, identity: Mapping[str, Any], forms: Mapping[str, ArraySpec]) -> Record:
    """The record in a file's content.

    Raises ValueError with the reason why it is not the record of such a thing.
    """
    if len(content) > MOST_BYTES:
        raise ValueError("the record is damaged: it is too large")
    try:
        data: Any = json.loads(content)
        sha256 = {name: data["arrays"][name]["sha256"] for name in forms}
    except (ValueError, RecursionError, KeyError, TypeError, IndexError):
        raise ValueError("the record is damaged, or from another version") from None
    if any(data.get(key) != value for key, value in _essence(identity, sha256, forms).items()):
        raise ValueError("the record is damaged, or from another version or other rules")
    if not all(isinstance(checksum, str) for checksum in sha256.values()):
        raise ValueError("the record is damaged: a checksum is missing")
    peak, version = _number(data.get("peak_memory_bytes")), data.get("program_version")
    return Record(
        identity,
        sha256,
        _number(data.get("built_seconds")),
        None if peak is None else int(peak),
        version if isinstance(version, str) else None,
    )


def _number(value: Any) -> float | None:
    """A number that makes sense, or None."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _MOST
    return float(value) if is_number else None


BEGUN = "begun"
"""What the name of a checkpoint ends with."""
_CHUNK = 1 << 22


@dataclass(frozen=True, eq=False)
class OpenArtifact:
    """An item that was opened: its record and its arrays by name."""

    record: Record
    arrays: Mapping[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Artifact:
    """A stored item: its place, required identity and arrays, and its names in messages."""

    folder: Path
    name: str
    """folder, name: Its place; ``name`` begins the names of its files."""
    kind: str
    title: str
    serves: str
    """kind, title, used_by: What it is, in a list and in a sentence ("table for holdem"), and what needs
    it."""
    identity: Mapping[str, Any]
    """What its record must say, plain data."""
    array_specs: Mapping[str, ArraySpec]
    """Its arrays, by name."""
    build_hint: str = ""
    """The command that builds it."""
    lock: str = ""
    """The name of its lock; items built by the same work share one."""
    leftovers: tuple[str, ...] = ()
    """Names in its folder that are obsolete once it exists, such as work folders."""
    durable: bool = True
    """Forced to the disk before it takes its name."""
    one_row: bool = False
    """Listed as one thing, however many arrays it has."""
    steering: Mapping[str, ArraySpec] = field(default_factory=dict)
    """What making it goes on from after it was cut off, by name; see `checkpoint`."""

    @property
    def checkpoint(self) -> Artifact:
        """The checkpoint that its build resumes from, in its folder and under its lock."""
        return Artifact(
            folder=self.folder,
            name=f"{self.name}.{BEGUN}",
            kind=f"unfinished {self.kind}",
            title=f"unfinished {self.title}",
            serves=f"an unfinished {self.kind}",
            identity={**self.identity, BEGUN: True},
            array_specs=self.steering,
            lock=self.lock or self.name,
            durable=False,
        )

    @property
    def record_path(self) -> Path:
        return self.folder / f"{self.name}.json"

    @property
    def path(self) -> Path:
        """The file of the first array."""
        return self.array_path(next(iter(self.array_specs)))

    @property
    def total_bytes(self) -> int:
        """The size of all arrays' files."""
        return sum(form.file_bytes for form in self.array_specs.values())

    def array_path(self, array: str) -> Path:
        first = array == next(iter(self.array_specs))
        return self.folder / (f"{self.name}.npy" if first else f"{self.name}.{array}.npy")

    def read_record(self) -> Record:
        """The record alone.

        Raises UnusableError if there is none, or it is not one of this item; UnavailableError if it cannot be
        read now.
        """
        with self._reading(self.record_path), open_regular(self.record_path) as file:
            content = file.read(MOST_BYTES + 1)
        try:
            return parse_record(content, self.identity, self.array_specs)
        except ValueError as error:
            raise self._unusable(self.record_path, str(error)) from error

    def open(self) -> OpenArtifact:
        """The item on disk; checksums of mapped arrays are not compared.

        Raises UnusableError if it is missing, damaged, foreign or of another version; UnavailableError if it
        cannot be opened now.
        """
        record = self.read_record()
        return OpenArtifact(record, {name: self._open_array(name, record) for name in self.array_specs})

    def has_record(self) -> bool:
        """Whether its record exists and matches, so that it can probably be opened at once."""
        with suppress(UnusableError, UnavailableError):
            self.read_record()
            return True
        return False

    def is_there(self) -> bool:
        """Whether it can be opened. Raises UnavailableError if it is there and cannot be opened now."""
        try:
            self.open()
        except UnusableError:
            return False
        return True

    def verify(self, progress: Progress = ignore_progress) -> OpenArtifact:
        """Open the item and compare every byte with the checksums.

        Raises UnusableError or UnavailableError as `open`.
        """
        artifact = self.open()
        for name in (name for name, form in self.array_specs.items() if form.mapped):
            digest, done, path = hashlib.sha256(), 0, self.array_path(name)
            with self._reading(path, required=True), open_regular(path) as file:
                while chunk := file.read(_CHUNK):
                    digest.update(chunk)
                    done += len(chunk)
                    progress(f"reading {path.name}", min(1.0, done / self.array_specs[name].file_bytes))
            self._compare(name, digest.hexdigest(), artifact.record)
        return artifact

    def locked(self, progress: Progress = ignore_progress) -> AbstractContextManager[None]:
        """Hold the item's lock; see `locks.locked`."""
        return exclusive_lock(self._lock_path, progress)

    def invalidate(self) -> None:
        """Delete the record, without which there is nothing.

        Raises UnwritableError if it cannot be deleted.
        """
        self._clear([self.record_path])

    def remove(self) -> bool:
        """Delete the item and all that is left of its builds; returns whether there was anything.

        Raises UnwritableError if something cannot be deleted.
        """
        return self._clear([*self.files, *self._remains(finished=True)])

    def tidy(self, *, finished: bool) -> None:
        """Delete what killed builds have left, where that is allowed and nobody is building now."""
        remains = self._remains(finished)
        with suppress(OSError, UnwritableError):
            if any(path.exists() or path.is_symlink() for path in remains):
                with filelock.FileLock(self._lock_path, timeout=0, mode=FILE_MODE):
                    self._clear(remains)

    @property
    def files(self) -> list[Path]:
        """Its files, the record first."""
        return [self.record_path, *map(self.array_path, self.array_specs)]

    @property
    def _lock_path(self) -> Path:
        return self.folder / f"{self.lock or self.name}.lock"

    def _remains(self, finished: bool) -> list[Path]:
        """Names of temporary files, and of the leftovers if the item is finished."""
        files = [*map(temporary, self.files)]
        if finished:
            files += (self.folder / name for name in self.leftovers)
        if finished and self.steering:
            checkpoint = self.checkpoint
            files += (*checkpoint.files, *map(temporary, checkpoint.files))
        return files

    def _clear(self, paths: list[Path]) -> bool:
        cleared = False
        for path in paths:
            with writing(path):
                cleared |= clear(path)
        return cleared

    def _open_array(self, name: str, record: Record) -> NDArray[Any]:
        form, path = self.array_specs[name], self.array_path(name)
        with self._reading(path, required=True), open_regular(path) as file:
            header = file.read(len(form.header))
            if header != form.header or file.seek(0, 2) != form.file_bytes:
                raise self._unusable(path, "the file is damaged: it is not as it was written")
            if form.mapped:
                return np.memmap(file, form.dtype, "r", len(header), form.shape)
            content = bytearray(form.file_bytes - len(header))
            file.seek(len(header))
            file.readinto(content)  # a cut is seen in the checksum
        self._compare(name, hashlib.sha256(header + content).hexdigest(), record)
        return np.frombuffer(content, form.dtype).reshape(form.shape)

    def _compare(self, name: str, sha256: str, record: Record) -> None:
        if sha256 != record.sha256[name]:
            reason = "the file is damaged: its checksum is not the recorded one"
            raise self._unusable(self.array_path(name), reason)

    @contextmanager
    def _reading(self, path: Path, *, required: bool = False) -> Iterator[None]:
        """Tell what is not there, what is no file, and what cannot be opened now apart."""
        try:
            yield
        except (FileNotFoundError, NotADirectoryError) as error:
            if required:
                raise self._unusable(path, "the file is missing") from error
            remedy = f": {self.build_hint} builds it" if self.build_hint else ""
            raise UnusableError(f"There is no {self.title} yet{remedy}.") from error
        except IsADirectoryError as error:
            raise self._unusable(path, "this is not a file") from error
        except (OSError, MemoryError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "not enough memory"
            raise UnavailableError(
                f"The {self.title} in {path} cannot be opened now: {reason}. It is unchanged."
            ) from error

    def _unusable(self, path: Path, reason: str) -> UnusableError:
        remedy = f"; {self.build_hint} builds it again" if self.build_hint else ""
        return UnusableError(f"The {self.title} in {path} cannot be used: {reason}{remedy}.")
