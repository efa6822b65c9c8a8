"""The equilibrium of a tree in fractions: gains that are zero, not small.

In integer chips all payoffs of a two-player tree are integers: folds, showdowns, boards and hands.  Most
classes have a pure plan; the sequences of the others make a small game in sequence form, solved in integers
(`solver.linear_programs.solve_sequences`).  Both sequential best responses are computed in integers over all
classes; classes that gain by another plan join the small game, until none does.  Plans in floating point are
only the start; of several equilibria another one may result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Self

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import SolverError
from jamfold.solver.linear_programs import Integers, Rows, solve_sequences
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.tree import EMPTY, Tree
from jamfold.solver.tree_covered import RedundantAction, Uncovered, jam_for_raise
from jamfold.solver.tree_response import PlanResponse, RealizationPlan

CLOSE = 1e-9
"""The largest difference of chances in fractions and in floating point of the same equilibrium."""
Span = tuple[Fraction, Fraction]
"""The minimum and maximum of a chance."""
MOST_SEQUENCES = 400
"""The maximum of sequences in doubt; more take minutes."""
_MOST_ROUNDS = 100


@dataclass(frozen=True, eq=False)
class RationalStrategy:
    """Chances as fractions: most classes always or never play."""

    played: BoolArray
    """The classes that always play, shape (n,)."""
    mixed: Mapping[int, Fraction]
    """Chances strictly between 0 and 1, by class."""
    spans: Mapping[int, Span] | None = None
    """The minimum and maximum over all equilibria, of the classes that are not sure; None if unknown."""

    @classmethod
    def from_chances(cls, played: BoolArray, chances: Mapping[int, Fraction]) -> Self:
        """Return a strategy of pure classes, and of chances in [0, 1] by class."""
        always = played.copy()
        always[[i for i, chance in chances.items() if chance == 1]] = True
        return cls(always, {i: chance for i, chance in chances.items() if 0 < chance < 1})

    def chances(self) -> FloatArray:
        """Return the chances of all classes in floating point, shape (n,)."""
        chances = self.played.astype(np.float64)
        for i, chance in self.mixed.items():
            chances[i] = chance
        return chances

    def chances_of(self, classes: IntArray) -> list[Fraction]:
        """Return the exact chances of some classes."""
        return [self.mixed.get(i, Fraction(int(self.played[i]))) for i in classes.tolist()]

    def texts(self) -> dict[str, str]:
        """Return the mixed chances by class as JSON."""
        return {str(i): str(chance) for i, chance in self.mixed.items()}

    def weigh(self, numbers: Integers) -> Fraction:
        """Return the sum of numbers by class, shape (n,), times the chances."""
        mixed_sum = sum((chance * int(numbers[i]) for i, chance in self.mixed.items()), Fraction(0))
        return mixed_sum + int(numbers[self.played].sum())


RationalPlan = tuple[RationalStrategy, ...]
"""The chance of every sequence of a seat."""


@dataclass(frozen=True)
class RationalTree:
    """A zero-sum tree with integer payoffs."""

    tree: Tree
    """The decisions, with integer values of folds."""
    showdown: int
    """The winner's payoff of a showdown."""


@dataclass(frozen=True)
class RationalPlans:
    """An exact equilibrium: no class of either seat gains anything by another plan."""

    plans: tuple[RationalPlan, RationalPlan]
    value: Fraction
    """I's value, in the unit of the tree; II's is the negative."""

    def as_dict(self) -> dict[str, Any]:
        """Return the value and the mixed chances as JSON for `with_plans`."""
        mixed = [[strategy.texts() for strategy in plan] for plan in self.plans]
        return {"value": str(self.value), "mixed": mixed}

    @classmethod
    def with_plans(cls, values: Mapping[str, Any], plans: tuple[RealizationPlan, RealizationPlan]) -> Self:
        """Return the plans of `as_dict` and floats. Raises ValueError if these differ."""
        first, second = (
            tuple(
                RationalStrategy(floats >= 1.0, {int(i): Fraction(chance) for i, chance in mixed.items()})
                for floats, mixed in zip(plan, texts, strict=True)
            )
            for plan, texts in zip(plans, values["mixed"], strict=True)
        )
        proof = cls((first, second), Fraction(values["value"]))
        if not proof.is_close(plans):
            raise ValueError("The fractions are not those of the plans.")
        return proof

    def is_close(self, plans: tuple[RealizationPlan, RealizationPlan]) -> bool:
        """Return whether plans in floating point are these."""
        return all(
            np.allclose(strategy.chances(), chances, rtol=0.0, atol=CLOSE)
            for plan, floats in zip(self.plans, plans, strict=True)
            for strategy, chances in zip(plan, floats, strict=True)
        )


