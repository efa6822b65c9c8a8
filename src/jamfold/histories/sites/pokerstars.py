"""PokerStars, and GGPoker, which prints nearly the same lines below a first line of its own."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from jamfold.core.errors import HistoryError
from jamfold.histories.records import Limit, PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, eastern_offset, game_named, seconds
from jamfold.histories.sites.lines import (
    POSTS,
    LineFormat,
    betting,
    cards_in,
    chips,
    no_seats,
    post_kind,
    show,
    word,
)

SITE = "PokerStars"
OTHERS = ("CoinPoker", "PokerBros", "PokerMaster", "Run It Once Poker")
"""Rooms whose hands differ from PokerStars' by the room's name."""
START = "|".join(
    (
        *(rf"{before}PokerStars [^\n#]{{0,40}}#\d" for before in (" ", "")),
        *(rf"{word} (?:de )?PokerStars " for word in ("Main", "Mano", "Mão", "Hand")),
    )
)

_RUPEES = re.compile(r"\bRs\.? ?(?=\d)")
"""PokerStars India writes amounts in two words."""
_ROOMS = "|".join((SITE, "Full Tilt", *OTHERS))
_HEAD = re.compile(rf"(?:{_ROOMS}) (Zoom |Rush |Home Game )?(?:[^#]*?)(?:Hand|Game) #(\d+): *")
_TOURNAMENT = re.compile(r"Tournament #(\d+), ")
_BUY_IN = re.compile(
    r"\s*(?:Freeroll|(?!NLH|PLO)[A-Z]{2,4}|\{[^}]*\}|\D{0,2}\d[\d.,]*(?:FPP)?(?:\+\S+)*)(?=\s+(?!Card))"
)
_BLINDS = re.compile(r"\(((?:[^()/]|/(?=Lo))+)/([^()/]+?)(?: - ([^()]*?)Cap -)?\s*([A-Z]{3})?\)")
_BUTTON_BLIND = re.compile(r"\(Button Blind[^\d$€£]*(\S*\d) - Ante[^\d$€£]*\S*\d +([A-Z]{3})?\)")
TIME = re.compile(r"(\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d):(\d\d) ?([A-Z]+)?")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*) in chips(?:, [^()]*bounty)?\)(.*)")
_POSTS: dict[str, PostKind] = {
    **POSTS,
    "the ante": "ante",
    "straddle": "straddle",
    "button blind": "button blind",
    "dead blind": "dead blind",
    "missed blind": "dead blind",
}
_STRANGER = re.compile(r"(.+?): (?:folds|checks|calls [^\s\d]*\d|bets [^\s\d]*\d|raises [^\s\d]*\d|posts )")


class Head(NamedTuple):
    """What a first line says behind the hand's number and before the clock; amounts as text."""

    tournament: str
    game: str
    limit: Limit
    currency: str
    small_blind: str
    big_blind: str
    cap: str


def read(lines: list[str], table: HandReplay) -> None:
    """One hand of PokerStars; each line of its archive begins with a blank."""
    if lines[0].startswith(" "):
        lines = [line.removeprefix(" ") for line in lines]
    if _RUPEES.search(lines[0]):
        lines = [_RUPEES.sub("₹", line) for line in lines]
    match = _HEAD.match(lines[0])
    if match is None:
        raise no_seats(lines)
    table.fast = match[1] in {"Zoom ", "Rush "}
    table.hand_id = match[2]
    clock = TIME.search(lines[0], match.end())
    head = _read_head(lines[0][match.end() : clock.start() if clock else None])
    table.tournament, table.game, table.limit, table.currency = head[:4]
    table.set_coin_decimals(tournament=bool(head.tournament))
    coins = table.coins
    table.small_blind, table.big_blind = coins[head.small_blind], coins[head.big_blind]
    if head.cap:
        table.cap = coins[head.cap]
    if clock is not None:
        read_time(table, lines[0], clock)
    _LINES.read(lines, table)


