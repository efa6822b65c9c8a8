"""Full Tilt: a raise is printed as what is then in front of the player."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PREFLOP, PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, eastern_offset, game_named, seconds
from jamfold.histories.sites.lines import (
    Names,
    cards_in,
    deal_street,
    dealt_to,
    no_seats,
    refuse_stranger,
    verbs,
)
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
_VERBS = verbs(
    "folds checks calls bets raises posts antes shows mucks wins ties has is stands sits adds returns"
)
_STRANGER = re.compile(
    r"([^:]+?) (?:folds|checks|calls [^\s\d]*\d\S*.*|bets [^\s\d]*\d\S*.*|raises to [^\s\d]*\d\S*.*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of Full Tilt."""
    match = _HEAD.match(lines[0])
    if match is None:
        raise HistoryError("The hand's first line breaks off.")
    table.hand_id = match[1]
    parts = match[2].split(" - ")
    tournament = re.search(r"\((\d+)\), (?:Table|Match)", parts[0])
    table.tournament = tournament[1] if tournament else ""
    table.set_coin_decimals(tournament=tournament is not None)
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
        raise HistoryError("The hand's first line names no blinds or no game.")
    table.fast = "Rush" in parts[0]
    time = _TIME.search(match[2])
    if time is not None:
        year, month, day, hour = int(time[5]), int(time[6]), int(time[7]), int(time[1])
        table.day = f"{year:04d}-{month:02d}-{day:02d}"
        moment = seconds(year, month, day, hour, int(time[2]), int(time[3]))
        if moment is not None and time[4] == "ET":
            table.played_at = moment + eastern_offset(year, month, day, hour)
    _read_body(lines, table)


def _read_body(lines: list[str], table: HandReplay) -> None:
    names: Names | None = None
    for index, line in enumerate(lines[1:], 1):
        table.line = index
        if line.startswith("Seat ") and names is None:
            match = _SEAT.match(line)
            if match is None:
                raise HistoryError("The line of a seat breaks off.")
            table.sit(int(match[1]), match[2], table.coins[match[3]])
            continue
        if not table.numbers:
            if line.startswith("*** "):
                break  # whose lines begin with seats, too
            continue
        if names is None:
            names = Names(table, " ")
        if line.startswith("*** "):
            if line.startswith("*** SUMMARY"):
                table.closed = True
                _fold_untold(lines[index:], table)
                read_summary(lines, index + 1, table)
                return
            deal_street(line, table)
            continue
        player, deed = names.split(line, _VERBS)
        if player >= 0:
            _do(table, player, deed)
        elif line.startswith("Dealt to "):
            dealt_to(line, table)
        elif line.startswith("The button is in seat #"):
            number = line[23:]
            table.button = int(number) if number.isdecimal() else 0
        elif line.startswith("Hand #") and "has been canceled" in line:
            table.cancelled = True
        elif line and not line.startswith("Uncalled bet"):
            refuse_stranger(_STRANGER, line)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _fold_untold(summary: list[str], table: HandReplay) -> None:
    """A fold that stands in the summary alone is the room's, for a player who was away."""
    for line in summary if table.street == PREFLOP else ():
        match = _FOLDED.match(line)
        player = table.numbers.index(int(match[1])) if match and int(match[1]) in table.numbers else -1
        if player >= 0 and table.touched[player] and not table.folded[player]:
            table.time_out(player)
            table.fold(player)


def _do(table: HandReplay, player: int, deed: str) -> None:
    verb, _, rest = deed.partition(" ")
    chips = rest.partition(", and")[0]
    if verb == "folds":
        table.fold(player)
    elif verb == "checks":
        table.check(player)
    elif verb == "calls":
        table.call(player, table.coins[chips])
    elif verb == "bets":
        table.raise_by(player, table.coins[chips])
    elif verb == "raises":
        table.raise_to(player, table.coins[chips.removeprefix("to ")])
    elif verb == "antes":
        table.post(player, "ante", table.coins[chips])
    elif verb == "has" and rest.startswith("timed out"):
        table.time_out(player)
    elif verb == "posts":
        _post(table, player, chips)
    elif verb in {"shows", "mucks"} and "[" in rest:
        table.show(player, cards_in(rest))
    elif verb in {"wins", "ties"}:
        start, end = rest.rfind("("), rest.rfind(")")
        if 0 <= start < end and "pot" in rest[:start]:
            table.collect(player, table.coins[rest[start + 1 : end]])


def _post(table: HandReplay, player: int, text: str) -> None:
    match = _POST.match(text)
    if match is None:  # "posts $1": one who returns
        table.post(player, "returning blind", table.coins[text])
        return
    kind: PostKind = "dead blind" if match[1].startswith("dead") else match[1]  # type: ignore[assignment]
    table.post(player, kind, table.coins[match[2]])
