"""The rules of the games, as data.

Everything in which the games differ (deck, number of hole cards, how many of
them must play, the order of the hands, a split pot) is in one frozen `Game`;
no other module depends on which game it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from math import comb
from typing import TypeVar

from jamfold.cards import N_RANKS, N_SUITS, Card, Rank, deck_from
from jamfold.core.errors import GameError, UnsupportedError

BOARD_CARDS = 5
_MOST_HANDS = 3_000_000
"""For factors: five cards of 52 make 2,598,960 hands, six of them 20,358,520."""


class Category(Enum):
    """The kinds of five-card hands."""

    HIGH_CARD = "high card"
    PAIR = "pair"
    TWO_PAIR = "two pair"
    TRIPS = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    QUADS = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"


@dataclass(frozen=True)
class Game:
    """One game's rules."""

    name: str
    """The name in commands, files and JSON."""
    title: str
    """The name for people."""
    hole_cards: int
    """Cards dealt to each player."""
    hole_used: tuple[int, ...]
    """How many hole cards may play in the five-card hand; the others come from the board."""
    lowest_rank: Rank
    """The lowest rank of the deck (0 for a full deck).  The ace also counts as the card below it in a
    straight."""
    order: tuple[Category, ...]
    """The categories from the weakest to the strongest."""
    split_low: bool
    """Half of the pot goes to the best 8-or-better low, if there is one."""

    @property
    def n_ranks(self) -> int:
        return N_RANKS - self.lowest_rank

    @property
    def deck(self) -> tuple[Card, ...]:
        return deck_from(self.lowest_rank)

    @property
    def n_hands(self) -> int:
        """K1, all hands a player can hold."""
        return comb(len(self.deck), self.hole_cards)

    @property
    def n_opponent_hands(self) -> int:
        """K2, the hands left for the opponent of a known hand."""
        return comb(len(self.deck) - self.hole_cards, self.hole_cards)

    @property
    def n_boards(self) -> int:
        """Boards left when two hands are known."""
        return comb(len(self.deck) - 2 * self.hole_cards, BOARD_CARDS)

    @property
    def has_board(self) -> bool:
        """Whether there are common cards."""
        return True

    def deals_like(self, other: Game) -> bool:
        """Whether the other game's players hold the same hands, so that classes and ranges agree."""
        return (self.deck, self.hole_cards) == (other.deck, other.hole_cards)

    @property
    def margin_unit(self) -> int:
        """The margin of one board won outright; pot shares are counted in halves when split."""
        return 2 if self.split_low else 1

    # What the number of hole cards decides; no other module asks for it to choose its way.

    @property
    def has_classic_notation(self) -> bool:
        """Players write ranges as ``77+, AKs, T9o``; else in generic notation, ``AA$ds``."""
        return self.hole_cards == 2

    @property
    def example_hand(self) -> str:
        """A hand to show how one is written."""
        return "AsKsQhJh9d8c"[: 2 * self.hole_cards]

    @property
    def example_range(self) -> str:
        return "77+,AJs+" if self.has_classic_notation else "AA$ds"

    @property
    def has_square_of_classes(self) -> bool:
        """The classes fill a square: pairs on the diagonal, suited above, offsuit below."""
        return self.hole_cards == 2

    @property
    def counts_straight_flushes(self) -> bool:
        """Whether a jackpot may be for straight flushes: with more hole cards only royal ones are counted."""
        return self.hole_cards == 2

    @property
    def has_families(self) -> bool:
        """Classes are shown by families, by ranks and suits of four or five cards (`ranges.patterns`)."""
        return self.hole_cards in (4, 5)

    @property
    def is_outlined(self) -> bool:
        """What is played is said in few words and short ranges, made for four cards (`spots.outline`)."""
        return self.hole_cards == 4

    @property
    def is_on_pages(self) -> bool:
        """Pages show all stacks of the game at once; more than 16,432 classes are too many for that."""
        return self.hole_cards in (2, 4)

    @property
    def has_single_suited_hands(self) -> bool:
        """Some hands hold one suit twice and no other: with more than five cards others come twice, too."""
        return self.hole_cards <= N_SUITS + 1

    @property
    def has_class_table(self) -> bool:
        """All classes against all fit into a table (five cards: 72 GB), by terms of 16 bits."""
        return 2 <= self.hole_cards <= 4

    @property
    def has_threeway_table(self) -> bool:
        """Three classes against one another fit into a table (two cards: 169^3 cells)."""
        return self.hole_cards == 2 and not self.split_low

    @property
    def has_factors(self) -> bool:
        """The factors of the table fit on a disk (five cards: 12.6 GB; six of 36: 2.6 GB; six: 230 GB)."""
        return 2 <= self.hole_cards <= 6 and self.n_hands <= _MOST_HANDS

    @property
    def has_many_classes(self) -> bool:
        """Whether there are too many classes to list all of them by default."""
        return self.hole_cards > 2

    @property
    def ranks_all_holdings(self) -> bool:
        """All holdings on a flop can be ranked in milliseconds (`flop`); lows are not."""
        return self.hole_cards == 2 and not self.split_low


