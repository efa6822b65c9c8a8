"""Winning Poker Network since 2018: lines like Winamax'; a cap is printed only when reached."""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import LineFormat, betting, cards_in, chips, post_kind, word
from jamfold.histories.sites.pokerstars import TIME, read_summary, read_time

SITE = "WPN"
START = "|".join(rf"{word} #\d+ - [^\n]*\d{{4}}/\d\d/\d\d" for word in ("Game Hand", "Hand"))

CAPPED_BIG_BLINDS = 30
"""Most that a player of a Cap table can put in, where nobody has: only then the history tells it."""

_HEAD = re.compile(r"(?:Game )?Hand #(\d+) - (?:(.*?)Tournament #(\d+) - )?(.*?) - (.*)")
_STAKES = re.compile(r"\(?([^\s()/]*\d)/([^\s()/]*\d)\)? ?-")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)(?: is sitting out)?$")
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_POSTS: dict[str, PostKind] = {
    "the small blind": "small blind",
    "the big blind": "big blind",
    "ante": "ante",
    "the ante": "ante",
    "straddle": "straddle",
    "the straddle": "straddle",
    "the button blind": "button blind",
    "button blind": "button blind",
}
_STRANGER = re.compile(
    r"(.*?) (?:folds|checks|(?:calls|bets|caps|posts [a-z ]+) [^\s\d]*\d\S*.*|raises [^\s\d]*\d\S* to .*)$"
)


def read(lines: list[str], table: HandReplay) -> None:
    match = _HEAD.match(lines[0])
    stakes = _STAKES.search(match[5]) if match else None
    if match is None or stakes is None:
        raise HistoryError("The hand's first line is cut short.")
    table.hand_id = match[1]
    table.set_tournament(match[3])
    table.game, table.limit = game_named(match[4].replace("(", " ("))
    table.small_blind, table.big_blind = table.coins[stakes[1]], table.coins[stakes[2]]
    if match[3] is None:
        table.currency = currency_in(stakes[1])
    clock = TIME.search(match[5])
    if clock is not None:
        read_time(table, match[5], clock)
    place = lines[1] if len(lines) > 1 else ""
    table.fast = place.startswith("Blitz")
    button = _BUTTON.search(place)
    table.button = int(button[1]) if button else 0
    _LINES.read(lines, table, first=2)
    if "(Cap)" in place and not table.cap:
        table.cap = CAPPED_BIG_BLINDS * table.big_blind


def _open(line: str, table: HandReplay) -> bool:
    return line.startswith("Seat ") and line.endswith("will be allowed to play after the button")


def _show(table: HandReplay, player: int, text: str) -> None:
    table.show(player, cards_in(text.partition(" (")[0]))


def _post(table: HandReplay, player: int, text: str) -> None:
    """``dead $0.07`` is a live big blind with a dead small one; less than a big blind is dead alone."""
    text = text.removesuffix(" and is all-in")
    kind, _, amount = text[6:].rpartition(" ")
    posted = table.coins[amount]
    if kind not in {"", "dead"}:
        table.post(player, post_kind(_POSTS, kind, f"posts {text[6:66]}"), posted)
    elif posted < table.big_blind:
        table.post(player, "dead blind", posted)
    else:
        table.post_both(player, posted)


_LINES = LineFormat(
    _SEAT,
    betting(added=word(1), total=word(3))
    | {"caps": chips(HandReplay.cap_by, word(1)), "posts": _post, "shows": _show, "mucks": _show}
    | {"collected": chips(HandReplay.collect, word(1))},
    _STRANGER,
    idle="does is has sits straddles timed disconnected reconnected",
    open=_open,
    summarise=read_summary,
)
