"""KingsClub: calls and raises tell what is then in front, the summary what everybody has left."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import game_named
from jamfold.histories.sites.lines import (
    Names,
    cards_in,
    deal_rest,
    deal_street,
    no_seats,
    refuse_stranger,
    verbs,
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
_VERBS = verbs("folds checks calls bets raises shows wins mucks")
_STRANGER = re.compile(r"(.*?):? (?:folds|checks|(?:calls|bets|raises to|posts [a-z ]+) \d\S*.*)$")


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of KingsClub."""
    match = _HEAD.match(lines[0])
    if match is None or len(lines) < 3:
        raise HistoryError("The hand's first line breaks off.")
    table.hand_id, table.day = match[1], lines[1].partition(" ")[0]
    table.set_coin_decimals(tournament=False)
    table.small_blind, table.big_blind = table.coins[match[3]], table.coins[match[4]]
    table.game, table.limit = game_named(match[2])
    button = _BUTTON.search(lines[2])
    table.button = int(button[1]) if button else 0
    names = posts = None
    for index, line in enumerate(lines[3:], 3):
        table.line = index
        if line.startswith("Seat ") and not table.closed:
            match = _SEAT.match(line)
            if match is None:
                raise HistoryError("The line of a seat breaks off.")
            table.sit(int(match[1]), match[2], table.coins[match[3]])
        elif line.startswith("*** "):
            table.closed = table.closed or line.startswith("*** SUMMARY")
            if line.startswith("*** BOARD 1"):  # all of the first of two
                deal_rest(table, read_cards(line.replace("[", "").replace("]", "").rpartition("*** ")[2]))
            else:
                deal_street(line, table)
        elif line.startswith("Rake ") and table.closed:
            table.rake = table.coins[line[5:]]
        elif table.numbers and not line.startswith("Seat "):
            if names is None or posts is None:
                names, posts = Names(table, " "), Names(table, ": ")
            _tell(table, line, names, posts)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _tell(table: HandReplay, line: str, names: Names, posts: Names) -> None:
    if line.startswith("Dealt to "):
        name, _, _ = line[9:].rpartition(": [")
        if name in table.names:
            player = table.names[name]
            table.touched[player] = True
            if "X" not in line[11 + len(name) :]:
                table.hero = player
                table.show(player, cards_in(line))
        return
    player, deed = posts.split(line, {"posts"})
    if player >= 0:
        kind, _, amount = deed.removesuffix(", and is all in").rpartition(" ")
        if kind not in _POSTS:
            raise HistoryError(f"'{deed[:60]}' is no ante or blind that is known.")
        table.post(player, _POSTS[kind], table.coins[amount])
        return
    player, deed = names.split(line, _VERBS)
    if player >= 0:
        _do(table, player, deed)
    elif line:
        refuse_stranger(_STRANGER, line)


def _do(table: HandReplay, player: int, deed: str) -> None:
    words = deed.removesuffix(", and is all in").split(" ")
    verb = words[0]
    if verb == "folds":
        table.fold(player)
    elif verb == "checks":
        table.check(player)
    elif verb == "calls":
        table.call(player, table.coins[words[1]] - table.front[player])
    elif verb == "raises":
        table.raise_to(player, table.coins[words[2]])
    elif verb == "bets":
        table.raise_by(player, table.coins[words[1]])
    elif verb == "shows":
        table.show(player, cards_in(deed))
    elif verb == "wins":
        table.collect(player, table.coins[deed[deed.rfind("(") + 1 : deed.rfind(")")]])
