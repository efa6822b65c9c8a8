"""The ends of a hand of two, as the solver takes them: both fold, one does, or they show down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from jamfold.errors import SituationError, SolverError
from jamfold.hand.two_seats import Situation
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.worth.fees import NO_FEES, Fees, Jackpot
from jamfold.worth.numbers import Pair
from jamfold.worth.pots import divided
from jamfold.worth.rake import Rake

UNDIVIDED = (0.0, 0.5, 1.0)
DIVIDED = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The small blind's shares of a pot; quarters where a high and a low share it."""


def two_ends(
    situation: Situation,
    rake: Rake,
    worth: Callable[[Pair], Sequence[float]] | None,
    shares: tuple[float, ...],
    *,
    whole_chips: bool = False,
    fees: Fees = NO_FEES,
) -> tuple[PlayerPayoffs, PlayerPayoffs]:
    """What every end is worth to small and big blind.

    Raises SituationError if winning a showdown would be worth less than losing it.

    Parameters
    ----------
    situation, rake
        The chips, and what the house takes of them.
    worth
        What both have in money, of their chips after the hand; None for chips won or lost.
    shares
        The small blind's shares of the pot, ascending.
    whole_chips
        Whether equal hands share the pot in whole chips: an odd one is the big blind's, left of the button.
    fees
        Chips of both players outside the pot.
    """
    live = situation.effective_stack

    folding = fees.net(all_in=False, showdown=False)

    def end(staked: float, share: float, *, jammed: bool, showdown: bool) -> Pair:
        first, second = one_end(
            situation, rake, worth, staked, share, showdown=showdown, whole_chips=whole_chips
        )
        if fees.is_free:
            return first, second
        mine = fees.net(all_in=True, showdown=showdown) if jammed else folding
        return first + mine, second + (mine if showdown else folding)

    small, big = (min(blind, live) for blind in situation.blinds)
    fold, steal = end(small, 0.0, jammed=False, showdown=False), end(big, 1.0, jammed=True, showdown=False)
    shown = [end(live, share, jammed=True, showdown=True) for share in shares]
    try:
        return (
            PlayerPayoffs(fold[0], steal[0], tuple(one for one, _ in shown)),
            PlayerPayoffs(fold[1], steal[1], tuple(other for _, other in reversed(shown))),
        )
    except SolverError:
        if worth is not None and _pays_losers(situation, worth):
            raise SituationError(
                "Losing an all-in would be worth more than winning it: give the prizes from the first place "
                "on.",
                field="prizes",
            ) from None
        raise SituationError("So much is taken from the pot that nobody would want to win it.") from None


def _pays_losers(situation: Situation, worth: Callable[[Pair], Sequence[float]]) -> bool:
    """Whether a player has less by winning a showdown, although nothing is taken from the pot."""
    lost, won = (
        one_end(situation, Rake(), worth, situation.effective_stack, share, showdown=True)
        for share in (0.0, 1.0)
    )
    return won[0] < lost[0] or lost[1] < won[1]


def with_jackpot(ends: PlayerPayoffs, jackpot: Jackpot | None) -> PlayerPayoffs:
    """The ends of a player whose rare hands are paid: half of the jackpot for each of its two planes."""
    if jackpot is None or not jackpot.size:
        return ends
    return replace(ends, jackpot_values=(jackpot.size / 2,) * 2)


def one_end(
    situation: Situation,
    rake: Rake,
    worth: Callable[[Pair], Sequence[float]] | None,
    staked: float,
    share: float,
    *,
    showdown: bool,
    whole_chips: bool = False,
) -> Pair:
    """When both have put in so much beyond the antes, and the small blind gets this share of the pot."""
    posted, behind = situation.posted, situation.behind
    pot = 2 * staked + situation.dead_total
    won = pot - rake.taken(pot, showdown=showdown)
    parts = share * won, (1.0 - share) * won
    if whole_chips and share == UNDIVIDED[1]:
        big, small = divided(won, 2, whole_chips=True)
        parts = small, big
    back = [rake.returned(pot, showdown=showdown, contributed=ante + staked) for ante in posted]
    if worth is None:
        return (
            parts[0] - staked - posted[0] + back[0],
            parts[1] - staked - posted[1] + back[1],
        )
    after = [(chips - staked) + part + more for chips, part, more in zip(behind, parts, back, strict=True)]
    first, second = worth((after[0], after[1]))
    return first, second
