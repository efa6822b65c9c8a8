"""The ICM report: values of stacks in prizes, and what they mean for two players all-in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import fsum, isinf, isnan

from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.valuation.bounties import Bounties, check_payouts
from jamfold.valuation.models import (
    BY_SETS,
    MALMUTH_HARVILLE,
    find_model,
    stack_fractions,
    stack_values,
)
from jamfold.valuation.numbers import checked_stacks
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.spread import one_by_one

Matrix = tuple[tuple[float | None, ...], ...]
"""One row per player, with a value against each other player; None against itself."""


@dataclass(frozen=True)
class Group:
    """Players of a field with equal stacks."""

    stack: float
    """Chips of each player."""
    players: int
    value: float
    """The value of each player's stack in prizes."""


@json_fields(
    "model stacks prizes=prizes.amounts prize_unit=prizes.unit chip_shares values fractions prize_shares "
    "bounties bounty_values=head_values bubble_factors equity_needed risk_premiums_percent groups "
    "chip_values prizes.warning"
)
@dataclass(frozen=True)
class Icm(DisplayableResult):
    """Values of stacks in prizes by a model; lists are in the order of the stacks.

    Players at other tables are only in `groups`.
    """

    model: str
    """The stack model."""
    stacks: tuple[float, ...]
    """Chips of the players."""
    prizes: Prizes
    """Prizes by place."""
    bounties: Bounties | None
    """Bounties in the order of the stacks; None without."""
    values: tuple[float, ...]
    """The value of each stack in prizes."""
    fractions: tuple[Fraction, ...] | None
    """The same exactly; None for many players."""
    head_values: tuple[float, ...] | None
    """The value of bounties in play to each player by their model; None without bounties.  They are not in
    `values`, but in the fields that follow."""
    bubble_factors: Matrix | None
    """Loss over gain in money, bounties included, of each player all-in against each other one for the chips
    that both can lose.  Infinite (null in JSON, with an equity needed of 1) if there is a loss but no gain,
    so an all-in never pays.  None against oneself, or if nothing is at stake or going broke is better; the
    matrix is None for more than 100 players (24 in a field)."""
    groups: tuple[Group, ...] = ()
    """The rest of the field."""
    chip_values: tuple[float, ...] | None = None
    """The value of one more chip to each player, in prizes: the derivative by the stack; None for other
    models than Malmuth-Harville."""

    @property
    def chip_shares(self) -> tuple[float, ...]:
        """Each player's share of all chips, in [0, 1]."""
        total = fsum(self.stacks) + fsum(group.stack * group.players for group in self.groups)
        return tuple(stack / total for stack in self.stacks)

    @property
    def prize_shares(self) -> tuple[float, ...]:
        """Each player's share of the prizes, in [0, 1]; 0 if there are none."""
        return tuple(value / (self.prizes.pool or 1.0) for value in self.values)

    @property
    def equity_needed(self) -> Matrix | None:
        """The chance to win at which an all-in breaks even; also a tie's value from loss (0) to win (1)."""
        if self.bubble_factors is None:
            return None
        return tuple(
            tuple(
                None if factor is None else (1.0 if isinf(factor) else factor / (1 + factor))
                for factor in row
            )
            for row in self.bubble_factors
        )

    @property
    def risk_premiums_percent(self) -> Matrix | None:
        """Equity needed above one half, in percentage points."""
        needed = self.equity_needed
        if needed is None:
            return None
        return tuple(tuple(None if share is None else 100 * (share - 0.5) for share in row) for row in needed)


def icm(
    stacks: Sequence[float],
    prizes: Prizes | Sequence[float | str],
    model: str = MALMUTH_HARVILLE,
    bounties: Bounties | None = None,
    progress: Progress = ignore_progress,
    field: Sequence[tuple[int, float]] = (),
) -> Icm:
    """Compute the values of stacks in prizes.

    Raises WorthError if stacks, prizes, bounties and the model do not fit together.

    Parameters
    ----------
    stacks
        Chips of the remaining players.
    prizes
        Prizes from the first place on: money, or percentages as ``"50%"``.
    model
        ``malmuth-harville``, ``malmuth-weitzman`` (up to 14 players) or ``ben-roberts`` (up to 9).
    bounties
        Bounties in the order of the stacks.
    progress
        Called with the progress.
    field
        Players at other tables: pairs of number and stack.
    """
    from jamfold.valuation.field import values_by_integral

    model = find_model(model)
    paid = (
        prizes
        if isinstance(prizes, Prizes)
        else Prizes.read(prizes, heads=0.0 if bounties is None else bounties.pool)
    )
    everybody = check_table((*stacks, *one_by_one(field)), paid, model, bounties)
    n = len(stacks)
    progress("what the stacks are worth", 0.0)
    fractions = stack_fractions(everybody, paid.amounts, model)
    slopes: Sequence[float] | None = None
    if model == MALMUTH_HARVILLE:
        values, slopes = (part.tolist() for part in values_by_integral(everybody, paid.amounts, progress))
    if fractions is not None:
        values = list(map(float, fractions))
    elif slopes is None or len(everybody) <= BY_SETS:
        values = list(stack_values(everybody, paid.amounts, model, progress))
    heads = None if bounties is None else bounties.standing(everybody)[:n]
    now = [value + head for value, head in zip(values[:n], heads or [0.0] * n, strict=True)]
    return Icm(
        model,
        everybody[:n],
        paid,
        bounties,
        tuple(values[:n]),
        None if fractions is None else fractions[:n],
        heads,
        _factors(now, everybody, paid, model, bounties, progress),
        _groups(field, values[n:]),
        None if slopes is None else tuple(slopes[:n]),
    )


def _factors(
    now: Sequence[float],
    everybody: Sequence[float],
    prizes: Prizes,
    model: str,
    bounties: Bounties | None,
    progress: Progress,
) -> Matrix | None:
    """Return the bubble factors of the first players, worth `now`; None if they are none or too many."""
    from jamfold.valuation.finishes import FEW
    from jamfold.valuation.pairs import MOST_PLAYERS, all_in_ends, bubble_factors, exact_factors

    chips, other_stacks = everybody[: len(now)], everybody[len(now) :]
    if not 0 < len(chips) <= (FEW if other_stacks else MOST_PLAYERS):
        return None
    matrix = None if other_stacks else exact_factors(chips, prizes.amounts, model, bounties)
    if matrix is None:
        ends = all_in_ends(chips, prizes.amounts, model, bounties, progress, other_stacks)
        matrix = bubble_factors(now, ends, prizes.pool + (0.0 if bounties is None else bounties.pool))
    return tuple(tuple(None if isnan(factor) else factor for factor in row) for row in matrix.tolist())


def _groups(field: Sequence[tuple[int, float]], values: Sequence[float]) -> tuple[Group, ...]:
    """Return the groups of a field, given the values of all its players."""
    firsts = accumulate((players for players, _ in field), initial=0)
    return tuple(
        Group(stack, players, values[first]) for (players, stack), first in zip(field, firsts, strict=False)
    )


def check_table(
    stacks: Sequence[float],
    prizes: Prizes,
    model: str,
    bounties: Bounties | None,
    players: int | None = None,
) -> tuple[float, ...]:
    """Return the stacks if everything fits together; `players` includes those at other tables.

    Raises WorthError if a player has no chips, there are more prizes than players, the numbers of bounties
    and players differ, prizes are percentages with bounties, or there are more players than the model takes.
    """
    chips = checked_stacks(stacks) if stacks or not players else ()
    players = players or len(chips)
    check_payouts(players, prizes, model, bounties)
    return chips
