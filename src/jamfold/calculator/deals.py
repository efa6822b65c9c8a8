"""Drawing deals: hands from ranges, then a board, all without a common card.

A deal's probability is the product of the weights of its hands, given that no
card is dealt twice.  Hands are drawn independently by weight, and the whole deal
is thrown away when two of them share a card; throwing away only one player's
hand would favour ranges that block each other less.  Players who hold any hand
are dealt last, from the cards that are left: every way to do so is equally
likely, so this changes no probability and saves most of the rejections.

Every batch has a seed of its own, so results do not depend on the number of cores.

Ranges may block one another so often that few independent draws fit.  Then deals are drawn with weights.
Players with few hands come first.  As many of them as make a list of joint deals that is not too long are
drawn from that list at once, by the product of their weights.  Every player after them gets a hand from what
is left of the range, by weight, and the deal counts by the shares of those ranges that were left, multiplied:
the fewer hands were left, the likelier each was drawn (sequential importance sampling [1]_).  Where the list
holds everybody all deals count alike.  A deal that leaves a player no hand counts nothing: it is drawn anew.

What is left of a range is summed hand by hand, or where that is longer by inclusion-exclusion: with N(S) the
weight of the hands that contain the cards S, the hands without any used card weigh the sum over the sets S of
used cards of (-1)^|S| N(S).  A hand is then drawn from the whole range until it fits.

With weights w and shares x an equity is sum(w x) / sum(w), whose variance is about
sum(w^2 (x - equity)^2) / sum(w)^2 (the delta method [1]_).  It is biased by about the variance, far below the
standard error.

References
----------
.. [1] A. B. Owen, "Monte Carlo theory, methods and examples", 2013, chapter 9.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.problem import NO_DEAL
from jamfold.cards import card_mask
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import set_summands
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import EquityError
from jamfold.core.jit import kernel


class Rest(NamedTuple):
    """The hands of players without a range, and the board: dealt last."""

    others: IntArray
    """Position at the table of the players who hold any hand, int64."""
    row_of_hand: IntArray
    """The row by hand number, int64 (K1,)."""
    choose: IntArray
    """C(d, k + 1) by deck position and place in the hand, int64 (deck, hole): see `hand_indices`."""
    first_card: int
    """The lowest card of the deck."""
    left: NDArray[np.uint8]
    """Cards that are neither on the board nor dead, uint8."""
    board: NDArray[np.uint8]
    """The board cards that are known, uint8."""


class Drawing(NamedTuple):
    """What deals are drawn from."""

    rows: IntArray
    cumulative: FloatArray
    ends: IntArray
    """rows, cumulative, ends: The hands of the players with a range, one after the other (rows of
    ``hand_classes(game).hands``), the running sums of their weights within each player, and where each player
    ends: int64 (k,), float64 (k,), int64 (players,)."""
    order: IntArray
    """Position at the table of each of these players."""
    masks: NDArray[np.uint64]
    """All hands as sets of cards, uint64 (K1,)."""
    rest: Rest
    """The other players, and the board."""

    @property
    def players(self) -> int:
        return len(self.order) + len(self.rest.others)

    @classmethod
    def of(
        cls, game: Game, weights: list[FloatArray], board: tuple[int, ...], dead: frozenset[int]
    ) -> Drawing:
        """A drawing for players with weights per hand, float64 (K1,), 0 where a known card blocks."""
        classes = hand_classes(game)
        left = [card for card in game.deck if card not in board and card not in dead]
        open_hands = classes.masks & np.uint64(card_mask([*board, *dead])) == 0
        is_any = [bool((weight[open_hands] == 1).all()) for weight in weights]
        ranged = [k for k, free in enumerate(is_any) if not free]
        range_rows = [np.flatnonzero(weights[k]) for k in ranged]
        sums = [np.cumsum(weights[k][rows]) for k, rows in zip(ranged, range_rows, strict=True)]
        return cls(
            rows=np.concatenate([*range_rows, np.empty(0, dtype=np.int64)]),
            cumulative=np.concatenate([*sums, np.empty(0)]),
            ends=np.cumsum([len(rows) for rows in range_rows], dtype=np.int64),
            order=np.array(ranged, dtype=np.int64),
            masks=classes.masks,
            rest=Rest(
                others=np.array([k for k, free in enumerate(is_any) if free], dtype=np.int64),
                row_of_hand=classes.row_of_hand,
                choose=set_summands(len(game.deck), classes.hole_cards),
                first_card=game.deck[0],
                left=np.array(left, dtype=np.uint8),
                board=np.array(board, dtype=np.uint8),
            ),
        )


def draw_deals(
    drawing: Drawing, count: int, seed: list[int], most_tries: int
) -> tuple[IntArray, NDArray[np.uint8]]:
    """Draw deals.

    Parameters
    ----------
    drawing
        The hands and cards to draw from.
    count
        Number of deals.
    seed
        Entropy of `numpy.random.default_rng`.
    most_tries
        Most draws, rejected ones included.

    Returns
    -------
    tuples
        int64, shape (deals, players): hands as rows of ``hand_classes(game).hands``.
    boards
        uint8, shape (deals, 5).

    There are ``count`` deals, or fewer after ``most_tries`` draws.
    """
    tuples = np.empty((count, drawing.players), dtype=np.int64)
    boards = np.empty((count, BOARD_CARDS), dtype=np.uint8)
    rng = np.random.default_rng(seed)
    deals = _draw_deals(rng, most_tries, drawing, tuples, boards)
    return tuples[:deals], boards[:deals]


@kernel
def _draw_deals(
    rng: np.random.Generator,
    most_tries: int,
    drawing: Drawing,
    tuples: IntArray,
    boards: NDArray[np.uint8],
) -> int:
    """Fill tuples and boards; returns how many deals were drawn."""
    rows, cumulative, ends, order = drawing.rows, drawing.cumulative, drawing.ends, drawing.order
    masks, rest = drawing.masks, drawing.rest
    stub = rest.left.copy()
    deals, tries = 0, 0
    while deals < tuples.shape[0] and tries < most_tries:
        tries += 1
        used = np.uint64(0)
        clash = False
        begin = 0
        for k in range(len(ends)):
            at = begin + np.searchsorted(
                cumulative[begin : ends[k]], rng.random() * cumulative[ends[k] - 1], side="right"
            )
            row = rows[min(at, ends[k] - 1)]
            if used & masks[row]:
                clash = True
                break
            used |= masks[row]
            tuples[deals, order[k]] = row
            begin = ends[k]
        if clash:
            continue
        deal_rest(rng, rest, used, stub, tuples[deals], boards[deals])
        deals += 1
    return deals


@kernel
def deal_rest(
    rng: np.random.Generator,
    rest: Rest,
    used: np.uint64,
    stub: NDArray[np.uint8],
    hands: IntArray,
    whole_board: NDArray[np.uint8],
) -> None:
    """Deal to the players who hold any hand, and complete the board, from the unused cards.

    Fills hands (players,) at their places and whole_board (5,); stub, uint8 like the cards left, is scratch.
    """
    players, left, board = rest.others, rest.left, rest.board
    row_of_hand, choose, first_card = rest.row_of_hand, rest.choose, rest.first_card
    hole = choose.shape[1]
    n = 0
    for card in left:
        if not used >> np.uint64(card) & np.uint64(1):
            stub[n] = card
            n += 1
    missing = len(whole_board) - len(board)
    needed = hole * len(players) + missing
    for k in range(needed):
        other = k + rng.integers(0, n - k)
        stub[k], stub[other] = stub[other], stub[k]
    for k in range(len(players)):
        number = 0
        hand = stub[hole * k : hole * (k + 1)]
        for card in hand:
            lower = 0
            for other_card in hand:
                lower += other_card < card
            number += choose[card - first_card, lower]
        hands[players[k]] = row_of_hand[number]
    for k in range(len(board)):
        whole_board[k] = board[k]
    for k in range(missing):
        whole_board[len(board) + k] = stub[needed - missing + k]


MOST_JOINT = 300_000
"""Joint deals in a list at most; 9 players hold 20 MB."""
_MOST_PAIRS = 200_000_000
"""Pairs that are compared for the list at most, 0.2 s."""
_RARE = 0.02
"""The share of independent draws that are deals below which weights are faster: see `is_rare`."""
_PILOT = 100
_LOOK_UP = 4
"""Hands that are summed in the time of one look-up of N(S)."""

_LEAST_LEFT = 1e-3
"""The share of a range below which a hand is not drawn from the whole of it."""


class WeightedDrawing(NamedTuple):
    """What deals with weights are drawn from."""

    joint: IntArray
    joint_sums: FloatArray
    """joint, joint_sums: Hands of the first players that share no card, int64 (m, p) as rows of
    ``hand_classes(game).hands``, and running sums of the products of their weights, float64 (m,)."""
    rows: IntArray
    weights: FloatArray
    sums: FloatArray
    ends: IntArray
    """rows, weights, sums, ends: As in `Drawing`, of the players after them; weights and their running
    sums."""
    contained: FloatArray
    """N(S) by player and set of one card to a whole hand, float64 (players, sets); no sets if not needed."""
    summed: BoolArray
    """Whether a player's hands are summed one by one, bool."""
    order: IntArray
    """Position at the table of the players of the list, then of those after them."""
    masks: NDArray[np.uint64]
    rest: Rest
    """masks, rest: As in `Drawing`."""

    @classmethod
    def of(cls, game: Game, weights: list[FloatArray], drawing: Drawing) -> WeightedDrawing:
        """The drawing with weights of players with weights per hand, (K1,), and their `Drawing`.

        Raises EquityError if the list of joint deals shows that no deal is possible.
        """
        classes = hand_classes(game)
        order = sorted(drawing.order.tolist(), key=lambda k: np.count_nonzero(weights[k]))
        range_rows = [np.flatnonzero(weights[k]) for k in order]
        joint, chances = _joint_deals([weights[k] for k in order], range_rows, classes.masks)
        first = joint.shape[1]
        later = [weights[k] for k in order[first:]]
        rows = range_rows[first:]
        sets = [
            sum(comb(classes.hole_cards * number, size) for size in range(1, classes.hole_cards + 1))
            for number in range(first, len(order))
        ]
        summed = np.array(
            [len(hands) <= _LOOK_UP * many for hands, many in zip(rows, sets, strict=True)], dtype=np.bool_
        )
        contained = np.zeros((len(later), 0))
        if not summed.all():
            contained = np.stack([_contained(game, weight, drawing.rest) for weight in later])
        empty = np.empty(0)
        return cls(
            joint=joint,
            joint_sums=np.cumsum(chances),
            rows=np.concatenate([*rows, np.empty(0, dtype=np.int64)]),
            weights=np.concatenate(
                [*(weight[hands] for weight, hands in zip(later, rows, strict=True)), empty]
            ),
            sums=np.concatenate(
                [*(np.cumsum(weight[hands]) for weight, hands in zip(later, rows, strict=True)), empty]
            ),
            ends=np.cumsum([len(hands) for hands in rows], dtype=np.int64),
            contained=contained,
            summed=summed,
            order=np.array(order, dtype=np.int64),
            masks=classes.masks,
            rest=drawing.rest,
        )


