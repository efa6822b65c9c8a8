"""The effect of a jackpot on a table: hands that change, the cost of ignoring it, fees.

The table is solved with and without the jackpot; the difference of a hand's margins is its effect.  The size
from which a hand is played is interpolated linearly.  If deals are sampled, hands are chosen
on other deals than they are reported from, and both searches draw the same deals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.cards.counting.classes import hand_classes
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.ranges.grid import class_label
from jamfold.spots.nplayer.exact import evaluate_table
from jamfold.spots.nplayer.profile import node_text
from jamfold.spots.nplayer.result import TableResult, table_result
from jamfold.spots.nplayer.sampler import Purpose, Sampler, stream
from jamfold.spots.nplayer.tree import by_seat

_DEALS = 10_000
_CERTAIN = 2.0  # standard errors


@dataclass(frozen=True)
class MovedHand:
    """A hand at a decision; margins are EVs of playing less folding, in big blinds."""

    hand: str
    size: int
    """hand, size: The name of the class, and the number of its combos."""
    chance_without: float
    chance: float
    """chance_without, chance: The frequency of playing without and with the jackpot."""
    margin_without: float
    margin: float
    moved: float
    """The margin with the jackpot less that without; sampled margins are from other deals than those that
    chose the hand."""
    moved_error: float
    """Its standard error, 0 if exact; sampled searches also end at slightly different strategies."""
    played_from: float | None
    """The jackpot from which the hand is played, in big blinds, by linear interpolation; null if it is played
    in both cases or in none, or the margins are within two standard errors."""
    pool_from: float | None
    """The pool that pays this jackpot, in the money of the blinds; null without a pool."""


@dataclass(frozen=True)
class MovedNode:
    """A decision, and the hands that the jackpot changes most."""

    seat: str
    after: tuple[str, ...]
    decision: str
    """The decision as text: ``bb after sb``."""
    percent_without: float
    percent: float
    """percent_without, percent: Percent of hands that are played without and with the jackpot."""
    hands: tuple[MovedHand, ...]


@json_fields(
    "game=table.game seats=table.hand.seats terms=table.terms exact=table.exact "
    "counted=table.is_counted gains_bound=table.bounds "
    "nodes ignoring ignoring_error fees_per_100 jackpot_per_100 fortune_per_100 result_per_100 "
    "rakeback_needed"
)
@dataclass(frozen=True, eq=False)
class JackpotEffect(DisplayableResult):
    """The effects of a table's jackpot and fees, by seat from the button's left, in big blinds."""

    table: TableResult
    """The table with the jackpot."""
    nodes: tuple[MovedNode, ...]
    ignoring: tuple[float, ...]
    ignoring_error: tuple[float, ...]
    """ignoring, ignoring_error: The loss per hand of a seat that plays as if there were no jackpot, against
    others who do not, with the error of a sampled search; its standard error, 0 if exact."""
    fees_per_100: tuple[float, ...]
    jackpot_per_100: tuple[float, ...]
    fortune_per_100: tuple[float, ...]
    """fees_per_100, jackpot_per_100, fortune_per_100: Payments outside the pot in 100 hands."""
    result_per_100: float
    """The winnings in 100 hands of a player who best-responds in every seat in turn; a lower estimate if
    deals are sampled."""
    rakeback_needed: float | None
    """The additional rakeback, in percent of the fees, for a result of 0; 0 if it is positive. Null without
    fees, or with fees for all-ins or showdowns, since a best response's fees are not measured."""


_Both = tuple[TableResult, TableResult]  # with the jackpot and without


def jackpot_effect(
    table: TableResult,
    without: TableResult,
    measured: TableResult,
    most: int,
    seconds: float = 10.0,
    pool: float | None = None,
    progress: Progress = ignore_progress,
) -> JackpotEffect:
    """Return the effect of a jackpot on a table.

    Parameters
    ----------
    table, without
        The table with and without its jackpot.
    measured
        The table with the user's ranges, or `table`.
    most
        The number of hands listed for each decision.
    seconds
        The time to measure both tables again if deals are sampled.
    pool
        The pool that the jackpot is paid from, in the money of the blinds.
    """
    big, extras = table.hand.big_blind, measured.extras
    assert extras is not None
    ignoring, error = _ignoring(table, without)
    again = _again(table, seconds / 2, progress), _again(without, seconds / 2, progress)
    fees, won, fortune = (
        tuple(100 * value for value in values)
        for values in (extras.fees_paid, extras.jackpot_won, extras.fortune_won)
    )
    result = float((measured.values + measured.gains - np.array(measured.hand.stacks)).mean()) / big
    charged = measured.hand.terms.fees
    is_fixed = not (charged.all_in or charged.showdown) and charged.rakeback < 100
    paid = charged.dealt / big if is_fixed else 0.0
    return JackpotEffect(
        table,
        tuple(_moved((table, without), again, row, most, pool) for row in range(len(table.nodes))),
        tuple((ignoring / big).tolist()),
        tuple((error / big).tolist()),
        fees,
        won,
        fortune,
        100 * result,
        max(0.0, -100 * result / paid) if paid else None,
    )


