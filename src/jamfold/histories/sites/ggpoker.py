"""GGPoker: PokerStars' lines below a first line of its own."""

from __future__ import annotations

import re

from jamfold.histories.sites.lines import no_seats
from jamfold.histories.sites.pokerstars import read_body, read_time, without_buy_in
from jamfold.histories.table import Table
from jamfold.histories.words import currency_in, game_named

SITE = "GGPoker"
START = r"Poker Hand #[A-Za-z]{0,4}\d"

_HEAD = re.compile(r"Poker Hand #([A-Za-z]*)(\d+): *(?:Tournament #(\d+), *)?(.*)")
_BLINDS = re.compile(r"\(([^()/]*\d)/([^()/]*\d)\s*(?:\(([^()]*\d)\))?\s*\)")
_GAME = re.compile(r"(?:6\+|Short ?Deck|[567] Card|Hold'?em|Omaha|PLO)")


def read(lines: list[str], table: Table) -> None:
    """One hand of GGPoker."""
    match = _HEAD.match(lines[0])
    blinds = _BLINDS.search(lines[0])
    if match is None or blinds is None:
        raise no_seats(lines)
    table.hand_id, table.key = match[2], match[1] + match[2]
    table.tournament = match[3] or ""
    table.count_in(tournament=match[3] is not None)
    table.small_blind, table.big_blind = table.coins[blinds[1]], table.coins[blinds[2]]
    if blinds[3]:
        table.ante = table.coins[blinds[3]]
    if match[3] is None:
        table.currency = currency_in(blinds[1]) or "USD"
    words = match[4].partition(" - Level")[0] if match[3] else match[4].partition(" (")[0]
    named = without_buy_in(words)
    games = [found.start() for found in _GAME.finditer(named)]
    table.game, table.limit = game_named(_last_game(named, games))
    if not table.limit and "omaha" in table.game:
        table.limit = "PL"
    table.fast = "Rush" in lines[1] if len(lines) > 1 else False
    read_time(table, match[4])
    read_body(lines, table)


def _last_game(words: str, games: list[int]) -> str:
    """The words from the last game on: a tournament's name may hold another."""
    if not games:
        return words
    start = games[-1]
    for earlier in reversed(games[:-1]):
        if not words[earlier:start].strip(" 56+7Card").replace("Short", "").replace("Deck", "").strip():
            start = earlier
    return words[start:]
