"""Work that was cut off, of one kind: kept under a hash of what was asked, so the same question goes on.

What is over is deleted; of what nobody came back to the newest are kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jamfold.kept.checkpoint import Checkpoint, lone_items, single_checkpoint
from jamfold.kept.files import ArraySpec
from jamfold.kept.folder import data_folder
from jamfold.kept.item import Artifact

MAX_CHECKPOINTS = 8
_DIGITS = 12  # of the hash in a name


@dataclass(frozen=True)
class ResumableWork:
    """A kind of work: where it is kept, what it is called, and what it needs to go on."""

    subfolder: str
    """The folder below that of all data."""
    kind: str
    used_by: str
    """The command that goes on with it."""
    arrays: tuple[str, ...]

    @property
    def folder(self) -> Path:
        return data_folder() / self.subfolder

    def item(
        self, name: str, asked: str, title: str, identity: Mapping[str, Any], forms: Mapping[str, ArraySpec]
    ) -> Artifact:
        """The work on what was asked; its name begins so, and ends in the hash."""
        digest = hashlib.sha256(asked.encode()).hexdigest()[:_DIGITS]
        return replace(self._like(title, identity), name=f"{name}-{digest}", array_specs=dict(forms))

    def items(self, name: str, title: str, identity: Mapping[str, Any]) -> list[Artifact]:
        """All work whose name begins so, as `pathlib.Path.glob` reads it."""
        return lone_items(f"{name}-{'?' * _DIGITS}", self._like(title, identity))

    def _like(self, title: str, identity: Mapping[str, Any]) -> Artifact:
        return Artifact(
            folder=self.folder,
            name="",
            kind=self.kind,
            title=title,
            serves=self.used_by,
            identity=dict(identity),
            array_specs=dict.fromkeys(self.arrays, ArraySpec("<f8", (0,))),
            durable=False,
            one_row=True,
        )


def find_checkpoint(item: Artifact, *, period: float = 0.0) -> AbstractContextManager[Checkpoint]:
    """The checkpoint of such work, with a lock of its own."""
    return single_checkpoint(item, period=period, most=MAX_CHECKPOINTS)
