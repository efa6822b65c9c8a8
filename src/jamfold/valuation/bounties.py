"""Bounties: money on the heads of players, won by those who eliminate them.

The winner of the pot in which a player goes broke wins their bounty: part of it in cash at once, and the
progressive share is added to the winner's own bounty.  The value of bounties still in play takes a model,
which is named wherever a value is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from jamfold.core.errors import WorthError
from jamfold.valuation.models import check_model
from jamfold.valuation.numbers import check_number
from jamfold.valuation.prizes import Prizes

Winners = Mapping[int, Sequence[int]]
"""By player who was all-in, the winners of their last pot."""

NO_FUTURE, CHIP_SHARE = FUTURES = ("none", "chip-share")
_FIELD = "bounty"


@dataclass(frozen=True)
class Bounties:
    """Bounties in money, and how they are won.

    Raises WorthError if a bounty is negative or not finite, the share is outside [0, 1], or the model is
    unknown.
    """

    heads: tuple[float, ...]
    """The bounty of each player: of those in the hand, then of the others."""
    progressive: float = 0.0
    """The share in [0, 1] of a bounty that is added to the winner's own; 1/2 in most progressive tournaments,
    0 if all is paid at once."""
    future: str = CHIP_SHARE
    """The value of bounties in play: ``none`` nothing, ``chip-share`` all of them by the share of chips.  The
    last player wins their own bounty with either."""

    def __post_init__(self) -> None:
        for number, head in enumerate(self.heads, 1):
            check_number(head, f"bounty of player {number}", _FIELD)
        check_number(self.progressive, "progressive share", "progressive")
        if self.progressive > 1:
            raise WorthError(
                f"The progressive share must be 0 to 1, not {self.progressive:g}.", field="progressive"
            )
        if self.future not in FUTURES:
            raise WorthError(
                f"Unknown value of remaining bounties '{self.future[:40]}'. Choose from: "
                f"{', '.join(FUTURES)}.",
                field="heads",
            )

    @property
    def pool(self) -> float:
        return fsum(self.heads)

    def check_players(self, players: int) -> None:
        """Raise `WorthError` if the numbers of bounties and players differ."""
        if len(self.heads) != players:
            raise WorthError(
                f"{len(self.heads)} bounties for {players} players. Enter one per player, or one for all.",
                field=_FIELD,
            )

    def reordered(self, players: Sequence[int]) -> Bounties:
        """Return the bounties in the order of these players."""
        return replace(self, heads=tuple(self.heads[player] for player in players))

    def standing(self, stacks: Sequence[float]) -> tuple[float, ...]:
        """Return the value of the bounties in play to each player, by the model."""
        self.check_players(len(stacks))
        return self._shares(stacks, self.pool)

    def after_hand(self, after: Sequence[float], winners: Winners | None = None) -> tuple[float, ...]:
        """Return the value of bounties to every player after a hand.

        Parameters
        ----------
        after
            Chips of all players, 0 if broke.
        winners
            By broke player, those who share their bounty; None gives it to the other one of the first two.
        """
        self.check_players(len(after))
        if winners is None:
            winners = {broke: (1 - broke,) for broke in (0, 1) if after[1 - broke] > 0}
        cash, gone = [0.0] * len(after), 0.0
        for broke, (head, chips) in enumerate(zip(self.heads, after, strict=True)):
            if chips <= 0:
                takers = winners.get(broke, ())
                paid = head * (1 - self.progressive) if takers else head
                gone += paid
                for taker in takers:
                    cash[taker] += paid / len(takers)
        shares = self._shares(after, self.pool - gone)
        return tuple(share + won for share, won in zip(shares, cash, strict=True))

    def _shares(self, stacks: Sequence[float], pool: float) -> tuple[float, ...]:
        staying = sum(stack > 0 for stack in stacks)
        if self.future == NO_FUTURE and staying > 1:
            return (0.0,) * len(stacks)
        total = fsum(stacks)
        return tuple(pool * stack / total if total else 0.0 for stack in stacks)


def check_payouts(players: int, prizes: Prizes, model: str, bounties: Bounties | None) -> None:
    """Raise `WorthError` if prizes, model, bounties and the number of players do not fit together."""
    prizes.check_players(players, heads=0.0 if bounties is None else bounties.pool)
    check_model(model, players)
    if bounties is not None:
        bounties.check_players(players)
        if prizes.percent:
            raise WorthError("Bounties need payouts in money, not percentages.", field="prizes")