def solve_rational(
    payoffs: ClassGame,
    game: RationalTree,
    covered: tuple[RedundantAction, ...],
    start: tuple[RealizationPlan, RealizationPlan],
) -> RationalPlans:
    """Return an equilibrium with the mixed classes of `start`, unless some class gains by another plan.

    Raises SolverError if too many classes stay in doubt.

    Parameters
    ----------
    covered
        Redundant actions, see `tree_covered`.
    start
        Plans near an equilibrium, shapes (sequences, n).
    """
    tree, jams = game.tree, []
    for action in covered:
        seat, same = tree.decisions[action.decision].seat, jam_for_raise(tree, action)
        if same is not None and start[seat][same[0]].any():
            jams.append((seat, same))
    plans = start[0].copy(), start[1].copy()
    for seat, (jam, raised, call) in jams:
        plans[seat][raised] = plans[seat][call] = plans[seat][jam]
    small = Uncovered(tree, covered)
    responses = PlanResponse(payoffs, small.tree, 0), PlanResponse(payoffs, small.tree, 1)
    needed = RationalTree(small.tree, game.showdown)
    small_plans = solve_plans(payoffs, needed, small.start(plans), responses, MOST_SEQUENCES).plans
    sources = small.sources()
    for seat, (jam, raised, call) in jams:
        sources[seat][jam], sources[seat][raised], sources[seat][call] = sources[seat][call], [], []
    nothing = RationalStrategy(np.zeros(payoffs.n_classes, dtype=np.bool_), {})
    first, second = (
        tuple(_together([small[part] for part in parts], nothing) for parts in parts_by_sequence)
        for small, parts_by_sequence in zip(small_plans, sources, strict=True)
    )
    return RationalPlans((first, second), _proved_value(payoffs, game, (first, second)))


def _together(parts: list[RationalStrategy], nothing: RationalStrategy) -> RationalStrategy:
    """Return the sum of mutually exclusive sequences."""
    total, mixed = nothing.played.copy(), dict[int, Fraction]()
    for part in parts:
        total |= part.played
        for i, chance in part.mixed.items():
            mixed[i] = mixed.get(i, Fraction(0)) + chance
    return RationalStrategy.from_chances(total, mixed)


def solve_plans(
    payoffs: ClassGame,
    game: RationalTree,
    start: tuple[RealizationPlan, RealizationPlan],
    responses: tuple[PlanResponse, PlanResponse],
    most: int | None,
) -> RationalPlans:
    """Return an equilibrium of a tree without redundant actions.

    Raises SolverError if too many classes stay in doubt.

    Parameters
    ----------
    responses
        Of both seats; moved to the pure classes.
    most
        The maximum of sequences in doubt; None for any number.
    """
    seats = [
        SeatInDoubt(
            game.tree, seat, np.flatnonzero(((plan > 0.0) & (plan < 1.0)).any(axis=0)), plan >= 1.0, response
        )
        for seat, (plan, response) in enumerate(zip(start, responses, strict=True))
    ]
    counts = payoffs.counts.astype(object)
    for _ in range(_MOST_ROUNDS):
        if most is not None and sum(doubt.free.size * len(doubt.pure) for doubt in seats) > most:
            break
        ends = SequenceGains(payoffs, game, seats)
        g, h = ((counts * ends.fixed[k])[:, seats[k].free].ravel() for k in range(2))
        q = (counts[:, None] * ends.columns[0])[:, seats[0].free].reshape(g.size, h.size)
        chances = solve_sequences(g, h, q, seats[0].rows(), seats[1].rows())
        added = [ends.added(k, chances[1 - k]) for k in range(2)]
        joined = [seats[k].join(added[k]) for k in range(2)]
        if not any(joined):
            plans = seats[0].plan(chances[0]), seats[1].plan(chances[1])
            return RationalPlans(plans, ends.value(added[0], plans, common_denominator(chances[1])))
    raise SolverError("No exact solution found: too many close hands.")


