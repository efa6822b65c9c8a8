"""The installation, for reports of faults; what is stored, removed."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from jamfold.cases.answers.watch import Observer
from jamfold.cases.installation import CleanRequest, InfoRequest
from jamfold.core.display import DisplayableResult
from jamfold.core.storage.files import clear, exclusive_lock, writing
from jamfold.core.storage.folder import StoredPart, data_folder, stored_parts, total_bytes
from jamfold.core.version import __version__

REPORT = "Report faults to your source of jamfold. Send these lines, the command and its output."
_EXTRAS = ("figures", "web", "mcp", "parquet", "cluster")


@dataclass(frozen=True)
class PackageVersion:
    """A package that jamfold uses."""

    name: str
    version: str | None
    """None if not installed."""
    extra: str
    """The extra that it belongs to; empty for what jamfold needs."""


@dataclass(frozen=True)
class Installation(DisplayableResult):
    """What a report of a fault begins with."""

    version: str
    python: str
    system: str
    cpu: str
    cores: int
    memory_bytes: int | None
    packages: tuple[PackageVersion, ...]
    data_folder: str
    stored: tuple[StoredPart, ...]
    report: str
    """Where to report."""


@dataclass(frozen=True)
class Cleaning(DisplayableResult):
    """What is removed, or would be."""

    parts: tuple[StoredPart, ...]
    bytes: int
    removed: bool
    """Whether it is gone; else it is only shown."""


def info(question: InfoRequest, watch: Observer) -> Installation:
    return Installation(
        version=__version__,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        memory_bytes=_memory_bytes(),
        packages=_packages(),
        data_folder=str(data_folder()),
        stored=stored_parts(),
        report=REPORT,
    )


def _cpu() -> str:
    """The processor by the name that Linux knows, or what the system tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    named = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return named[1] if named else platform.processor() or platform.machine()


def _memory_bytes() -> int | None:
    """The memory of the machine; None if the system does not report it."""
    if not hasattr(os, "sysconf"):
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _packages() -> tuple[PackageVersion, ...]:
    """What the package says it needs, and what its extras for users need; without a record of it nothing."""
    try:
        needs = metadata.requires("jamfold") or []
    except metadata.PackageNotFoundError:
        return ()
    packages = []
    for need in needs:
        name = re.match(r"[\w.-]+", need)
        extra = re.search(r"extra == ['\"](\w+)['\"]", need)
        if name and (extra is None or extra[1] in _EXTRAS):
            packages.append(PackageVersion(name[0], _version(name[0]), extra[1] if extra else ""))
    return tuple(packages)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def clean(question: CleanRequest, watch: Observer) -> Cleaning:
    """What is removed; what is being built is waited for.

    Raises UnwritableError if something cannot be removed.
    """
    parts = tuple(part for part in stored_parts() if part.name in question.names and part.files)
    if question.remove:
        for path in [Path(path) for part in parts for path in part.paths]:
            for lock in [*path.rglob("*.lock")] if path.is_dir() else [path] * (path.suffix == ".lock"):
                with exclusive_lock(lock, watch.on_stage):
                    pass
        for path in [Path(path) for part in parts for path in part.paths]:
            with writing(path):
                clear(path)
    return Cleaning(parts, total_bytes(parts), question.remove)
