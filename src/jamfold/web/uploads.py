"""Histories that a browser hands over, in pieces that fit into the guard's limit.

A browser does not tell where a dropped file lies, so its text must stand somewhere until it is
read; then it is deleted.  What was left by a program that was killed goes at the next start.
"""

from __future__ import annotations

import re
import secrets
import shutil
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response

from jamfold.errors import HistoryError
from jamfold.kept.folder import data_folder

LARGEST = 2 * 1024**3
"""Bytes of one file."""
MOST_FILES = 1000

_TOKEN = re.compile(r"[0-9a-f]{16}")
_NAME = 100


class Uploads:
    """Files on their way, by the page they come from."""

    def __init__(self) -> None:
        self._pages: set[str] = set()

    @property
    def _folder(self) -> Path:
        return data_folder() / "uploads"

    def token(self) -> str:
        """A new one for a page; only known ones may hand files over."""
        if not self._pages:
            shutil.rmtree(self._folder, ignore_errors=True)
        token = secrets.token_hex(8)
        self._pages.add(token)
        return token

    def append(self, token: str, name: str, piece: bytes) -> None:
        """Add a piece to a file.

        Raises HistoryError if nobody knows the page, or the file is too large, or cannot be written.
        """
        path = self._path(token, name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size + len(piece) > LARGEST:
                raise HistoryError(f"'{path.name}' is larger than {LARGEST // 1024**3} GB.")
            if not path.exists() and sum(1 for _ in path.parent.iterdir()) >= MOST_FILES:
                raise HistoryError(
                    f"There are more than {MOST_FILES:,} files: import them by the command line."
                )
            with path.open("ab") as stream:
                stream.write(piece)
        except OSError as error:
            raise HistoryError(f"'{path.name}' cannot be kept: {error.strerror or error}.") from None

    def paths(self, token: str) -> tuple[str, ...]:
        folder = self._folder / token
        if token not in self._pages or not folder.is_dir():
            return ()
        return tuple(sorted(str(path) for path in folder.iterdir()))

    def clear(self, token: str) -> None:
        """Delete the files of a page."""
        if token in self._pages:
            shutil.rmtree(self._folder / token, ignore_errors=True)

    def _path(self, token: str, name: str) -> Path:
        if not _TOKEN.fullmatch(token) or token not in self._pages:
            raise HistoryError("This page is not known any more: load it again.")
        plain = "".join(sign if sign.isprintable() and sign not in '/\\:*?"<>|' else "_" for sign in name)
        plain = plain.strip(". ")[-_NAME:] or "history.txt"
        return self._folder / token / plain.encode("utf-8", "replace").decode("utf-8")[:_NAME]


UPLOADS = Uploads()


def add(app: FastAPI) -> None:
    """Register where pieces are sent."""

    @app.post("/histories/upload/{token}", include_in_schema=False)
    async def upload(token: str, name: str, request: Request) -> Response:
        try:
            UPLOADS.append(token, name, await request.body())
        except HistoryError as error:
            return PlainTextResponse(str(error), status_code=422)
        return Response(status_code=204)
