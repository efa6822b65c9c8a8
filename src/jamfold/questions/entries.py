"""What a question is: a frozen dataclass whose fields say how they are asked for.

A question that exists is a good one: its words and numbers are read and checked when
it is made, and kept in one form, so that equal questions are equal.  What cannot be
checked without tables or hands is checked first thing when it is answered.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, ClassVar, NamedTuple, Self, Union, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, urlencode

from jamfold.errors import QuestionError
from jamfold.questions.watching import Watch

LONGEST_TEXT = 20_000
_NUMBER = re.compile(r"[+-]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
PERCENT = "PERCENT"
"""The metavar of percentages, which texts may write with their sign: 5%."""

Amount = float | str
"""Chips, or big blinds as ``12.5bb``; a question keeps it as chips."""
Amounts = tuple[Amount, Amount]
"""Chips of small and big blind."""
AmountList = tuple[Amount, ...]
"""Any number of amounts; a text has them apart by spaces or by commas."""


class Entry(NamedTuple):
    """How one field of a question is asked for.

    Attributes
    ----------
    help
        What it is, in a few words; the default is added to it.
    label
        Its name in forms and in sentences.
    metavar
        What stands for the value in the help of a command: CHIPS, FILE.
    option
        How it is spelled on a command line, if not ``--`` and its name.
    positional
        It is written on the command line without an option.
    choices
        The words that it can be.
    least, most
        Bounds of a number.
    parts
        The names of a pair's two numbers in forms and links, with their labels.
    local, remote
        Asked by the command line only, since it names a file; by the page and the API only.
    shown
        The default in words, where the value does not say it.
    longest
        Characters of a text.
    panel
        The heading under which it stands in the help of a command.
    lines
        A text of several lines.
    """

    help: str
    label: str = ""
    metavar: str = ""
    option: str = ""
    positional: bool = False
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    parts: tuple[tuple[str, str], ...] = ()
    local: bool = False
    remote: bool = False
    shown: str = ""
    longest: int = LONGEST_TEXT
    panel: str = ""
    lines: bool = False


def entry(default: Any, help: str, **more: Any) -> Any:  # noqa: A002 -- the word that readers expect
    """A field of a question; ``MISSING`` for a default makes it required."""
    metadata = {"entry": Entry(help, **more)}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


class Asked(NamedTuple):
    """A field of a question with all that is known of it."""

    name: str
    kind: Any
    optional: bool
    default: Any
    entry: Entry

    @property
    def required(self) -> bool:
        """Whether there is no default."""
        return self.default is MISSING

    @property
    def label(self) -> str:
        """The name in forms and sentences."""
        return self.entry.label or self.name.replace("_", " ")

    @property
    def nested(self) -> bool:
        """Whether it is a question itself."""
        return isinstance(self.kind, type) and issubclass(self.kind, Question)

    @property
    def help(self) -> str:
        """The help with the default."""
        shown = self.entry.shown or _shown(self.default)
        return self.entry.help if not shown else f"{self.entry.help.rstrip('.')} (default {shown})."


def _shown(default: Any) -> str:
    if default is MISSING or default is None or default in ("", False, ()):
        return ""
    if isinstance(default, tuple):
        return " ".join(plain_text(part) for part in default)
    return plain_text(default)


def plain_text(value: Any) -> str:
    """A value as people write it: 100 for 100.0, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return f"{value:.12g}" if isinstance(value, float) else str(value).strip()


