"""Stack models: the value of each player's chips in prizes.

All three are models: chips alone say nothing about skill, position or blinds to come.  Within each the
computation is exact: nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, isfinite
from typing import TYPE_CHECKING

from jamfold.core.display import former_words, plural
from jamfold.core.errors import WorthError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.valuation.numbers import MAX_MONEY, as_fraction, checked_stacks

if TYPE_CHECKING:
    from jamfold.valuation.finishes import Number

MALMUTH_HARVILLE, MALMUTH_WEITZMAN, BEN_ROBERTS = MODELS = (
    "malmuth-harville",
    "malmuth-weitzman",
    "ben-roberts",
)
MOST_PLAYERS = {MALMUTH_WEITZMAN: 14, BEN_ROBERTS: 9}
"""The most players of models that go over sets or histories; Malmuth-Harville has its integral."""
BY_SETS = 10
"""The most players for Malmuth-Harville over sets; from 11 the integral is as exact, and faster."""
_IN_FRACTIONS = {MALMUTH_HARVILLE: 8, MALMUTH_WEITZMAN: 5, BEN_ROBERTS: 4}
"""The most players for exact fractions: numerators stay below some 300 digits and take milliseconds."""


def find_model(name: str) -> str:
    """Return the model of a name; raises WorthError if there is none."""
    spelling = name.strip().lower().replace("_", "-").replace(" ", "-")
    if spelling not in MODELS:
        raise WorthError(f"Unknown model '{name[:40]}'. Choose from: {', '.join(MODELS)}.", field="model")
    return spelling


def check_model(model: str, players: int) -> None:
    """Raise `WorthError` if a model is unknown or takes fewer players."""
    most = MOST_PLAYERS.get(find_model(model), players)
    if players > most:
        raise WorthError(
            f"The model {model} takes at most {most} players, not {players:,}. Use {MALMUTH_HARVILLE}.",
            field="model",
        )


def stack_values(
    stacks: Sequence[float],
    prizes: Sequence[float],
    model: str = MALMUTH_HARVILLE,
    progress: Progress = ignore_progress,
) -> tuple[float, ...]:
    """Return the value of each stack in prizes.

    Raises WorthError if stacks or the model make no sense, a prize is not finite, there are more prizes than
    players, or too many players.

    Parameters
    ----------
    stacks
        Chips of everybody who is in, above zero.
    prizes
        From the first place on, at most as many as players; places behind them pay nothing.
    model
        One of `MODELS`.
    progress
        Told how far it is, where it takes long.

    Returns
    -------
    Their sum is that of the prizes.  Malmuth-Harville goes over sets up to 10 players and by the
    integral beyond.
    """
    stacks = checked_stacks(stacks, most=MAX_MONEY)  # of winners, above any that a player may come with
    check_model(model, len(stacks))
    if len(prizes) > len(stacks):
        raise WorthError(
            f"There are {plural(len(prizes), 'prize')} for {plural(len(stacks), 'player')}.", field="prizes"
        )
    if not all(map(isfinite, prizes)):
        raise WorthError("The prizes must be finite numbers.", field="prizes")
    from jamfold.valuation import field, finishes

    name = find_model(model)
    if name == MALMUTH_WEITZMAN:
        values = finishes.malmuth_weitzman(stacks, prizes)
    elif name == BEN_ROBERTS:
        values = finishes.ben_roberts(stacks, prizes)
    elif len(stacks) <= BY_SETS:
        values = finishes.by_sets(stacks, prizes)
    else:
        values = field.values_by_integral(stacks, prizes, progress)[0]
    return tuple(values.tolist())


@former_words(others="other_stacks")
def table_values(
    stacks: Sequence[float],
    other_stacks: Sequence[float],
    prizes: Sequence[float],
    model: str = MALMUTH_HARVILLE,
) -> tuple[float, ...]:
    """Return the values of the stacks at a table within a field; raises as `stack_values`.

    For Malmuth-Harville the effect of the field is computed once for all ends of a hand.

    Parameters
    ----------
    stacks
        Chips of the players at the table, above zero.
    other_stacks
        Chips of all other players, above zero.
    prizes
        Prizes from the first place on, at most as many as players.
    """
    players = len(stacks) + len(other_stacks)
    if not other_stacks or find_model(model) != MALMUTH_HARVILLE or players <= BY_SETS:
        return stack_values((*stacks, *other_stacks), prizes, model)[: len(stacks)]
    from jamfold.valuation.field import field_around

    total = fsum((*stacks, *other_stacks))
    padded = (*prizes, *[0.0] * (players - len(prizes)))
    return tuple(field_around(tuple(other_stacks), tuple(padded), total, len(stacks)).values(stacks).tolist())


def stack_fractions(
    stacks: Sequence[float], prizes: Sequence[float], model: str = MALMUTH_HARVILLE
) -> tuple[Fraction, ...] | None:
    """Return `stack_values` as exact fractions of the decimal inputs; None for many players.

    There are fractions for up to eight players by Malmuth-Harville, five by Malmuth-Weitzman, four by Ben
    Roberts.
    """
    if not has_fractions(len(stacks), model):
        return None
    chips, money = (
        [as_fraction(stack) for stack in checked_stacks(stacks)],
        [as_fraction(prize) for prize in prizes],
    )
    return tuple(exact_values(chips, money, model))


def has_fractions(players: int, model: str) -> bool:
    """Return whether players are few enough for `stack_fractions`."""
    return players <= _IN_FRACTIONS[find_model(model)]


def exact_values(stacks: Sequence[Number], prizes: Sequence[Number], model: str) -> list[Number]:
    """Return `stack_values` of fractions, or of decimals of many digits, which are faster."""
    from jamfold.valuation import finishes
    from jamfold.valuation.finishes import fractions_by_sets

    name = find_model(model)
    if name == MALMUTH_WEITZMAN:
        return finishes.malmuth_weitzman_fractions(stacks, prizes)
    if name == BEN_ROBERTS:
        return finishes.ben_roberts_exactly(stacks, prizes)
    return fractions_by_sets(len(stacks), lambda _, i: stacks[i], prizes)
