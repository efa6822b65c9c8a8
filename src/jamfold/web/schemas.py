"""Schemas of the API's requests and answers, derived from questions, results and contracts.

Only the shape of a request is checked; what numbers and texts mean is checked by the
question, so that the sentences are those of the command line.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Mapping
from dataclasses import MISSING
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, create_model

from jamfold.betting.terms import UnitAmount
from jamfold.betting.two_seats import BOTH_STACKS
from jamfold.calculator.equity_games import ListedGame
from jamfold.cards.games import Game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import SIGNS, Amount, AmountList, Amounts, FieldSpec
from jamfold.core.display import has_json_fields, json_fields_of
from jamfold.core.errors import QuestionError
from jamfold.views.formats import Contract, Pair

_AS_TEXT = (Game, ListedGame, Fraction)
_LONE = re.compile("[\ud800-\udfff]")
"""Half of a pair of surrogates, which JSON can hold and UTF-8 cannot."""
_NONE = re.compile(r"\bNone\b")
_SEVERAL = re.compile(r"(\w+(?:, \w+)+): ")
"""How a docstring of several fields begins: ``wins, ties: ...``."""


def schema_of(hint: Any) -> Any:
    """The type of a value in JSON: a model for a result or contract, the values of an enum."""
    if isinstance(hint, type) and issubclass(hint, _AS_TEXT):
        return str
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Literal[tuple(member.value for member in hint)]
    if has_json_fields(hint):
        return _model_of(hint)
    parts, origin = get_args(hint), get_origin(hint)
    if origin is np.ndarray:
        return list[float]
    if not parts or origin is Literal:
        return hint
    parts = tuple(part if part is ... else schema_of(part) for part in parts)
    return Union[parts] if origin in (Union, UnionType) else origin[parts]  # noqa: UP007


@cache
def _model_of(kind: type) -> type[BaseModel]:
    """The model of a result or contract: its JSON fields and no others."""
    is_contract = issubclass(kind, Contract)
    name = kind.__dict__.get("outward_schema") or f"{kind.__name__}{'' if is_contract else 'Contract'}"
    entries: dict[str, Any] = {}
    for entry, path in json_fields_of(kind).items():
        default = kind.__dataclass_fields__[entry].default if is_contract else MISSING  # type: ignore[attr-defined]
        hint, words = _followed(kind, path)
        entries[entry] = (
            schema_of(hint),
            Field(... if default is MISSING else default, description=_NONE.sub("null", words) or None),
        )
    summary = (inspect.getdoc(kind) or "").partition("\n\nRaises ")[0]
    return create_model(name, __config__=ConfigDict(extra="forbid"), __doc__=summary, **entries)


def _followed(kind: Any, path: str) -> tuple[Any, str]:
    """The type and the description of the attribute at a dotted path."""
    words, is_optional = "", False
    for name in path.split("."):
        if parts := [part for part in get_args(kind) if part is not type(None)]:
            is_optional, kind = True, parts[0]
        attribute = inspect.getattr_static(kind, name, None)
        if isinstance(attribute, property | cached_property):
            getter = attribute.func if isinstance(attribute, cached_property) else attribute.fget
            parent = f"{words}  " if kind is UnitAmount and words else ""
            words, kind = parent + (inspect.getdoc(getter) or ""), get_type_hints(getter)["return"]
        else:
            words, kind = _words_of(kind).get(name, ""), get_type_hints(kind)[name]
    return kind | None if is_optional and type(None) not in get_args(kind) else kind, words


@cache
def _words_of(kind: type) -> dict[str, str]:
    """The docstrings of fields by name; one docstring may describe several."""
    words: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("jamfold."):
            words |= _docstrings(inspect.getsourcefile(base) or "").get(base.__name__, {})
    for text in [*words.values()]:
        if several := _SEVERAL.match(text):
            words |= dict.fromkeys(several[1].split(", "), text[several.end() :])
    return words


@cache
def _docstrings(path: str) -> dict[str, dict[str, str]]:
    """The docstrings below attributes, by class of a file and attribute."""
    return {
        class_.name: {
            above.target.id: inspect.cleandoc(below.value.value)
            for above, below in zip(class_.body, class_.body[1:], strict=False)
            if isinstance(above, ast.AnnAssign)
            and isinstance(above.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        }
        for class_ in ast.parse(Path(path).read_text("utf-8")).body
        if isinstance(class_, ast.ClassDef)
    }


Number = StrictFloat | StrictInt
Quantity = Number | StrictStr
"""A number, or text with a unit: 12bb, 5%."""


def request_model(
    question: type[CaseRequest], *examples: dict[str, Any], with_files: bool = False
) -> type[BaseModel]:
    """The JSON body of a request, `with_files` including names of files; the examples are valid bodies."""
    fields = {
        field.name: _field(field)
        for field in question.field_specs().values()
        if with_files or not field.entry.cli_only
    }
    config = ConfigDict(extra="forbid", json_schema_extra={"examples": list(examples)})
    name = question.__name__
    return create_model(name, __config__=config, __doc__=question.__doc__, **fields)  # type: ignore[call-overload, no-any-return]


def _field(spec: FieldSpec) -> tuple[Any, Any]:
    """The type and the description of an entry."""
    kinds: dict[Any, Any] = {
        Amount: Quantity,
        Amounts: tuple[Quantity, Quantity] | StrictStr,
        AmountList: list[Quantity] | StrictStr,
        int: StrictInt,
        float: Quantity if spec.entry.metavar in SIGNS else Number,
        bool: StrictBool,
        str: StrictStr,
        tuple[str, ...]: list[StrictStr],
    }
    kind = partial_model(spec.kind) if spec.nested else kinds[spec.kind]
    extra: dict[str, Any] = {"enum": list(spec.entry.choices)} if spec.entry.choices else {}
    default = ... if spec.required else spec.default
    field: Any = Field(default, description=spec.entry.help, json_schema_extra=extra)
    return (kind | None if spec.optional else kind), field


def partial_model(question: type[CaseRequest]) -> type[BaseModel]:
    """The JSON body of a request nested in another; missing fields default to those of the outer one."""
    fields = {
        field.name: (_field(field)[0] | None, Field(None, description=field.entry.help))
        for field in question.field_specs().values()
        if not field.entry.cli_only
    }
    name = question.__name__.replace("Request", "Changes")
    return create_model(name, __config__=ConfigDict(extra="forbid"), **fields)  # type: ignore[call-overload, no-any-return]


def question_of(
    question: type[CaseRequest], model: BaseModel, exclude: set[str] | None = None
) -> CaseRequest:
    """The request of a JSON body. Raises JamfoldError if it is invalid."""
    values = model.model_dump(exclude_unset=True, exclude=exclude)
    for name, value in values.items():
        if _LONE.search(json.dumps(value, ensure_ascii=False)):
            raise QuestionError(
                f"The entry '{name}' has half of a pair of surrogates: send whole characters.", field=name
            )
    return question.from_json(values)


def shape_fault(
    question: type[CaseRequest] | None, kind: str, place: list[str], fault: Mapping[str, Any]
) -> tuple[str, str]:
    """Return a sentence on an entry of the wrong shape, and its field.

    `kind` and `place` are Pydantic's type of the fault and the names that lead to it.
    """
    words = place[0] if place else "request"
    if kind == "extra_forbidden":
        return f"Unknown entry '{'.'.join(place)[:40]}'.", ""
    if kind == "missing" and len(place) < 2:  # else a list is too short
        return f"The entry '{words[:40]}' is missing." if place else "The request has no JSON body.", ""
    field = None if question is None else question.field_specs().get(words)
    if field is None:
        return "The body must be a JSON object.", ""
    if field.kind == Amounts:
        for part in [int(step) for step in place[1:] if step in ("0", "1") and kind != "missing"]:
            name, label = field.entry.part_names[part]
            return f"The {label[0].lower()}{label[1:]} must be a number of chips.", name
        form = BOTH_STACKS if words == "stacks" else ""
        return f"The {words} must be two amounts, for small and big blind{form}.", words
    if field.kind == AmountList:
        return f"The {field.label} must be a list of numbers.", words
    if field.kind == Amount:
        label = field.label.split(",")[0].lower()
        return f"The {label} must be a number of chips.", words
    expected = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
    expected[tuple[str, ...]] = "a list of texts"
    text = str(fault.get("input"))[:40]
    return f"The {field.label} must be {expected.get(field.kind, 'as described')}, not {text!r}.", words


class Progress(BaseModel):
    """How far a job is; empty before it says so."""

    model_config = ConfigDict(extra="forbid")

    stage: str = Field("", description="Current step.")
    share: float = Field(0, description="Share completed, 0 to 1.", ge=0, le=1)
    notice: str = Field("", description="Disk and memory the job will use.")
    words: str = Field("", description="Progress of a sampled table.")
    deals: int = Field(0, description="Deals played.")
    jams: list[float | None] = Field(
        [], description="Percent of hands that every seat jams when it is first in; null where it never is."
    )
    iteration: int = Field(0, description="Iterations done by a solve.")
    iterations: int | None = Field(None, description="Iterations planned; null if there is no limit.")
    jam_percent: float = 0
    call_percent: float = 0
    post_ev: Pair = Field(
        (0, 0), description="What best responses earn, small and big blind: chips or money."
    )
    epsilon: float = Field(0, description="Half of what both could still gain, in `unit`.")
    unit: str = Field("bb", description="bb, money, or % of the prizes.")
    post_ev_chips: Pair | None = Field((0, 0), description="Null where money is played for.")
    epsilon_bb: float | None = 0
    epsilon_chips: float | None = 0


class Awaited(BaseModel):
    """A job that is computed before another one."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(description="What it computes, in words.")
    seconds_left: float | None = Field(description="About how long it will take; null if not known.")