@dataclass(frozen=True, kw_only=True)
class Question:
    """The base of all questions.

    Attributes
    ----------
    name
        Of the command, the route of the API and the job.
    lane
        Where the computing process answers it: ``solving`` and ``counting`` one at a time,
        ``asking`` beside them.
    lasting
        Whether its answer stays what it is; that of what is kept on this machine changes.
    """

    name: ClassVar[str] = ""
    lane: ClassVar[str] = "asking"
    lasting: ClassVar[bool] = True

    def answer(self, watch: Watch) -> Any:
        """The answer, as a typed result; `watch` hears how far it is and may end it.

        Raises
        ------
        JamfoldError
            If the question makes no sense; one sentence names the word or number.
        """
        raise NotImplementedError

    def answered(self, watch: Watch) -> Any:
        """The answer, as a command asks for it: with what its own options have chosen; raises as `answer`."""
        return self.answer(watch)

    def __post_init__(self) -> None:
        """Read and check every field by its type, choices and bounds."""
        for asked in self.asked().values():
            value = getattr(self, asked.name)
            if value is None and asked.optional:
                continue
            object.__setattr__(self, asked.name, _read(asked, value))

    @classmethod
    def asked(cls) -> dict[str, Asked]:
        """All fields by name."""
        if cls not in _ASKED:
            _ASKED[cls] = _asked(cls)
        return _ASKED[cls]

    @classmethod
    def under(cls, panel: str) -> tuple[str, ...]:
        """The names of the fields under a heading; the empty one is that of the others."""
        return tuple(name for name, asked in cls.asked().items() if asked.entry.panel == panel)

    @classmethod
    def of_texts(cls, values: Mapping[str, Any]) -> Self:
        """The question of a form or an address; unknown names are left out, empty texts are the defaults.

        Raises
        ------
        JamfoldError
            As a question does.
        """
        given: dict[str, Any] = {}
        for asked in cls.asked().values():
            if asked.entry.local:
                continue
            names = [name for name, _ in asked.entry.parts] or [asked.name]
            texts = [str(values.get(name, "") or "").strip() for name in names]
            if not any(texts):
                continue
            if asked.nested:
                given[asked.name] = asked.kind.of_texts(dict(parse_qsl(texts[0])))
            elif asked.entry.parts:
                usual = asked.default if asked.default is not MISSING else ("", "")
                given[asked.name] = tuple(text or part for text, part in zip(texts, usual, strict=True))
            else:
                given[asked.name] = texts[0]
        return cls(**given)

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Self:
        """The question of JSON values; a question inside takes what it is not given from the outer one.

        Raises
        ------
        JamfoldError
            As a question does.
        """
        given = dict(values)
        for asked in cls.asked().values():
            if asked.nested and given.get(asked.name) is not None:
                given[asked.name] = asked.kind.within(values, given[asked.name])
            elif isinstance(given.get(asked.name), list):
                given[asked.name] = tuple(given[asked.name])
        return cls(**given)

    @classmethod
    def within(cls, outer: Mapping[str, Any], changes: Mapping[str, Any]) -> Self:
        """The question that differs from an outer one in some values."""
        values = {name: outer[name] for name in cls.asked() if name in outer}
        return cls.of_values(values | {name: value for name, value in changes.items() if value is not None})

    def texts(self) -> dict[str, str]:
        """All fields as a form or an address shows them."""
        texts: dict[str, str] = {}
        for asked in self.asked().values():
            value = getattr(self, asked.name)
            if asked.entry.local:
                continue
            if asked.nested:
                texts[asked.name] = "" if value is None else value.query()
            elif asked.entry.parts:
                texts |= {
                    name: plain_text(part) for (name, _), part in zip(asked.entry.parts, value, strict=True)
                }
            elif isinstance(value, tuple):
                apart = " " if asked.kind == AmountList else "\n"
                texts[asked.name] = apart.join(map(plain_text, value))
            else:
                texts[asked.name] = plain_text(value)
        return texts

    @classmethod
    def usual_texts(cls) -> dict[str, str]:
        """The defaults as a form shows them; nothing where there is none."""
        texts: dict[str, str] = {}
        for asked in cls.asked().values():
            default = None if asked.required else asked.default
            if asked.entry.parts:
                parts = default or ("", "")
                texts |= {
                    name: plain_text(part) for (name, _), part in zip(asked.entry.parts, parts, strict=True)
                }
            else:
                texts[asked.name] = plain_text(default) if not isinstance(default, tuple) else ""
        return texts

    def query(self, **usual: str) -> str:
        """The question as the words of an address, the usual ones left out; `usual` of a page go first."""
        left_out = self.usual_texts() | usual
        return urlencode({name: text for name, text in self.texts().items() if text != left_out[name]})


_ASKED: dict[type[Question], dict[str, Asked]] = {}


def _asked(question: type[Question]) -> dict[str, Asked]:
    hints = get_type_hints(question)
    return {
        one.name: _make_asked(one, hints[one.name]) for one in fields(question) if "entry" in one.metadata
    }


