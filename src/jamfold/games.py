"""The rules of the games, as data.

Everything in which the games differ (deck, number of hole cards, how many of
them must play, the order of the hands, a split pot) stands in one frozen
`Game`; no other module asks which game it is dealing with.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import comb

from jamfold.cards import N_RANKS, N_SUITS, Card, Rank, deck_from
from jamfold.errors import GameError

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
    """One game's rules.

    Attributes
    ----------
    name
        The name in commands, files and JSON.
    title
        The name for people.
    hole_cards
        Cards dealt to each player.
    hole_used
        How many hole cards may play in the five-card hand; the others come
        from the board.
    lowest_rank
        The lowest rank of the deck (0 for a full deck).  The ace also counts
        as the card below it in a straight.
    order
        The categories from the weakest to the strongest.
    split_low
        Half of the pot goes to the best 8-or-better low, if there is one.
    """

    name: str
    title: str
    hole_cards: int
    hole_used: tuple[int, ...]
    lowest_rank: Rank
    order: tuple[Category, ...]
    split_low: bool

    @property
    def n_ranks(self) -> int:
        """Ranks in the deck."""
        return N_RANKS - self.lowest_rank

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of the deck."""
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
        """A range to show how one is written."""
        return "77+,AJs+" if self.has_classic_notation else "AA$ds"

    @property
    def has_square_of_classes(self) -> bool:
        """The classes fill a square: pairs on the diagonal, suited above, offsuit below."""
        return self.hole_cards == 2

    @property
    def has_families(self) -> bool:
        """Classes are shown by families, by ranks and suits of four or five cards (`ranges.patterns`)."""
        return self.hole_cards in (4, 5)

    @property
    def is_outlined(self) -> bool:
        """What is played is said in few words and short ranges, made for four cards (`ranges.features`)."""
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
        """So many classes that a list of all is asked for, not printed unasked."""
        return self.hole_cards > 2

    @property
    def compares_all_pairs(self) -> bool:
        """So few pairs of hands differ by more than suits that all can be compared in seconds."""
        return self.hole_cards == 2

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
_SIX_PLUS_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TRIPS,
    Category.STRAIGHT,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.QUADS,
    Category.STRAIGHT_FLUSH,
)
_SIX_PLUS_TRIPS_ORDER = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.TRIPS,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.QUADS,
    Category.STRAIGHT_FLUSH,
)
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


def find_game(name: str) -> Game:
    """The game of a name.

    Raises
    ------
    GameError
        If no game has that name.
    """
    game = GAMES.get(name.strip().lower())
    if game is None:
        raise GameError(f"Unknown game '{name[:40]}': the games are {', '.join(GAMES)}.", field="game")
    return game
