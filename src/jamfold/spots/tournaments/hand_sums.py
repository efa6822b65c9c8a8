"""Tournament hands with fixed strategies: gains, values and ends of three seats, and heads-up ends.

Three seats: the search of `solver.seats` needs cubes of all triples, rebuilt for every hand from the values
of its ends, in 0.5 s for Hold'em.  For fixed strategies, sums over one player's hands by the order of all
three give the same in 0.06 s.  All three hands count, including those of players who have folded: the order
of a folded hand does not matter at the showdown, but its cards are out of the deck.

Heads-up on the grid: the next stacks after each end of the hand, and its probability.  If the pot is split
between a high and a low, odd units of quarters go to the big blind, who sits left of the button.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import floor

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.ends import DIVIDED, UNDIVIDED
from jamfold.betting.hand import TableHand
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game
from jamfold.class_tables.decomposition.orders import ORDERS, TURNS, turned_orders
from jamfold.class_tables.threeway_build import ThreewayTable, load_threeway, pair_values
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import former_words
from jamfold.core.jit import kernel
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs
from jamfold.solver.three_seats import ThreeSeats, ThreeState
from jamfold.spots.nplayer.exact import seat_game, shown_worth
from jamfold.spots.payoffs import sums_by_share
from jamfold.spots.tournaments.blind_levels import ScheduledLevel

IN = ((), (0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
"""The players who are in at an end, numbered as they act; none if player 2 wins without a showdown."""

_THIRDS = tuple(map(TURNS.index, ((0, 1, 2), (0, 2, 1), (1, 2, 0))))
"""The turns that make each hand of a row of the table the third."""
_SWAPPED = TURNS.index((1, 0, 2))
_FIRST, _BOTH, _ZERO, _ONE = 0, 3, 4, 5
"""Nodes of the first and the last player, whose hands are summed over."""


class HandSums:
    """Sums of a strategy (6, n) in a hand of three; nodes and players as in `solver.three_seats`."""

    def __init__(self, table: ThreewayTable, strategy: FloatArray) -> None:
        sums = third_sums(table, strategy[[_FIRST, _BOTH, _ZERO, _ONE]]) / table.n_boards
        self.strategy, self._sums = strategy, dict(zip((_FIRST, _BOTH, _ZERO, _ONE), sums, strict=True))
        self._whole = _all_sums(table.game)

    @former_words(shown="showdown")
    def by_node(self, showdown: FloatArray) -> dict[int, FloatArray]:
        """Return the sums of `ThreeState`, in a game without credits.

        ``showdown`` has the values of a showdown of all three by order and player, shape (13, 3).
        """
        wins, ties = pair_values()
        turned = np.array([ORDERS.index((o[2], o[0], o[1])) for o in ORDERS])  # players 1, 2, 0 in a row
        deals = np.ones(len(ORDERS))
        third = (deals, wins[turned], ties[turned])
        values = {
            _FIRST: (*third, wins, ties, showdown[turned, 2]),
            _BOTH: (deals, wins, ties, showdown[:, 0], showdown[:, 1]),
            _ZERO: third,
            _ONE: third,
        }
        return {
            node: np.ascontiguousarray((self._sums[node] @ np.stack(of_node, axis=1)).transpose(2, 0, 1))
            for node, of_node in values.items()
        }

    def ends(self, player: int, policy: FloatArray) -> FloatArray:
        """Return the probability of every end (`IN`) by the order of players 0, 1, 2, shape (7, 13).

        One player plays the policy (6, n), the others their strategies.
        """
        x, call, jam, *z = policy
        out = np.empty((len(IN), len(ORDERS)))
        if player == 2:
            met = self._sums[_FIRST]
            rest = self._whole - met
            pairs = [
                (rest, 1 - jam, np.ones_like(jam)), (met, 1 - call, 1 - z[1]), (rest, jam, 1 - z[2]),
                (met, call, 1 - z[0]), (met, 1 - call, z[1]), (rest, jam, z[2]), (met, call, z[0]),
            ]  # fmt: skip
            order = [ORDERS.index((o[1], o[2], o[0])) for o in ORDERS]
        else:
            in_both, in_zero, in_one = (self._sums[node] for node in (_BOTH, _ZERO, _ONE))
            pairs = [
                (self._whole, 1 - x, 1 - jam), (self._whole - in_zero, x, 1 - call),
                (self._whole - in_one, 1 - x, jam), (self._whole - in_both, x, call),
                (in_zero, x, 1 - call), (in_one, 1 - x, jam), (in_both, x, call),
            ]  # fmt: skip
            order = list(range(len(ORDERS)))
        for end, (sums, first, second) in enumerate(pairs):
            n = len(first)
            out[end] = second @ (first @ sums.reshape(n, -1)).reshape(n, -1)
        chances: FloatArray = out[:, order] / out.sum()
        return chances


def places_in(in_: tuple[int, ...], order: int) -> tuple[int, ...]:
    """Return the places of the players who are in, among themselves, by the order of all three."""
    places = [ORDERS[order][player] for player in in_]
    ranks = sorted(set(places))
    return tuple(ranks.index(place) for place in places)


def third_sums(table: ThreewayTable, weights: FloatArray) -> FloatArray:
    """Return boards of two classes by the order of three hands, over third hands weighted by class.

    Parameters
    ----------
    weights
        Shape (m, n).

    Returns
    -------
    Shape (m, n, n, 13): by the first class, the second, and the order of first, second and third.
    """
    n, turned = table.classes.n, turned_orders()
    sums = np.zeros((len(weights), n, n, len(ORDERS)))
    _add_thirds(
        table.orders, table.classes.sizes, np.ascontiguousarray(weights), turned[list(_THIRDS)],
        turned[_SWAPPED], sums,
    )  # fmt: skip
    return sums


class SummedSeats(ThreeSeats):
    """A game of three seats whose states begin with sums over third hands."""

    @former_words(shown="showdown")
    def __init__(self, table: ThreewayTable, showdown: FloatArray, like: ThreeSeats) -> None:
        super().__init__(like.deals, like.ends, like.forced)
        self._table, self._shown = table, showdown

    def sums(self, strategy: FloatArray) -> HandSums:
        """Return the sums of a strategy, shape (6, n)."""
        return HandSums(self._table, strategy)

    def state(self, strategy: FloatArray) -> ThreeState:
        """Return the state of a strategy, shape (6, n)."""
        return self.state_of(self.sums(strategy))

    def state_of(self, sums: HandSums) -> ThreeState:
        """Return the state of the strategy of these sums."""
        return ThreeState(self, sums.strategy.copy(), sums.by_node(self._shown))


def summed_game(game: Game, hand: TableHand) -> SummedSeats:
    """Return the game of `seat_game`, whose cubes are built only when the search moves a state."""
    return SummedSeats(load_threeway(game), shown_worth(hand), seat_game(game, hand))


@lru_cache(maxsize=1)
def _all_sums(game: Game) -> FloatArray:
    """Return the sums over all third hands, shape (n, n, 13)."""
    table = load_threeway(game)
    sums: FloatArray = third_sums(table, np.ones((1, table.classes.n)))[0] / table.n_boards
    return sums


@kernel
def _add_thirds(
    orders: NDArray[np.int32],
    sizes: IntArray,
    weights: FloatArray,
    thirds: IntArray,
    swapped: IntArray,
    sums: FloatArray,
) -> None:
    """Add to sums (m, n, n, 13); thirds (3, 13) are orders of a row with its hand 2, 1, 0 as the third."""
    n, m, count = len(sizes), len(weights), orders.shape[1]
    counts = np.empty((3, count))
    row = 0
    for k in range(n):
        size = float(sizes[k])
        for j in range(k + 1):
            for i in range(j + 1):
                for place in range(3):
                    for o in range(count):
                        counts[place, thirds[place, o]] = size * orders[row, o]
                for v in range(m):
                    weight = weights[v, i]
                    if weight != 0:
                        for o in range(count):
                            sums[v, k, j, o] += weight * counts[0, o]
                    weight = weights[v, j]
                    if weight != 0 and j != i:
                        for o in range(count):
                            sums[v, k, i, o] += weight * counts[1, o]
                    weight = weights[v, k]
                    if weight != 0 and k != j:
                        for o in range(count):
                            sums[v, j, i, o] += weight * counts[2, o]
                row += 1
    for v in range(m):
        for a in range(n):
            for b in range(a):
                for o in range(count):
                    sums[v, b, a, swapped[o]] = sums[v, a, b, o]


@dataclass(frozen=True)
class GridHand:
    """A hand with stacks in units."""

    stack: int
    steps: int
    """stack, steps: The small blind's stack x, and N."""
    level: ScheduledLevel
    """The blinds, in chips."""
    unit: int
    """The chips in a unit."""
    split: bool
    """Whether a high and a low share the pot."""

    @cached_property
    def spot(self) -> Situation:
        return Situation.at((self.stack, self.steps - self.stack), self.level.posted(self.unit))

    @cached_property
    def next_stacks(self) -> tuple[int, ...]:
        """The small blind's stack after a fold, after a steal, and after a showdown by ascending share."""
        showdowns = [self.spot.showdown(share) for share in (DIVIDED if self.split else UNDIVIDED)]
        ends = (self.spot.small_blind_folds(), self.spot.big_blind_folds(), *showdowns)
        return tuple(self.stack + floor(won) for won, _ in ends)

    def stakes(self, continuation: FloatArray) -> TerminalPayoffs:
        """Return the payoffs if ``continuation[k]`` is the small blind's value of k units after the hand."""
        fold, steal, *showdowns = (float(continuation[stack]) for stack in self.next_stacks)
        jams, calls = self.spot.has_decision
        return TerminalPayoffs(
            PlayerPayoffs(fold, steal, tuple(showdowns)),
            PlayerPayoffs(1.0 - fold, 1.0 - steal, tuple(1.0 - value for value in reversed(showdowns))),
            jam_forced=not jams,
            call_forced=not calls,
        )


