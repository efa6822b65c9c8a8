"""The record of a built thing: JSON beside the data, read without trust."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jamfold._version import __version__
from jamfold.kept.files import ArraySpec

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
    """built_seconds, peak_memory_bytes, program_version: What building took, and who built; None where it is
    not known."""

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
        raise ValueError("the record is damaged, it is too large")
    try:
        data: Any = json.loads(content)
        sha256 = {name: data["arrays"][name]["sha256"] for name in forms}
    except (ValueError, RecursionError, KeyError, TypeError, IndexError):
        raise ValueError("the record is damaged, or of another version") from None
    if any(data.get(key) != value for key, value in _essence(identity, sha256, forms).items()):
        raise ValueError("the record is damaged, or of another version or other rules")
    if not all(isinstance(checksum, str) for checksum in sha256.values()):
        raise ValueError("the record is damaged, a checksum is missing")
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
    known = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _MOST
    return float(value) if known else None
