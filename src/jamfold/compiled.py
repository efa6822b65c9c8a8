"""The project's two Numba decorators.

Compiled code is cached on disk, file by file: Numba does not see an edit in
another file, so kernels that call one another stand in one file.  All kernels
release the interpreter lock; wrap-around and bounds checks are off, so a
kernel trusts its caller and says in its docstring what it expects.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a single-threaded kernel; run it from several threads at will."""
    return cast("F", numba.njit(cache=True, nogil=True)(function))


def parallel_kernel(function: F) -> F:
    """Compile a kernel whose `prange` loops run on all cores."""
    return cast("F", numba.njit(cache=True, nogil=True, parallel=True)(function))