def is_rare(drawing: Drawing) -> bool:
    """Whether so few independent draws are deals that weights are faster."""
    return len(draw_deals(drawing, _PILOT, [0], int(_PILOT / _RARE))[0]) < _PILOT


def draw_weighted(
    drawing: WeightedDrawing, count: int, seed: list[int], most_tries: int
) -> tuple[IntArray, NDArray[np.uint8], FloatArray]:
    """Deals and their weights, float64 (deals,); otherwise as `draw_deals`."""
    tuples = np.empty((count, len(drawing.order) + len(drawing.rest.others)), dtype=np.int64)
    boards = np.empty((count, BOARD_CARDS), dtype=np.uint8)
    weights = np.empty(count)
    rng = np.random.default_rng(seed)
    deals = _draw_weighted(rng, most_tries, drawing, tuples, boards, weights)
    return tuples[:deals], boards[:deals], weights[:deals]


def _joint_deals(
    weights: list[FloatArray], hands: list[IntArray], masks: NDArray[np.uint64]
) -> tuple[IntArray, FloatArray]:
    """Disjoint hands of the first players, as many players as fit, and the products of their weights."""
    joint, used, chances = hands[0][:, None], masks[hands[0]], weights[0][hands[0]]
    for weight, rows in zip(weights[1:], hands[1:], strict=True):
        if len(joint) * len(rows) > _MOST_PAIRS:
            break
        count = _count_pairs(used, masks[rows])
        if not count:
            raise EquityError(NO_DEAL)
        if count > MOST_JOINT:
            break
        left, right = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
        _list_pairs(used, masks[rows], left, right)
        joint = np.hstack([joint[left], rows[right][:, None]])
        used, chances = used[left] | masks[rows[right]], chances[left] * weight[rows[right]]
    return joint, chances


