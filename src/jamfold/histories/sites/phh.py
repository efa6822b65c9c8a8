"""PHH, the poker hand history format: one TOML table per hand, alone (.phh) or numbered (.phhs).

With two players the button is listed second, and antes and blinds are those
of the list turned round.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.records import Limit, PostKind
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import eastern_offset, seconds

SITE = "PHH"
START = r"\[\d+\][ \t]*(?:#[^\n]*)?$"
_VARIANT = r"variant[ \t]*=[ \t]*['\"]"
START_ALONE = rf"#[^\n]{{0,300}}\n(?:#[^\n]{{0,300}}\n){{0,19}}{_VARIANT}|{_VARIANT}"

_VARIANTS: dict[str, tuple[str, Limit]] = {
    "NT": ("holdem", "NL"),
    "FT": ("holdem", "FL"),
    "PT": ("holdem", "PL"),
    "NS": ("six-plus", "NL"),
    "PO": ("omaha", "PL"),
    "NO": ("omaha", "NL"),
    "FO": ("omaha", "FL"),
    "FO/8": ("omaha-hilo", "FL"),
    "PO/8": ("omaha-hilo", "PL"),
    "NO/8": ("omaha-hilo", "NL"),
}
_STRADDLES: list[PostKind] = ["straddle"] * 18
_MOST_SEATS = 20
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}


def read(text: str, table: HandReplay, opening: str = "") -> None:
    try:
        hand: Any = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        table.line = min(int(place[1]) - 1, text.count("\n")) if place else 0
        raise HistoryError("The TOML of the hand is damaged.") from None
    if len(hand) == 1 and isinstance(next(iter(hand.values())), dict):
        hand = next(iter(hand.values()))
    variant = hand.get("variant")
    if not isinstance(variant, str):
        raise HistoryError("The hand names no variant.")
    table.game, table.limit = _VARIANTS.get(variant, (variant.lower()[:30], ""))
    event = str(hand.get("event", ""))
    if "tournament" in event.lower():
        table.tournament = (event.removeprefix("Tournament ") or event)[:60]
    table.set_coin_decimals(tournament=bool(table.tournament))
    _identify(hand, table)
    table.copy_of(hand)
    _sit(hand, table)
    if "_hero" in hand:  # ours: the format has no word for whose history it is
        table.hero = _player(str(hand["_hero"]), table)
    table.read_export_extras(hand, lambda name: _player(str(name), table))
    if variant not in _VARIANTS:
        table.cancelled = table.closed = True  # another game: nothing of it is played
        return
    _play(hand, table)
    table.closed = True
    table.tells_winnings = any(_list(hand, "winnings"))
    _winnings(hand, table)


def _identify(hand: dict[str, Any], table: HandReplay) -> None:
    number = hand.get("hand", "")
    table.hand_id = str(number)[:60]
    names = ("venue", "event", "year", "month", "day", "table", "hand")
    table.key = "|".join(str(hand.get(name, ""))[:60] for name in names)
    if not number:
        table.key += "|" + repr((hand.get("starting_stacks"), hand.get("actions"), hand.get("time")))[:400]
    code = hand.get("currency", "")
    table.currency = (
        code if isinstance(code, str) and code else _CURRENCIES.get(str(hand.get("currency_symbol")), "")
    )
    date = [hand.get(name) for name in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in date):
        return
    year, month, day = (int(part) for part in date if part is not None)
    table.day = f"{year:04d}-{month:02d}-{day:02d}"
    time, zone = hand.get("time"), hand.get("time_zone_abbreviation", hand.get("time_zone"))
    if zone in {"ET", "UTC", "GMT"} and isinstance(time, dt.time):
        moment = seconds(year, month, day, time.hour, time.minute, time.second)
        if moment is not None:
            table.played_at = moment + (eastern_offset(year, month, day, time.hour) if zone == "ET" else 0)


def _list(hand: dict[str, Any], name: str) -> list[Any]:
    value = hand.get(name, [])
    if not isinstance(value, list):
        raise HistoryError(f"The field {name} is not a list.")
    return value


def _sit(hand: dict[str, Any], table: HandReplay) -> None:
    """Seats in the order of the play: small blind first; with two players, big blind first."""
    stacks = _list(hand, "starting_stacks")
    names = _list(hand, "players") or [f"p{k + 1}" for k in range(len(stacks))]
    if not 2 <= len(stacks) <= _MOST_SEATS or len(names) != len(stacks):
        raise HistoryError("The lists of players and stacks differ in length.")
    numbers = _seat_numbers(hand, len(stacks))
    for number, name, stack in zip(numbers, names, stacks, strict=True):
        table.touched[table.sit(number, str(name), table.coins.of_number(stack))] = True
    table.button = numbers[-1]
    antes = [table.coins.of_number(ante) for ante in _list(hand, "antes")]
    raw = _list(hand, "blinds_or_straddles")
    returns = [isinstance(blind, int | Decimal) and blind < 0 for blind in raw]  # so the format marks them
    blinds = [
        table.coins.of_number(-blind if back else blind) for blind, back in zip(raw, returns, strict=True)
    ]
    if len(antes) > len(stacks) or len(blinds) > len(stacks) or len(blinds) < 2:
        raise HistoryError("The lists of antes and blinds do not agree with the players.")
    antes += [0] * (len(stacks) - len(antes))
    blinds += [0] * (len(stacks) - len(blinds))
    if len(stacks) == 2:
        antes.reverse()
        blinds.reverse()
    kinds: list[PostKind] = ["small blind", "big blind", *_STRADDLES[: len(stacks) - 2]]
    if len(stacks) == 2:
        kinds.reverse()
    table.small_blind, table.big_blind = sorted(blinds)[-2:] if len(stacks) == 2 else blinds[:2]
    table.ante = max(antes)
    for player, ante in enumerate(antes):
        chips = min(ante, table.behind[player])
        if chips:
            table.post(player, "ante", chips)
    for player, (kind, blind) in enumerate(zip(kinds, blinds, strict=True)):
        chips = min(blind, table.behind[player])
        if chips:
            back = player < len(returns) and len(stacks) > 2 and returns[player]
            table.post(player, "returning blind" if back else kind, chips)


def _seat_numbers(hand: dict[str, Any], players: int) -> list[int]:
    """Return the seat numbers if they are in the order of play, else 1, 2, ..."""
    seats = [seat for seat in _list(hand, "seats") if type(seat) is int and 0 <= seat <= _MOST_SEATS]
    start = seats.index(min(seats)) if seats else 0
    ring = seats[start:] + seats[:start]
    if len(seats) == players and ring == sorted(set(seats)):
        return seats
    return list(range(1, players + 1))


def _play(hand: dict[str, Any], table: HandReplay) -> None:
    for entry in _list(hand, "actions"):
        words = str(entry).partition("#")[0].split()
        if not words:
            continue
        if words[0] == "d":
            _deal(words[1:], table)
            continue
        player = _player(words[0], table)
        if len(words) < 2:
            raise HistoryError(f"The action '{str(entry)[:40]}' is cut short.")
        verb = words[1]
        if verb == "f":
            table.fold(player)
        elif verb == "cc":
            table.call_or_check(player)
        elif verb == "cbr" and len(words) > 2:
            table.raise_to(player, table.coins[words[2]])
        elif verb == "sm":
            if len(words) > 2 and words[2] != "-":  # shown, but unknown
                table.show(player, _known_cards(words[2]))
        else:
            raise HistoryError(f"Unknown action '{str(entry)[:40]}'.")


def _player(word: str, table: HandReplay) -> int:
    number = word[1:]
    if word[:1] != "p" or not number.isdecimal() or not 1 <= int(number[:3]) <= len(table.numbers):
        raise HistoryError(f"'{word[:40]}' acts but has no seat at the table.")
    return int(number) - 1


def _deal(words: Sequence[str], table: HandReplay) -> None:
    if words[:1] == ["db"] and len(words) == 2:
        table.deal(table.street + 1, _known_cards(words[1]))
    elif words[:1] == ["dh"] and len(words) == 3:
        table.show(_player(words[1], table), _known_cards(words[2]))
    else:
        raise HistoryError(f"The deal 'd {' '.join(words)[:40]}' is not known.")


def _known_cards(text: str) -> tuple[Card, ...]:
    """Parse ``7h5h``; empty if cards are unknown, ``????``."""
    if "?" in text:
        return ()
    return read_cards(" ".join(text[k : k + 2] for k in range(0, len(text), 2)))


def _winnings(hand: dict[str, Any], table: HandReplay) -> None:
    """Winnings and finishing stacks are optional; where all are 0 they are not told."""
    winnings = _list(hand, "winnings")
    if len(winnings) == len(table.numbers):
        for player, chips in enumerate(winnings):
            table.collect(player, table.coins.of_number(chips))
