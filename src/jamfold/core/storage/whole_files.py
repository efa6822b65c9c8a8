"""Files that are whole under their name, or not there: an export never leaves half a file behind."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO

from jamfold.core.errors import JamfoldError, SolutionError

Content = str | bytes | Callable[[BinaryIO], object]


def check_target(
    path: Path | None, error: type[JamfoldError] = SolutionError, ending: str = ""
) -> Path | None:
    """The path itself, if a file can be put there; asked before long work.

    Raises JamfoldError of the class `error`, if the folder does not exist, or the path is a folder or does
    not end in `ending`.
    """
    if path is not None and path.is_dir():
        raise error(f"Cannot write '{path}': it is a folder.")
    if path is not None and not path.parent.is_dir():
        raise error(f"Cannot write '{path}': folder '{path.parent}' does not exist.")
    if path is not None and ending and path.suffix.lower() != ending:
        raise error(f"The file '{path.name[:60]}' must end in {ending}.", field="out")
    return path


def read_limited(path: Path, error: type[JamfoldError], *, field: str = "file", most: int = -1) -> bytes:
    """The bytes of a regular file, at most ``most`` (-1: any number); devices and pipes may never end.

    Raises JamfoldError of the class `error`, if it cannot be read.
    """
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return stream.read(most)
    except (OSError, ValueError) as fault:
        raise error(f"Cannot read '{path}': {read_error_text(fault)}.", field=field) from None


def check_regular(path: Path) -> None:
    """Refuse what is no file.

    Raises OSError if it is a folder, a device or a pipe, or there is nothing; ValueError for a name that
    cannot be one.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, which may never end")


def read_error_text(fault: Exception) -> str:
    """Why a file could not be read."""
    return (isinstance(fault, OSError) and fault.strerror) or "no file can have this name"


def write_atomically(path: Path, content: Content, error: type[JamfoldError] = SolutionError) -> None:
    """Write a file under a temporary name in its folder, then rename it over the old one.

    A link stays a link, and a file that is replaced keeps its permissions.  Devices
    and pipes (``/dev/stdout``) are written to as they are.  Raises JamfoldError of the class `error`, if the
    file cannot be written; nothing has changed then.

    Parameters
    ----------
    content
        A text (written as UTF-8), bytes, or a function that writes them into a stream.
    """
    try:
        if str(path).startswith(("/dev/", "/proc/")) or (path.exists() and not path.is_file()):
            with path.open("wb") as stream:
                _write(stream, content)
        else:
            _replace(Path(os.path.realpath(path)), content)
    except OSError as fault:
        raise error(f"Cannot write '{path}': {fault.strerror or fault}.") from None


def write_lines_whole(path: Path, lines: Iterable[str]) -> None:
    """Write lines as they come, each with its own end; what UTF-8 cannot hold is replaced.

    Raises JamfoldError as `write_atomically`.
    """

    def write(stream: BinaryIO) -> None:
        for line in lines:
            stream.write(line.encode("utf-8", "replace"))

    write_atomically(path, write)


def _replace(target: Path, content: Content) -> None:
    """Write a regular file.  The short temporary name fits wherever the name itself does."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(None, "the file is write-protected")
    temporary = target.with_name(f".jamfold-{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as stream:
            _write(stream, content)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _write(stream: BinaryIO, content: Content) -> None:
    if callable(content):
        content(stream)
    else:
        stream.write(content.encode() if isinstance(content, str) else content)
