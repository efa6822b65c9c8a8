"""PartyPoker: two formats, the second always since 2019, and earlier by e-mail.

The first prints chips added; in tournaments level and button tell the blinds.  The second has amounts in
round brackets, and balances at the end.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from jamfold.core.errors import HistoryError
from jamfold.histories.records import CHIPS_UNTOLD, PREFLOP, PostKind
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named, seconds
from jamfold.histories.sites.lines import (
    LineFormat,
    Names,
    betting,
    cards_in,
    dealt_to,
    in_brackets,
    no_seats,
    post_kind,
    read_seat,
    refuse_stranger,
    time_out,
    verbs,
)
from jamfold.histories.validation import MissingInformationError

SITE = "PartyPoker"
START = "|".join(rf"{before}\*\*{{4}} Hand History [Ff]or Game \d" for before in (r"[ \0]", ""))

_HEAD = re.compile(r"\*{5} Hand History [Ff]or Game (\d+)")
_LEVEL = re.compile(r"Blinds(?:-Antes)?\(([^()/]*)/([^()/]*?)(?: -([^()]*))?\)")
_STAKES = re.compile(r"(\S*\d)/(\S*\d)")
_MONEY = re.compile(r"\S*\d[\d.,/$€£]*(?: [A-Z]{3}\b)?(?: Buy-in)?")
_TIME = re.compile(r"(\w+) (\d\d?), (\d\d?):(\d\d):(\d\d) (\w+) (\d{4})")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_ZONES = {
    "EST": 5, "EDT": 4, "UTC": 0, "GMT": 0, "CET": -1, "CEST": -2, "BST": -1, "PST": 8, "PDT": 7, "MSK": -3,
}  # fmt: skip
"""Hours behind UTC."""
_SEAT = re.compile(r"[Ss]eat ?(\d+): (.*) \( ([^()]*) \)")
_TOGETHER = re.compile(r"(?<=is sitting out)(?=\S)|(?<=does not show cards\.)(?=\S)")
"""Ends of lines that PartyPoker's program for macOS leaves out."""

POSTS: dict[str, PostKind] = {
    "ante": "ante",
    "ante of": "ante",
    "button blind": "button blind",
    "small blind": "small blind",
    "big blind": "big blind",
    "straddle": "straddle",
    "dead blind": "dead blind",
}
STREETS = {"** Dealing flop": 1, "** Dealing turn": 2, "** Dealing rive": 3}
_VERBS = verbs(
    "folds checks calls calls[ bets bets[ raises raises[ posts shows wins is doesn't does did could has will"
)
_JOINS = " has joined the table"
_NEWCOMER = re.compile(r"[^:]+ posts (?:small|big) blind(?: \+ dead)? \[")
_DEEDS = re.compile(r"(?:posts|folds|checks|calls|bets|raises|is all-?in)\b", re.IGNORECASE)
_SEAT_LINE = re.compile(r"[Ss]eat ?\d")
_NAMELESS = re.compile(r"Player(\d+)")
"""Placeholder name of a seat in a preamble; the player's own name appears in their actions."""
_STRANGER = re.compile(r"([^:]+?) (?:folds|checks|(?:calls|bets|raises|is all-In) +\[.*\])\.?$")


def read(lines: list[str], table: HandReplay) -> None:
    if lines[0].startswith((" ", "\0")):
        lines = [line.strip(" \0") for line in lines]
    match = _HEAD.match(lines[0])
    if match is None or len(lines) < 2:
        raise HistoryError("The hand's first lines are cut short.")
    table.hand_id = match[1]
    head = lines[1]
    table.line = 1
    before = list(takewhile(lambda line: not line.startswith("** Dealing"), lines[1:60]))
    tournament = next(filter(None, (re.search(r"Trny: ?(\d+)", line) for line in before)), None)
    table.set_tournament(tournament[1] if tournament else None)
    level = next(filter(None, map(_LEVEL.search, reversed(before))), None)
    if level is not None:
        table.small_blind, table.big_blind = table.coins[level[1]], table.coins[level[2]]
        table.ante = table.coins[level[3].lstrip("-")] if level[3] else 0
    elif (stakes := _STAKES.match(head)) is not None:
        table.small_blind, table.big_blind = table.coins[stakes[1]], table.coins[stakes[2]]
    if not tournament:
        table.currency = currency_in(head)
    words = head.partition("Hi-" if "Hi-" in head and "Hi-Lo" not in head else " - ")[0]
    table.game, table.limit = game_named(_MONEY.sub("", words.partition(" Trny")[0]))
    table.fast = "fastforward" in "".join(lines[1:4]).replace(" ", "").lower()
    if clock := _TIME.search(head):
        read_clock(table, clock)
    _read_body(lines, table)


