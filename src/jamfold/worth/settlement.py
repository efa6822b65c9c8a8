"""Everybody's money after a hand in which players may have gone broke."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from jamfold.worth.models import MALMUTH_HARVILLE, table_values


def settle_after_hand(
    before: Sequence[float],
    after: Sequence[float],
    prizes: Sequence[float],
    model: str = MALMUTH_HARVILLE,
    others: Sequence[float] = (),
) -> tuple[float, ...]:
    """What players in a hand have after it: who went broke their prize, who is in what their chips are worth.

    Of players who went broke in one hand the larger stack before it has the better place; equal
    stacks share the prizes of their places.

    Parameters
    ----------
    before
        Chips before the hand, above zero.
    after
        Chips after it, 0 for who went broke.
    prizes
        From the first place on.
    model
        The stack model.
    others
        Chips of everybody who is not in the hand, above zero.
    """
    players = len(before)
    places = [*prizes, *[0.0] * (players + len(others) - len(prizes))]
    staying = [player for player in range(players) if after[player] > 0]
    values = [0.0] * players
    if staying:
        chips = [after[player] for player in staying]
        worth = table_values(chips, others, places[: len(staying) + len(others)], model)
        for player, value in zip(staying, worth, strict=True):
            values[player] = value
    broke = [player for player in range(players) if after[player] <= 0]
    for player in broke:
        better = sum(before[other] > before[player] for other in broke)
        alike = sum(before[other] == before[player] for other in broke)
        first = len(staying) + len(others) + better
        values[player] = fsum(places[first : first + alike]) / alike
    return tuple(values)


# Former names, until 0.4.
settled = settle_after_hand
