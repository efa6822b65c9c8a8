"""Winning Poker Network since 2018: lines like Winamax'; a cap is told where it is reached."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import (
    Names,
    cards_in,
    deal_street,
    dealt_to,
    no_seats,
    refuse_stranger,
    verbs,
)
from jamfold.histories.sites.pokerstars import TIME, read_summary, read_time

SITE = "WPN"
START = "|".join(rf"{word} #\d+ - [^\n]*\d{{4}}/\d\d/\d\d" for word in ("Game Hand", "Hand"))

CAPPED_BIG_BLINDS = 30
"""Most that a player of a Cap table can put in, where nobody has: only then the history tells it."""

_HEAD = re.compile(r"(?:Game )?Hand #(\d+) - (?:(.*?)Tournament #(\d+) - )?(.*?) - (.*)")
_STAKES = re.compile(r"\(?([^\s()/]*\d)/([^\s()/]*\d)\)? ?-")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)(?: is sitting out)?$")
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_POSTS: dict[str, PostKind] = {
    "the small blind": "small blind",
    "the big blind": "big blind",
    "ante": "ante",
    "the ante": "ante",
    "straddle": "straddle",
    "the straddle": "straddle",
    "the button blind": "button blind",
    "button blind": "button blind",
}
_VERBS = verbs(
    "folds checks calls bets raises caps posts shows mucks does collected is has sits straddles timed "
    "disconnected reconnected"
)
_STRANGER = re.compile(
    r"(.*?) (?:folds|checks|(?:calls|bets|caps|posts [a-z ]+) [^\s\d]*\d\S*.*|raises [^\s\d]*\d\S* to .*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of the Winning Poker Network, since 2018."""
    match = _HEAD.match(lines[0])
    stakes = _STAKES.search(match[5]) if match else None
    if match is None or stakes is None:
        raise HistoryError("The hand's first line breaks off.")
    table.hand_id, table.tournament = match[1], match[3] or ""
    table.set_coin_decimals(tournament=match[3] is not None)
    table.game, table.limit = game_named(match[4].replace("(", " ("))
    table.small_blind, table.big_blind = table.coins[stakes[1]], table.coins[stakes[2]]
    if not table.tournament:
        table.currency = currency_in(stakes[1])
    clock = TIME.search(match[5])
    if clock is not None:
        read_time(table, match[5], clock)
    place = lines[1] if len(lines) > 1 else ""
    table.fast = place.startswith("Blitz")
    button = _BUTTON.search(place)
    table.button = int(button[1]) if button else 0
    _read_body(lines, table)
    if "(Cap)" in place and not table.cap:
        table.cap = CAPPED_BIG_BLINDS * table.big_blind


def _read_body(lines: list[str], table: HandReplay) -> None:
    names: Names | None = None
    for index, line in enumerate(lines[2:], 2):
        table.line = index
        if names is None:
            if line.startswith("Seat "):
                if line.endswith("will be allowed to play after the button"):
                    continue
                match = _SEAT.match(line)
                if match is None:
                    raise HistoryError("The line of a seat breaks off.")
                table.sit(int(match[1]), match[2], table.coins[match[3]])
                continue
            if not table.numbers:
                continue
            names = Names(table, " ")
        if line.startswith("*** "):
            if line.startswith("*** SUMMARY"):
                table.closed = True
                read_summary(lines, index + 1, table)
                return
            deal_street(line, table)
            continue
        player, deed = names.split(line, _VERBS)
        if player >= 0:
            _do(table, player, deed)
        elif line.startswith("Dealt to "):
            dealt_to(line, table)
        elif line and not line.startswith(("Uncalled bet", "Main pot", "Side pot")):
            refuse_stranger(_STRANGER, line)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _do(table: HandReplay, player: int, deed: str) -> None:
    words = deed.split(" ")
    verb = words[0]
    if verb == "folds":
        table.fold(player)
    elif verb == "checks":
        table.check(player)
    elif verb == "calls":
        table.call(player, table.coins[words[1]])
    elif verb == "raises":
        table.raise_to(player, table.coins[words[3]])
    elif verb == "bets":
        table.raise_by(player, table.coins[words[1]])
    elif verb == "caps":
        table.cap_by(player, table.coins[words[1]])
    elif verb == "posts":
        _post(table, player, deed[6:].removesuffix(" and is all-in"))
    elif verb in {"shows", "mucks"}:
        table.show(player, cards_in(deed.partition(" (")[0]))
    elif verb == "collected":
        table.collect(player, table.coins[words[1]])


def _post(table: HandReplay, player: int, text: str) -> None:
    """``dead $0.07`` is a live big blind with a dead small one; less than a big blind is dead alone."""
    kind, _, amount = text.rpartition(" ")
    chips = table.coins[amount]
    if kind in {"", "dead"}:
        if chips < table.big_blind:
            table.post(player, "dead blind", chips)
        else:
            table.post_both(player, chips)
        return
    if kind not in _POSTS:
        raise HistoryError(f"'posts {text[:60]}' is no ante or blind that is known.")
    table.post(player, _POSTS[kind], chips)