def read_clock(table: HandReplay, match: re.Match[str]) -> None:
    """The day, and the time where its zone is known; of a month's name three letters are enough."""
    month, day, hour, minute, second, zone, year = match.groups()
    number = next((k for k, name in enumerate(_MONTHS, 1) if name[:3] == month[:3]), 0)
    if not number:
        return
    table.day = f"{year}-{number:02d}-{int(day):02d}"
    moment = seconds(int(year), number, int(day), int(hour), int(minute), int(second))
    if moment is not None and zone in _ZONES:
        table.played_at = moment + 3600 * _ZONES[zone]


def _read_body(lines: list[str], table: HandReplay) -> None:
    names: Names | None = None
    joined: list[str] = []
    for index, line in enumerate(lines[2:], 2):
        table.line = index
        if names is None and _SEAT_LINE.match(line):
            read_seat(_SEAT, line, table)
            continue
        if line.startswith("** "):
            if line.startswith("** Dealing down"):
                _post_level(table, lines[index:])
            deal_street(line, table)
            continue
        if not table.numbers:
            continue
        if names is None:
            names = Names(table, " ")
        for part in _TOGETHER.split(line):
            player, deed = names.split(part, _VERBS)
            if player >= 0:
                _do(table, player, deed.rstrip("."))
            elif part.startswith("Dealt to "):
                dealt_to(part, table)
            elif _JOINS in part:
                joined.append(part.partition(_JOINS)[0] + " ")
            elif _NEWCOMER.match(part) or any(
                part.startswith(name) and _DEEDS.match(part, len(name)) for name in joined
            ):
                raise MissingInformationError(CHIPS_UNTOLD)
            elif _name_seat(table, part):
                names = Names(table, " ")
                _do(table, *names.split(part.rstrip("."), _VERBS))
            elif part:
                refuse_stranger(_STRANGER, part)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def deal_street(line: str, table: HandReplay) -> None:
    """``** Dealing Turn ** [ 5s ]``."""
    street = STREETS.get(line[:15].lower().replace("** d", "** D", 1), 0)
    if street:
        table.deal(street, cards_in(line))


def _name_seat(table: HandReplay, line: str) -> bool:
    """Whether somebody without a seat acts: they take the next one that has no name."""
    stranger = _STRANGER.match(line)
    big = [player for player, kind, *_ in table.posts if kind == "big blind"]
    if stranger is None or not big or stranger[1] in table.names:
        return False
    last = table.numbers[table.actions[-1][0] if table.actions else big[0]]
    top = max(table.numbers) + 1
    free = [
        (number - last - 1) % top
        for name, number in zip(table.names, table.numbers, strict=True)
        if (match := _NAMELESS.fullmatch(name)) is not None and int(match[1]) == number
    ]
    if not free:
        return False
    seat = (last + 1 + min(free)) % top
    named = [
        stranger[1] if number == seat else name
        for name, number in zip(table.names, table.numbers, strict=True)
    ]
    table.names = {name: player for player, name in enumerate(named)}
    return True


