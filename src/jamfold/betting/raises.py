"""The tree of raises before the all-in: legal raises, and where each action leads.

Seats act in turn, and again if somebody raises over them, until all but one have folded or all remaining
seats are all-in.  Nobody calls a bet with chips behind: the tree has no limps or flat calls.  Behind the
first all-in everybody folds or goes all-in.  Sizes are what a raise is *to*, in chips without antes; a size
of the live stack or more is the jam.  Without sizes the tree is jam or fold.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from jamfold.betting.posts import FEWEST_SEATS
from jamfold.betting.two_seats import Situation
from jamfold.core.display import json_fields
from jamfold.core.errors import SituationError

POT = "pot"
"""The size of a pot-sized raise, and the limit of pot-limit games."""
TIMES = "x"
"""Suffix of a number: that multiple of the last raise, or of the big blind."""
MOST_SIZES = 8
MOST_RAISES = 12
Size = float | str
"""Chips, ``3x``, or ``pot``."""
_ROUNDING = 1e-9


class TreeAction(NamedTuple):
    """An action, fold, raise, jam or call, and the seat's total bet after it, without antes."""

    kind: str
    to: float

    def text(self, big_blind: float) -> str:
        """Return the name of the action: ``raise 2.5`` in big blinds; others by their kind."""
        return f"{self.kind} {self.to / big_blind:.6g}" if self.kind == "raise" else self.kind


class TerminalNode(NamedTuple):
    """An end of the hand."""

    in_: tuple[int, ...]
    """The seats at the showdown, in the order in which they went in; a single seat has won."""
    put_in: tuple[float, ...]
    """Every seat's total bet, without antes."""


class BettingState(NamedTuple):
    """A decision of the tree."""

    seat: int
    """0 for the small blind, 1 for the big blind, ..."""
    after: tuple[tuple[int, TreeAction], ...]
    """The seats and actions before; seats that are missing have folded or not acted."""
    put_in: tuple[float, ...]
    """Every seat's bet so far, without antes."""
    actions: tuple[TreeAction, ...]
    """The legal actions, folding first."""
    following: tuple[int | None, ...]
    """By action, the index of the next decision; None if the hand ends."""
    ends: tuple[TerminalNode | None, ...] = ()
    """By action, the terminal node; None if the hand goes on."""


class TreeSpec(NamedTuple):
    """The chips and seats that define a tree, without antes."""

    order: tuple[int, ...]
    """The seats in the order of acting."""
    blinds: tuple[float, ...]
    most: tuple[float, ...]
    """blinds, most: every seat's blind, and the most that it can bet."""
    dead: float
    """Chips in the pot besides bets."""
    big_blind: float
    max_allin: int
    """The most players all-in; behind them everybody else folds."""


@dataclass(frozen=True)
class Raises:
    """The raises of a tree."""

    open: tuple[Size, ...] = ()
    """Sizes of the first raise."""
    later: tuple[Size, ...] = ()
    """The size of the second raise, of the third, ..."""
    limit: str = ""
    """``pot`` limits raises, and so jams, to the pot, which is the default size; empty for no limit."""
    jam: bool = True
    """Whether a jam is legal next to smaller raises."""
    last_jam: bool = True
    """Whether a jam is also legal next to the last raise, over which only a jam is legal."""
    limp: bool = False
    """Whether the first player may limp; the other one then jams or gives up the pot."""

    def __post_init__(self) -> None:
        """Reject raises that no tree can have."""
        if self.limit not in ("", POT):
            raise SituationError(f"Unknown limit '{self.limit[:40]}'. It can only be {POT}.", field="limit")
        if len(self.open) > MOST_SIZES or len(self.later) > MOST_RAISES:
            raise SituationError(
                f"At most {MOST_SIZES} open sizes and {MOST_RAISES} later raises are supported.",
                field="open" if len(self.open) > MOST_SIZES else "raises",
            )
        if self.later and not (self.open or self.limit):
            raise SituationError("Later raises need an open size. Enter one.", field="raises")
        if not self.jam and not self:
            raise SituationError("Without jams, at least one open size is needed.", field="open")

    def __bool__(self) -> bool:
        """Whether there are raises besides jam or fold."""
        return bool(self.open or self.limit or self.limp)

    def in_measure(self, factor: float) -> Raises:
        """Return the raises in another unit, sizes times `factor`; relative sizes stay."""

        def scaled(sizes: tuple[Size, ...]) -> tuple[Size, ...]:
            return tuple(size if isinstance(size, str) else size * factor for size in sizes)

        return replace(self, open=scaled(self.open), later=scaled(self.later))

    def sizes(self, step: int) -> tuple[Size, ...]:
        """Return the sizes of the raise of a step, 0 for the open."""
        if step == 0:
            listed = self.open
        else:
            listed = self.later[step - 1 : step]
        return listed or ((POT,) if self.limit else ())

    def text(self, big_blind: float) -> str:
        """Return the raises in a few words, with sizes in big blinds."""

        def listed(sizes: tuple[Size, ...], then: str) -> str:
            unit = " bb" if any(isinstance(size, str) for size in sizes) else ""
            words = [size if isinstance(size, str) else f"{size / big_blind:.6g}{unit}" for size in sizes]
            return then.join("the pot" if word == POT else word for word in words) + ("" if unit else " bb")

        parts = [f"opens to {listed(self.open, ' and ')}"] if self.open else []
        parts += [f"later raises to {listed(self.later, ', then ')}"] if self.later else []
        parts += ["pot-limit"] if self.limit else []
        return ", ".join(parts if self.jam else [*parts, "no jam next to a raise"])

    def listed(self, big_blind: float) -> ListedRaises:
        """Return the raises in big blinds."""
        measured = self.in_measure(1 / big_blind)
        return ListedRaises(measured.open, measured.later, measured.limit or None, measured.jam)


