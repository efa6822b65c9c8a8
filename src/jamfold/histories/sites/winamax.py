"""Winamax."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named, seconds
from jamfold.histories.sites.lines import LineFormat, betting, chips, match_first, word

SITE = "Winamax"
START = r"Winamax Poker - "

_HEAD = re.compile(
    r"Winamax Poker - (.*) - HandId: #(\d+(?:-\d+)*) - (.*?) \(([^()]*)\) - "
    r"(\d{4})/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d) ?(UTC)?"
)
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^(),]*)(?:,[^()]*bounty)?\)")
_POST = re.compile(r"posts (ante|small blind|big blind|straddle|dead blind) (\S*\d\S*)(.*)")
_STRANGER = re.compile(
    r"([^:]+?) (?:folds|checks|calls [^\s\d]*\d\S*|bets [^\s\d]*\d\S*|raises [^\s\d]*\d\S* to .*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    match = match_first(_HEAD, lines)
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
    _LINES.read(lines, table)


def _tournament(lines: list[str]) -> str:
    """Return the number, in brackets in the table's line, or else the name."""
    match = re.search(r"Table: '(.*)\((\d+)\)#\d+'", lines[1]) if len(lines) > 1 else None
    return match[2] if match else lines[0].split('"')[1] if lines[0].count('"') > 1 else "tournament"


def _raise(table: HandReplay, player: int, text: str) -> None:
    """A player who returns posts both blinds so, where nothing is posted yet."""
    act = table.raise_to if table.posts else table.post_both
    act(player, table.coins[text.split(" ")[3]])


def _post(table: HandReplay, player: int, text: str) -> None:
    match = _POST.match(text)
    if match is None:
        raise HistoryError(f"'{text[:60]}' is not a known ante or blind.")
    kind: PostKind = match[1]  # type: ignore[assignment]
    if "out of position" in match[3]:
        kind = "returning blind" if match[1] == "big blind" else "dead blind"
    posted = table.coins[match[2]]
    if kind == "dead blind" and posted > table.big_blind:
        table.post_both(player, posted)
    elif posted:
        returns = kind == "small blind" and table.front[player]
        table.post(player, "dead blind" if returns else kind, posted)


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    table.closed = True
    for index, line in enumerate(lines[at:], at):
        if line.startswith("Total pot"):
            table.line = index
            _, _, rake = line.partition(" | ")
            if rake == "No rake":
                table.rake = 0
            elif rake.startswith("Rake "):
                table.rake = table.coins[rake[5:]]
            return


_LINES = LineFormat(
    _SEAT,
    betting(added=word(1), total=word(3))
    | {"raises": _raise, "posts": _post, "collected": chips(HandReplay.collect, word(1))},
    _STRANGER,
    idle="denies",
    button=re.compile(r"Table:.*Seat #(\d+)(?: |$)"),
    summarise=_read_summary,
)