class _Job(BaseModel):
    model_config = ConfigDict(extra="forbid")

    job: str = Field(description="The ID of the job, for later requests.")
    state: Literal["queued", "running", "done", "failed", "stopped"]
    progress: Progress
    seconds: float = Field(description="Seconds that it has run.")
    seconds_left: float | None = Field(description="About how long it will take; null if not known.")
    waiting_for: list[Awaited] = Field(description="The job that is computed before it, while it is queued.")
    error: str | None = Field(description="Error message, if the job failed or was stopped.")
    field: str | None = Field(description="Name of the input that caused it, if any.")


def job_model(question: type[CaseRequest], contract: Any) -> type[BaseModel]:
    """What the API answers: a job, with its result when it is done."""
    fields: dict[str, Any] = {
        "kind": (Literal[question.name], ...),
        "result": (schema_of(contract) | None, ...),
    }
    words = f"{(question.__doc__ or '').splitlines()[0]} `result` is there when it is done."
    return create_model(question.__name__.replace("Request", "Job"), __base__=_Job, __doc__=words, **fields)


class ErrorAnswer(BaseModel):
    """What went wrong, in one sentence."""

    model_config = ConfigDict(extra="forbid")

    error: str
    field: str | None = Field(
        description="The input that it is about, if there is one: game, stack_sb, ante, board, player2, ..."
    )
