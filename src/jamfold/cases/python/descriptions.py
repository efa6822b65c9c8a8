"""What a function says of itself: types, help and results in words, all of them from its question."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, get_args, get_origin

from jamfold.cases.answers import result_types
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import Amount, AmountList, Amounts, FieldSpec

WIDTH = 100
_RANGES = ("R", "PLAYERS", "TEXT", "HAND")
_OPTION = re.compile(r"--([a-z][a-z-]*[a-z])")


class Words(str):
    """A type in words, displayed without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def kind_text(field: FieldSpec) -> str:
    """The type of a parameter, as a person writes it."""
    kind = _kind_text(field)
    return f"{kind} | None" if field.optional else kind


def _kind_text(field: FieldSpec) -> str:
    ranges = field.entry.metavar in _RANGES
    if field.nested:
        return "Mapping[str, Any]"
    if field.name == "game" and field.default:
        return "str | Game | ListedGame" if "stud" in field.entry.help else "str | Game"
    if field.kind in (AmountList, Amounts):
        return "Amounts"
    if field.kind == Amount:
        return "Amount"
    if field.kind == tuple[str, ...]:
        return "Sequence[str | HandRange]" if ranges else "Texts"
    if field.kind is Path or field.entry.metavar == "FILE":
        return "File"
    if field.kind is str and ranges:
        return "str | HandRange"
    return str(field.kind.__name__)


def result_of(question: type[CaseRequest]) -> str:
    return " | ".join(_result_text(type_) for type_ in result_types(question))


def _result_text(kind: Any) -> str:
    """Format a result type; a tuple is displayed as `ResultTuple`."""
    if get_origin(kind) is not tuple:
        return str(kind.__name__)
    first, *more = get_args(kind)
    return f"ResultTuple[{first.__name__ if more == [...] else 'Any'}]"


def docstring(question: type[CaseRequest], parameters: Sequence[FieldSpec]) -> str:
    """Return the text of `help`, in numpydoc format."""
    words = in_python(inspect.cleandoc(question.__doc__ or ""), question)
    lines = [words, "", "Parameters", "----------"]
    for field in parameters:
        lines += [f"{field.name} : {kind_text(field)}", _indented(in_python(field.help, question))]
    lines += [
        "progress : function or bool",
        _indented("Called with the stage and the share of the work done; True for a bar in the terminal."),
        "",
        "Returns",
        "-------",
        *_returned(question),
        "",
        "Raises",
        "------",
        "JamfoldError",
        _indented("If a parameter is invalid; `field` names it."),
    ]
    return "\n".join(lines)


def _returned(question: type[CaseRequest]) -> list[str]:
    """Every type of the answer, with the first line of what it says of itself."""
    lines: list[str] = []
    for kind in result_types(question):
        words = (getattr(kind, "__doc__", None) or "").strip().partition("\n")[0]
        lines += [_result_text(kind), *([_indented(words)] if get_origin(kind) is not tuple else [])]
    return lines


def in_python(text: str, question: type[CaseRequest]) -> str:
    """A text about options, which are parameters here: ``--call-range`` is ``call_range``."""
    spelled = {spec.entry.option: spec.name for spec in question.field_specs().values() if spec.entry.option}

    def name(match: re.Match[str]) -> str:
        return spelled.get(match[0], match[1].replace("-", "_"))

    return _OPTION.sub(name, text)


def _indented(text: str) -> str:
    return fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
