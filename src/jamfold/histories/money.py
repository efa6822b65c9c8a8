"""Amounts as sites write them, as exact whole numbers of coins.

``1,600``, ``$1 600.50``, ``0,05€``, ``1.234,50`` and ``12.5 USD`` are read; a
single mark before exactly three digits is a thousands mark if it is a comma
and a decimal mark if it is a dot.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from jamfold.errors import HistoryError

MAX_CHIPS = 10**12
MAX_DECIMALS = 9
MAX_COINS = 10**17
"""So that sums of some are below 2^63, the largest number of a database."""

LONGEST_AMOUNT = 60

_AMOUNT = re.compile(
    r"(?:[$€£¥₽₹฿₮]|US\$|C\$|[A-Za-z]{1,4}\b|[A-Z]{3}(?=\d))?\s*"
    r"([0-9][0-9.,'\sÂ]*)"
    r"\s*(?:[$€£¥₽₹฿₮]|[A-Za-z]{2,5})?"
)
_BLANKS = re.compile(r"[\s'Â]+")
"""Thousands marks that are no dot or comma; 888poker writes a hard blank that was encoded twice."""

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+\Z")


class FinerCoinError(Exception):
    """An amount has more decimals than the hand is read with: it is read again with a finer coin."""

    def __init__(self, decimals: int) -> None:
        super().__init__(decimals)
        self.decimals = decimals


def decimals_of(text: str, whole_chips: bool = False) -> tuple[str, str]:
    """The digits before and behind the decimal mark of an amount.

    Where chips are whole, as in tournaments, ``1.200`` is 1,200.  Raises HistoryError if the text is no
    amount.
    """
    match = _AMOUNT.fullmatch(text.strip()) if len(text) <= LONGEST_AMOUNT else None
    if match is None:
        raise HistoryError(f"'{text.strip()[:40]}' is not a number of chips.")
    digits = _BLANKS.sub("", match[1]).rstrip(".,")
    dot, comma = digits.rfind("."), digits.rfind(",")
    if dot >= 0 and comma >= 0:
        mark = max(dot, comma)
    elif comma >= 0:
        mark = -1 if _GROUPED.match(digits) and not digits.startswith("0") else comma
    elif digits.count(".") > 1 or (whole_chips and _GROUPED.match(digits) and not digits.startswith("0")):
        mark = -1
    else:
        mark = dot
    whole, part = (digits, "") if mark < 0 else (digits[:mark], digits[mark + 1 :])
    whole = whole.replace(",", "").replace(".", "")
    if not part.isdecimal() and part:
        raise HistoryError(f"'{text.strip()[:40]}' is not a number of chips.")
    return whole or "0", part.rstrip("0")


class Coins(dict[str, int]):
    """Amounts of text in coins of which `coin` make a chip; remembers the texts it has seen.

    A dict with `__missing__`: a history repeats the same few hundred amounts, and a hit costs 40 ns
    where the reading costs 3 us.
    """

    def __init__(self, decimals: int) -> None:
        super().__init__()
        self.decimals = decimals
        self.coin: int = 10**decimals

    def __missing__(self, text: str) -> int:
        whole, part = decimals_of(text, whole_chips=self.decimals == 0)
        if len(part) > self.decimals:
            if len(part) > MAX_DECIMALS:
                raise HistoryError(f"'{text.strip()[:40]}' has too many decimals for a number of chips.")
            raise FinerCoinError(len(part))
        if len(whole) > 15 or int(whole) > MAX_CHIPS:
            raise HistoryError(f"'{text.strip()[:40]}' is above {MAX_CHIPS:g} chips.")
        coins = _bounded(int(whole + part.ljust(self.decimals, "0")), text)
        if len(self) > 50_000:
            self.clear()
        self[text] = coins
        return coins

    def of_number(self, value: object) -> int:
        """The coins of a number of a TOML or JSON file (int, Decimal, or a float as it was written).

        Raises HistoryError if it is no number of chips.
        """
        if isinstance(value, (str, bool)) or not isinstance(value, (int, float, Decimal)):
            raise HistoryError(f"'{str(value)[:40]}' is not a number of chips.")
        try:
            number = Decimal(str(value))
            if not 0 <= number <= MAX_CHIPS:
                raise HistoryError(f"'{str(value)[:40]}' is not a number of chips from 0 to {MAX_CHIPS:g}.")
            scaled = number.scaleb(self.decimals)
        except (InvalidOperation, ValueError):
            raise HistoryError(f"'{str(value)[:40]}' is not a number of chips.") from None
        if scaled != int(scaled):
            decimals = -int(number.normalize().as_tuple().exponent)
            if decimals > MAX_DECIMALS:
                raise HistoryError(f"'{str(value)[:40]}' has too many decimals for a number of chips.")
            raise FinerCoinError(decimals)
        return _bounded(int(scaled), value)


def _bounded(coins: int, value: object) -> int:
    if coins > MAX_COINS:
        raise HistoryError(f"'{str(value)[:40]}' has too many digits for a number of chips.")
    return coins
