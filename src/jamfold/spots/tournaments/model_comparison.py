"""Comparison of stack models with the solved tournament: the stacks they underrate, and by how much."""

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
from jamfold.spots.tournaments.future import FutureGame
from jamfold.spots.tournaments.tournament_hands import prizes_of
from jamfold.valuation.models import MODELS, MOST_PLAYERS, stack_values, table_values
from jamfold.valuation.utility import PrizeUtility


@json_fields("name values errors underrates mean_difference", schema="StackModelContract")
class StackModel(NamedTuple):
    """Stack values by a model or by future hands; lists by seat."""

    name: str
    """The model, or ``1 hand``, ``2 hands`` for future hands followed by the requested model."""
    values: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 if exact."""
    underrates: tuple[float, ...] | None = None
    """Each seat's value in the solved tournament less this one; null without one."""

    @property
    def mean_difference(self) -> float | None:
        """The mean absolute difference."""
        return None if self.underrates is None else float(np.mean(np.abs(self.underrates)))


@json_fields(
    "name states by_stack by_seat mean_difference largest_difference", schema="ModelOverStatesContract"
)
class ModelOverStates(NamedTuple):
    """Average difference of a model from the solved tournament over all divisions of chips."""

    name: str
    states: int
    by_stack: dict[str, float]
    """How much it underrates the largest, middle and smallest stack; tied stacks count as the same."""
    by_seat: dict[str, float]
    mean_difference: float
    """The mean absolute difference."""
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
    """The stack models that allow this number of players, then the hands ahead."""
    tournament: tuple[float, ...] | None = None
    """Values of the seats if every hand to the end is jam or fold; null if it is not solved."""
    epsilon: float | None = None
    """The largest gain of one player by deviating in it, in the same unit."""
    no_tournament: str | None = None
    """Why it is not solved, in a sentence."""
    over_states: tuple[ModelOverStates, ...] = ()
    """The stack models over all divisions of the chips."""
    could_be_solved: bool = False
    """Whether the tournament is only missing because it was not requested and takes long."""

    @property
    def depth(self) -> int:
        """The number of hands ahead."""
        return sum(model.name not in MODELS for model in self.models)

    @property
    def utility(self) -> PrizeUtility:
        return prizes_of(self.hand)

    @property
    def nearest(self) -> StackModel | None:
        """The model closest to the solved tournament; None without one."""
        if self.tournament is None:
            return None
        return min(self.models, key=lambda model: model.mean_difference or 0.0)


class SolvedStates(NamedTuple):
    """All divisions of the chips of a solved tournament."""

    stacks: tuple[tuple[float, ...], ...]
    values: FloatArray
    """Values by state and seat, in money."""
    row: int
    """The row of the requested state."""
    epsilon: float
    """In money."""


def compare_models(
    ahead: FutureGame, solved: SolvedStates | str, *, could_be_solved: bool = False
) -> ModelComparison:
    """Compare the models with future hands and a solved tournament, or the reason why there is none."""
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