def _seat_of(
    payoffs: ClassGame, game: RationalTree, seat: int, plan: RationalPlan
) -> tuple[SeatInDoubt, list[Fraction]]:
    """Return a seat with its mixed classes in doubt, and their chances, flattened."""
    free = np.array(sorted({i for strategy in plan for i in strategy.mixed}), dtype=np.int64)
    played, response = np.stack([row.played for row in plan]), PlanResponse(payoffs, game.tree, seat)
    chances = [chance for row in plan for chance in row.chances_of(free)]
    return SeatInDoubt(game.tree, seat, free, played, response), chances


def _proved_value(
    payoffs: ClassGame, game: RationalTree, plans: tuple[RationalPlan, RationalPlan]
) -> Fraction:
    """Return I's value of an equilibrium. Raises SolverError if somebody gains by another plan."""
    pairs = [_seat_of(payoffs, game, seat, plan) for seat, plan in enumerate(plans)]
    seats, chances = [seat for seat, _ in pairs], [own for _, own in pairs]
    ends = SequenceGains(payoffs, game, seats)
    added = [ends.added(k, chances[1 - k]) for k in range(2)]
    for k, doubt in enumerate(seats):
        common = common_denominator(chances[k])
        planned = common * (doubt.pure * added[k]).sum(axis=0)
        for place, chance in enumerate(chances[k]):
            sequence, i = place // doubt.free.size, doubt.free[place % doubt.free.size]
            planned[i] += int(chance * common) * added[k][sequence, i]
        if (common * doubt.best(added[k]) != planned).any():
            raise SolverError("The equilibrium in fractions is none: somebody would gain by another plan.")
    return ends.value(added[0], plans, common_denominator(chances[1]))


def best_response_value(payoffs: ClassGame, game: RationalTree, plan: RationalPlan) -> Fraction:
    """Return I's exact best-response value against a plan of II, in the unit of the tree."""
    second, chances = _seat_of(payoffs, game, 1, plan)
    nothing = RationalStrategy(np.zeros(payoffs.n_classes, dtype=np.bool_), {})
    first, _ = _seat_of(payoffs, game, 0, (nothing,) * game.tree.n_sequences(0))
    ends = SequenceGains(payoffs, game, [first, second])
    best = first.best(ends.added(0, chances))
    everybody = RationalStrategy(np.ones(payoffs.n_classes, dtype=np.bool_), {})
    return ends.value(best[None], ((everybody,), plan), common_denominator(chances))


class SeatInDoubt:
    """A seat's pure classes, and its classes in doubt."""

    def __init__(
        self, tree: Tree, seat: int, free: IntArray, played: BoolArray, response: PlanResponse
    ) -> None:
        self._tree, self._seat = tree, seat
        self._turns = tree.turns_of(seat)
        self.free, self.pure = free, played.copy()
        """The classes in doubt, shape (k,), and the sequences of the others, shape (sequences, n)."""
        self.pure[:, free] = False
        self.response = response
        self.response.move_to(self.pure)

    def rows(self) -> Rows:
        """Return the constraints of the chances of the classes in doubt."""
        rows, right = self._tree.constraints(self._seat)
        one_each = np.eye(self.free.size, dtype=int)
        return (
            np.kron(rows.astype(int), one_each).astype(object),
            np.repeat(right.astype(int), self.free.size).astype(object),
        )

    def plan(self, chances: list[Fraction]) -> RationalPlan:
        """Return the plan with these chances of the classes in doubt, flattened."""
        k, plan = self.free.size, []
        for sequence, pure in enumerate(self.pure):
            own = dict(zip(self.free.tolist(), chances[sequence * k : (sequence + 1) * k], strict=True))
            plan.append(RationalStrategy.from_chances(pure, own))
        return tuple(plan)

    def best(self, added: Integers) -> Integers:
        """Return the gain of the sequential best response over folding at once, shape (n,)."""
        worth = added.copy()
        best: Any = 0
        for turn in reversed(self._turns):
            most = np.maximum(worth[list(turn.actions)].max(axis=0), 0)
            if turn.own == EMPTY:
                best = best + most
            else:
                worth[turn.own] += most
        return np.asarray(best)

    def join(self, added: Integers) -> bool:
        """Add the classes that gain by another plan to those in doubt; return whether there are any."""
        wrong = (self.best(added) > np.where(self.pure, added, 0).sum(axis=0)).astype(np.bool_)
        wrong[self.free] = False
        if not wrong.any():
            return False
        in_doubt = wrong.copy()
        in_doubt[self.free] = True
        self.free = np.flatnonzero(in_doubt)  # union1d would import numpy.ma
        self.pure[:, wrong] = False
        self.response.move_to(self.pure)
        return True


