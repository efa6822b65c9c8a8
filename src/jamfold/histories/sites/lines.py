"""The ladder of a history in lines: seats, what everybody does, streets, a summary.

A site says what differs (`LineFormat`): how it writes a seat, and what each verb of its lines means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

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
    """Finds the player of a line: longest names first, if a name may contain the separator."""

    def __init__(self, table: HandReplay, separator: str) -> None:
        self._separator = separator
        self._names = table.names
        self._longest: list[str] = []
        if separator in "\n".join(table.names):
            self._longest = sorted(table.names, key=len, reverse=True)

    def split(self, line: str, verbs: Container[str]) -> tuple[int, str]:
        """Return the player and what they do; -1 and any text where no seated player begins the line.

        `verbs` holds the first words that a deed can begin with; with them, a name that goes on with
        such a word is distinguished from a shorter one.
        """
        if not self._longest:
            name, mark, rest = line.partition(self._separator)
            return (self._names.get(name, -1), rest) if mark else _NOBODY
        for name in self._longest:
            if line.startswith(name) and line.startswith(self._separator, len(name)):
                rest = line[len(name) + len(self._separator) :]
                if rest.partition(" ")[0] in verbs:
                    return self._names[name], rest
        return _NOBODY


def verbs(words: str) -> frozenset[str]:
    """The first words that a deed can begin with."""
    return frozenset(words.split())


Deed = Callable[[HandReplay, int, str], None]
"""Handler of an action: table, player, and the text after the name, which begins with the verb."""
Amount = Callable[[HandReplay, str], int]
"""Parser of the chips in such a text."""


def word(place: int, end: str = "") -> Amount:
    """Return a parser of the amount at a word, counted from the verb at 0, before an optional end."""
    if not end:
        return lambda table, text: table.coins[text.split(" ")[place]]
    return lambda table, text: table.coins[text.removesuffix(end).split(" ")[place]]


def chips(act: Callable[[HandReplay, int, int], None], amount: Amount) -> Deed:
    """Return the deed of a verb that moves chips: a method of the table, and where the amount is."""
    return lambda table, player, text: act(table, player, amount(table, text))


def fold(table: HandReplay, player: int, text: str) -> None:
    table.fold(player)


def check(table: HandReplay, player: int, text: str) -> None:
    table.check(player)


def show(table: HandReplay, player: int, text: str) -> None:
    table.show(player, cards_in(text))


def time_out(*beginnings: str) -> Deed:
    """Return the deed of words that say that the room acts in a player's stead, if they begin so."""
    return lambda table, player, text: table.time_out(player) if text.startswith(beginnings) else None


def betting(added: Amount, total: Amount) -> dict[str, Deed]:
    """Return the deeds of most sites, by verb: a call or bet tells what it adds, a raise what is in front."""
    return {
        "folds": fold,
        "checks": check,
        "calls": chips(HandReplay.call, added),
        "bets": chips(HandReplay.raise_by, added),
        "raises": chips(HandReplay.raise_to, total),
        "shows": show,
        "mucks": show,
    }


def post_kind(kinds: Mapping[str, PostKind], name: str, text: str) -> PostKind:
    """Return what a site calls so. Raises HistoryError, which tells the text, if it is not known."""
    if name not in kinds:
        raise HistoryError(f"'{text}' is not a known ante or blind.")
    return kinds[name]


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
    """Deal the next street of a board that is printed as a whole."""
    dealt = table.street + 2 if table.street else 0
    table.deal(table.street + 1, board[dealt : table.street + 3])


def dealt_to(line: str, table: HandReplay) -> None:
    """``Dealt to NAME [As Kh]``: the hero's cards; without cards, somebody else's."""
    name, mark, _ = line[9:].rpartition(" [")
    player = table.names.get(name) if mark else None
    if player is not None:
        cards = cards_in(line)
        if table.game == "omaha" and len(cards) in (5, 6):  # some rooms print only "omaha"
            table.game = f"omaha{len(cards)}"
        table.hero = player
        table.show(player, cards)


def match_first(pattern: re.Pattern[str], lines: list[str]) -> re.Match[str]:
    """Return how a pattern matches the hand's first line. Raises HistoryError if it does not."""
    match = pattern.match(lines[0])
    if match is None:
        raise HistoryError("The hand's first line is cut short.")
    return match


def in_brackets(text: str) -> str:
    """Return the bracketed text of an amount. Raises HistoryError without brackets."""
    start, end = text.find("["), text.rfind("]")
    if not 0 <= start < end:
        raise HistoryError(f"'{text[:40]}' is not a number of chips in brackets.")
    return text[start + 1 : end]


