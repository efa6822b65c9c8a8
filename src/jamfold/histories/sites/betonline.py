"""BetOnline and its sisters: a form of PokerStars' lines, and the one that the sisters had in 2012."""

from __future__ import annotations

import re

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.records import CHIPS_UNTOLD
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import currency_in, game_named, seconds
from jamfold.histories.sites.lines import (
    POSTS,
    Names,
    betting,
    cards_in,
    deal_rest,
    deal_street,
    match_first,
    name_stakes,
    no_seats,
    refuse_stranger,
    verbs,
    word,
)
from jamfold.histories.validation import MissingInformationError

SITE = "BetOnline"
_ROOMS = (
    "BetOnline Poker", "PayNoRake", r"ActionPoker\.com", "Gear Poker", r"SportsBetting\.ag Poker",
    "Tiger Gaming",
)  # fmt: skip
START = "|".join(rf"{room} Game #\d" for room in _ROOMS)

_HEAD = re.compile(
    r"[^#]*#(\d+): (?:Tournament #(\d+): )?(.*?)(?: \(?(\S*\d)/(\S*\d)\)?)? - "
    r"(\d{4})[/-](\d\d)[/-](\d\d) (\d\d):(\d\d)(?::(\d\d))?(.*)"
)
_ZONES = {
    "Eastern Daylight Time": 4, "EDT": 4, "Eastern Standard Time": 5, "EST": 5,
    "GMT Standard Time": 0, "GMT Daylight Time": -1,
}  # fmt: skip
"""Hours behind UTC."""
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.*) \(([^()]*) in [Cc]hips\)")
_LARGE_SUIT = re.compile(r"([CDHS])(?=[ \]])")
_VERBS = verbs("folds checks calls bets raises posts post ante") | verbs(
    "Folds. Checks. Calls Bets Raises Posts"
)
_SAYS = verbs("shows has said joins is")
_STRANGER = re.compile(
    r"(.*?): (?:folds|checks|(?:calls|bets|raises|posts? [a-z ]+) [^\s\d]*\d\S*.*)\.?$", re.IGNORECASE
)
_NAMELESS = re.compile(r"Unknown player: (?:folds|checks|calls|bets|raises|posts?) ?", re.IGNORECASE)
_SUMMARY_SEAT = re.compile(
    r"Seat \d+: (.*?)(?: \((?:Small Blind|Big Blind|Button)\) )? "
    r"(?:showed \[([^\]]*)\].*?)?(?:(?:collected|won) \((\S*\d)\).*)?$"
)


def read(lines: list[str], table: HandReplay) -> None:
    match = match_first(_HEAD, lines)
    table.hand_id = match[1]
    table.set_tournament(match[2])
    table.game, table.limit = game_named(match[3])
    if match[4] and not match[2]:  # a tournament's first line names its first level, not that of the hand
        table.small_blind, table.big_blind = table.coins[match[4]], table.coins[match[5]]
        table.currency = currency_in(match[4])
    table.day = "-".join(match.group(6, 7, 8))
    year, month, day, hour, minute, second = (int(part or 0) for part in match.group(6, 7, 8, 9, 10, 11))
    clock = seconds(year, month, day, hour, minute, second)
    zone = _ZONES.get(match[12].strip())
    table.played_at = None if clock is None or zone is None else clock + 3600 * zone
    table.checks_untold = True
    place = lines[1] if len(lines) > 1 else ""
    button = _BUTTON.search(place)
    _read_body(lines, table, int(button[1]) if button else -1)
    if (table.game, table.limit) == ("holdem", "PL") and not any(table.cards):
        table.game = "unknown"  # Omaha is named so, too: only cards tell


def _read_body(lines: list[str], table: HandReplay, button: int) -> None:
    names = says = None
    gone: list[int] = []
    second_names: dict[str, int] = {}
    for index, line in enumerate(lines[2:], 2):
        table.line = index
        if line.startswith("Seat ") and names is None:
            _sit(table, line, button, second_names)
            continue
        if not table.numbers:
            continue
        if names is None or says is None:
            table.names |= second_names
            names, says = Names(table, ": "), Names(table, " ")
        if line.startswith("*** "):
            if line.startswith("*** SUMMARY"):
                _fold(table, gone)
                _read_summary(lines, index + 1, table)
                for name in second_names:
                    del table.names[name]
                return
            if line.startswith("*** HOLE"):
                name_stakes(table)
            else:
                _fold(table, gone)
                deal_street(f"{line.partition('[')[0]}{_bracket(line)}", table)
            continue
        player, deed = names.split(line, _VERBS)
        if player >= 0:
            if not table.stacks[player]:
                raise MissingInformationError(CHIPS_UNTOLD)  # they have bought chips since
            if not deed.lower().startswith("post"):
                _fold(table, gone)
            _do(table, player, deed.lower().rstrip("."))
        elif line.lower().startswith("dealt to "):
            _deal_to(lines[1], line, table)
        else:
            player, deed = says.split(line, _SAYS)
            if player < 0 and _NAMELESS.match(line):
                raise MissingInformationError(CHIPS_UNTOLD)
            if player < 0:
                refuse_stranger(_STRANGER, line)
            elif deed.startswith("shows "):
                table.show(player, _cards(deed[6:]))
            elif deed == "has left the table" and table.touched[player]:
                gone.append(player)
    table.line = 0
    if not table.numbers:
        raise no_seats(lines)


