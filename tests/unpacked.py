"""What the strategy page unpacks in the browser, unpacked here."""

from __future__ import annotations

import base64

import numpy as np
from numpy.typing import NDArray


def unpacked_curves(text: str, points: int) -> NDArray[np.int64]:
    """The rows of `packed_curves` again, shape (rows, points)."""
    numbers, shift, value = [], 0, 0
    for byte in base64.b64decode(text):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(value >> 1 ^ -(value & 1))
            value = shift = 0
    rows = np.array(numbers, dtype=np.int64).reshape(-1, points)
    return np.asarray(np.cumsum(np.cumsum(rows, axis=1), axis=1))
