"""Variance of a hand for every seat, and payments outside the pot: fees and jackpots.

The second moment of a table is its value with squared payoffs, so the evaluation of values also computes
standard deviations, exactly for three seats, otherwise on separate sampled deals.  Two seats without raises
follow from the probabilities of their ends.  A jackpot adds its probability times its square, without the pot
that is won with it, so with a jackpot the result is a lower bound.

Payments outside the pot are means over all hands, exact for two and three seats, otherwise on the
certificate's deals.  The probability of a jackpot is exact in each deal, so its mean varies by hands only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from jamfold.betting.ends import Extras, extras_of
from jamfold.betting.hand import TableHand, is_exactly_solvable
from jamfold.betting.posts import FEWEST_SEATS
from jamfold.betting.terms import PayoffTerms
from jamfold.cards.games import Game
from jamfold.class_tables.margins import cluster_in_use
from jamfold.class_tables.outcome_build import outcome_notice
from jamfold.class_tables.rare_hands import paid_share
from jamfold.core.arrays import FloatArray
from jamfold.core.display import json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.respond import strategy_sums
from jamfold.solver.seat_tree import realization_plan
from jamfold.spots.nplayer.exact import evaluate_table, two_seat_ends
from jamfold.spots.nplayer.exact_trees import evaluate_raised
from jamfold.spots.nplayer.raise_sampler import RaisedSampler
from jamfold.spots.nplayer.sampler import TASKS, Purpose, Sampler
from jamfold.spots.nplayer.tree import Tree, behaviour_of_rows, by_seat
from jamfold.spots.payoffs import sums_by_share
from jamfold.spots.solve import load_payoffs
from jamfold.valuation.fees import JACKPOT_RULES, NO_FEES, Fees, Jackpot
from jamfold.valuation.numbers import MAX_CHIPS
from jamfold.valuation.spread import lifetime_limit

_SURE = 1.96
_STEPS = 20
"""Steps of sampled deals: limits are right to about 1%, in some tenths of a second."""


@json_fields("deviations limits limits_error exact")
@dataclass(frozen=True, eq=False)
class Lifetime:
    """Gains that are unnoticeable in a lifetime, by seat, in the unit of values; see `valuation.spread`."""

    deviations: FloatArray
    """Every seat's standard deviation of a hand."""
    deviations_error: FloatArray
    """Standard errors, 0 if every deal was counted."""

    @property
    def limits(self) -> FloatArray:
        """The largest gain of every seat that is not noticed in 61,320,000 hands."""
        return lifetime_limit(1.0) * self.deviations

    @property
    def limits_error(self) -> FloatArray:
        """Standard errors of the limits, 0 if exact."""
        return lifetime_limit(1.0) * self.deviations_error

    @property
    def exact(self) -> bool:
        """Whether every deal was counted; otherwise deviations are sampled."""
        return not self.deviations_error.any()

    @property
    def lower_limits(self) -> FloatArray:
        """Lower 95% bounds of the limits; the limits if exact."""
        return self.limits - _SURE * self.limits_error

    def is_unnoticeable(self, gains: FloatArray) -> bool:
        """Return whether the gains of all seats are below the limits."""
        return bool((gains <= self.lower_limits).all())


@dataclass(frozen=True)
class SquaredHand(TableHand):
    """A hand whose payoffs are squared deviations from a value of every seat."""

    of: TableHand | None = None
    """The hand with the payoffs."""
    about: tuple[float, ...] = ()
    """The values, in the unit of the hand."""

    def values_after(
        self,
        in_: Sequence[int],
        places: Sequence[int],
        lows: Sequence[int | None] | None = None,
        bets: Sequence[float] | None = None,
    ) -> tuple[float, ...]:
        """Return the squared deviations; parameters as in `TableHand`."""
        assert self.of is not None
        values = self.of.values_after(in_, places, lows, bets)
        return tuple((value - mean) ** 2 for value, mean in zip(values, self.about, strict=True))


