"""Formats of values: significant digits, names of games, CSV columns, JSON and the base of its contracts.

Bounds are rounded outward and sampled values have their intervals.  `to_values` serializes results and
contracts as JSON values, numbers in full precision, unknown values as null.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from math import ceil, floor, isfinite, log10
from typing import Any, Self, dataclass_transform

from jamfold.calculator.equity_games import LISTED_GAMES, ListedGame
from jamfold.cards.games import GAMES, Game
from jamfold.core.display import has_json_fields, json_fields_of

RoundingRule = Callable[[float], int]
"""How a bound is rounded: `floor` or `ceil`; `round` for other values."""
SURE = 1.96
"""Half the width of a 95% interval, in standard errors."""
_MILLIONTH = 1e-6
MODEL_NAMES = {
    "malmuth-harville": "Malmuth-Harville",
    "malmuth-weitzman": "Malmuth-Weitzman",
    "ben-roberts": "Ben Roberts",
}
"""Names of the stack models."""
SEAT_WORDS = {"sb": "small blind", "bb": "big blind", "btn": "button"}
HEADS = {"chip-share": "By chips", "none": "Ignore"}
"""Labels of how bounties still in play are valued."""


def format_two_digits(amount: float, outward: RoundingRule) -> float:
    """Round an amount to two digits; `outward` is `floor` for a lower bound, `ceil` for an upper one."""
    if amount <= 0:
        return 0.0
    digits = 1 - floor(log10(amount))
    return float(outward(round(amount * 10.0**digits, 6)) / 10.0**digits)


def with_unit(number: str, unit: str) -> str:
    """Return a number with its unit: ``2.1 bb``, but ``0.2% of the prizes``."""
    return f"{number}{'' if unit.startswith('%') else ' '}{unit}"


def signed_text(value: float, digits: int) -> str:
    """Format a number with its sign; one that rounds to zero has none."""
    text = f"{value:+,.{digits}f}"
    return text.replace("-", "\u2212") if float(text.replace(",", "")) else f"{0:.{digits}f}"


def per_100(mbb: float) -> str:
    """Format a loss in mbb per decision as bb per 100 decisions."""
    return f"{mbb / 10:.2f}"


def format_bound(amount: float) -> str:
    """Format an upper bound in two digits, rounded up, without an exponent; a millionth if it is smaller."""
    return written_out(max(amount, _MILLIONTH), ceil) if amount > 0 else "0"


def written_out(amount: float, outward: RoundingRule) -> str:
    """Format an amount above 0 in two digits, without an exponent."""
    amount = format_two_digits(amount, outward)
    return f"{amount:,.{max(0, 1 - floor(log10(amount)))}f}"


def with_interval(value: float, width: float, sign: str = "") -> str:
    """Format a sampled value with half its interval: two digits of that, rounded up, the value to match."""
    width = format_two_digits(width, ceil)
    digits = 1 - floor(log10(width))
    text = f"{round(value, digits):{sign},.{max(0, digits)}f}".replace("-", "\u2212")
    return f"{text} \u00b1 {width:,.{max(0, digits)}f}"


def game_titles() -> dict[str, str]:
    """Return names and titles of the games on pages, those with most hole cards first.

    Games without a picture of their hands, and with gigabytes to build first, are not among them.
    """
    games = sorted((game for game in GAMES.values() if game.is_on_pages), key=lambda game: -game.hole_cards)
    return {game.name: game.title for game in games}


def calculator_titles() -> dict[str, str]:
    """Return names and titles of the calculator's games, those with ranges first."""
    return game_titles() | {name: game.title for name, game in LISTED_GAMES.items()}


Columns = dict[str, list[Any]]
"""Values by the names of columns, all of one length; None for missing values."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
"""A text that is a number."""


def safe_cell(value: Any) -> Any:
    """Quote a cell of CSV that a spreadsheet would take for a formula; numbers stay, None is empty."""
    if isinstance(value, str) and value.startswith(_FORMULA) and not NUMBER.fullmatch(value):
        return f"'{value}"
    return "" if value is None else value


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Format rows as CSV, with cells that a spreadsheet would take for formulas quoted."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def columns_csv(columns: Columns) -> str:
    """Format columns as CSV under their names, numbers in full precision."""
    return csv_text([list(columns), *zip(*columns.values(), strict=True)])


def columns_of(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> Columns:
    cells = list(zip(*rows, strict=True)) or [()] * len(heads)
    return {head: list(column) for head, column in zip(heads, cells, strict=True)}


Pair = tuple[float, float]
MaybePair = tuple[float | None, float | None]
Counts = tuple[int, int]
Intervals = tuple[Pair, ...]


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Contract:
    """The base of answers whose JSON has other names, units or words than the result.

    A subclass is a frozen dataclass without saying so.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def of(cls, *sources: Any, **more: Any) -> Self:
        """Return the contract of an answer that has all its fields."""
        return cls.pick(*sources, **more)

    @classmethod
    def pick(cls, *sources: Any, **more: Any) -> Self:
        """Return the contract with every field from `more`, or from the first source that has it."""
        names = [field.name for field in fields(cls) if field.name not in more]
        owners = {name: next((source for source in sources if hasattr(source, name)), None) for name in names}
        return cls(
            **{name: getattr(owner, name) for name, owner in owners.items() if owner is not None}, **more
        )


class FileContract(Contract):
    """A file as text."""

    name: str
    """The suggested file name."""
    text: str


def to_values(answer: Any) -> Any:
    """Convert a result or contract (or lists, tuples, dicts of them) to JSON values.

    A game becomes its name, a fraction a text; NaN and infinities become null.
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
    return json.dumps(to_values(answer), indent=indent, allow_nan=False)


def warnings_of(answer: Any) -> list[str]:
    """Return warnings of input that was probably not meant."""
    return [f"Warning: {warning}" for warning in answer.warnings]


def range_warnings_of(answer: Any) -> list[str]:
    """Return the warnings of the range that an answer holds; empty if it holds no range."""
    return warnings_of(answer.held) if hasattr(answer, "held") else []


def notice_of(answer: Any) -> list[str]:
    """Return the notice of an answer, such as one about the training file; empty if there is none."""
    return [answer.notice] if answer.notice else []
