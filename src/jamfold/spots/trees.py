"""A solved spot with raises before the all-in: all decisions with actions, frequencies and values.

Jamming and calling in `SpotSolution` are here the jam without a raise before it and its call; values and the
certificate are those of the whole tree.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from jamfold.betting.raises import BettingState, Raises
from jamfold.core.arrays import FloatArray
from jamfold.core.display import former_name
from jamfold.solver import archive
from jamfold.solver.tree import EMPTY, chances_at
from jamfold.solver.tree_covered import RedundantAction
from jamfold.solver.tree_exact import TreeSolution
from jamfold.solver.tree_rational import RationalPlans
from jamfold.solver.tree_response import stacked
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandAtNode, Seat, SeatStrategy

PLANS = ("plans_sb", "plans_bb")
"""Names of both plans in a file."""


@dataclass(frozen=True)
class NodeReport:
    """One decision of a solved tree."""

    seat: str
    """``sb`` or ``bb``."""
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``; sizes are raise-to in big blinds, without antes."""
    actions: tuple[str, ...]
    """The actions: ``fold``, ``raise 2``, ``jam``, ``call``."""
    percent: dict[str, float]
    """Per action, percent of all hands of the seat that get here by its own actions and take it."""
    reach: float
    """The reach probability, in [0, 1]."""
    same: dict[str, str]
    """Redundant actions, each with an equivalent one: a jam equals a raise and the call of a jam over it.
    Only one is played, the jam if no raising hand folds."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeSpot(SpotSolution):
    """The solution of a tree."""

    raises: Raises
    points: tuple[BettingState, ...]
    """The decisions."""
    solved: TreeSolution
    """Plans and certificate; its decisions and sequences are in the order of `points`."""
    covered: tuple[RedundantAction, ...]
    proved_plans: RationalPlans | None = None
    """The plans in fractions, the value in the unit B; None if raises are not proved."""

    @property
    def proved(self) -> bool:
        """Whether the equilibrium is known in fractions."""
        return self.proof is not None or self.proved_plans is not None

    @cached_property
    def nodes(self) -> tuple[NodeReport, ...]:
        """All decisions."""
        return tuple(self._node(number) for number in range(len(self.points)))

    def _node(self, number: int) -> NodeReport:
        point, turn = self.points[number], self.solved.tree.turns[number]
        plan, sizes = self.solved.plans[turn.seat], self.classes.sizes
        arrivals = chances_at(turn, plan)
        chances = [plan[sequence] for sequence in turn.actions]
        folding = np.maximum(arrivals - sum(chances), 0.0)
        shares = [float(sizes @ row) / self.game.n_hands for row in (folding, *chances)]
        names = self.action_names(number)
        return NodeReport(
            seat=list(Seat)[point.seat].value,
            after=self.before(number),
            actions=names,
            percent={name: 100.0 * share for name, share in zip(names, shares, strict=True)},
            reach=float((sizes * arrivals) @ self.let_in(number)) / self.game.n_hands,
            same={names[1 + act.action]: names[1 + act.by] for act in self.covered if act.decision == number},
        )

    def action_names(self, number: int) -> tuple[str, ...]:
        """Return the names of the actions of a decision."""
        return tuple(action.text(self.situation.big_blind) for action in self.points[number].actions)

    def before(self, number: int) -> tuple[str, ...]:
        """Return the names of the actions before a decision."""
        big = self.situation.big_blind
        return tuple(
            f"{list(Seat)[seat].value} {action.text(big)}" for seat, action in self.points[number].after
        )

    def let_in(self, number: int) -> FloatArray:
        """Return the reach probability of a decision by class, without own actions, shape (n,)."""
        turn = self.solved.tree.turns[number]
        if turn.other == EMPTY:
            return np.ones(self.classes.n)
        return self.solved.sums[1 - turn.seat][turn.other].placements / self.game.n_opponent_hands

    @property
    def raised_percent(self) -> float:
        """Percentage of all hands that the small blind raises first without going all-in."""
        percent = self.nodes[0].percent.items()
        return sum(share for name, share in percent if name.startswith("raise"))

    def decision_chance(self, seat: Seat) -> FloatArray:
        """Return the probability that a class of a seat has a decision, shape (n,)."""
        return sum((self.let_in(number) for number, _ in self._first(seat)), np.zeros(self.classes.n))

    asked = former_name("decision_chance")

    def goes_on(self, seat: Seat) -> FloatArray:
        """Return the frequency of not folding at the first decision, given one, by class, shape (n,)."""
        chance, going = self.decision_chance(seat), np.zeros(self.classes.n)
        for number, _ in self._first(seat):
            turn = self.solved.tree.turns[number]
            going += self.let_in(number) * self.solved.plans[turn.seat][list(turn.actions)].sum(axis=0)
        return np.divide(going, chance, out=going, where=chance > 0.0)

    def play_margins(self, seat: Seat) -> FloatArray:
        """Return the best first action's gain over folding in units, shape (n,); NaN without a decision."""
        best, chance = self.solved.evaluation.best[seat.place], self.decision_chance(seat)
        worths = (best.actions[place].max(axis=0) for _, place in self._first(seat))
        total = sum(worths, np.zeros_like(chance))
        return np.divide(total, chance, out=np.full_like(chance, np.nan), where=chance > 0.0)

    def _first(self, seat: Seat) -> list[tuple[int, int]]:
        """Return the first decisions of a seat: their numbers, and indices among the seat's decisions."""
        turns = self.solved.tree.turns
        own = [number for number, turn in enumerate(turns) if turn.seat == seat.place]
        return [(number, place) for place, number in enumerate(own) if turns[number].own == EMPTY]

    def at_nodes(self, seat: Seat, class_id: int) -> tuple[HandAtNode, ...]:
        """Return the play of a class at every decision of a seat."""
        numbers = [number for number, point in enumerate(self.points) if point.seat == seat.place]
        return tuple(self._at(number, place, class_id) for place, number in enumerate(numbers))

    def _at(self, number: int, place: int, class_id: int) -> HandAtNode:
        turn, names = self.solved.tree.turns[number], self.action_names(number)
        plan = self.solved.plans[turn.seat][:, class_id]
        arrival = 1.0 if turn.own == EMPTY else float(plan[turn.own])
        played = [float(plan[sequence]) for sequence in turn.actions]
        added = self.solved.evaluation.best[turn.seat].actions[place][:, class_id]
        best = [0.0, *added.tolist()]
        chances = [max(arrival - sum(played), 0.0), *played]
        total = sum(chances)
        if total > 0.0:
            chances = [chance / total for chance in chances]
        else:  # its own play never leads here: the best action
            chances = [float(k == int(np.argmax(best))) for k in range(len(names))]
        let_in = float(self.let_in(number)[class_id])
        fold = self.solved.tree.decisions[number].fold[turn.seat]
        evs: dict[str, float | None] = dict.fromkeys(names)
        if let_in > 0.0:
            evs = {
                name: self.payoffs.of(turn.seat, fold + value / let_in)
                for name, value in zip(names, best, strict=True)
            }
        big = self.situation.big_blind if self.currency == "chips" else None
        return HandAtNode(
            self.before(number),
            names,
            dict(zip(names, chances, strict=True)),
            evs,
            {name: None if ev is None or big is None else ev / big for name, ev in evs.items()},
            arrival * let_in,
            *self._reasons(number, class_id),
        )

    def _reasons(
        self, number: int, class_id: int
    ) -> tuple[dict[str, dict[str, float]], dict[str, float | None], float | None]:
        """Return the opponent's answers to every action, equities, and the equity needed to call."""
        tree, turn, names = self.solved.tree, self.solved.tree.turns[number], self.action_names(number)[1:]
        let_in, answers = float(self.let_in(number)[class_id]), dict[str, dict[str, float]]()
        equities: dict[str, float | None] = {}
        needed = None
        for name, following in zip(names, tree.decisions[number].actions, strict=True):
            if following is None:
                equities[name] = self._equity(turn.seat, turn.other, class_id)
                needed = self._needed(number) if let_in > 0.0 else None
                continue
            replies = tree.turns[following].actions
            if let_in > 0.0:
                chances = [self._placed(turn.seat, reply, class_id) / let_in for reply in replies]
                folds = max(0.0, 1.0 - sum(chances))
                answers[name] = dict(zip(self.action_names(following), (folds, *chances), strict=True))
            if tree.decisions[following].actions == (None,):
                equities[name] = self._equity(turn.seat, replies[0], class_id)
        return answers, equities, needed

    def _placed(self, seat: int, sequence: int, class_id: int) -> float:
        """Return the probability that the seat's opponent plays a sequence, given the class."""
        return float(self.solved.sums[1 - seat][sequence].placements[class_id]) / self.game.n_opponent_hands

    def _equity(self, seat: int, sequence: int, class_id: int) -> float | None:
        """Return the equity against the range of a sequence; None if the range is empty."""
        sums = self.solved.sums[1 - seat][sequence]
        placed = float(sums.placements[class_id])
        return (1.0 + float(sums.margins[class_id]) / placed) / 2.0 if placed > 0.0 else None

    def _needed(self, number: int) -> float:
        """Return the equity from which on calling beats folding, with showdown values linear in it."""
        seat = self.solved.tree.turns[number].seat
        fold = self.payoffs.of(seat, self.solved.tree.decisions[number].fold[seat])
        ends = self.payoffs.ends[seat]
        return max(0.0, 0.5 + (fold - ends.mean) / (2 * ends.half))

    def strategy(self, seat: Seat | str = Seat.SMALL_BLIND) -> SeatStrategy:
        """Return one player's strategy, with its decisions."""
        seat = Seat.parse(seat)
        return TreeStrategy(self.game, self.situation, self.solution, self.terms, seat, spot=self)

    def save(self, path: str | Path) -> None:
        """Write the solution with its game, situation and raises to one file; `load_solution` reads it.

        Raises SolutionError if the file cannot be written.
        """
        solved = self.solved
        proof = None if self.proved_plans is None else self.proved_plans.as_dict()
        tree = {
            "raises": asdict(self.raises),
            "free": solved.free,
            "iterations": solved.iterations,
            "proof": proof,
        }
        more = {name: stacked(sums) for name, sums in zip(PLANS, solved.sums, strict=True)}
        archive.save_solution(self.solution, Path(path), self._metadata() | {"tree": tree}, more)


