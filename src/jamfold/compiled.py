"""The project's two Numba decorators, and where compiled code is kept.

Numba keeps compiled code file by file and does not see an edit in another file,
while a kernel holds the constants and kernels of others as they were.  So the code
of a file lies in a folder named after a hash of its source and of all sources that
it imports, directly or not; an edit in any of them begins a new folder, and the
newest few are left.  Of the places for these folders the first that can be written
is taken: $NUMBA_CACHE_DIR, the package, the user's cache, the data folder.  Without
any the code is compiled in every run anew, and a sentence says so.

All kernels release the interpreter lock; wrap-around and bounds checks are off, so a
kernel trusts its caller and says in its docstring what it expects.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
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
_NEWEST = 3  # folders that are left of a file: a branch or two beside this one
_IMPORT = re.compile(r"^\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE)

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
    if is_compiled and kernel_folder(Path(dispatcher.py_func.__code__.co_filename)) is not None:
        dispatcher._cache = _KernelCache(dispatcher.py_func)  # noqa: SLF001 -- Numba has no other door
    return dispatcher


@cache
def kernel_folder(path: Path) -> Path | None:
    """The folder for the machine code of a source file; None where it cannot be kept."""
    place = _place()
    if place is None:
        return None
    try:
        folder = place / ".".join(path.relative_to(PACKAGE).with_suffix("").parts) / source_key(path, PACKAGE)
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old(folder.parent)
        os.utime(folder)
    except (OSError, ValueError):  # gone meanwhile, or not in the package
        return None
    return folder


def source_key(path: Path, package: Path) -> str:
    """A hash of a source file and of all files of the package that it imports, directly or not."""
    files, waiting = {path}, [path]
    while waiting:
        new = _imports(waiting.pop(), package) - files
        files |= new
        waiting += new
    sources = {str(file.relative_to(package)): _source(file) for file in files}
    return hashlib.sha256(repr(sorted(sources.items())).encode()).hexdigest()[:16]


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports(path: Path, package: Path) -> set[Path]:
    """The files of the package that a file imports itself."""
    modules: set[str] = set()
    for module, names in _IMPORT.findall(_source(path)):
        if module.split(".")[0] == package.name:
            modules |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    places = [package.joinpath(*module.split(".")[1:]) for module in modules]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return {file for file in files if file.is_file()}


@cache
def _place() -> Path | None:
    """The first place that can be written; None, after a warning, if there is none."""
    for place in _places():
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=place).close()
        except OSError:
            continue
        # A data folder may be shared, and code of others must not be run.
        if os.name != "posix" or place.stat().st_uid == os.geteuid():
            return place
    _logger.warning(
        "No folder can be written for compiled code, so every run compiles it anew: "
        "set JAMFOLD_DATA to a folder that can."
    )
    return None


def _places() -> Iterator[Path]:
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / "jamfold"
    yield PACKAGE / "__pycache__" / "kernels"
    import platformdirs

    yield platformdirs.user_cache_path("jamfold", appauthor=False) / "kernels"
    yield data_folder() / "kernels"


def _remove_old(folder: Path) -> None:
    """Remove the code of older sources, except for the newest."""
    with suppress(OSError):  # another process may be at it
        for old in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)[:-_NEWEST]:
            shutil.rmtree(old, ignore_errors=True)


class _KernelLocator(InTreeCacheLocator):
    """Where Numba looks for the code of one kernel."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(kernel_folder(Path(py_func.__code__.co_filename)))


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
