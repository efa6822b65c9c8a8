"""Saved solutions: one .npz file with a readable header.

The file is a plain zip archive.  ``header.json`` holds the format's name and
version, the caller's metadata (game, situation, program version, ...) and the
numbers of the solution; every array is a member ``<name>.npy``, so that
`numpy.load` opens the file as well.  Loading trusts nothing: names, types,
shapes and ranges are checked, and the zip checksums guard the contents.
"""

from __future__ import annotations

import errno
import io
import json
import math
import struct
import zipfile
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.core.arrays import FloatArray
from jamfold.core.errors import SolutionError, SolverError
from jamfold.core.storage.whole_files import check_regular, write_atomically
from jamfold.solver.solution import METHODS, Iteration, Solution
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs

FORMAT = "jamfold solution"
FORMAT_VERSION = 3
WITH_ARRAYS = 4
"""The version of files that hold more arrays than those of a `Solution`."""

_HEADER = "header.json"
_MAX_HEADER_BYTES = 1_000_000
_MAX_CLASSES = 10_000_000
_MAX_ITERATIONS = 10_000_000
_MAX_MORE = 64
_BY_CLASS = ("x", "y", "ev_jam", "margin_jam", "jam_chance", "call_gain", "ev_call", "margin_call")
_MAY_BE_NAN = ("ev_jam", "margin_jam", "ev_call", "margin_call")
"""Where nobody can jam first, as in a tree of pot-limit, or nobody does."""
_NUMBERS = ("v1", "v2", "epsilon", "jam_share", "call_share", "seconds")
_PAIRS = ("mixed", "free")
_HEADER_FIELDS = [field.name for field in fields(Solution) if field.name not in (*_BY_CLASS, "history")]

# What zipfile raises on damaged archives, found by flipping every byte of one.
_ZIP_ERRORS = (
    zipfile.BadZipFile,
    EOFError,
    NotImplementedError,
    OverflowError,
    RecursionError,  # a header nested too deep
    RuntimeError,
    ValueError,
    struct.error,
)


Arrays = Mapping[str, FloatArray]


def save_solution(
    solution: Solution, path: Path, metadata: Mapping[str, Any], more: Arrays | None = None
) -> None:
    """Write a solution; the file appears under its name only when complete.

    `metadata` is anything that JSON can hold, `more` are other arrays of the last axis n; `load_solution`
    gives them back.  Raises SolutionError if the metadata is no JSON or the file cannot be written.
    """
    more = more or {}
    header = {
        "format": FORMAT,
        "version": WITH_ARRAYS if more else FORMAT_VERSION,
        **({"more": {name: list(array.shape) for name, array in more.items()}} if more else {}),
        "metadata": dict(metadata),
        "n_classes": solution.n_classes,
        "solution": {name: getattr(solution, name) for name in _HEADER_FIELDS if name != "stakes"}
        | {"stakes": _stakes_values(solution.stakes)},
    }
    try:
        text = json.dumps(header, indent=1, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise SolutionError(f"The solution's header cannot be written as JSON: {error}.") from error
    arrays = {name: getattr(solution, name) for name in (*_BY_CLASS, "history")}
    write_atomically(path, _packed(text, arrays | dict(more)))


def load_solution(path: Path) -> tuple[Solution, dict[str, Any], dict[str, FloatArray]]:
    """Read a saved solution, its metadata, and the other arrays.

    Raises SolutionError if the file cannot be read, is foreign, of another version, or damaged.
    """
    try:
        check_regular(path)
        with zipfile.ZipFile(path) as archive:
            header = _read_header(archive, path)
            more = {name: _read_array(archive, name, shape, path) for name, shape in _shapes(header, path)}
            return _read_solution(archive, header, path), header["metadata"], more
    except SolutionError:
        raise
    except (OSError, *_ZIP_ERRORS) as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # that is a damaged offset
            reason = error.strerror or type(error).__name__
            raise SolutionError(f"The solution '{path}' cannot be read: {reason}.") from error
        raise SolutionError(f"The file '{path}' is not a saved solution, or is damaged.") from error


def _packed(header: str, arrays: Arrays) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_HEADER, header)
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, np.ascontiguousarray(array), allow_pickle=False)
    return stream.getvalue()


