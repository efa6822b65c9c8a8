"""Values of Python as questions take them: games, ranges, paths, arrays and numbers of other libraries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jamfold.calculator.equity_games import ListedGame
from jamfold.cards.games import Game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import Amounts, FieldSpec
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import QuestionError, check_kind, near_words

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