def share_sums(met: RangeSums) -> FloatArray:
    """Return the hands of a range by the pot share of each class, weighted by frequency and boards.

    The shape is (3, n), for shares 0, 1/2, 1; or (5, n), for quarters of pots split between high and low.
    """
    return np.array(sums_by_share(met.placements, met.margins, met.planes))


def end_chances(payoffs: ClassGame, jamming: FloatArray, calling: RangeSums) -> FloatArray:
    """Return the probabilities of ends, as in `GridHand.next_stacks`, for `jamming` (n,) against a range."""
    weights = payoffs.counts * jamming / payoffs.n_hands
    return _chances(payoffs, float(weights.sum()), share_sums(calling) @ weights)


def end_chances_called(payoffs: ClassGame, jamming: RangeSums, calling: FloatArray) -> FloatArray:
    """Return the probabilities of ends for a range that jams against `calling` (n,)."""
    weights = payoffs.counts * calling / payoffs.n_hands
    return _chances(payoffs, payoffs.share(jamming.strategy), (share_sums(jamming) @ weights)[::-1])


def _chances(payoffs: ClassGame, jams: float, sums: FloatArray) -> FloatArray:
    """Return the probabilities of ends from sums of showdowns by the small blind's share."""
    showdowns = sums / payoffs.n_opponent_hands
    return np.concatenate([[1.0 - jams, jams - showdowns.sum()], showdowns])
