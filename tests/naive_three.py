"""A tournament of three from the rules: what fixed strategies have, and one player's best response to them.

Written from the rules alone: stacks in units, no pots of the program.  A hand is gone through class by
class, all triples of classes in one array; boards come from the table of three hands, heads-up values from
the tournament of two, which have tests of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

State = tuple[int, int, int]
FloatArray = NDArray[np.float64]
Plays = Callable[[State, str, int], float]
"""The chance to play a class at a decision of a state, named as ``btn``, ``sb btn``."""

Way = list[tuple[int, str, bool]]
"""Who decided what on the way to an end: the seat, the name of the decision, whether it is in."""
Line = tuple[tuple[int, ...], Way]
Duel = Callable[[int, int], tuple[float, float]]
"""The chances to win heads-up of a small and a big blind with so many units."""

Own = tuple[str, int, bool] | None
Values = dict[State, tuple[float, ...]]
_SETTLED = 1e-12

SB, BB, BTN = range(3)
_TURNS = (BTN, SB, BB)
_NAMES = {SB: "sb", BB: "bb", BTN: "btn"}


def decision(seat: int, before: tuple[int, ...]) -> str:
    return " ".join(_NAMES[one] for one in (seat, *before))


def forced(stacks: State, blinds: tuple[int, int], seat: int, before: tuple[int, ...]) -> bool:
    """Whether a seat is in without a choice: nothing left, or its post is all that others can play for."""
    post = {SB: blinds[0], BB: blinds[1], BTN: 0}[seat]
    rivals = (*before, *_TURNS[_TURNS.index(seat) + 1 :])
    return stacks[seat] <= post or (bool(rivals) and max(stacks[one] for one in rivals) <= post)


def lines(stacks: State, blinds: tuple[int, int]) -> Iterator[Line]:
    """Every end: who is in, and what was decided on the way."""

    def go(at: int, in_: tuple[int, ...], way: Way) -> Iterator[Line]:
        if at == 3 or (at == 2 and not in_):
            yield in_, way
            return
        seat = _TURNS[at]
        if forced(stacks, blinds, seat, in_):
            yield from go(at + 1, (*in_, seat), way)
            return
        name = decision(seat, in_)
        yield from go(at + 1, (*in_, seat), [*way, (seat, name, True)])
        yield from go(at + 1, in_, [*way, (seat, name, False)])

    yield from go(0, (), [])


def after(stacks: State, blinds: tuple[int, int], in_: tuple[int, ...], places: dict[int, int]) -> State:
    """Chips after a hand: layer by layer, odd units from the seat behind the button on."""
    posts = {SB: min(blinds[0], stacks[SB]), BB: min(blinds[1], stacks[BB]), BTN: 0}
    live = in_ or (BB,)
    paid = {seat: stacks[seat] if seat in in_ else posts[seat] for seat in range(3)}
    left = [stacks[seat] - paid[seat] for seat in range(3)]
    level = 0
    while any(paid[seat] > level for seat in range(3)):
        top = min(paid[seat] for seat in range(3) if paid[seat] > level)
        payers = [seat for seat in range(3) if paid[seat] > level]
        pot, level = (top - level) * len(payers), top
        rivals = [seat for seat in payers if seat in live]
        if len(payers) == 1 or not rivals:
            winners = payers if len(payers) == 1 else list(live)
        else:
            best = min(places.get(seat, 0) for seat in rivals)
            winners = [seat for seat in rivals if places.get(seat, 0) == best]
        for k, seat in enumerate(winners):  # sb, bb, btn: from the button's left
            left[seat] += pot // len(winners) + (k < pot % len(winners))
    return left[0], left[1], left[2]


class Deals(NamedTuple):
    """All classes of three hands."""

    classes: NDArray[np.int64]
    """Those of button, small and big blind, shape (deals, 3)."""
    chances: dict[tuple[int, int, int], FloatArray]
    """By the places of these hands, 0 the best: shape (deals,), in all 1."""


class NaiveThree:
    """The values of strategies, and of best responses, by repeated hands.

    `branches` of a state and seat: by the seat's own decision, class and action (None where it has none) the
    divisions of the chips after the hand, weighted by the deals and by what the others do.
    """

    def __init__(
        self,
        steps: int,
        blinds: tuple[int, int],
        prizes: tuple[float, float, float],
        deals: Deals,
        plays: Plays,
    ) -> None:
        self.blinds, self.prizes, self.plays = blinds, prizes, plays
        self.states = [(a, b, steps - a - b) for a in range(1, steps - 1) for b in range(1, steps - a)]
        self.branches = {stacks: self._branches(stacks, deals) for stacks in self.states}

    def _branches(self, stacks: State, deals: Deals) -> list[dict[Own, dict[State, float]]]:
        found: list[dict[Own, dict[State, float]]] = [{}, {}, {}]
        held = {seat: deals.classes[:, at] for at, seat in enumerate((BTN, SB, BB))}
        numbers = range(int(deals.classes.max()) + 1)
        for in_, way in lines(stacks, self.blinds):
            after_hand: dict[State, FloatArray] = {}
            for (first, second, third), often in deals.chances.items():
                left = after(stacks, self.blinds, in_, {BTN: first, SB: second, BB: third})
                after_hand[left] = after_hand.get(left, 0.0) + often
            chances = [
                (seat, np.array([self.plays(stacks, name, number) for number in numbers]), does)
                for seat, name, does in way
            ]
            for seat in range(3):
                weight = np.ones(len(deals.classes))
                for one, plays, does in chances:
                    if one != seat:
                        weight *= (plays if does else 1.0 - plays)[held[one]]
                own = next(((name, does) for one, name, does in way if one == seat), None)
                for left, often in after_hand.items():
                    by_class = np.bincount(held[seat], weight * often, len(numbers)).tolist()
                    for number, sum_ in enumerate(by_class):
                        branch = found[seat].setdefault(own and (own[0], number, own[1]), {})
                        branch[left] = branch.get(left, 0.0) + sum_
        return found

    def money(self, before: State, left: State, values: Values, duel: Duel) -> tuple[float, ...]:
        """What everybody has after a hand; blinds move on to the next who has chips."""
        have = [0.0, 0.0, 0.0]
        alive = [seat for seat in (BTN, SB, BB) if left[seat]]  # behind the last big blind
        out = sorted((seat for seat in range(3) if not left[seat]), key=lambda seat: -before[seat])
        if len(alive) == 3:
            have[BB], have[BTN], have[SB] = values[left[BB], left[BTN], left[SB]]
        elif len(alive) == 2:
            big, small = alive
            have[out[0]] = self.prizes[2]
            for seat, wins in zip((small, big), duel(left[small], left[big]), strict=True):
                have[seat] = self.prizes[1] + (self.prizes[0] - self.prizes[1]) * wins
        else:
            have[alive[0]], have[out[0]], have[out[1]] = self.prizes
            if before[out[0]] == before[out[1]]:
                have[out[0]] = have[out[1]] = (self.prizes[1] + self.prizes[2]) / 2
        return tuple(have)

    def values(self, duel: Duel, *, best: bool) -> Values:
        """What each seat has where all play on; or where that player answers best in every seat."""
        values: Values = {stacks: (sum(self.prizes) / 3,) * 3 for stacks in self.states}
        while True:
            once = {stacks: self._once(stacks, values, duel, best=best) for stacks in self.states}
            change = max(abs(a - b) for s in self.states for a, b in zip(once[s], values[s], strict=True))
            values = once
            if change < _SETTLED:
                return values

    def _once(self, stacks: State, values: Values, duel: Duel, *, best: bool) -> tuple[float, ...]:
        have, money = [0.0, 0.0, 0.0], {}
        for seat in range(3):
            worth: dict[Own, float] = {}
            for own, branch in self.branches[stacks][seat].items():
                for left, often in branch.items():
                    if left not in money:
                        money[left] = self.money(stacks, left, values, duel)
                    worth[own] = worth.get(own, 0.0) + often * money[left][seat]
            for own, value in worth.items():
                if own is None:
                    have[seat] += value
                elif own[2]:
                    folds = worth[own[0], own[1], False]
                    play = self.plays(stacks, own[0], own[1])
                    have[seat] += max(value, folds) if best else play * value + (1.0 - play) * folds
        return tuple(have)
