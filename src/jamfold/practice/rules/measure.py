"""Rules measured: what both best responses gain together, and what is lost against the equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.practice.rules.rule import Rule, Threshold
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import json_fields
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.respond import measure_pair
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs, chip_payoffs
from jamfold.solver.sweeps import SweepState, sweep
from jamfold.spots.strategy import Seat

SMALL_BLIND = 0.5
"""In big blinds; rules are for hands without antes."""


@json_fields(
    "s jam_from=threshold.jam_points call_from=threshold.call_points gain_bb loss_bb gains_bb=gains "
    "losses_bb=losses jam_percent call_percent",
    schema="ThresholdContract",
)
@dataclass(frozen=True)
class RuleRow:
    """A rule at one stack; all numbers in big blinds a hand, small blind 1/2, no ante."""

    threshold: Threshold
    """The stack and from how many points on hands are played."""
    gains: tuple[float, float]
    """What the small and the big blind alone gain by a best response, were both to play by the rule."""
    losses: tuple[float, float]
    """What the rule loses as small and as big blind, against the equilibrium opponent."""
    percents: tuple[float, float]
    """Hands jammed, hands called with, in percent."""
    epsilon: float
    """The certificate of the equilibrium behind the losses."""

    @property
    def s(self) -> float:
        """The stack in big blinds."""
        return self.threshold.s

    @property
    def jam_percent(self) -> float:
        return self.percents[0]

    @property
    def call_percent(self) -> float:
        return self.percents[1]

    @property
    def gain_bb(self) -> float:
        """What both best responses gain together: the exploitability, never below the loss."""
        return sum(self.gains)

    @property
    def loss_bb(self) -> float:
        """What the rule loses against the equilibrium, both seats together."""
        return sum(self.losses)


def rule_stakes(s: float) -> TerminalPayoffs:
    """The hand at a stack of s big blinds: small blind 1/2, no ante. Raises SolverError if s is no stack."""
    return chip_payoffs(s, SMALL_BLIND)


def solve_stacks(
    payoffs: ClassGame, stacks: Sequence[float], progress: Progress = ignore_progress
) -> list[Solution]:
    """The exact equilibrium at every stack, each from its neighbour's."""

    def heard(state: SweepState) -> None:
        progress(f"equilibria at {state.done} of {state.points} stacks", state.share)

    with closing(sweep(payoffs, [rule_stakes(s) for s in stacks], heard=heard)) as points:
        solutions = {point.number: point.solution for point in points}
    return [solutions[k] for k in range(len(stacks))]


def measure_with(rule: Rule, payoffs: ClassGame, solutions: Sequence[Solution]) -> tuple[RuleRow, ...]:
    """A rule at every of its stacks, the equilibria at hand."""
    return tuple(
        _row(rule, one, payoffs, solution) for one, solution in zip(rule.thresholds, solutions, strict=True)
    )


def _row(rule: Rule, threshold: Threshold, payoffs: ClassGame, solution: Solution) -> RuleRow:
    jam, call = (rule.played(threshold, seat).astype(np.float64) for seat in Seat)
    pair = measure_pair(payoffs, solution.stakes, jam, call)
    return RuleRow(
        threshold=threshold,
        gains=pair.gains,
        losses=(
            _lost(payoffs, jam, solution.margin_jam, forced=solution.stakes.jam_forced),
            _lost(payoffs, call, solution.call_gain, forced=solution.stakes.call_forced),
        ),
        percents=(100 * pair.jam_share, 100 * pair.call_share),
        epsilon=solution.epsilon,
    )


def _lost(payoffs: ClassGame, chances: FloatArray, margins: FloatArray, *, forced: bool) -> float:
    """What a strategy gives away where playing gains `margins` over folding, shape (n,)."""
    best = margins if forced else np.maximum(margins, 0.0)
    return float(payoffs.counts @ (best - chances * margins)) / payoffs.n_hands
