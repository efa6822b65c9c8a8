"""The result of a solved table and its decisions: exact if every deal is counted, otherwise sampled."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from jamfold.betting.ends import Extras, ExtraTerms, terms_contract
from jamfold.betting.hand import Node, TableHand, is_exactly_solvable
from jamfold.betting.posts import POSTED
from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.ranges import format_classes
from jamfold.ranges.grid import class_label
from jamfold.solver.solution import is_exact
from jamfold.spots.nplayer.exact import (
    Starts,
    TableSolution,
    evaluate_table,
    gain_bounds,
    settled_gain,
    solve_table,
    unit_of,
)
from jamfold.spots.nplayer.exact_trees import evaluate_raised, solve_raised
from jamfold.spots.nplayer.model import SURE, ModelledTable, big_blind_worth, is_modelled, model_table
from jamfold.spots.nplayer.sampler import hand_text
from jamfold.spots.nplayer.search import (
    SampledTable,
    SearchProgress,
    ignore_search_progress,
    kept_run,
    measure_table,
    sample_table,
)
from jamfold.spots.nplayer.tree import best_rows, decisions_of_rows, plan_of_rows, plans_before
from jamfold.spots.nplayer.variance import Lifetime, counted_extras, sampled_extras, table_lifetime

LEVEL = " ".join(("hand.seats", *(f"hand.level.{name}" for name in POSTED)))
"""JSON fields of seats and posts of a result with a hand."""
SPOT = (
    f"game {LEVEL} hand.level.dead table=hand.other_stacks prizes=hand.in_prizes.prizes.amounts "
    "prize_unit=hand.in_prizes.prizes.unit hand.in_prizes.model hand.in_prizes.bounties "
    "rake=hand.terms.rake_values max_allin=hand.most_allin hand.whole_chips seed hand.tree"
)
"""JSON fields of a table's rules and stakes."""


class _Decision(NamedTuple):
    table: TableSolution | TableResult
    row: int

    @property
    def _node(self) -> Node:
        return self.table.hand.nodes[self.row]

    @property
    def seat(self) -> str:
        return self.table.hand.names[self._node.seat]

    @property
    def after(self) -> tuple[str, ...]:
        """The seats that are all-in before it, in the order of acting.

        In trees of raises with their actions: ``sb raise 2``.
        """
        return self._node.before(self.table.hand.names)

    @property
    def action(self) -> str:
        """The action besides folding: ``jam``, ``call``, or ``raise 2``."""
        return self._node.action

    @property
    def percent(self) -> float:
        """Percent of all hands that are played here."""
        return float(self.table.percent[self.row])

    @property
    def reach(self) -> float:
        """The reach probability; of sampled tables without card removal."""
        return float(self.table.reach[self.row])

    @property
    def range(self) -> str | None:
        """The hands that are played, with frequencies; null in games of four cards."""
        game = self.table.game
        return format_classes(game, self.table.played[self.row]) if game.has_classic_notation else None

    @property
    def strategy(self) -> tuple[float, ...]:
        """The frequency of playing each class at this decision, by its id."""
        return tuple(self.table.strategy[self.row].tolist())

    @property
    def close(self) -> tuple[str, ...] | None:
        """The classes whose margin has an uncertain sign; null in games of four cards."""
        game = self.table.game
        if not game.has_classic_notation:
            return None
        close = np.flatnonzero(self.table.close[self.row]).tolist()
        return tuple(class_label(game, ClassId(number)) for number in close)


@json_fields("seat after percent reach range close", schema="TableNodeContract")
class TableDecision(_Decision):
    """A decision: jam or fold, or call or fold after an all-in."""


@json_fields("seat after percent reach range strategy action close", schema="TableDecisionContract")
class WholeDecision(_Decision):
    """A decision with its strategy."""


@json_fields("seat after percent reach range strategy action close table.spot")
class SingleActionDecision(_Decision):
    """A decision with its strategy and its table."""


@json_fields("seat after actions percent reach ranges", schema="TableRaiseNodeContract")
class RaiseDecision(NamedTuple):
    """A decision in a tree of raises."""

    seat: str
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``; sizes are raise-to in big blinds, without antes."""
    actions: tuple[str, ...]
    """The actions: ``fold``, ``raise 2``, ``jam``, ``call``."""
    percent: dict[str, float]
    """Per action, percent of all hands of the seat that get here by its own actions and take it."""
    reach: float
    """The reach probability; of sampled tables without card removal."""
    ranges: dict[str, str] | None
    """Per action but folding, these hands with frequencies; null in games of four cards."""


def decisions_of(table: TableSolution | TableResult) -> tuple[TableDecision, ...]:
    """Return all decisions in the order of the strategy's rows."""
    return tuple(TableDecision(table, row) for row in range(len(table.hand.nodes)))


