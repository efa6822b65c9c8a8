"""The project's two Numba decorators, and where compiled code is kept.

Numba keeps compiled code file by file and does not see an edit in another file,
while a kernel holds the constants and kernels of others as they were.  So the code
lies in a folder named after a hash of the sources, ``kernels-<key>``, and an edit
anywhere below the rooms of `_ABOVE` begins a new one; the newest few are left.
Of the places for that folder the first that can be written is taken: $NUMBA_CACHE_DIR,
the package, the user's cache, the data folder.  Without any the code is compiled
in every run anew, and a sentence says so.

All kernels release the interpreter lock; wrap-around and bounds checks are off, so a
kernel trusts its caller and says in its docstring what it expects.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.dispatcher import Dispatcher

from jamfold.kept.folder import data_folder

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
_PREFIX = "kernels-"
_NEWEST = 3  # keys that are left in a folder: a branch or two beside this one
_ABOVE = {"cli", "web", "views", "questions", "practice", "spots"}
"""Rooms that lie above every kernel: no kernel sees what stands there."""

_logger = logging.getLogger("jamfold")  # a program that sets up no logging prints warnings on stderr


def kernel(function: F) -> F:
    """Compile a single-threaded kernel; run it from several threads at will."""
    return cast("F", _kept(numba.njit(nogil=True)(function)))


def parallel_kernel(function: F) -> F:
    """Compile a kernel whose `prange` loops run on all cores."""
    return cast("F", _kept(numba.njit(nogil=True, parallel=True)(function)))


def _kept(dispatcher: Any) -> Any:
    """The kernel, its machine code kept on disk; as `enable_caching` does it, with a folder of ours."""
    is_compiled = isinstance(dispatcher, Dispatcher)  # not so with NUMBA_DISABLE_JIT
    if is_compiled and kernel_folder() is not None:
        dispatcher._cache = _KernelCache(dispatcher.py_func)  # noqa: SLF001 -- Numba has no other door
    return dispatcher


@cache
def kernel_folder() -> Path | None:
    """The folder of this version's machine code; None, after a warning, where there is none."""
    key = source_key(PACKAGE)
    for place in _places():
        folder = place / f"{_PREFIX}{key}"
        try:
            is_new = not folder.is_dir()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
        except OSError:
            continue
        if _is_own(folder):
            if is_new:
                _remove_old(place, folder)
            return folder
    _logger.warning(
        "No folder can be written for compiled code, so every run compiles it anew: "
        "set JAMFOLD_DATA to a folder that can."
    )
    return None


def source_key(package: Path) -> str:
    """A hash of all sources of the package that a kernel may see; 3 ms."""
    digest = hashlib.sha256()
    rooms = [room for room in package.iterdir() if room.name not in _ABOVE]
    paths = [*package.glob("*.py"), *(path for room in rooms for path in room.glob("**/*.py"))]
    for path in sorted(paths):
        source = path.read_bytes()
        digest.update(f"{path.relative_to(package)} {len(source)} ".encode() + source)
    return digest.hexdigest()[:16]


def _places() -> Iterator[Path]:
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen)
    yield PACKAGE / "__pycache__"
    import platformdirs

    yield platformdirs.user_cache_path("jamfold", appauthor=False)
    yield data_folder() / "kernels"


def _is_own(folder: Path) -> bool:
    """Whether nobody else could have put code there: a data folder may be shared."""
    return os.name != "posix" or folder.stat().st_uid == os.geteuid()


def _remove_old(place: Path, current: Path) -> None:
    """Remove the code of older sources, except for the newest."""
    with suppress(OSError):  # another process may be at it
        others = [folder for folder in place.glob(f"{_PREFIX}*") if folder != current]
        for folder in sorted(others, key=lambda path: path.stat().st_mtime)[: 1 - _NEWEST]:
            shutil.rmtree(folder, ignore_errors=True)


class _KernelLocator(InTreeCacheLocator):
    """Where Numba looks for the code of one kernel: files of all rooms lie in one folder."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(kernel_folder())
        self._room = ".".join(Path(py_file).parent.relative_to(PACKAGE).parts)

    def get_disambiguator(self) -> str:
        """What tells two kernels of one name apart: the room and the line."""
        return f"{self._room}-{self._lineno}"

    def ensure_cache_path(self) -> None:
        """Nothing: `kernel_folder` has tried to write there, once for all kernels."""


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [_KernelLocator]  # noqa: RUF012 -- as Numba declares it


class _KernelCache(FunctionCache):
    """Machine code on disk that is a help and never a hindrance."""

    _impl_class = _KernelCacheImpl
    _said = False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None, so that it is compiled, if the file is damaged."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 -- a cut pickle raises what it likes
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code; where that fails (full disk, folder gone), say it once and go on."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            if not _KernelCache._said:
                _KernelCache._said = True
                reason = error.strerror or error
                _logger.warning("Compiled code cannot be kept in '%s': %s.", self.cache_path, reason)
        except Exception:  # noqa: BLE001 -- a damaged index
            self._enabled = False
