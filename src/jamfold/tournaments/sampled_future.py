"""Future hands whose deals are too many to count: how each is solved, sampled, and what it is worth then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from jamfold.arrays import FloatArray
from jamfold.games import Game
from jamfold.spots.table.model import is_modelled
from jamfold.spots.table.modelled import ModelledTable, model_table
from jamfold.spots.table.result import TableResult, sampled_result
from jamfold.spots.table.sampled import SampledTable, measure_table, sample_table
from jamfold.tournaments.before import HandBefore

_LEAST_SECONDS = 1.0
_SEARCHING = 0.6
_SEEDS = 1_000
_NEVER = 0.0
"""A gain that no certificate shows: values are of all deals."""


@dataclass(frozen=True)
class Sampling:
    """How long deals are sampled, in all hands together, and their seed."""

    seconds: float = 60.0
    seed: int = 0

    def seconds_each(self, hands: int) -> float:
        """Of each of so many hands; none gets less than a second."""
        return max(_LEAST_SECONDS, self.seconds / max(hands, 1))


SAMPLING = Sampling()


class SampledHand(NamedTuple):
    """A hand on sampled deals."""

    result: TableResult
    """Its strategies, measured on deals that chose nothing, with the values that chose nothing."""
    steering: FloatArray
    """What every seat has by the other values, on deals of their own: what hands before it choose by."""


def play_sampled(
    game: Game, steering: HandBefore, hand: HandBefore, seconds: float, seed: int, level: int
) -> SampledHand:
    """The strategies of a hand for stacks worth one thing, and what they have with stacks worth another.

    Parameters
    ----------
    steering, hand
        The same hand twice: by what its ends are worth for choosing, and for measuring.
    level
        How many hands follow it: no two hands of a run are measured on the same deals.
    """
    first = seed * _SEEDS + 2 * level
    found: ModelledTable | SampledTable
    if is_modelled(game, steering):
        found = model_table(game, steering, seconds=_SEARCHING * seconds, gain=_NEVER, seed=first)
    else:
        found = sample_table(game, steering, seconds=_SEARCHING * seconds, seed=first)
    fresh = measure_table(game, hand, found.strategy, seconds=(1 - _SEARCHING) * seconds, seed=first + 1)
    return SampledHand(sampled_result(game, hand, fresh, seed), found.certificate.values)
