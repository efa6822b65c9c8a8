"""Numbers in requests: parsing, checks, and error messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite

from jamfold.core.errors import WorthError

MAX_CHIPS = 1e12
MAX_MONEY = 1e15
MAX_PLAYERS = 1_000_000

Pair = tuple[float, float]
_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")
GROUPED = re.compile(r"[$€£]?[1-9]\d{0,2}(?:,\d{3})+", re.ASCII)
"""A number with commas between its thousands."""
_DECIMAL_COMMA = re.compile(r"([1-9]\d{0,2}(?:\.\d{3})+|\d+),(\d+)\s*(bb|%|k)?", re.ASCII | re.IGNORECASE)
AMBIGUOUS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+", re.ASCII)
"""A number whose point may separate thousands or decimals: ``1.500``."""
_KILO = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?k", re.ASCII | re.IGNORECASE)


def check_number(value: object, quantity: str, field: str, most: float = MAX_MONEY) -> float:
    """Return a finite number from 0 to `most`. Raises WorthError, which names `quantity`, if it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WorthError(f"The {quantity} must be a number, not '{str(value)[:40]}'.", field=field)
    try:
        number = float(value)
    except OverflowError:  # an integer of more than 308 digits
        number = inf if value > 0 else -inf
    if not isfinite(number):
        raise WorthError(f"The {quantity} must be a finite number, not {number}.", field=field)
    if value < 0:
        raise WorthError(f"The {quantity} must not be negative ({value:g}).", field=field)
    if value > most:
        raise WorthError(f"The {quantity} must be at most {most:,.12g}, not {value:g}.", field=field)
    return value


def normalize_number_text(text: str, *, is_amount: bool = True) -> str:
    """Return a number without commas between thousands or a money sign: ``$1,500``, ``1.5k`` are 1500.

    Raises WorthError if it has a decimal comma (``10,5``), or a point that may part thousands (``1.500``).

    Parameters
    ----------
    is_amount
        Of chips or money, where a point may part thousands.
    """
    text = text.strip("$€£ ")
    kilo = _KILO.fullmatch(text)
    if kilo:
        return f"{kilo[1]}{kilo[2] or '':0<3}"
    text = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
    point = with_point(text)
    if point:
        raise WorthError(f"'{text[:40]}' has a decimal comma: write {point[:40]}.")
    if is_amount and AMBIGUOUS.fullmatch(text):
        decimal = f"{text}0" if not text.endswith("0") else text.rstrip("0").rstrip(".")
        either = f" or {decimal[:40]}" * (text.count(".") == 1)
        raise WorthError(
            f"The point in '{text[:40]}' may separate thousands: write {text.replace('.', '')[:40]}{either}."
        )
    return text


def with_point(text: str) -> str:
    """Return a number with a decimal comma as one with a point, ``10.5bb`` of ``10,5bb``; else empty."""
    match = _DECIMAL_COMMA.fullmatch(text.strip("$€£ "))
    return f"{match[1].replace('.', '')}.{match[2]}{match[3] or ''}" if match else ""


def read_number(value: object, quantity: str, field: str) -> float:
    """Return a number, or parse a text, which may have commas between thousands.

    Raises WorthError if it is no number, not finite or negative.
    """
    if isinstance(value, str):
        text = normalize_number_text(value.strip())
        try:
            if not text.isascii() or len(text) > 40 or "_" in text:
                raise ValueError
            return check_number(int(text) if text.isdigit() else float(text), quantity, field)
        except (ValueError, OverflowError) as error:
            if isinstance(error, WorthError):
                raise
            raise WorthError(f"The {quantity} must be a number, not '{value[:40]}'.", field=field) from None
    return check_number(value, quantity, field)


def checked_stacks(
    stacks: Sequence[float], field: str = "stacks", player: str = "player", most: float = MAX_CHIPS
) -> tuple[float, ...]:
    """Return the stacks as a tuple; errors name `player` and the number.

    Raises WorthError if there are none or more than a million, or one is not in (0, `most`].
    """
    if not stacks:
        raise WorthError("No players. Enter their stacks.", field=field)
    if len(stacks) > MAX_PLAYERS:
        raise WorthError(
            f"There are {len(stacks):,} players; stack models take at most {MAX_PLAYERS:,}.", field=field
        )
    for number, stack in enumerate(stacks, 1):
        if check_number(stack, f"stack of {player} {number}", field, most) == 0:
            raise WorthError(
                f"{player.capitalize()} {number} has no chips. Enter only players who have some.", field=field
            )
    return tuple(stacks)


def as_fraction(value: float) -> Fraction:
    """Return a number as its decimal text: 0.1 is 1/10."""
    return Fraction(value) if isinstance(value, int) else Fraction(repr(float(value)))
