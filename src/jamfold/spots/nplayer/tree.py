"""The tree of a hand for kernels: nodes, end values by showdown order, raise rows, redundant actions.

Nodes are numbered parents first.  The values of an end are rows by the code of the showdown: with k players
in, the sum over them of (the number of better hands) k^i, and in a split pot the same for lows in base k + 1,
with k for no low.

Trees of raises have a row for every action at a decision except folding.  Chances in rows are behavior
strategies.

Actions covered by a smaller open are redundant, so tables are solved without them.  If a raise can only be
jammed over, let everybody answer a jam or a larger open as the smallest open, calling where they would jam
over that.  Then opening small and going on is as good as opening large or jamming, and opening small and
folding is better.  So an equilibrium of the tree with the smallest open alone is one of the whole tree, with
these answers; the certificate is that of the whole tree.  With re-raises the same holds for the last listed
raise: only the jam next to it is left out.  It does not hold if fewer players may be all-in than there are
seats.  Solved as a whole, such trees split hands between opens and jams in arbitrary ways, and take ten times
as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.raises import BettingState, TerminalNode
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import SituationError
from jamfold.solver.seat_tree import SeatTree, realization_plan, tree_of

MOST_SHOWN = {False: 5, True: 4}
"""The most players all-in, in undivided and split pots; more have too many orders of hands."""


class Tree(NamedTuple):
    """A tree as the kernels take it."""

    depth: IntArray
    """int64 (nodes,): the position in the order of acting."""
    after_fold: IntArray
    after_jam: IntArray
    """after_fold, after_jam: int64 (nodes,): the next node, or -1 - the number of the end."""
    end_first: IntArray
    """int64 (ends,): the first row of the end's values."""
    end_players: IntArray
    """int64 (ends, most + 1): the number of players who are in, then their positions."""
    values: FloatArray
    """float64 (rows, seats): values by position."""


def make_tree(game: Game, hand: TableHand) -> Tree:
    """Return the tree of a hand; its nodes are those of the hand, which all have a decision.

    Without a decision it has no node, and one end. Raises SituationError if more players may be all-in than
    `MOST_SHOWN`.
    """
    check_shown(game, hand.most_allin)
    numbers = {node: number for number, node in enumerate(hand.nodes)}
    ends: dict[tuple[int, ...], int] = {}

    def find_next(at: int, in_: tuple[int, ...]) -> int:
        """Return the first decision of positions from `at` on, or -1 - the number of the end."""
        while at < hand.n - bool(not in_):  # the last one has won if nobody else is in
            node = Node(hand.order[at], in_)
            if node in numbers:
                return numbers[node]
            in_, at = (*in_, node.seat) if hand.action(node) else in_, at + 1
        return -1 - ends.setdefault(in_, len(ends))

    find_next(0, ())
    depth = [hand.order.index(node.seat) for node in hand.nodes]
    turns = list(zip(depth, hand.nodes, strict=True))
    after_fold = [find_next(at + 1, node.all_in_before) for at, node in turns]
    after_jam = [find_next(at + 1, (*node.all_in_before, node.seat)) for at, node in turns]
    check_shown(game, max(map(len, ends)))
    values = [end_values(game, hand, in_) for in_ in ends]
    return Tree(
        depth=np.array(depth, dtype=np.int64),
        after_fold=np.array(after_fold, dtype=np.int64),
        after_jam=np.array(after_jam, dtype=np.int64),
        end_first=np.cumsum([0, *map(len, values[:-1])], dtype=np.int64),
        end_players=end_players(hand, list(ends)),
        values=np.concatenate(values),
    )


def check_shown(game: Game, all_in: int) -> None:
    """Raise SituationError if more players are all-in than `MOST_SHOWN`."""
    most = MOST_SHOWN[game.split_low]
    if all_in > most:
        raise SituationError(
            f"At most {most} may be all-in where deals are sampled, not {all_in}: "
            f"give a smaller number of all-ins, or larger stacks.",
            field="max_allin",
        )


def end_players(hand: TableHand, ends: list[tuple[int, ...]]) -> IntArray:
    """Return `Tree.end_players`, padded with 0."""
    players = np.zeros((len(ends), 1 + max(map(len, ends))), dtype=np.int64)
    for row, in_ in zip(players, ends, strict=True):
        row[: 1 + len(in_)] = [len(in_), *map(hand.order.index, in_)]
    return players


