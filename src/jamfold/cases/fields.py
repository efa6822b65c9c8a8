"""Fields of requests: their options, and parsing of their values.

Values come as text (a command line, a form, an address) or as JSON values; a request converts them to one
form.  `CaseRequest` combines the fields.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import MISSING, field
from pathlib import Path
from typing import Any, NamedTuple

from jamfold.core.errors import JamfoldError, QuestionError, error_field
from jamfold.core.storage.whole_files import check_regular, read_error_text
from jamfold.valuation.numbers import AMBIGUOUS, GROUPED, normalize_number_text, with_point

LONGEST_TEXT = 20_000
_SEPARATOR = re.compile(r"\s*/\s*|(?<=\d)\s+(?=bb\b)|(?<=bb)\s*,", re.IGNORECASE)
"""A slash between amounts, the blank of ``10 bb``, and a comma after it."""
IN_BB = "bb"
SPELLED_BB = re.compile(r"(?<=\d)\s*(?:bbs|big[\s-]?blinds?)\b", re.IGNORECASE)
"""Other spellings of bb after a number."""
_UNIT = re.compile(r"(bb|%)$", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
_HALF = re.compile(r"[\ud800-\udc7f\udd00-\udfff]")
"""Surrogates but those of bytes in file names that are no text, which a path may have."""
PERCENT = "PERCENT"
_THOUSANDS = 3
"""Digits of a group."""
AMOUNTS = ("CHIPS", "MONEY", "P", "C")
"""Metavars of amounts, in which a point may separate thousands, unlike in seconds and shares."""
SIGNS = {PERCENT: "%", "BB": "bb"}
"""Optional sign after a number by metavar, as in 5% and 8bb."""

Amount = float | str
"""Chips, or big blinds as ``12.5bb``; a request converts it to chips."""
Amounts = tuple[Amount, Amount]
"""Chips of small and big blind."""
AmountList = tuple[Amount, ...]
"""Any number of amounts; in text separated by spaces or commas."""


class FieldOptions(NamedTuple):
    """Options of a request's field.

    Attributes
    ----------
    help
        What it is, in a few words; the default is appended.
    label
        Its name in forms and in sentences.
    metavar
        Placeholder of the value in the help of a command: CHIPS, FILE.
    option
        Spelling on the command line, if not ``--`` and its name.
    positional
        Whether the command line takes it without an option.
    choices
        Allowed words.
    minimum, maximum
        Bounds of a number.
    part_names
        The names of a pair's two numbers in forms and links, with their labels.
    cli_only, web_only
        Only on the command line, since it names a file; only on pages and in the API.
    default_text
        The default in words, if the value is unclear.
    max_length
        Most characters of a text.
    panel
        Its heading in the help of a command.
    multiline
        Whether a text may have several lines.
    reads
        Whether it names files or folders that must exist.
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
    """Return a request's field; the default ``MISSING`` makes it required."""
    metadata = {"entry": FieldOptions(help, **more)}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


class FieldSpec(NamedTuple):
    """A field of a request with name, type and options; `nested`: its value is a request."""

    name: str
    kind: Any
    optional: bool
    nested: bool
    default: Any
    entry: FieldOptions

    @property
    def required(self) -> bool:
        return self.default is MISSING

    @property
    def label(self) -> str:
        """The name in forms and sentences."""
        return self.entry.label or self.name.replace("_", " ")

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Its inputs in forms and links, with their labels: those of a pair, or one of its own."""
        return self.entry.part_names or ((self.name, self.label),)

    @property
    def help(self) -> str:
        """The help with the default."""
        default = self.entry.default_text or _default_text(self.default)
        return self.entry.help if not default else f"{self.entry.help.rstrip('.')} (default {default})."


def _default_text(default: Any) -> str:
    if default is MISSING or default is None or default in ("", False, ()):
        return ""
    if isinstance(default, tuple):
        return " ".join(format_value(part) for part in default)
    return "on" if default is True else format_value(default)


def format_value(value: Any) -> str:
    """Format a value as people write it: 100 for 100.0, empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if not isinstance(value, float):
        return str(value).strip()
    text = f"{value:.12g}"
    return f"{text}0" if AMBIGUOUS.fullmatch(text) else text  # 12.345 alone would be ambiguous


def parse_value(spec: FieldSpec, value: Any) -> Any:
    """Convert a value to the form that a request holds.

    Raises QuestionError if it is not of the field's kind, not one of its choices, or out of its bounds.
    """
    if spec.nested:
        return value
    if spec.kind == tuple[str, ...]:
        if isinstance(value, str):
            value = value.split("\n")
        return tuple(_read_text(spec, part) for part in value)
    if spec.kind == AmountList:
        return parse_amounts(value, spec.label, spec.name)
    if spec.kind in (Amount, Amounts) or spec.kind is Path:
        return value  # amounts in bb need the big blind: the request converts them
    if spec.kind is bool:
        return _read_flag(spec, value)
    if spec.kind in (int, float):
        return _read_number(spec, value)
    if spec.kind is not str:
        return value
    text = _read_text(spec, value)
    if spec.entry.choices and text not in spec.entry.choices:
        choices = list(filter(None, spec.entry.choices))
        which = "Choose from:" if len(choices) > 1 else "It can only be"
        raise QuestionError(
            f"Unknown {spec.label} '{text[:40]}'. {which} {', '.join(choices)}.", field=spec.name
        )
    return text


