"""How much one hand varies for every seat: what a lifetime of hands is measured by.

The second moment of a table is its value with the squares of what is won or lost at every end: so what tells
values tells deviations, for three seats by counting, beyond by sampled deals of their own.  Two seats
without raises are counted from the chances of their ends.

A jackpot adds the chance that it is won times its square.  That the pot is won besides is left out, so with a
jackpot a hand varies at least so much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.games import Game
from jamfold.hand.ends import DIVIDED, UNDIVIDED, two_ends
from jamfold.hand.hand import TableHand, is_exactly_solvable
from jamfold.hand.seats import FEWEST_SEATS
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import json_fields
from jamfold.solver.end_chances import terminal_probabilities
from jamfold.solver.respond import strategy_sums
from jamfold.solver.seat_tree import realization_plan
from jamfold.spots.solving import load_payoffs
from jamfold.spots.table.exact import evaluate_table
from jamfold.spots.table.exact_tree import evaluate_raised
from jamfold.spots.table.raised_sampled import RaisedSampler
from jamfold.spots.table.sampler import TASKS, Sampler
from jamfold.spots.table.streams import Purpose
from jamfold.spots.table.tree_rows import behaviour_of_rows
from jamfold.tables.margins import cluster_in_use
from jamfold.tables.outcomes import outcome_notice
from jamfold.tables.rare_hands import paid_share
from jamfold.worth.fees import JACKPOT_RULES
from jamfold.worth.lifetime import lifetime_limit
from jamfold.worth.numbers import MAX_CHIPS

_SURE = 1.96
_STEPS = 20
"""Of sampled deals: a limit is right to about 1 %, in some tenths of a second."""


@json_fields("deviations limits limits_error exact")
@dataclass(frozen=True, eq=False)
class Lifetime:
    """What nobody could notice at a table, by seat, in the unit of its values; see `worth.lifetime`."""

    deviations: FloatArray
    """The standard deviation of what every seat has after one hand."""
    deviations_error: FloatArray
    """Standard errors, 0 where every deal was counted."""

    @property
    def limits(self) -> FloatArray:
        """The gain of every seat that 61,320,000 hands cannot tell from none."""
        return lifetime_limit(1.0) * self.deviations

    @property
    def limits_error(self) -> FloatArray:
        """Standard errors of the limits, 0 where exact."""
        return lifetime_limit(1.0) * self.deviations_error

    @property
    def exact(self) -> bool:
        """Whether every deal was counted; else deviations are sampled."""
        return not self.deviations_error.any()

    @property
    def lower_limits(self) -> FloatArray:
        """The limits, where they are sampled at least that with 95 % each."""
        return self.limits - _SURE * self.limits_error

    def is_unnoticeable(self, gains: FloatArray) -> bool:
        """Whether nobody could notice that seats gain so much."""
        return bool((gains <= self.lower_limits).all())


@dataclass(frozen=True)
class SquaredHand(TableHand):
    """A hand whose ends are worth the squares of what they differ from a value of every seat."""

    of: TableHand | None = None
    """The hand that says what an end is worth: chips, money by a stack model, or by the hands that follow."""
    about: tuple[float, ...] = ()
    """The values, in the unit of the hand."""

    def values_after(
        self,
        in_: Sequence[int],
        places: Sequence[int],
        lows: Sequence[int | None] | None = None,
        bets: Sequence[float] | None = None,
    ) -> tuple[float, ...]:
        """The squares; parameters as in `TableHand`."""
        assert self.of is not None
        values = self.of.values_after(in_, places, lows, bets)
        return tuple((value - one) ** 2 for value, one in zip(values, self.about, strict=True))


def table_lifetime(
    game: Game,
    hand: TableHand,
    strategy: FloatArray,
    values: FloatArray,
    progress: Progress = ignore_progress,
) -> Lifetime:
    """The deviations of one hand, counted where all of it is at hand, else sampled.

    Raises SituationError or TableError as `table_result`.

    Parameters
    ----------
    strategy
        Chances by node of the hand and class, shape (nodes, n).
    values
        What every seat has after the hand in the mean; shape (seats,).
    """
    if hand.n == FEWEST_SEATS:
        if _is_at_hand(game, hand):
            return _counted_two(game, hand, strategy, values, progress)
        return _sampled(game, _squared(hand, values), strategy)
    squared = _squared(hand, values)
    if not is_exactly_solvable(game, hand):
        return _sampled(game, squared, strategy)
    evaluate = evaluate_raised if hand.raises else evaluate_table
    moments = evaluate(game, squared, strategy, progress).values
    return Lifetime(np.sqrt(np.maximum(moments, 0.0)), np.zeros(hand.n))


def _squared(hand: TableHand, values: FloatArray) -> SquaredHand:
    parts = {field.name: getattr(hand, field.name) for field in fields(TableHand)}
    jackpot = hand.terms.jackpot
    if jackpot is not None:
        paid = replace(jackpot, size=min(jackpot.size**2, MAX_CHIPS))
        parts["terms"] = replace(hand.terms, jackpot=paid)
    return SquaredHand(**parts, of=hand, about=tuple(values.tolist()))


def _is_at_hand(game: Game, hand: TableHand) -> bool:
    """Whether the outcomes of two seats are counted: those of few classes always, others if they are kept."""
    if hand.raises or not is_exactly_solvable(game, hand) or cluster_in_use() is not None:
        return False
    return game.has_square_of_classes or (game.has_class_table and outcome_notice(game) is None)


def _counted_two(
    game: Game, hand: TableHand, strategy: FloatArray, values: FloatArray, progress: Progress
) -> Lifetime:
    spot, money = hand.situation, hand.pool is not None
    jams, calls = spot.has_decision
    payoffs = load_payoffs(game, progress, planes=True)
    rows = iter(strategy)
    x, y = (next(rows) if one else np.ones(payoffs.n_classes) for one in (jams, calls))
    chances = terminal_probabilities(payoffs, strategy_sums(payoffs, x), strategy_sums(payoffs, y))
    shares = DIVIDED if game.split_low else UNDIVIDED
    worth = hand.values_at if money else None
    terms = hand.terms
    ends = two_ends(spot, terms.rake, worth, shares, whole_chips=hand.whole_chips, fees=terms.fees)
    means = values - (0.0 if money else np.array(hand.stacks))
    moments = [
        chances.mean(
            (one.fold - mean) ** 2,
            (one.opponent_folds - mean) ** 2,
            tuple((value - mean) ** 2 for value in one.showdown[:: 1 - 2 * seat]),
        )
        for seat, (one, mean) in enumerate(zip(ends, means.tolist(), strict=True))
    ]
    if terms.jackpot is not None:
        royal, paid = JACKPOT_RULES[terms.jackpot.rule].royal, terms.jackpot.size**2
        moments[0] += paid * paid_share(game, x, y, royal=royal)
        moments[1] += paid * paid_share(game, y, x, royal=royal)
    return Lifetime(np.sqrt(np.maximum(moments, 0.0)), np.zeros(2))


def _sampled(game: Game, hand: SquaredHand, strategy: FloatArray) -> Lifetime:
    """Deviations of deals of their own."""
    if hand.raises:
        raised = RaisedSampler(game, hand, 0)
        plan = realization_plan(raised.tree, behaviour_of_rows(hand, raised.tree, strategy))
        stream, sums = raised.stream(Purpose.DEVIATION, strategy), raised.sums()
        steps = [raised.play(plan, plan, stream, step, sums) for step in range(_STEPS)]
    else:
        sampler = Sampler(game, hand, 0)
        whole, gains = sampler.whole(strategy), sampler.gains(TASKS)
        stream = sampler.stream(Purpose.DEVIATION, whole)
        steps = [sampler.play(whole, whole, stream, step, gains) for step in range(_STEPS)]
    deals = np.concatenate(steps)[:, 0]
    positions = np.empty((2, hand.n))
    positions[:, list(hand.order)] = deals.mean(axis=0), deals.std(axis=0, ddof=1) / len(deals) ** 0.5
    moments, errors = positions
    deviations = np.sqrt(moments)
    return Lifetime(deviations, np.divide(errors, 2 * deviations, out=np.zeros(hand.n), where=deviations > 0))
