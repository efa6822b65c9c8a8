"""PKR: calls and raises tell what is then in front; a hand ends with its number."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import POSTS, LineFormat, betting, chips, time_out, word

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
_WON = re.compile(r"(?:ties,? (?:side pot \S+ )?and )?(?:wins|ties) ([^\s#]*\d\S*)")
_END = "End of hand #", "End of Hand #"
_ALL_IN = " (all-in)"
_STRANGER = re.compile(
    r"(.*?) (?:folds|checks|(?:calls|bets|raises to|posts(?: [a-z ]+)?) \(?[^\s\d]?\d\S*.*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    at = next((k for k, line in enumerate(lines[:2]) if line.startswith("Starting Hand")), -1)
    head = _HEAD.match(lines[at]) if at >= 0 else None
    if head is None:
        raise HistoryError("The hand's first line is cut short.")
    table.hand_id = head[1]
    fields = dict(line.split(": ", 1) for line in lines[at + 1 : at + 9] if ": " in line)
    event = _TABLE.match(lines[0])
    is_event = fields.get("Table Type", "").upper() == "TOURNAMENT"
    if is_event:
        table.tournament = (event[1] or event[2]) if event else "?"
    table.set_coin_decimals(tournament=is_event)
    table.game, table.limit = game_named(f"{fields.get('Game Type', '')} {fields.get('Limit Type', '')}")
    is_money = not is_event and fields.get("Money Type", "").upper() == "REAL MONEY"
    (_MONEY_LINES if is_money else _LINES).read(lines, table, at + 1)


def _open(line: str, table: HandReplay) -> bool:
    """A line before the cards: blinds, day."""
    if (blinds := _BLINDS.match(line)) is not None:
        table.small_blind, table.big_blind = table.coins[blinds[1]], table.coins[blinds[2]]
    elif (day := _DAY.match(line)) is not None and day[2] in _MONTHS:
        table.day = f"{day[3]}-{_MONTHS.index(day[2]) + 1:02d}-{int(day[1]):02d}"
    return not line.startswith(("Seat ", "Button ", "Shuffling", "Moving", "Dealing"))


def _open_for_money(line: str, table: HandReplay) -> bool:
    if (blinds := _BLINDS.match(line)) is not None:
        table.currency = currency_in(blinds[1])
    return _open(line, table)


def _deal(line: str, table: HandReplay) -> None:
    if line.startswith("Dealing ["):
        name = line.rpartition("] to ")[2]
        if name in table.names:
            table.hero = table.names[name]
            table.show(table.hero, _cards(line))
    elif line.split(" ")[1] in _STREETS:
        table.deal(_STREETS[line.split(" ")[1]], _cards(line))


def _say(line: str, table: HandReplay) -> bool:
    if line.startswith("Moving Button to seat "):
        table.button = int(line[22:])
    elif line.startswith("Taking Rake of "):
        table.rake = (table.rake or 0) + table.coins[line[15:].partition(" from ")[0]]
    return line.startswith(("Moving Button to seat ", "Taking Rake of ", "Seat ", "Returning "))


def _cards(text: str) -> tuple[Card, ...]:
    """Cards as ``[K d][J h]``, ``[Kd Jh]`` or ``[kd][jh]``."""
    return _in_brackets(text[text.find("[") : text.rfind("]") + 1])


@lru_cache(maxsize=1 << 12)
def _in_brackets(text: str) -> tuple[Card, ...]:
    inner = " ".join(_BRACKETS.findall(text))
    return read_cards(" ".join(rank.upper() + suit.lower() for rank, suit in _CARD.findall(inner)))


def _show(table: HandReplay, player: int, text: str) -> None:
    table.show(player, _cards(text))


def _win(table: HandReplay, player: int, text: str) -> None:
    if (won := _WON.match(text)) is not None:
        table.collect(player, table.coins[won[1].rstrip(",")])


def _post(table: HandReplay, player: int, deed: str) -> None:
    deed = deed.removesuffix(_ALL_IN)
    match = _POST.match(deed)
    if match is None:
        raise HistoryError(f"'{deed[:60]}' is not a known ante or blind.")
    if match[1]:
        table.post(player, POSTS[match[1]], table.coins[match[2].removesuffix(") (all-in")])
        return
    chips = table.coins[match[3] or match[4]]
    if chips:
        table.post(player, "ante" if match[3] else "dead blind" if match[5] else "returning blind", chips)


_LINES = LineFormat(
    _SEAT,
    betting(added=word(1, _ALL_IN), total=word(2, _ALL_IN))
    | {"calls": chips(HandReplay.call_to, word(1, _ALL_IN)), "posts": _post, "shows": _show}
    | dict.fromkeys(("wins", "ties", "ties,"), _win)
    | dict.fromkeys(("did", "has"), time_out("did not respond in time", "has disconnected")),
    _STRANGER,
    idle="doesn't",
    streets=_END,
    summary=_END,
    button=re.compile(r"Button is at seat (\d+)"),
    open=_open,
    dealt="Dealing ",
    deal=_deal,
    say=_say,
)
_MONEY_LINES = replace(_LINES, open=_open_for_money)
