"""Rooms that have a file for each file of questions, under the same name: `answers`, `views.rows`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from jamfold.questions.entries import CaseRequest


def sibling_module(question: type[CaseRequest], room: str) -> ModuleType | None:
    """The file of a room that goes with the file of a question, loaded; None where there is none."""
    return _load(f"{room}.{question.__module__.rpartition('.')[2]}")


@cache
def _load(name: str) -> ModuleType | None:
    """The disk is asked once, not for each answer."""
    return None if find_spec(name) is None else import_module(name)
