"""What a question is: a frozen dataclass whose fields say how they are asked for.

A question that exists is a good one: its words and numbers are read and checked when
it is made, and kept in one form, so that equal questions are equal.  What cannot be
checked without tables or hands is checked first thing when it is answered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from types import UnionType
from typing import Any, ClassVar, Self, Union, dataclass_transform, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, urlencode

from jamfold.cases.fields import (
    Amount,
    AmountList,
    Amounts,
    FieldSpec,
    check_readable,
    format_value,
    parse_value,
)
from jamfold.cases.meant_game import meant_game
from jamfold.core.errors import QuestionError, error_field
from jamfold.valuation.numbers import read_number

_AMOUNTS = (Amount, Amounts, AmountList)
_CURRENCY = re.compile("[$€£]")
_CAPITAL = re.compile("(?<!^)(?=[A-Z])")


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class CaseRequest:
    """The base of all questions; a subclass is a frozen dataclass without saying so.

    Attributes
    ----------
    name
        Of the command, the route of the API and the job. Where a view is declared, it is the name of the
        class unless another is given: ``train-next`` of ``TrainNextRequest``.
    answered_by
        The function of question and observer that answers it: ``package.module:name``, loaded on use.
    queue
        Queue of its jobs: ``asking``, ``counting`` or ``solving`` for short work, ``searching`` or
        ``reading`` for long work, ``judging`` for background work.
    positional_field
        The field of a command's words without an option; empty without one.
    amount_metavar
        Metavar of amounts that are in chips elsewhere.
    is_cacheable
        Whether the answer is stable; answers from stored data are not.
    hand_texts
        The fields with hands or ranges that imply the game if none is named (`meant_game`).
    title_text
        The title as a format of the question, ``rule of {0.rules.title}``; empty for the game or the name.
    """

    name: ClassVar[str] = ""
    answered_by: ClassVar[str] = ""
    queue: ClassVar[str] = "asking"
    positional_field: ClassVar[str] = ""
    amount_metavar: ClassVar[str] = "CHIPS"
    is_cacheable: ClassVar[bool] = True
    hand_texts: ClassVar[tuple[str, ...]] = ()
    title_text: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "view_spec" in vars(cls) and "name" not in vars(cls):
            cls.name = _CAPITAL.sub("-", cls.__name__.removesuffix("Request")).lower()
        # Methods of its own for each of 60 classes take 0.04 s, a fifth of what a command needs to start.
        dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)(cls)

    def __init__(self, **values: Any) -> None:
        for field in fields(self):
            if field.init:
                value = values.pop(field.name, field.default)
                if value is MISSING:
                    raise TypeError(f"{type(self).__name__} needs the argument '{field.name}'")
                object.__setattr__(self, field.name, value)
        if values:
            raise TypeError(f"{type(self).__name__} has no argument '{next(iter(values))}'")
        self.__post_init__()

    def __repr__(self) -> str:
        values = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in fields(self) if field.compare)

    @classmethod
    def names_game(cls, word: str) -> bool:
        """Whether a word means a game that can be asked about."""
        return False

    @property
    def title(self) -> str:
        """What is asked, in a few words: the name of a job, and of its progress."""
        if self.title_text:
            return self.title_text.format(self)
        return getattr(getattr(self, "rules", None), "title", "") or self.name.replace("-", " ")

    @property
    def warnings(self) -> dict[str, str]:
        """What is allowed and probably not meant, in a sentence by field."""
        return {}

    def __post_init__(self) -> None:
        """Read and check every field by its type, choices and bounds; all money is in one currency."""
        currency = ""
        for field in self.field_specs().values():
            value = getattr(self, field.name)
            if value is None and field.optional:
                continue
            for sign in _CURRENCY.findall(str(value)) if field.kind in _AMOUNTS else ():
                currency = currency or sign
                if sign != currency:
                    raise QuestionError(
                        f"The amounts mix {currency} and {sign}. Write all in one currency.", field=field.name
                    )
            object.__setattr__(self, field.name, parse_value(field, value))

    @classmethod
    def field_specs(cls) -> dict[str, FieldSpec]:
        if cls not in _FIELD_SPECS:
            _FIELD_SPECS[cls] = _field_specs(cls)
        return _FIELD_SPECS[cls]

    @classmethod
    def fields_in_panel(cls, panel: str) -> tuple[str, ...]:
        """The names of the fields under a heading, those of pages; the empty one is that of the others."""
        entries = {name: field.entry for name, field in cls.field_specs().items()}
        return tuple(name for name, entry in entries.items() if entry.panel == panel and not entry.cli_only)

    @classmethod
    def of(cls, question: CaseRequest, **changes: Any) -> Self:
        """The question with the fields that another one has, too, but for some changes."""
        names = cls.field_specs().keys() & question.field_specs().keys() - changes.keys()
        return cls(**{name: getattr(question, name) for name in names}, **changes)

    def _set(self, **values: Any) -> None:
        """Give fields another form, while a question is made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_strings(cls, values: Mapping[str, Any]) -> Self:
        """Parse a form or an address; unknown names are ignored, empty texts are the defaults.

        Raises JamfoldError as a question does.
        """
        parsed: dict[str, Any] = {}
        for field in cls.field_specs().values():
            if field.entry.cli_only:
                continue
            texts = [str(values.get(name, "") or "").strip() for name, _ in field.parts]
            if not any(texts):
                continue
            if field.nested:
                parsed[field.name] = field.kind.from_strings(dict(parse_qsl(texts[0])))
            elif field.entry.part_names:
                usual = field.default if field.default is not MISSING else ("", "")
                parsed[field.name] = tuple(text or part for text, part in zip(texts, usual, strict=True))
            else:
                parsed[field.name] = texts[0]
        return cls(**cls._with_game(parsed))

    @classmethod
    def _with_game(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Add the game implied by hands and ranges if neither it nor a file with it is named."""
        if any(values.get(name) for name in ("game", "saved", "notation", "preset")):
            return values
        texts = [values.get(name) for name in cls.hand_texts]
        words = [
            text
            for entry in texts
            for text in (entry if isinstance(entry, tuple | list) else (entry,))
            if text
        ]
        if not words or not all(isinstance(text, str) for text in words):
            return values
        return {**values, "game": meant_game(words)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Parse JSON values; a nested request inherits missing values from the outer one.

        Raises JamfoldError as a question does.
        """
        values = cls._with_game(dict(values))
        parsed = dict(values)
        for field in cls.field_specs().values():
            if field.nested and parsed.get(field.name) is not None:
                parsed[field.name] = field.kind.replace_in(values, parsed[field.name])
            elif isinstance(parsed.get(field.name), list):
                parsed[field.name] = tuple(parsed[field.name])
        return cls(**parsed)

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """The question that a person types, raises as `from_json`; the rest may say what is left out."""
        return cls.from_json(values)

    @classmethod
    def replace_in(cls, outer: Mapping[str, Any], changes: Mapping[str, Any]) -> Self:
        """The question that differs from an outer one in some values."""
        values = {name: outer[name] for name in cls.field_specs() if name in outer}
        return cls.from_json(values | {name: value for name, value in changes.items() if value is not None})

    def check_files(self) -> None:
        """Raise QuestionError if a file that is read does not exist, before anything is built."""
        for field in self.field_specs().values():
            if field.entry.reads:
                check_readable(field, getattr(self, field.name))

    def to_strings(self) -> dict[str, str]:
        """All fields as a form or an address shows them."""
        texts: dict[str, str] = {}
        for field in self.field_specs().values():
            value = getattr(self, field.name)
            if field.entry.cli_only:
                continue
            if field.nested:
                texts[field.name] = "" if value is None else value.to_query_string()
            elif field.entry.part_names:
                texts |= {
                    name: format_value(part)
                    for (name, _), part in zip(field.entry.part_names, value, strict=True)
                }
            elif isinstance(value, tuple):
                apart = " " if field.kind == AmountList else "\n"
                texts[field.name] = apart.join(map(format_value, value))
            else:
                texts[field.name] = format_value(value)
        return texts

    @classmethod
    def default_strings(cls) -> dict[str, str]:
        """The defaults as a form shows them; nothing where there is none."""
        texts: dict[str, str] = {}
        for field in cls.field_specs().values():
            default = None if field.required else field.default
            if field.entry.part_names:
                parts = default or ("", "")
                texts |= {
                    name: format_value(part)
                    for (name, _), part in zip(field.entry.part_names, parts, strict=True)
                }
            else:
                texts[field.name] = format_value(default) if not isinstance(default, tuple) else ""
        return texts

    def to_query_string(self, **usual: str) -> str:
        """The question as the words of an address, the usual ones left out; `usual` of a page go first."""
        left_out = self.default_strings() | usual
        if self.hand_texts:
            left_out["game"] = ""  # hands and ranges say another game where none is named
        return urlencode({name: text for name, text in self.to_strings().items() if text != left_out[name]})


class AmountsRequest(CaseRequest):
    """A question with amounts of chips."""

    def _chips(self, value: Any) -> Any:
        """An amount in chips; a question with a big blind reads ``12bb``, too."""
        return value

    def _amount(self, name: str) -> float:
        """A field that holds one amount, in chips."""
        with error_field(name):
            return read_number(self._chips(getattr(self, name)), self.field_specs()[name].label, name)

    def _listed_chips(self, name: str, words: str) -> tuple[float, ...]:
        """A field that lists amounts, in chips; errors name one by `words` and number: stack of seat 2."""
        amounts = enumerate(getattr(self, name), 1)
        return tuple(read_number(self._chips(value), f"{words} {k}", name) for k, value in amounts)


_FIELD_SPECS: dict[type[CaseRequest], dict[str, FieldSpec]] = {}


def _field_specs(question: type[CaseRequest]) -> dict[str, FieldSpec]:
    hints = get_type_hints(question)
    return {
        spec.name: _make_field_spec(spec, hints[spec.name], question.amount_metavar)
        for spec in fields(question)
        if "entry" in spec.metadata
    }


def _make_field_spec(field: Field[Any], hint: Any, amount_metavar: str) -> FieldSpec:
    optional, entry = False, field.metadata["entry"]
    if get_origin(hint) in (Union, UnionType) and hint != Amount:
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        optional = len(kinds) < len(get_args(hint))
        hint = kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 -- built at run time
    nested = isinstance(hint, type) and issubclass(hint, CaseRequest)
    if hint == Amount and entry.metavar == "CHIPS":
        entry = entry._replace(metavar=amount_metavar)
    return FieldSpec(field.name, hint, optional, nested, field.default, entry)
