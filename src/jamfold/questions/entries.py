"""What a question is: a frozen dataclass whose fields say how they are asked for.

A question that exists is a good one: its words and numbers are read and checked when
it is made, and kept in one form, so that equal questions are equal.  What cannot be
checked without tables or hands is checked first thing when it is answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from types import UnionType
from typing import Any, ClassVar, Self, Union, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, urlencode

from jamfold.questions.fields import Amount, AmountList, Asked, check_readable, plain_text, read_value
from jamfold.questions.meant_game import meant_game


@dataclass(frozen=True, kw_only=True)
class Question:
    """The base of all questions.

    Attributes
    ----------
    name
        Of the command, the route of the API and the job.
    lane
        Where it waits its turn: ``asking``, ``counting`` or ``solving`` for what takes moments, ``searching``
        or ``reading`` for what may take long, ``beside`` for a look at what a search has found, ``judging``
        for what makes room for all others and goes on behind them.
    typed
        The field that words of a command without an option say; none if empty.
    lasting
        Whether its answer stays what it is; that of what is kept on this machine changes.
    hand_texts
        The fields with hands or ranges that say the game where none is named (`meant_game`).
    """

    name: ClassVar[str] = ""
    lane: ClassVar[str] = "asking"
    typed: ClassVar[str] = ""
    lasting: ClassVar[bool] = True
    hand_texts: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def names_game(cls, word: str) -> bool:
        """Whether a word means a game that can be asked about."""
        return False

    @property
    def title(self) -> str:
        """What is asked, in a few words: the name of a job, and of its progress."""
        rules = getattr(self, "rules", None)
        return getattr(rules, "title", "") or self.name

    @property
    def warnings(self) -> dict[str, str]:
        """What is allowed and probably not meant, in a sentence by field."""
        return {}

    def __post_init__(self) -> None:
        """Read and check every field by its type, choices and bounds."""
        for asked in self.asked().values():
            value = getattr(self, asked.name)
            if value is None and asked.optional:
                continue
            object.__setattr__(self, asked.name, read_value(asked, value))

    @classmethod
    def asked(cls) -> dict[str, Asked]:
        """All fields by name."""
        if cls not in _ASKED:
            _ASKED[cls] = _asked(cls)
        return _ASKED[cls]

    @classmethod
    def under(cls, panel: str) -> tuple[str, ...]:
        """The names of the fields under a heading, those of pages; the empty one is that of the others."""
        entries = {name: asked.entry for name, asked in cls.asked().items()}
        return tuple(name for name, one in entries.items() if one.panel == panel and not one.local)

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
        return cls(**cls._with_game(given))

    @classmethod
    def _with_game(cls, values: dict[str, Any]) -> dict[str, Any]:
        """The values, with the game that hands and ranges mean where none is named, nor a file with one."""
        if any(values.get(name) for name in ("game", "saved", "notation", "preset")):
            return values
        texts = [values.get(name) for name in cls.hand_texts]
        words = [text for one in texts for text in (one if isinstance(one, tuple | list) else (one,)) if text]
        if not words or not all(isinstance(text, str) for text in words):
            return values
        return {**values, "game": meant_game(words)}

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> Self:
        """The question of JSON values; a question inside takes what it is not given from the outer one.

        Raises
        ------
        JamfoldError
            As a question does.
        """
        values = cls._with_game(dict(values))
        given = dict(values)
        for asked in cls.asked().values():
            if asked.nested and given.get(asked.name) is not None:
                given[asked.name] = asked.kind.within(values, given[asked.name])
            elif isinstance(given.get(asked.name), list):
                given[asked.name] = tuple(given[asked.name])
        return cls(**given)

    @classmethod
    def of_command(cls, values: Mapping[str, Any]) -> Self:
        """The question that a person types, raises as `of_values`; the rest may say what is left out."""
        return cls.of_values(values)

    @classmethod
    def within(cls, outer: Mapping[str, Any], changes: Mapping[str, Any]) -> Self:
        """The question that differs from an outer one in some values."""
        values = {name: outer[name] for name in cls.asked() if name in outer}
        return cls.of_values(values | {name: value for name, value in changes.items() if value is not None})

    def check_files(self) -> None:
        """Raise QuestionError if a file that is read does not exist, before anything is built."""
        for asked in self.asked().values():
            if asked.entry.reads:
                check_readable(asked, getattr(self, asked.name))

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
        if self.hand_texts:
            left_out["game"] = ""  # hands and ranges say another game where none is named
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
    nested = isinstance(hint, type) and issubclass(hint, Question)
    return Asked(one.name, hint, optional, nested, one.default, one.metadata["entry"])
