"""Bounties: money on the heads of players, won by who sends them out.

The winner of the pot in which a player goes broke has their head: part of it in cash at once, and
the progressive share on the winner's own head.  What the heads that stay on the table are worth
to their hunters is not known: it takes a model, which is named wherever a value is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from jamfold.core.errors import WorthError
from jamfold.valuation.numbers import check_number

Winners = Mapping[int, Sequence[int]]
"""Who won the last pot of each player who was all-in."""

NO_FUTURE, CHIP_SHARE = FUTURES = ("none", "chip-share")
_FIELD = "bounty"


@dataclass(frozen=True)
class Bounties:
    """Heads in money, and how they are won.

    Raises WorthError if a head is negative or not finite, the share is outside [0, 1], or the model is
    unknown.
    """

    heads: tuple[float, ...]
    """Money on the head of each player: of those in the hand, then of the others."""
    progressive: float = 0.0
    """The share in [0, 1] of a head that goes on the winner's own; 1/2 in usual progressive tournaments, 0
    where all is paid at once."""
    future: str = CHIP_SHARE
    """What the heads that stay are worth: ``none`` nothing, ``chip-share`` the money on all of them by the
    share of chips.  Who is alone at the end has their own head under either."""

    def __post_init__(self) -> None:
        for number, head in enumerate(self.heads, 1):
            check_number(head, f"bounty of player {number}", _FIELD)
        check_number(self.progressive, "progressive share", "progressive")
        if self.progressive > 1:
            raise WorthError(
                f"The progressive share is from 0 to 1, not {self.progressive:g}.", field="progressive"
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
        """Raise `WorthError` if heads and players are not as many."""
        if len(self.heads) != players:
            raise WorthError(
                f"{len(self.heads)} bounties for {players} players. Enter one per player, or one for all.",
                field=_FIELD,
            )

    def reordered(self, players: Sequence[int]) -> Bounties:
        """The same with heads in the order of these players."""
        return replace(self, heads=tuple(self.heads[player] for player in players))

    def standing(self, stacks: Sequence[float]) -> tuple[float, ...]:
        """What the heads on the table are worth to each player, by the model."""
        self.check_players(len(stacks))
        return self._shares(stacks, self.pool)

    def after_hand(self, after: Sequence[float], winners: Winners | None = None) -> tuple[float, ...]:
        """Return what every player has of heads when a hand has ended.

        Parameters
        ----------
        after
            Chips of all players, 0 if broke.
        winners
            Who share the head of a player of the hand who is broke; None for the other one of the first two.
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
