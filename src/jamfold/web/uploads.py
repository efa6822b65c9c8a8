"""Histories and ranges that a browser uploads, in pieces within the guard's limit, and watched folders.

A browser does not reveal the path of a dropped file, so its text is stored until it has been read.
Files of a program that was killed are deleted a day later.

New hands in watched folders are read as they are written, and the page follows.
"""

from __future__ import annotations

import asyncio
import math
import re
import secrets
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from jamfold.cases.entries import CaseRequest
from jamfold.cases.histories import HistoryExplainRequest, HistoryImportRequest
from jamfold.core.errors import HistoryError, JamfoldError
from jamfold.core.storage.folder import FOLDER_SIGN, data_folder, make_folder, open_private
from jamfold.histories.sources import PAUSE, WatchedFiles
from jamfold.web.jobs import DONE, Job, JobBoard
from jamfold.web.page.layout import GO, JOB, PostTaker, Words
from jamfold.web.security import MAX_UPLOAD

LARGEST = 2 * 1024**3
"""Largest file, in bytes."""
MOST_FILES = 1000
PASTED = "pasted.txt"

_TOKEN = re.compile(r"[0-9a-f]{16}")
_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""File names that Windows reserves, whatever their extension."""
_NAME = 200
"""Longest name in bytes; file systems allow 255."""
_PIECE = 2**20
_LEFT = 86_400.0
"""Age in seconds after which an upload is abandoned."""
_FEW = 20_000
"""Longest text, in characters, whose decisions are shown right after the import: some ten hands."""
_CLEARING: set[asyncio.Task[None]] = set()
"""References to running tasks: the loop itself keeps none."""


class Uploads:
    """Uploaded files, by page."""

    def __init__(self) -> None:
        self._pages: set[str] = set()

    @property
    def _folder(self) -> Path:
        return data_folder() / "uploads"

    def token(self) -> str:
        """A new token for a page; only pages with a token may upload."""
        if not self._pages:
            self._tidy()
        token = secrets.token_hex(8)
        self._pages.add(token)
        return token

    def _tidy(self) -> None:
        """Delete the files of programs that were killed, and none of one that runs now."""
        if self._folder.is_dir():
            for left in self._folder.iterdir():
                if time.time() - left.stat().st_mtime > _LEFT:
                    shutil.rmtree(left, ignore_errors=True)

    def append(self, token: str, name: str, piece: bytes) -> None:
        """Add a piece to a file.

        Raises HistoryError if the page is unknown, or the file is too large or cannot be written.
        """
        path = self._path(token, name)
        try:
            make_folder(path.parent)
            if path.exists() and path.stat().st_size + len(piece) > LARGEST:
                raise HistoryError(f"'{path.name}' is larger than {LARGEST // 1024**3} GB.")
            if not path.exists() and sum(1 for _ in path.parent.iterdir()) >= MOST_FILES:
                raise HistoryError(
                    f"There are more than {MOST_FILES:,} files. Import them with `jamfold history import`."
                )
            with open(path, "ab", opener=open_private) as stream:
                stream.write(piece)
        except OSError as error:
            raise HistoryError(f"'{path.name}' cannot be saved: {error.strerror or error}.") from None

    def paths(self, token: str) -> tuple[str, ...]:
        folder = self._folder / token
        if token not in self._pages or not folder.is_dir():
            return ()
        return tuple(sorted(str(path) for path in folder.iterdir()))

    def clear(self, token: str) -> None:
        if token in self._pages:
            shutil.rmtree(self._folder / token, ignore_errors=True)

    def _path(self, token: str, name: str) -> Path:
        if not _TOKEN.fullmatch(token) or token not in self._pages:
            raise HistoryError("This page has expired. Load it again.")
        within = name.replace("\\", "/").replace("/", FOLDER_SIGN)
        plain = "".join(sign if sign.isprintable() and sign not in ':*?"<>|' else "_" for sign in within)
        end = plain.strip(". ").encode("utf-8", "replace")[-_NAME:].decode("utf-8", "ignore").lstrip(". ")
        is_device = _DEVICE.fullmatch(end.partition(".")[0].strip())
        return self._folder / token / (f"_{end}" if is_device else end or "history.txt")


UPLOADS = Uploads()


def add_form(app: FastAPI, board: JobBoard, path: str, take: PostTaker) -> None:
    """Register the form of a page that posts files and text, and the upload of its pieces."""

    @app.post(path, include_in_schema=False)
    async def post(request: Request) -> Response:
        try:
            async with request.form(max_files=MOST_FILES, max_part_size=MAX_UPLOAD) as form:
                address = await take(board, request.query_params.multi_items(), form)
        except (JamfoldError, HTTPException) as error:
            sentence = error.detail if isinstance(error, HTTPException) else str(error)
            return PlainTextResponse(sentence, status_code=422)
        return RedirectResponse(address, status_code=303)

    @app.post(f"{path}/upload", include_in_schema=False)
    async def begin() -> Response:
        return PlainTextResponse(UPLOADS.token())

    @app.post(f"{path}/upload/{{token}}", include_in_schema=False)
    async def upload(token: str, name: str, request: Request) -> Response:
        try:
            UPLOADS.append(token, name, await request.body())
        except HistoryError as error:
            return PlainTextResponse(str(error), status_code=422)
        return Response(status_code=204)


async def take_files(form: FormData) -> str:
    """Save the uploaded files of a form, including those sent in pieces; return their token.

    Raises HistoryError as `Uploads.append`.
    """
    token = str(form.get("upload") or "") or UPLOADS.token()
    for file in form.getlist("files"):
        if isinstance(file, UploadFile) and file.filename:
            while piece := await file.read(_PIECE):
                UPLOADS.append(token, file.filename, piece)
    return token


def clear_after(board: JobBoard, token: str, jobs: list[Job]) -> None:
    """Delete the files of a token once the jobs have ended."""
    clearing = asyncio.create_task(_clear(board, token, jobs))
    _CLEARING.add(clearing)
    clearing.add_done_callback(_CLEARING.discard)


async def import_histories(board: JobBoard, words: Words, form: FormData) -> str:
    """Import the files and text of a form; a short text alone is also evaluated."""
    address = [pair for pair in words if pair[0] != GO]
    text = str(form.get("text") or "")
    token = await take_files(form)
    files = UPLOADS.paths(token)
    if text.strip():
        UPLOADS.append(token, PASTED, text.encode("utf-8", "replace"))
    paths = UPLOADS.paths(token)
    if not paths:
        return f"/histories?{urlencode([*address, (GO, 'import')])}"
    requests: list[CaseRequest] = [HistoryImportRequest(paths=paths)]
    if not files and len(text) <= _FEW:
        requests.append(HistoryExplainRequest(paths=paths))
    jobs = [board.submit(request) for request in requests]
    clear_after(board, token, jobs)
    return f"/histories?{urlencode([*address, *((JOB, job.id) for job in jobs)])}"


async def _clear(board: JobBoard, token: str, jobs: list[Job]) -> None:
    for job in jobs:
        await board.wait(job, math.inf)
    UPLOADS.clear(token)


FOLDERS: list[str] = []
"""Those that this program watches."""


async def watch(board: JobBoard, paths: Sequence[str]) -> None:
    """Have all hands read, then those of files that have changed; never ends."""
    FOLDERS[:] = paths
    watched = WatchedFiles(paths)
    await asyncio.to_thread(watched.has)
    files = list(paths)
    while True:
        if files:
            try:
                job = board.submit(HistoryImportRequest(paths=tuple(files)), share=False)
                if (await board.wait(job, math.inf)).state == DONE:
                    watched.done()  # else they are read at the next look
            except JamfoldError:
                pass  # the page says itself that nothing can be computed
        await asyncio.sleep(PAUSE)
        files = [str(path) for path in await asyncio.to_thread(watched.changed)]
