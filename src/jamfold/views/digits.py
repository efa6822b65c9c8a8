"""Numbers with as many digits as are known: bounds rounded outward, sampled values with their intervals."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10

RoundingRule = Callable[[float], int]
"""How a bound is rounded: `floor`, `ceil`, or `round` what is none."""
SURE = 1.96
"""Standard errors to either side that hold 95 %."""
_MILLIONTH = 1e-6


def format_two_digits(amount: float, outward: RoundingRule) -> float:
    """An amount of two digits: what is gained at least is rounded down, what is gained at most up."""
    if amount <= 0:
        return 0.0
    digits = 1 - floor(log10(amount))
    return float(outward(round(amount * 10.0**digits, 6)) / 10.0**digits)


def format_bound(amount: float) -> str:
    """What is gained at most, in two digits, rounded up and written out; below a millionth, that."""
    return written_out(max(amount, _MILLIONTH), ceil) if amount > 0 else "0"


def written_out(amount: float, outward: RoundingRule) -> str:
    """An amount above 0 in two digits, without an exponent."""
    amount = format_two_digits(amount, outward)
    return f"{amount:,.{max(0, 1 - floor(log10(amount)))}f}"


def with_interval(value: float, width: float, sign: str = "") -> str:
    """A sampled value and half its interval: two digits of the interval, rounded up, the value as far."""
    width = format_two_digits(width, ceil)
    digits = 1 - floor(log10(width))
    text = f"{round(value, digits):{sign},.{max(0, digits)}f}".replace("-", "\u2212")
    return f"{text} \u00b1 {width:,.{max(0, digits)}f}"
