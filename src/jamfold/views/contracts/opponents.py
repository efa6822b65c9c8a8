"""The contracts of opponents: how often they play, and what is said against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from jamfold.counting.classes import hand_classes
from jamfold.games import Game, find_game
from jamfold.histories.opponents import Advice, Opponent
from jamfold.histories.within import depth_of
from jamfold.ranges.writing.format import format_classes
from jamfold.views.contracts.base import Contract, Pair


@dataclass(frozen=True, kw_only=True)
class AdviceContract(Contract):
    """What to play against an opponent; gains over the equilibrium in big blinds a hand dealt."""

    seat: str
    """Of the one who answers."""
    s: float
    b: float
    """The spot, one in the middle of the opponent's."""
    live_bb: float
    dead_bb: float
    """The same in big blinds: what each can lose after the antes, and all antes and dead blinds."""
    plays: float
    """How often the advice jams, or calls; a share of all hands."""
    equilibrium_plays: float
    gain_low: float
    gain_high: float
    """At the ends of the interval of the opponent's frequency."""
    worst: float
    """The least over the interval."""
    exploitability: float
    """What the advice can lose, compared with the equilibrium, to one who answers it best."""
    more: str
    """Hands played where the equilibrium folds; empty in four-card games with thousands of classes."""
    fewer: str
    """Hands folded where the equilibrium plays."""

    @classmethod
    def of(cls, advice: Advice, opponent: Opponent) -> Self:
        """The contract of an advice."""
        game = find_game(opponent.habit.key.game)
        texts = {name: _classes_text(game, getattr(advice, name)) for name in ("more", "fewer")}
        habit = opponent.habit
        dead = 2.0 * max(0.0, habit.unit_bb - 1.0)
        live = habit.unit_bb * habit.spot.s - dead / 2
        return cls.pick(advice, habit.spot, live_bb=live, dead_bb=dead, **texts)


def _classes_text(game: Game, classes: tuple[int, ...]) -> str:
    """Classes as a range text, in games that have few."""
    if not classes or game.has_many_classes:
        return ""
    weights = np.zeros(hand_classes(game).n)
    weights[list(classes)] = 1.0
    return format_classes(game, weights)


@dataclass(frozen=True, kw_only=True)
class OpponentContract(Contract):
    """How often an opponent plays in a seat at some stacks."""

    player: str
    site: str
    game: str
    seat: str
    """sb: they jam; bb: they call a jam."""
    depth: str
    """The stacks, s, in the middle of their chances."""
    stack: str
    """The smaller stack before anything is posted, in big blinds."""
    chances: int
    plays: int
    limps: int
    raises: int
    folds: int
    frequency: float
    """Plays by chances."""
    equilibrium: float
    """How often the equilibrium plays on the same spots."""
    mean: float
    """Of the posterior, whose prior is the equilibrium with the weight of ten chances."""
    interval: Pair
    """95 %, of the posterior."""
    advice: AdviceContract | None
    """Null: play the equilibrium, for there are fewer than 20 chances or nothing is sure to be gained."""

    @classmethod
    def of(cls, one: Opponent) -> Self:
        """The contract of an opponent."""
        habit = one.habit
        return cls.pick(
            habit,
            habit.key,
            player=habit.key.name,
            depth=depth_of(habit.spot.s),
            folds=habit.chances - habit.plays - habit.limps - habit.raises,
            frequency=habit.observed,
            interval=(habit.low, habit.high),
            advice=None if one.advice is None else AdviceContract.of(one.advice, one),
        )
