"""Words that all sites share: games, limits, currencies, days and times."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

from jamfold.histories.records import Limit

_HILO = re.compile(r"hi\s*[/-]?\s*lo|hilo|h/l|\bhl\b|omahahl|8\s*or\s*b|\bo8\b|/8", re.IGNORECASE)
_OTHER = (
    "courchevel", "stud", "razz", "badugi", "lowball", "draw", "horse", "fusion", "pineapple", "double hold",
    "bomb", "irish", "drawmaha",
)  # fmt: skip
OTHER_GAMES = frozenset(_OTHER)
"""Games without a flop, or that are dealt otherwise; mixed games."""

_LIMITS: tuple[tuple[re.Pattern[str], Limit], ...] = (
    (re.compile(r"\bno[- ]?limit|\bnl\b|\bnlh", re.IGNORECASE), "NL"),
    (re.compile(r"\bpot[- ]?limit|\bpl\b|\bplo", re.IGNORECASE), "PL"),
    (re.compile(r"\blimit|\bfixed|\bfl\b|\blhe\b", re.IGNORECASE), "FL"),
)


@lru_cache(maxsize=4096)
def game_named(text: str) -> tuple[str, Limit]:
    """The game and the limit that a site's words name; the limit is empty where none is named.

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
    """The currency that a text with amounts names: a code, or what a sign stands for; else empty."""
    match = re.search(r"\b(USD|EUR|GBP|CAD|SEK|CNY|INR|BRL|AUD|PLN|RUB)\b", text)
    if match is not None:
        return match[1]
    return next((code for sign, code in _SIGNS.items() if sign in text), "")


@lru_cache(maxsize=4096)
def _hour(year: int, month: int, day: int, hour: int) -> int:
    return int(datetime(year, month, day, hour, tzinfo=UTC).timestamp())


def seconds(year: int, month: int, day: int, hour: int, minute: int, second: int) -> int | None:
    """Seconds since 1970 of a UTC time; none if it is no time."""
    try:
        base = _hour(year, month, day, hour)
    except (ValueError, OverflowError):
        return None
    return base + 60 * minute + second if minute < 60 and second < 61 else None


def _sunday(year: int, month: int, nth: int) -> int:
    """Day of the month of its nth Sunday; -1 is the last."""
    if nth > 0:
        first = datetime(year, month, 1, tzinfo=UTC).weekday()
        return 1 + (6 - first) % 7 + 7 * (nth - 1)
    last = datetime(year, month, 30 if month == 4 else 31, tzinfo=UTC)
    return last.day - (last.weekday() + 1) % 7


@lru_cache(maxsize=4096)
def eastern_offset(year: int, month: int, day: int, hour: int) -> int:
    """Seconds to add to New York time for UTC, by the rules of the United States since 1987.

    zoneinfo is not asked: it has no data on Windows without another package.
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
