"""Cake (Juicy Stakes, Intertops): no summary, the chips behind "is all in" are those added."""

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
    dealt_to,
    name_stakes,
    no_seats,
    refuse_stranger,
    verbs,
)

SITE = "Cake"
START = "|".join(rf"{mark}Hand#[0-9A-Fa-f]+ - " for mark in ("ï»¿", ""))

_HEAD = re.compile(
    r"(?:ï»¿)?Hand#([0-9A-Fa-f]+) - (.*) -- "
    r"(?:(-?\d+)/)?([^\s/]*\d)/([^\s/]*\d) (.*?) -- (\d{4})[-/.](\d\d)[-/.](\d\d)"
)
_TOURNAMENT = re.compile(r" T(\d+)(?= -- |$)")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*) in chips\)(.*)")
_OTHER_MONEY = re.compile(r" +\([A-Z]{3} [^()]*\)$")
_VERBS = verbs("folds checks calls bets raises is posts shows mucks returns wins") | {""}
_STRANGER = re.compile(r"(.*?): ?(?:folds|checks|(?:calls|bets|raises to|is all in|posts [a-z ]+) \S*\d\S*)$")
_AMOUNT = re.compile(r"(?:wins |pot )([^\s\d]*\d[\d.,]*(?:[ \xa0]\d{3})*)")


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of Cake."""
    match = _HEAD.match(lines[0])
    if match is None:
        raise HistoryError("The hand's first line breaks off.")
    event = _TOURNAMENT.search(match[2])
    table.hand_id, table.tournament = match[1], event[1] if event else ""
    table.set_coin_decimals(tournament=match[3] is not None)
    table.posts_tell = True  # tables in euros deal in dollars
    table.small_blind, table.big_blind = (  # a blind of -1 is not told
        0 if blind.startswith("-") else table.coins[blind] for blind in match.group(4, 5)
    )
    table.game, table.limit = game_named(match[6])
    table.day = "-".join(match.group(7, 8, 9))
    names = says = None
    for index, line in enumerate(lines[1:], 1):
        if line.endswith(")"):
            line = _OTHER_MONEY.sub("", line)
        table.line = index
        if names is None and line.startswith(("Seat ", "Dealer: Seat ")):
            _sit(table, line)
            continue
        if names is None or says is None:
            if not table.numbers:
                continue
            names, says = Names(table, ":"), Names(table, " ")
        if line.startswith("***"):
            table.closed = table.closed or line.startswith("***SHOW DOWN")
            deal_street(line, table)
            continue
        player, deed = names.split(line, _VERBS)
        if player >= 0:
            _do(table, player, deed.strip())
        elif line.startswith("Dealt to "):
            dealt_to(line, table)
        else:
            player, deed = says.split(line, {"wins"})
            if player >= 0:
                _win(table, player, deed)
            elif line:
                refuse_stranger(_STRANGER, line)
    name_stakes(table)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _sit(table: HandReplay, line: str) -> None:
    if line.startswith("Dealer: "):
        table.button = int(line.rpartition(" ")[2])
        return
    match = _SEAT.match(line)
    if match is None:
        raise HistoryError("The line of a seat breaks off.")
    table.sit(int(match[1]), match[2], table.coins[match[3]])
    if not table.tournament:
        table.currency = currency_in(match[3])
    if match[4].strip() == "DEALER":
        table.button = int(match[1])


def _do(table: HandReplay, player: int, deed: str) -> None:
    verb, _, rest = deed.partition(" ")
    if verb == "folds":
        table.fold(player)
    elif verb == "checks":
        table.check(player)
    elif verb == "calls":
        table.call(player, table.coins[rest])
    elif verb == "raises":
        table.raise_to(player, table.coins[rest.removeprefix("to ")])
    elif verb == "bets":
        table.raise_by(player, table.coins[rest])
    elif rest.startswith("all in "):
        table.raise_by(player, table.coins[rest[7:]])
    elif verb == "posts":
        _post(table, player, rest)
    elif verb in {"shows", "mucks"}:
        table.show(player, cards_in(rest))
    elif verb == "wins":
        _win(table, player, deed)


def _post(table: HandReplay, player: int, text: str) -> None:
    """``dead blind $-0,10 and big blind $0,10`` is how a returning player's two are told."""
    if text.startswith("dead blind "):
        dead, _, live = text[11:].partition(" and big blind ")
        table.post(player, "dead blind", table.coins[dead.replace("-", "")])
        if live:
            table.post(player, "returning blind", table.coins[live])
        return
    kind, _, amount = text.rpartition(" ")
    kind = kind.removesuffix(" of")
    if kind not in POSTS:
        raise HistoryError(f"'posts {text[:60]}' is no ante or blind that is known.")
    table.post(player, POSTS[kind], table.coins[amount])


def _win(table: HandReplay, player: int, deed: str) -> None:
    match = _AMOUNT.match(deed) or _AMOUNT.search(deed)
    if match is not None:
        table.collect(player, table.coins[match[1]])
