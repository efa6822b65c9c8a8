"""The equilibrium of a tree in fractions, like `solver.rational`: gains that are zero, not small.

Once chips are integers, all that a tree of two seats is made of are: what folding costs, what a showdown is
for, boards and hands.  Most classes have a pure plan; the sequences of the others make a small game in
sequence form, solved in integers (`solver.linear_programs.solve_sequences`).  Then both sequential best
responses are computed in integers over all classes, and classes that gain by another plan join the small
game, until none does.  Plans in floating point are the start only; where a tree has many equilibria,
another one may come out.
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
"""Chances in fractions and in floating point are those of one equilibrium if they do not differ by more."""
Span = tuple[Fraction, Fraction]
"""The least and the most of a chance."""
MOST_SEQUENCES = 400
"""Sequences in doubt at most: beyond, fractions would take minutes."""
_MOST_ROUNDS = 100


@dataclass(frozen=True, eq=False)
class RationalStrategy:
    """Chances as fractions: most classes always or never play."""

    played: BoolArray
    """The classes that always play, shape (n,)."""
    mixed: Mapping[int, Fraction]
    """Chances strictly between 0 and 1, by class."""
    spans: Mapping[int, Span] | None = None
    """The least and the most in any equilibrium, of the classes that are not sure; None if unknown."""

    @classmethod
    def from_chances(cls, played: BoolArray, chances: Mapping[int, Fraction]) -> Self:
        """Return the pure classes with chances of others, in [0, 1], by class."""
        always = played.copy()
        always[[i for i, chance in chances.items() if chance == 1]] = True
        return cls(always, {i: chance for i, chance in chances.items() if 0 < chance < 1})

    def chances(self) -> FloatArray:
        """The chances of all classes in floating point, shape (n,)."""
        chances = self.played.astype(np.float64)
        for i, chance in self.mixed.items():
            chances[i] = chance
        return chances

    def texts(self) -> dict[str, str]:
        """The chances that are mixed, by class, as JSON has them."""
        return {str(i): str(chance) for i, chance in self.mixed.items()}

    def weigh(self, numbers: Integers) -> Fraction:
        """The sum of numbers of all classes, shape (n,), each times the chance of its class."""
        mixed_sum = sum((chance * int(numbers[i]) for i, chance in self.mixed.items()), Fraction(0))
        return mixed_sum + int(numbers[self.played].sum())


RationalPlan = tuple[RationalStrategy, ...]
"""The chance of every sequence of a seat."""


@dataclass(frozen=True)
class RationalTree:
    """A tree whose ends are integers, in a unit of its own."""

    tree: Tree
    """Folds are worth integers, what one seat wins the other loses."""
    showdown: int
    """What the winner of a showdown wins."""


@dataclass(frozen=True)
class RationalPlans:
    """An equilibrium in which no class of any seat gains anything by another plan, as integers say."""

    plans: tuple[RationalPlan, RationalPlan]
    value: Fraction
    """What I wins, in the unit of the tree; II wins the negative."""

    def as_dict(self) -> dict[str, Any]:
        """The fractions as texts, without what is pure; `with_plans` takes them back."""
        mixed = [[strategy.texts() for strategy in plan] for plan in self.plans]
        return {"value": str(self.value), "mixed": mixed}

    @classmethod
    def with_plans(cls, values: Mapping[str, Any], plans: tuple[RealizationPlan, RealizationPlan]) -> Self:
        """The proof stored with plans in floating point. Raises ValueError if it does not fit them."""
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
        """Whether plans in floating point are these."""
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
    """An equilibrium; what is mixed is what `start` says, as long as nobody gains by another plan.

    Raises SolverError if too many classes stay in doubt.

    Parameters
    ----------
    covered
        Actions that nobody needs; others cover them, see `tree_covered`.
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
    """One of several sequences that exclude each other."""
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
    """An equilibrium of a tree in which every action is needed.

    Raises SolverError if too many classes stay in doubt.

    Parameters
    ----------
    responses
        Of both seats; they move to what is sure.
    most
        Sequences in doubt at most; None for any number.
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


def _proved_value(
    payoffs: ClassGame, game: RationalTree, plans: tuple[RationalPlan, RationalPlan]
) -> Fraction:
    """What I wins where nobody gains anything by another plan. Raises SolverError if somebody does."""
    seats, chances = [], []
    for seat, plan in enumerate(plans):
        free = np.array(sorted({i for strategy in plan for i in strategy.mixed}), dtype=np.int64)
        response = PlanResponse(payoffs, game.tree, seat)
        seats.append(SeatInDoubt(game.tree, seat, free, np.stack([row.played for row in plan]), response))
        chances.append(
            [row.mixed.get(i, Fraction(int(row.played[i]))) for row in plan for i in free.tolist()]
        )
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
    """What I earns by the best response to any plan of II, exactly, in the unit of the tree."""
    free = np.array(sorted({i for strategy in plan for i in strategy.mixed}), dtype=np.int64)
    played, response = np.stack([row.played for row in plan]), PlanResponse(payoffs, game.tree, 1)
    chances = [row.mixed.get(i, Fraction(int(row.played[i]))) for row in plan for i in free.tolist()]
    nothing = np.zeros((game.tree.n_sequences(0), payoffs.n_classes), dtype=np.bool_)
    first = SeatInDoubt(game.tree, 0, free[:0], nothing, PlanResponse(payoffs, game.tree, 0))
    ends = SequenceGains(payoffs, game, [first, SeatInDoubt(game.tree, 1, free, played, response)])
    best = first.best(ends.added(0, chances))
    everybody = RationalStrategy(np.ones(payoffs.n_classes, dtype=np.bool_), {})
    return ends.value(best[None], ((everybody,), plan), common_denominator(chances))


class SeatInDoubt:
    """What a seat is known to do, and the classes in doubt."""

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
        """What the chances of the classes in doubt have to keep to."""
        rows, right = self._tree.constraints(self._seat)
        one_each = np.eye(self.free.size, dtype=int)
        return (
            np.kron(rows.astype(int), one_each).astype(object),
            np.repeat(right.astype(int), self.free.size).astype(object),
        )

    def plan(self, chances: list[Fraction]) -> RationalPlan:
        """The plan with these chances of the classes in doubt, flattened."""
        k, plan = self.free.size, []
        for sequence, pure in enumerate(self.pure):
            own = dict(zip(self.free.tolist(), chances[sequence * k : (sequence + 1) * k], strict=True))
            plan.append(RationalStrategy.from_chances(pure, own))
        return tuple(plan)

    def best(self, added: Integers) -> Integers:
        """What the sequential best response earns over folding at once, shape (n,)."""
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
        """Let the classes join those in doubt that would gain by another plan; whether there are any."""
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
    """What sequences add over folding, as integers, in units of one of the tree over K2 D."""

    def __init__(self, payoffs: ClassGame, game: RationalTree, seats: list[SeatInDoubt]) -> None:
        self._payoffs, self._seats = payoffs, seats
        self._tree, self._showdown, self._scale = game.tree, game.showdown, payoffs.margin_scale
        self.fixed = [self._fixed(seat) for seat in range(2)]
        self.columns = [self._columns(seat) for seat in range(2)]

    def added(self, seat: int, chances: list[Fraction]) -> Integers:
        """What sequences add, the other's classes in doubt with these chances, times their denominator."""
        return with_columns(self.fixed[seat], self.columns[seat], chances)

    def _pairs(self, seat: int) -> Iterator[tuple[int, int, int, bool]]:
        """Own sequence, that of the other, the constant and whether hands are shown."""
        for key, pair in self._tree.pairs.items():
            yield key[seat], key[1 - seat], int(pair.constant(seat)) * self._scale, pair.is_showdown

    def _fixed(self, seat: int) -> Integers:
        """What sequences add against the classes of the other that are not in doubt, shape (sequences, n)."""
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
        """What each sequence of each class in doubt of the other adds, shape (sequences, n, others' flat)."""
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
        """What I wins, of what its sequences add in units of one over `common`."""
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
    """The least common denominator."""
    return lcm(*(chance.denominator for chance in chances))


def with_columns(gaps: Integers, columns: Integers, chances: list[Fraction]) -> Integers:
    """Gaps, shape (..., n), with what of the other player is in doubt, times the common denominator.

    The columns of that, shape (..., n, k), are added by its chances.
    """
    common = common_denominator(chances)
    total = common * gaps
    for k, chance in enumerate(chances):
        if chance:
            total = total + int(chance * common) * columns[..., k]
    return total
