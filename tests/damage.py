"""Damages files of a folder at random: flipped bits, cuts, odd records, foreign things."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

_HEADER = 128
_ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1e300, 10**40, float("nan"), "", "x" * 64, "0" * 64, [], {}, [[]], {"a": []}, [2, 2],
)  # fmt: skip


def damage(rng: random.Random, folder: Path) -> str:
    """Damage one of the files in one of many ways; returns what was done."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    path = rng.choice(paths)
    way = rng.choice(_WAYS + (_RECORDS if path.suffix == ".json" else ()))
    way(rng, path, paths)
    return f"{way.__name__} in {path.name}"


def restore(folder: Path, good: Path) -> None:
    """Put the good files back in place of all others."""
    shutil.rmtree(folder)
    shutil.copytree(good, folder)


def _flip(content: bytes, place: int, bit: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


def _flip_bit(rng: random.Random, path: Path, _: list[Path]) -> None:
    content = path.read_bytes()
    path.write_bytes(_flip(content, rng.randrange(len(content)), rng.randrange(8)))


def _flip_header_bit(rng: random.Random, path: Path, _: list[Path]) -> None:
    content = path.read_bytes()
    path.write_bytes(_flip(content, rng.randrange(min(_HEADER, len(content))), rng.randrange(8)))


def _cut(rng: random.Random, path: Path, _: list[Path]) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: rng.randrange(len(content))])


def _grow(rng: random.Random, path: Path, _: list[Path]) -> None:
    path.write_bytes(path.read_bytes() + rng.randbytes(rng.randrange(1, 300)))


def _scramble(rng: random.Random, path: Path, _: list[Path]) -> None:
    path.write_bytes(rng.randbytes(path.stat().st_size))


def _zero(rng: random.Random, path: Path, _: list[Path]) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def _lose(rng: random.Random, path: Path, _: list[Path]) -> None:
    path.unlink()


def _swap(rng: random.Random, path: Path, paths: list[Path]) -> None:
    path.write_bytes(rng.choice(paths).read_bytes())


def _fold(rng: random.Random, path: Path, _: list[Path]) -> None:
    """A folder under this name."""
    path.unlink()
    path.mkdir()
    (path / "something").write_text("foreign")


def _odd_value(rng: random.Random, path: Path, _: list[Path]) -> None:
    """One value anywhere in the record is another one, or is missing."""
    record = json.loads(path.read_text())
    holder: Any = record
    while True:
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.7:
            holder = holder[key]
            continue
        break
    if rng.random() < 0.3:
        del holder[key]
    else:
        holder[key] = rng.choice(_ODD)
    path.write_text(json.dumps(record))


def _odd_text(rng: random.Random, path: Path, _: list[Path]) -> None:
    deep = "[" * 100_000
    path.write_bytes(
        rng.choice([deep, '{"arrays":' + deep, "9" * 5_000, "null", "[]", "{}", "", "\x00", '"\ud800"'])
        .encode("utf-8", "surrogatepass")
    )  # fmt: skip


_Way = Callable[[random.Random, Path, list[Path]], None]
_WAYS: tuple[_Way, ...] = (_flip_bit, _flip_header_bit, _cut, _grow, _scramble, _zero, _lose, _swap, _fold)
_RECORDS: tuple[_Way, ...] = (_odd_value, _odd_value, _odd_value, _odd_text)
