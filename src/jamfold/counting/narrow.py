"""Casts to small integer types that never wrap."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Small = TypeVar("Small", bound=np.integer[Any])


def narrow(values: NDArray[np.integer[Any]], dtype: type[Small]) -> NDArray[Small]:
    """The values in a smaller integer type.

    Raises OverflowError if one does not fit: the program was given a game that it does not serve.
    """
    limits = np.iinfo(dtype)
    if values.size and not (limits.min <= values.min() and values.max() <= limits.max):
        raise OverflowError(f"{values.min()} to {values.max()} do not fit into {limits.dtype}")
    return values.astype(dtype)
