"""What stacks are worth in prizes, and what that means for two players all-in: the whole report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, isnan

from jamfold.errors import WorthError
from jamfold.progress import Progress, silent
from jamfold.shown import Shown, outward
from jamfold.worth.bounties import Bounties
from jamfold.worth.models import MALMUTH_HARVILLE, check_model, find_model, stack_fractions, stack_values
from jamfold.worth.numbers import checked_stacks
from jamfold.worth.prizes import Prizes

Matrix = tuple[tuple[float | None, ...], ...]
"""One row per player: what they face against each other player; None against itself."""


@outward(
    "model stacks prizes=prizes.amounts prize_unit=prizes.unit chip_shares values fractions prize_shares "
    "bounties bounty_values=head_values bubble_factors equity_needed risk_premiums_percent"
)
@dataclass(frozen=True)
class Icm(Shown):
    """What stacks are worth in prizes by a model; lists are in the order of the stacks."""

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
    that both can lose; None for more than 100 players, against
    oneself, and where nothing can be won."""

    @property
    def chip_shares(self) -> tuple[float, ...]:
        """Each player's share of all chips, in [0, 1]."""
        total = fsum(self.stacks)
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
            tuple(None if factor is None else factor / (1 + factor) for factor in row)
            for row in self.bubble_factors
        )

    @property
    def risk_premiums_percent(self) -> Matrix | None:
        """Equity needed above one half, in percentage points."""
        needed = self.equity_needed
        if needed is None:
            return None
        return tuple(tuple(None if one is None else 100 * (one - 0.5) for one in row) for row in needed)


def icm(
    stacks: Sequence[float],
    prizes: Prizes | Sequence[float | str],
    model: str = MALMUTH_HARVILLE,
    bounties: Bounties | None = None,
    progress: Progress = silent,
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
    """
    from jamfold.worth.pairs import MOST_PLAYERS, all_in_ends, bubble_factors

    model = find_model(model)
    paid = (
        prizes
        if isinstance(prizes, Prizes)
        else Prizes.read(prizes, heads=0.0 if bounties is None else bounties.pool)
    )
    chips = check_table(stacks, paid, model, bounties)
    progress("what the stacks are worth", 0.0)
    fractions = stack_fractions(chips, paid.amounts, model)
    if fractions is None:
        values = stack_values(chips, paid.amounts, model, progress)
    else:
        values = tuple(map(float, fractions))
    heads = None if bounties is None else bounties.standing(chips)
    factors: Matrix | None = None
    if len(chips) <= MOST_PLAYERS:
        ends = all_in_ends(chips, paid.amounts, model, bounties, progress)
        now = [value + head for value, head in zip(values, heads or [0.0] * len(chips), strict=True)]
        matrix = bubble_factors(now, ends, paid.pool + (0.0 if bounties is None else bounties.pool))
        factors = tuple(tuple(None if isnan(one) else one for one in row) for row in matrix.tolist())
    return Icm(model, chips, paid, bounties, values, fractions, heads, factors)


def check_table(
    stacks: Sequence[float], prizes: Prizes, model: str, bounties: Bounties | None
) -> tuple[float, ...]:
    """The stacks, if all fits together.

    Raises WorthError if somebody has no chips, there are more prizes than players, not as many bounties as
    players, bounties beside percentages, or more players than the model takes.
    """
    chips = checked_stacks(stacks)
    prizes.check_players(len(chips), heads=0.0 if bounties is None else bounties.pool)
    check_model(model, len(chips))
    if bounties is not None:
        bounties.check_players(len(chips))
        if prizes.percent:
            raise WorthError("Bounties are money: give the prizes in money, too.", field="prizes")
    return chips
