"""Sampled deals of tables with raises before the all-in, and the certificate on them.

Deals are drawn as in `spots.nplayer.sampler`.  The search (`spots.nplayer.search`) is regret matching with
more weight on later steps, linear counterfactual regret minimisation [1]_; where a smaller open covers the
other actions it searches the hand with that open alone (see `spots.nplayer.tree`).  The certificate is for
the whole hand, as in `spots.nplayer.certificate`, with best responses over sequences of actions.

References
----------
.. [1] N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization",
   2019.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.raises import TerminalNode
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import number_hands, strength_tables
from jamfold.core.arrays import FloatArray
from jamfold.core.parallel import in_parallel
from jamfold.solver.seat_tree import (
    behavior_strategy,
    best_response_behavior,
    by_player,
    own_gains,
    realization_plan,
    regret_matching,
    sequence_values,
)
from jamfold.spots.nplayer.certificate import Certificate, Gained, is_choosing, seat_figures
from jamfold.spots.nplayer.kernels import RaisedTree, deal_additions
from jamfold.spots.nplayer.sampler import BOARDS, FOLDS, TASKS, Dealer, Purpose, batch_size, seatings, stream
from jamfold.spots.nplayer.tree import (
    behaviour_of_rows,
    check_shown,
    end_players,
    end_values,
    hand_tree,
    sequences_of,
)


class RaisedSampler:
    """Sampled deals of one hand, played against realization plans; see `Sampler`."""

    def __init__(self, game: Game, hand: TableHand, seed: int) -> None:
        check_shown(game, hand.most_allin)
        self.game, self.hand, self.seed = game, hand, seed
        self.tree, ends = hand_tree(hand)
        self.rows = sequences_of(hand, self.tree)
        classes = hand_classes(game)
        self.n = classes.n
        keys = [_key(hand, end) for end in ends]
        kinds = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        values = [end_values(game, hand, in_, bets) for in_, bets in kinds]
        self._tree = RaisedTree(
            leaves=np.array(self.tree.leaves, dtype=np.int64),
            leaf_end=np.array([kinds[key] for key in keys], dtype=np.int64),
            before=np.array([turn.before for turn in self.tree.infosets], dtype=np.int64),
            player=np.array([turn.player for turn in self.tree.infosets], dtype=np.int64),
            end_first=np.cumsum([0, *map(len, values[:-1])], dtype=np.int64),
            end_players=end_players(hand, [in_ for in_, _ in kinds]),
            values=np.concatenate(values),
        )
        self._dealer = Dealer(game, hand.n)
        self._hands = number_hands(game, classes.hands)
        self._class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
        self._seatings = seatings(hand.n)
        self.batch = 1
        plan = np.ones(self.shape)
        self.play(plan, plan, self.stream(Purpose.SEARCH), 0, self.sums())  # compiled before any clock runs
        self.batch = batch_size(hand.n)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of sequences and of classes."""
        return self.tree.n_sequences, self.n

    def sums(self, count: int = TASKS) -> list[FloatArray]:
        """Return `count` zero arrays of sums for `play`."""
        return [np.zeros(self.shape) for _ in range(count)]

    def arrivals(self) -> list[FloatArray]:
        return [np.zeros((len(self.tree.infosets), self.n)) for _ in range(TASKS)]

    def stream(self, purpose: Purpose, strategy: FloatArray | None = None) -> list[int]:
        """Return the stream for a purpose, and for a measured strategy by row."""
        return stream(self.game, self.hand, self.seed, purpose, strategy)

    def play(
        self,
        plan: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        sums: list[FloatArray],
        arrivals: list[FloatArray] | None = None,
    ) -> FloatArray:
        """Play the batches of a step; return values and gains by deal, shape (deals, 2, positions)."""

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, BOARDS, [*stream, number])
            by_deal = np.empty((len(tuples), 2, self.hand.n))
            deal_additions(
                self._tree, strength_tables(self.game), self._hands, self._class_of_row, tuples,
                number_boards(self.game, boards), self._seatings, plan, response, self.game.split_low,
                sums[number % len(sums)], np.zeros((0, 0)) if arrivals is None else arrivals[task], by_deal,
            )  # fmt: skip
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))

    def respond(self, added: FloatArray, behaviour: FloatArray) -> FloatArray:
        """Return the plan of the best response by `added`, with `behaviour` where all actions are equal."""
        best = sequence_values(self.tree, added)
        response = best_response_behavior(self.tree, best)
        for turn in self.tree.infosets:
            actions = best[turn.sequences]
            is_known = actions.max(axis=0) > actions.min(axis=0)
            response[turn.sequences] = np.where(is_known, response[turn.sequences], behaviour[turn.sequences])
        return realization_plan(self.tree, response)


