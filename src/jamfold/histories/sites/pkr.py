"""PKR: calls and raises tell what is then in front; a hand ends with its number."""

from __future__ import annotations

import re
from functools import lru_cache

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import POSTS, Names, no_seats, refuse_stranger, verbs

SITE = "PKR"
START = r"Table #\d+ - [^\n]*\nStarting Hand #\d|Starting Hand #\d"

_TABLE = re.compile(r"Table #\d+ - (?:Tournament #(\d+)|(.*))")
_HEAD = re.compile(r"Starting Hand #(\d+)$")
_DAY = re.compile(r"Start time of hand: (\d\d?) ([A-Z][a-z]{2}) (\d{4}) ")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_BLINDS = re.compile(r"Blinds are now (\S*\d) ?/ ?(\S*\d)$")
_SEAT = re.compile(r"Seat (\d+): (.*?)(?: \(bounty value [^()]*\))? - ([^\s\d]?\d[\d,.]*)(?: \(.*\))?$")
_CARD = re.compile(r"(10|[2-9TJQKA]) ?([cdhs])", re.IGNORECASE)
_BRACKETS = re.compile(r"\[([^\]]*)\]")
_STREETS = {"Flop": 1, "Turn": 2, "River": 3}
_POST = re.compile(r"posts (?:(small blind|big blind) \((.*)\)|ante of (.*)|(\S*\d)( dead)?)$")
_VERBS = verbs("folds checks calls bets raises posts shows wins ties ties, did has mucks doesn't")
_WON = re.compile(r"(?:ties,? (?:side pot \S+ )?and )?(?:wins|ties) ([^\s#]*\d\S*)")
_STRANGER = re.compile(
    r"(.*?) (?:folds|checks|(?:calls|bets|raises to|posts(?: [a-z ]+)?) \(?[^\s\d]?\d\S*.*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of PKR."""
    at = next((k for k, line in enumerate(lines[:2]) if line.startswith("Starting Hand")), -1)
    head = _HEAD.match(lines[at]) if at >= 0 else None
    if head is None:
        raise HistoryError("The hand's first line breaks off.")
    table.hand_id = head[1]
    said = dict(line.split(": ", 1) for line in lines[at + 1 : at + 9] if ": " in line)
    event = _TABLE.match(lines[0])
    is_event = said.get("Table Type", "").upper() == "TOURNAMENT"
    if is_event:
        table.tournament = (event[1] or event[2]) if event else "?"
    table.set_coin_decimals(tournament=is_event)
    table.game, table.limit = game_named(f"{said.get('Game Type', '')} {said.get('Limit Type', '')}")
    names: Names | None = None
    for index, line in enumerate(lines[at + 1 :], at + 1):
        table.line = index
        if names is None and line.startswith(("Shuffling", "Moving", "Dealing")) and table.numbers:
            names = Names(table, " ")
        if line.lower().startswith("end of hand #"):
            table.closed = True
            return
        if names is None:
            _open(table, line, is_event or said.get("Money Type", "").upper() != "REAL MONEY")
        else:
            _tell(table, line, names)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _open(table: HandReplay, line: str, is_play: bool) -> None:
    """A line before the cards: blinds, day, button, seats."""
    if line.startswith("Seat "):
        match = _SEAT.match(line)
        if match is None:
            raise HistoryError("The line of a seat breaks off.")
        table.sit(int(match[1]), match[2], table.coins[match[3]])
    elif line.startswith("Button is at seat "):
        table.button = int(line[18:])
    elif (blinds := _BLINDS.match(line)) is not None:
        table.small_blind, table.big_blind = table.coins[blinds[1]], table.coins[blinds[2]]
        table.currency = "" if is_play else currency_in(blinds[1])
    elif (day := _DAY.match(line)) is not None and day[2] in _MONTHS:
        table.day = f"{day[3]}-{_MONTHS.index(day[2]) + 1:02d}-{int(day[1]):02d}"


def _tell(table: HandReplay, line: str, names: Names) -> None:
    player, deed = names.split(line, _VERBS)
    if player >= 0:
        _do(table, player, deed)
    elif line.startswith("Moving Button to seat "):
        table.button = int(line[22:])
    elif line.startswith("Dealing ["):
        name = line.rpartition("] to ")[2]
        if name in table.names:
            table.hero = table.names[name]
            table.show(table.hero, _cards(line))
    elif line.startswith("Dealing ") and line.split(" ")[1] in _STREETS:
        table.deal(_STREETS[line.split(" ")[1]], _cards(line))
    elif line.startswith("Taking Rake of "):
        table.rake = (table.rake or 0) + table.coins[line[15:].partition(" from ")[0]]
    elif not line.startswith(("Seat ", "Returning ")):
        refuse_stranger(_STRANGER, line)


def _cards(text: str) -> tuple[Card, ...]:
    """Cards as ``[K d][J h]``, ``[Kd Jh]`` or ``[kd][jh]``."""
    return _in_brackets(text[text.find("[") : text.rfind("]") + 1])


@lru_cache(maxsize=1 << 12)
def _in_brackets(text: str) -> tuple[Card, ...]:
    inner = " ".join(_BRACKETS.findall(text))
    return read_cards(" ".join(rank.upper() + suit.lower() for rank, suit in _CARD.findall(inner)))


def _do(table: HandReplay, player: int, deed: str) -> None:
    words = deed.removesuffix(" (all-in)").split(" ")
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
    elif verb == "posts":
        _post(table, player, deed.removesuffix(" (all-in)"))
    elif verb == "shows":
        table.show(player, _cards(deed))
    elif (won := _WON.match(deed)) is not None:
        table.collect(player, table.coins[won[1].rstrip(",")])
    elif deed.startswith(("did not respond in time", "has disconnected")):
        table.time_out(player)


def _post(table: HandReplay, player: int, deed: str) -> None:
    match = _POST.match(deed)
    if match is None:
        raise HistoryError(f"'{deed[:60]}' is no ante or blind that is known.")
    if match[1]:
        table.post(player, POSTS[match[1]], table.coins[match[2].removesuffix(") (all-in")])
        return
    chips = table.coins[match[3] or match[4]]
    if chips:
        table.post(player, "ante" if match[3] else "dead blind" if match[5] else "returning blind", chips)