class SequenceGains:
    """Integer values of sequences over folding, in 1 / (K2 D) of the tree's unit."""

    def __init__(self, payoffs: ClassGame, game: RationalTree, seats: list[SeatInDoubt]) -> None:
        self._payoffs, self._seats = payoffs, seats
        self._tree, self._showdown, self._scale = game.tree, game.showdown, payoffs.margin_scale
        self.fixed = [self._fixed(seat) for seat in range(2)]
        self.columns = [self._columns(seat) for seat in range(2)]

    def added(self, seat: int, chances: list[Fraction]) -> Integers:
        """Return values against the other's chances in doubt, times their common denominator."""
        return with_columns(self.fixed[seat], self.columns[seat], chances)

    def _pairs(self, seat: int) -> Iterator[tuple[int, int, int, bool]]:
        """Yield own and opponent's sequence, the constant, and whether there is a showdown."""
        for key, pair in self._tree.pairs.items():
            yield key[seat], key[1 - seat], int(pair.constant(seat)) * self._scale, pair.is_showdown

    def _fixed(self, seat: int) -> Integers:
        """Return values against the other's pure classes, shape (sequences, n)."""
        payoffs, parts = self._payoffs, self._seats[1 - seat].response.parts
        total = np.zeros((self._tree.n_sequences(seat), payoffs.n_classes), dtype=object)
        for own, other, constant, is_showdown in self._pairs(seat):
            if own == EMPTY:
                continue
            if other == EMPTY:
                total[own] += constant * payoffs.n_opponent_hands
                continue
            total[own] += constant * parts[other].placements.astype(object)
            if is_showdown:
                total[own] += self._showdown * parts[other].sums[0].astype(object)
        return total

    def _columns(self, seat: int) -> Integers:
        """Return values against each sequence of each class in doubt, shape (sequences, n, flattened)."""
        payoffs, other = self._payoffs, self._seats[1 - seat]
        everywhere, k = np.arange(payoffs.n_classes), other.free.size
        rows = payoffs.tables[0].sums.block(other.free, everywhere).astype(np.int64)
        margins = (-(payoffs.counts[other.free][:, None] * rows) // payoffs.counts).T.astype(object)
        placements = payoffs.placements.block(everywhere, other.free).astype(object)
        n_sequences = self._tree.n_sequences(seat)
        total = np.zeros((n_sequences, payoffs.n_classes, len(other.pure) * k), dtype=object)
        for own, opponent, constant, is_showdown in self._pairs(seat):
            if EMPTY not in (own, opponent):
                part = constant * placements
                total[own, :, opponent * k : (opponent + 1) * k] = (
                    part + self._showdown * margins if is_showdown else part
                )
        return total

    def value(self, added: Integers, plans: tuple[RationalPlan, RationalPlan], common: int) -> Fraction:
        """Return I's value, from the values of its sequences in units of 1 / `common`."""
        payoffs, counts = self._payoffs, self._payoffs.counts.astype(object)
        won = sum(
            (row.weigh(counts * gains) for row, gains in zip(plans[0], added, strict=True)), Fraction(0)
        )
        won /= common * payoffs.n_opponent_hands * self._scale * payoffs.n_hands
        for own, other, constant, _ in self._pairs(0):
            if own == EMPTY:
                reach = Fraction(1) if other == EMPTY else plans[1][other].weigh(counts) / payoffs.n_hands
                won += reach * constant / self._scale
        return won


def common_denominator(chances: Iterable[Fraction]) -> int:
    """Return the least common denominator."""
    return lcm(*(chance.denominator for chance in chances))


def with_columns(gaps: Integers, columns: Integers, chances: list[Fraction]) -> Integers:
    """Return `gaps` + `columns` @ `chances`, times the common denominator.

    Shapes (..., n), (..., n, k) and (k,).
    """
    common = common_denominator(chances)
    total = common * gaps
    for k, chance in enumerate(chances):
        if chance:
            total = total + int(chance * common) * columns[..., k]
    return total