@lru_cache(maxsize=4096)
def _read_head(text: str) -> Head:
    """Kept for the next hand: a tournament repeats it as long as a level lasts.

    Raises HistoryError if it names no blinds.
    """
    tournament = _TOURNAMENT.search(text)
    blinds = None
    for blinds in _BLINDS.finditer(text):
        if blinds[1][-1].isdigit() and blinds[2][-1].isdigit():
            break
    if blinds is None:
        return _button_blind(text)
    currency = cap = ""
    game_of_mix, mixed, small = blinds[1].rpartition(", ")
    if tournament is None:
        words = text[: blinds.start()]
        currency = blinds[4] or currency_in(blinds[1])
        cap = (blinds[3] or "").strip()
    else:
        words = text.partition(" - ")[0]
        words = words[words.find(",") + 1 :]
    game, limit = game_named(game_of_mix if mixed else _without_buy_in(words))
    return Head(tournament[1] if tournament else "", game, limit, currency, small, blinds[2], cap)


def _button_blind(text: str) -> Head:
    """Six-Plus: a blind on the button, and antes.

    Raises `HistoryError` if the line names no blinds at all.
    """
    match = _BUTTON_BLIND.search(text)
    if match is None:
        raise HistoryError("The hand's first line names no blinds.")
    game, limit = game_named(text[: match.start()])
    return Head("", game, limit, match[2] or currency_in(match[1]), "0", match[1], "")


@lru_cache(maxsize=4096)
def _without_buy_in(words: str) -> str:
    """The game's words behind ``$4.60+$0.40 USD``, which may hold a ``6+`` of its own."""
    while match := _BUY_IN.match(words):
        words = words[match.end() :]
    return words.strip()


def read_time(table: HandReplay, line: str, clock: re.Match[str]) -> None:
    """Read the clock of a first line: New York time if printed, alone or in brackets after local time."""
    if clock[7] != "ET" and " ET]" in line:
        clock = next((match for match in TIME.finditer(line) if match[7] == "ET"), clock)
    hour, minute, second = clock[4], int(clock[5]), int(clock[6])
    table.day, base = _hour_of(clock[1], clock[2], clock[3], hour, clock[7] or "")
    if base is not None and minute < 60 and second < 61:
        table.played_at = base + 60 * minute + second


@lru_cache(maxsize=4096)
def _hour_of(year: str, month: str, day: str, hour: str, zone: str) -> tuple[str, int | None]:
    """The day, and the UTC seconds of an hour in one of the zones that are known."""
    parts = int(year), int(month), int(day), int(hour)
    base = seconds(*parts, 0, 0) if zone in {"ET", "UTC", "GMT"} else None
    if base is not None and zone == "ET":
        base += eastern_offset(*parts)
    return f"{parts[0]:04d}-{parts[1]:02d}-{parts[2]:02d}", base


def _sit(match: re.Match[str], table: HandReplay) -> None:
    if "out of hand" not in match[4]:
        table.sit(int(match[1]), match[2], table.coins[match[3]])


def _fold(table: HandReplay, player: int, text: str) -> None:
    table.fold(player)
    if cards := cards_in(text):
        table.show(player, cards)


def _post(table: HandReplay, player: int, text: str) -> None:
    kind, _, amount = text[6:].replace(" and is all-in", "").strip().rpartition(" ")
    posted = table.coins[amount]
    if kind.startswith("small & big blind"):
        table.post_both(player, posted)
    else:
        table.post(player, post_kind(_POSTS, kind, text[:60]), posted)


def _straddle(table: HandReplay, player: int, text: str) -> None:
    table.post(player, "straddle", table.coins[text.split(" ")[1]] - table.front[player])


def _say(line: str, table: HandReplay) -> bool:
    """A line that no seated player begins with a colon."""
    if " collected " in line:
        name, _, rest = line.rpartition(" collected ")
        if name.rstrip(":") in table.names and " from " in rest:
            table.collect(table.names[name.rstrip(":")], table.coins[rest.partition(" from ")[0]])
    elif line.startswith("Hand cancelled"):
        table.cancelled = True
    elif " has timed out" in line and line.partition(" has timed out")[0] in table.names:
        table.time_out(table.names[line.partition(" has timed out")[0]])
    else:
        return line.startswith(("Uncalled bet", "Seat ")) or " said, " in line
    return True


_SUMMARY_SEAT = re.compile(r"Seat \d+: .* (?:showed|mucked) \[([^\]]*)\]")
_SUMMARY_WON = re.compile(r" (?:collected|won) \(?([^\s()\[]*\d)\)?")


