"""Commands from questions: options, their help and their defaults stand in the questions alone."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from jamfold.questions.entries import Question
from jamfold.questions.fields import PERCENT, Amount, AmountList, Amounts, Asked
from jamfold.views.progress import ProgressDisplay

Asking = TypeVar("Asking", bound=Question)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, with full precision.")]

_MANY = " .."
"""After the metavar of an option that takes any number of words."""
_NUMBER = re.compile(r"-?[\d.][\d.,;]*(e-?\d+)?(%|bb)?[,;]?", re.IGNORECASE)


class AskingCommand(TyperCommand):
    """A command in which an option may have any number of words: ``--stacks 5000 3000 2000``.

    The words up to the next option are one for the parser; where a command also takes words without
    an option, only those that look like numbers.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the words of lists, then parse."""
        lists = {
            spelling for one in self.params if (one.metavar or "").endswith(_MANY) for spelling in one.opts
        }
        only_numbers = any(one.param_type_name == "argument" for one in self.params)
        return list(super().parse_args(ctx, join_lists(args, lists, only_numbers=only_numbers)))


def join_lists(words: Sequence[str], lists: Collection[str], *, only_numbers: bool) -> list[str]:
    """The words of a command line, those of each option in `lists` as one."""
    joined: list[str] = []
    taking = False
    for k, word in enumerate(words):
        if word == "--":
            return [*joined, *words[k:]]
        is_value = bool(_NUMBER.fullmatch(word)) or not (only_numbers or word.startswith("-"))
        if taking and is_value:
            begun = joined[-1] not in lists
            joined[-1:] = [f"{joined[-1]} {word}"] if begun else [joined[-1], word]
            continue
        joined.append(word)
        taking = word.split("=", 1)[0] in lists
    return joined


def asks(question: type[Asking], *leave: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function of a question and of options about its view into a command.

    The first parameter of the function is the question; its other parameters are the options that
    only a command has.  The names in `leave` are not asked for.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        fields = [one for one in question.asked().values() if not one.entry.remote and one.name not in leave]
        options = {name: option for one in fields for name, option in _options(one).items()}
        parameters = [option for option in options.values() if _is_argument(option)] + [
            option for option in (*options.values(), *own) if not _is_argument(option)
        ]

        @functools.wraps(function)
        def command(**values: Any) -> None:
            given = {name: values.pop(name) for name in options}
            function(_make(question, fields, given), **values)

        command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
        )
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        command.__doc__ = function.__doc__ or question.__doc__
        return command

    return decorate


def answered(question: Question, what: str = "") -> Any:
    """The answer to a question, with its progress on stderr."""
    title = what or getattr(getattr(question, "rules", None), "title", "") or question.name
    with ProgressDisplay(title) as display:
        return question.answered(display)


def _make(question: type[Asking], fields: list[Asked], given: dict[str, Any]) -> Asking:
    """The question of the options that were given."""
    values: dict[str, Any] = {}
    for one in fields:
        if one.nested:
            changes = {name: given[f"{one.name}_{name}"] for name in _nested(one)}
            changes = {name: value for name, value in changes.items() if value is not None}
            if changes:
                values[one.name] = changes
            continue
        value = given[one.name]
        if one.entry.positional and one.kind is str and value:
            value = " ".join(value)
        if value is not None and value != []:
            values[one.name] = value
    return question.of_values(values)


def _nested(one: Asked) -> dict[str, Asked]:
    return {name: field for name, field in one.kind.asked().items() if not field.entry.local}


def _options(one: Asked, prefix: str = "") -> dict[str, inspect.Parameter]:
    """The parameters of a field; those of a question in it begin with its name."""
    if one.nested:
        return {
            f"{one.name}_{name}": parameter
            for name, field in _nested(one).items()
            for parameter in _options(field, f"{one.name}-").values()
        }
    spelling = (
        one.entry.option if one.entry.option and not prefix else f"--{prefix}{one.name}".replace("_", "-")
    )
    name = f"{prefix}{one.name}".replace("-", "_")
    kind: Any = {Amount: str, Amounts: tuple[str, str], AmountList: str, tuple[str, ...]: list[str]}.get(
        one.kind, one.kind
    )
    help_text = one.help if not prefix else f"{one.entry.help.rstrip('.')}, of the second spot."
    kind = str if one.entry.metavar == PERCENT else kind
    if one.entry.positional:
        required = one.required
        info = typer.Argument(help=help_text, metavar=one.entry.metavar or None)
        kind = list[str]
        annotation = Annotated[kind if required else kind | None, info]  # type: ignore[valid-type]
        default = inspect.Parameter.empty if required else None
    else:
        metavar = None if one.kind is bool else one.entry.metavar or None
        if one.kind in (AmountList, tuple[str, ...]):
            metavar = f"{one.entry.metavar}{_MANY}"
        annotation = Annotated[
            kind | None,
            typer.Option(
                spelling,
                help=help_text,
                metavar=metavar,
                show_default=False,
                rich_help_panel=one.entry.panel or None,
            ),
        ]
        default = None
    parameter = inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )
    return {name: parameter}


def _is_argument(parameter: inspect.Parameter) -> bool:
    """Whether a parameter is written without an option."""
    return any(
        isinstance(part, typer.models.ArgumentInfo)
        for part in getattr(parameter.annotation, "__metadata__", ())
    )
