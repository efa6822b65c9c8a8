"""One board of one game, from the flop on, laid out for the compiled loops over its run-outs.

The cards that are not on the board, ascending, have the positions 0, 1, ....  A
holding with the positions i < j has the number j (j - 1) / 2 + i; a run-out, turn
and river, is numbered in the same way.  A run-out of the river alone has the number of its
position, and where the board is complete there is one run-out, 0.  Strengths are those of `jamfold.strength`,
looked up by holding and by board, so any game with two hole cards is served.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.cards import N_SUITS, Card, format_cards, parse_cards
from jamfold.errors import ChanceError, error_field
from jamfold.games import BOARD_CARDS, HOLDEM, Game
from jamfold.strength.boards import Boards, number_boards
from jamfold.strength.showdown import Hands, StrengthTables, number_hands, strength_tables

FLOP = 3
STREETS = {FLOP: "flop", FLOP + 1: "turn", BOARD_CARDS: "river"}
"""The name of a street by the number of board cards."""


class FlopCounts(NamedTuple):
    """What one board of a game holds; figures are those of a flop, a turn and a river of a full deck."""

    live: int
    """Cards that are not on the board."""
    holdings: int
    """Holdings of two of them: 1,176, 1,128, 1,081."""
    opponents: int
    """Holdings left for one opponent of a known hand: 1,081, 1,035, 990."""
    runouts: int
    """Run-outs left when two holdings are known: 990, 44, 1."""
    outcomes: int
    """Opponents times run-outs: 1,070,190, 45,540, 990."""
    scale: int
    """Points of hand strength 1: two for each outcome won, one for each tied."""


@cache
def flop_counts(game: Game, board_cards: int = FLOP) -> FlopCounts:
    """The counts of a game. Raises ChanceError if the winning chance does not serve the game."""
    if not game.ranks_all_holdings:
        raise ChanceError(
            f"The winning chance is one of games with two hole cards, not of {game.name}.", field="game"
        )
    live, hole = len(game.deck) - board_cards, game.hole_cards
    opponents, runouts = comb(live - hole, hole), comb(live - 2 * hole, BOARD_CARDS - board_cards)
    outcomes = opponents * runouts
    return FlopCounts(live, comb(live, hole), opponents, runouts, outcomes, 2 * outcomes)


class FlopLookup(NamedTuple):
    """One board as the kernels take it."""

    live: NDArray[np.uint8]
    """uint8, shape (live,): the card at each position."""
    ranks: IntArray
    """int64, shape (live,): its rank, counted from the lowest of the deck."""
    positions: IntArray
    """int64, shape (holdings, 2): i < j of each holding, and on a flop of each run-out."""
    hands: Hands
    """All holdings, by their numbers in the strength tables."""
    boards: Boards
    """The board with each run-out, likewise."""
    tables: StrengthTables
    """The strengths."""
    strengths: int
    """The strongest of them, and one."""
    drawn: int
    """Cards of a run-out: 2, 1 or 0."""

    def number(self, hand: Iterable[int]) -> int:
        """The number of a holding, its two cards in any order."""
        i, j = np.searchsorted(self.live, sorted(hand)).tolist()
        return int(j * (j - 1) // 2 + i)


def flop_lookup(flop: Iterable[int], game: Game = HOLDEM) -> FlopLookup:
    """A flop, with turn and river or not, of the game's deck, as the kernels take it."""
    cards = tuple(flop)
    known = len(cards)
    live = np.array([card for card in game.deck if card not in cards], dtype=np.uint8)
    positions = holding_positions(len(live))
    drawn = BOARD_CARDS - known
    runouts = positions if drawn == 2 else np.arange(len(live) if drawn else 1)[:, None][:, :drawn]
    board_cards = np.empty((len(runouts), BOARD_CARDS), dtype=np.uint8)
    board_cards[:, :known], board_cards[:, known:] = cards, live[runouts]
    return FlopLookup(
        live,
        live.astype(np.int64) // N_SUITS - game.lowest_rank,
        positions,
        number_hands(game, live[positions]),
        number_boards(game, board_cards),
        strength_tables(game),
        _strengths(game),
        drawn,
    )


@cache
def holding_positions(live: int) -> IntArray:
    """The positions i < j of each holding, by its number: shape (holdings, 2)."""
    return np.array([(i, j) for j in range(live) for i in range(j)], dtype=np.int64)


@cache
def _strengths(game: Game) -> int:
    tables = strength_tables(game)
    return 1 + max(int(tables.by_ranks.max()), int(tables.in_suit.max()))


def parse_flop(text: str, game: Game = HOLDEM, *, later: bool = False) -> tuple[Card, ...]:
    """The flop as written; with `later`, turn and river may follow.

    Raises CardError if the text is no list of cards; ChanceError if it is not three cards of the deck (with
    `later` three to five).
    """
    with error_field("flop"):
        cards = _parse_deck_cards(text, game)
        if len(cards) not in (STREETS if later else (FLOP,)):
            more = ", a turn and a river add one each" if later else ""
            raise ChanceError(f"'{text[:60]}' has {len(cards)} cards: a flop has {FLOP}{more}.")
    return cards


def parse_hand(text: str, flop: Iterable[int], game: Game = HOLDEM) -> tuple[Card, ...]:
    """A holding as written, checked against the flop.

    Raises CardError if the text is no list of cards; ChanceError if it is not two cards of the deck, or one
    of them lies on the flop.
    """
    with error_field("hand"):
        cards = _parse_deck_cards(text, game)
        if len(cards) != game.hole_cards:
            raise ChanceError(f"'{text[:60]}' has {len(cards)} cards: a hand has {game.hole_cards}.")
        both = [card for card in cards if card in tuple(flop)]
        if both:
            raise ChanceError(
                f"The card {format_cards(both[:1])} is in the hand '{text[:60]}' and on the "
                f"{'flop' if len(tuple(flop)) == FLOP else 'board'}."
            )
    return cards


def _parse_deck_cards(text: str, game: Game) -> tuple[Card, ...]:
    cards = parse_cards(text)
    for card in cards:
        if card not in game.deck:
            raise ChanceError(
                f"The card {format_cards([card])} in '{text[:60]}' is not in the deck of {game.title}."
            )
    return cards
