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
from jamfold.spots.solution import sampled_bound
from jamfold.views.formats import MODEL_NAMES, to_values
from jamfold.views.terminal import plain_text
from jamfold.web import schemas

_ENTRIES = (
    *("exact", "proved", "counted", "method", "model", "unit", "deals", "boards", "error_bb", "error_from"),
    *("epsilon_bb", "epsilon_money", "gains_bb", "gains_money", "gains", "gains_bound", "gains_error"),
    *("values_error", "largest_epsilon_bb", "largest_epsilon_money", "lower_bb", "upper_bb", "gap_bb"),
)
"""JSON keys of certificates, of an answer or of its parts."""
_PARTS = ("spot", "at")
_EXACT = "Exact: no player can gain by deviating, so this is an equilibrium."
_UNCERTIFIED = "No certificate comes with this answer: claim only what its text says."


def certificate_of(values: Any) -> dict[str, Any]:
    """Return the certificate in an answer's JSON; empty if there is none."""
    if not isinstance(values, Mapping):
        return {}
    parts = [values, *(values[name] for name in _PARTS if isinstance(values.get(name), Mapping))]
    facts = {name: part[name] for part in reversed(parts) for name in _ENTRIES if part.get(name) is not None}
    if "gains_bound" not in facts:  # a deal's increase of ICM values is not a gain by deviating
        facts.pop("gains", None)
    return facts


def claim_of(name: str, values: Any, verdict: str = "") -> str:
    """Return one sentence that says what may be claimed of the answer to a question.

    `verdict` is what its sheet says first; that of bounds is what they prove.
    """
    if name == "bounds":
        return f"Proved in exact fractions: {verdict[:1].lower()}{verdict[1:]}"
    if name == "strength":
        return "Exact by the rules of the game: made hands are compared, not estimated."
    certificate = certificate_of(values)
    if name in ("icm", "deal"):
        return _of_model(name, certificate)
    if name == "equity":
        return _of_equity(certificate)
    if name == "history-report":
        return (
            "Imported hands only: each decision is rated against the equilibrium of its own spot. Costs "
            "measure the distance from equilibrium, not money won or lost."
        )
    if name == "audit":
        return f"{_counted(certificate)}: what a best response gains against these ranges, seat by seat."
    if name == "solve" and values.get("against") and (error := certificate.get("error_bb")) is not None:
        return f"Approximate: the response loses to the best one at most {sampled_bound(error, 'bb')}."
    return _of_spot(certificate)


def _of_model(name: str, certificate: Mapping[str, Any]) -> str:
    model = MODEL_NAMES.get(certificate.get("model", "malmuth-harville"), "the model named")
    if name == "deal" and certificate.get("method") != "icm":
        return "Exact arithmetic: the requested split, by chips or in equal parts, without a model."
    return (
        f"Exact within {model} ICM, which knows stacks and payouts only. It is a model, not the true value "
        "of the stacks."
    )


def _of_equity(certificate: Mapping[str, Any]) -> str:
    if certificate.get("exact"):
        return f"Exact: every board is counted ({certificate.get('method', 'no sampling')})."
    return f"Not exact: {certificate.get('method', 'sampled deals')}."


def _of_spot(certificate: Mapping[str, Any]) -> str:
    """Say whether strategies are exact, within a proved bound, or within a bound from samples."""
    if certificate.get("proved") or (certificate.get("exact") and "gains_bound" not in certificate):
        return _EXACT
    if (error := certificate.get("error_bb")) is not None:
        return f"Approximate: no player gains more by deviating than {sampled_bound(error, 'bb')}."
    if bounds := certificate.get("gains_bound"):
        bound, unit = max(bounds), certificate.get("unit") or "chips"
        end = ", for 95% of samples" if not certificate.get("counted") else ""
        return f"{_counted(certificate)}: no seat gains more than {bound:.2g} {unit} by deviating{end}."
    if (epsilon := certificate.get("largest_epsilon_bb", certificate.get("epsilon_bb"))) is not None:
        return f"Within {2 * epsilon:.2g} bb: no player gains more than that by deviating."
    return _UNCERTIFIED


def _counted(certificate: Mapping[str, Any]) -> str:
    return "Every deal is counted" if certificate.get("counted") else "From sampled deals"


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
