"""Winning Poker Network (America's Cardroom, Black Chip): two formats, the second since 2018.

The first, until 2019, prints chips added.  The second has lines like Winamax'; a cap is printed only when
reached.
"""

from __future__ import annotations

import re

from jamfold.core.errors import HistoryError
from jamfold.histories.records import CHIPS_UNTOLD, PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import (
    LineFormat,
    Names,
    betting,
    cards_in,
    chips,
    deal_street,
    no_seats,
    post_kind,
    read_seat,
    refuse_stranger,
    verbs,
    word,
)
from jamfold.histories.sites.pokerstars import TIME, read_summary, read_time
from jamfold.histories.validation import MissingInformationError

SITE = "WPN"
START = r"Game started at: "

CAPPED_BIG_BLINDS = 20
"""Most that a player of a CAP table can put in, where nobody has: only then the history tells it."""

_HEAD = re.compile(r"Game ID: (\d+) (\S*\d)/(\S*\d) (.*?)\s*\(([^()]*)\)(?: \d+-max)?$")
_DAY = re.compile(r"Game started at: (\d{4})/(\d\d?)/(\d\d?)")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)\.?$")
_VERBS = verbs(
    "folds checks calls bets raises allin caps posts ante has straddle received is"
) | {
    "sitting", "wait", "timed", "mucks", "shows", "shows:", "does", "disconnected", "reconnected",
}  # fmt: skip
_STRANGER = re.compile(
    r"Player (.*?) (?:folds|checks|"
    r"(?:has small blind|has big blind|ante|calls|bets|raises|allin|caps) \([^)]*\))$"
)
_NAMELESS = re.compile(
    r"Player  (?:folds|checks|(?:calls|bets|raises|allin|caps|ante|has (?:small|big) blind) \()"
)
"""What somebody does whom the room has written without a name, and without a seat."""
_BLINDS: dict[str, PostKind] = {
    "has small blind": "small blind",
    "has big blind": "big blind",
    "ante": "ante",
    "straddle": "straddle",
    "posts": "returning blind",
    "posts as a dead bet": "dead blind",
}
_BETS = {
    "calls": HandReplay.call,
    "caps": HandReplay.cap_by,
    **dict.fromkeys(("bets", "raises", "allin"), HandReplay.raise_by),
}
_COLLECTS = re.compile(r"Bets: \S*\. Collects: (\S*\d)\.")
_FEE = re.compile(r"(?:Rake|JP fee|Jackpot(?: fee)?):? (\S*\d)")


def read(lines: list[str], table: HandReplay) -> None:
    head = _HEAD.match(lines[1]) if len(lines) > 1 else None
    if head is None:
        raise HistoryError("The hand's first lines are cut short.")
    table.line = 1
    table.hand_id = head[1]
    tournament = re.search(r", Table ", head[4])
    table.set_tournament(head[4][: tournament.start()] if tournament else None)
    table.small_blind, table.big_blind = table.coins[head[2]], table.coins[head[3]]
    table.game, table.limit = game_named(head[5])
    day = _DAY.match(lines[0])
    if day is not None:
        table.day = f"{day[1]}-{int(day[2]):02d}-{int(day[3]):02d}"
    _read_body(lines, table)
    if not table.limit:
        table.limit = "PL" if table.game.startswith("omaha") else "NL"
    if not table.cap and re.search(r"\bcap\b", head[4], re.IGNORECASE):
        table.cap = CAPPED_BIG_BLINDS * table.big_blind


