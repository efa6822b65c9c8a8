"""Full Tilt: a raise is printed as what is then in front of the player."""

from __future__ import annotations

import re
from itertools import takewhile

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PREFLOP, PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, eastern_offset, game_named, seconds
from jamfold.histories.sites.lines import LineFormat, betting, match_first, no_seats, show, time_out
from jamfold.histories.sites.pokerstars import read_summary

SITE = "Full Tilt"
START = r"Full ?Tilt ?Poker (?:\.\w+ )?Game #\d"

_HEAD = re.compile(r"Full ?Tilt ?Poker (?:\.\w+ )?Game #(\d+): (.*)")
_BLINDS = re.compile(r"(\S*\d[KMB]?)/(\S*\d[KMB]?)(?: Ante (\S*\d[KMB]?))?$")
_SHORT = {"K": "000", "M": "000000", "B": "000000000"}
_CAP = re.compile(r"(\S*\d)(?: USD)? (?:Cap$|(?:Pot|No) Limit )")
_TIME = re.compile(r"(\d\d?):(\d\d):(\d\d) (\w+) - (\d{4})/(\d\d)/(\d\d)")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)(?:, is sitting out)?$")
_POST = re.compile(r"(?:(?:the|a) )?(small blind|big blind|dead small blind|dead blind|straddle) of (\S+)")
_FOLDED = re.compile(r"Seat (\d+): .* folded before the Flop$")
_BUTTON = re.compile(r"The button is in seat #(\d+)$")
_STRANGER = re.compile(
    r"([^:]+?) (?:folds|checks|calls [^\s\d]*\d\S*.*|bets [^\s\d]*\d\S*.*|raises to [^\s\d]*\d\S*.*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    match = match_first(_HEAD, lines)
    table.hand_id = match[1]
    parts = match[2].split(" - ")
    tournament = re.search(r"\((\d+)\), (?:Table|Match)", parts[0])
    table.set_tournament(tournament[1] if tournament else None)
    for part in parts[1:]:
        if not table.big_blind and (blinds := _BLINDS.match(part)) is not None:
            table.small_blind, table.big_blind, table.ante = (
                table.coins[re.sub("[KMB]", lambda sign: _SHORT[sign[0]], text or "0")]
                for text in blinds.groups()
            )
            if not tournament:
                table.currency = currency_in(part)
            continue
        if (cap := _CAP.match(part)) is not None:
            table.cap = table.coins[cap[1]]
            part = part[cap.end(1) + 1 :]
        if not table.game and not part[:1].isdigit():
            table.game, table.limit = game_named(part)
    if not table.big_blind or not table.game:
        raise HistoryError("The hand's first line lacks the blinds or the game.")
    table.fast = "Rush" in parts[0]
    time = _TIME.search(match[2])
    if time is not None:
        year, month, day, hour = int(time[5]), int(time[6]), int(time[7]), int(time[1])
        table.day = f"{year:04d}-{month:02d}-{day:02d}"
        moment = seconds(year, month, day, hour, int(time[2]), int(time[3]))
        if moment is not None and time[4] == "ET":
            table.played_at = moment + eastern_offset(year, month, day, hour)
    above = takewhile(lambda line: not line.startswith("*** "), lines)  # below are seats, too
    if not any(line.startswith("Seat ") for line in above):
        raise no_seats(lines)
    _LINES.read(lines, table)


def _say(line: str, table: HandReplay) -> bool:
    if (match := _BUTTON.match(line)) is not None:
        table.button = int(match[1])
    table.cancelled = table.cancelled or (line.startswith("Hand #") and "has been canceled" in line)
    return line.startswith("Uncalled bet")


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    """Read folds printed only in the summary: the room's, for players who were away."""
    for line in lines[at:] if table.street == PREFLOP else ():
        match = _FOLDED.match(line)
        player = table.numbers.index(int(match[1])) if match and int(match[1]) in table.numbers else -1
        if player >= 0 and table.touched[player] and not table.folded[player]:
            table.time_out(player)
            table.fold(player)
    read_summary(lines, at, table)


def _amount(table: HandReplay, text: str) -> int:
    """``calls $5, and is all in``, ``raises to $10``."""
    return table.coins[_behind_verb(text).removeprefix("to ")]


def _behind_verb(text: str) -> str:
    return text.partition(" ")[2].partition(", and")[0]


def _show(table: HandReplay, player: int, text: str) -> None:
    if "[" in text:
        show(table, player, text)


def _win(table: HandReplay, player: int, text: str) -> None:
    start, end = text.rfind("("), text.rfind(")")
    if 0 <= start < end and "pot" in text[:start]:
        table.collect(player, table.coins[text[start + 1 : end]])


def _ante(table: HandReplay, player: int, text: str) -> None:
    table.post(player, "ante", _amount(table, text))


def _post(table: HandReplay, player: int, text: str) -> None:
    posted = _behind_verb(text)
    match = _POST.match(posted)
    if match is None:  # "posts $1": one who returns
        table.post(player, "returning blind", table.coins[posted])
        return
    kind: PostKind = "dead blind" if match[1].startswith("dead") else match[1]  # type: ignore[assignment]
    table.post(player, kind, table.coins[match[2]])


_LINES = LineFormat(
    _SEAT,
    betting(added=_amount, total=_amount)
    | {"antes": _ante, "posts": _post, "has": time_out("has timed out"), "shows": _show, "mucks": _show}
    | dict.fromkeys(("wins", "ties"), _win),
    _STRANGER,
    idle="is stands sits adds returns",
    say=_say,
    summarise=_read_summary,
)
