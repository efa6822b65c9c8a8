"""Winamax."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named, seconds
from jamfold.histories.sites.lines import (
    Names,
    cards_in,
    deal_street,
    dealt_to,
    no_seats,
    refuse_stranger,
    verbs,
)

SITE = "Winamax"
START = r"Winamax Poker - "

_HEAD = re.compile(
    r"Winamax Poker - (.*) - HandId: #(\d+(?:-\d+)*) - (.*?) \(([^()]*)\) - "
    r"(\d{4})/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d) ?(UTC)?"
)
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^(),]*)(?:,[^()]*bounty)?\)")
_POST = re.compile(r"posts (ante|small blind|big blind|straddle|dead blind) (\S*\d\S*)(.*)")
_VERBS = verbs("folds checks calls bets raises posts shows mucks collected denies")
_STRANGER = re.compile(
    r"([^:]+?) (?:folds|checks|calls [^\s\d]*\d\S*|bets [^\s\d]*\d\S*|raises [^\s\d]*\d\S* to .*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    match = _HEAD.match(lines[0])
    if match is None:
        raise HistoryError("The hand's first line breaks off.")
    tournament = match[1].startswith("Tournament")
    table.set_coin_decimals(tournament=tournament)
    table.hand_id = match[2]
    table.fast = match[1].startswith("Go Fast")
    table.game, table.limit = game_named(match[3])
    blinds = [table.coins[text] for text in match[4].split("/")]
    if len(blinds) not in {2, 3}:
        raise HistoryError("The hand's first line names no blinds.")
    table.small_blind, table.big_blind = blinds[-2:]
    table.ante = blinds[0] if len(blinds) == 3 else 0
    year, month, day, hour, minute, second = (int(match[k]) for k in range(5, 11))
    table.day = f"{year:04d}-{month:02d}-{day:02d}"
    if match[11]:
        table.played_at = seconds(year, month, day, hour, minute, second)
    if tournament:
        table.tournament = _tournament(lines)
    else:
        table.currency = currency_in(match[4])
    _read_body(lines, table)


def _tournament(lines: list[str]) -> str:
    """Its number stands in brackets in the table's line; else its name."""
    match = re.search(r"Table: '(.*)\((\d+)\)#\d+'", lines[1]) if len(lines) > 1 else None
    return match[2] if match else lines[0].split('"')[1] if lines[0].count('"') > 1 else "tournament"


def _read_body(lines: list[str], table: HandReplay) -> None:
    names: Names | None = None
    for index, line in enumerate(lines[1:], 1):
        table.line = index
        if names is None:
            if line.startswith("Seat "):
                match = _SEAT.match(line)
                if match is None:
                    raise HistoryError("The line of a seat breaks off.")
                table.sit(int(match[1]), match[2], table.coins[match[3]])
                continue
            if line.startswith("Table:"):
                mark = line.rfind("Seat #")
                number = line[mark + 6 :].partition(" ")[0] if mark > 0 else ""
                table.button = int(number) if number.isdecimal() else 0
                continue
            if not table.numbers:
                continue
            names = Names(table, " ")
        if line.startswith("*** "):
            if line.startswith("*** SUMMARY"):
                table.closed = True
                _read_summary(lines, index + 1, table)
                return
            deal_street(line, table)
            continue
        player, deed = names.split(line, _VERBS)
        if player >= 0:
            _do(table, player, deed)
        elif line.startswith("Dealt to "):
            dealt_to(line, table)
        elif line:
            refuse_stranger(_STRANGER, line)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _do(table: HandReplay, player: int, deed: str) -> None:
    words = deed.split(" ")
    verb = words[0]
    if verb == "folds":
        table.fold(player)
    elif verb == "calls":
        table.call(player, table.coins[words[1]])
    elif verb == "raises" and not table.posts:  # so a player who returns posts both blinds
        table.post_both(player, table.coins[words[3]])
    elif verb == "raises":
        table.raise_to(player, table.coins[words[3]])
    elif verb == "checks":
        table.check(player)
    elif verb == "bets":
        table.raise_by(player, table.coins[words[1]])
    elif verb == "posts":
        match = _POST.match(deed)
        if match is None:
            raise HistoryError(f"'{deed[:60]}' is no ante or blind that is known.")
        kind: PostKind = match[1]  # type: ignore[assignment]
        if "out of position" in match[3]:
            kind = "returning blind" if match[1] == "big blind" else "dead blind"
        chips = table.coins[match[2]]
        if kind == "dead blind" and chips > table.big_blind:
            table.post_both(player, chips)
        elif chips:
            returns = kind == "small blind" and table.front[player]
            table.post(player, "dead blind" if returns else kind, chips)
    elif verb in {"shows", "mucks"}:
        table.show(player, cards_in(deed))
    elif verb == "collected":
        table.collect(player, table.coins[words[1]])


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    for index, line in enumerate(lines[at:], at):
        if line.startswith("Total pot"):
            table.line = index
            _, _, rake = line.partition(" | ")
            if rake == "No rake":
                table.rake = 0
            elif rake.startswith("Rake "):
                table.rake = table.coins[rake[5:]]
            return