def _key(hand: TableHand, end: TerminalNode) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the key of equal ends: the players in, in the order of acting, and the bets of the others."""
    bets = tuple(0.0 if seat in end.in_ else chips for seat, chips in enumerate(end.put_in))
    return tuple(sorted(end.in_, key=hand.order.index)), bets


def certify_raised(
    sampler: RaisedSampler,
    strategy: FloatArray,
    until: float,
    on_progress: Callable[[float], None],
    confidence: float,
) -> Certificate:
    """Measure a strategy by row on fresh deals of its own stream, like `certify`."""
    tree, stream_ = sampler.tree, sampler.stream(Purpose.MEASUREMENT, strategy)
    behaviour = behaviour_of_rows(sampler.hand, tree, strategy)
    plan = realization_plan(tree, behaviour)
    folds, arrivals = sampler.sums(FOLDS), sampler.arrivals()
    response = plan
    by_deal: list[FloatArray] = []
    started = time.perf_counter()
    while len(by_deal) * TASKS < FOLDS or time.perf_counter() < until:
        step = len(by_deal)
        if is_choosing(step):
            response = sampler.respond(np.sum(folds, axis=0), behaviour)
        by_deal.append(sampler.play(plan, response, stream_, step, folds, arrivals))
        on_progress(min(1.0, (time.perf_counter() - started) / max(until - started, 1e-9)))
    everything = np.sum(folds, axis=0)
    gained = np.zeros(sampler.shape)
    for fold in folds:
        gained += fold * (sampler.respond(everything - fold, behaviour) - plan)
    deals = np.concatenate(by_deal)
    return _measured(
        sampler, behaviour, deals, by_player(tree, gained) / len(deals), folds, arrivals, confidence
    )


def _measured(
    sampler: RaisedSampler,
    behaviour: FloatArray,
    deals: FloatArray,
    gained: FloatArray,
    folds: list[FloatArray],
    arrivals: list[FloatArray],
    confidence: float,
) -> Certificate:
    tree, rows, count = sampler.tree, sampler.rows, len(deals)
    plan, sizes = realization_plan(tree, behaviour), hand_classes(sampler.game).sizes
    error = deals[count // 2 :, 1].std(axis=0, ddof=1) / count**0.5
    inside = own_gains(tree, plan, np.sum(folds, axis=0) / count)
    numbers = [number for number, _ in sampler.hand.lines]
    firsts = [tree.infosets[number].first for number in numbers]
    came = np.sum(arrivals, axis=0)
    chance = np.where(came > 0, came, np.nan)[numbers]
    best = sequence_values(tree, np.sum(folds, axis=0))
    apart = [sequence_values(tree, fold) for fold in folds]
    spread = np.std([(worth[rows] - worth[firsts]) for worth in apart], axis=0, ddof=1)
    return Certificate(
        reach=(plan[[tree.infosets[number].own for number in numbers]] * came[numbers]).sum(axis=1) / count,
        percent=100 * (plan[rows] @ sizes) / sizes.sum(),
        **seat_figures(sampler.hand, deals[:, 0], Gained(gained, inside, error, error, count), confidence),
        folds=best[firsts] / chance,
        margins=(best[rows] - best[firsts]) / chance,
        margins_error=spread * len(folds) ** 0.5 / chance,
        arrivals=came[numbers] / count,
        deals=count,
    )


def mostly_pure(sampler: RaisedSampler, average: FloatArray, regrets: FloatArray, pure: float) -> FloatArray:
    """Return the behavior strategy of an average plan, with frequencies below `pure` set to 0.

    It matches regrets where a class does not reach the decision.
    """
    tree = sampler.tree
    behaviour = behavior_strategy(tree, average, regret_matching(tree, regrets))
    behaviour = np.where(behaviour < pure, 0.0, behaviour)
    for turn in tree.infosets:
        total = behaviour[turn.sequences].sum(axis=0)
        behaviour[turn.sequences] /= np.where(total > 0, total, 1.0)
    return behaviour
