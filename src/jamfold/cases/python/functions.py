"""A function of each question: what it takes, what it says of itself, how it asks.

The rule of all signatures: the game comes first where a question is about one, then what the command line
takes without an option, and everything else has its name.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import FieldSpec
from jamfold.cases.python.descriptions import Words, docstring, in_python, kind_text, result_of
from jamfold.cases.python.names import HOMES, PERFORMED, question_of
from jamfold.cases.python.values import nearest, values_of
from jamfold.cases.python.watch import watch_of
from jamfold.core.display import DisplayableResult, ResultTuple
from jamfold.core.errors import JamfoldError, QuestionError

PROGRESS = "progress"
_PROGRESS_KIND = "Callable[[str, float], None] | bool"


@functools.cache
def function_of(name: str) -> Callable[..., Any]:
    question = question_of(name)
    leading = _leading(question)

    def ask_question(*words: Any, **values: Any) -> Any:
        progress = values.pop(PROGRESS, None)
        arguments = _named(name, question, leading, words, values)
        try:
            request = question.from_cli(values_of(question, arguments))
            for doubt in request.warnings.values():
                warnings.warn(in_python(doubt, question), stacklevel=2)
            with watch_of(progress, request.title) as watch:
                return _with_display(_perform(name, request, watch), request)
        except JamfoldError as error:
            error.args = (in_python(str(error), question),)
            error.field = _parameter_of(question, error.field)
            raise

    ask_question.__name__ = ask_question.__qualname__ = name
    ask_question.__module__ = "jamfold"
    ask_question.__doc__ = docstring(question, [*leading, *_keyword_fields(question, leading)])
    ask_question.__signature__ = signature(question)  # type: ignore[attr-defined]
    return ask_question


def ask(name: str, *words: Any, **values: Any) -> Any:
    """Ask a question by its name, for programs that choose it: ``ask("table", "six-plus", seats=3)``.

    Raises JamfoldError if no question has that name, or as the function does.

    Parameters
    ----------
    name
        Of a function of the package, or the words of a command: ``history_report``, ``"history report"``.
    words, values
        What that function takes.
    """
    key = str(name).strip().lower().replace("-", "_").replace(" ", "_")
    if key not in HOMES:
        near = nearest(key, HOMES)
        raise QuestionError(f"Unknown request '{str(name)[:40]}'{near}", field="name")
    return function_of(key)(*words, **values)


def _perform(name: str, question: CaseRequest, watch: Observer) -> Any:
    """The answer; a command that writes what it finds does so here, too."""
    if name in PERFORMED:
        return import_module(PERFORMED[name]).perform(question, watch)
    return run_case(question, watch)


def _with_display(result: Any, question: CaseRequest) -> Any:
    """Return a result that displays itself as the answer to its request."""
    if isinstance(result, tuple):
        result = ResultTuple(result)
    return result.as_answer_to(question) if isinstance(result, DisplayableResult) else result


def signature(question: type[CaseRequest]) -> inspect.Signature:
    leading = _leading(question)
    parameters = [
        _parameter(field, inspect.Parameter.POSITIONAL_OR_KEYWORD, optional=_are_optional(leading[:k]))
        for k, field in enumerate(leading)
    ]
    parameters += [
        _parameter(other, inspect.Parameter.KEYWORD_ONLY) for other in _keyword_fields(question, leading)
    ]
    watching = inspect.Parameter(
        PROGRESS, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Words(_PROGRESS_KIND)
    )
    return inspect.Signature([*parameters, watching], return_annotation=Words(result_of(question)))


def _leading(question: type[CaseRequest]) -> list[FieldSpec]:
    """Return positional fields: the game, then those a command takes without an option."""
    fields = question.field_specs()
    game = [field for field in fields.values() if field.name == "game" and field.default]
    typed = [
        spec for spec in fields.values() if spec.entry.positional or spec.name == question.positional_field
    ]
    return [*game, *(field for field in typed if field not in game)]


def _parameter_of(question: type[CaseRequest], field: str) -> str:
    """Return the parameter of an entry of a form or command; empty if there is none."""
    fields = question.field_specs()
    if field in fields:
        return field
    names = {
        spec.name: {*dict(spec.entry.part_names), spec.entry.option.strip("-"), spec.entry.metavar.lower()}
        for spec in fields.values()
    }
    plain = field.rstrip("0123456789")
    spellings = {field} if plain == field else {field, f"{plain}s"}  # player1 is one of the players
    return next((name for name, aliases in names.items() if spellings & {name, *aliases}), "")


def _keyword_fields(question: type[CaseRequest], leading: list[FieldSpec]) -> list[FieldSpec]:
    """Return keyword fields, required ones first, payoffs last."""
    rest = [spec for spec in question.field_specs().values() if spec not in leading]
    return sorted(rest, key=lambda field: (not field.required, field.entry.panel != ""))


def _are_optional(before: list[FieldSpec]) -> bool:
    return any(not field.required for field in before)


def _parameter(field: FieldSpec, kind: Any, *, optional: bool = False) -> inspect.Parameter:
    """Return a parameter; a required one after an optional one defaults to None, which is refused."""
    default = None if optional else inspect.Parameter.empty
    text = kind_text(field)
    if not field.required:
        default = field.default
    if default is None and "None" not in text:
        text += " | None"
    return inspect.Parameter(field.name, kind, default=default, annotation=Words(text))


def _named(
    function: str,
    question: type[CaseRequest],
    leading: list[FieldSpec],
    words: tuple[Any, ...],
    values: dict[str, Any],
) -> dict[str, Any]:
    """Return the arguments by name.

    Raises QuestionError if there are too many words, a name is unknown or given twice, or a required field is
    missing.
    """
    fields, places = question.field_specs(), [field.name for field in leading]
    if len(words) > len(places):
        named = next((name for name in fields if name not in places), PROGRESS)
        raise QuestionError(
            f"{function} takes {' and '.join(places) or 'nothing'} by position, not {len(words)} values. "
            f"Name the others, such as {named}=...",
            field=places[-1] if places else "",
        )
    arguments = dict(zip(places, words, strict=False))
    for name in values:
        if name not in fields:
            raise QuestionError(f"{function} does not know '{name[:40]}'{nearest(name, fields)}", field=name)
        if name in arguments:
            raise QuestionError(
                f"{name} is given twice. By position, {function} takes {', then '.join(places)}.",
                field=name,
            )
    arguments |= values
    for field in fields.values():
        if field.required and arguments.get(field.name) is None:
            raise QuestionError(f"{function} needs {field.name}: {field.entry.help}", field=field.name)
    return arguments