def _contained(game: Game, weights: FloatArray, rest: Rest) -> FloatArray:
    """N(S) of a range by the number of the set S (see `_set_sums`), float64 (sets,)."""
    classes = hand_classes(game)
    offsets = _offsets(len(game.deck), classes.hole_cards)
    sums = np.zeros(int(offsets[-1]))
    rows = np.flatnonzero(weights)
    places = classes.hands[rows].astype(np.int64) - rest.first_card
    for size in range(1, classes.hole_cards + 1):
        for chosen in combinations(range(classes.hole_cards), size):
            numbers = offsets[size - 1] + sum(rest.choose[places[:, c], k] for k, c in enumerate(chosen))
            sums += np.bincount(numbers, weights[rows], len(sums))
    return sums


def _offsets(deck: int, hole: int) -> IntArray:
    """First numbers of the sets of one card, two, ..., and the number of all."""
    return np.cumsum([0, *(comb(deck, size) for size in range(1, hole + 1))], dtype=np.int64)


@kernel
def _count_pairs(used: NDArray[np.uint64], masks: NDArray[np.uint64]) -> int:
    count = 0
    for i in range(len(used)):
        for j in range(len(masks)):
            count += used[i] & masks[j] == 0
    return count


@kernel
def _list_pairs(used: NDArray[np.uint64], masks: NDArray[np.uint64], left: IntArray, right: IntArray) -> None:
    at = 0
    for i in range(len(used)):
        for j in range(len(masks)):
            if used[i] & masks[j] == 0:
                left[at], right[at] = i, j
                at += 1


