"""Numbers as few bytes: what the strategy page and its file carry."""

from __future__ import annotations

import base64

import numpy as np
from numpy.typing import NDArray


def packed_bytes(values: NDArray[np.integer]) -> str:
    """Whole numbers from 0 to 255, a byte each. Raises ValueError if one is none of them."""
    narrow = np.asarray(values).astype(np.uint8)
    if not np.array_equal(narrow, values):
        raise ValueError("These numbers do not fit into bytes.")
    return _text(narrow.tobytes())


def packed_places(values: NDArray[np.integer]) -> str:
    """Whole numbers below 65,536, two bytes each, the low one first.

    Raises ValueError if one is none of them.
    """
    narrow = np.asarray(values).astype("<u2")
    if not np.array_equal(narrow, values):
        raise ValueError("These numbers do not fit into two bytes.")
    return _text(narrow.tobytes())


def packed_curves(curves: NDArray[np.integer]) -> str:
    """Smooth rows of whole numbers, shape (rows, points): second differences as `packed_whole`.

    Each row begins with its first number and its first difference.
    """
    steps = np.asarray(curves, dtype=np.int64)
    for _ in range(2):
        steps = np.diff(steps, axis=1, prepend=0)
    return packed_whole(steps.ravel())


def packed_whole(numbers: NDArray[np.integer]) -> str:
    """Whole numbers, shape (n,), seven bits a byte.

    A number n is written as 2n, or -2n - 1 where it is negative, lowest bits first; all bytes but its last
    have the high bit.
    """
    values = np.asarray(numbers, dtype=np.int64)
    zigzag = np.where(values < 0, -2 * values - 1, 2 * values)
    groups = [zigzag >> 7 * k for k in range(10)]
    found = bytearray()
    columns = np.stack(groups, axis=1)
    lengths = np.maximum(1, (columns > 0).sum(axis=1))
    for row, length in zip(columns.tolist(), lengths.tolist(), strict=True):
        found += bytes([one & 127 | 128 for one in row[: length - 1]])
        found.append(row[length - 1] & 127)
    return _text(bytes(found))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
