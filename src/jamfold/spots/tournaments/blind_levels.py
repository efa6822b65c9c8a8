"""Blind levels of a tournament by hands, and the grid of stacks that they need."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from math import gcd

from jamfold.betting.posts import BlindLevel
from jamfold.core.errors import TournamentError

MOST_CHIPS = 10**12
MAX_STATES = 20_000
"""The most states: stacks times hands."""
MAX_STEPS = 3_000
"""The most units in play: the best response solves 2 equations per stack at once, in 0.3 GB."""
_LEVEL = re.compile(r"\s*(rest|\d{1,6})\s*x\s*(\d{1,15})/(\d{1,15})(?:/(\d{1,15}))?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class ScheduledLevel:
    """Blinds and ante of a number of hands."""

    hands: int | None
    """The number of hands; None for all following ones."""
    small: int
    big: int
    """small, big: The blinds in chips."""
    ante: int = 0
    """The ante of each player."""

    def posted(self, unit: int) -> BlindLevel:
        """Return blinds and ante in units of `unit` chips."""
        return BlindLevel((self.small // unit, self.big // unit), self.ante // unit)

    def text(self) -> str:
        """Format the level for `parse_levels`: ``4 x 1/2/0``."""
        hands = "rest" if self.hands is None else str(self.hands)
        return f"{hands} x {self.small}/{self.big}/{self.ante}"


@dataclass(frozen=True)
class Schedule:
    """A heads-up tournament: chips in play, levels, and the unit in which stacks are counted.

    Raises TournamentError if the levels end, a number is invalid or no multiple of the unit, or the grid has
    more than `MAX_STATES` states.
    """

    chips: int
    """N, the chips of both players together."""
    levels: tuple[ScheduledLevel, ...]
    """The levels in order; the last one stays until the end."""
    unit: int
    """The chips in one step of the grid of stacks; no smaller ones are in play."""

    def __post_init__(self) -> None:
        if not self.levels or self.levels[-1].hands is not None:
            last = self.levels[-1].text() if self.levels else "none"
            raise TournamentError(
                f"The levels end before the tournament does (last: {last}): "
                "write 'rest x ..' for the last one.",
                field="levels",
            )
        if any(level.hands is None for level in self.levels[:-1]):
            raise TournamentError("Only the last level can be the rest.", field="levels")
        for level in self.levels:
            _check_level(level)
        if self.unit < 1:
            raise TournamentError(f"The unit must be at least 1 chip, not {self.unit}.", field="unit")
        for name, field, value in self._amounts():
            if value % self.unit:
                raise TournamentError(
                    f"The {name} ({value:,}) is not a multiple of the unit ({self.unit:,}).", field=field
                )
        if self.steps < 2:
            raise TournamentError(
                f"{self.chips:,} chips in units of {self.unit:,} leave no stack for two players.",
                field="chips",
            )
        self._check_size()

    def _check_size(self) -> None:
        size = f"{self.chips:,} chips in units of {self.unit:,} are"
        if self.n_states > MAX_STATES:
            hands = f" ({self.steps - 1:,} stacks times {self.n_hands:,} hands)" if self.n_hands > 1 else ""
            raise TournamentError(
                f"{size} {self.n_states:,} states{hands}, more than the {MAX_STATES:,} that can be solved: "
                "take a larger unit.",
                field="unit",
            )
        if self.steps > MAX_STEPS:
            raise TournamentError(
                f"{size} {self.steps - 1:,} stacks, more than the {MAX_STEPS - 1:,} that can be solved at "
                "once: take a larger unit.",
                field="unit",
            )

    @classmethod
    def of(cls, chips: int, levels: tuple[ScheduledLevel, ...], unit: int | None = None) -> Schedule:
        """Return a schedule, by default in the largest unit that divides all amounts. Raises as the class."""
        if unit is None:
            amounts = [amount for level in levels for amount in (level.small, level.big, level.ante)]
            unit = max(1, gcd(chips, *amounts))
        return cls(chips, levels, unit)

    def _amounts(self) -> list[tuple[str, str, int]]:
        named = [("number of chips", "chips", self.chips)]
        for level in self.levels:
            alone = len(self.levels) == 1
            named += [
                (name, field if alone else "levels", value)
                for name, field, value in (
                    ("small blind", "blind_sb", level.small),
                    ("big blind", "blind_bb", level.big),
                    ("ante", "ante", level.ante),
                )
            ]
        return named

    @property
    def steps(self) -> int:
        """N in units: stacks are 1 to steps - 1 units."""
        return self.chips // self.unit

    @property
    def hands(self) -> tuple[ScheduledLevel, ...]:
        """The level of every hand before the last level, then the last level once."""
        early = [level for level in self.levels[:-1] for _ in range(level.hands or 0)]
        return (*early, self.levels[-1])

    @property
    def n_states(self) -> int:
        """The number of states: stacks of the small blind times different hands."""
        return (self.steps - 1) * self.n_hands

    @property
    def n_hands(self) -> int:
        """The number of different hands: those of all levels but the last, and one of that."""
        return 1 + sum(level.hands or 0 for level in self.levels[:-1])

    def text(self) -> str:
        """Format the levels for `parse_levels`."""
        return "; ".join(level.text() for level in self.levels)


def parse_levels(text: str) -> tuple[ScheduledLevel, ...]:
    """Parse levels: ``4 x 1/2/0; rest x 2/4/0``, hands x small blind / big blind / ante.

    Raises TournamentError, naming the level, if one is invalid.
    """
    levels = []
    for part in text.split(";"):
        match = _LEVEL.fullmatch(part)
        if match is None:
            raise TournamentError(
                f"'{part.strip()[:40]}' is not a level: write hands x small/big/ante, "
                "such as '4 x 1/2/0; rest x 2/4/0'.",
                field="levels",
            )
        hands = None if match[1].lower() == "rest" else int(match[1])
        levels.append(ScheduledLevel(hands, int(match[2]), int(match[3]), int(match[4] or 0)))
    return tuple(levels)


def _check_level(level: ScheduledLevel) -> None:
    text = level.text()
    if level.hands is not None and level.hands < 1:
        raise TournamentError(f"The level '{text}' has no hands.", field="levels")
    if level.small < 1 or level.big < 1:
        field = "blind_sb" if level.small < 1 else "blind_bb"
        raise TournamentError(f"The blinds must be above zero, not {level.small}/{level.big}.", field=field)
    if level.small > level.big:
        raise TournamentError(
            f"The small blind ({level.small:,}) is larger than the big blind ({level.big:,}).",
            field="blind_sb",
        )
    if level.ante < 0:
        raise TournamentError(f"The ante must not be negative, but it is {level.ante}.", field="ante")


def make_schedule(
    chips: int,
    blinds: tuple[int, int] | None = None,
    ante: int = 0,
    unit: int | None = None,
    levels: str | tuple[ScheduledLevel, ...] | None = None,
) -> Schedule:
    """Return the schedule of constant blinds, or of levels. Raises TournamentError if it is invalid."""
    if blinds is None and not levels:
        raise TournamentError("Enter blinds, such as 5 10, or levels.", field="levels")
    if levels and (blinds is not None or ante):
        raise TournamentError("Enter blinds and an ante, or levels, not both.", field="levels")
    whole_chips = whole(chips, "number of chips", "chips")
    unit = None if unit is None else whole(unit, "unit", "unit")
    if blinds is None:
        scheduled = parse_levels(levels) if isinstance(levels, str) else tuple(levels or ())
        return Schedule.of(whole_chips, scheduled, unit)
    small, big = (
        whole(value, f"{name} blind", field)
        for value, name, field in zip(blinds, ("small", "big"), ("blind_sb", "blind_bb"), strict=True)
    )
    level = ScheduledLevel(None, small, big, whole(ante, "ante", "ante"))
    return Schedule.of(whole_chips, (level,), unit)


def whole(value: object, name: str, field: str) -> int:
    """Return a value as an integer number of chips. Raises TournamentError if it is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or value != value or value in (math.inf, -math.inf) or value != int(value):  # type: ignore[call-overload]
        raise TournamentError(f"The {name} must be a whole number, not '{str(value)[:40]}'.", field=field)
    if abs(int(value)) > MOST_CHIPS:  # type: ignore[call-overload]
        raise TournamentError(f"The {name} must be at most {MOST_CHIPS:,}.", field=field)
    return int(value)  # type: ignore[call-overload, no-any-return]
