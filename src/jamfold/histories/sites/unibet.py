"""Unibet since 2021, its Banzai tables among them: a raise tells by and to."""

from __future__ import annotations

import re

from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import (
    POSTS,
    LineFormat,
    betting,
    cards_in,
    chips,
    deal_street,
    match_first,
    post_kind,
    word,
)

SITE = "Unibet"
START = r"Game #\d+: Table "

_HEAD = re.compile(
    r"Game #(\d+): Table (.*) - (\S*\d)/(\S*\d) - (.*) - (\d\d:\d\d:\d\d) (\d{4})/(\d\d)/(\d\d)"
)
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)")
_ALL_IN = ", and is all-in"
_STRANGER = re.compile(r"(.*?) (?:folds|checks|(?:calls|bets|raises|posts [a-z ]+) [^\s\d]*\d\S*.*)$")


def read(lines: list[str], table: HandReplay) -> None:
    match = match_first(_HEAD, lines)
    table.hand_id, table.day = match[1], "-".join(match.group(7, 8, 9))
    table.set_coin_decimals(tournament=False)
    table.small_blind, table.big_blind = table.coins[match[3]], table.coins[match[4]]
    table.game, table.limit = game_named(match[5])
    table.currency = currency_in(match[2])
    _LINES.read(lines, table)


def _open(line: str, table: HandReplay) -> bool:
    """Headings stand between the seats, too."""
    if not line.startswith("*** ") or line.startswith("*** Summary"):
        return False
    _deal_street(line, table)
    return True


def _deal_street(line: str, table: HandReplay) -> None:
    mark = line.find("***", 4) + 3
    deal_street(line[:mark].upper() + line[mark:], table)


def _deal(line: str, table: HandReplay) -> None:
    """``Dealt to NAME [As Kh]``, ``Dealt [] NAME``."""
    name, _, _ = line[9:].rpartition(" [")
    if line[6:9] == "to " and name in table.names:
        table.hero = table.names[name]
        table.show(table.hero, cards_in(line))
    elif line[9:] in table.names:
        table.touched[table.names[line[9:]]] = True


def _take_button(table: HandReplay, player: int, text: str) -> None:
    if text == "has the button":
        table.button = table.numbers[player]


def _post(table: HandReplay, player: int, text: str) -> None:
    kind, _, amount = text.removesuffix(_ALL_IN).rpartition(" ")
    table.post(player, post_kind(POSTS, kind.removeprefix("posts "), text[:60]), table.coins[amount])


def _call(table: HandReplay, player: int, chips: int) -> None:
    """Told as added, or as what is then in front: where they differ, only one of them can be."""
    front = table.front[player]
    level = table.level if table.street else max(table.level, table.big_blind)
    due = min(level - front, table.behind[player])
    table.call(player, chips - front if chips == due + front else chips)


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    table.closed = True
    for line in lines[at:]:
        if line.startswith("Total pot ") and " Rake " in line:
            table.rake = table.coins[line.rpartition(" Rake ")[2]]


_LINES = LineFormat(
    _SEAT,
    betting(added=word(1, _ALL_IN), total=word(3, _ALL_IN))
    | {"calls": chips(_call, word(1, _ALL_IN)), "posts": _post}
    | {"wins": chips(HandReplay.collect, word(1, _ALL_IN)), "has": _take_button},
    _STRANGER,
    summary="*** Summary",
    open=_open,
    dealt="Dealt ",
    deal=_deal,
    deal_street=_deal_street,
    summarise=_read_summary,
)
