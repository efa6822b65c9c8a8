"""The tools of ``jamfold mcp``: questions, asked by an assistant and answered with what may be claimed.

What a tool takes follows from its question, as the API's requests do. A tool opens no file; only
``history_import`` reads files, and only below the folders that its user has named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.cases.histories import HistoryImportRequest
from jamfold.cases.python.names import question_of
from jamfold.cases.view_spec import view_spec_of
from jamfold.core.errors import HistoryError, JamfoldError, QuestionError, near_words
from jamfold.views.claims import certificate_of, claim_of
from jamfold.views.formats import to_values
from jamfold.views.terminal import plain_text
from jamfold.web.api import schemas

_NAMES = (
    *("solve", "hand", "chart", "table", "icm", "deal", "equity", "explain", "audit", "history_report"),
    *("strength", "bounds"),
)
IMPORT = "history_import"
_LONGEST_TEXT = 12_000
_COLOURS = re.compile("\x1b\\[[0-9;]*m")


class Reply(NamedTuple):
    """The answer of a tool: a short text, and the values that programs read."""

    text: str
    values: dict[str, Any]


def tool_names(roots: Sequence[Path] = ()) -> tuple[str, ...]:
    """Return the names of the tools; histories can be imported where there are folders to read."""
    return (*_NAMES, *((IMPORT,) if roots else ()))


@cache
def request_model(name: str) -> type[BaseModel]:
    """What a tool takes."""
    question = question_of(name)
    examples = view_spec_of(question).examples or ()
    return schemas.request_model(question, *examples, with_files=name == IMPORT)


@cache
def tool_description(name: str) -> str:
    """What a tool does: the help of its command."""
    return " ".join((question_of(name).__doc__ or "").split())


def answer_tool(name: str, arguments: Mapping[str, Any], watch: Observer, roots: Sequence[Path]) -> Reply:
    """Answer a tool's call. Raises JamfoldError if it makes no sense, in one sentence."""
    names = tool_names(roots)
    if name not in names:
        near = near_words(name, names)
        advice = f"Did you mean {near[0]}?" if near else f"The tools are {', '.join(names)}."
        raise QuestionError(f"There is no tool '{name[:40]}'. {advice}")
    try:
        question = schemas.question_of(question_of(name), request_model(name).model_validate(dict(arguments)))
    except ValidationError as error:
        first = error.errors()[0]
        place = [str(step) for step in first["loc"]]
        sentence, field = schemas.shape_fault(question_of(name), first["type"], place, first)
        raise QuestionError(sentence, field=field) from None
    if isinstance(question, HistoryImportRequest):
        check_roots(question.paths, roots)
    return _reply(question, run_case(question, watch))


def check_roots(paths: Sequence[str], roots: Sequence[Path]) -> None:
    """Raise HistoryError if a path, links followed, is not below one of the folders."""
    for path in paths:
        place = Path(path).expanduser().resolve()
        if not any(place.is_relative_to(root.resolve()) for root in roots):
            raise HistoryError(f"'{path[:80]}' is outside the folders that --root names.", field="paths")


def _reply(question: CaseRequest, answer: Any) -> Reply:
    spec = view_spec_of(type(question))
    values = to_values(spec.values(question, answer))
    view = spec.render(question, answer)
    claim, text = claim_of(question.name, values, getattr(view, "verdict", "")), _text(view)
    notes = [note for note in spec.notes(answer) if note]
    content = {"claim": claim, "certificate": certificate_of(values), "text": text, "answer": values}
    return Reply("\n\n".join([claim, *notes, text]).strip(), content)


def _text(view: Any) -> str:
    """The terminal's text without colours and trailing blanks, cut if too long."""
    lines = _COLOURS.sub("", plain_text(view)).splitlines()
    text = "\n".join(line.rstrip() for line in lines).strip()
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}\n..."


@cache
def docs() -> dict[str, Path]:
    """Return the chapters of the documentation by name, from the package or its source tree."""
    parents = Path(__file__).resolve().parents
    folders = (folder for folder in (parents[1] / "docs", parents[3] / "docs") if folder.is_dir())
    return {path.stem: path for path in sorted(next(folders, parents[1]).glob("*.md"))}


def doc_title(path: Path) -> str:
    """Return the first heading of a chapter."""
    with path.open(encoding="utf-8") as lines:
        return next((line.strip("# \n") for line in lines if line.startswith("# ")), path.stem)


def failed_reply(error: JamfoldError) -> Reply:
    """The reply to an invalid call."""
    return Reply(str(error), {"error": str(error), "field": error.field})


def json_text(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, allow_nan=False)
