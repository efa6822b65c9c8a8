"""Cake (Juicy Stakes, Intertops): no summary, the chips behind "is all in" are those added."""

from __future__ import annotations

import re

from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import (
    POSTS,
    LineFormat,
    Names,
    betting,
    deal_street,
    match_first,
    name_stakes,
    post_kind,
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
_STRANGER = re.compile(r"(.*?): ?(?:folds|checks|(?:calls|bets|raises to|is all in|posts [a-z ]+) \S*\d\S*)$")
_AMOUNT = re.compile(r"(?:wins |pot )([^\s\d]*\d[\d.,]*(?:[ \xa0]\d{3})*)")


def read(lines: list[str], table: HandReplay) -> None:
    match = match_first(_HEAD, lines)
    event = _TOURNAMENT.search(match[2])
    table.hand_id, table.tournament = match[1], event[1] if event else ""
    table.set_coin_decimals(tournament=match[3] is not None)
    table.posts_tell = True  # tables in euros deal in dollars
    table.small_blind, table.big_blind = (  # a blind of -1 is not told
        0 if blind.startswith("-") else table.coins[blind] for blind in match.group(4, 5)
    )
    table.game, table.limit = game_named(match[6])
    table.day = "-".join(match.group(7, 8, 9))
    _LINES.read([_OTHER_MONEY.sub("", line) if line.endswith(")") else line for line in lines], table)
    name_stakes(table)


def _sit(match: re.Match[str], table: HandReplay) -> None:
    table.sit(int(match[1]), match[2], table.coins[match[3]])
    if not table.tournament:
        table.currency = currency_in(match[3])
    if match[4].strip() == "DEALER":
        table.button = int(match[1])


def _deal_street(line: str, table: HandReplay) -> None:
    table.closed = table.closed or line.startswith("***SHOW DOWN")
    deal_street(line, table)


def _say(line: str, table: HandReplay) -> bool:
    """``NAME wins the pot``, which has no colon."""
    player, text = Names(table, " ").split(line, {"wins"})
    if player >= 0:
        _win(table, player, text)
    return player >= 0


def _amount(table: HandReplay, text: str) -> int:
    """``calls $2``, ``raises to $4``, ``is all in $9``."""
    return table.coins[text.partition(" ")[2].removeprefix("all in ").removeprefix("to ")]


def _all_in(table: HandReplay, player: int, text: str) -> None:
    if text.partition(" ")[2].startswith("all in "):
        table.raise_by(player, _amount(table, text))


def _post(table: HandReplay, player: int, posted: str) -> None:
    """``posts dead blind $-0,10 and big blind $0,10`` are the two posts of a returning player."""
    text = posted[6:]
    if text.startswith("dead blind "):
        dead, _, live = text[11:].partition(" and big blind ")
        table.post(player, "dead blind", table.coins[dead.replace("-", "")])
        if live:
            table.post(player, "returning blind", table.coins[live])
        return
    name, _, amount = text.rpartition(" ")
    kind = post_kind(POSTS, name.removesuffix(" of"), f"posts {text[:60]}")
    table.post(player, kind, table.coins[amount])


def _win(table: HandReplay, player: int, deed: str) -> None:
    match = _AMOUNT.match(deed) or _AMOUNT.search(deed)
    if match is not None:
        table.collect(player, table.coins[match[1]])


def _do(table: HandReplay, player: int, text: str) -> None:
    """A deed with a blank before it."""
    text = text.strip()
    _DEEDS.get(text.partition(" ")[0], _all_in)(table, player, text)


_DEEDS = betting(added=_amount, total=_amount) | {"is": _all_in, "posts": _post, "wins": _win}
_LINES = LineFormat(
    _SEAT,
    {**_DEEDS, "": _do},
    _STRANGER,
    idle="returns",
    separator=":",
    streets="***",
    summary="",
    button=re.compile(r"Dealer: Seat (?:.* )?(.*)"),
    sit=_sit,
    deal_street=_deal_street,
    say=_say,
)
