"""Parts: finished blocks of a build, in files that know where they belong.

A part is an ``.npz`` file (which carries a checksum of every member) with a
JSON header and one array per block.  A build keeps each block as a part of its
own; ``tables build --blocks K/N`` writes many into one, to be merged elsewhere.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jamfold.errors import TableError
from jamfold.games import GAMES, Game
from jamfold.tables.blocks import block_list, block_size, plan_key
from jamfold.tables.decomposition.planes import margin_planes

_HEADER = "header"
_KIND = "jamfold table part"


@dataclass(frozen=True)
class Part:
    """A part file: its game and the numbers of its blocks."""

    path: Path
    game: Game
    blocks: tuple[int, ...]

    def values(self, number: int) -> NDArray[np.int32]:
        """The values of a block, int32, shape (planes, values).

        Raises
        ------
        TableError
            If the file is damaged.
        """
        block = block_list(self.game)[number]
        shape = (len(margin_planes(self.game)), block_size(self.game, block))
        try:
            with np.load(self.path, allow_pickle=False) as file:
                values: NDArray[np.int32] = file[_member(number)]
        except _DAMAGE as error:
            raise TableError(f"The part {self.path} is damaged at block {number}: {error}.") from error
        if values.shape != shape or values.dtype != np.int32:
            raise TableError(f"The part {self.path} is damaged: block {number} has a wrong shape.")
        return values


_DAMAGE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)


def write_part(path: Path, game: Game, blocks: Mapping[int, NDArray[np.int32]]) -> None:
    """Write blocks by number; the file appears under its name only when it is whole."""
    header = {"kind": _KIND, "game": game.name, "plan": plan_key(game), "blocks": sorted(blocks)}
    arrays = {_member(number): values for number, values in blocks.items()}
    temporary = path.with_name(f"{path.name}.tmp")
    with temporary.open("wb") as file:
        np.savez(file, **{_HEADER: np.array(json.dumps(header))}, **arrays)  # type: ignore[arg-type]
    temporary.replace(path)


def read_part(path: Path) -> Part:
    """The header of a part file.

    Raises
    ------
    TableError
        If the file is no part, or one of other rules or another version.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(str(file[_HEADER]))
    except FileNotFoundError as error:
        raise TableError(f"There is no file {path}.") from error
    except _DAMAGE as error:
        raise TableError(f"{path} is not a readable part of a table: {error}.") from error
    if not isinstance(header, dict) or header.get("kind") != _KIND or header.get("game") not in GAMES:
        raise TableError(f"{path} is not a part of a table.")
    game = GAMES[header["game"]]
    if header.get("plan") != plan_key(game):
        raise TableError(f"The part {path} was made for other rules or by another version.")
    return Part(path, game, tuple(int(number) for number in header["blocks"]))


def check_complete(parts: Sequence[Part]) -> Game:
    """The game of parts that make one whole.

    Raises
    ------
    TableError
        If they belong to different games, overlap, or leave blocks out.
    """
    if not parts:
        raise TableError("There are no parts to merge.")
    game = parts[0].game
    found: dict[int, Path] = {}
    for part in parts:
        if part.game != game:
            raise TableError(
                f"{part.path} is a part of {part.game.name}, {parts[0].path} one of {game.name}."
            )
        for number in part.blocks:
            if number in found:
                raise TableError(f"{part.path} and {found[number]} both hold block {number}.")
            found[number] = part.path
    missing = sorted({block.number for block in block_list(game)} - found.keys())
    if missing:
        raise TableError(
            f"These parts leave out {len(missing)} of {len(block_list(game))} blocks, "
            f"such as block {missing[0]}."
        )
    return game


def numbered_blocks(parts: Sequence[Part]) -> Iterator[tuple[int, Part]]:
    """All blocks of the parts, in the order of their numbers."""
    return iter(
        sorted(((number, part) for part in parts for number in part.blocks), key=lambda pair: pair[0])
    )


def _member(number: int) -> str:
    return f"block-{number:03d}"
