"""Settlement of a hand: main pot, side pots, and everybody's money after it, also of busted players.

Contributions are cut into layers of equal amounts, from the smallest up.  A layer that only one player has
reached is uncalled and returned.  The others are pots: the best hands of those who have reached a layer and
have not folded share it.  Everybody who has not folded plays for dead money, such as a big-blind ante.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, fsum

from jamfold.core.display import former_words
from jamfold.valuation.fees import Rake
from jamfold.valuation.models import MALMUTH_HARVILLE, table_values


@dataclass(frozen=True)
class Pot:
    """Chips, and the numbers of the players who play for them."""

    chips: float
    players: tuple[int, ...]


@dataclass(frozen=True)
class Pots:
    """The pots of a hand, and uncalled chips."""

    pots: tuple[Pot, ...]
    """From the main pot on; neighbours with the same players are merged."""
    returned: tuple[float, ...]
    """Uncalled chips, by player."""

    @property
    def total(self) -> float:
        return fsum(pot.chips for pot in self.pots)


def make_pots(put_in: Sequence[float], live: Sequence[bool], dead: float = 0.0) -> Pots:
    """Return the pots of a hand.

    Parameters
    ----------
    put_in
        Chips that each player has put in.
    live
        Whether each player has not folded; the largest called contribution is a live player's.
    dead
        Dead money, in the main pot.
    """
    everybody = tuple(player for player, is_live in enumerate(live) if is_live)
    pots = [Pot(dead, everybody)] if dead else []
    returned = [0.0] * len(put_in)
    below = 0.0
    for level in sorted({chips for chips in put_in if chips > 0}):
        reached = [player for player, chips in enumerate(put_in) if chips >= level]
        players = tuple(player for player in reached if live[player])
        chips = (level - below) * len(reached)
        if len(reached) == 1:
            returned[reached[0]] += chips
        elif pots and pots[-1].players == players:
            pots[-1] = Pot(pots[-1].chips + chips, players)
        else:
            pots.append(Pot(chips, players))
        below = level
    return Pots(tuple(pots), tuple(returned))


def distribute_pots(
    pots: Pots,
    places: Sequence[int],
    *,
    rake: Rake | None = None,
    showdown: bool = True,
    first_seat: int = 0,
    whole_chips: bool = False,
    low_places: Sequence[int | None] | None = None,
) -> tuple[float, ...]:
    """Return the chips that each player gets out of the pots, with uncalled ones.

    Parameters
    ----------
    places
        Ranks of hands by player, 0 for the best; equal ones tie.
    rake
        Taken from all pots in proportion.
    showdown
        Whether there is a showdown; otherwise each pot has one player.
    first_seat, whole_chips
        With `whole_chips`, odd chips go one by one to the winners from this seat on.
    low_places
        Ranks of the low hands in a split-pot game, None without a low.  The best low gets half of its pot;
        the high half gets an odd chip.
    """
    players = len(pots.returned)
    got = list(pots.returned)
    total = pots.total
    left = 1.0 - (rake.taken(total, showdown=showdown) / total if rake is not None and total > 0 else 0.0)
    for pot in pots.pots:
        chips = pot.chips * left
        lows = {player: low_places[player] for player in pot.players} if low_places else {}
        lowest = {player: place for player, place in lows.items() if place is not None}
        low_chips = (float(floor(chips / 2)) if whole_chips else chips / 2) if lowest else 0.0
        high = {player: places[player] for player in pot.players}
        for part, by in ((chips - low_chips, high), (low_chips, lowest)):
            best = [player for player, place in by.items() if place == min(by.values())]
            best.sort(key=lambda player: (player - first_seat) % players)
            for player, share in zip(best, divided(part, len(best), whole_chips=whole_chips), strict=True):
                got[player] += share
    return tuple(got)


def divided(chips: float, winners: int, *, whole_chips: bool) -> list[float]:
    """Return equal parts; in whole chips the first ones get the odd chips."""
    if not winners:
        return []
    share = float(floor(chips / winners)) if whole_chips else chips / winners
    odd = chips - share * winners if whole_chips else 0.0
    return [share + min(1.0, max(0.0, odd - number)) for number in range(winners)]


# Former names, until 0.4.
shared_out = distribute_pots


@former_words(others="other_stacks")
def settle_after_hand(
    before: Sequence[float],
    after: Sequence[float],
    prizes: Sequence[float],
    model: str = MALMUTH_HARVILLE,
    other_stacks: Sequence[float] = (),
) -> tuple[float, ...]:
    """Return the value of each player in a hand after it: the prize if broke, otherwise that of the stack.

    Of players who go broke in the same hand the larger stack before it has the better place; equal stacks
    share the prizes of their places.

    Parameters
    ----------
    before
        Chips before the hand, above zero.
    after
        Chips after it, 0 if broke.
    other_stacks
        Chips of all other players, above zero.
    """
    players = len(before)
    places = [*prizes, *[0.0] * (players + len(other_stacks) - len(prizes))]
    staying = [player for player in range(players) if after[player] > 0]
    values = [0.0] * players
    if staying:
        chips = [after[player] for player in staying]
        worth = table_values(chips, other_stacks, places[: len(staying) + len(other_stacks)], model)
        for player, value in zip(staying, worth, strict=True):
            values[player] = value
    broke = [player for player in range(players) if after[player] <= 0]
    for player in broke:
        better = sum(before[other] > before[player] for other in broke)
        alike = sum(before[other] == before[player] for other in broke)
        first = len(staying) + len(other_stacks) + better
        values[player] = fsum(places[first : first + alike]) / alike
    return tuple(values)


# Former names, until 0.4.
settled = settle_after_hand
