"""888poker and its network: bets and raises are printed as chips added, no rake is.

The brands of the network (WSOP.com, Torneos, LuckyAcePoker.com ...) differ by the first line's name alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jamfold.core.errors import HistoryError
from jamfold.histories.records import CHIPS_UNTOLD, PostKind
from jamfold.histories.replay import HandReplay
from jamfold.histories.site_text import currency_in, game_named
from jamfold.histories.sites.lines import POSTS, LineFormat, betting, cards_in, chips, in_brackets, post_kind
from jamfold.histories.sites.partypoker import STREETS
from jamfold.histories.validation import MissingInformationError

SITE = "888poker"
_FIRST = r"\*\*{4} (?!Betfair)[^\n*]{1,40} Hand History [Ff]or Game \d"
START = rf"#Game No ?:[^\n]*\n{_FIRST}|{_FIRST}"

_HEAD = re.compile(r"\*{5} .*?Hand History [Ff]or Game (\d+)")
_BLINDS = re.compile(r"(\S.*?)/(.*?) Blinds (.*?) - \*{3}(?: (\d\d?) (\d\d?) (\d{4}))?")
_SEAT = re.compile(r"Seat (\d+): (.*) \( ([^()]*) \)")
_POSTS: dict[str, PostKind] = {**POSTS, "straddle": "straddle"}
_DOT = re.compile(r"\.(?=\d{3}(?!\d))")
"""A thousands mark: chips have at most two decimals."""
_ABROAD = tuple(
    {
        f"{rank}{own}": f"{'T' if rank == 'D' else rank}{suit}"
        for rank in (*"23456789TJQKAD", "10")
        for own, suit in zip(suits, "shdc", strict=True)
    }
    for suits in ("ecop", "pcdt")
)
"""Cards in Portuguese (espadas, copas, ouros, paus) and Spanish (picas, corazones, diamantes, tréboles) as
English ones; D is the ten in both."""
_LONGEST_CARD = 3
"""Signs of a card with a suit of one letter; suits of whole words tell their language."""
_STRANGER = re.compile(r"([^:]+?) (?:folds|checks|(?:calls|bets|raises) \[.*\])$")


def read(lines: list[str], table: HandReplay) -> None:
    at = next((k for k in range(min(3, len(lines))) if _HEAD.match(lines[k])), -1)
    blinds = _BLINDS.match(lines[at + 1]) if 0 <= at < len(lines) - 1 else None
    if blinds is None:
        raise HistoryError("The hand's first lines are cut short.")
    match = _HEAD.match(lines[at])
    table.hand_id = match[1] if match else ""
    place = lines[at + 2] if len(lines) > at + 2 else ""
    tournament = re.match(r"Tournament #(\d+)", place)
    table.set_tournament(tournament[1] if tournament else None)
    table.line = at + 1
    table.posts_tell = True
    level = table.coins[blinds[1]], table.coins[blinds[2]]
    table.small_blind, table.big_blind = sorted(level)  # BLAST's last hands are played for antes alone
    if not tournament:
        table.currency = currency_in(blinds[1])
    table.game, table.limit = game_named(blinds[3])
    table.fast = "snap" in f"{lines[at]} {place}".lower()
    if blinds[4]:
        table.day = f"{blinds[6]}-{int(blinds[5]):02d}-{int(blinds[4]):02d}"
    _BEFORE_DEAL.read(_in_english(lines), table, at + 2)


def _in_english(lines: list[str]) -> list[str]:
    """Return the lines with the cards of 888 in Portuguese or Spanish, whose hearts are c, in English.

    A hand that shows c and d alone is left as it is: they are two suits in every language.  Raises
    HistoryError if nothing tells whether D is the ten, or the queen that it is in Swedish and German.
    """
    showdown_places = [
        (k, line.rfind("[ ") + 2)
        for k, line in enumerate(lines)
        if line.endswith(" ]") and "[ " in line and " collected [ " not in line
    ]
    words = {word for k, at in showdown_places for word in lines[k][at:-2].split(", ") if word}
    suits = {word[-1:] for word in words if len(word) <= _LONGEST_CARD}
    ranks = {word[:-1] for word in words}
    is_neutral, has_ten = suits <= {"c", "d"}, bool(ranks & {"T", "10"})
    if suits & {"s", "h"} or (is_neutral and (has_ten or "D" not in ranks)):
        return lines
    spoken = next((cards for cards in _ABROAD if words <= cards.keys()), None)
    if spoken is None and is_neutral:
        return lines
    if spoken is None:
        raise HistoryError(f"'{', '.join(sorted(words))[:60]}' are not cards in one language.")
    if "D" in ranks and (has_ten or (is_neutral and not ranks & {"Q", "J"})):
        raise HistoryError("The card D is a ten or a queen: no other card tells the language.")
    english = list(lines)
    for k, at in showdown_places:
        english[k] = f"{lines[k][:at]}{', '.join(spoken[word] for word in lines[k][at:-2].split(', '))} ]"
    return english


def _sit(match: re.Match[str], table: HandReplay) -> None:
    if not match[2]:
        raise MissingInformationError(CHIPS_UNTOLD)
    table.sit(int(match[1]), match[2], _chips(table, match[3]))


def _deal_street(line: str, table: HandReplay) -> None:
    street = STREETS.get(line[:15], 0)
    if street:
        table.deal(street, cards_in(line))
    elif line.startswith("** Summary"):
        table.closed = True


def _fold_before_deal(table: HandReplay, player: int, text: str) -> None:
    """Who does not pay the blind that they owe is not in the hand."""
    if table.touched[player] or text != "folds":
        table.fold(player)


def _amount(table: HandReplay, text: str) -> int:
    """Parse the bracketed chips."""
    return _chips(table, in_brackets(text.partition(" ")[2]))


def _chips(table: HandReplay, text: str) -> int:
    return table.coins[_DOT.sub("", text) if "." in text else text]


def _post(table: HandReplay, player: int, text: str) -> None:
    kind, _, amount = text[6:].partition(" [")
    if kind == "dead blind":
        dead, plus, live = amount.rstrip("]").partition("+")
        table.post(player, "dead blind", table.coins[dead.strip()])
        if plus:
            table.post(player, "returning blind", table.coins[live.strip()])
    else:
        table.post(player, post_kind(_POSTS, kind, f"posts {text[6:66]}"), _amount(table, text))


_LINES = LineFormat(
    _SEAT,
    betting(added=_amount, total=_amount)
    | {"raises": chips(HandReplay.raise_by, _amount), "posts": _post}
    | {"collected": chips(HandReplay.collect, _amount)},
    _STRANGER,
    idle="did is",
    streets="** ",
    summary="",
    sit=_sit,
    deal_street=_deal_street,
)
_BEFORE_DEAL = replace(
    _LINES,
    deeds={**_LINES.deeds, "folds": _fold_before_deal},
    summary="** ",
    summarise=lambda lines, at, table: _LINES.read(lines, table, at - 1),
)