def _read_header(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    """Return the header, with checked format, version, metadata and number of classes."""
    try:
        header = json.loads(_member(archive, _HEADER, _MAX_HEADER_BYTES, path))
    except ValueError as error:
        if isinstance(error, SolutionError):
            raise
        raise _damaged(path, "its header is not readable") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise SolutionError(f"The file '{path}' is not a saved solution.")
    if header.get("version") != (WITH_ARRAYS if "more" in header else FORMAT_VERSION):
        raise SolutionError(
            f"The solution '{path}' has format version {str(header.get('version'))[:20]}, "
            f"this program reads version {FORMAT_VERSION}: solve again and save."
        )
    n = header.get("n_classes")
    if not _is_count(n, _MAX_CLASSES) or n == 0:
        raise _damaged(path, "its number of classes is wrong")
    if not isinstance(header.get("metadata"), dict) or not isinstance(header.get("solution"), dict):
        raise _damaged(path, "its header is incomplete")
    return header


def _shapes(header: dict[str, Any], path: Path) -> list[tuple[str, tuple[int, ...]]]:
    """Return the shapes of the other arrays by name; they end in the number of classes."""
    listed, shapes = header.get("more", {}), []
    if not isinstance(listed, dict) or len(listed) > _MAX_MORE:
        raise _damaged(path, "its header is incomplete")
    for name, shape in listed.items():
        good = isinstance(shape, list) and shape and all(_is_count(size, _MAX_CLASSES) for size in shape)
        if not good or shape[-1] != header["n_classes"] or math.prod(shape[:-1]) > _MAX_MORE**2:
            raise _damaged(path, f"'{name[:40]}' has another shape or type")
        shapes.append((name, tuple(shape)))
    return shapes


def _read_solution(archive: zipfile.ZipFile, header: dict[str, Any], path: Path) -> Solution:
    values: dict[str, Any] = dict(header["solution"])
    if values.keys() != set(_HEADER_FIELDS):
        raise _damaged(path, "its header is incomplete")
    _check_numbers(values, path)
    values["stakes"] = _read_stakes(values["stakes"], path)
    _check_pair(values, "values", path)
    _check_pair(values, "gains", path)
    if min(values["gains"]) < 0:
        raise _damaged(path, "'gains' is below zero")
    values |= {name: tuple(values[name]) for name in (*_PAIRS, "values", "gains")}
    n = header["n_classes"]
    for name in _BY_CLASS:
        values[name] = _read_array(archive, name, (n,), path)
    shape = (values["iterations"], len(Iteration._fields))
    values["history"] = _read_array(archive, "history", shape, path)
    for name in ("x", "y"):
        if not ((values[name] >= 0.0) & (values[name] <= 1.0)).all():
            raise _damaged(path, f"'{name}' is not a list of chances")
    return Solution(**values)


def _stakes_values(stakes: TerminalPayoffs) -> dict[str, Any]:
    """Return payoffs as JSON values; credits if there are any."""
    players = {}
    for name, player in (("first", stakes.first), ("second", stakes.second)):
        players[name] = {"fold": player.fold, "steal": player.opponent_folds, "showdown": player.showdown}
        if player.jackpot_values:
            players[name]["credits"] = player.jackpot_values
    return players | {"jam_forced": stakes.jam_forced, "call_forced": stakes.call_forced}


def _read_stakes(value: Any, path: Path) -> TerminalPayoffs:
    try:
        ends = [
            PlayerPayoffs(end["fold"], end["steal"], tuple(end["showdown"]), tuple(end.get("credits", ())))
            for end in (value["first"], value["second"])
        ]
        forced = value["jam_forced"], value["call_forced"]
        if not all(isinstance(flag, bool) for flag in forced):
            raise TypeError
        return TerminalPayoffs(ends[0], ends[1], *forced)
    except (AttributeError, KeyError, SolverError, TypeError) as error:
        raise _damaged(path, "its stakes make no game") from error


def _check_numbers(values: dict[str, Any], path: Path) -> None:
    for name in _NUMBERS:
        if not _is_number(values[name]):
            raise _damaged(path, f"'{name}' is not a number")
        values[name] = float(values[name])
    for name in _PAIRS:
        pair = values[name]
        if not isinstance(pair, list) or len(pair) != 2 or not all(_is_count(k, _MAX_CLASSES) for k in pair):
            raise _damaged(path, f"'{name}' is not a pair of counts")
    if values["method"] not in METHODS or not isinstance(values["exact"], bool):
        raise _damaged(path, "its method is unknown")
    if not _is_count(values["iterations"], _MAX_ITERATIONS):
        raise _damaged(path, "'iterations' is not a count")


def _check_pair(values: dict[str, Any], name: str, path: Path) -> None:
    pair = values[name]
    if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_number, pair)):
        raise _damaged(path, f"'{name}' is not a pair of numbers")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _read_array(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...], path: Path) -> FloatArray:
    """Return an array of float64; type and shape are checked before it is allocated."""
    size = 8 * math.prod(shape)
    member = _member(archive, f"{name}.npy", size + 4096, path)
    # Compared, not parsed: NumPy's parser of .npy headers raises what Python's own does.
    cut = 10 + int.from_bytes(member[8:10], "little")
    start, data = member[:cut], member[cut:]
    if not start.startswith(b"\x93NUMPY\x01\x00") or b"'shape'" not in start:
        raise _damaged(path, f"'{name}' is not an array")
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    if start[10:].rstrip() != header.encode() or len(data) != size:
        raise _damaged(path, f"'{name}' has another shape or type")
    array = np.frombuffer(data, dtype="<f8").astype(np.float64).reshape(shape)
    if np.isinf(array).any() or (name not in _MAY_BE_NAN and np.isnan(array).any()):
        raise _damaged(path, f"'{name}' has values that are not numbers")
    return array


def _member(archive: zipfile.ZipFile, name: str, largest: int, path: Path) -> bytes:
    """Return the whole member, so that zipfile compares its checksum."""
    try:
        info = archive.getinfo(name)
    except KeyError as error:
        raise SolutionError(f"The file '{path}' is not a saved solution: it has no '{name}'.") from error
    if info.file_size > largest or info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
        raise _damaged(path, f"'{name}' has a wrong size")
    return archive.read(info)


def _is_count(value: object, largest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= largest


def _damaged(path: Path, reason: str) -> SolutionError:
    return SolutionError(f"The saved solution '{path}' is damaged: {reason}.")