def read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    """Read the rake, the cards shown, and the wins of all whom no earlier line names as winners.

    Of a player who cashed out the summary alone tells the share of the pot.
    """
    table.closed = True
    is_told = [chips > 0 for chips in table.collected]
    for index, line in enumerate(lines[at:], at):
        table.line = index
        if line.startswith("Total pot"):
            for part in line.split(" | ")[1:]:
                _, blank, amount = part.strip().rpartition(" ")
                if blank and part.startswith(
                    ("Rake", "Jackpot", "JP Fee", "Splash", "Bingo", "Fortune", "Tax")
                ):
                    table.rake = (table.rake or 0) + table.coins[amount]
        elif line.startswith("Seat ") and ("[" in line or " won " in line or " collected " in line):
            number = line[5:].partition(":")[0]
            if not number.isdecimal() or int(number) not in table.numbers:
                continue
            player = table.numbers.index(int(number))
            match = _SUMMARY_SEAT.match(line)
            if match is not None:
                table.show(player, cards_in(f"[{match[1]}]"))
            if not is_told[player]:
                for chips in _SUMMARY_WON.findall(line, len(f"Seat {number}: {table.name_of(player)}")):
                    table.collect(player, table.coins[chips])


_LINES = LineFormat(
    _SEAT,
    betting(added=word(1), total=word(3))
    | {"folds": _fold, "posts": _post, "straddle": _straddle, "collected": chips(HandReplay.collect, word(1))}
    | {"mucked": show, "showed": show},
    _STRANGER,
    idle="is has said doesn't does did sits leaves joins will was cannot stood RETURN",
    separator=": ",
    button=re.compile(r"Table .*#(\d+)(?: |$)"),
    sit=_sit,
    say=_say,
    summarise=read_summary,
)
"""The lines of PokerStars below the first."""


GGPOKER = "GGPoker"
START_GGPOKER = r"Poker Hand #[A-Za-z]{0,4}\d"

_GG_HEAD = re.compile(r"Poker Hand #([A-Za-z]*)(\d+): *(?:Tournament #(\d+), *)?(.*)")
_GG_BLINDS = re.compile(r"\(([^()/]*\d)/([^()/]*\d)\s*(?:\(([^()]*\d)\))?\s*\)")
_GG_BUTTON_BLIND = re.compile(r"\((\S*\d)\)")
_GG_GAME = re.compile(r"(?:6\+|Short ?Deck|[567] Card|Hold'?em|Omaha|PLO)")


def read_ggpoker(lines: list[str], table: HandReplay) -> None:
    match = _GG_HEAD.match(lines[0])
    blinds = _GG_BLINDS.search(lines[0])
    button = _GG_BUTTON_BLIND.search(lines[0]) if blinds is None else None
    stakes = blinds or button
    if match is None or stakes is None:
        raise no_seats(lines)
    table.hand_id, table.key = match[2], match[1] + match[2]
    table.posts_tell = True
    table.flop_untold = match[1] == "AF"
    table.set_tournament(match[3])
    table.big_blind = table.coins[stakes[1 if blinds is None else 2]]
    table.small_blind = 0 if blinds is None else table.coins[blinds[1]]
    if blinds is not None and blinds[3]:
        table.ante = table.coins[blinds[3]]
    if match[3] is None:
        table.currency = currency_in(stakes[1]) or "USD"
    words = match[4].partition(" - Level")[0] if match[3] else match[4].partition(" (")[0]
    table.game, table.limit = _ggpoker_game(words)
    table.fast = "Rush" in lines[1] if len(lines) > 1 else False
    clock = TIME.search(match[4])
    if clock is not None:
        read_time(table, match[4], clock)
    _LINES.read(lines, table)


@lru_cache(maxsize=4096)
def _ggpoker_game(words: str) -> tuple[str, Limit]:
    """The game of a first line; a tournament's name before it may hold another's words."""
    named = _without_buy_in(words)
    starts = [match.start() for match in _GG_GAME.finditer(named)]
    start = starts[-1] if starts else 0
    for earlier in reversed(starts[:-1]):  # "5 Card Omaha" are two finds of one game
        if named[earlier:start].strip() in {"5 Card", "6 Card", "7 Card", "6+", "Short Deck", "ShortDeck"}:
            start = earlier
    game, limit = game_named(named[start:])
    return game, limit or ("PL" if game.startswith("omaha") else "")
