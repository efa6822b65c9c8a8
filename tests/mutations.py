"""Damaged and forged files, at random but the same for the same seed."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator

_DEEP = b"[" * 3000 + b"]" * 3000
_FORGED = (b"(", b"'", b"\\", b"\n", b"-1", b"1e999", b"9" * 400, b"null", b"{}", _DEEP, b"\xff", b"\0")


def mutated(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Copies of a file, most with one to three bits flipped, some cut or with other bytes put in."""
    rng = random.Random(seed)
    for _ in range(count):
        copy = bytearray(data)
        kind = rng.random()
        at = rng.randrange(len(copy))
        if kind < 0.7:
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                copy[rng.randrange(len(copy))] ^= 1 << rng.randrange(8)
        elif kind < 0.8:
            del copy[at:]
        elif kind < 0.9:
            copy[at : at + rng.randrange(9)] = rng.choice(_FORGED)
        else:
            copy[at : at + 4] = rng.randbytes(4)
        yield bytes(copy)


def forged_archives(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Copies of a zip archive: half are damaged, half have a damaged member and right checksums."""
    rng = random.Random(seed)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    yield from mutated(data, count // 2, seed)
    for k in range(count - count // 2):
        name = rng.choice(list(members))
        start = members[name][:200] if rng.random() < 0.8 else members[name]  # headers are short
        (damaged,) = mutated(start, 1, seed + k)
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for other, content in members.items():
                archive.writestr(other, damaged + content[len(start) :] if other == name else content)
        yield stream.getvalue()


_NUMBERS = """
1e99999999999999999999 -1e99999999999999999999 1e-99999999999999999999 1e999999999 0e999999999 0e-999999999
nan -nan inf -inf -0 1_000 0xFF 0b1 true 1979-05-27 07:32:00 4.5 [] {} [[[]]] {a={}} ''
"""
_LONG = ("9" * 400, "9" * 5000, "0x" + "f" * 9000, "0." + "3" * 9000, "[" * 3000, "{a=" * 1000)
_VALUES = (*_NUMBERS.split(), *_LONG, '"\0"', "'''")
_LINES = ("[pays]", "[[pays]]", "[a.b.c]", "cards = 53", "cards = 1e2", 'wild = "deuces"', "pair = 1", "= 1")


def odd_pay_tables(text: str, count: int, seed: int) -> Iterator[str]:
    """Texts of a pay table in which numbers are extreme, and lines damaged, doubled or missing."""
    rng = random.Random(seed)
    for _ in range(count):
        lines = text.splitlines()
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            k = rng.randrange(len(lines))
            name = lines[k].split("=")[0]
            changed = bytearray(lines[k].encode() or b" ")
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            choices = [[f"{name}= {rng.choice(_VALUES)}"], [], [lines[k]] * 2, [rng.choice(_LINES), lines[k]]]
            choices.append([changed.decode(errors="replace")])
            lines[k : k + 1] = rng.choices(choices, (6, 1, 1, 1, 2))[0]
            lines = lines or [""]
        yield "\n".join(lines)
