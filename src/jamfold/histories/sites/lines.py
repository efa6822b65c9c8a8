"""What line readers share: whose line it is, cards in brackets, other languages."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache

from jamfold.cards import Card
from jamfold.core.errors import HistoryError
from jamfold.histories.records import PostKind
from jamfold.histories.replay import HandReplay, read_cards
from jamfold.histories.site_text import LANGUAGES

_STREET = re.compile(r"\*\*\* (?:FIRST )?(FLOP|TURN|RIVER)(?: 1)? ?\*\*\*")
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_BRACKETS = re.compile(r"\[([^\]]*)\]")
POSTS: dict[str, PostKind] = {"ante": "ante", "small blind": "small blind", "big blind": "big blind"}
"""What most rooms call what is posted."""
_SEAT_WORD = re.compile(r"([^\W\d]+) #?\d+(?: ?:| )")


_NOBODY = -1, ""


class Names:
    """Whose line it is: the seated names, longest first, where one may hold what stands behind another."""

    def __init__(self, table: HandReplay, separator: str) -> None:
        self._separator = separator
        self._names = table.names
        self._longest: list[str] = []
        if separator in "\n".join(table.names):
            self._longest = sorted(table.names, key=len, reverse=True)

    def split(self, line: str, verbs: Container[str]) -> tuple[int, str]:
        """The player and what they do; -1 and an empty text where no seated player begins the line.

        `verbs` holds the first words that a deed can begin with; with them, a name that goes on with
        such a word is told from a shorter one.
        """
        if not self._longest:
            name, mark, rest = line.partition(self._separator)
            return (self._names[name], rest) if mark and name in self._names else _NOBODY
        for name in self._longest:
            if line.startswith(name) and line.startswith(self._separator, len(name)):
                rest = line[len(name) + len(self._separator) :]
                if rest.partition(" ")[0] in verbs:
                    return self._names[name], rest
        return _NOBODY


def verbs(words: str) -> frozenset[str]:
    """The first words that a deed can begin with."""
    return frozenset(words.split())


def dealt_to(line: str, table: HandReplay) -> None:
    """``Dealt to NAME [As Kh]``: the hero's cards; without cards, somebody else's."""
    name, mark, _ = line[9:].rpartition(" [")
    player = table.names.get(name) if mark else None
    if player is not None:
        cards = cards_in(line)
        if table.game == "omaha" and len(cards) in (5, 6):  # of which some rooms say no more
            table.game = f"omaha{len(cards)}"
        table.hero = player
        table.show(player, cards)


def refuse_stranger(deeds: re.Pattern[str], line: str) -> None:
    """A line of the pattern that no seated player begins is the deed of one without a seat.

    Raises HistoryError if the line is one.
    """
    match = deeds.match(line)
    if match is not None:
        raise HistoryError(f"'{match[1][:40]}' acts but has no seat at the table.")


def cards_in(text: str) -> tuple[Card, ...]:
    """Cards in the last brackets of a text; none without brackets, or where one is hidden, ``XX``."""
    _, start, inner = text.rpartition("[")
    inner, end, _ = inner.rpartition("]")
    return read_cards(inner) if start and end and "XX" not in inner else ()


def deal_street(line: str, table: HandReplay) -> None:
    """The cards of ``*** TURN *** [2c 3d 4h] [5s]``; of two boards the first counts.

    All-in or fold of GGPoker has no line of a flop: its cards stand in that of the turn.
    """
    street = _street_in(line.partition("[")[0])
    if not street:
        return
    if table.flop_untold and street == 2 and not table.street:
        table.deal(1, read_cards(_BRACKETS.findall(line)[0]))
    cards = cards_in(line)
    table.deal(street, cards if street == 1 else cards[-1:])


@lru_cache(maxsize=256)
def _street_in(text: str) -> int:
    """The street that a line of asterisks names; 0 if none."""
    match = _STREET.match(text)
    return 0 if match is None else _STREETS[match[1]]


def deal_rest(table: HandReplay, board: tuple[Card, ...]) -> None:
    """The streets of a whole board that are not dealt yet."""
    while table.street < len(board) - 2:
        deal_next(table, board)


def deal_next(table: HandReplay, board: tuple[Card, ...]) -> None:
    """The next street of a board that is told as a whole."""
    dealt = table.street + 2 if table.street else 0
    table.deal(table.street + 1, board[dealt : table.street + 3])


def name_stakes(table: HandReplay) -> None:
    """Where no stakes are named they are the blinds posted, of which one that is short says little."""
    posted = {kind: (chips, all_in) for _, kind, chips, all_in in table.posts}
    (small, short), (big, other) = (posted.get(kind, (0, True)) for kind in ("small blind", "big blind"))
    if not table.big_blind:
        table.big_blind = max(big, 2 * small) if other else big
        table.small_blind = max(small, table.big_blind // 2) if short else small


def no_seats(lines: list[str]) -> HistoryError:
    """Why a hand with the site's first line has no seats: it may be in another language."""
    for line in lines[1:12]:
        match = _SEAT_WORD.match(line)
        if match is not None and match[1] in LANGUAGES:
            return HistoryError(f"The hand is in {LANGUAGES[match[1]]}; only English histories are read.")
    return HistoryError("The hand names no seats: it breaks off, or it is not in English.")
