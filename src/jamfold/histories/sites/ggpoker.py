"""GGPoker: PokerStars' lines below a first line of its own."""

from __future__ import annotations

import re
from functools import lru_cache

from jamfold.histories.records import Limit
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import no_seats
from jamfold.histories.sites.pokerstars import LINES, TIME, read_time, without_buy_in

SITE = "GGPoker"
START = r"Poker Hand #[A-Za-z]{0,4}\d"

_HEAD = re.compile(r"Poker Hand #([A-Za-z]*)(\d+): *(?:Tournament #(\d+), *)?(.*)")
_BLINDS = re.compile(r"\(([^()/]*\d)/([^()/]*\d)\s*(?:\(([^()]*\d)\))?\s*\)")
_BUTTON_BLIND = re.compile(r"\((\S*\d)\)")
_GAME = re.compile(r"(?:6\+|Short ?Deck|[567] Card|Hold'?em|Omaha|PLO)")


def read(lines: list[str], table: HandReplay) -> None:
    match = _HEAD.match(lines[0])
    blinds = _BLINDS.search(lines[0])
    button = _BUTTON_BLIND.search(lines[0]) if blinds is None else None
    stakes = blinds or button
    if match is None or stakes is None:
        raise no_seats(lines)
    table.hand_id, table.key = match[2], match[1] + match[2]
    table.posts_tell = True
    table.flop_untold = match[1] == "AF"
    table.set_tournament(match[3])
    table.big_blind = table.coins[stakes[1 if blinds is None else 2]]
    table.small_blind = 0 if blinds is None else table.coins[blinds[1]]
    if blinds is not None and blinds[3]:
        table.ante = table.coins[blinds[3]]
    if match[3] is None:
        table.currency = currency_in(stakes[1]) or "USD"
    words = match[4].partition(" - Level")[0] if match[3] else match[4].partition(" (")[0]
    table.game, table.limit = _game(words)
    table.fast = "Rush" in lines[1] if len(lines) > 1 else False
    clock = TIME.search(match[4])
    if clock is not None:
        read_time(table, match[4], clock)
    LINES.read(lines, table)


@lru_cache(maxsize=4096)
def _game(words: str) -> tuple[str, Limit]:
    """The game of a first line; a tournament's name before it may hold another's words."""
    named = without_buy_in(words)
    starts = [match.start() for match in _GAME.finditer(named)]
    start = starts[-1] if starts else 0
    for earlier in reversed(starts[:-1]):  # "5 Card Omaha" are two finds of one game
        if named[earlier:start].strip() in {"5 Card", "6 Card", "7 Card", "6+", "Short Deck", "ShortDeck"}:
            start = earlier
    game, limit = game_named(named[start:])
    return game, limit or ("PL" if game.startswith("omaha") else "")
