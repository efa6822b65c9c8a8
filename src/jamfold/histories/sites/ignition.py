"""Ignition, Bovada, Bodog: players are named by their position, everybody's cards are told.

Heads-up the small blind is called Dealer.  In tournaments the numbers of the
seats are not their order; the order of the lines is, so that is the record's.
"""

from __future__ import annotations

import re

from jamfold.errors import HistoryError
from jamfold.histories.sites.lines import cards_in, new_cards, no_seats
from jamfold.histories.table import Table
from jamfold.histories.words import currency_in, game_named

SITE = "Ignition"
START = r"(?:Ignition|Bovada|Bodog(?:\.\w+)?(?: Poker)?) (?:Poker )?Hand #\d"

_HEAD = re.compile(r"\w+.*?Hand #(\d+):? +(.*?)(?: - (\d{4}-\d\d-\d\d) .*)?$")
_LEVEL = re.compile(r"\(([\d.,]+)/([\d.,]+)\)")
_SEAT = re.compile(r"Seat (\d+): (.*?) \(([^()]*) in chips\)")
_STREETS = {"*** FLOP": 1, "*** TURN": 2, "*** RIVE": 3}
_DEEDS = re.compile(
    r"(?P<ante>ante chip)|(?P<small>small blind)|(?P<big>big blind)|(?P<dead>posts? dead(?: chip)?)|"
    r"(?P<post>posts? chip)|(?P<fold>folds?\b)|(?P<check>checks?\b)|(?P<call>calls?\b)|(?P<bet>bets?\b)|"
    r"(?P<raise>raises?\b|all-in\(raise\))|(?P<allin>all-in)|(?P<cards>card dealt to a spot)|"
    r"(?P<result>hand result)|(?P<dealer>set dealer)|(?P<straddle>straddle)",
    re.IGNORECASE,
)


def read(lines: list[str], table: Table) -> None:
    """One hand of Ignition."""
    match = _HEAD.match(lines[0])
    if match is None:
        raise HistoryError("The hand's first line breaks off.")
    table.hand_id, head, table.day = match[1], match[2], match[3] or ""
    tournament = re.search(r"Tournament #(\d+)", head)
    table.tournament = tournament[1] if tournament else ""
    table.count_in(tournament=tournament is not None)
    level = _LEVEL.search(head)
    if level is not None and tournament:
        table.small_blind, table.big_blind = table.coins[level[1]], table.coins[level[2]]
    words = re.sub(r"(?:Tournament|TBL|ID)#? ?#?\d+", " ", head.partition("TBL#")[0] if tournament else head)
    table.game, table.limit = game_named(re.sub(r"(?i)zone ?poker|tournament", " ", words))
    if not table.limit:
        table.limit = "PL" if table.game.startswith("omaha") else "NL"
    table.fast = "zone" in head.lower()
    _read_body(lines, table)


def _read_body(lines: list[str], table: Table) -> None:
    for index in range(1, len(lines)):
        line = lines[index]
        table.line = index
        if line.startswith("Seat ") and not table.posts:
            _sit(table, line)
        elif line.startswith("*** "):
            if line.startswith("*** SUMMARY"):
                table.closed = True
                return
            street = _STREETS.get(line[:8], 0)
            if street:
                table.deal(street, new_cards(line, street))
        else:
            name, colon, deed = line.partition(" : ")
            if not colon:
                name, colon, deed = line.partition(": ") if not line.startswith("Seat") else ("", "", "")
            if colon:
                _do(table, name.replace("[ME]", "").strip(), deed.strip())
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _sit(table: Table, line: str) -> None:
    match = _SEAT.match(line)
    if match is None:
        raise HistoryError("The line of a seat breaks off.")
    name = match[2]
    if not table.currency and not table.tournament:
        table.currency = currency_in(match[3])
    player = table.sit(len(table.numbers) + 1, name.replace("[ME]", "").strip(), table.coins[match[3]])
    if "[ME]" in name:
        table.hero = player


def _do(table: Table, name: str, deed: str) -> None:
    match = _DEEDS.match(deed)
    if match is None:
        return
    kind, rest = match.lastgroup or "", deed[match.end() :].strip()
    if kind == "dealer":
        player = table.names.get(name, -1)
        table.button = table.numbers[player] if player >= 0 else 0
        return
    player = table.player(name)
    if kind == "fold":
        table.fold(player)
    elif kind == "check":
        table.check(player)
    elif kind == "cards":
        table.touched[player] = True
        table.show(player, cards_in(rest))
    elif kind == "raise":
        table.raise_to(player, table.coins[rest.rpartition("to ")[2]])
    elif kind == "result":
        _, _, amount = rest.rpartition(" ")
        table.collect(player, table.coins[amount])
    else:
        chips = table.coins[rest.removeprefix("chip").strip()]
        if kind == "call":
            table.call(player, chips)
        elif kind in {"bet", "allin"}:
            table.raise_by(player, chips)
        else:
            _post(table, player, kind, chips)


def _post(table: Table, player: int, kind: str, chips: int) -> None:
    if kind == "ante":
        table.post(player, "ante", chips)
    elif kind == "small":
        table.small_blind = table.small_blind or chips
        table.post(player, "small blind", chips)
    elif kind == "big":
        table.big_blind = table.big_blind or chips
        table.post(player, "big blind", chips)
    elif kind == "dead":
        table.post(player, "dead blind", chips)
    elif kind == "straddle":
        table.post(player, "straddle", chips)
    else:
        table.post(player, "returning blind", chips)