def by_seat(hand: TableHand, values: FloatArray) -> FloatArray:
    """Return values by position, in the order of acting, as values by seat."""
    out = np.empty(hand.n)
    out[list(hand.order)] = values
    return out


def end_values(
    game: Game, hand: TableHand, in_: tuple[int, ...], bets: tuple[float, ...] | None = None
) -> FloatArray:
    """Return values by code and position, 0 for impossible codes; bets as in `TableHand.chips_after`."""
    k, order = len(in_), list(hand.order)
    lows = _low_codes(k) if game.split_low and k > 1 else {0: None}
    base = max(lows) + 1 if len(lows) > 1 else 1
    out = np.zeros((max(k, 1) ** k * base, hand.n))
    for high, places in _high_codes(k).items():
        for low, low_places in lows.items():
            out[high * base + low] = np.array(hand.values_after(in_, places, low_places, bets))[order]
    return out


@cache
def _high_codes(k: int) -> dict[int, tuple[int, ...]]:
    """Return all orders of k hands by code: the number of better hands for each."""
    codes = {}
    for strengths in product(range(k), repeat=k):
        better = tuple(sum(other > own for other in strengths) for own in strengths)
        codes[sum(count * k**i for i, count in enumerate(better))] = better
    return codes or {0: ()}


def showdown_orders(k: int) -> tuple[tuple[int, ...], ...]:
    """Return the ranks of k hands at a showdown, in all orders with ties."""
    return tuple(_high_codes(k).values())


@cache
def _low_codes(k: int) -> dict[int, tuple[int | None, ...] | None]:
    """Return orders of lows by code, None for a hand without a low; the last code has no low at all."""
    codes: dict[int, tuple[int | None, ...] | None] = {}
    for strengths in product(range(k + 1), repeat=k):
        better = [sum(other > own for other in strengths) if own else k for own in strengths]
        code = sum(count * (k + 1) ** i for i, count in enumerate(better))
        codes[code] = tuple(count if count < k else None for count in better)
    return codes


_TINY = 1e-300


def hand_tree(hand: TableHand) -> tuple[SeatTree, tuple[TerminalNode, ...]]:
    """Return the tree of a hand by position in the order of acting, and its ends."""
    points, place = hand.points, hand.order.index
    tree, led = tree_of(hand.n, [(place(point.seat), point.following) for point in points])
    ends = [points[number].ends[action] for number, action in led]
    return tree, tuple(end for end in ends if end is not None)


def sequences_of(hand: TableHand, tree: SeatTree) -> list[int]:
    """Return the sequences of the rows of a hand."""
    return [tree.infosets[number].first + action for number, action in hand.lines]


def behaviour_of_rows(hand: TableHand, tree: SeatTree, strategy: FloatArray) -> FloatArray:
    """Return frequencies by row as a behavior strategy of all sequences; folding gets the rest."""
    behaviour = np.ones((tree.n_sequences, strategy.shape[1]))
    behaviour[sequences_of(hand, tree)] = strategy
    for turn in tree.infosets:
        going = behaviour[turn.first + 1 : turn.first + turn.n_actions].sum(axis=0)
        behaviour[turn.first] = np.maximum(1.0 - going, 0.0)
    return behaviour


def plan_of_rows(hand: TableHand, strategy: FloatArray) -> FloatArray:
    """Return the realization plan by row, shape (rows, n)."""
    if not hand.raises:
        return strategy
    tree, _ = hand_tree(hand)
    return realization_plan(tree, behaviour_of_rows(hand, tree, strategy))[sequences_of(hand, tree)]


def plans_before(hand: TableHand, strategy: FloatArray) -> FloatArray:
    """Return the own reach probability by decision, shape (decisions, n)."""
    tree, _ = hand_tree(hand)
    plan = realization_plan(tree, behaviour_of_rows(hand, tree, strategy))
    return plan[[turn.own for turn in tree.infosets]]


def fitted(hand: TableHand, strategy: FloatArray, fixed: Sequence[int]) -> FloatArray:
    """Scale down the free rows of decisions whose frequencies sum to more than 1."""
    out = strategy.copy()
    for rows in decisions_of_rows(hand):
        free = [row for row in rows if row not in fixed]
        if len(free) < len(rows) and free:
            left = np.maximum(1.0 - out[[row for row in rows if row in fixed]].sum(axis=0), 0.0)
            total = out[free].sum(axis=0)
            out[free] *= np.where(total > left, left / np.maximum(total, _TINY), 1.0)
    return out