def _post_level(table: HandReplay, later: list[str]) -> None:
    """A tournament prints no blinds: the button's neighbours post those of the level.

    Who is named in no line has left; away players are folded for.
    """
    if not table.tournament or any(post[1] != "ante" for post in table.posts):
        return
    ring = sorted(range(len(table.numbers)), key=table.numbers.__getitem__)
    named = {table.names[name] for name in table.names if any(line.startswith(f"{name} ") for line in later)}
    ring = [player for player in ring if (table.behind[player] and player in named) or table.touched[player]]
    if len(ring) < 2:
        return
    after = [player for player in ring if table.numbers[player] > table.button]
    ring = after + [player for player in ring if table.numbers[player] <= table.button]
    if len(ring) == 2:
        ring.reverse()
    blinds: tuple[tuple[PostKind, int], ...] = (
        ("small blind", table.small_blind),
        ("big blind", table.big_blind),
    )
    for player, (kind, blind) in zip(ring, blinds, strict=False):
        if chips := min(blind, table.behind[player]):
            table.post(player, kind, chips)


def _do(table: HandReplay, player: int, deed: str) -> None:
    if not table.stacks[player] and _DEEDS.match(deed):
        raise MissingInformationError(CHIPS_UNTOLD)  # they have come since, with chips
    verb, _, rest = deed.replace("[", " [", 1).partition(" ")
    if verb == "folds":
        table.fold(player)
    elif verb == "checks":
        check(table, player)
    elif verb == "calls":
        table.call(player, _amount(table, rest))
    elif verb in {"raises", "bets"} or (verb == "is" and rest.lower().startswith("all-in")):
        table.raise_by(player, _amount(table, rest))
    elif verb in {"did", "could"} and rest.startswith("not respond in time"):
        table.time_out(player)
    elif verb == "posts":
        _post(table, player, rest)
    elif verb in {"shows", "doesn't"} and "[" in rest:
        table.show(player, cards_in(rest))
    elif verb == "does" and rest.startswith("not show"):
        table.closed = True
    elif verb == "wins":
        table.closed = True
        amount = rest.partition(" from ")[0].removeprefix("Lo (").rstrip(")").partition(" chips")[0]
        table.collect(player, table.coins[amount.rstrip(". ")])


def check(table: HandReplay, player: int, text: str = "") -> None:
    """Who checks before the flop without a chip in the pot has come back, and posted what no line tells."""
    if table.street == PREFLOP and not table.paid[player]:
        raise MissingInformationError(CHIPS_UNTOLD)
    table.check(player)


def post(table: HandReplay, player: int, kind: PostKind, chips: int) -> None:
    """A second small blind is that of one who returns, and counts for what they call."""
    returns = kind == "small blind" and any(other[1] == kind for other in table.posts)
    table.post(player, "returning blind" if returns else kind, chips)


def _amount(table: HandReplay, text: str) -> int:
    """Parse the bracketed chips."""
    return table.coins[in_brackets(text)]


def _post(table: HandReplay, player: int, text: str) -> None:
    kind = text.partition(" [")[0].strip()
    chips = _amount(table, text)
    if kind == "big blind + dead":
        table.post_both(player, chips)
        return
    post(table, player, post_kind(POSTS, kind, f"posts {text[:60]}"), chips)
    if kind == "small blind" and not table.small_blind:
        table.small_blind = chips
    elif kind == "big blind" and not table.big_blind:
        table.big_blind = max(chips, 2 * table.small_blind if table.behind[player] == 0 else chips)


START_2019 = r"\*\*{4} Hand History [Ff]or Game \w+ \*{5}\n[^\n]* Game Table \("

_HEAD_2019 = re.compile(r"\*{5} Hand History [Ff]or Game (\w+)")
_GAME = re.compile(r"(\S*\d)/(\S*\d) (?:Tourney )?(.*? Game Table \([^()]*\))")
_TOURNAMENT = re.compile(r"Tournament #(\d+)\)")
_CLOCK = re.compile(r"\w{3} (\w{3}) (\d\d?) (\d\d):(\d\d):(\d\d) (\w+) (\d{4})")
_BUTTON = re.compile(r"-- Seat (\d+) is the button")
_SEAT_2019 = re.compile(r"Seat (\d+): (.*) \(([^()]*)\)$")
_STRANGER_2019 = re.compile(
    r"(.+?) (?:folds|checks|(?:calls|bets|posts [a-z +]+) \(.*\)|raises \S*\d to \S*\d)$"
)
_CASHED_OUT = "Cashed out"
_BALANCE = re.compile(r"balance \S+, .*?(?:collected (\S*\d), [^\[]*)?(?:\[ ([^\]]*) \]|$)")