STANDARD_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TRIPS,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.QUADS,
    Category.STRAIGHT_FLUSH,
)
_SIX_PLUS_ORDER = (*STANDARD_ORDER[:5], Category.FULL_HOUSE, Category.FLUSH, *STANDARD_ORDER[7:])
"""A flush beats a full house."""
_SIX_PLUS_TRIPS_ORDER = (*_SIX_PLUS_ORDER[:3], Category.STRAIGHT, Category.TRIPS, *_SIX_PLUS_ORDER[5:])
"""The same, and three of a kind beats a straight."""
_SIX = Rank(4)

HOLDEM = Game("holdem", "Texas Hold'em", 2, (0, 1, 2), Rank(0), STANDARD_ORDER, False)
SIX_PLUS = Game(
    "six-plus", "Six-Plus Hold'em, straight beats trips", 2, (0, 1, 2), _SIX, _SIX_PLUS_ORDER, False
)
SIX_PLUS_TRIPS = Game(
    "six-plus-trips",
    "Six-Plus Hold'em, trips beat straight",
    2,
    (0, 1, 2),
    _SIX,
    _SIX_PLUS_TRIPS_ORDER,
    False,
)
OMAHA = Game("omaha", "Omaha", 4, (2,), Rank(0), STANDARD_ORDER, False)
OMAHA_HILO = Game("omaha-hilo", "Omaha Hi/Lo (8 or better)", 4, (2,), Rank(0), STANDARD_ORDER, True)
OMAHA_5 = Game("omaha-5", "Five-card Omaha", 5, (2,), Rank(0), STANDARD_ORDER, False)
OMAHA_5_HILO = Game(
    "omaha-5-hilo", "Five-card Omaha Hi/Lo (Big O, 8 or better)", 5, (2,), Rank(0), STANDARD_ORDER, True
)
OMAHA_5_SHORT = Game(
    "omaha-5-short",
    "Short-deck five-card Omaha (36 cards, usual order)",
    5,
    (2,),
    _SIX,
    STANDARD_ORDER,
    False,
)
OMAHA_6_SHORT = Game(
    "omaha-6-short",
    "Short-deck six-card Omaha (36 cards, usual order)",
    6,
    (2,),
    _SIX,
    STANDARD_ORDER,
    False,
)

GAMES = {
    game.name: game
    for game in (
        HOLDEM,
        SIX_PLUS,
        SIX_PLUS_TRIPS,
        OMAHA,
        OMAHA_HILO,
        OMAHA_5,
        OMAHA_5_HILO,
        OMAHA_5_SHORT,
        OMAHA_6_SHORT,
    )
}


