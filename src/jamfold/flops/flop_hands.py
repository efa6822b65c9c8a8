"""All hands on one flop, and which of them are alike.

A permutation of the suits that leaves the flop alone, and the ranges of both players, changes
nothing but names: hands that it exchanges form a class, run-outs likewise.  A flop of three suits
and three ranks has no such permutation but the identity, one of a single suit has six.

Suits that are not on the flop make no flush: two more board cards are not enough.  So the cards of one rank
in these suits may be exchanged whatever happens to other ranks, unless a range tells them apart.  A flop
of a single suit has 12,222 classes of four cards then, where suits as wholes leave 41,537; those were
worth the same, and the search could not tell which of them to mix.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, permutations

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.cards import N_CARDS, N_SUITS, Card, format_cards
from jamfold.counting.classes import hand_indices, hand_masks
from jamfold.flops.lookup import FLOP
from jamfold.games import BOARD_CARDS, Game
from jamfold.strength.boards import Boards, number_boards
from jamfold.strength.showdown import Hands, number_hands

_RUNOUT = BOARD_CARDS - FLOP


@dataclass(frozen=True, eq=False)
class Alike:
    """Sets of cards by what the permutations of suits exchange."""

    of: IntArray
    """int64, shape (sets,): the class of each."""
    representatives: IntArray
    """int64, shape (classes,): a set of each class, which stands for it."""
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
        """The flop with each run-out, likewise."""
        cards = np.empty((len(self.runouts), BOARD_CARDS), dtype=np.uint8)
        cards[:, :FLOP], cards[:, FLOP:] = self.flop, self.live[self.runouts]
        return number_boards(self.game, cards)

    @cached_property
    def suits(self) -> list[tuple[int, ...]]:
        """The permutations of suits that leave the flop alone, the identity first."""
        cards, every = set(self.flop), permutations(range(N_SUITS))
        return [one for one in every if {_renamed(card, one) for card in cards} == cards]

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
    images = [hands.images(one) for one in suits]
    if by_rank:
        of_hand, of_runout = hands.merged
        images = [(of_hand[moved], of_runout[board]) for moved, board in images]
    return Alike.under([moved for moved, _ in images]), Alike.under([board for _, board in images])


def _card_sets(n: int, size: int) -> NDArray[np.uint8]:
    """All sets of so many of n places, each ascending, in the order of their numbers."""
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
