"""The games of the calculator that are listed hand by hand, as data.

A game is a deck, the private cards, the board, and the pots: what wins each of them and which cards may
play for it.  A known card of a player is fixed; an unknown one comes from the deck in every way, which
makes of a hand of stud or draw a range.  Adding a game is adding it here: nothing else asks which it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from jamfold.cards import N_RANKS, Card, Rank, deck_from
from jamfold.cards.games import GAMES, OMAHA_5, OMAHA_5_HILO, Game, game_by_alias
from jamfold.cards.strength.rankings import (
    ACE_FIVE,
    BADUGI,
    DEUCE_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    FiveCardRanking,
    Ranking,
)
from jamfold.core.errors import GameError

_TWO = Rank(0)
_HAND = 5
_NO_BOARD = (0,)
_STREETS = (0, 3, 4, 5)


@dataclass(frozen=True)
class Pot:
    """A part of the pot."""

    ranking: Ranking
    """What wins it."""
    used: tuple[int, ...]
    """How many private cards may play for it; the board gives the rest of five cards."""


@dataclass(frozen=True)
class ListedGame:
    """The rules of a showdown."""

    name: str
    title: str
    """name, title: As of a `Game`."""
    private_cards: int
    """Cards of each player at the showdown."""
    boards: tuple[int, ...]
    """How many board cards may be known; the last is the whole board, 0 that there is none."""
    pots: tuple[Pot, ...]
    """One or two; half of the chips each, all of them where nobody makes the other one."""
    note: str = ""
    """What the name alone does not tell."""
    lowest_rank: Rank = _TWO
    """The lowest rank of the deck (0 for a full deck)."""

    def __post_init__(self) -> None:
        """Refuse rules that no method of the calculator serves."""
        for pot in self.pots:
            fears = not isinstance(pot.ranking, FiveCardRanking) or pot.ranking.fears_flushes
            if self.has_board and fears:
                raise GameError(f"{self.title}: there is no {pot.ranking.name} with a board.")
        if not 1 <= len(self.pots) <= 2:
            raise GameError(f"{self.title}: a game has one pot or two.")

    @property
    def deck(self) -> tuple[Card, ...]:
        return deck_from(self.lowest_rank)

    @property
    def n_ranks(self) -> int:
        return N_RANKS - self.lowest_rank

    @property
    def hole_cards(self) -> int:
        """The private cards, as a `Game` calls them."""
        return self.private_cards

    @property
    def n_hands(self) -> int:
        """All hands a player can hold."""
        return comb(len(self.deck), self.private_cards)

    @property
    def board_cards(self) -> int:
        return self.boards[-1]

    @property
    def has_board(self) -> bool:
        """Whether there are common cards; players' own cards must then be known."""
        return self.board_cards > 0

    @property
    def has_square_of_classes(self) -> bool:
        """Hands are written card by card: there are no classes."""
        return False

    @property
    def split_low(self) -> bool:
        """Whether a second pot is divided, the low."""
        return len(self.pots) > 1

    @property
    def example_hand(self) -> str:
        """A hand to show how one is written."""
        if self.has_board:
            return "AsKsQhJhTd9d"[: 2 * self.private_cards]
        return "Ac2c3d"

    @property
    def example_range(self) -> str:
        """Several hands with weights."""
        if self.has_board:
            first, second = (cards[: 2 * self.private_cards] for cards in ("9d9c8d8c7h7s", "6s6h5s5h4s4h"))
            return f"{first}@100,{second}@50"
        return "**Kd"


def _five(ranking: Ranking) -> Pot:
    return Pot(ranking, (_HAND,))


def _omaha(name: str, title: str, cards: int, *, low: bool, first_card: bool = False) -> ListedGame:
    pots = (Pot(HIGH, (2,)), Pot(EIGHT_OR_BETTER, (2,)))
    boards = (0, 1, 3, 4, 5) if first_card else _STREETS
    return ListedGame(name, title, cards, boards, pots if low else pots[:1])


_LAST_DRAW = "Before the last draw: cards that are given are kept, the others drawn; discards are dead."

LISTED_GAMES = {
    game.name: game
    for game in (
        _omaha("omaha-5", OMAHA_5.title, 5, low=False),
        _omaha("omaha-5-hilo", OMAHA_5_HILO.title, 5, low=True),
        _omaha("omaha-6", "Six-card Omaha", 6, low=False),
        _omaha("omaha-6-hilo", "Six-card Omaha Hi/Lo (8 or better)", 6, low=True),
        _omaha("courchevel", "Courchevel", 5, low=False, first_card=True),
        _omaha("courchevel-hilo", "Courchevel Hi/Lo (8 or better)", 5, low=True, first_card=True),
        ListedGame(
            "holdem-hilo", "Hold'em Hi/Lo (8 or better)", 2, _STREETS,
            (Pot(HIGH, (0, 1, 2)), Pot(EIGHT_OR_BETTER, (0, 1, 2))),
        ),
        ListedGame(
            "pineapple-lazy", "Lazy pineapple", 3, _STREETS, (Pot(HIGH, (0, 1, 2)),),
            "Three hole cards to the end, of which at most two play.",
        ),
        ListedGame("stud", "Seven-card stud", 7, _NO_BOARD, (_five(HIGH),)),
        ListedGame(
            "stud-hilo", "Seven-card stud Hi/Lo (8 or better)", 7,
            _NO_BOARD, (_five(HIGH), _five(EIGHT_OR_BETTER),),
        ),
        ListedGame(
            "stud-hilo-nq", "Seven-card stud Hi/Lo without qualifier", 7,
            _NO_BOARD, (_five(HIGH), _five(ACE_FIVE),),
        ),
        ListedGame("razz", "Razz", 7, _NO_BOARD, (_five(ACE_FIVE),)),
        ListedGame("stud-5", "Five-card stud", 5, _NO_BOARD, (_five(HIGH),)),
        ListedGame("27-draw", "2-7 draw", 5, _NO_BOARD, (_five(DEUCE_SEVEN),), _LAST_DRAW),
        ListedGame("a5-draw", "A-5 draw", 5, _NO_BOARD, (_five(ACE_FIVE),), _LAST_DRAW),
        ListedGame("5-draw", "Five-card draw", 5, _NO_BOARD, (_five(HIGH),), _LAST_DRAW),
        ListedGame("badugi", "Badugi", 4, _NO_BOARD, (Pot(BADUGI, (4,)),), _LAST_DRAW),
    )
}  # fmt: skip

CALCULATOR_GAMES: dict[str, Game | ListedGame] = {**GAMES, **LISTED_GAMES}
"""Every game that has an equity, by name; a listed one goes before one of the same name."""

TRIPLE_DRAW = (
    "Triple draw needs a drawing policy, what each player throws away on the draws to come: "
    "ask for the last draw, as 27-draw, a5-draw or badugi."
)


def find_calculator_game(name: str) -> Game | ListedGame:
    """The game of a name.

    Raises GameError if no game has that name, or it is one that is not decided by its cards alone.
    """
    if "triple" in name.lower():
        raise GameError(TRIPLE_DRAW, field="game")
    return game_by_alias(name, CALCULATOR_GAMES)
