"""Kernels as Numba builds them, and the cache of their machine code.

Numba keeps compiled code file by file, under the line a function begins at, and does not see an
edit elsewhere, while machine code holds constants and other kernels as they were.  Here a kernel
is stored under a hash of all that it can see: its bytecode, and the values of the global names in
it, where another kernel counts by the same hash.  It is built with these names and no others, so
nothing can reach its machine code past the hash; a comment, a docstring or a function that it does
not call changes nothing.  The newest few versions of a kernel are left.

Of the places for them the first that can be written is taken: $NUMBA_CACHE_DIR, the package, the
user's cache, the data folder.  Without any the code is compiled in every run anew, and a sentence
says so.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import getsource
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Protocol, cast, runtime_checkable

import llvmlite
import numba
import numpy as np
from numba.extending import typeof_impl

from jamfold.core.storage.folder import kernel_folders, make_folder

cache_code: Callable[[Any, FunctionType, Path], None] | None
try:
    from jamfold.core.numba_private import cache_code
except (ImportError, AttributeError):  # a version of Numba whose private parts have moved
    cache_code = None

_NEWEST = 3  # versions of a kernel that stay: this one and a branch or two
_VERSIONS = (llvmlite.__version__, numba.__version__, np.__version__)

_logger = logging.getLogger("jamfold")  # a program that sets up no logging prints warnings on stderr


@runtime_checkable
class Kernel(Protocol):
    """A function to compile, and Numba's dispatcher for it as soon as it is built."""

    function: FunctionType
    options: dict[str, Any]
    built: Any


@runtime_checkable
class Intrinsic(Protocol):
    """Something that kernels call and that is `compiled` when the first of them is built.

    `source` is what its code depends on: the function that makes it and its arguments, or a kernel.
    """

    compiled: Any
    source: Any


def build(kernel: Kernel) -> None:
    """Set `built` of a kernel and of all kernels that it sees; last, as other threads look at it."""
    _type_as_dispatcher(type(kernel))
    dispatchers: dict[Kernel, Any] = {}
    _dispatcher(kernel, dispatchers)
    for seen_kernel, dispatcher in dispatchers.items():
        seen_kernel.built = dispatcher


def _dispatcher(kernel: Kernel, dispatchers: dict[Kernel, Any]) -> Any:
    if kernel.built is not None:
        return kernel.built
    if kernel not in dispatchers:
        function = kernel.function
        _logger.debug("kernel %s.%s", function.__module__, function.__name__)
        names: dict[str, Any] = {"__name__": function.__module__}
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copy.__qualname__ = function.__qualname__
        dispatchers[kernel] = dispatcher = cast("Any", numba.njit(**kernel.options)(copy))
        for name, value in _names(function).items():  # after `dispatchers`: a kernel may call itself
            # Kernel first: what a kernel lacks is looked up in its dispatcher.
            if not isinstance(value, Kernel) and isinstance(value, Intrinsic):
                value = value.compiled
            names[name] = _dispatcher(value, dispatchers) if isinstance(value, Kernel) else value
        if "prange" in names:
            names["prange"] = numba.prange
        if dispatcher is not copy:  # as it is with NUMBA_DISABLE_JIT
            folder = _kernel_folder(function, kernel_key(kernel))
            if folder is not None and cache_code is not None:
                cache_code(dispatcher, copy, folder)
    return dispatchers[kernel]


@cache
def _type_as_dispatcher(kind: type) -> None:
    """Kernels may be arguments of others, or stand in a module that others look into."""

    def kind_of(kernel: Kernel, context: Any) -> Any:
        if kernel.built is None:
            build(kernel)
        return typeof_impl(kernel.built, context)

    typeof_impl.register(kind)(kind_of)


