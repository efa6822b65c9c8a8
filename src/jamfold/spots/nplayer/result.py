"""The result of a solved table, exact or sampled, and its decisions: who, after whom, how much, what.

Tables are exact where every deal can be counted and sampled otherwise; the result says which.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

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
from jamfold.spots.nplayer.checkpoints import kept_run
from jamfold.spots.nplayer.exact import evaluate_table, gain_bounds, settled_gain, solve_table, unit_of
from jamfold.spots.nplayer.exact_trees import evaluate_raised, solve_raised
from jamfold.spots.nplayer.model import is_modelled
from jamfold.spots.nplayer.modelled import SURE, ModelledTable, big_blind_worth, model_table
from jamfold.spots.nplayer.multistart import Starts
from jamfold.spots.nplayer.sampler import hand_text
from jamfold.spots.nplayer.search import (
    SampledTable,
    SearchProgress,
    ignore_search_progress,
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


class Played(Protocol):
    """A table with strategies of all seats."""

    @property
    def game(self) -> Game: ...
    @property
    def hand(self) -> TableHand: ...
    @property
    def strategy(self) -> FloatArray: ...


class SolvedTable(Played, Protocol):
    """The same, with what the strategies come to."""

    @property
    def reach(self) -> FloatArray: ...
    @property
    def percent(self) -> FloatArray: ...
    @property
    def played(self) -> FloatArray: ...
    @property
    def close(self) -> BoolArray: ...


class _Decision(NamedTuple):
    table: SolvedTable
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

        Where raises are listed with what they have done: ``sb raise 2``.
        """
        return self._node.before(self.table.hand.names)

    @property
    def action(self) -> str:
        """What is played here: ``jam``, ``call``, or ``raise 2``."""
        return self._node.action

    @property
    def percent(self) -> float:
        """Of the hands dealt, how many are played here."""
        return float(self.table.percent[self.row])

    @property
    def reach(self) -> float:
        """The chance that the hand comes here; of sampled tables with hands as if dealt apart."""
        return float(self.table.reach[self.row])

    @property
    def range(self) -> str | None:
        """The hands that are played, with chances; null where hands have four cards."""
        game = self.table.game
        return format_classes(game, self.table.played[self.row]) if game.has_classic_notation else None

    @property
    def strategy(self) -> tuple[float, ...]:
        """The chance to play each class once it comes here, by its id."""
        return tuple(self.table.strategy[self.row].tolist())

    @property
    def close(self) -> tuple[str, ...] | None:
        """The classes whose sign of gain is uncertain; null where hands have four cards."""
        game = self.table.game
        if not game.has_classic_notation:
            return None
        close = np.flatnonzero(self.table.close[self.row]).tolist()
        return tuple(class_label(game, ClassId(number)) for number in close)


@json_fields("seat after percent reach range close", schema="TableNodeContract")
class TableDecision(_Decision):
    """A decision: jam or fold, call or fold behind an all-in."""


@json_fields("seat after percent reach range strategy action close", schema="TableDecisionContract")
class WholeDecision(_Decision):
    """One decision with its strategy."""


@json_fields("seat after percent reach range strategy action close table.spot")
class SingleActionDecision(_Decision):
    """One decision with its strategy, and the table where it comes."""


@json_fields("seat after actions percent reach ranges", schema="TableRaiseNodeContract")
class RaiseDecision(NamedTuple):
    """A decision where raises are listed."""

    seat: str
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``; sizes are raise-to in big blinds, without antes."""
    actions: tuple[str, ...]
    """What can be done: ``fold``, ``raise 2``, ``jam``, ``call``."""
    percent: dict[str, float]
    """Per action, percent of all hands of that seat that get here by its own play and do it."""
    reach: float
    """The chance that the hand comes here; of sampled tables with hands as if dealt apart."""
    ranges: dict[str, str] | None
    """Per action but folding, these hands with chances; null where hands have four cards."""


def decisions_of(table: SolvedTable) -> tuple[TableDecision, ...]:
    """All decisions in the order of the strategy's rows."""
    return tuple(TableDecision(table, row) for row in range(len(table.hand.nodes)))