@dataclass(frozen=True, eq=False)
class TreeStrategy(SeatStrategy):
    """One player's side of a tree."""

    spot: TreeSpot | None = None

    @property
    def tree(self) -> TreeSpot:
        """The solved tree."""
        assert self.spot is not None
        return self.spot

    @cached_property
    def frequency(self) -> FloatArray:
        """The frequency of not folding at the first decision, in [0, 1]; 0 if the big blind has none."""
        return self.tree.goes_on(self.seat)

    @property
    def reach_probability(self) -> FloatArray:
        """The probability that the class has a decision."""
        return self.tree.decision_chance(self.seat)

    @property
    def play_margin_units(self) -> FloatArray:
        """The best first action's gain over folding, in the solver's unit."""
        return self.tree.play_margins(self.seat)

    @property
    def played_percent(self) -> float:
        """Percentage of all hands that are not folded at the first decision."""
        return 100.0 * float(self.frequency @ self.classes.sizes) / self.game.n_hands

    def decisions_of(self, class_id: int) -> tuple[HandAtNode, ...]:
        """Return the play of a class at every decision of the seat."""
        return self.tree.at_nodes(self.seat, class_id)

    def decides_as(self, other: TreeStrategy) -> bool:
        """Return whether both have the same decisions with the same actions, by name."""
        own, opponent = (
            [(node.after, node.actions) for node in strategy.tree.nodes] for strategy in (self, other)
        )
        return own == opponent