def _read_body(lines: list[str], table: HandReplay) -> None:
    names: Names | None = None
    dealt: dict[int, list[str]] = {}
    short: list[tuple[int, int]] = []
    for index, line in enumerate(lines[2:], 2):
        table.line = index
        if line.startswith("Player ") and table.numbers:
            if names is None:
                names = Names(table, " ")
            player, deed = names.split(line[7:], _VERBS)
            if player < 0 and _NAMELESS.match(line):
                raise MissingInformationError(CHIPS_UNTOLD)
            if player < 0:
                refuse_stranger(_STRANGER, line)
            elif not dealt and deed.startswith("allin ("):
                short.append((player, table.coins[deed[7:].rstrip(").")]))
            elif deed.startswith("received"):
                _post_short(table, short)
                table.touched[player] = True
                cards = dealt.setdefault(player, [])
                if deed.endswith("]"):
                    cards.append(deed[deed.rfind("[") + 1 : -1])
            else:
                _do(table, player, deed)
        elif line.startswith("Seat "):
            read_seat(_SEAT, line, table)
        elif line.startswith("*** "):
            deal_street(line, table)
        elif line.startswith("------ Summary"):
            _post_short(table, short)
            for player, cards in dealt.items():
                if not cards:
                    continue
                table.hero = player
                table.show(player, cards_in(f"[{' '.join(cards)}]"))
            _read_summary(lines, index + 1, table)
            table.cancelled = not table.actions and not any(table.collected)
            return
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _do(table: HandReplay, player: int, deed: str) -> None:
    words, bracket, amount = deed.partition(" (")
    if amount.endswith(") as a dead bet"):
        words, amount = "posts as a dead bet", amount[:-14]
    if words.startswith("is timed out"):
        table.time_out(player)
    elif words in {"folds", "checks"}:
        (table.fold if words == "folds" else table.check)(player)
    elif bracket and words in _BLINDS:
        table.post(player, _BLINDS[words], table.coins[amount.rstrip(").")])
    elif bracket and words in _BETS:
        _BETS[words](table, player, table.coins[amount.rstrip(").")])


def _post_short(table: HandReplay, short: list[tuple[int, int]]) -> None:
    """Post what the lines before the deal call ``allin``: an ante, or the blind not posted yet."""
    for player, posted in short:
        kinds = {kind for _, kind, *_ in table.posts}
        has_ante = any(post[:2] == (player, "ante") for post in table.posts)
        kind: PostKind = "returning blind"
        if "ante" in kinds and not has_ante:
            kind = "ante"
        elif "small blind" not in kinds and ("big blind" in kinds or _is_small(table, player)):
            kind = "small blind"
        elif "big blind" not in kinds:
            kind = "big blind"
        table.post(player, kind, posted)
    short.clear()


def _is_small(table: HandReplay, player: int) -> bool:
    """Return whether a player sits where the small blind is due: behind the button, of two players on it."""
    top = max(table.numbers) + 1
    ring = sorted(table.numbers, key=lambda number: (number - table.button - (len(table.numbers) > 2)) % top)
    return table.numbers[player] == ring[0]


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    longest = sorted(table.names, key=len, reverse=True)
    for index, line in enumerate(lines[at:], at):
        table.line = index
        if line.startswith("Game ended at"):
            table.closed = True
            return
        if line.startswith("Pot: "):
            fees = _FEE.findall(line)
            table.rake = sum(table.coins[fee.rstrip(".")] for fee in fees) if fees else None
        elif line.startswith(("Player ", "*Player ")):
            text = line.removeprefix("*")[7:]
            name = next((name for name in longest if text.startswith(name + " ")), "")
            collects = _COLLECTS.search(text)
            if not name or collects is None:
                continue
            player = table.names[name]
            table.collect(player, table.coins[collects[1]])
            deed = text[len(name) + 1 : collects.start()]
            if deed.startswith(("shows", "mucks")) and "[" in deed:
                table.show(player, cards_in(deed))


START_2018 = "|".join(rf"{word} #\d+ - [^\n]*\d{{4}}/\d\d/\d\d" for word in ("Game Hand", "Hand"))

CAPPED_BIG_BLINDS_2018 = 30
"""Most that a player of a Cap table can put in, where nobody has: only then the history tells it."""

_HEAD_2018 = re.compile(r"(?:Game )?Hand #(\d+) - (?:(.*?)Tournament #(\d+) - )?(.*?) - (.*)")
_STAKES = re.compile(r"\(?([^\s()/]*\d)/([^\s()/]*\d)\)? ?-")
_SEAT_2018 = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)(?: is sitting out)?$")
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
_STRANGER_2018 = re.compile(
    r"(.*?) (?:folds|checks|(?:calls|bets|caps|posts [a-z ]+) [^\s\d]*\d\S*.*|raises [^\s\d]*\d\S* to .*)$"
)


def read_2018(lines: list[str], table: HandReplay) -> None:
    match = _HEAD_2018.match(lines[0])
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
        table.cap = CAPPED_BIG_BLINDS_2018 * table.big_blind


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
    _SEAT_2018,
    betting(added=word(1), total=word(3))
    | {"caps": chips(HandReplay.cap_by, word(1)), "posts": _post, "shows": _show, "mucks": _show}
    | {"collected": chips(HandReplay.collect, word(1))},
    _STRANGER_2018,
    idle="does is has sits straddles timed disconnected reconnected",
    open=_open,
    summarise=read_summary,
)