def _make_asked(one: Field[Any], hint: Any) -> Asked:
    optional = False
    if get_origin(hint) in (Union, UnionType) and hint != Amount:
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        optional = len(kinds) < len(get_args(hint))
        hint = kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 -- built at run time
    return Asked(one.name, hint, optional, one.default, one.metadata["entry"])


def _read(asked: Asked, value: Any) -> Any:
    """A value in the form in which a question keeps it."""
    if asked.nested:
        return value
    if asked.kind == tuple[str, ...]:
        if isinstance(value, str):
            value = value.split("\n")
        return tuple(_read_text(asked, one) for one in value)
    if asked.kind == AmountList:
        return read_amounts(value, asked.label, asked.name)
    if asked.kind in (Amount, Amounts) or asked.kind is Path:
        return value  # amounts in big blinds want the big blind: the question itself reads them
    if asked.kind is bool:
        return _read_flag(asked, value)
    if asked.kind in (int, float):
        return _read_number(asked, value)
    if asked.kind is not str:
        return value
    text = _read_text(asked, value)
    if asked.entry.choices and text not in asked.entry.choices:
        known = ", ".join(asked.entry.choices)
        raise QuestionError(f"Unknown {asked.label} '{text[:40]}': it is one of {known}.", field=asked.name)
    return text


def read_amounts(value: Any, label: str, field: str) -> AmountList:
    """A list of amounts: numbers, and what is none yet (``50%``, ``12bb``) as text.

    Texts part them by spaces, semicolons or commas, not by both: ``5,000 3,000`` is two numbers for
    some readers and four for others, so it is refused.

    Raises
    ------
    QuestionError
        If it is no list of amounts.
    """
    parts = list(value) if isinstance(value, tuple | list) else [value]
    amounts: list[Amount] = []
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, str | int | float):
            raise QuestionError(f"The {label} must be numbers, not '{str(part)[:40]}'.", field=field)
        if not isinstance(part, str):
            amounts.append(part)
            continue
        words = re.sub(r"[,;]\s+", " ", part.strip()).rstrip(",;").replace(";", " ").split()
        mixed = [word for word in words if "," in word]
        if mixed and len(words) + len(parts) > 2:
            raise QuestionError(
                f"'{mixed[0][:40]}' among the {label}: commas part numbers, write thousands without.",
                field=field,
            )
        amounts += [_amount(word) for word in (mixed[0].split(",") if mixed else words)]
    return tuple(amounts)


def _amount(word: str) -> Amount:
    """A number, or the word if it is none."""
    if not _NUMBER.fullmatch(word):
        return word
    number = float(word)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _read_text(asked: Asked, value: Any) -> str:
    if not isinstance(value, str):
        raise QuestionError(f"The {asked.label} must be a text.", field=asked.name)
    longest = asked.entry.longest
    if len(value) > longest:
        raise QuestionError(f"The {asked.label} has more than {longest:,} characters.", field=asked.name)
    return value


def _read_flag(asked: Asked, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if str(value).lower() not in words:
        raise QuestionError(f"The {asked.label} must be true or false.", field=asked.name)
    return words[str(value).lower()]


def _read_number(asked: Asked, value: Any) -> float:
    """A number from a text or a number, within its bounds."""
    kind = "a whole number" if asked.kind is int else "a number"
    number: float = math.nan
    if isinstance(value, float) and not math.isfinite(value):
        raise QuestionError(f"The {asked.label} must be a finite number, not {value}.", field=asked.name)
    try:
        if isinstance(value, str):
            text = value.replace(",", "").strip()
            text = text.removesuffix("%").rstrip() if asked.entry.metavar == PERCENT else text
            number = asked.kind(text) if text.isascii() and len(text) < 40 and "_" not in text else number
        elif isinstance(value, int | float) and not isinstance(value, bool):
            number = asked.kind(value) if asked.kind is float or value == int(value) else number
    except (ValueError, OverflowError):
        pass
    if not math.isfinite(number):
        raise QuestionError(f"The {asked.label} must be {kind}, not '{str(value)[:40]}'.", field=asked.name)
    least, most = asked.entry.least, asked.entry.most
    if least is not None and number < least:
        raise QuestionError(
            f"The {asked.label} must be at least {least:,}, not {number:,}.", field=asked.name
        )
    if most is not None and number > most:
        raise QuestionError(f"The {asked.label} must be at most {most:,}, not {number:,}.", field=asked.name)
    return number