@kernel
def _draw_weighted(
    rng: np.random.Generator,
    most_tries: int,
    drawing: WeightedDrawing,
    tuples: IntArray,
    boards: NDArray[np.uint8],
    counts: FloatArray,
) -> int:
    """Fill tuples, boards and the weights of deals; return the number of deals."""
    joint, joint_sums, order, masks = drawing.joint, drawing.joint_sums, drawing.order, drawing.masks
    rows, weights, sums, ends = drawing.rows, drawing.weights, drawing.sums, drawing.ends
    contained, summed, rest = drawing.contained, drawing.summed, drawing.rest
    choose, first_card = rest.choose, rest.first_card
    stub = rest.left.copy()
    cards = np.empty(64, dtype=np.int64)
    running = np.empty(len(rows))
    first = joint.shape[1]
    deals, tries = 0, 0
    while deals < tuples.shape[0] and tries < most_tries:
        tries += 1
        at = np.searchsorted(joint_sums, rng.random() * joint_sums[-1], side="right")
        at = min(at, len(joint_sums) - 1)
        used, weight, begin = np.uint64(0), 1.0, 0
        for k in range(first):
            tuples[deals, order[k]] = joint[at, k]
            used |= masks[joint[at, k]]
        for k in range(len(ends)):
            end = ends[k]
            whole = sums[end - 1]
            left, row = 0.0, -1
            if not summed[k]:
                n = 0
                for card in range(len(choose)):
                    if used >> np.uint64(first_card + card) & np.uint64(1):
                        cards[n] = card
                        n += 1
                left = whole + _set_sums(contained[k], choose, cards[:n])
                while left > _LEAST_LEFT * whole and row < 0:
                    candidate = begin + np.searchsorted(sums[begin:end], rng.random() * whole, side="right")
                    candidate = min(candidate, end - 1)
                    if not used & masks[rows[candidate]]:
                        row = rows[candidate]
            if row < 0:
                left = 0.0
                for i in range(begin, end):
                    if not used & masks[rows[i]]:
                        left += weights[i]
                    running[i] = left
                if left <= 0:
                    weight = 0.0
                    break
                candidate = begin + np.searchsorted(running[begin:end], rng.random() * left, side="right")
                candidate = min(candidate, end - 1)
                while used & masks[rows[candidate]]:  # by rounding only
                    candidate -= 1
                row = rows[candidate]
            tuples[deals, order[first + k]] = row
            used |= masks[row]
            weight *= left / whole
            begin = end
        if weight > 0:
            deal_rest(rng, rest, used, stub, tuples[deals], boards[deals])
            counts[deals] = weight
            deals += 1
    return deals


@kernel
def _set_sums(contained: FloatArray, choose: IntArray, cards: IntArray) -> float:
    """The sum of (-1)^|S| N(S) over the sets S of one to four cards; cards ascending, from the lowest as 0.

    Sets are numbered by size, and those of a size as hands are: the sum of ``choose`` by place.
    """
    deck, hole = choose.shape
    n = len(cards)
    two = deck
    three = two + deck * (deck - 1) // 2
    four = three + deck * (deck - 1) * (deck - 2) // 6
    total = 0.0
    for a in range(n):
        first = choose[cards[a], 0]
        total -= contained[first]
        for b in range(a + 1, n):
            second = first + choose[cards[b], 1]
            total += contained[two + second]
            if hole == 2:
                continue
            for c in range(b + 1, n):
                third = second + choose[cards[c], 2]
                total -= contained[three + third]
                for d in range(c + 1, n):
                    total += contained[four + third + choose[cards[d], 3]]
    return total
