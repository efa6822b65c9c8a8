"""Runs commands in the test's own process."""

from __future__ import annotations

from functools import cache
from unittest import mock

import pytest
import typer

from jamfold.cli import commands
from jamfold.cli.main import main
from jamfold.views import terminal

terminal.FIRST_SECONDS = 3600.0  # what a test sees does not depend on the pace of the machine
# A process runs one command. Tests run thousands, and making a command takes longer than reading its words.
mock.patch.object(commands, "load_command", cache(commands.load_command)).start()
mock.patch.object(typer.main, "get_command", cache(typer.main.get_command)).start()


class Result:
    """Exit code and outputs of one command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


class Runner:
    """Runs `jamfold` with some words, and checks how it ends."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> Result:
        self._capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return Result(code, out, err)

    def good(self, *words: object) -> str:
        result = self(*words)
        assert result.code == 0, result.err
        return result.out

    def bad(self, *words: object) -> str:
        """The sentence of bad input."""
        result = self(*words)
        assert (result.code, result.out) == (2, "")
        assert result.err.count("\n") == 1
        assert "Traceback" not in result.err
        return result.err.strip()