def best_rows(hand: TableHand, strategy: FloatArray, margins: FloatArray) -> FloatArray:
    """Return the best action of every decision by the margins of its rows; indifferent classes stay."""
    if not hand.raises:
        better = np.where(margins < 0, 0.0, strategy)
        return np.where(margins > 0, 1.0, better)
    best = strategy.copy()
    for rows in decisions_of_rows(hand):
        own = margins[rows]
        is_known = ~np.isnan(own).any(axis=0)
        top = np.where(is_known, own.max(axis=0, initial=0.0), 0.0)
        played = (strategy[rows] * np.where(is_known, own, 0.0)).sum(axis=0)
        pure = (own == top) & (np.arange(len(rows))[:, None] == own.argmax(axis=0)) & (top > 0)
        best[rows] = np.where(is_known & (played < top), pure, strategy[rows])
    return best


def decisions_of_rows(hand: TableHand) -> list[Sequence[int]]:
    """Return the rows of every decision."""
    rows: list[list[int]] = [[] for _ in hand.points]
    for row, (number, _) in enumerate(hand.lines):
        rows[number].append(row)
    return list(rows)


def with_smallest_open(hand: TableHand) -> TableHand | None:
    """Return the hand with only the smallest open, and without the jam next to the last listed raise.

    None if that is the same hand, several opens can be raised, fewer players may be all-in than there are
    seats, or no listed size is the smallest of every seat.
    """
    raises = hand.raises
    if raises.limit or (len(raises.open) == 1 and not raises.jam) or (raises.later and raises.open[1:]):
        return None
    if hand.most_allin < hand.n:
        return None
    smallest = _smallest_opens(hand)
    for size in raises.open:
        smaller = replace(hand, raises=replace(raises, open=(size,), last_jam=False))
        if smaller.raises and _smallest_opens(smaller) == smallest:
            return smaller
    return None


def _smallest_opens(hand: TableHand) -> dict[int, float]:
    """Return the smallest open in chips of every seat that can raise."""
    return {
        point.seat: point.actions[1].to
        for point in hand.points
        if not point.after and point.actions[1].kind == "raise"
    }


def restore_redundant_actions(hand: TableHand, small: TableHand, strategy: FloatArray) -> FloatArray:
    """Return the strategy by row of the hand from that of the hand with the smallest open."""
    out = np.zeros((len(hand.nodes), strategy.shape[1]))
    rows, small_rows = decisions_of_rows(hand), decisions_of_rows(small)
    pairs: list[tuple[int | None, int | None]] = [(0, 0)]
    while pairs:
        number, other = pairs.pop()
        if number is None or other is None:
            continue
        whole, part = hand.points[number], small.points[other]
        if whole.seat != part.seat:  # a player who is all-in in `small` decides here: they go on
            pairs.append((number, part.following[-1]))
            continue
        pairs.append((whole.following[0], part.following[0]))
        for action in range(1, len(whole.actions)):
            same = _same(whole, action, part)
            if same is not None:
                out[rows[number][action - 1]] = strategy[small_rows[other][same - 1]]
            pairs.append((whole.following[action], part.following[1 if same is None else same]))
    return out


def _same(whole: BettingState, action: int, part: BettingState) -> int | None:
    """Return the index of the equivalent action; None if another one covers it."""
    act = whole.actions[action]
    if act in part.actions:
        return part.actions.index(act)
    return 1 if act.kind == "call" else None


def opens_as_jams(hand: TableHand, strategy: FloatArray) -> FloatArray:
    """Return the strategy with a jam in place of every open whose raiser never folds."""
    out, decisions = strategy.copy(), decisions_of_rows(hand)
    for number, point in enumerate(hand.points):
        kinds = [action.kind for action in point.actions]
        if "raise" not in kinds or "jam" not in kinds:
            continue
        small, jam = decisions[number][kinds.index("raise") - 1], decisions[number][kinds.index("jam") - 1]
        behind = [
            rows[0]
            for rows, later in zip(decisions, hand.points, strict=True)
            if later.seat == point.seat and later.after[: len(point.after) + 1] == (
                *point.after, (point.seat, point.actions[kinds.index("raise")]))
        ]  # fmt: skip
        opening = strategy[small] > 0
        if all((strategy[row][opening] >= 1.0).all() for row in behind):
            out[jam] += out[small]
            out[small] = 0.0
    return out
