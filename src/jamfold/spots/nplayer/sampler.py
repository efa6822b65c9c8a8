"""Sampled deals of a table: hands, several boards for each deal, and separate random streams.

Hands decide who goes in, boards only who wins.  So each deal of hands is shown down on many boards, which
costs less than as many deals.  The boards of one shuffle have no card in common: together they use nearly
all remaining cards, so their mean varies less than that of independent boards.

Random streams are separate for each purpose and each measured strategy.  A best response may be chosen on
some deals, saved, and measured later; on the same deals its gain would be too high, and the same seed would
draw them again.  So the stream of a measurement also depends on a hash of the measured strategies: a strategy
chosen on the deals of a search, or of other strategies, is never measured on these deals, with any seed.  The
same strategies and seed still give the same deals.

The entropy is one hash over everything, not a list of numbers: `numpy.random.SeedSequence` pads short lists
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
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.spots.nplayer.kernels import COLUMNS, RareHands, deal_gains
from jamfold.spots.nplayer.tree import make_tree
from jamfold.valuation.fees import JACKPOT_RULES
from jamfold.valuation.models import MALMUTH_HARVILLE
from jamfold.valuation.utility import PrizeUtility


class Dealer:
    """Uniform random deals of hands and boards; after a flop, from the remaining cards."""

    def __init__(self, game: Game, seats: int, flop: Sequence[Card] = ()) -> None:
        self._flop = np.array(flop, dtype=np.uint8)
        self._live = np.array([card for card in game.deck if card not in flop], dtype=np.uint8)
        self._seats = seats
        self._choose = set_summands(len(self._live), game.hole_cards)
        self._row_of_hand = (
            np.arange(comb(len(self._live), game.hole_cards)) if flop else hand_classes(game).row_of_hand
        )

    def deal(self, count: int, boards: int, seed: list[int]) -> tuple[IntArray, NDArray[np.uint8]]:
        """Draw deals.

        Parameters
        ----------
        count, boards
            The number of deals, and of boards for each.
        seed
            Entropy for `numpy.random.default_rng`.

        Returns
        -------
        tuples
            int64, shape (count, seats): hands as rows of ``hand_classes(game).hands``; after a flop, as
            rows of ``flop_hands(flop, game).places``.
        boards
            uint8, shape (count * boards, 5): the boards of the first deal, then of the second, ...
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
    """Fill `tuples` with rows of hands, and `boards` with indices into the deck."""
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
    """Draw each card from `begin` to `end` - 1 from those at its index or later (Fisher-Yates)."""
    for k in range(begin, end):
        other = k + rng.integers(0, len(deck) - k)
        deck[k], deck[other] = deck[other], deck[k]


_NO_PRIZES = {"prizes": None, "model": MALMUTH_HARVILLE, "others": (), "bounties": None}


class Purpose(StrEnum):
    """The purpose of sampled deals."""

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
    """Return the entropy of a stream, eight numbers; append the number of a batch to draw it.

    Parameters
    ----------
    strategy
        The measured strategy, by node of the hand and class; None for a search.
    flop
        The cards of the flop if the hand begins there.
    """
    if purpose is Purpose.SEARCH:  # same deals with and without a jackpot: less noise in its effect
        hand = replace(hand, terms=replace(hand.terms, jackpot=None))
    digest = hashlib.sha256(f"{purpose}\n{seed}\n{game.name}\n{hand_text(hand)}\n{flop}".encode())
    if strategy is not None:
        digest.update(np.ascontiguousarray(strategy + 0.0, dtype="<f8").tobytes())  # -0 is 0
    return [int(word) for word in np.frombuffer(digest.digest(), dtype="<u4")]


def hand_text(hand: TableHand) -> str:
    """Return a hand as canonical JSON, for hashes and records; integers as floats.

    The values of hands after this one are a function, and not included.  Checkpoints of searches are stored
    under this text, so it must not change when fields are renamed.
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
"""Batches played in parallel; more do not run faster on more cores."""
FOLDS = 10  # of the deals of a certificate; a multiple of the tasks
_BATCHES = (200, 500)  # deals per batch, up to four seats and above: more steps help more than more deals
BOARDS = 12  # per deal: variance times cost is lowest between 8 and 20, in all games
_ALL_SEATINGS = 4
_NO_MOMENTS = np.zeros((0, 0, COLUMNS))


class Sampler:
    """Sampled deals of one hand, played against strategies; arrays are by node of the hand and class.

    The seed of a batch is its stream (see `stream`) and its number in the stream.  After a flop the classes
    are those of `alike_sets`.
    """

    def __init__(self, game: Game, hand: TableHand, seed: int, flop: Sequence[Card] = ()) -> None:
        self.game, self.hand, self.seed, self.flop = game, hand, seed, tuple(flop)
        self.tree = make_tree(game, hand)
        self.sizes: IntArray
        """int64, shape (n,): the number of hands in each class."""
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
        """All hands, and the class of each."""
        return self._hands, self._class_of_row

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of nodes and of classes."""
        return len(self.hand.nodes), self.n

    def gains(self, count: int = TASKS) -> list[FloatArray]:
        """Return `count` zero arrays of gains for `play`; `count` is a multiple of `TASKS`."""
        return [np.zeros(self.shape) for _ in range(count)]

    def moments(self) -> list[FloatArray]:
        """Return zero arrays of moments for `play`, one for each task."""
        return [np.zeros((*self.shape, COLUMNS)) for _ in range(TASKS)]

    def stream(self, purpose: Purpose, strategy: FloatArray | None = None) -> list[int]:
        """Return the stream for a purpose, and for a measured strategy."""
        return stream(self.game, self.hand, self.seed, purpose, strategy, format_cards(self.flop))

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
        """Play the batches of a step; return values and gains by deal, shape (deals, 2, positions).

        Each batch adds its gains to the next array of ``gains``, in rotation.  ``values`` and ``rare``
        replace those of the hand.
        """
        tree = self.tree if values is None else self.tree._replace(values=values)
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
    """Return the jackpot of a hand as kernels take it."""
    jackpot = hand.terms.jackpot
    unseen = len(game.deck) - hand.n * game.hole_cards
    if jackpot is None:
        empty = np.zeros((0, 1), dtype=np.uint64)
        return RareHands(empty, empty, np.zeros(0, dtype=np.uint64), unseen, 0.0)
    entries = straight_flushes(game, royal=JACKPOT_RULES[jackpot.rule].royal)
    return RareHands(*entries, hand_classes(game).masks, unseen, jackpot.size / all_boards(unseen))


def batch_size(seats: int) -> int:
    """Return the number of deals in a batch."""
    return _BATCHES[seats > _ALL_SEATINGS]


def seatings(seats: int) -> IntArray:
    """Return the hand of each position: all permutations up to four seats, above that all rotations."""
    if seats <= _ALL_SEATINGS:
        return np.array(list(permutations(range(seats))), dtype=np.int64)
    return (np.arange(seats)[:, None] + np.arange(seats)[None, :]) % seats