def check_readable(spec: FieldSpec, value: Any) -> None:
    """Raise QuestionError if a named file or folder does not exist, before anything is built."""
    for name in value if isinstance(value, list | tuple) else filter(None, (value,)):
        path = Path(name)
        try:
            if not path.is_dir():
                check_regular(path)
        except (OSError, ValueError) as fault:
            raise QuestionError(f"Cannot read '{path}': {read_error_text(fault)}.", field=spec.name) from None


def parse_amounts(value: Any, label: str, field: str) -> AmountList:
    """Parse a list of amounts: numbers, and text with a unit (``50%``, ``12bb``).

    Spaces, semicolons, slashes or commas separate them. In ``5,000 3,000`` commas part thousands. In
    ``1,500`` and ``500, 300,200`` they may separate numbers, so both are refused, like ``10,5``.
    Raises QuestionError if it is not a list of amounts.
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
        may_group = not is_alone and not re.search(r",\s+\S", part)
        for word in words:
            if not (may_group and GROUPED.fullmatch(word)):
                _check_commas(word, is_alone, label, field)
        parts_of = words[0].split(",") if is_alone else words
        with error_field(field):
            amounts += [_amount(word) for word in parts_of]
    return tuple(amounts)


def _check_commas(word: str, is_alone: bool, label: str, field: str) -> None:
    """Raise QuestionError if a comma may mark decimals or thousands; alone, ``5000,3000`` is a list."""
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
        meant = f", {word.replace(',', '')[:40]}" if grouped else ""
        raise QuestionError(
            f"'{word[:40]}' among the {label}: commas separate numbers. Write thousands without them{meant}.",
            field=field,
        )


def split_amounts(text: str) -> list[str]:
    """Split a text at blanks, semicolons or slashes; a unit after slashes applies to all: ``12/10/8bb``."""
    text = SPELLED_BB.sub("bb", text)
    words: list[str] = []
    for word in (
        _SEPARATOR.sub(lambda match: match[0].strip().replace(",", " "), text).replace(";", " ").split()
    ):
        *before, last = [part for part in word.split("/") if part] or [word]
        unit = "".join(_UNIT.findall(last))
        words += [amount + unit if amount[-1].isdigit() else amount for amount in before] + [last]
    return words


def share_of_big_blind(value: Any) -> Any:
    """An ante as players say it, ``10%``: 0.1 bb; anything else as it is."""
    percent = value.strip().removesuffix("%") if isinstance(value, str) and "%" in value else ""
    try:
        return f"{float(percent) / 100:.12g}{IN_BB}"
    except ValueError:
        return value


def in_chips(value: Any, big_blind: Callable[[], float]) -> Any:
    """An amount in chips, of chips or of big blinds (``12.5bb``); commas may part thousands.

    What is no amount stays as it is, to be refused by its name.

    Parameters
    ----------
    big_blind
        Asked only where the amount is in big blinds.
    """
    text = SPELLED_BB.sub(IN_BB, value.strip()) if isinstance(value, str) else ""
    if not text.lower().endswith(IN_BB):
        return normalize_number_text(text) if text else value
    try:
        number = float(normalize_number_text(text, is_amount=False)[: -len(IN_BB)])
    except JamfoldError:
        raise
    except ValueError:
        return value
    return number * big_blind()


def _amount(word: str) -> Amount:
    """Parse a number; return the word if it is not one."""
    word = normalize_number_text(word)
    if not _NUMBER.fullmatch(word):
        return word
    number = float(word)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def _read_text(spec: FieldSpec, value: Any) -> str:
    if not isinstance(value, str):
        raise QuestionError(f"The {spec.label} must be text.", field=spec.name)
    longest = spec.entry.max_length
    if len(value) > longest:
        raise QuestionError(f"Too many characters in the {spec.label}: at most {longest:,}.", field=spec.name)
    if half := _HALF.search(value):
        words = f"{half[0]!a} in the {spec.label} is half a character. Remove it."
        raise QuestionError(words, field=spec.name)
    return value


def _read_flag(spec: FieldSpec, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if str(value).lower() not in words:
        raise QuestionError(f"The {spec.label} must be true or false.", field=spec.name)
    return words[str(value).lower()]


def _read_number(spec: FieldSpec, value: Any) -> float:
    """Parse a number, and check its bounds."""
    kind = "a whole number" if spec.kind is int else "a number"
    number: float | None = None
    try:
        if isinstance(value, str):
            is_amount = spec.entry.metavar in AMOUNTS
            text = normalize_number_text(value.strip(), is_amount=is_amount).lower()
            text = text.removesuffix(SIGNS.get(spec.entry.metavar, "")).rstrip()
            number = spec.kind(text) if text.isascii() and len(text) < 40 and "_" not in text else number
        elif isinstance(value, int | float) and not isinstance(value, bool):
            if not math.isfinite(value):
                number = value
            elif spec.kind is float or value == int(value):
                number = spec.kind(value)
    except JamfoldError as error:
        if spec.kind is float:
            raise QuestionError(f"The {spec.label}: {error}", field=spec.name) from None
    except (ValueError, OverflowError):
        pass
    if number is None:
        raise QuestionError(f"The {spec.label} must be {kind}, not '{str(value)[:40]}'.", field=spec.name)
    if not math.isfinite(number):
        raise QuestionError(f"The {spec.label} must be a finite number, not {number}.", field=spec.name)
    least, most = spec.entry.minimum, spec.entry.maximum
    if least is not None and number < least:
        raise QuestionError(f"The {spec.label} must be at least {least:,}, not {number:,}.", field=spec.name)
    if most is not None and number > most:
        raise QuestionError(f"The {spec.label} must be at most {most:,}, not {number:,}.", field=spec.name)
    return number