def _sit(table: HandReplay, line: str, button: int, second_names: dict[str, int]) -> None:
    """Seat a player; seats count from 0, and anticlockwise in the older form, which is numbered from 10 down.

    A repeated seat with the same chips belongs to a player with two names, whose second one is noted.
    """
    match = _SEAT.match(line)
    if match is None:
        raise HistoryError("A seat line is cut short.")
    seat = int(match[1])
    table.board_untold = " in Chips)" in line
    number = 10 - seat if table.board_untold else seat + 1
    stack = table.coins[match[3]]
    player = table.numbers.index(number) if number in table.numbers else -1
    if player >= 0 and table.stacks[player] == stack and match[2] not in table.names:
        second_names[match[2]] = player
        return
    table.sit(number, match[2], stack)
    if seat == button:
        table.button = number


def _fold(table: HandReplay, gone: list[int]) -> None:
    """Fold players who left with cards, as the room does, in turn or not."""
    for player in gone:
        if table.behind[player] and not table.folded[player]:
            table.fast = True
            table.time_out(player)
            table.fold(player)
    gone.clear()


def _bracket(line: str) -> str:
    """The last cards of a line, in brackets, their suits small."""
    return _LARGE_SUIT.sub(lambda suit: suit[1].lower(), line[line.rfind("[") :])


def _cards(text: str) -> tuple[Card, ...]:
    return read_cards(" ".join(word[:-1] + word[-1].lower() for word in text.split()))


def _deal_to(place: str, line: str, table: HandReplay) -> None:
    name, _, _ = line[9:].rpartition(" [")
    cards = cards_in(_bracket(line))
    if name in table.names and cards:
        if len(cards) == 4 and table.game == "holdem":
            table.game = game_named(f"omaha {place}")[0]
        table.hero = table.names[name]
        table.show(table.hero, cards)


def _do(table: HandReplay, player: int, deed: str) -> None:
    text = deed.removesuffix(" and is all in")
    _DEEDS.get(text.partition(" ")[0], _post)(table, player, text)


def _raise(table: HandReplay, player: int, text: str) -> None:
    """``raises $2 to $4``, or ``raises $2``, the chips added."""
    words = text.split(" ")
    act = table.raise_to if len(words) > 3 else table.raise_by
    act(player, table.coins[words[3 if len(words) > 3 else 1]])


_DEEDS = betting(added=word(1), total=word(3)) | {"raises": _raise}


def _post(table: HandReplay, player: int, text: str) -> None:
    kind, _, amount = text.rpartition(" ")
    chips = table.coins[amount]
    if kind.removeprefix("posts ") in POSTS:
        table.post(player, POSTS[kind.removeprefix("posts ")], chips)
    elif kind in {"post now", "post dead"}:
        table.post_both(player, chips)
    elif kind != "ante processed":
        raise HistoryError(f"'{kind[:60]}' is not a known ante or blind.")
    elif chips:
        table.post(player, "ante", chips)


def _read_summary(lines: list[str], at: int, table: HandReplay) -> None:
    """Read the rake, printed at each pot (side pots and repeated pots too), always for the whole hand."""
    for index, line in enumerate(lines[at:], at):
        table.line = index
        if line.lower().startswith("total pot"):
            _, rake, amount = line.partition(" | Rake ")
            table.rake = table.coins[amount] if rake else None
        elif line.startswith("Board [") and not line.endswith("[]"):
            deal_rest(table, cards_in(_bracket(line)))
        match = _SUMMARY_SEAT.match(line) if line.startswith("Seat ") else None
        player = table.names.get(match[1].strip(), -1) if match else -1
        if match is None or player < 0:
            continue
        if match[2] and len(_cards(match[2])) != 5:  # the older form shows the best hand
            table.show(player, _cards(match[2]))
        if match[3]:
            table.collect(player, table.coins[match[3]])
    table.closed = True
