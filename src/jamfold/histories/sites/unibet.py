"""Unibet since 2021, its Banzai tables among them: a raise tells by and to."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import (
    POSTS,
    Names,
    cards_in,
    deal_street,
    no_seats,
    refuse_stranger,
    verbs,
)

SITE = "Unibet"
START = r"Game #\d+: Table "

_HEAD = re.compile(
    r"Game #(\d+): Table (.*) - (\S*\d)/(\S*\d) - (.*) - (\d\d:\d\d:\d\d) (\d{4})/(\d\d)/(\d\d)"
)
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)")
_VERBS = verbs("folds checks calls bets raises posts shows wins has mucks")
_STRANGER = re.compile(r"(.*?) (?:folds|checks|(?:calls|bets|raises|posts [a-z ]+) [^\s\d]*\d\S*.*)$")


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of Unibet."""
    match = _HEAD.match(lines[0])
    if match is None:
        raise HistoryError("The hand's first line breaks off.")
    table.hand_id, table.day = match[1], "-".join(match.group(7, 8, 9))
    table.set_coin_decimals(tournament=False)
    table.small_blind, table.big_blind = table.coins[match[3]], table.coins[match[4]]
    table.game, table.limit = game_named(match[5])
    table.currency = currency_in(match[2])
    names: Names | None = None
    for index, line in enumerate(lines[1:], 1):
        table.line = index
        if line.startswith("*** "):
            if line.startswith("*** Summary"):
                _read_summary(lines, index + 1, table)
                return
            mark = line.find("***", 4) + 3
            deal_street(line[:mark].upper() + line[mark:], table)
        elif line.startswith("Seat ") and names is None:
            seat = _SEAT.match(line)
            if seat is None:
                raise HistoryError("The line of a seat breaks off.")
            table.sit(int(seat[1]), seat[2], table.coins[seat[3]])
        elif table.numbers:
            names = names or Names(table, " ")
            _tell(table, line, names)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _tell(table: HandReplay, line: str, names: Names) -> None:
    player, deed = names.split(line, _VERBS)
    if player >= 0:
        _do(table, player, deed)
    elif line.startswith("Dealt "):
        name, _, _ = line[9:].rpartition(" [")
        if line[6:9] == "to " and name in table.names:
            table.hero = table.names[name]
            table.show(table.hero, cards_in(line))
        elif line[9:] in table.names:
            table.touched[table.names[line[9:]]] = True
    elif line:
        refuse_stranger(_STRANGER, line)


def _do(table: HandReplay, player: int, deed: str) -> None:
    words = deed.removesuffix(", and is all-in").split(" ")
    verb, coins = words[0], table.coins
    if deed == "has the button":
        table.button = table.numbers[player]
    elif verb == "folds":
        table.fold(player)
    elif verb == "checks":
        table.check(player)
    elif verb == "calls":
        _call(table, player, coins[words[1]])
    elif verb == "raises":
        table.raise_to(player, coins[words[3]])
    elif verb == "bets":
        table.raise_by(player, coins[words[1]])
    elif verb == "posts":
        kind = " ".join(words[1:-1])
        if kind not in POSTS:
            raise HistoryError(f"'{deed[:60]}' is no ante or blind that is known.")
        table.post(player, POSTS[kind], coins[words[-1]])
    elif verb == "shows":
        table.show(player, cards_in(deed))
    elif verb == "wins":
        table.collect(player, coins[words[1]])


def _call(table: HandReplay, player: int, chips: int) -> None:
    """Told as added, or as what is then in front: where they differ, only one of them can be."""
    front = table.front[player]
    level = table.level if table.street else max(table.level, table.big_blind)
    due = min(level - front, table.behind[player])
    table.call(player, chips - front if chips == due + front else chips)


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    for line in lines[at:]:
        if line.startswith("Total pot ") and " Rake " in line:
            table.rake = table.coins[line.rpartition(" Rake ")[2]]
    table.closed = True
