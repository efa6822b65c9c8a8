"""A function of each question: what it takes, what it says of itself, how it asks.

The rule of all signatures: the game comes first where a question is about one, then what the command line
takes without an option, and everything else has its name.
"""

from __future__ import annotations

import functools
import inspect
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Any, get_args, get_origin

from jamfold.calculator.equity_games import ListedGame
from jamfold.cards.games import Game
from jamfold.cases.answers import result_types, run_case
from jamfold.cases.answers.watch import Observer, StageObserver
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import Amount, AmountList, Amounts, FieldSpec
from jamfold.cases.python.names import HOMES, PERFORMED, question_of
from jamfold.cases.view_spec import resolve
from jamfold.core.display import DisplayableResult, ResultTuple
from jamfold.core.errors import JamfoldError, QuestionError, check_kind, near_words
from jamfold.core.progress import Progress

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


BOTH = "BOTH"
"""Start of the metavar of two amounts, if a single one may be given for both."""


def values_of(question: type[CaseRequest], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a request; None counts as missing.

    Raises QuestionError if a name is unknown, or a spot is not a mapping.
    """
    fields = question.field_specs()
    for name in values:
        if name not in fields:
            raise QuestionError(f"Unknown name '{name[:40]}'{nearest(name, fields)}", field=name)
    return {name: _value_of(fields[name], value) for name, value in values.items() if value is not None}


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the end of a sentence that suggests the nearest name."""
    near = near_words(name, names)
    return f": did you mean {near[0]}?" if near else f"; there are {', '.join(names)}."


def _value_of(field: FieldSpec, value: Any) -> Any:
    if field.nested:
        if not isinstance(value, Mapping):
            raise QuestionError(
                f"The spot to {field.label.lower()} is a dictionary, such as "
                f"{field.name}={{'stacks': '15bb'}}, not {type(value).__name__}.",
                field=field.name,
            )
        try:
            return values_of(field.kind, value)
        except QuestionError as error:
            error.field = field.name
            raise
    value = _plain(value)
    if field.kind is Path:
        check_kind(value, str, field.name, "the name of a file")
        return Path(value)
    if field.kind is str:
        check_kind(value, str, field.name, "text")
    if field.kind == tuple[str, ...]:
        texts = (value,) if isinstance(value, str) else value
        check_kind(texts, tuple, field.name, "one text or several")
        for text in texts:
            check_kind(text, str, field.name, "one text or several")
        return texts
    if field.kind == Amounts and isinstance(value, int | float) and field.entry.metavar.startswith(BOTH):
        return (value, value)
    return value


def _plain(value: Any) -> Any:
    """Texts, numbers and tuples of whatever says the same."""
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Game | ListedGame):
        return value.name
    if isinstance(value, DisplayableResult):
        return str(value)  # a range
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    for method in ("tolist", "to_list"):  # NumPy and pandas; polars
        if hasattr(value, method):
            return _plain(getattr(value, method)())
    if isinstance(value, Iterable) and not isinstance(value, Mapping | bytes):
        return tuple(_plain(part) for part in value)
    return value


class CallbackObserver(StageObserver):
    """Observer that calls a function with the stage and the share of the work that is done."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def on_stage(self, stage: str, share: float) -> None:
        self._progress(stage, share)


@contextmanager
def watch_of(progress: Progress | bool | None, title: str) -> Iterator[Observer]:
    """Provide the observer of a computation; True means a bar in the terminal."""
    if callable(progress):
        yield CallbackObserver(progress)
    elif progress:
        with resolve("views.terminal:ProgressDisplay")(title) as display:
            yield display
    else:
        yield Observer()


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
