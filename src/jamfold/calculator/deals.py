"""Drawing deals: hands from ranges, then a board, all without a common card.

A deal's probability is the product of the weights of its hands, given that no
card is dealt twice.  Hands are drawn independently by weight, and the whole deal
is thrown away when two of them share a card; throwing away only one player's
hand would favour ranges that block each other less.  Players who hold any hand
are dealt last, from the cards that are left: every way to do so is equally
likely, so this changes no probability and saves most of the rejections.

Every batch has a seed of its own, so results do not depend on the number of cores.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import card_mask
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import set_summands
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.core.arrays import FloatArray, IntArray
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
