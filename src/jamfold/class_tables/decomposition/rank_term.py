"""The rank term R, the showdown by ranks alone over all boards, and strength sheets for the suit term.

R[h1, h2] = sum over the rank multisets b of boards of
            weight(b) x sign(strength of h1 - strength of h2),
weight(b) = product over the ranks k of C(4 - used_k, q_k), where q_k counts
rank k on the board and used_k in both hands: the number of boards with these
ranks, flushes ignored.

The boards are walked depth first, rank by rank, so that boards which begin
alike share the first factors of their weights; the lanes of the vector unit run
over h2.  Products of weights are at most 4^5 = 1,024 and are summed in int16
for as long as twice the sum of the largest possible weights stays below 2^15.

Strengths are laid out set by set: for every set A of ranks in the flush suit there is one contiguous array
whose rows are boards and whose lanes are the possible O.  The suit term only ever
needs how often a hand 2 is ahead of, or level with, a fixed hand 1, for which
min(max(code - threshold, 0), 2) is enough, if the codes are stored in the right
forms.  Each form is a *sheet* of rows, one per board:

    AHEAD          the code                         counts 1 for level, 2 for better
    AHEAD_BELOW    ... 0 where hand 2 beats flushes
    BEHIND         255 - code                       counts 1 for level, 2 for worse
    BEHIND_BELOW   ... 0 where hand 2 beats flushes

and, in games with a low, the same four again (+ LOW_SHEETS) with 0 where hand 2
has no low.  All of it takes about 1 GB for four hole cards, half without low.

The outcome planes need one sheet more, LOW: the low itself, 0 for none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.combinations import multiset_numbers, multisets, narrow, rank_counts
from jamfold.cards.counting.suit_views import SuitViews, views_for
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import RankCodes, rank_codes
from jamfold.class_tables.decomposition.orders import margin_planes, outcome_planes
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.jit import kernel

AHEAD, AHEAD_BELOW, BEHIND, BEHIND_BELOW = range(4)
LOW_SHEETS = 4
LOW = 4
COMPLEMENT = 255
LANES = 16


def padded(lanes: int) -> int:
    """Lanes of an array: a multiple of 16, or 1 alone."""
    return 1 if lanes == 1 else -(-lanes // LANES) * LANES


def strength_sheets(game: Game) -> tuple[NDArray[np.uint8], ...]:
    """The sheets of the margin planes, by size of A; see `_lay_out`."""
    codes = rank_codes(game)
    forms = _high_forms(codes)
    if game.split_low:
        has_low = np.where(codes.low > 0, COMPLEMENT, 0).astype(np.uint8)
        forms += [form & has_low for form in forms]
    return _lay_out(forms, views_for(game))


def outcome_sheets(game: Game) -> tuple[NDArray[np.uint8], ...]:
    """The sheets of the outcome planes, by size of A; see `_lay_out`.

    Where hands are asked for that are level, and nothing else, the first sheet alone: it is known
    of hand 1 whether both beat flushes then.  Else the low itself comes after the four.
    """
    codes = rank_codes(game)
    only_levels = not game.split_low and 0 not in game.hole_used
    forms = [codes.high] if only_levels else [*_high_forms(codes), codes.low]
    return _lay_out(forms, views_for(game))


def _high_forms(codes: RankCodes) -> list[NDArray[np.uint8]]:
    below = np.where(codes.high < codes.beats_flush[:, None], COMPLEMENT, 0).astype(np.uint8)
    behind = COMPLEMENT - codes.high
    return [codes.high, codes.high & below, behind, behind & below]


def _lay_out(forms: Sequence[NDArray[np.uint8]], views: SuitViews) -> tuple[NDArray[np.uint8], ...]:
    """Lay codes of all hands on all boards, uint8 (boards, hands) each, out set by set.

    Returns
    -------
    For each size uint8 of shape (sets of the size, sheets x boards, padded
    lanes); row ``sheet * boards + board``.  Lanes beyond the O are 0.
    """
    boards = len(forms[0])
    result = []
    for size, hands_of in enumerate(views.others):
        sets = views.sets_of_size(size)
        first = views.first_view[sets.start]
        hands = views.hand_ranks[first : views.first_view[sets.stop]].reshape(-1, len(hands_of))
        sheets = np.zeros((len(hands), len(forms) * boards, padded(len(hands_of))), dtype=np.uint8)
        for f, form in enumerate(forms):
            rows = slice(f * boards, (f + 1) * boards)
            for a, numbers in enumerate(hands):
                sheets[a, rows, : len(hands_of)] = form[:, numbers]
        result.append(sheets)
    return tuple(result)


_ROOM = (2**15 - 1) // 2  # a board's low margin is at most twice its weight


def rank_term(game: Game, rows: range) -> NDArray[np.int32]:
    """Rows of R for the margin planes (see `orders`).

    Returns
    -------
    int32, shape (planes, len(rows), hand multisets).  Only the columns h2 <= h1 are filled: R is
    antisymmetric.
    """
    return _term_rows(game, rows, len(margin_planes(game)), _margin_rows)


def outcome_rank_term(game: Game, rows: range) -> NDArray[np.int32]:
    """Rows of R for the outcome planes; as `rank_term`, and R is symmetric or antisymmetric."""
    return _term_rows(game, rows, len(outcome_planes(game)), _outcome_rows)


def _term_rows(game: Game, rows: range, planes: int, fill: Callable[..., None]) -> NDArray[np.int32]:
    codes = rank_codes(game)
    counts = narrow(rank_counts(multisets(game.n_ranks, game.hole_cards), game.n_ranks), np.int16)
    out = np.zeros((planes, len(rows), len(counts)), dtype=np.int32)
    fill(rows.start, counts, board_walk(game.n_ranks), codes.high, codes.low, codes.low_boards, out)
    return out


@cache
def board_walk(n_ranks: int) -> IntArray:
    """The boards depth first.

    Rows (depth, rank, q, board, flush): q cards of a rank are added to the prefix
    at this depth; ``board`` is the board's number, or -1 if cards are missing;
    ``flush`` says that the int16 sums must be emptied first.
    """
    steps: list[tuple[int, int, int, int, int]] = []
    room = _ROOM

    def descend(prefix: list[int], depth: int, most: int) -> None:
        nonlocal room
        for rank in range(prefix[-1] + 1 if prefix else 0, n_ranks):
            for q in range(1, min(N_SUITS, BOARD_CARDS - len(prefix)) + 1):
                ranks, weight = prefix + [rank] * q, most * comb(N_SUITS, q)
                if len(ranks) < BOARD_CARDS:
                    steps.append((depth, rank, q, -1, 0))
                    descend(ranks, depth + 1, weight)
                    continue
                full = weight > room
                room = (_ROOM if full else room) - weight
                steps.append((depth, rank, q, int(multiset_numbers(np.array(ranks))), int(full)))

    descend([], 0, 1)
    return np.array(steps, dtype=np.int64)


@kernel
def _count_ways(counts: NDArray[np.int16], h1: int, ways: NDArray[np.int16]) -> None:
    """Fill ways (ranks, q, hands) with C(4 - used, q) for the hands h2 <= h1."""
    for k in range(counts.shape[1]):
        for h2 in range(h1 + 1):
            left = max(0, 4 - counts[h1, k] - counts[h2, k])
            ways[k, 1, h2] = left
            ways[k, 2, h2] = left * (left - 1) // 2
            ways[k, 3, h2] = left * (left - 1) * (left - 2) // 6
            ways[k, 4, h2] = left == 4


@kernel
def _margin_rows(
    first: int,
    counts: NDArray[np.int16],
    walk: IntArray,
    high: NDArray[np.uint8],
    low: NDArray[np.uint8],
    low_boards: BoolArray,
    out: NDArray[np.int32],
) -> None:
    """Fill out (planes, rows, hands), high and low, left of the diagonal.

    counts (hands, ranks); high and low (boards, hands); walk as `board_walk`.
    """
    n = counts.shape[0]
    ways = np.empty((counts.shape[1], 5, n), dtype=np.int16)  # C(4 - used, q)
    prefix = np.empty((6, n), dtype=np.int16)  # weight of the beginning, by depth
    sums = np.zeros((2, n), dtype=np.int16)
    for row in range(out.shape[1]):
        h1 = first + row
        _count_ways(counts, h1, ways)
        prefix[0, :] = 1
        for step in range(walk.shape[0]):
            depth, k, q, b = walk[step, 0], walk[step, 1], walk[step, 2], walk[step, 3]
            if b < 0:
                for h2 in range(h1):
                    prefix[depth + 1, h2] = prefix[depth, h2] * ways[k, q, h2]
                continue
            if walk[step, 4]:
                _empty(sums, row, h1, out)
            own, my_low = high[b, h1], low[b, h1]
            if not low_boards[b]:
                for h2 in range(h1):
                    sign = np.int8(own > high[b, h2]) - np.int8(own < high[b, h2])
                    sums[0, h2] += np.int16(np.int16(prefix[depth, h2] * ways[k, q, h2]) * np.int16(sign))
                continue
            for h2 in range(h1):
                weight = np.int16(prefix[depth, h2] * ways[k, q, h2])
                sign = np.int8(own > high[b, h2]) - np.int8(own < high[b, h2])
                some_low = np.int8((my_low | low[b, h2]) != 0)
                sign_low = np.int8(my_low > low[b, h2]) - np.int8(my_low < low[b, h2])
                change = np.int8(sign_low - np.int8(some_low * sign))
                sums[0, h2] += np.int16(weight * np.int16(sign))
                sums[1, h2] += np.int16(weight * np.int16(change))
        _empty(sums, row, h1, out)


@kernel
def _outcome_rows(
    first: int,
    counts: NDArray[np.int16],
    walk: IntArray,
    high: NDArray[np.uint8],
    low: NDArray[np.uint8],
    low_boards: BoolArray,
    out: NDArray[np.int32],
) -> None:
    """Fill out (planes, rows, hands) up to the diagonal: halves, then quarters and their margin.

    The others as `_margin_rows`.
    """
    n = counts.shape[0]
    ways = np.empty((counts.shape[1], 5, n), dtype=np.int16)
    prefix = np.empty((6, n), dtype=np.int16)
    sums = np.zeros((3, n), dtype=np.int16)
    for row in range(out.shape[1]):
        h1 = first + row
        _count_ways(counts, h1, ways)
        prefix[0, :] = 1
        for step in range(walk.shape[0]):
            depth, k, q, b = walk[step, 0], walk[step, 1], walk[step, 2], walk[step, 3]
            if b < 0:
                for h2 in range(h1 + 1):
                    prefix[depth + 1, h2] = prefix[depth, h2] * ways[k, q, h2]
                continue
            if walk[step, 4]:
                _empty(sums, row, h1, out)
            own, my_low = high[b, h1], low[b, h1]
            if not low_boards[b]:
                for h2 in range(h1 + 1):
                    weight = np.int16(prefix[depth, h2] * ways[k, q, h2])
                    sums[0, h2] += np.int16(weight * np.int16(own == high[b, h2]))
                continue
            for h2 in range(h1 + 1):
                weight = np.int16(prefix[depth, h2] * ways[k, q, h2])
                sign = np.int8(own > high[b, h2]) - np.int8(own < high[b, h2])
                some_low = np.int8((my_low | low[b, h2]) != 0)
                sign_low = np.int8(my_low > low[b, h2]) - np.int8(my_low < low[b, h2])
                d = np.int8(sign * np.int8(2 - some_low) + sign_low)
                sums[0, h2] += np.int16(weight * np.int16(d == 0))
                sums[1, h2] += np.int16(weight * np.int16(d & 1))
                sums[2, h2] += np.int16(weight * np.int16(np.int8(d == 1) - np.int8(d == -1)))
        _empty(sums, row, h1, out)


@kernel
def _empty(sums: NDArray[np.int16], row: int, h1: int, out: NDArray[np.int32]) -> None:
    """Add the sums up to the diagonal to a row of every plane, and begin them anew."""
    for plane in range(out.shape[0]):
        for h2 in range(h1 + 1):
            out[plane, row, h2] += sums[plane, h2]
            sums[plane, h2] = 0
