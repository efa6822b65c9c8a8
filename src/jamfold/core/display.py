"""How results show themselves: as text, as values, as columns, as HTML."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from operator import attrgetter
from types import ModuleType
from typing import Any, ParamSpec, Self, TypeVar

_Words = ParamSpec("_Words")
_Result = TypeVar("_Result")


class DisplayableResult:
    """The base of results.

    The package sets the module that displays them (`set_display_module`) when it is imported. The
    answer to a question of the package (``jamfold.solve(...)``) knows its question, and shows what the
    command shows.
    """

    _question: Any = None

    def __init_subclass__(cls, **more: Any) -> None:
        """Put `__repr__` where dataclasses find it, so that they make none of their own."""
        super().__init_subclass__(**more)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = DisplayableResult.__repr__  # type: ignore[method-assign]

    def as_answer_to(self, question: Any) -> Self:
        """Return a copy of this result with its question; the original may be shared."""
        result = copy.copy(self)
        object.__setattr__(result, "_question", question)
        return result

    def __repr__(self) -> str:
        return str(_views[-1]().text_of(self, self._question))

    def to_dict(self) -> Any:
        """The answer as JSON values: what the command prints with ``--json``."""
        return _views[-1]().values_of(self, self._question)

    def to_columns(self) -> dict[str, Any]:
        """Columns of equal length, for ``pandas.DataFrame(...)`` and ``polars.DataFrame(...)``."""
        columns: dict[str, Any] = _views[-1]().columns_of(self, self._question)
        return columns

    def to_markdown(self) -> str:
        """The answer in Markdown, for notes and forums: tables, or the printed text as a block of code."""
        return str(_views[-1]().markdown_of(self, self._question))

    def _repr_html_(self) -> str:
        return str(_views[-1]().html_of(self, self._question))


One = TypeVar("One")


class ResultTuple(DisplayableResult, tuple[One, ...]):
    """Results in a row, such as hands, players or pay tables: a tuple that shows itself."""


Kind = TypeVar("Kind", bound=type)


def json_fields(entries: str = "", *, schema: str = "") -> Callable[[Kind], Kind]:
    """Declare the public fields of a result: those of its JSON, schema and columns.

    Without this, or without entries, all fields are public.

    Parameters
    ----------
    entries
        Fields and properties in their order, between spaces, also those of parts: ``total.loss_bb``; where
        the outward name is another, ``rate_bb=total.rate``. What belongs to a part that is None is null.
    schema
        The name of the schema, where it is not the name of the class with ``Contract`` behind it.
    """

    def declare(kind: Kind) -> Kind:
        pairs = (entry.rpartition("=") for entry in entries.split())
        if entries:
            kind.outward_entries = {  # type: ignore[attr-defined]
                name or path.rpartition(".")[2]: path for name, _, path in pairs
            }
        kind.outward_schema = schema  # type: ignore[attr-defined]
        return kind

    return declare


def in_units(amounts: str, units: str = "bb chips money") -> str:
    """Return entries of `json_fields` for amounts, unit by unit: ``gain_bb=gain.bb ...``."""
    pairs = [entry.rpartition("=") for entry in amounts.split()]
    return " ".join(
        f"{name or path}_{unit}={path}.{unit}" for unit in units.split() for name, _, path in pairs
    )


def has_json_fields(kind: Any) -> bool:
    """Whether this is a result type: a dataclass, or a class with declared fields."""
    return isinstance(kind, type) and (is_dataclass(kind) or "outward_entries" in kind.__dict__)


def json_fields_of(kind: type) -> dict[str, str]:
    """The public fields of a result in their order: attribute paths by name."""
    values: dict[str, str] | None = kind.__dict__.get("outward_entries")
    return {field.name: field.name for field in fields(kind)} if values is None else values


def former_name(name: str) -> property:
    """Return a property that reads attribute `name`, for a name that it had before 0.3."""
    return property(attrgetter(name), doc=f"The former name of `{name}`.")


def former_words(**names: str) -> Callable[[Callable[_Words, _Result]], Callable[_Words, _Result]]:
    """Return a decorator that takes arguments by their former names too, such as ``held="hand_range"``."""

    def decorate(function: Callable[_Words, _Result]) -> Callable[_Words, _Result]:
        @wraps(function)
        def call(*values: _Words.args, **words: _Words.kwargs) -> _Result:
            renamed: Any = {names.get(word, word): value for word, value in words.items()}
            return function(*values, **renamed)

        return call

    return decorate


_views: list[Callable[[], ModuleType]] = []


def set_display_module(load: Callable[[], ModuleType]) -> None:
    """Let the file that this loads show results from now on."""
    _views[:] = [load]


def plural(number: int, word: str) -> str:
    """Return a number of things: ``1 hand``, ``2 hands``, ``2 classes``."""
    ending = "" if number == 1 else "es" if word.endswith("s") else "s"
    return f"{number:,} {word}{ending}"


def capitalized(words: str) -> str:
    """Return words with a capital first letter; the others stay."""
    return words[:1].upper() + words[1:]


def in_bb(amount: float) -> str:
    """Return an amount in big blinds as players write it: ``13.56 bb``, ``10 bb``, ``0.125 bb``."""
    text = f"{amount:.2f}".rstrip("0").rstrip(".") if abs(amount) >= 1 else f"{amount:.3g}"
    return f"{text} bb"


# Former names, until 0.4.
Shown, Several = DisplayableResult, ResultTuple
