"""Hands and run-outs of one board from the flop on: numbering, and classes of equivalent hands.

The cards that are not on the board, ascending, have the positions 0, 1, ....  A
holding with the positions i < j has the number j (j - 1) / 2 + i; a run-out, turn
and river, is numbered in the same way.  A run-out of the river alone has the number of its
position, and where the board is complete there is one run-out, 0.  Strengths are those of
`jamfold.cards.strength`, looked up by holding and by board, so any game with two hole cards is served.

A permutation of the suits that leaves the flop and both ranges alone changes nothing but names: hands
that it exchanges form a class, and so do run-outs.  A flop of three suits
and three ranks has no such permutation but the identity, one of a single suit has six.

Suits that are not on the flop make no flush: two more board cards are not enough.  So the cards of one rank
in these suits may be exchanged whatever happens to other ranks, unless a range distinguishes them.  A flop
of a single suit has 12,222 classes of four cards then, where suits as wholes leave 41,537; those were
worth the same, and the search could not tell which of them to mix.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_CARDS, N_SUITS, Card, format_cards, parse_cards
from jamfold.cards.counting.classes import hand_indices, hand_masks
from jamfold.cards.games import BOARD_CARDS, HOLDEM, Game
from jamfold.cards.strength.boards import Boards, number_boards
from jamfold.cards.strength.showdown import Hands, StrengthTables, number_hands, strength_tables
from jamfold.core.arrays import IntArray
from jamfold.core.errors import ChanceError, error_field

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
            f"Winning chances are for games with two hole cards, not for {game.name}.", field="game"
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
    """The board with each run-out, by its number in the strength tables."""
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
    """The kernels' tables for a flop, with or without turn and river."""
    cards = tuple(flop)
    n_known = len(cards)
    live = np.array([card for card in game.deck if card not in cards], dtype=np.uint8)
    positions = holding_positions(len(live))
    missing = BOARD_CARDS - n_known
    runouts = positions if missing == 2 else np.arange(len(live) if missing else 1)[:, None][:, :missing]
    board_cards = np.empty((len(runouts), BOARD_CARDS), dtype=np.uint8)
    board_cards[:, :n_known], board_cards[:, n_known:] = cards, live[runouts]
    return FlopLookup(
        live,
        live.astype(np.int64) // N_SUITS - game.lowest_rank,
        positions,
        number_hands(game, live[positions]),
        number_boards(game, board_cards),
        strength_tables(game),
        _strengths(game),
        missing,
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
        if not cards:
            raise ChanceError("Enter a flop, such as Kh7d2c.")
        if len(cards) not in (STREETS if later else (FLOP,)):
            more = ", a turn and a river add one each" if later else ""
            raise ChanceError(f"'{text[:60]}' has {len(cards)} cards. A flop has {FLOP}{more}.")
    return cards


def parse_hand(text: str, flop: Iterable[int], game: Game = HOLDEM) -> tuple[Card, ...]:
    """A holding as written, checked against the flop.

    Raises CardError if the text is no list of cards; ChanceError if it is not two cards of the deck, or
    shares one with the flop.
    """
    with error_field("hand"):
        cards = _parse_deck_cards(text, game)
        if len(cards) != game.hole_cards:
            raise ChanceError(
                f"'{text[:60]}' has {len(cards)} cards. A hand in this game has {game.hole_cards}."
            )
        shared = [card for card in cards if card in tuple(flop)]
        if shared:
            raise ChanceError(
                f"The card {format_cards(shared[:1])} is in the hand '{text[:60]}' and on the "
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


_RUNOUT = BOARD_CARDS - FLOP


@dataclass(frozen=True, eq=False)
class Alike:
    """Sets of cards by what the permutations of suits exchange."""

    of: IntArray
    """int64, shape (sets,): the class of each."""
    representatives: IntArray
    """int64, shape (classes,): a set of each class."""
    sizes: IntArray
    """int64, shape (classes,)."""
    members: IntArray
    """int64, shape (sets,): the sets, class by class."""

    @classmethod
    def under(cls, images: Sequence[IntArray]) -> Alike:
        """The classes under permutations, each given as the images of all sets.

        The identity is among them.  Images that are merged (`FlopHands.merged`) make classes of what is
        merged.
        """
        highest = np.maximum.reduce(list(images))
        representatives, of, sizes = np.unique(highest, return_inverse=True, return_counts=True)
        return cls(of, representatives, sizes.astype(np.int64), np.argsort(of, kind="stable"))

    @cached_property
    def starts(self) -> IntArray:
        """int64, shape (classes + 1,): where the members of each class begin."""
        return np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int64)


@dataclass(frozen=True, eq=False)
class FlopHands:
    """The hands that can be held on a flop, and the run-outs; numbered by `counting.hand_indices`."""

    game: Game
    flop: tuple[Card, ...]
    """game, flop: The rules and the three cards."""
    live: NDArray[np.uint8]
    """uint8, shape (live,): the other cards of the deck, ascending."""
    places: NDArray[np.uint8]
    """uint8, shape (hands, hole_cards): places in `live`, ascending; 1,176 hands of two cards, 211,876 of
    four."""
    runouts: NDArray[np.uint8]
    """uint8, shape (runouts, 2): places in `live` of turn and river, ascending."""

    @property
    def cards(self) -> NDArray[np.uint8]:
        """The cards of the hands, ascending: uint8, shape (hands, hole_cards)."""
        return self.live[self.places]

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The same as 52-bit sets: uint64, shape (hands,)."""
        return hand_masks(self.cards)

    @cached_property
    def numbers(self) -> Hands:
        """The hands by their numbers in the strength tables."""
        return number_hands(self.game, self.cards)

    @cached_property
    def boards(self) -> Boards:
        """The flop with each run-out."""
        cards = np.empty((len(self.runouts), BOARD_CARDS), dtype=np.uint8)
        cards[:, :FLOP], cards[:, FLOP:] = self.flop, self.live[self.runouts]
        return number_boards(self.game, cards)

    @cached_property
    def suits(self) -> list[tuple[int, ...]]:
        """The permutations of suits that leave the flop alone, the identity first."""
        cards, orders = set(self.flop), permutations(range(N_SUITS))
        return [suits for suits in orders if {_renamed(card, suits) for card in cards} == cards]

    def images(self, suits: tuple[int, ...]) -> tuple[IntArray, IntArray]:
        """What a permutation of suits makes of all hands, and of all run-outs: their numbers."""
        place = np.zeros(N_CARDS, dtype=np.uint8)
        place[self.live] = np.arange(len(self.live))
        moved = place[[_renamed(int(card), suits) for card in self.live]]
        deck = range(len(self.live))
        hands, runouts = (np.sort(moved[sets], axis=1) for sets in (self.places, self.runouts))
        return hand_indices(hands, deck), hand_indices(runouts, deck)

    @cached_property
    def merged(self) -> tuple[IntArray, IntArray]:
        """For all hands, and all run-outs, the same with the highest suits among those not on the flop.

        Their numbers: those that differ by such suits only, rank by rank, have one number.
        """
        absent = [suit for suit in range(N_SUITS) if all(card % N_SUITS != suit for card in self.flop)]
        place = np.zeros(N_CARDS, dtype=np.uint8)
        place[self.live] = np.arange(len(self.live))
        deck = range(len(self.live))
        hands, runouts = (
            hand_indices(place[_highest_suits(self.live[sets], absent)], deck)
            for sets in (self.places, self.runouts)
        )
        return hands, runouts

    def name(self, hand: int) -> str:
        """A hand as text, high to low."""
        return format_cards(self.live[self.places[hand]][::-1].tolist())


def flop_hands(flop: Sequence[Card], game: Game) -> FlopHands:
    """All hands on a flop of three different cards of the game's deck."""
    live = np.array([card for card in game.deck if card not in flop], dtype=np.uint8)
    hands, runouts = (_card_sets(len(live), size) for size in (game.hole_cards, _RUNOUT))
    return FlopHands(game, tuple(flop), live, hands, runouts)


def alike_sets(
    hands: FlopHands, suits: Sequence[tuple[int, ...]], *, by_rank: bool = True
) -> tuple[Alike, Alike]:
    """Which hands, and which run-outs, are alike under permutations of suits that leave the flop alone.

    And `by_rank` those that suits which are not on the flop do not tell apart.
    """
    images = [hands.images(suit) for suit in suits]
    if by_rank:
        of_hand, of_runout = hands.merged
        images = [(of_hand[moved], of_runout[board]) for moved, board in images]
    return Alike.under([moved for moved, _ in images]), Alike.under([board for _, board in images])


def _card_sets(n: int, size: int) -> NDArray[np.uint8]:
    """All sets of ``size`` of n places, each ascending, in the order of their numbers."""
    sets = np.fromiter(chain.from_iterable(combinations(range(n), size)), dtype=np.uint8).reshape(-1, size)
    ordered = np.empty_like(sets)
    ordered[hand_indices(sets, range(n))] = sets
    return ordered


def _renamed(card: int, suits: tuple[int, ...]) -> int:
    return card - card % N_SUITS + suits[card % N_SUITS]


def _highest_suits(sets: NDArray[np.uint8], suits: Sequence[int]) -> NDArray[np.uint8]:
    """Sets of ascending cards (sets, size), those in `suits` in the highest of them, rank by rank."""
    ranks, free = sets // N_SUITS, np.isin(sets % N_SUITS, suits)
    higher = np.zeros(sets.shape, dtype=np.int64)
    for k in range(sets.shape[1]):
        for other in range(k + 1, sets.shape[1]):
            higher[:, k] += free[:, other] & (ranks[:, other] == ranks[:, k])
    renamed = ranks * N_SUITS + np.array(suits, dtype=np.uint8)[::-1][np.where(free, higher, 0)]
    return np.sort(np.where(free, renamed, sets), axis=1).astype(np.uint8)