@json_fields("open raises limit jam", schema="TableTreeContract")
class ListedRaises(NamedTuple):
    """The raises of a table; its tree has no limps or flat calls."""

    open: tuple[Size, ...]
    """Sizes of the first raise: in big blinds without antes, ``3x`` the last raise, or ``pot``."""
    raises: tuple[Size, ...]
    """The size of the second raise, of the third, ..."""
    limit: str | None
    """``pot``, or null for no limit."""
    jam: bool
    """Allow jams next to smaller raises."""


JAM_OR_FOLD = Raises()


def raise_tree(
    situation: Situation, raises: Raises = JAM_OR_FOLD, *, unreached: bool = False
) -> tuple[BettingState, ...]:
    """Return all decisions of two seats, each before those it leads to.

    Raises SituationError, with a sentence on what is legal, if a size is never a legal raise at its step, or
    is above the pot in pot limit.

    Parameters
    ----------
    unreached
        Leave out sizes of steps that are never reached, as at small stacks of a chart, instead of rejecting.
    """
    live = situation.effective_stack
    blinds = tuple(min(blind, live) for blind in situation.blinds)
    betting = TreeSpec((0, 1), blinds, (live, live), situation.dead_total, situation.big_blind, 2)
    decides = all(situation.has_decision)  # otherwise the blind has put all chips at risk in
    return _TreeBuilder(betting, raises if decides else JAM_OR_FOLD, unreached).grow(checked=decides)


@lru_cache(64)
def table_tree(betting: TreeSpec, raises: Raises) -> tuple[BettingState, ...]:
    """Return all decisions at a table of any number of seats."""
    return _TreeBuilder(betting, raises).grow()


@dataclass
class _IllegalRaise:
    """A size that was rejected, and what would be legal."""

    sentence: str
    name: str


class _State(NamedTuple):
    """The state of a hand while its tree is built."""

    queue: tuple[int, ...]
    """The seats that act now and next if nobody raises."""
    after: tuple[tuple[int, TreeAction], ...]
    put_in: tuple[float, ...]
    live: tuple[int, ...]
    """The seats that have not folded, in the order of acting."""
    allin: tuple[int, ...]
    last_raise: float
    step: int

    @property
    def level(self) -> float:
        return max(self.put_in)


