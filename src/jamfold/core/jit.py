"""The project's two decorators for kernels, and the `prange` of their loops.

A kernel is built when it is first called, which brings in Numba and, if there is any, machine code
from the disk (`jamfold.core.kernel_cache`): a program that calls none waits for neither.

All kernels release the interpreter lock; wrap-around and bounds checks are off, so a
kernel trusts its caller and says in its docstring what it expects.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from functools import cached_property, update_wrapper
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from numba import prange
else:
    prange = range  # the kernel that is built sees Numba's in its place

__all__ = ["Intrinsic", "Kernel", "intrinsic", "kernel", "parallel_kernel", "prange"]

F = TypeVar("F", bound=Callable[..., Any])

_building = threading.RLock()  # a kernel builds those that it calls


def kernel(function: F) -> F:
    """Compile a single-threaded kernel; run it from several threads at will."""
    return cast("F", Kernel(function, {"nogil": True}))


def parallel_kernel(function: F) -> F:
    """Compile a kernel whose `prange` loops run on all cores."""
    return cast("F", Kernel(function, {"nogil": True, "parallel": True}))


def intrinsic(maker: str, *arguments: Any, plain: Callable[..., Any]) -> Any:
    """What a kernel calls to have LLVM's code written into it.

    Parameters
    ----------
    maker
        The function that makes the intrinsic of the arguments, by its full name: its file imports Numba.
    plain
        A kernel that does the same, for versions of Numba with which that file cannot be imported.
    """
    return Intrinsic(maker, arguments, plain)


class Kernel:
    """A function that becomes Numba's dispatcher when it is first used; what it lacks, the dispatcher has."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function = cast("FunctionType", function)
        self.options = options
        self.built: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """What the compiled function gives."""
        return (self.built or self.dispatcher())(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher(), name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _kernel_of, (self.function.__module__, self.function.__qualname__)

    def dispatcher(self) -> Any:
        """Numba's dispatcher for the function; with NUMBA_DISABLE_JIT the function itself."""
        with _building:
            if self.built is None:
                from jamfold.core.kernel_cache import build

                build(self)
        return self.built


class Intrinsic:
    """One of Numba's intrinsics, made when a kernel that calls it is built; else a plain kernel."""

    def __init__(self, maker: str, arguments: tuple[Any, ...], plain: Callable[..., Any]) -> None:
        self._maker, self._arguments, self._plain = maker, arguments, plain

    @cached_property
    def source(self) -> Any:
        """The function that makes the intrinsic and its arguments, or the plain kernel."""
        module, _, name = self._maker.rpartition(".")
        try:
            return getattr(importlib.import_module(module), name), self._arguments
        except ImportError:
            return self._plain

    @cached_property
    def compiled(self) -> Any:
        """Numba's object, or the plain kernel."""
        if self.source is self._plain:
            return self._plain
        maker, arguments = self.source
        return maker(*arguments)


def _kernel_of(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)
