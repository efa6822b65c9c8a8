"""The one serializer: results and contracts as JSON values, numbers in full precision, unknown ones null."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Any

from jamfold.calculator.games import ListedGame
from jamfold.games import Game
from jamfold.shown import has_json_fields, json_fields_of


def to_values(answer: Any) -> Any:
    """A result or a contract (or lists, tuples, dicts of them) as JSON can hold it.

    A game is its name, a fraction a text; nan and infinities become null.
    """
    if isinstance(answer, Game | ListedGame):
        return answer.name
    kind: Any = type(answer)
    if has_json_fields(kind):
        return {name: to_values(_at(answer, path)) for name, path in _paths(kind).items()}
    if isinstance(answer, Mapping):
        return {str(name): to_values(value) for name, value in answer.items()}
    if isinstance(answer, tuple | list):
        return [to_values(value) for value in answer]
    if isinstance(answer, Enum):
        return answer.value
    if isinstance(answer, Fraction):
        return str(answer)
    if hasattr(answer, "item") and hasattr(answer, "dtype"):
        answer = answer.tolist()
        return to_values(answer)
    if isinstance(answer, float) and not isfinite(answer):
        return None
    return answer


@cache
def _paths(kind: Any) -> dict[str, list[str]]:
    return {name: path.split(".") for name, path in json_fields_of(kind).items()}


def _at(answer: Any, path: list[str]) -> Any:
    for name in path:
        answer = None if answer is None else getattr(answer, name)
    return answer


def to_text(answer: Any, indent: int | None = 2) -> str:
    """A result or a contract as a JSON text."""
    return json.dumps(to_values(answer), indent=indent, allow_nan=False)