def read_2019(lines: list[str], table: HandReplay) -> None:
    match = _HEAD_2019.match(lines[0])
    game = _GAME.match(lines[1]) if len(lines) > 1 else None
    if match is None or game is None:
        raise HistoryError("The hand's first lines are cut short.")
    table.hand_id = match[1]
    tournament = _TOURNAMENT.search(lines[1])
    table.set_tournament(tournament[1] if tournament else None)
    table.line = 1
    table.small_blind, table.big_blind = table.coins[game[1]], table.coins[game[2]]
    table.game, table.limit = game_named(game[3])
    if clock := _CLOCK.search(lines[1]):
        read_clock(table, clock)
    if len(lines) > 2 and (button := _BUTTON.search(lines[2])):
        table.button = int(button[1])
    table.fast = "fastforward" in "".join(lines[1:3]).replace(" ", "").lower()
    _LINES.read(lines, table, first=3)


def _sit(match: re.Match[str], table: HandReplay) -> None:
    table.sit(int(match[1]), match[2], table.coins[match[3]])
    if not table.tournament:
        table.currency = table.currency or currency_in(match[3])


def _amount_2019(table: HandReplay, text: str) -> int:
    """``calls (50)``, ``raises 50 to 100``."""
    return table.coins[text.partition(" ")[2].rpartition(" to ")[2].strip("()")]


def _all_in(table: HandReplay, player: int, text: str) -> None:
    if text.lower().startswith("is all-in"):
        table.absorb_rounding(player)


def _post_2019(table: HandReplay, player: int, text: str) -> None:
    kind, _, amount = text[6:].partition(" (")
    posted = table.coins[amount.rstrip(")")]
    if kind == "big blind + dead":
        table.post_both(player, posted)
    else:
        post(table, player, post_kind(POSTS, kind, f"posts {text[6:66]}"), posted)


def _balance(table: HandReplay, player: int, text: str) -> None:
    """Read a player's final balance, winnings, and cards if printed.

    Chips collected by cashing out are not a share of the pot.
    """
    match = _BALANCE.match(text[max(0, text.find("balance ")) :])
    if match is None:
        return
    if match[1] and not text.startswith(_CASHED_OUT):
        table.collect(player, table.coins[match[1]])
    if match[2]:
        table.show(player, read_cards(match[2]))


def _read_pot(line: str, table: HandReplay) -> bool:
    is_pot = line.startswith("Main Pot: ")
    if is_pot:
        rake = line.rpartition("Rake: ")[2]
        table.rake = None if rake == line else table.coins[rake]
    return is_pot


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    """What nobody else has won is that of a player who has cashed out, if they are the only one."""
    table.closed = True
    _SUMMARY.read(lines, table, at)
    gone = [line.partition(f" {_CASHED_OUT}")[0] for line in lines[at:] if f" {_CASHED_OUT}" in line]
    gone = [name for name in gone if name in table.names]
    if len(gone) == 1:
        rest = sum(table.paid) - (table.rake or 0) - sum(table.collected)
        table.collect(table.names[gone[0]], max(0, rest))


_LINES = LineFormat(
    _SEAT_2019,
    betting(added=_amount_2019, total=_amount_2019)
    | {"checks": check, "posts": _post_2019, "is": _all_in}
    | dict.fromkeys(("did", "could"), time_out("did not respond in time", "could not respond in time")),
    _STRANGER_2019,
    idle="has opted balance Cashed",
    streets="** ",
    summary="** Summary",
    sit=_sit,
    deal_street=deal_street,
    summarise=_read_summary,
)
_SUMMARY = replace(
    _LINES,
    deeds={"balance": _balance, "Cashed": _balance},
    idle=" ".join(_LINES.verbs),
    summary="",
    say=_read_pot,
)