def raise_decisions_of(table: TableResult) -> tuple[RaiseDecision, ...]:
    """Return all decisions of a tree with raises."""
    tree, decisions = table.hand.points, []
    before = plans_before(table.hand, table.strategy)
    sizes = hand_classes(table.game).sizes
    for point, rows, reach in zip(tree, decisions_of_rows(table.hand), before, strict=True):
        lines = [TableDecision(table, row) for row in rows]
        going = {line.action: line.percent for line in lines}
        folding = max(0.0, 100 * float(reach @ sizes) / float(sizes.sum()) - sum(going.values()))
        ranges = {line.action: line.range or "" for line in lines}
        decisions.append(
            RaiseDecision(
                table.hand.names[point.seat],
                lines[0].after,
                ("fold", *going),
                {"fold": folding, **going},
                lines[0].reach,
                ranges if table.game.has_classic_notation else None,
            )
        )
    return tuple(decisions)


_OFTEN = 0.5
SECONDS, _TREE_SECONDS = 30.0, 300.0
"""Default seconds of sampling, and of searching a tree of three seats."""
COUNTED = ("strategy", "reach", "percent", "values", "gains", "bounds", "folds", "margins", "arrivals")
"""The arrays of an exact result."""


@json_fields(SPOT, schema="TableSpotContract")
class TableSpot(NamedTuple):
    """Rules and stakes of a table as parsed: amounts in chips, stacks by seat."""

    game: Game
    hand: TableHand
    seed: int | None
    """Seed of the sampled deals; None if every deal was counted."""