def _again(table: TableResult, seconds: float, progress: Progress) -> TableResult:
    """Return the table measured on other deals; unchanged if every deal is counted."""
    if table.seed is None:
        return table
    return table_result(
        table.game,
        table.hand,
        profile=table.strategy,
        seconds=seconds,
        seed=table.seed + 1,
        progress=progress,
    )


def _moved(chosen: _Both, again: _Both, row: int, most: int, pool: float | None) -> MovedNode:
    """Return a decision with hands that are selected by `chosen` and reported from `again`."""
    table, without = chosen
    node = table.nodes[row]
    moved, error = _differences(chosen, row)
    sure = np.where(np.abs(moved) > _CERTAIN * error, np.abs(moved), 0.0)
    sure[np.isnan(_differences(again, row)[0])] = 0.0
    order = np.argsort(-sure, kind="stable")[:most].tolist()
    return MovedNode(
        table.hand.names[node.seat],
        node.before(table.hand.names),
        node_text(table.hand, node),
        float(without.percent[row]),
        float(table.percent[row]),
        tuple(_hand(again, (row, k), pool) for k in order if sure[k] > 0),
    )


def _differences(pair: _Both, row: int) -> tuple[FloatArray, FloatArray]:
    """Return changes of margins at a decision, and standard errors, in big blinds."""
    table, without = pair
    big = table.hand.big_blind
    moved = (table.margins[row] - without.margins[row]) / big
    return moved, np.hypot(table.margins_error[row], without.margins_error[row]) / big


def _hand(pair: _Both, at: tuple[int, int], pool: float | None) -> MovedHand:
    (table, without), (row, class_id) = pair, at
    big, jackpot = table.hand.big_blind, table.hand.terms.jackpot
    assert jackpot is not None
    before, now = float(without.margins[at]) / big, float(table.margins[at]) / big
    moved, error = _differences(pair, row)
    crosses = (
        before < -_CERTAIN * float(without.margins_error[at]) / big
        and now >= _CERTAIN * float(table.margins_error[at]) / big
    )
    part = before / (before - now) if crosses else None
    return MovedHand(
        class_label(table.game, class_id),
        int(hand_classes(table.game).sizes[class_id]),
        float(without.strategy[at]),
        float(table.strategy[at]),
        before,
        now,
        float(moved[class_id]),
        float(error[class_id]),
        None if part is None else jackpot.size / big * part,
        None if part is None or pool is None else pool * part,
    )


def _ignoring(table: TableResult, without: TableResult) -> tuple[FloatArray, FloatArray]:
    """Return every seat's loss by its strategies without the jackpot, and standard errors, in chips."""
    hand, zeros = table.hand, np.zeros(table.hand.n)
    if table.is_counted:
        lost = zeros.copy()
        for seat in range(hand.n):
            rows = [row for row, node in enumerate(table.nodes) if node.seat == seat]
            strategy = table.strategy.copy()
            strategy[rows] = without.strategy[rows]
            lost[seat] = table.values[seat] - evaluate_table(table.game, hand, strategy).values[seat]
        return lost, zeros
    sampler = Sampler(table.game, hand, 0 if table.seed is None else table.seed)
    strategies = np.concatenate([table.strategy, without.strategy])
    seeds = stream(table.game, hand, sampler.seed, Purpose.MEASUREMENT, strategies)
    deals: list[FloatArray] = []
    while sum(map(len, deals)) < _DEALS:
        deals.append(sampler.play(table.strategy, without.strategy, seeds, len(deals), sampler.gains())[:, 1])
    values = np.concatenate(deals)
    error = values.std(axis=0, ddof=1) / len(values) ** 0.5
    return -by_seat(hand, values.mean(axis=0)), by_seat(hand, error)


def without_jackpot(hand: TableHand) -> TableHand:
    return replace(hand, terms=replace(hand.terms, jackpot=None))
