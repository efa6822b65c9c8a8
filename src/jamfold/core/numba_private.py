"""The parts of Numba that are not public, which a new version may move or change.

No other module imports them.  Where this one cannot be imported, every run compiles its kernels
(`jamfold.core.kernel_cache`) and plain kernels take the place of LLVM's code (`jamfold.core.jit.intrinsic`).
"""

from __future__ import annotations

import logging
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.cgutils import alloca_once_value, for_range_slice, get_or_insert_function
from numba.np import linalg

__all__ = ["alloca_once_value", "cache_code", "for_range_slice", "get_or_insert_function"]

_logger = logging.getLogger("jamfold")  # a program that sets up no logging prints warnings on stderr


def _load_without_blas() -> None:
    """Load what all kernels need; to look for BLAS, which none needs, Numba would load SciPy, 0.2 s."""
    usual = linalg.ensure_blas
    linalg.ensure_blas = _no_blas
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = usual  # kernels of others may have a use


def _no_blas() -> None:
    raise ImportError


_load_without_blas()


def cache_code(dispatcher: Any, function: FunctionType, folder: Path) -> None:
    """Let a dispatcher load the machine code of its function from a folder, and save it there."""
    function.__dict__["folder"] = folder
    dispatcher._cache = _KernelCache(function)  # noqa: SLF001 -- Numba has no other door


class _KernelLocator(InTreeCacheLocator):
    """Where Numba looks for the code of a kernel: in a folder whose name tells all of it."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(function.folder)

    def get_source_stamp(self) -> str:
        """No more than the folder tells."""
        return ""

    def get_disambiguator(self) -> str:
        """No line number, which a line above would change."""
        return ""


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [_KernelLocator]  # noqa: RUF012 -- as Numba declares it


class _KernelCache(FunctionCache):
    """Machine code on disk that is a help and never a hindrance."""

    _impl_class = _KernelCacheImpl
    _has_warned = False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None, so that it is compiled, if the file is damaged."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 -- a cut pickle raises what it likes
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code; where that fails (full disk, folder gone), say it once and go on."""
        try:
            try:
                super().save_overload(sig, data)
            except OSError:
                raise
            except Exception:  # noqa: BLE001 -- a damaged index, or one with a class that has moved
                self.flush()
                super().save_overload(sig, data)
        except OSError as error:
            if not _KernelCache._has_warned:
                _KernelCache._has_warned = True
                reason = error.strerror or error
                _logger.warning("Compiled code cannot be saved in '%s': %s.", self.cache_path, reason)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Numba's key, and the fields of tuples, which it knows by the name of their class alone."""
        return *super()._index_key(sig, codegen), _fields(sig)


def _fields(kinds: Any) -> tuple[Any, ...]:
    """The names of the fields of all named tuples among Numba's types, and of those inside them."""
    tuples = [kind for kind in kinds if isinstance(kind, types.BaseTuple)]
    return tuple((getattr(kind, "fields", ()), _fields(kind)) for kind in tuples)