def refuse_stranger(deeds: re.Pattern[str], line: str) -> None:
    """A line of the pattern that no seated player begins is the deed of one without a seat.

    Raises HistoryError if the line is one.
    """
    match = deeds.match(line)
    if match is not None:
        raise HistoryError(f"'{match[1][:40]}' acts but has no seat at the table.")


def sit(match: re.Match[str], table: HandReplay) -> None:
    """Seat the player of a line: number, name, stack."""
    table.sit(int(match[1]), match[2], table.coins[match[3]])


def read_seat(pattern: re.Pattern[str], line: str, table: HandReplay) -> None:
    """Read the line of a seat, or of the button. Raises HistoryError if it is neither."""
    if (match := pattern.match(line)) is not None:
        sit(match, table)
    elif line.endswith(" is the button"):
        number = line[5:-14]
        table.button = int(number) if number.isdecimal() else 0
    else:
        raise HistoryError("A seat line is cut short.")


def _refuse(line: str, table: HandReplay) -> bool:
    return False


def _skip(line: str, table: HandReplay) -> bool:
    """Uncalled bets and pots are known without their lines."""
    return line.startswith(("Uncalled bet", "Main pot", "Side pot"))


def _close(lines: list[str], at: int, table: HandReplay) -> None:
    """The summary says nothing but that the hand is over."""
    table.closed = True


@dataclass(frozen=True)
class LineFormat:
    """How a site writes a hand below its first lines."""

    seat: re.Pattern[str]
    """The line of a seat."""
    deeds: Mapping[str, Deed]
    """By verb."""
    stranger: re.Pattern[str]
    """A deed, with the name of who does it."""
    idle: str = ""
    """Other verbs, which mean nothing."""
    separator: str = " "
    """Between a name and a deed."""
    streets: str | tuple[str, ...] = "*** "
    summary: str | tuple[str, ...] = "*** SUMMARY"
    """streets, summary: How the lines begin that part the hand; empty where a summary is read as all else."""
    button: re.Pattern[str] = re.compile(r"Seat (.*) is the button$")
    """The line of the button's seat, whose number is 0 where it cannot be read."""
    open: Callable[[str, HandReplay], bool] = _refuse
    """Reads a line before the deeds that is no seat's nor the button's; whether it was one."""
    sit: Callable[[re.Match[str], HandReplay], None] = sit
    dealt: str = "Dealt to "
    deal: Callable[[str, HandReplay], object] = dealt_to
    """dealt, deal: How a line of hole cards begins, and what reads it."""
    deal_street: Callable[[str, HandReplay], object] = deal_street
    say: Callable[[str, HandReplay], bool] = _skip
    """Reads another line of nobody; whether it was one."""
    summarise: Callable[[list[str], int, HandReplay], None] = _close
    """Reads the lines from an index on, those of the summary."""

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The first words that a deed can begin with."""
        return frozenset((*self.deeds, *self.idle.split()))

    def read(self, lines: list[str], table: HandReplay, first: int = 1) -> None:
        """Read the lines from an index on. Raises HistoryError if they name no seats."""
        names: Names | None = None
        deeds, verbs, streets = self.deeds, self.verbs, self.streets
        for index, line in enumerate(lines[first:], first):
            table.line = index
            if names is None:
                if self.open(line, table) or self.read_seat(line, table) or not table.numbers:
                    continue
                names = Names(table, self.separator)
            if line.startswith(streets):
                if self.summary and line.startswith(self.summary):
                    self.summarise(lines, index + 1, table)
                    return
                self.deal_street(line, table)
                continue
            player, text = names.split(line, verbs)
            if player < 0:
                self._read_other(line, table)
            elif (deed := deeds.get(text.partition(" ")[0])) is not None:
                deed(table, player, text)
        table.line = 0
        if not table.numbers:
            raise no_seats(lines)

    def read_seat(self, line: str, table: HandReplay) -> bool:
        """Return whether a line is that of a seat or of the button. Raises HistoryError if it breaks off."""
        is_seat = line.startswith("Seat ")
        if is_seat and (match := self.seat.match(line)) is not None:
            self.sit(match, table)
        elif (match := self.button.match(line)) is not None:
            table.button = int(match[1]) if match[1].isdecimal() else 0
        elif is_seat:
            raise HistoryError("A seat line is cut short.")
        else:
            return False
        return True

    def _read_other(self, line: str, table: HandReplay) -> None:
        if line.startswith(self.dealt):
            self.deal(line, table)
        elif line and not self.say(line, table):
            refuse_stranger(self.stranger, line)


def name_stakes(table: HandReplay) -> None:
    """Infer unnamed stakes from the posted blinds; a short post alone does not determine them."""
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
            return HistoryError(f"The hand is in {LANGUAGES[match[1]]}. Only English histories can be read.")
    return HistoryError("The hand has no seat lines. It is cut short, or not in English.")