@dataclass
class _TreeBuilder:
    """Builds a tree."""

    betting: TreeSpec
    raises: Raises
    unreached: bool = False
    points: list[BettingState | None] = field(default_factory=list)
    legal: set[tuple[int, Size]] = field(default_factory=set)
    refused: dict[tuple[int, Size], _IllegalRaise] = field(default_factory=dict)
    deepest: int = 0

    def grow(self, *, checked: bool = True) -> tuple[BettingState, ...]:
        order, blinds = self.betting.order, self.betting.blinds
        self._go_on(_State(order, (), blinds, order, (), max(blinds), 0))
        if checked:
            self._check()
        return tuple(point for point in self.points if point is not None)

    def _go_on(self, state: _State) -> int | TerminalNode:
        """Build the next decision and all behind it; return its index, or the terminal node."""
        if len(state.live) == 1 or not state.queue:
            return TerminalNode(state.live if len(state.live) == 1 else state.allin, state.put_in)
        seat = state.queue[0]
        does = self._without_choice(state)
        if does is not None:
            return self._go_on(self._in(state) if does else self._folded(state))
        number = len(self.points)
        self.points.append(None)
        actions = [TreeAction("fold", state.put_in[seat])]
        if state.allin:
            actions.append(TreeAction("call", self.betting.most[seat]))
        else:
            self.deepest = max(self.deepest, state.step)
            actions += self._raises(state)
        led = [self._go_on(self._folded(state)), *(self._go_on(self._done(state, a)) for a in actions[1:])]
        following = tuple(point if isinstance(point, int) else None for point in led)
        ends = tuple(None if isinstance(end, int) else end for end in led)
        self.points[number] = BettingState(seat, state.after, state.put_in, tuple(actions), following, ends)
        return number

    def _without_choice(self, state: _State) -> bool | None:
        """Return whether a seat without a decision is in; None if it has one, as heads-up it always does."""
        most, seat = self.betting.most, state.queue[0]
        if len(most) == FEWEST_SEATS:
            return None
        own = state.put_in[seat]
        if most[seat] <= own or max(most[rival] for rival in state.live if rival != seat) <= own:
            return True
        posted_all = sum(most[later] <= state.put_in[later] for later in state.queue[1:])
        return False if len(state.allin) + posted_all >= self.betting.max_allin else None

    def _folded(self, state: _State) -> _State:
        live = tuple(stayer for stayer in state.live if stayer != state.queue[0])
        return state._replace(queue=state.queue[1:], live=live)

    def _in(self, state: _State) -> _State:
        """Return the state after a seat that is in without a decision and adds no chips."""
        seat = state.queue[0]
        kind = "call" if state.allin else "jam"
        return self._done(state, TreeAction(kind, min(self.betting.most[seat], state.put_in[seat])))

    def _done(self, state: _State, action: TreeAction) -> _State:
        """Return the state after a raise, a jam or a call."""
        seat, order = state.queue[0], self.betting.order
        place = order.index(seat)
        round_ = [*order[place + 1 :], *order[:place]]
        raised = not state.allin
        return state._replace(
            queue=tuple(rival for rival in round_ if rival in state.live) if raised else state.queue[1:],
            after=(*state.after, (seat, action)),
            put_in=tuple(action.to if index == seat else chips for index, chips in enumerate(state.put_in)),
            allin=(*state.allin, seat) if action.kind != "raise" else (),
            last_raise=action.to - state.level,
            step=state.step + 1,
        )

    def _raises(self, state: _State) -> list[TreeAction]:
        """Return the legal raises, the jam last."""
        seat, step = state.queue[0], state.step
        own = self.betting.most[seat]
        live = min(own, max(self.betting.most[rival] for rival in state.live if rival != seat))
        pot = self._pot(state)
        may_jam = not self.raises.limit or pot >= live * (1 - _ROUNDING)
        big = self.betting.big_blind
        sizes: set[float] = {big} if self.raises.limp and step == 0 and big < live else set()
        jams = False
        for size in self.raises.sizes(step):
            to = pot if size == POT else self._chips(size, state.level)
            if self._is_legal(step, size, to, state.level + state.last_raise, pot, live):
                jams |= to >= live * (1 - _ROUNDING)
                sizes |= {to} if to < live * (1 - _ROUNDING) else set()
        if self.raises.limit and not sizes and not may_jam:
            sizes.add(pot)
        raises = [TreeAction("raise", to) for to in sorted(sizes)]
        listed = list({action.text(self.betting.big_blind): action for action in raises}.values())
        beside = self.raises.jam and (self.raises.last_jam or step != len(self.raises.later))
        wants_jam = jams or not listed or (beside and may_jam)
        return [*listed, TreeAction("jam", own)] if wants_jam else listed

    def _pot(self, state: _State) -> float:
        """Return the total of a pot-sized raise: the last raise plus the pot after calling it."""
        rest = sum(chips for index, chips in enumerate(state.put_in) if index != state.queue[0])
        return state.level + (state.level + rest) + self.betting.dead

    def _chips(self, size: Size, level: float) -> float:
        """Return the total of a size, in chips."""
        return float(size.removesuffix(TIMES)) * level if isinstance(size, str) else size

    def _is_legal(self, step: int, size: Size, to: float, least: float, pot: float, live: float) -> bool:
        """Whether a raise to `to` is legal; if not, store why."""
        big, key = self.betting.big_blind, (step, size)
        words = f"{ORDINALS[min(step, len(ORDINALS) - 1)]} to {to / big:.6g} bb"
        name = "raises" if step else "open"
        if to < min(least, live) * (1 - _ROUNDING):
            self.refused[key] = _IllegalRaise(
                f"A {words} is too small. The minimum is {least / big:.6g} bb, or all-in.", name
            )
        elif self.raises.limit and min(to, live) > pot * (1 + _ROUNDING):
            self.refused[key] = _IllegalRaise(f"A {words} exceeds the pot limit of {pot / big:.6g} bb.", name)
        else:
            self.legal.add(key)
            return True
        return False

    def _check(self) -> None:
        """Reject sizes that are never legal, and steps that are never reached."""
        for key, refused in self.refused.items():
            if key not in self.legal:
                raise SituationError(refused.sentence, field=refused.name)
        if len(self.raises.later) > self.deepest and not self.unreached:
            raise SituationError(
                f"There are {len(self.raises.later)} sizes of later raises, but somebody is all-in after "
                f"{self.deepest}. Remove the others.",
                field="raises",
            )


ORDINALS = ("first raise", "second raise", "third raise", "later raise")
