"""What stacks are worth in prizes, and what that means for two players all-in: the whole report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import fsum, isinf, isnan

from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import WorthError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.valuation.bounties import Bounties
from jamfold.valuation.models import (
    BY_SETS,
    MALMUTH_HARVILLE,
    check_model,
    find_model,
    stack_fractions,
    stack_values,
)
from jamfold.valuation.numbers import checked_stacks
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.spread import one_by_one

Matrix = tuple[tuple[float | None, ...], ...]
"""One row per player: what they face against each other player; None against itself."""


@dataclass(frozen=True)
class Group:
    """Players of a field with equal stacks."""

    stack: float
    """Chips of each."""
    players: int
    value: float
    """What the stack of each is worth in prizes."""


@json_fields(
    "model stacks prizes=prizes.amounts prize_unit=prizes.unit chip_shares values fractions prize_shares "
    "bounties bounty_values=head_values bubble_factors equity_needed risk_premiums_percent groups "
    "chip_values prizes.warning"
)
@dataclass(frozen=True)
class Icm(DisplayableResult):
    """What stacks are worth in prizes by a model; lists are in the order of the stacks.

    Players at other tables stand in `groups` alone.
    """

    model: str
    """The stack model."""
    stacks: tuple[float, ...]
    """Chips of the players."""
    prizes: Prizes
    """By place."""
    bounties: Bounties | None
    """Money on heads, in the order of the stacks; None without."""
    values: tuple[float, ...]
    """What each stack is worth in prizes."""
    fractions: tuple[Fraction, ...] | None
    """The same exactly; None for many players."""
    head_values: tuple[float, ...] | None
    """What heads on the table are worth to each by their model, None without bounties; they are not in
    `values`, but in what follows."""
    bubble_factors: Matrix | None
    """Loss over gain in money, heads included, of each player all-in against each other one for the chips
    that both can lose; infinite (null in JSON, where the equity needed is 1) where something is lost and
    nothing won: such an all-in never pays.  None against oneself, where nothing is decided or broke is
    better, and as a whole for more than 100 players (24 in a field)."""
    groups: tuple[Group, ...] = ()
    """The rest of the field."""
    chip_values: tuple[float, ...] | None = None
    """What one more chip is worth to each, in prizes: the derivative by the stack; None by other models than
    Malmuth-Harville."""

    @property
    def chip_shares(self) -> tuple[float, ...]:
        """Each player's share of all chips, in [0, 1]."""
        total = fsum(self.stacks) + fsum(group.stack * group.players for group in self.groups)
        return tuple(stack / total for stack in self.stacks)

    @property
    def prize_shares(self) -> tuple[float, ...]:
        """Each player's share of the prizes, in [0, 1]; 0 where there are none."""
        return tuple(value / (self.prizes.pool or 1.0) for value in self.values)

    @property
    def equity_needed(self) -> Matrix | None:
        """The chance to win that makes up for the loss; also what a tie is worth from loss (0) to win (1)."""
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
    """What stacks are worth in prizes.

    Raises WorthError if stacks, prizes, bounties or the model make no sense together.

    Parameters
    ----------
    stacks
        Chips of everybody who is in.
    prizes
        What the places pay, from the first on: money, or percentages as ``"50%"``.
    model
        ``malmuth-harville``, ``malmuth-weitzman`` (up to 14 players) or ``ben-roberts`` (up to 9).
    bounties
        Heads in the order of the stacks.
    progress
        Told how far it is.
    field
        Players at other tables: how many have which stack.
    """
    from jamfold.valuation.field import values_by_integral
    from jamfold.valuation.finishes import FEW
    from jamfold.valuation.pairs import MOST_PLAYERS, all_in_ends, bubble_factors, exact_factors

    model = find_model(model)
    paid = (
        prizes
        if isinstance(prizes, Prizes)
        else Prizes.read(prizes, heads=0.0 if bounties is None else bounties.pool)
    )
    other_stacks = one_by_one(field)
    everybody = check_table((*stacks, *other_stacks), paid, model, bounties)
    chips = everybody[: len(stacks)]
    progress("what the stacks are worth", 0.0)
    fractions = stack_fractions(everybody, paid.amounts, model)
    slopes: Sequence[float] | None = None
    if model == MALMUTH_HARVILLE:
        values, slopes = (part.tolist() for part in values_by_integral(everybody, paid.amounts, progress))
    if fractions is not None:
        values = list(map(float, fractions))
    elif slopes is None or len(everybody) <= BY_SETS:
        values = list(stack_values(everybody, paid.amounts, model, progress))
    heads = None if bounties is None else bounties.standing(everybody)[: len(chips)]
    factors: Matrix | None = None
    if 0 < len(chips) <= (FEW if other_stacks else MOST_PLAYERS):
        matrix = None if other_stacks else exact_factors(chips, paid.amounts, model, bounties)
        if matrix is None:
            ends = all_in_ends(chips, paid.amounts, model, bounties, progress, other_stacks)
            now = [value + head for value, head in zip(values, heads or [0.0] * len(chips), strict=False)]
            matrix = bubble_factors(now, ends, paid.pool + (0.0 if bounties is None else bounties.pool))
        factors = tuple(tuple(None if isnan(factor) else factor for factor in row) for row in matrix.tolist())
    return Icm(
        model,
        chips,
        paid,
        bounties,
        tuple(values[: len(chips)]),
        None if fractions is None else fractions[: len(chips)],
        heads,
        factors,
        _groups(field, values[len(chips) :]),
        None if slopes is None else tuple(slopes[: len(chips)]),
    )


def _groups(field: Sequence[tuple[int, float]], values: Sequence[float]) -> tuple[Group, ...]:
    """The groups of a field, of the values of all its players."""
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
    """The stacks, if all fits together; `players` counts those at other tables, too.

    Raises WorthError if somebody has no chips, there are more prizes than players, not as many bounties as
    players, bounties with percentages, or more players than the model takes.
    """
    chips = checked_stacks(stacks) if stacks or not players else ()
    players = players or len(chips)
    prizes.check_players(players, heads=0.0 if bounties is None else bounties.pool)
    check_model(model, players)
    if bounties is not None:
        bounties.check_players(players)
        if prizes.percent:
            raise WorthError("Bounties need payouts in money, not percentages.", field="prizes")
    return chips
