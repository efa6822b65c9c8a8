"""Ignition, Bovada, Bodog: players are named by position, and all hole cards are printed.

Actions by the room are marked in brackets, ``Folds(timeout)``.  Until 2016 blinds are printed as in other
games, ``Ante/Small blind``, and in 2012 no line marks the start of a street.

Heads-up the small blind is called Dealer.  In tournaments the numbers of the
seats are not their order; the order of the lines is, so that is the record's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import (
    cards_in,
    deal_next,
    deal_rest,
    deal_street,
    match_first,
    name_stakes,
    no_seats,
)

SITE = "Ignition"
_ROOMS = "Ignition", "Bovada", r"Bodog(?:\.\w+| UK)?(?: Poker)?"
START = "|".join(rf"{room} (?:Poker )?Hand #\d" for room in _ROOMS)

_HEAD = re.compile(r"\w+.*?Hand #(\d+):? +(.*?)(?: - (\d{4}-\d\d-\d\d) .*)?$")
_LEVEL = re.compile(r"\(([\d.,]+)/([\d.,]+)\)")
_SEAT = re.compile(r"Seat (\d+): (.*?) \(([^()]*) in chips\)")
_DEEDS = re.compile(
    r"(?P<ante>ante chip)|(?P<small>(?:ante/)?small blind)|(?P<big>big blind(?:/bring in)?)|"
    r"(?P<dead>posts? dead(?: chip)?)|"
    r"(?P<post>posts? chip)|(?P<fold>folds?\b)|(?P<check>checks?\b)|(?P<call>calls?\b)|(?P<bet>bets?\b)|"
    r"(?P<raise>raises?\b|all-in\(raise\))|(?P<allin>all-in)|(?P<cards>card dealt to a spot)|"
    r"(?P<result>hand result)|(?P<dealer>set dealer)|(?P<straddle>straddle)",
    re.IGNORECASE,
)
_POSTS: dict[str, PostKind] = {
    "ante": "ante", "small": "small blind", "big": "big blind", "dead": "dead blind", "straddle": "straddle",
    "post": "returning blind",
}  # fmt: skip
"""What is posted, by the names of groups in `_DEEDS`."""
_ABSENT = re.compile(r" ?\(([a-z -]*?)[ -]?(?:timeout|disconnect|disconnected|auth)\)", re.IGNORECASE)
_WON = re.compile(r" ?: Hand Result [^\s-]*\d$")
_ACTS = re.compile(r" : (?:folds?|checks?|calls?|bets?|raises?|all-in)\b", re.IGNORECASE)


def read(lines: list[str], table: HandReplay) -> None:
    match = match_first(_HEAD, lines)
    table.hand_id, head, table.day = match[1], match[2], match[3] or ""
    table.positions = table.posts_tell = True
    tournament = re.search(r"Tournament #(\d+)", head)
    table.set_tournament(tournament[1] if tournament else None)
    level = _LEVEL.search(head)
    if level is not None and tournament:
        table.small_blind, table.big_blind = table.coins[level[1]], table.coins[level[2]]
    words = re.sub(r"(?:Tournament|TBL|ID)#? ?#?\d+", " ", head.partition("Level ")[0])
    words = re.sub(r"(?i)zone ?poker|tournament", " ", words)
    table.game, table.limit = game_named(words.replace("7CARD", "stud"))
    if not table.limit:
        table.limit = "PL" if table.game.startswith("omaha") else "NL"
    table.fast = "zone" in head.lower()
    _read_body(lines, table)


def _read_body(lines: list[str], table: HandReplay) -> None:
    text = "\n".join(lines)
    antes, dealt = " : Ante chip" in text, False
    board = () if "\n*** FLOP" in text else _board(lines)
    for index, line in enumerate(lines[1:], 1):
        table.line = index
        if line == lines[index - 1] and (_WON.search(line) or (not board and _ACTS.search(line))):
            continue  # some files of 2015 repeat a line up to twenty times
        if line.startswith("Seat ") and line[5:6].isdigit() and not table.posts:
            _sit(table, line)
        elif line.startswith("*** "):
            if not dealt:
                name_stakes(table)
            dealt = True
            if line.startswith("*** SUMMARY"):
                deal_rest(table, board)
                table.closed = True
                return
            deal_street(line, table)
        else:
            name, colon, deed = line.partition(" : ")
            if not colon:
                name, colon, deed = line.partition(": ") if not line.startswith("Seat") else ("", "", "")
            name, deed = name.replace("[ME]", "").strip(), deed.strip()
            if colon and not dealt and deed.lower().startswith("all-in"):
                _post_all_in(table, name, deed, antes)
            elif colon:
                if table.street < len(board) - 2 and _ACTS.search(line) and table.street_is_over():
                    deal_next(table, board)
                _do(table, name, deed)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _board(lines: list[str]) -> tuple[Card, ...]:
    return next((cards_in(line) for line in lines if line.startswith("Board [")), ())


def _sit(table: HandReplay, line: str) -> None:
    match = _SEAT.match(line)
    if match is None:
        raise HistoryError("A seat line is cut short.")
    name = match[2]
    if not table.currency and not table.tournament:
        table.currency = currency_in(match[3])
    player = table.sit(len(table.numbers) + 1, name.replace("[ME]", "").strip(), table.coins[match[3]])
    if "[ME]" in name:
        table.hero = player


def _post_all_in(table: HandReplay, name: str, deed: str, antes: bool) -> None:
    """``All-in 60`` before the cards: an ante, where there are some and this is not told, else a blind."""
    player = table.player(name)
    chips = table.coins[deed.rpartition(" ")[2]]
    owes = antes and not any(post[0] == player and post[1] == "ante" for post in table.posts)
    kind: PostKind = "ante"
    if not owes and name == "Big Blind":
        kind = "big blind"
    elif not owes and (name == "Small Blind" or len(table.names) == 2):
        kind = "small blind"
    table.post(player, kind, chips)


class _Deed(NamedTuple):
    """An action: its group name, the text after it, and whether the room took it."""

    kind: str
    rest: str
    absent: bool


@lru_cache(maxsize=1 << 12)
def _deed(text: str) -> _Deed:
    """Parse an action; two of three texts repeat from the hand before."""
    absent = _ABSENT.search(text)
    if absent is not None:
        text = _ABSENT.sub("(raise)" if absent[1].lower() == "raise" else "", text)
    match = _DEEDS.match(text)
    kind, end = ("", 0) if match is None else (match.lastgroup or "", match.end())
    return _Deed(kind, text[end:].strip(), absent is not None)


def _do(table: HandReplay, name: str, deed: str) -> None:
    kind, rest, absent = _deed(deed)
    if not kind:
        return
    if kind == "dealer":
        player = table.names.get(name, -1)
        table.button = table.numbers[player] if player >= 0 else 0
        return
    player = table.player(name)
    if absent:
        table.time_out(player)
    if kind in {"fold", "check"}:
        (table.fold if kind == "fold" else table.check)(player)
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


def _post(table: HandReplay, player: int, kind: str, chips: int) -> None:
    if kind == "dead" and chips > max(table.big_blind, table.level):
        name_stakes(table)
        table.post_both(player, chips)
    else:
        table.post(player, _POSTS[kind], chips)
