"""The tree of raises before the all-in: who may raise to what, and where each action leads.

Two seats act in turn until one folds or both are all-in.  Nobody calls a bet with chips behind: limping and
flat calls are not in the tree.  Sizes are what a raise is *to*, in chips without antes, as players say them;
one of the live stack or more is the jam.  Without sizes the tree is jam or fold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from jamfold.errors import SituationError
from jamfold.hand.two_seats import Situation

POT = "pot"
"""The size of a pot-sized raise, and the limit of pot-limit games."""
TIMES = "x"
"""Behind a number: so many times the last raise, or the big blind."""
MOST_SIZES = 8
MOST_RAISES = 12
Size = float | str
"""Chips, ``3x``, or ``pot``."""
_ROUNDING = 1e-9


class Action(NamedTuple):
    """What a seat does: fold, raise, jam or call, and the chips it has put in then, without antes."""

    kind: str
    to: float

    def text(self, big_blind: float) -> str:
        """As it is named: ``raise 2.5`` in big blinds; others by their kind."""
        return f"{self.kind} {self.to / big_blind:.6g}" if self.kind == "raise" else self.kind


class Point(NamedTuple):
    """A decision of the tree."""

    seat: int
    """0 for the small blind, 1 for the big blind."""
    after: tuple[tuple[int, Action], ...]
    """The seats and actions before."""
    put_in: tuple[float, float]
    """What both have put in so far, without antes."""
    actions: tuple[Action, ...]
    """What can be done, folding first."""
    following: tuple[int | None, ...]
    """Where the actions lead: to the decision of that number, or to an end (None)."""


@dataclass(frozen=True)
class Raises:
    """The raises that a tree lists."""

    open: tuple[Size, ...] = ()
    """Sizes of the first raise."""
    later: tuple[Size, ...] = ()
    """The size of the second raise, of the third, ..."""
    limit: str = ""
    """``pot``: nobody raises to more than the pot allows, so a jam is one of at most that; where no size
    is listed it is the pot.  Empty: no limit."""
    jam: bool = True
    """Whether a jam is listed beside smaller raises."""

    def __post_init__(self) -> None:
        """Refuse what no tree can have."""
        if self.limit not in ("", POT):
            raise SituationError(f"Unknown limit '{self.limit[:40]}': it is {POT}.", field="limit")
        if len(self.open) > MOST_SIZES or len(self.later) > MOST_RAISES:
            raise SituationError(
                f"A tree has at most {MOST_SIZES} sizes of the open and {MOST_RAISES} later raises.",
                field="open" if len(self.open) > MOST_SIZES else "raises",
            )
        if self.later and not (self.open or self.limit):
            raise SituationError(
                "Sizes of later raises come behind an open: give its size, too.", field="raises"
            )
        if not self.jam and not self:
            raise SituationError("Without raises there is nothing but the jam: list an open.", field="open")

    def __bool__(self) -> bool:
        """Whether anything but jam or fold is asked for."""
        return bool(self.open or self.limit)

    def sizes(self, step: int) -> tuple[Size, ...]:
        """The sizes of a raise: 0 for the open."""
        if step == 0:
            listed = self.open
        else:
            listed = self.later[step - 1 : step]
        return listed or ((POT,) if self.limit else ())


JAM_OR_FOLD = Raises()


def raise_tree(situation: Situation, raises: Raises = JAM_OR_FOLD) -> tuple[Point, ...]:
    """All decisions, each before those it leads to.

    Raises SituationError if a size is no legal raise wherever its step comes, or above the pot in pot-limit;
    the sentence names what is legal.
    """
    return _Growing(situation, raises).grow()


@dataclass
class _Refused:
    """A size that was refused, and what it would have to be."""

    sentence: str
    name: str


@dataclass
class _Growing:
    """A tree while it grows."""

    situation: Situation
    raises: Raises
    points: list[Point | None] = field(default_factory=list)
    legal: set[tuple[int, Size]] = field(default_factory=set)
    refused: dict[tuple[int, Size], _Refused] = field(default_factory=dict)
    deepest: int = 0

    def grow(self) -> tuple[Point, ...]:
        situation = self.situation
        small, big = (min(blind, situation.live) for blind in situation.blinds)
        if all(situation.decides):
            self._add(0, (), (small, big), big, 0)
            self._check()
        else:  # all chips at risk are in by the blind
            self.raises = JAM_OR_FOLD
            self._add(0, (), (small, big), big, 0)
        return tuple(point for point in self.points if point is not None)

    def _add(
        self,
        seat: int,
        after: tuple[tuple[int, Action], ...],
        put_in: tuple[float, float],
        last_raise: float,
        step: int,
    ) -> int:
        """The decision of a seat, and all behind it; its number."""
        number = len(self.points)
        self.points.append(None)
        live, level = self.situation.live, max(put_in)
        faces_jam = bool(after) and level >= live
        actions = [Action("fold", put_in[seat])]
        if faces_jam:
            actions.append(Action("call", live))
        else:
            self.deepest = max(self.deepest, step)
            actions += self._raises(level, last_raise, step)
        following: list[int | None] = [None]
        for action in actions[1:]:
            if faces_jam:
                following.append(None)
                continue
            now = (action.to, put_in[1]) if seat == 0 else (put_in[0], action.to)
            behind = (*after, (seat, action))
            following.append(self._add(1 - seat, behind, now, action.to - level, step + 1))
        self.points[number] = Point(seat, after, put_in, tuple(actions), tuple(following))
        return number

    def _raises(self, level: float, last_raise: float, step: int) -> list[Action]:
        """The legal raises at a step, the jam last."""
        live, pot = self.situation.live, self._pot(level)
        may_jam = not self.raises.limit or pot >= live * (1 - _ROUNDING)
        sizes: set[float] = set()
        jams = False
        for size in self.raises.sizes(step):
            to = self._chips(size, level)
            if self._is_legal(step, size, to, level + last_raise, pot):
                jams |= to >= live * (1 - _ROUNDING)
                sizes |= {to} if to < live * (1 - _ROUNDING) else set()
        if self.raises.limit and not sizes and not may_jam:
            sizes.add(pot)
        raises = [Action("raise", to) for to in sorted(sizes)]
        listed = list({one.text(self.situation.big_blind): one for one in raises}.values())
        wants_jam = jams or not listed or (self.raises.jam and may_jam)
        return [*listed, Action("jam", live)] if wants_jam else listed

    def _pot(self, level: float) -> float:
        """What a pot-sized raise is to: the last raise, and the pot after it is called."""
        return level + 2 * level + self.situation.dead_total

    def _chips(self, size: Size, level: float) -> float:
        """What a size is to, in chips."""
        if size == POT:
            return self._pot(level)
        if isinstance(size, str):
            return float(size.removesuffix(TIMES)) * level
        return size

    def _is_legal(self, step: int, size: Size, to: float, least: float, pot: float) -> bool:
        """Whether it may be raised to so much; if not, why not is kept."""
        big, key = self.situation.big_blind, (step, size)
        what = f"{_ORDINALS[min(step, len(_ORDINALS) - 1)]} to {to / big:.6g} bb"
        name = "raises" if step else "open"
        if to < min(least, self.situation.live) * (1 - _ROUNDING):
            self.refused[key] = _Refused(
                f"A {what} is no legal raise: the least is to {least / big:.6g} bb, or all-in.", name
            )
        elif self.raises.limit and min(to, self.situation.live) > pot * (1 + _ROUNDING):
            self.refused[key] = _Refused(
                f"A {what} is not pot-limit: the pot allows {pot / big:.6g} bb at most.", name
            )
        else:
            self.legal.add(key)
            return True
        return False

    def _check(self) -> None:
        """Refuse sizes that are legal nowhere, and steps that never come."""
        for key, refused in self.refused.items():
            if key not in self.legal:
                raise SituationError(refused.sentence, field=refused.name)
        if len(self.raises.later) > self.deepest:
            raise SituationError(
                f"There are {len(self.raises.later)} sizes of later raises, but somebody is all-in after "
                f"{self.deepest}: leave out the others.",
                field="raises",
            )


_ORDINALS = ("first raise", "second raise", "third raise", "later raise")
