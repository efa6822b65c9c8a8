"""Schemas of answers: results and contracts as the API document tells them, from what they say themselves."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import MISSING
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, create_model

from jamfold.calculator.games import ListedGame
from jamfold.games import Game
from jamfold.shown import has_json_fields, json_fields_of
from jamfold.views.contracts.base import Contract

_AS_TEXT = (Game, ListedGame, Fraction)
_NONE = re.compile(r"\bNone\b")
_SEVERAL = re.compile(r"(\w+(?:, \w+)+): ")
"""How a text begins that is about several fields: ``wins, ties: ...``."""


def schema_of(hint: Any) -> Any:
    """The type of what JSON has of a type: models for results and contracts, their values for enums."""
    if isinstance(hint, type) and issubclass(hint, _AS_TEXT):
        return str
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Literal[tuple(one.value for one in hint)]
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
    """The model of a result or a contract: everything that is told, and nothing else."""
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
    said = (inspect.getdoc(kind) or "").partition("\n\nRaises ")[0]
    return create_model(name, __config__=ConfigDict(extra="forbid"), __doc__=said, **entries)


def _followed(kind: Any, path: str) -> tuple[Any, str]:
    """The type of what stands at a path, and what is said of it."""
    words, is_optional = "", False
    for name in path.split("."):
        if parts := [part for part in get_args(kind) if part is not type(None)]:
            is_optional, kind = True, parts[0]
        found = inspect.getattr_static(kind, name, None)
        if isinstance(found, property | cached_property):
            getter = found.func if isinstance(found, cached_property) else found.fget
            words, kind = inspect.getdoc(getter) or "", get_type_hints(getter)["return"]
        else:
            words, kind = _words_of(kind).get(name, ""), get_type_hints(kind)[name]
    return kind | None if is_optional and type(None) not in get_args(kind) else kind, words


@cache
def _words_of(kind: type) -> dict[str, str]:
    """What is said of fields, below them; some say it of several."""
    words: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("jamfold."):
            words |= _docstrings(inspect.getsourcefile(one) or "").get(one.__name__, {})
    for text in [*words.values()]:
        if several := _SEVERAL.match(text):
            words |= dict.fromkeys(several[1].split(", "), text[several.end() :])
    return words


@cache
def _docstrings(path: str) -> dict[str, dict[str, str]]:
    """By class of a file and attribute, the text that stands below the attribute."""
    classes = [one for one in ast.parse(Path(path).read_text("utf-8")).body if isinstance(one, ast.ClassDef)]
    return {
        one.name: {
            above.target.id: inspect.cleandoc(below.value.value)
            for above, below in zip(one.body, one.body[1:], strict=False)
            if isinstance(above, ast.AnnAssign)
            and isinstance(above.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        }
        for one in classes
    }
