"""Sampling of table deals: hands and several boards, separate random streams, play-out on all cores.

Hands decide who goes in, boards only who wins.  So each deal of hands is shown down on many boards, which
costs less than as many deals.  The boards of one shuffle have no card in common: together they use nearly
all remaining cards, so their mean varies less than that of independent boards.

Streams of random deals never meet; they are separated by purpose and by what they measure.  A best response
is chosen on deals, written down, and measured later: on the same deals it would look better than it is, and
the same seed would draw them.  So the stream of a measurement starts from a hash of the measured
strategies, too.  What was chosen on deals of other strategies, or of a search, is never measured on them,
whatever the seed; the same strategies and seed still give the same deals.

One hash over everything is used instead of a list of numbers: `numpy.random.SeedSequence` pads short lists
with zeros and splits large numbers, so lists of different seeds and purposes may coincide.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from enum import StrEnum
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.hand import TableHand
from jamfold.calculator.flops.flop_hands import alike_sets, flop_hands
from jamfold.cards import Card, format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import set_summands
from jamfold.cards.counting.straight_flushes import all_boards, straight_flushes
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import Hands, number_hands, strength_tables
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.spots.nplayer.kernels import COLUMNS, RareHands, deal_gains
from jamfold.spots.nplayer.tree import TableTree, Tree, make_tree
from jamfold.valuation.fees import JACKPOT_RULES
from jamfold.valuation.models import MALMUTH_HARVILLE
from jamfold.valuation.utility import PrizeUtility


class Dealer:
    """Deals of a game to seats, all equally likely; with a flop from the remaining cards."""

    def __init__(self, game: Game, seats: int, flop: Sequence[Card] = ()) -> None:
        self._flop = np.array(flop, dtype=np.uint8)
        self._live = np.array([card for card in game.deck if card not in flop], dtype=np.uint8)
        self._seats = seats
        self._choose = set_summands(len(self._live), game.hole_cards)
        self._row_of_hand = (
            np.arange(comb(len(self._live), game.hole_cards)) if flop else hand_classes(game).row_of_hand
        )

    def deal(self, count: int, boards: int, seed: list[int]) -> tuple[IntArray, NDArray[np.uint8]]:
        """Deals.

        Parameters
        ----------
        count, boards
            Deals of hands, and boards for each.
        seed
            Entropy of `numpy.random.default_rng`.

        Returns
        -------
        tuples
            int64, shape (count, seats): hands as rows of ``hand_classes(game).hands``; with a flop of
            ``flop_hands(flop, game).places``.
        boards
            uint8, shape (count * boards, 5): those of the first deal, of the second, ...
        """
        tuples = np.empty((count, self._seats), dtype=np.int64)
        n_flop = len(self._flop)
        dealt = np.empty((count, boards, BOARD_CARDS - n_flop), dtype=np.uint8)
        rng = np.random.default_rng(seed)
        deck = np.arange(len(self._live), dtype=np.uint8)
        _deal(rng, deck, self._choose, self._row_of_hand, tuples, dealt)
        cards = np.empty((count * boards, BOARD_CARDS), dtype=np.uint8)
        cards[:, :n_flop] = self._flop
        cards[:, n_flop:] = self._live[dealt.reshape(len(cards), -1)]
        return tuples, cards


@kernel
def _deal(
    rng: np.random.Generator,
    whole: NDArray[np.uint8],
    choose: IntArray,
    row_of_hand: IntArray,
    tuples: IntArray,
    boards: NDArray[np.uint8],
) -> None:
    """Deal places in the deck."""
    seats, hole = tuples.shape[1], choose.shape[1]
    deck = whole.copy()
    size, n_dealt = len(whole), seats * hole
    hand = np.empty(hole, dtype=np.uint8)
    for deal in range(len(tuples)):
        _shuffle(rng, deck, 0, n_dealt)
        for seat in range(seats):
            hand[:] = np.sort(deck[seat * hole : (seat + 1) * hole])
            number = 0
            for k in range(hole):
                number += choose[hand[k], k]
            tuples[deal, seat] = row_of_hand[number]
        at = size
        for board in range(boards.shape[1]):
            if at + boards.shape[2] > size:
                _shuffle(rng, deck, n_dealt, min(size, n_dealt + boards.shape[2] * (boards.shape[1] - board)))
                at = n_dealt
            boards[deal, board] = deck[at : at + boards.shape[2]]
            at += boards.shape[2]


@kernel
def _shuffle(rng: np.random.Generator, deck: NDArray[np.uint8], begin: int, end: int) -> None:
    """Draw the cards at these places from all that stand there or behind."""
    for k in range(begin, end):
        other = k + rng.integers(0, len(deck) - k)
        deck[k], deck[other] = deck[other], deck[k]


_NO_PRIZES = {"prizes": None, "model": MALMUTH_HARVILLE, "others": (), "bounties": None}


class Purpose(StrEnum):
    """What deals are drawn for."""

    SEARCH = "search"
    MEASUREMENT = "measurement"
    DEVIATION = "deviation"
    ALL_HANDS = "all-hands"


def stream(
    game: Game,
    hand: TableHand,
    seed: int,
    purpose: Purpose,
    strategy: FloatArray | None = None,
    flop: str = "",
) -> list[int]:
    """The entropy of a stream: eight numbers, to be followed by the number of a batch.

    Parameters
    ----------
    strategy
        The strategy to measure, by node of the hand and class; None for a search.
    flop
        The cards of the flop if the hand begins there.
    """
    if purpose is Purpose.SEARCH:  # the same without a jackpot: less of what it does is luck
        hand = replace(hand, terms=replace(hand.terms, jackpot=None))
    digest = hashlib.sha256(f"{purpose}\n{seed}\n{game.name}\n{hand_text(hand)}\n{flop}".encode())
    if strategy is not None:
        digest.update(np.ascontiguousarray(strategy + 0.0, dtype="<f8").tobytes())  # -0 is 0
    return [int(word) for word in np.frombuffer(digest.digest(), dtype="<u4")]


def hand_text(hand: TableHand) -> str:
    """A hand as one text, for hashes and records; 5 chips are 5.0 chips.

    What the ends of a hand before others are worth is a function, and no part of the text.  Searches that
    were cut off are kept under it: a hand's text stays what it was, whatever its parts are called.
    """
    utility, level = hand.terms.utility, asdict(hand.level)
    prizes = asdict(utility) if isinstance(utility, PrizeUtility) else _NO_PRIZES
    values = {
        "stacks": hand.stacks,
        "folded": level.pop("dead"),
        "rake": asdict(hand.terms.rake),
        "max_allin": hand.max_allin,
        "whole_chips": hand.whole_chips,
        **level,
        **{name: prizes[name] for name in _NO_PRIZES},
        **({"raises": asdict(hand.raises)} if hand.raises else {}),
        **({} if hand.terms.fees.is_free else {"fees": asdict(hand.terms.fees)}),
        **({} if hand.terms.jackpot is None else {"jackpot": asdict(hand.terms.jackpot)}),
    }
    return json.dumps(_as_floats(values), sort_keys=True)


def _as_floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _as_floats(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_as_floats(part) for part in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


TASKS = 2
"""Batches that are played at once; more cores play them no faster."""
FOLDS = 10  # of a certificate; a multiple of the tasks
_BATCHES = (200, 500)  # deals of a batch, up to four seats and beyond: more steps count more than deals
BOARDS = 12  # of a deal: variance times its cost is least from 8 to 20, in all games
_ALL_SEATINGS = 4
_NO_MOMENTS = np.zeros((0, 0, COLUMNS))


class Sampler:
    """Deals of one hand; their sums are by node of the tree and class.

    Every batch has its own seed: a stream (see `streams`) and its number there.  With a flop the classes are
    those of `alike_sets`.
    """

    def __init__(self, game: Game, hand: TableHand, seed: int, flop: Sequence[Card] = ()) -> None:
        self.game, self.hand, self.seed, self.flop = game, hand, seed, tuple(flop)
        self.tree: TableTree = make_tree(game, hand)
        self.sizes: IntArray
        """int64, shape (n,): hands in each class."""
        if flop:
            hands = flop_hands(flop, game)
            alike, _ = alike_sets(hands, hands.suits)
            self.sizes, self._hands, self._class_of_row = alike.sizes, hands.numbers, alike.of
        else:
            classes = hand_classes(game)
            self.sizes, self._hands = classes.sizes, number_hands(game, classes.hands)
            self._class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
        self.n = len(self.sizes)
        self.deals_a_class = self.n
        self._dealer = Dealer(game, hand.n, flop)
        self._seatings = seatings(hand.n)
        self.rare = rare_hands(game, hand)
        self.batch = 1
        folds = np.zeros(self.shape)
        self.play(
            folds, folds, self.stream(Purpose.SEARCH), 0, self.gains()
        )  # compiled before any clock runs
        self.batch = batch_size(hand.n)

    @property
    def holdings(self) -> tuple[Hands, IntArray]:
        """All hands by their numbers, and the class of each."""
        return self._hands, self._class_of_row

    @property
    def shape(self) -> tuple[int, int]:
        """Nodes of the tree, and classes."""
        return len(self.tree.nodes), self.n

    @property
    def free(self) -> BoolArray:
        return np.isnan(self.tree.forced)

    @property
    def rows(self) -> list[int]:
        """The tree's nodes that are those of the hand, in their order."""
        numbers = {node: number for number, node in enumerate(self.tree.nodes)}
        return [numbers[node] for node in self.hand.nodes]

    def whole(self, strategy: FloatArray) -> FloatArray:
        """Strategies by node of the hand as strategies by node of the tree."""
        whole = np.where(self.free, 0.0, self.tree.forced)[:, None] * np.ones(self.n)
        whole[self.rows] = strategy
        return whole

    def gains(self, count: int = TASKS) -> list[FloatArray]:
        """`count` sums of gains for `play`, all zero; a multiple of the tasks."""
        return [np.zeros(self.shape) for _ in range(count)]

    def moments(self) -> list[FloatArray]:
        """Zero moments for `play`, one for each task."""
        return [np.zeros((*self.shape, COLUMNS)) for _ in range(TASKS)]

    def stream(self, purpose: Purpose, strategy: FloatArray | None = None) -> list[int]:
        """The stream of a purpose, and of strategies by node of the tree."""
        measured = None if strategy is None else strategy[self.rows]
        return stream(self.game, self.hand, self.seed, purpose, measured, format_cards(self.flop))

    def play(
        self,
        strategy: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        gains: Sequence[FloatArray],
        moments: Sequence[FloatArray] = (_NO_MOMENTS,) * TASKS,
        values: FloatArray | None = None,
        rare: RareHands | None = None,
    ) -> FloatArray:
        """Play the batches of a step, and return what deals say: (deals, 2, positions).

        The batches of a stream are added to the sums of ``gains`` in turn.  ``values`` and ``rare`` replace
        those of the hand.
        """
        tree: Tree = self.tree.tree if values is None else self.tree.tree._replace(values=values)
        paid = self.rare if rare is None else rare

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, BOARDS, [*stream, number])
            by_deal = np.empty((len(tuples), 2, self.hand.n))
            deal_gains(
                tree, strength_tables(self.game), self._hands, self._class_of_row, tuples,
                number_boards(self.game, boards), self._seatings, strategy, response, self.game.split_low,
                gains[number % len(gains)], moments[task], by_deal, paid,
            )  # fmt: skip
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


def rare_hands(game: Game, hand: TableHand) -> RareHands:
    """What the jackpot of a hand pays, as kernels take it."""
    jackpot = hand.terms.jackpot
    unseen = len(game.deck) - hand.n * game.hole_cards
    if jackpot is None:
        empty = np.zeros((0, 1), dtype=np.uint64)
        return RareHands(empty, empty, np.zeros(0, dtype=np.uint64), unseen, 0.0)
    entries = straight_flushes(game, royal=JACKPOT_RULES[jackpot.rule].royal)
    return RareHands(*entries, hand_classes(game).masks, unseen, jackpot.size / all_boards(unseen))


def batch_size(seats: int) -> int:
    """Deals of a batch."""
    return _BATCHES[seats > _ALL_SEATINGS]


def seatings(seats: int) -> IntArray:
    """Which hand each position holds: all ways up to four seats, else each hand once in each seat."""
    if seats <= _ALL_SEATINGS:
        return np.array(list(permutations(range(seats))), dtype=np.int64)
    return (np.arange(seats)[:, None] + np.arange(seats)[None, :]) % seats