def kernel_key(kernel: Kernel) -> str:
    """A hash of all that a kernel can see."""
    lines = [*_VERSIONS]
    _tell(kernel, lines, set())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _tell(value: Any, lines: list[str], visited: set[int]) -> None:
    """Append what machine code can take from a value; functions in `visited` are done."""
    if isinstance(value, Kernel):
        lines.append(repr(sorted(value.options.items())))
        value = value.function
    if isinstance(value, FunctionType):
        _tell_function(value, lines, visited)
    elif isinstance(value, tuple):
        lines.append(f"{type(value).__qualname__} of {len(value)}")
        for element in value:
            _tell(element, lines, visited)
    elif isinstance(value, np.ndarray):
        content = hashlib.sha256(value.tobytes()).hexdigest()
        lines.append(f"{value.dtype!r} {value.shape} {value.strides} {content}")
    elif isinstance(value, type) and _is_ours(value.__module__):
        lines.append(f"{value.__qualname__} {getattr(value, '_fields', None) or getsource(value)}")
    elif isinstance(value, ModuleType):
        lines.append(value.__name__)
    elif isinstance(value, Intrinsic):
        _tell(value.source, lines, visited)
    else:  # a number, mostly; with an address in its text a value changes the key in every run
        lines.append(f"{type(value).__qualname__} {value!r}")


def _tell_function(function: FunctionType, lines: list[str], visited: set[int]) -> None:
    lines.append(f"{function.__module__}.{function.__qualname__}")
    if id(function) in visited or not _is_ours(function.__module__):
        return
    visited.add(id(function))
    _tell_code(function.__code__, function.__doc__, lines)
    for name, value in sorted(_names(function).items()):
        lines.append(name)
        _tell(value, lines, visited)
    for value in (function.__defaults__, *(cell.cell_contents for cell in function.__closure__ or ())):
        _tell(value, lines, visited)


def _tell_code(code: CodeType, doc: str | None, lines: list[str]) -> None:
    """Bytecode, constants and names; not the lines and the docstring."""
    lines.append(
        f"{code.co_code!r} {code.co_names} {code.co_varnames[: code.co_argcount]} {code.co_nlocals}"
        f" {code.co_flags} {code.co_cellvars} {code.co_freevars} {code.co_exceptiontable!r}"
    )
    for value in code.co_consts:
        if isinstance(value, CodeType):
            _tell_code(value, None, lines)
        elif isinstance(value, frozenset):
            lines.append(repr(sorted(value, key=repr)))
        else:
            lines.append(repr(None if value == doc else value))


def _names(function: FunctionType) -> dict[str, Any]:
    """The globals whose names stand in a function; an attribute's name may bring in one too many.

    What it takes from a module of ours is among them, under a dotted name.
    """
    codes = [function.__code__]
    for code in codes:
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    names = {name for code in codes for name in code.co_names}
    seen = {}
    places = {"": function.__globals__}
    waiting = [""]
    for place in waiting:
        for name in names & places[place].keys():
            value = seen[place + name] = places[place][name]
            if isinstance(value, ModuleType) and _is_ours(value.__name__):
                inside = f"{value.__name__}."
                if inside not in places:
                    places[inside] = vars(value)
                    waiting.append(inside)
    return seen


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == __name__.partition(".")[0]


def _kernel_folder(function: FunctionType, key: str) -> Path | None:
    """The folder for the machine code of a kernel; None if none can be written."""
    place = _place()
    if place is None or not _is_ours(function.__module__):
        return None
    folder = place / function.__module__.partition(".")[2] / function.__name__ / key
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old(folder.parent)
        os.utime(folder)
    except OSError:  # gone meanwhile
        return None
    return folder


@cache
def _place() -> Path | None:
    """The first place that can be written; None, after a warning, if there is none."""
    if cache_code is None:
        _logger.warning(
            "Numba %s stores compiled code in a new way, so every run compiles it again.", numba.__version__
        )
        return None
    for place in kernel_folders():
        try:
            make_folder(place)
            tempfile.TemporaryFile(dir=place).close()
        except OSError:
            continue
        # A data folder may be shared, and code of others must not be run.
        if os.name != "posix" or place.stat().st_uid == os.geteuid():
            return place
    _logger.warning(
        "No folder for compiled code is writable, so every run compiles it again. Set JAMFOLD_DATA to a "
        "writable folder."
    )
    return None


def _remove_old(folder: Path) -> None:
    """Remove older versions of a kernel, except for the newest."""
    with suppress(OSError):  # another process may be at it
        for old in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)[:-_NEWEST]:
            shutil.rmtree(old, ignore_errors=True)