_OTHER_NAMES = {
    "holdem": "nl nlh nlhe he texas texas-holdem nl-holdem holdem-nl no-limit-holdem hold-em",
    "six-plus": "6+ 6plus 6+-holdem six-plus-holdem short-deck short-deck-holdem sd",
    "six-plus-trips": "6+-trips 6plus-trips short-deck-trips triton",
    "omaha": "plo plo4 o4 omaha-4 four-card-omaha 4-card-omaha pot-limit-omaha pl-omaha",
    "omaha-hilo": "o8 o8b omaha-8b omaha-eight",
    "omaha-5": "plo5 o5 five-card-omaha 5-card-omaha five-card-plo 5-card-plo",
    "omaha-5-hilo": "big-o",
    "omaha-6": "plo6 o6 six-card-omaha 6-card-omaha six-card-plo 6-card-plo",
    "omaha-6-hilo": "",
    "omaha-5-short": "short-plo5 plo5-short short-deck-plo5 short-deck-omaha-5",
    "omaha-6-short": "short-plo6 plo6-short short-deck-plo6 short-deck-omaha-6",
}
"""What players call the games, those of the calculator too; blanks, hyphens, quotes and case do not count."""
_LEFT_OUT = re.compile(r"[\s\-_'\u2019./]+")
_HILO, _HIGH = (
    re.compile(r"(hilo|highlow|hl)?(8|eight)orbetter$|(highlow|hl|hilo8)$"),
    re.compile(r"(hi|high)(only)?$"),
)
"""Ways to say that a low takes half of the pot, and that it does not."""
_CLOSE = 0.7

Rules = TypeVar("Rules")


def _squeezed(name: str) -> str:
    """Return a name as it is compared: hi/lo in one spelling, high left out."""
    return _HIGH.sub("", _HILO.sub("hilo", _LEFT_OUT.sub("", name.lower())))


_MEANT = {
    _squeezed(f"{other}{low}"): f"{name}-hilo"
    for name in ("omaha", "omaha-5", "omaha-6")
    for other in (name, *_OTHER_NAMES[name].split())
    for low in ("-hilo", "-8")
} | {_squeezed(other): name for name, aliases in _OTHER_NAMES.items() for other in aliases.split()}


def canonical_name(name: str) -> str:
    """The key of a game in `GAMES` by any of its names; an unknown name unchanged."""
    key = _squeezed(name)
    return {_squeezed(game): game for game in GAMES}.get(key) or _MEANT.get(key, name)


def game_by_alias(name: str, games: Mapping[str, Rules]) -> Rules:
    """The game that a player's name means: ``plo8``, ``6+``, ``NL Hold'em``.

    Raises GameError if it means none of ``games``; the sentence suggests a near name.
    """
    own = {_squeezed(game): game for game in games}
    key = _squeezed(name)
    meant = own.get(key) or _MEANT.get(key, "")
    if meant in games:
        return games[meant]
    spelled = own | {other: value for other, value in _MEANT.items() if value in games}
    near = [] if meant else get_close_matches(key[:40], spelled, 1, _CLOSE)
    if near:
        raise GameError(f"Unknown game '{name[:40]}'. Did you mean {spelled[near[0]]}?", field="game")
    raise GameError(f"Unknown game '{name[:40]}'. Games: {', '.join(games)}.", field="game")


def find_game(name: str) -> Game:
    """The game of a name; raises as `game_by_alias`."""
    return game_by_alias(name, GAMES)


def game_of(game: str | Game) -> Game:
    """The rules of a game by name or as an object, as public functions take them.

    Raises GameError if it is neither.
    """
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise GameError(f"A game is a name or one of jamfold.GAMES, not {type(game).__name__}.", field="game")
    return find_game(game)


def check_threeway(game: Game) -> None:
    """Raise `UnsupportedError` if a game has no three-way table."""
    if not game.has_threeway_table:
        raise UnsupportedError(
            f"There is no three-way table of {game.name}: it serves games with two hole cards "
            "and an undivided pot."
        )


# Former names, until 0.4.
named_game, own_name = game_by_alias, canonical_name