@json_fields(
    f"{SPOT} nodes=decisions values values_error gains gains_error gains_least=least gains_bound=bounds "
    "model_gain_bb method exact counted=is_counted deals unit seconds lifetime unnoticed starts terms "
    "fees_paid=extras.fees_paid jackpot_won=extras.jackpot_won jackpot_error=extras.jackpot_error "
    "fortune_won=extras.fortune_won",
    schema="TableContract",
)
@dataclass(frozen=True, eq=False)
class TableResult(DisplayableResult):
    """Strategies of all seats and their certificate; lists by seat go from the button's left round."""

    game: Game
    hand: TableHand
    """game, hand: The rules, and the hand."""
    is_counted: bool
    """Whether every deal was counted; otherwise values and gains are sampled."""
    strategy: FloatArray
    """Frequencies of jamming, calling or raising by node and class, shape (nodes, n)."""
    reach: FloatArray
    percent: FloatArray
    """reach, percent: The reach probability of each node; percent of all hands that are played there."""
    values: FloatArray
    """Every seat's EV after the hand: chips, or prize money."""
    values_error: FloatArray
    """Standard errors, 0 if counted."""
    gains: FloatArray
    """Every seat's gain by a best response.  With sampled deals a lower estimate, not the exploitability: a
    response is chosen on nine tenths of the deals and valued on the last tenth, ten times, and is not the
    best one.  The gain is between ``gains_least`` and ``gains_bound``."""
    gains_error: FloatArray
    """Standard errors, 0 if counted."""
    least: FloatArray
    """Lower bounds of the gains, with 95% for all seats together; the gains if counted."""
    bounds: FloatArray
    """Upper bounds of the gains, with 95% for all seats together.  If counted the gains; of three jam-or-fold
    seats with all rounding errors, so they are proven."""
    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    """folds, margins, margins_error: The EV of folding with a class at a node, of jamming or calling less
    folding, and its standard error, 0 if counted, shape (nodes, n); NaN if the node cannot be reached, or
    fewer than two sampled deals reach it."""
    arrivals: FloatArray
    """The reach probability of each node and class, without own actions, shape (nodes, n)."""
    deals: int
    """The number of sampled deals, with those of the certificate; 0 if all were counted."""
    seconds: float
    """The time to solve."""
    seed: int | None
    """Seed of the sampled deals; None if all were counted."""
    extras: Extras | None = None
    """Each seat's payments outside the pot, in big blinds per hand; None without any."""
    starts: Starts | None = None
    """The results of searches from other starts, if requested."""
    fresh: int = 0
    """Deals of the certificate; 0 if all were counted."""
    bundled_errors: FloatArray | None = None
    """Every seat's standard deviation of a hand, of a bundled result; None if solved here."""
    model_gains: FloatArray | None = None
    """Every seat's gain in the model that the margins come from; None without a model."""

    @classmethod
    def counted(
        cls,
        game: Game,
        hand: TableHand,
        arrays: Mapping[str, FloatArray],
        seconds: float = 0.0,
        extras: Extras | None = None,
        deviations: FloatArray | None = None,
    ) -> TableResult:
        """Return an exact result; `arrays` are those of `COUNTED`."""
        strategy, reach, percent, values, gains, bounds, folds, margins, arrivals = (
            arrays[name] for name in COUNTED
        )
        zeros, unsure = np.zeros(hand.n), np.where(np.isnan(arrays["margins"]), np.nan, 0.0)
        return cls(
            game, hand, True, strategy, reach, percent, values, zeros, gains, zeros, gains, bounds, folds,
            margins, unsure, arrivals, 0, seconds, None, extras, bundled_errors=deviations,
        )  # fmt: skip

    @property
    def method(self) -> Literal["counted", "model", "sampled"]:
        """The method: every deal counted, the model of `second_order`, or sampled deals."""
        return "counted" if self.is_counted else "sampled" if self.model_gains is None else "model"

    @property
    def model_gain_bb(self) -> float | None:
        """The largest gain of a seat in the model, in big blinds (of prizes, by the share of all chips).

        Null without a model.
        """
        if self.model_gains is None:
            return None
        return float(self.model_gains.max()) / big_blind_worth(self.hand)

    @property
    def close(self) -> BoolArray:
        """Which margins are unknown or within two standard errors of 0, shape (nodes, n)."""
        least = settled_gain(self.hand) if self.is_counted else 0.0
        unsure = ~(np.abs(self.margins) > np.maximum(SURE * self.margins_error, least))
        return unsure & ~np.isnan(self.margins) if self.is_counted else unsure

    @property
    def terms(self) -> ExtraTerms | None:
        """Fees, jackpots and all-in prizes outside the pot; null without any."""
        return terms_contract(self.hand.terms, self.hand.big_blind)

    @property
    def spot(self) -> TableSpot:
        return TableSpot(self.game, self.hand, self.seed)

    @property
    def decisions(self) -> tuple[TableDecision, ...] | tuple[RaiseDecision, ...]:
        """The decisions; in trees of raises with all actions at each."""
        return raise_decisions_of(self) if self.hand.raises else decisions_of(self)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The decisions, in the order of the strategy's rows."""
        return self.hand.nodes

    @property
    def unit(self) -> str:
        """The unit of values: chips or money."""
        return self.hand.unit

    @cached_property
    def id(self) -> str:
        """A hash of the numbers, which differs between results of the same request."""
        digest = hashlib.sha256(f"{self.game.name}\n{hand_text(self.hand)}\n".encode())
        for values in (self.strategy, self.values, self.gains, self.bounds, self.margins):
            digest.update(np.ascontiguousarray(values, dtype="<f8").tobytes())
        return digest.hexdigest()[:16]

    def mostly_played(self, row: int) -> FloatArray:
        """Return 1 for classes that are played at least half of the time at a decision, 0 for others."""
        return np.where(self.played[row] >= _OFTEN, 1.0, 0.0)

    @cached_property
    def played(self) -> FloatArray:
        """The probability that a class reaches a node by its own actions and plays it, shape (nodes, n)."""
        return plan_of_rows(self.hand, self.strategy)

    @property
    def exact(self) -> bool:
        """Whether every deal was counted, and all bounds of gains are below 1e-9 bb, or of the prizes."""
        return self.is_counted and is_exact(float(self.bounds.max()), unit_of(self.hand))

    @property
    def converged(self) -> bool:
        """Whether every deal was counted, and all bounds of gains are within a search's tolerance."""
        return self.is_counted and float(self.bounds.max()) <= settled_gain(self.hand)

    @cached_property
    def lifetime(self) -> Lifetime:
        """Every seat's standard deviation of a hand, and the gain that is not noticed in a lifetime."""
        if self.bundled_errors is not None:
            return Lifetime(self.bundled_errors, np.zeros(self.hand.n))
        return table_lifetime(self.game, self.hand, self.strategy, self.values)

    @property
    def unnoticed(self) -> bool:
        """Whether all bounds of gains are too small to notice in a lifetime."""
        return self.lifetime.is_unnoticeable(self.bounds)

    @property
    def responses(self) -> FloatArray:
        """The best response at every node to the others' strategies; indifferent classes stay."""
        return best_rows(self.hand, self.strategy, self.margins)


