"""Parsing of texts common to all sites: amounts as integer coins, games, limits, currencies, dates.

``1,600``, ``$1 600.50``, ``0,05€``, ``1.234,50`` and ``12.5 USD`` are read.  A single mark before exactly
three digits is a thousands separator if it is a comma and a decimal point if it is a dot.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from jamfold.core.errors import HistoryError
from jamfold.histories.records import Limit

MAX_CHIPS = 10**12
MAX_DECIMALS = 9
MAX_COINS = 10**17
"""Keeps sums of several below 2^63, the largest integer of a database."""

LONGEST_AMOUNT = 60

_AMOUNT = re.compile(
    r"(?:[$€£¥₽₹฿₮]|US\$|C\$|[A-Za-z]{1,4}\b|[A-Z]{3}(?=\d))?\s*"
    r"([0-9][0-9.,'\sÂ]*)"
    r"\s*(?:[$€£¥₽₹฿₮]|[A-Za-z]{2,5})?"
)
_BLANKS = re.compile(r"[\s'Â]+")
"""Thousands separators other than dot and comma; 888poker writes a doubly encoded no-break space."""

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+\Z")


class FinerCoinError(Exception):
    """An amount has more decimals than the coin; the hand is parsed again with a finer coin."""

    def __init__(self, decimals: int) -> None:
        super().__init__(decimals)
        self.decimals = decimals


def decimals_of(text: str, whole_chips: bool = False) -> tuple[str, str]:
    """Return the digits before and after the decimal mark of an amount.

    With whole chips, as in tournaments, ``1.200`` is 1,200.  Raises HistoryError if it is not an amount.
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
    """Parser of amounts into coins, `coin` coins per chip; caches the texts.

    A dict with `__missing__`: a history repeats a few hundred amounts; a hit costs 40 ns, parsing 3 us.
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
        """Convert a number of a TOML or JSON file (int, Decimal or float) to coins.

        Raises HistoryError if it is not a number of chips.
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


_HILO = re.compile(r"hi\s*[/-]?\s*lo|hilo|h/l|\bhl\b|omahahl|8\s*or\s*b|\bo8\b|/8", re.IGNORECASE)
_OTHER = (
    "courchevel", "stud", "razz", "badugi", "lowball", "draw", "horse", "fusion", "pineapple", "double hold",
    "bomb", "irish", "drawmaha",
)  # fmt: skip
OTHER_GAMES = frozenset(_OTHER)
"""Games without a flop or with a different deal; mixed games."""

_LIMITS: tuple[tuple[re.Pattern[str], Limit], ...] = (
    (re.compile(r"\bno[- ]?limit|\bnl\b|\bnlh", re.IGNORECASE), "NL"),
    (re.compile(r"\bpot[- ]?limit|\bpl\b|\bplo", re.IGNORECASE), "PL"),
    (re.compile(r"\blimit|\bfixed|\bfl\b|\blhe\b", re.IGNORECASE), "FL"),
)


@lru_cache(maxsize=4096)
def game_named(text: str) -> tuple[str, Limit]:
    """Parse the game and the limit of a site's text; the limit is empty if not named.

    >>> game_named("Omaha Hi/Lo Pot Limit"), game_named("NL Texas Hold'em")
    (('omaha-hilo', 'PL'), ('holdem', 'NL'))
    """
    lower = text.lower()
    limit: Limit = next((name for pattern, name in _LIMITS if pattern.search(lower)), "")
    if "omaha" in lower or "plo" in lower or "courchevel" in lower:
        cards = "5" if re.search(r"5[- ]?card|five|plo[- ]?5|omaha[- ]?5|courchevel", lower) else ""
        cards = cards or ("6" if re.search(r"6[- ]?card|six|plo[- ]?6|omaha[- ]?6", lower) else "")
        game = "courchevel" if "courchevel" in lower else f"omaha{cards}"
        return (f"{game}-hilo" if _HILO.search(lower) else game), limit
    if any(word in lower for word in _OTHER):
        return next(word for word in _OTHER if word in lower), limit
    if re.search(r"6\s*\+|short\s*deck|six[- ]?plus", lower):
        return "six-plus", limit
    if "hold" in lower or re.search(r"\bnlhe?\b", lower):
        return "holdem", limit
    return re.sub(r"[^a-z0-9]+", "-", lower).strip("-")[:30] or "unknown", limit


_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₽": "RUB", "₹": "INR", "₮": "USDT"}


def currency_in(text: str) -> str:
    """Return the currency code that a text names by code or sign; empty if none."""
    match = re.search(r"\b(USD|EUR|GBP|CAD|SEK|CNY|INR|BRL|AUD|PLN|RUB)\b", text)
    if match is not None:
        return match[1]
    return next((code for sign, code in _SIGNS.items() if sign in text), "")


@lru_cache(maxsize=4096)
def _hour(year: int, month: int, day: int, hour: int) -> int:
    return int(datetime(year, month, day, hour, tzinfo=UTC).timestamp())


def seconds(year: int, month: int, day: int, hour: int, minute: int, second: int) -> int | None:
    """Return seconds since 1970 of a UTC time; None if invalid."""
    try:
        base = _hour(year, month, day, hour)
    except (ValueError, OverflowError):
        return None
    return base + 60 * minute + second if minute < 60 and second < 61 else None


def _sunday(year: int, month: int, nth: int) -> int:
    """Return the day of a month's nth Sunday; -1 is the last."""
    if nth > 0:
        first = datetime(year, month, 1, tzinfo=UTC).weekday()
        return 1 + (6 - first) % 7 + 7 * (nth - 1)
    last = datetime(year, month, 30 if month == 4 else 31, tzinfo=UTC)
    return last.day - (last.weekday() + 1) % 7


@lru_cache(maxsize=4096)
def eastern_offset(year: int, month: int, day: int, hour: int) -> int:
    """Return seconds to add to New York time for UTC, by the United States rules since 1987.

    zoneinfo is not used: it has no data on Windows without another package.
    """
    if not 1 <= month <= 12:
        return 5 * 3600
    if year >= 2007:
        begin, end = (3, _sunday(year, 3, 2), 2), (11, _sunday(year, 11, 1), 2)
    else:
        begin, end = (4, _sunday(year, 4, 1), 2), (10, _sunday(year, 10, -1), 2)
    return 4 * 3600 if begin <= (month, day, hour) < end else 5 * 3600


LANGUAGES = {
    "Platz": "German", "Sitz": "German", "Siège": "French", "Place": "French", "Asiento": "Spanish",
    "Posto": "Italian", "Lugar": "Portuguese", "Assento": "Portuguese", "Место": "Russian", "Stoel": "Dutch",
    "Plats": "Swedish", "Plads": "Danish", "Sete": "Norwegian", "Paikka": "Finnish", "Miejsce": "Polish",
    "Místo": "Czech", "Ülés": "Hungarian", "Loc": "Romanian", "Θέση": "Greek", "Koltuk": "Turkish",
    "座位": "Chinese", "シート": "Japanese",
}  # fmt: skip
"""How other languages begin the line of a seat."""