def raise_decisions_of(table: SolvedTable) -> tuple[RaiseDecision, ...]:
    """All decisions of a tree with raises."""
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
"""The arrays of an exact answer."""


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
    """Whether every deal was counted; else values and gains are sampled."""
    strategy: FloatArray
    """Chances to jam, call or raise by node and class, once a class has come there: shape (nodes, n)."""
    reach: FloatArray
    percent: FloatArray
    """reach, percent: The chance that the hand comes to each node; percent of hands that are played there."""
    values: FloatArray
    """What every seat has after the hand on average: chips, or prize money."""
    values_error: FloatArray
    """Standard errors, 0 where counted."""
    gains: FloatArray
    """What every seat's best response to the others adds.  With sampled deals a lower estimate, not the
    exploitability: a response is chosen on nine tenths of the deals and valued on the last tenth, ten times,
    and is not the best one.  The gain is between ``gains_least`` and ``gains_bound``."""
    gains_error: FloatArray
    """Standard errors, 0 where counted."""
    least: FloatArray
    """What every seat gains at least, all together with 95%; the gains themselves where counted."""
    bounds: FloatArray
    """What every seat gains at most, all together with 95%.  Where counted the gains; of three seats who jam
    or fold with all that rounding may add, so that it is proven (`solver.rounding`)."""
    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    """folds, margins, margins_error: To a class that is dealt and comes to a node: what folding is worth,
    what jamming or calling is worth more, and the standard error of that, 0 where it is counted; shape
    (nodes, n), NaN where it cannot come there, or fewer than two of the sampled deals did."""
    arrivals: FloatArray
    """The chance that a class is dealt and the others let it come to each node: shape (nodes, n)."""
    deals: int
    """Deals sampled, those of the certificate among them; 0 where all were counted."""
    seconds: float
    """How long it took."""
    seed: int | None
    """Seed of the sampled deals; None if all were counted."""
    extras: Extras | None = None
    """What seats pay and win outside the pot, in big blinds per hand; None if nothing."""
    starts: Starts | None = None
    """Where searches from other starts end, if they were asked for."""
    fresh: int = 0
    """Deals of the certificate; 0 if all were counted."""
    bundled_errors: FloatArray | None = None
    """Standard deviation of a hand for every seat, of a bundled answer; None of one solved here."""
    model_gains: FloatArray | None = None
    """What every seat gains in the model, from which margins come; None without a model."""

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
        """A counted answer; `arrays` are those of COUNTED."""
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
        """How it was found: every deal counted, by the model of `second_order`, or by sampled deals."""
        return "counted" if self.is_counted else "sampled" if self.model_gains is None else "model"

    @property
    def model_gain_bb(self) -> float | None:
        """What the seat that gains most gains in the model, null without one.

        In big blinds; where prizes are played for one is its share of all chips.
        """
        if self.model_gains is None:
            return None
        return float(self.model_gains.max()) / big_blind_worth(self.hand)

    @property
    def close(self) -> BoolArray:
        """Classes whose sign of gain is uncertain, within two errors of 0 or not known: shape (nodes, n)."""
        least = settled_gain(self.hand) if self.is_counted else 0.0
        unsure = ~(np.abs(self.margins) > np.maximum(SURE * self.margins_error, least))
        return unsure & ~np.isnan(self.margins) if self.is_counted else unsure

    @property
    def terms(self) -> ExtraTerms | None:
        """What is paid and won outside the pot; null where there is nothing, at no room."""
        return terms_contract(self.hand.terms, self.hand.big_blind)

    @property
    def spot(self) -> TableSpot:
        return TableSpot(self.game, self.hand, self.seed)

    @property
    def decisions(self) -> tuple[TableDecision, ...] | tuple[RaiseDecision, ...]:
        """The decisions; where raises are listed, with all that can be done at each."""
        return raise_decisions_of(self) if self.hand.raises else decisions_of(self)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The decisions, in the order of the strategy's rows."""
        return self.hand.nodes

    @property
    def unit(self) -> str:
        """What values count: chips or money."""
        return self.hand.unit

    @cached_property
    def id(self) -> str:
        """What tells this answer from all others, also to the same question: a hash of its numbers."""
        digest = hashlib.sha256(f"{self.game.name}\n{hand_text(self.hand)}\n".encode())
        for values in (self.strategy, self.values, self.gains, self.bounds, self.margins):
            digest.update(np.ascontiguousarray(values, dtype="<f8").tobytes())
        return digest.hexdigest()[:16]

    def reach_text(self, row: int) -> FloatArray:
        """Which classes are played at least half of the time at a decision: 1, the others 0."""
        return np.where(self.played[row] >= _OFTEN, 1.0, 0.0)

    @cached_property
    def played(self) -> FloatArray:
        """The chance that a class comes to a node by its own doing and plays it: shape (nodes, n)."""
        return plan_of_rows(self.hand, self.strategy)

    @property
    def exact(self) -> bool:
        """Whether every deal was counted, and no bound on a gain is 1e-9 big blinds, or of the prizes."""
        return self.is_counted and is_exact(float(self.bounds.max()), unit_of(self.hand))

    @property
    def converged(self) -> bool:
        """Whether every deal was counted, and no seat gains more than a search may leave."""
        return self.is_counted and float(self.bounds.max()) <= settled_gain(self.hand)

    @cached_property
    def lifetime(self) -> Lifetime:
        """How much a hand varies for every seat, and the gain that a lifetime of hands could not show."""
        if self.bundled_errors is not None:
            return Lifetime(self.bundled_errors, np.zeros(self.hand.n))
        return table_lifetime(self.game, self.hand, self.strategy, self.values)

    @property
    def unnoticed(self) -> bool:
        """Whether what every seat gains at most is so little that nobody could notice it in a lifetime."""
        return self.lifetime.is_unnoticeable(self.bounds)

    @property
    def responses(self) -> FloatArray:
        """The best response at every node to the others' strategies; what makes no difference stays."""
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
    """Solve a table, or measure given strategies: by counting, else by the model, else by sampled deals.

    An interrupted search by sampled deals is stored: the same hand and seed resume it.  Raises
    SituationError if the strategies are not for this hand, or it cannot be sampled so; TableError if a class
    table cannot be had.

    Parameters
    ----------
    profile
        Strategies to be measured, shape (nodes of the hand, n); None to solve.
    seconds, gain, seed, on_search
        Of sampling, as in `search.sample_table`; if all deals are counted, ``gain`` ends the search, and with
        raises ``seconds`` do (30 and 300 by default).
        Counted tables are always far below a ``lifetime``.
    """
    started = time.perf_counter()
    if is_exactly_solvable(game, hand):
        least = None if isinstance(gain, str) else gain
        if profile is not None:
            measure = evaluate_raised if hand.raises else evaluate_table
            counted = measure(game, hand, profile, progress)
        elif hand.raises:
            counted = solve_raised(game, hand, progress, least, _TREE_SECONDS if seconds is None else seconds)
        else:
            counted = solve_table(game, hand, progress, least)
        return TableResult.counted(
            game,
            hand,
            {**vars(counted), "bounds": gain_bounds(game, hand, counted.gains)},
            time.perf_counter() - started,
            _extras(game, hand, counted.strategy, None),
        )
    seconds = SECONDS if seconds is None else seconds
    if is_modelled(game, hand):
        model = model_table(
            game,
            hand,
            profile=profile,
            seconds=seconds,
            gain=gain,
            seed=seed,
            progress=progress,
            on_search=on_search,
        )
        extras = _extras(game, hand, model.strategy, seed)
        return replace(sampled_result(game, hand, model, seed, extras), model_gains=model.gains)
    if profile is None:
        with kept_run(game, hand, seed) as keeper:
            result = sample_table(
                game,
                hand,
                seconds=seconds,
                gain=gain,
                seed=seed,
                keeper=keeper,
                progress=progress,
                on_search=on_search,
            )
    else:
        result = measure_table(game, hand, profile, seconds=seconds, seed=seed, progress=progress)
    return sampled_result(game, hand, result, seed, _extras(game, hand, result.strategy, seed))


def sampled_result(
    game: Game, hand: TableHand, result: SampledTable | ModelledTable, seed: int, extras: Extras | None = None
) -> TableResult:
    """A table's result from sampled deals."""
    fresh = result.certificate
    return TableResult(
        game, hand, False, result.strategy, fresh.reach, fresh.percent, fresh.values, fresh.values_error,
        fresh.gains, fresh.gains_error, fresh.least, fresh.bounds, fresh.folds, fresh.margins,
        fresh.margins_error, fresh.arrivals, result.deals, result.seconds, seed, extras,
        fresh=fresh.deals,
    )  # fmt: skip


def _extras(game: Game, hand: TableHand, strategy: FloatArray, seed: int | None) -> Extras | None:
    """What seats pay and win outside the pot, in big blinds; counted without a seed."""
    if not hand.terms.has_extras and hand.terms.about is None:
        return None
    if seed is None:
        return counted_extras(game, hand, strategy).in_bb(hand.big_blind)
    return sampled_extras(game, hand, strategy, seed).in_bb(hand.big_blind)