def table_result(
    game: Game,
    hand: TableHand,
    *,
    profile: FloatArray | None = None,
    seconds: float | None = None,
    gain: float | Literal["lifetime"] | None = None,
    seed: int = 0,
    progress: Progress = ignore_progress,
    on_search: Callable[[SearchProgress], None] = ignore_search_progress,
) -> TableResult:
    """Solve a table, or measure a profile: by counting, otherwise by the model or by sampled deals.

    An interrupted search by sampled deals is stored, and resumed by the same hand and seed.  Raises
    SituationError if the profile is not for this hand, or the hand cannot be sampled; TableError if a class
    table cannot be built or loaded.

    Parameters
    ----------
    profile
        Strategies to measure, shape (nodes of the hand, n); None to solve.
    seconds, gain, seed, on_search
        For sampling, see `search.sample_table`.  An exact search ends at ``gain``, and with raises after
        ``seconds`` (30 and 300 by default); exact results are far below a ``lifetime``.
    """
    if is_exactly_solvable(game, hand):
        return _counted_result(
            game, hand, profile, seconds, None if isinstance(gain, str) else gain, progress
        )
    seconds = SECONDS if seconds is None else seconds
    if is_modelled(game, hand):
        model = model_table(
            game, hand, profile=profile, seconds=seconds, gain=gain, seed=seed, progress=progress,
            on_search=on_search,
        )  # fmt: skip
        extras = _extras(game, hand, model.strategy, seed)
        return replace(sampled_result(game, hand, model, seed, extras), model_gains=model.gains)
    if profile is None:
        with kept_run(game, hand, seed) as keeper:
            result = sample_table(
                game, hand, seconds=seconds, gain=gain, seed=seed, keeper=keeper, progress=progress,
                on_search=on_search,
            )  # fmt: skip
    else:
        result = measure_table(game, hand, profile, seconds=seconds, seed=seed, progress=progress)
    return sampled_result(game, hand, result, seed, _extras(game, hand, result.strategy, seed))


def _counted_result(
    game: Game,
    hand: TableHand,
    profile: FloatArray | None,
    seconds: float | None,
    gain: float | None,
    progress: Progress,
) -> TableResult:
    started = time.perf_counter()
    if profile is not None:
        counted = (evaluate_raised if hand.raises else evaluate_table)(game, hand, profile, progress)
    elif hand.raises:
        counted = solve_raised(game, hand, progress, gain, _TREE_SECONDS if seconds is None else seconds)
    else:
        counted = solve_table(game, hand, progress, gain)
    arrays = {**vars(counted), "bounds": gain_bounds(game, hand, counted.gains)}
    spent, extras = time.perf_counter() - started, _extras(game, hand, counted.strategy, None)
    return TableResult.counted(game, hand, arrays, spent, extras)


def sampled_result(
    game: Game, hand: TableHand, result: SampledTable | ModelledTable, seed: int, extras: Extras | None = None
) -> TableResult:
    """Return the result of sampled deals."""
    fresh = result.certificate
    return TableResult(
        game, hand, False, result.strategy, fresh.reach, fresh.percent, fresh.values, fresh.values_error,
        fresh.gains, fresh.gains_error, fresh.least, fresh.bounds, fresh.folds, fresh.margins,
        fresh.margins_error, fresh.arrivals, result.deals, result.seconds, seed, extras,
        fresh=fresh.deals,
    )  # fmt: skip


def _extras(game: Game, hand: TableHand, strategy: FloatArray, seed: int | None) -> Extras | None:
    """Return each seat's payments outside the pot, in big blinds; exact without a seed."""
    if not hand.terms.has_extras and hand.terms.about is None:
        return None
    if seed is None:
        return counted_extras(game, hand, strategy).in_bb(hand.big_blind)
    return sampled_extras(game, hand, strategy, seed).in_bb(hand.big_blind)
