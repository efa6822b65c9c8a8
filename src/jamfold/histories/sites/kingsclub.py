"""KingsClub: calls and raises tell what is then in front, the summary what everybody has left."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import game_named
from jamfold.histories.sites.lines import (
    LineFormat,
    Names,
    betting,
    cards_in,
    chips,
    deal_rest,
    deal_street,
    post_kind,
    word,
)

SITE = "KingsClub"
START = r"#\d+: [^\n]{1,60} - [\d.,]+/[\d.,]+\n\d{4}-\d\d-\d\d "

_HEAD = re.compile(r"#(\d+): (.*) - (\S*\d)/(\S*\d)$")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)")
_POSTS: dict[str, PostKind] = {
    "posts ante": "ante",
    "posts the small blind": "small blind",
    "posts the big blind": "big blind",
}
_ALL_IN = ", and is all in"
_STRANGER = re.compile(r"(.*?):? (?:folds|checks|(?:calls|bets|raises to|posts [a-z ]+) \d\S*.*)$")


def read(lines: list[str], table: HandReplay) -> None:
    match = _HEAD.match(lines[0])
    if match is None or len(lines) < 3:
        raise HistoryError("The hand's first line is cut short.")
    table.hand_id, table.day = match[1], lines[1].partition(" ")[0]
    table.set_coin_decimals(tournament=False)
    table.small_blind, table.big_blind = table.coins[match[3]], table.coins[match[4]]
    table.game, table.limit = game_named(match[2])
    button = _BUTTON.search(lines[2])
    table.button = int(button[1]) if button else 0
    _LINES.read(lines, table, first=3)


def _deal_street(line: str, table: HandReplay) -> None:
    table.closed = table.closed or line.startswith("*** SUMMARY")
    if line.startswith("*** BOARD 1"):  # all of the first of two
        deal_rest(table, read_cards(line.replace("[", "").replace("]", "").rpartition("*** ")[2]))
    else:
        deal_street(line, table)


def _deal(line: str, table: HandReplay) -> None:
    name, _, _ = line[9:].rpartition(": [")
    if name in table.names:
        player = table.names[name]
        table.touched[player] = True
        if "X" not in line[11 + len(name) :]:
            table.hero = player
            table.show(player, cards_in(line))


def _say(line: str, table: HandReplay) -> bool:
    """``NAME: posts``, and what has no name."""
    player, text = Names(table, ": ").split(line, {"posts"})
    if player >= 0:
        kind, _, amount = text.removesuffix(_ALL_IN).rpartition(" ")
        table.post(player, post_kind(_POSTS, kind, text[:60]), table.coins[amount])
    elif line.startswith("Rake ") and table.closed:
        table.rake = table.coins[line[5:]]
    elif not table.closed:
        return _LINES.read_seat(line, table)
    return player >= 0 or line.startswith("Seat ")


def _won(table: HandReplay, text: str) -> int:
    return table.coins[text[text.rfind("(") + 1 : text.rfind(")")]]


_LINES = LineFormat(
    _SEAT,
    betting(added=word(1, _ALL_IN), total=word(2, _ALL_IN))
    | {"calls": chips(HandReplay.call_to, word(1, _ALL_IN)), "wins": chips(HandReplay.collect, _won)},
    _STRANGER,
    summary="",
    deal=_deal,
    deal_street=_deal_street,
    say=_say,
)