def table_lifetime(
    game: Game,
    hand: TableHand,
    strategy: FloatArray,
    values: FloatArray,
    progress: Progress = ignore_progress,
) -> Lifetime:
    """Return the standard deviations of a hand, exact if its tables are stored, otherwise sampled.

    `strategy` has shape (nodes of the hand, n), `values` are the EVs after the hand, shape (seats,).  Raises
    SituationError or TableError as `table_result`.
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
    """Return whether outcomes of two seats are counted: always of few classes, else if they are stored."""
    if hand.raises or not is_exactly_solvable(game, hand) or cluster_in_use() is not None:
        return False
    return game.has_square_of_classes or (game.has_class_table and outcome_notice(game) is None)


def _counted_two(
    game: Game, hand: TableHand, strategy: FloatArray, values: FloatArray, progress: Progress
) -> Lifetime:
    """Return the exact standard deviations of two seats, from the probabilities of their ends."""
    jams, calls = hand.situation.has_decision
    payoffs = load_payoffs(game, progress, planes=True)
    rows = iter(strategy)
    x, y = (next(rows) if decides else np.ones(payoffs.n_classes) for decides in (jams, calls))
    calling, jammed = strategy_sums(payoffs, y), payoffs.share(x)
    weights = payoffs.counts * x / (payoffs.n_hands * payoffs.n_opponent_hands)
    called, margin, *planes = (
        float(np.sum(weights * sums)) for sums in (calling.placements, calling.margins, *calling.planes)
    )
    showdowns = sums_by_share(called, margin, planes)
    ends, jackpot = two_seat_ends(game, hand), hand.terms.jackpot
    means = values - (0.0 if hand.pool is not None else np.array(hand.stacks))
    moments = []
    for seat, (end, mean) in enumerate(zip(ends, means.tolist(), strict=True)):
        at_showdown = zip(showdowns, end.showdown[:: 1 - 2 * seat], strict=True)
        moments.append(
            (1 - jammed) * (end.fold - mean) ** 2
            + (jammed - called) * (end.opponent_folds - mean) ** 2
            + sum(chance * (value - mean) ** 2 for chance, value in at_showdown)
        )
    if jackpot is not None:
        royal, paid = JACKPOT_RULES[jackpot.rule].royal, jackpot.size**2
        moments[0] += paid * paid_share(game, x, y, royal=royal)
        moments[1] += paid * paid_share(game, y, x, royal=royal)
    return Lifetime(np.sqrt(np.maximum(moments, 0.0)), np.zeros(2))


def _sampled(game: Game, hand: SquaredHand, strategy: FloatArray) -> Lifetime:
    """Return the standard deviations on separate deals."""
    if hand.raises:
        raised = RaisedSampler(game, hand, 0)
        plan = realization_plan(raised.tree, behaviour_of_rows(hand, raised.tree, strategy))
        stream, sums = raised.stream(Purpose.DEVIATION, strategy), raised.sums()
        steps = [raised.play(plan, plan, stream, step, sums) for step in range(_STEPS)]
    else:
        sampler = Sampler(game, hand, 0)
        stream, gains = sampler.stream(Purpose.DEVIATION, strategy), sampler.gains(TASKS)
        steps = [sampler.play(strategy, strategy, stream, step, gains) for step in range(_STEPS)]
    deals = np.concatenate(steps)[:, 0]
    errors = by_seat(hand, deals.std(axis=0, ddof=1) / len(deals) ** 0.5)
    deviations = np.sqrt(by_seat(hand, deals.mean(axis=0)))
    return Lifetime(deviations, np.divide(errors, 2 * deviations, out=np.zeros(hand.n), where=deviations > 0))


_DEALS = 10_000


def counted_extras(game: Game, hand: TableHand, strategy: FloatArray) -> Extras:
    """Return exact payments outside the pot, in chips, of strategies by node of the hand.

    Raises TableError if a class table cannot be built or loaded.
    """
    terms, rule = hand.terms, "" if hand.terms.jackpot is None else hand.terms.jackpot.rule

    def values(fees: Fees = NO_FEES, jackpot: Jackpot | None = None) -> FloatArray:
        return evaluate_table(
            game, replace(hand, terms=PayoffTerms(fees=fees, jackpot=jackpot)), strategy
        ).values

    allin = showdowns = won = np.zeros(hand.n)
    if terms.fees.all_in or terms.fees.fortune or terms.fees.showdown or rule:
        plain = values()
        if terms.fees.all_in or terms.fees.fortune:
            allin = values(Fees(fortune=1.0)) - plain
        if terms.fees.showdown:
            showdowns = plain - values(Fees(showdown=1.0))
        if rule:
            won = (values(jackpot=Jackpot(rule, hand.big_blind)) - plain) / hand.big_blind
    return extras_of(terms, *(tuple(part.tolist()) for part in (allin, showdowns, won)))


def sampled_extras(game: Game, hand: TableHand, strategy: FloatArray, seed: int) -> Extras:
    """Return payments outside the pot on 10,000 deals, in chips, of strategies of shape (nodes, n)."""
    terms, nothing = hand.terms, np.zeros(hand.n)
    if not (terms.fees.all_in or terms.fees.fortune or terms.fees.showdown or terms.jackpot):
        return extras_of(terms, *(tuple(nothing.tolist()),) * 3)
    sampler = Sampler(game, hand, seed)
    tree, zeros = sampler.tree, np.zeros_like(sampler.tree.values)
    stream, unpaid = sampler.stream(Purpose.MEASUREMENT, strategy), sampler.rare._replace(each=0.0)

    def mean(values: FloatArray, *, paid: bool) -> tuple[FloatArray, FloatArray]:
        """Return every seat's mean of values by end, and its standard error."""
        rare, number = sampler.rare if paid else unpaid, 0
        deals: list[FloatArray] = []
        while number < _DEALS:
            gains = sampler.gains()
            part = sampler.play(strategy, strategy, stream, len(deals), gains, values=values, rare=rare)
            deals.append(part[:, 0])
            number += len(part)
        all_deals = np.concatenate(deals)
        error = all_deals.std(axis=0, ddof=1) / len(all_deals) ** 0.5
        return by_seat(hand, all_deals.mean(axis=0)), by_seat(hand, error)

    allin = showdowns = won = error = nothing
    if terms.fees.all_in or terms.fees.fortune:
        allin, _ = mean(_one_for(tree, 1), paid=False)
    if terms.fees.showdown:
        showdowns, _ = mean(_one_for(tree, 2), paid=False)
    if terms.jackpot is not None:
        won, error = (part / terms.jackpot.size for part in mean(zeros, paid=True))
    return extras_of(terms, *(tuple(part.tolist()) for part in (allin, showdowns, won, error)))


def _one_for(tree: Tree, least: int) -> FloatArray:
    """Return values of 1 for the players in at ends with at least `least` of them."""
    values = np.zeros_like(tree.values)
    last = [*tree.end_first[1:].tolist(), len(values)]
    for first, behind, row in zip(tree.end_first.tolist(), last, tree.end_players, strict=True):
        if row[0] >= least:
            values[first:behind, row[1 : 1 + row[0]]] = 1.0
    return values
