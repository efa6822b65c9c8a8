"""The one serializer: contracts as JSON values, numbers in full precision, unknown ones null."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Any


def to_values(answer: Any) -> Any:
    """A contract (or lists, tuples, dicts of them) as JSON can hold it.

    nan and infinities become null.
    """
    if is_dataclass(answer) and not isinstance(answer, type):
        return {one.name: to_values(getattr(answer, one.name)) for one in fields(answer)}
    if isinstance(answer, Mapping):
        return {str(name): to_values(value) for name, value in answer.items()}
    if isinstance(answer, tuple | list):
        return [to_values(value) for value in answer]
    if isinstance(answer, Enum):
        return answer.value
    if hasattr(answer, "item") and hasattr(answer, "dtype"):
        answer = answer.tolist()
        return to_values(answer)
    if isinstance(answer, float) and not isfinite(answer):
        return None
    return answer


def to_text(answer: Any, indent: int | None = 2) -> str:
    """A contract as a JSON text."""
    return json.dumps(to_values(answer), indent=indent, allow_nan=False)
