"""How one field of a question is asked for, and how its value is read.

Values come as texts (a command line, a form, an address) or as JSON values; a question keeps them in one
form.  `CaseRequest` puts these together.
"""

from __future__ import annotations

import math
import re
from dataclasses import MISSING, field
from pathlib import Path
from typing import Any, NamedTuple

from jamfold.core.errors import JamfoldError, QuestionError, error_field
from jamfold.core.storage.whole_files import check_regular, read_error_text
from jamfold.valuation.numbers import AMBIGUOUS, GROUPED, normalize_number_text, with_point

LONGEST_TEXT = 20_000
_SEPARATOR = re.compile(r"\s*/\s*|(?<=\d)\s+(?=bb\b)|(?<=bb)\s*,", re.IGNORECASE)
"""A slash between amounts, the blank of ``10 bb``, and a comma behind it."""
_UNIT = re.compile(r"(bb|%)$", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
PERCENT = "PERCENT"
_THOUSANDS = 3
"""Digits of a group."""
AMOUNTS = ("CHIPS", "MONEY", "P", "C")
"""By metavar: numbers of chips or money, in which a point may part thousands; seconds and shares are none."""
SIGNS = {PERCENT: "%", "BB": "bb"}
"""By metavar of a number: the sign that a text may write behind it, as in 5% and 8bb."""

Amount = float | str
"""Chips, or big blinds as ``12.5bb``; a question keeps it as chips."""
Amounts = tuple[Amount, Amount]
"""Chips of small and big blind."""
AmountList = tuple[Amount, ...]
"""Any number of amounts; a text has them apart by spaces or by commas."""


class FieldOptions(NamedTuple):
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
    minimum, maximum
        Bounds of a number.
    part_names
        The names of a pair's two numbers in forms and links, with their labels.
    cli_only, web_only
        Asked by the command line only, since it names a file; by the page and the API only.
    default_text
        The default in words, where the value does not say it.
    max_length
        Characters of a text.
    panel
        The heading under which it stands in the help of a command.
    multiline
        A text of several lines.
    reads
        It names files, or folders, that must exist.
    """

    help: str
    label: str = ""
    metavar: str = ""
    option: str = ""
    positional: bool = False
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    part_names: tuple[tuple[str, str], ...] = ()
    cli_only: bool = False
    web_only: bool = False
    default_text: str = ""
    max_length: int = LONGEST_TEXT
    panel: str = ""
    multiline: bool = False
    reads: bool = False


def request_field(default: Any, help: str, **more: Any) -> Any:  # noqa: A002 -- the word that readers expect
    """A field of a question; ``MISSING`` for a default makes it required."""
    metadata = {"entry": FieldOptions(help, **more)}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


class FieldSpec(NamedTuple):
    """A field of a question with all that is known of it; `nested`: it is a question itself."""

    name: str
    kind: Any
    optional: bool
    nested: bool
    default: Any
    entry: FieldOptions

    @property
    def required(self) -> bool:
        """Whether there is no default."""
        return self.default is MISSING

    @property
    def label(self) -> str:
        """The name in forms and sentences."""
        return self.entry.label or self.name.replace("_", " ")

    @property
    def help(self) -> str:
        """The help with the default."""
        shown = self.entry.default_text or _shown(self.default)
        return self.entry.help if not shown else f"{self.entry.help.rstrip('.')} (default {shown})."


def _shown(default: Any) -> str:
    if default is MISSING or default is None or default in ("", False, ()):
        return ""
    if isinstance(default, tuple):
        return " ".join(format_value(part) for part in default)
    return format_value(default)


def format_value(value: Any) -> str:
    """A value as people write it: 100 for 100.0, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if not isinstance(value, float):
        return str(value).strip()
    text = f"{value:.12g}"
    return f"{text}0" if AMBIGUOUS.fullmatch(text) else text  # 12.345 would be read as a doubt


def parse_value(asked: FieldSpec, value: Any) -> Any:
    """A value in the form in which a question keeps it.

    Raises
    ------
    QuestionError
        If it is not of the field's kind, not one of its choices, or out of its bounds.
    """
    if asked.nested:
        return value
    if asked.kind == tuple[str, ...]:
        if isinstance(value, str):
            value = value.split("\n")
        return tuple(_read_text(asked, one) for one in value)
    if asked.kind == AmountList:
        return parse_amounts(value, asked.label, asked.name)
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
        known = list(filter(None, asked.entry.choices))
        which = "Choose from:" if len(known) > 1 else "It can only be"
        raise QuestionError(
            f"Unknown {asked.label} '{text[:40]}'. {which} {', '.join(known)}.", field=asked.name
        )
    return text


def check_readable(asked: FieldSpec, value: Any) -> None:
    """Raise QuestionError if a file or folder that is named does not exist, before anything is built."""
    for name in value if isinstance(value, list | tuple) else filter(None, (value,)):
        path = Path(name)
        try:
            if not path.is_dir():
                check_regular(path)
        except (OSError, ValueError) as fault:
            raise QuestionError(
                f"Cannot read '{path}': {read_error_text(fault)}.", field=asked.name
            ) from None


def parse_amounts(value: Any, label: str, field: str) -> AmountList:
    """A list of amounts: numbers, and what is none yet (``50%``, ``12bb``) as text.

    Texts part them by spaces, semicolons, slashes or commas, not by commas and others: ``5,000 3,000``
    is two numbers for some readers and four for others, so it is refused; so are ``10,5`` and ``1,500``.

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
        words = split_amounts(re.sub(r"[,;]\s+", " ", part.strip()).rstrip(",;"))
        is_alone = len(words) == 1 and len(parts) == 1
        for word in words:
            _check_commas(word, is_alone, label, field)
        parts_of = words[0].split(",") if is_alone else words
        with error_field(field):
            amounts += [_amount(word) for word in parts_of]
    return tuple(amounts)


def _check_commas(word: str, is_alone: bool, label: str, field: str) -> None:
    """Refuse a comma that may be a decimal one or part thousands; alone, a word may be a list: ``5000,3000``.

    Raises QuestionError.
    """
    if "," not in word:
        return
    point, grouped = with_point(word), GROUPED.fullmatch(word)
    if point and not grouped and (not is_alone or len(point.rpartition(".")[2].rstrip("bB%kK")) < _THOUSANDS):
        apart = word.replace(",", " ")
        raise QuestionError(
            f"'{word[:40]}' among the {label} has a comma between digits: write {point[:40]}, "
            f"or {apart[:40]} for two numbers.",
            field=field,
        )
    if not is_alone or grouped:
        raise QuestionError(
            f"'{word[:40]}' among the {label}: commas separate numbers. Write thousands without them.",
            field=field,
        )


def split_amounts(text: str) -> list[str]:
    """The amounts of a text, apart by blanks, semicolons or slashes.

    A unit behind a slash is that of all: ``12/10/8bb``.
    """
    words: list[str] = []
    for word in (
        _SEPARATOR.sub(lambda match: match[0].strip().replace(",", " "), text).replace(";", " ").split()
    ):
        *before, last = [part for part in word.split("/") if part] or [word]
        unit = "".join(_UNIT.findall(last))
        words += [one + unit if one[-1].isdigit() else one for one in before] + [last]
    return words


def _amount(word: str) -> Amount:
    """A number, or the word if it is none."""
    word = normalize_number_text(word)
    if not _NUMBER.fullmatch(word):
        return word
    number = float(word)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _read_text(asked: FieldSpec, value: Any) -> str:
    if not isinstance(value, str):
        raise QuestionError(f"The {asked.label} must be a text.", field=asked.name)
    longest = asked.entry.max_length
    if len(value) > longest:
        raise QuestionError(
            f"Too many characters in the {asked.label}: at most {longest:,}.", field=asked.name
        )
    return value


def _read_flag(asked: FieldSpec, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if str(value).lower() not in words:
        raise QuestionError(f"The {asked.label} must be true or false.", field=asked.name)
    return words[str(value).lower()]


def _read_number(asked: FieldSpec, value: Any) -> float:
    """A number from a text or a number, within its bounds."""
    kind = "a whole number" if asked.kind is int else "a number"
    number: float | None = None
    try:
        if isinstance(value, str):
            is_amount = asked.entry.metavar in AMOUNTS
            text = normalize_number_text(value.strip(), is_amount=is_amount).lower()
            text = text.removesuffix(SIGNS.get(asked.entry.metavar, "")).rstrip()
            number = asked.kind(text) if text.isascii() and len(text) < 40 and "_" not in text else number
        elif isinstance(value, float) and not math.isfinite(value):
            number = value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            number = asked.kind(value) if asked.kind is float or value == int(value) else number
    except JamfoldError as error:
        if asked.kind is float:
            raise QuestionError(f"The {asked.label}: {error}", field=asked.name) from None
    except (ValueError, OverflowError):
        pass
    if number is None:
        raise QuestionError(f"The {asked.label} must be {kind}, not '{str(value)[:40]}'.", field=asked.name)
    if not math.isfinite(number):
        raise QuestionError(f"The {asked.label} must be a finite number, not {number}.", field=asked.name)
    least, most = asked.entry.minimum, asked.entry.maximum
    if least is not None and number < least:
        raise QuestionError(
            f"The {asked.label} must be at least {least:,}, not {number:,}.", field=asked.name
        )
    if most is not None and number > most:
        raise QuestionError(f"The {asked.label} must be at most {most:,}, not {number:,}.", field=asked.name)
    return number
