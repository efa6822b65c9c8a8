"""Stack models beside what stacks are worth when the tournament is solved: who is underrated by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import seat_names
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.spots.nplayer.result import LEVEL
from jamfold.spots.tournaments.before import prizes_of
from jamfold.spots.tournaments.future import FutureGame
from jamfold.valuation.models import MODELS, MOST_PLAYERS, stack_values, table_values
from jamfold.valuation.utility import PrizeUtility


@json_fields("name values errors underrates mean_difference", schema="StackModelContract")
class StackModel(NamedTuple):
    """What one model, or so many hands, say of the stacks; lists by seat."""

    name: str
    """The model's, or ``1 hand``, ``2 hands``, of those after which the question's model follows."""
    values: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 where nothing is sampled."""
    underrates: tuple[float, ...] | None = None
    """What the solved tournament gives each seat more; null without one."""

    @property
    def mean_difference(self) -> float | None:
        """The mean of the differences without their signs."""
        return None if self.underrates is None else float(np.mean(np.abs(self.underrates)))


@json_fields(
    "name states by_stack by_seat mean_difference largest_difference", schema="ModelOverStatesContract"
)
class ModelOverStates(NamedTuple):
    """How a model differs from the solved tournament in the mean over all its divisions of chips."""

    name: str
    states: int
    by_stack: dict[str, float]
    """What it underrates the largest, middle and smallest stack by; equal ones count as each other."""
    by_seat: dict[str, float]
    mean_difference: float
    """The mean of the differences without their signs."""
    largest_difference: float


@json_fields(
    f"game {LEVEL} prizes=utility.prizes.amounts prize_unit=utility.prizes.unit models tournament epsilon "
    "no_tournament over_states could_be_solved utility.model depth hand.whole_chips max_allin=hand.most_allin"
)
@dataclass(frozen=True, eq=False)
class ModelComparison(DisplayableResult):
    """Models, future hands and the solved tournament; lists by seat: sb, bb, ..., btn."""

    game: Game
    hand: TableHand
    """game, hand: The rules, and the hand with its prizes."""
    models: tuple[StackModel, ...]
    """The stack models that take so many players, then the hands ahead."""
    tournament: tuple[float, ...] | None = None
    """What the seats are worth where every hand to the end is jam or fold; null where it is not solved."""
    epsilon: float | None = None
    """What one player alone gains at most by playing otherwise in it, in the same unit."""
    no_tournament: str | None = None
    """Why there is none, in a sentence."""
    over_states: tuple[ModelOverStates, ...] = ()
    """The stack models over all divisions of the chips."""
    could_be_solved: bool = False
    """Whether there is none only because nobody asked for one that takes so long."""

    @property
    def depth(self) -> int:
        """How many hands ahead there are."""
        return sum(model.name not in MODELS for model in self.models)

    @property
    def utility(self) -> PrizeUtility:
        return prizes_of(self.hand)

    @property
    def nearest(self) -> StackModel | None:
        """What differs least from the solved tournament; None without one."""
        if self.tournament is None:
            return None
        return min(self.models, key=lambda model: model.mean_difference or 0.0)


class SolvedStates(NamedTuple):
    """All divisions of the chips of a solved tournament."""

    stacks: tuple[tuple[float, ...], ...]
    values: FloatArray
    """By state and seat, in money."""
    row: int
    """The state that is asked about."""
    epsilon: float
    """In money."""


def compare_models(
    ahead: FutureGame, solved: SolvedStates | str, *, could_be_solved: bool = False
) -> ModelComparison:
    """The models beside future hands, and beside a solved tournament, or why there is none."""
    hand, utility = ahead.hand, prizes_of(ahead.hand)
    exact = (0.0,) * hand.n
    players = hand.n + len(utility.others)
    models = [
        StackModel(
            name, table_values(hand.stacks, utility.others, utility.prizes.amounts, name)[: hand.n], exact
        )
        for name in MODELS
        if players <= MOST_PLAYERS.get(name, players)
    ]
    models += [
        StackModel(f"{k} hand{'s'[: k > 1]}", values, errors)
        for k, (values, errors) in enumerate(zip(ahead.by_depth, ahead.errors_by_depth, strict=True))
        if k
    ]
    if isinstance(solved, str):
        return ModelComparison(
            ahead.game, hand, tuple(models), no_tournament=solved, could_be_solved=could_be_solved
        )
    truth = solved.values[solved.row]
    beside = tuple(row._replace(underrates=tuple((truth - np.array(row.values)).tolist())) for row in models)
    amounts = utility.prizes.amounts
    over = tuple(_over_states(solved, name, amounts) for name in MODELS)
    return ModelComparison(ahead.game, hand, beside, tuple(truth.tolist()), solved.epsilon, None, over)


def _over_states(solved: SolvedStates, name: str, prizes: Sequence[float]) -> ModelOverStates:
    model = np.array([stack_values(stacks, prizes, name) for stacks in solved.stacks])
    more, chips = solved.values - model, np.array(solved.stacks)
    most, least = (chips == pick(axis=1, keepdims=True) for pick in (chips.max, chips.min))
    groups = {"largest": most, "middle": ~most & ~least, "smallest": least}
    return ModelOverStates(
        name,
        len(chips),
        {group: float(more[where].mean()) for group, where in groups.items() if where.any()},
        dict(zip(seat_names(chips.shape[1]), more.mean(axis=0).tolist(), strict=True)),
        float(np.abs(more).mean()),
        float(np.abs(more).max()),
    )
