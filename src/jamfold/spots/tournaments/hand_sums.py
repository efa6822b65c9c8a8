"""One tournament hand with given strategies: gains, values and ends of three seats, and on the grid.

Three seats: the search of `solver.seats` needs cubes of all triples, rebuilt for every hand from what its
ends are worth: half a second of Hold'em.  Where strategies are given, sums over one player's hands by the
order of all three give the same in 0.06 s.  All three hands count, also those of players who have folded:
the order of a folded hand does not matter at the showdown, but its cards are out of the deck.

Heads-up on the grid: where each end of the hand leads, and how often it occurs.  Where the pot is split
between a high and a low, the quarters of it that cannot be halved in the unit of the grid leave the odd
unit with the big blind, who sits left of the button.
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
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.class_tables.threeway_table import ThreewayTable, pair_values
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import former_words
from jamfold.core.jit import kernel
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs
from jamfold.solver.three_seats import ThreeSeats, ThreeState
from jamfold.spots.nplayer.exact import seat_game, shown_worth
from jamfold.spots.tournaments.blind_levels import ScheduledLevel

IN = ((), (0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
"""Who is in at an end: players 0, 1, 2 as they act.  Player 2 alone is nobody: they have won."""

_THIRDS = tuple(map(TURNS.index, ((0, 1, 2), (0, 2, 1), (1, 2, 0))))
"""The hands of a row of the table, each of them as the third."""
_SWAPPED = TURNS.index((1, 0, 2))
_FIRST, _BOTH, _ZERO, _ONE = 0, 3, 4, 5
"""Nodes of the first and the last player, over whose hands is summed."""


class HandSums:
    """What chances to jam (6, n) come to in a hand of three; nodes and players as in `solver.three_seats`."""

    def __init__(self, table: ThreewayTable, strategy: FloatArray) -> None:
        sums = third_sums(table, strategy[[_FIRST, _BOTH, _ZERO, _ONE]]) / table.n_boards
        self.strategy, self._sums = strategy, dict(zip((_FIRST, _BOTH, _ZERO, _ONE), sums, strict=True))
        self._whole = _all_sums(table.game)

    @former_words(shown="showdown")
    def by_node(self, showdown: FloatArray) -> dict[int, FloatArray]:
        """What `ThreeState` keeps, in a game without credits.

        Parameters
        ----------
        shown
            What a showdown of all three is worth, by order and player: shape (13, 3).
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
        """The chance of every end (`IN`) by the order of players 0, 1, 2, shape (7, 13).

        The policy (6, n) is played by one player, and the others play on.
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
    """The places of those who are in, among themselves, by the number of the order of all three."""
    places = [ORDERS[order][player] for player in in_]
    ranks = sorted(set(places))
    return tuple(ranks.index(place) for place in places)


def third_sums(table: ThreewayTable, weights: FloatArray) -> FloatArray:
    """Boards of two classes by the order of three hands, over all hands of the third, weighted by class.

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
        """What a strategy comes to, shape (6, n)."""
        return HandSums(self._table, strategy)

    def state(self, strategy: FloatArray) -> ThreeState:
        """The state of a strategy, shape (6, n)."""
        return self.state_of(self.sums(strategy))

    def state_of(self, sums: HandSums) -> ThreeState:
        """The state of the strategy of these sums."""
        return ThreeState(self, sums.strategy.copy(), sums.by_node(self._shown))


def summed_game(game: Game, hand: TableHand) -> SummedSeats:
    """A hand of three as `seat_game` gives it, without the cubes until the search moves a state."""
    return SummedSeats(load_threeway(game), shown_worth(hand), seat_game(game, hand))


@lru_cache(maxsize=1)
def _all_sums(game: Game) -> FloatArray:
    """Over all third hands, shape (n, n, 13)."""
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
    """Add up sums (m, n, n, 13); thirds (3, 13): the orders of a row with hand 2, 1, 0 of it as the third."""
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
    """Chips of a unit."""
    split: bool
    """Whether a high and a low share the pot."""

    @cached_property
    def spot(self) -> Situation:
        return Situation.at((self.stack, self.steps - self.stack), self.level.posted(self.unit))

    @cached_property
    def next_stacks(self) -> tuple[int, ...]:
        """The small blind's stack after folding, after stealing, and after a showdown by ascending share."""
        showdowns = [self.spot.showdown(share) for share in (DIVIDED if self.split else UNDIVIDED)]
        ends = (self.spot.small_blind_folds(), self.spot.big_blind_folds(), *showdowns)
        return tuple(self.stack + floor(won) for won, _ in ends)

    def stakes(self, continuation: FloatArray) -> TerminalPayoffs:
        """The hand when a stack of k units is worth ``continuation[k]`` to the small blind after it."""
        fold, steal, *showdowns = (float(continuation[stack]) for stack in self.next_stacks)
        jams, calls = self.spot.has_decision
        return TerminalPayoffs(
            PlayerPayoffs(fold, steal, tuple(showdowns)),
            PlayerPayoffs(1.0 - fold, 1.0 - steal, tuple(1.0 - value for value in reversed(showdowns))),
            jam_forced=not jams,
            call_forced=not calls,
        )


def share_sums(met: RangeSums) -> FloatArray:
    """A range by what every class wins of it: hands, weighted by how often they are played and by boards.

    Returns
    -------
    Shape (3, n), by the class's share of the pot 0, 1/2, 1; (5, n) by quarters where a high and a low
    share it.
    """
    if len(met.planes) == 1:
        between = [met.planes[0]]
        rest, apart = met.placements - met.planes[0], met.margins
    else:
        half, quarters, margin = met.planes  # a quarter more than half the pot is a margin of 1/2
        between = [(quarters - margin) / 2, half, (quarters + margin) / 2]
        rest, apart = met.placements - half - quarters, met.margins - margin / 2
    return np.array([(rest - apart) / 2, *between, (rest + apart) / 2])


def end_chances(payoffs: ClassGame, jamming: FloatArray, calling: RangeSums) -> FloatArray:
    """How often each end comes when `jamming` (n,) meets a range, in the order of `GridHand.next_stacks`."""
    weights = payoffs.counts * jamming / payoffs.n_hands
    return _chances(payoffs, float(weights.sum()), share_sums(calling) @ weights)


def end_chances_called(payoffs: ClassGame, jamming: RangeSums, calling: FloatArray) -> FloatArray:
    """The same from the other side: a range that jams, and `calling` (n,)."""
    weights = payoffs.counts * calling / payoffs.n_hands
    return _chances(payoffs, payoffs.share(jamming.strategy), (share_sums(jamming) @ weights)[::-1])


def _chances(payoffs: ClassGame, jams: float, sums: FloatArray) -> FloatArray:
    """`sums` are of showdowns by the small blind's share."""
    showdowns = sums / payoffs.n_opponent_hands
    return np.concatenate([[1.0 - jams, jams - showdowns.sum()], showdowns])
