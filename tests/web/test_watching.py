"""A folder that is watched by the server: what changes is read, once it stands still."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jamfold.cases.histories import HistoryImportRequest
from jamfold.core.errors import HistoryError
from jamfold.web import uploads
from jamfold.web.jobs import DONE, JobBoard
from tests.command_line import Runner


class Board(JobBoard):
    """Takes questions and is done with them; the second is refused."""

    def __init__(self) -> None:
        self.paths: list[tuple[str, ...]] = []

    def submit(self, question: Any, **_: Any) -> Any:
        assert isinstance(question, HistoryImportRequest)
        self.paths.append(question.paths)
        if len(self.paths) == 2:
            raise HistoryError("Too many jobs.")

    async def wait(self, job: Any, seconds: float) -> Any:
        return SimpleNamespace(state=DONE)


def test_what_changes_in_a_watched_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "PAUSE", 0.01)
    monkeypatch.setattr(uploads, "FOLDERS", [])
    (tmp_path / "old.txt").write_text("1", encoding="utf-8")
    board = Board()

    async def some() -> None:
        task = asyncio.create_task(uploads.watch(board, [str(tmp_path)]))
        for text in ("1", "12", "123"):
            seen = len(board.paths)
            while len(board.paths) < max(1, seen):
                await asyncio.sleep(0.01)
            (tmp_path / "new.txt").write_text(text, encoding="utf-8")
            for _ in range(1000):
                await asyncio.sleep(0.01)
                if len(board.paths) > max(1, seen):
                    break
        task.cancel()

    asyncio.run(some())
    first, *later = board.paths
    assert first == (str(tmp_path),)
    assert later == [(str(tmp_path / "new.txt"),)] * len(later)
    assert len(later) >= 3  # what was refused is asked again, with what was written meanwhile
    assert [str(tmp_path)] == uploads.FOLDERS


def test_a_folder_that_is_not_there_cannot_be_watched(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "no such folder" in Runner(capsys).bad("web", "--watch", tmp_path / "none")
