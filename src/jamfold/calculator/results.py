"""Results of equity calculations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from jamfold.calculator.games import ListedGame
from jamfold.games import Game
from jamfold.shown import Shown

_OUTCOMES = ("win", "tie", "lose")
_LOWS = ("no low", "low won", "low tied", "low lost")


@dataclass(frozen=True)
class PlayerEquity:
    """One player's result, as shares of the pot or of all deals in [0, 1].

    ``win`` is the chance of the whole pot alone, ``tie`` of a part of it.  In split
    pots ``high`` and ``low`` are the mean shares of the high and of the low (0
    where nobody has one), ``scoop`` is ``win``, and ``quartered`` the chance of less
    than half of a pot with a low, but something.  None: the method does not tell.
    ``standard_error`` belongs to ``equity`` and is 0 for exact results.
    """

    text: str
    equity: float
    win: float | None
    tie: float | None
    standard_error: float
    high: float | None = None
    low: float | None = None
    scoop: float | None = None
    quartered: float | None = None
    combinations: int = 0

    @classmethod
    def of(
        cls, text: str, combinations: int, columns: Sequence[float], split: bool, error: float = 0.0
    ) -> PlayerEquity:
        """The result of the columns of `showdown` as shares; nan: the method does not tell."""
        _, win, tie, high, low, quartered = (None if isnan(one) else float(one) for one in columns)
        return cls(
            text=text,
            equity=float(columns[0]),
            win=win,
            tie=tie,
            standard_error=error,
            high=high if split else None,
            low=low if split else None,
            scoop=win if split else None,
            quartered=quartered if split else None,
            combinations=combinations,
        )


@dataclass(frozen=True)
class EquityResult(Shown):
    """The result of an equity calculation."""

    game: Game | ListedGame
    board: tuple[int, ...]
    dead: tuple[int, ...]
    """game, board, dead: What was asked."""
    exact: bool
    method: str
    """exact, method: Whether all possibilities were run through, and how it was done, in words."""
    boards: int | None
    deals: int | None
    """boards, deals: Boards per combination of hands (exact), or deals (sampled); the other is None."""
    seed: int | None
    """The seed of the deals, None if exact."""
    players: tuple[PlayerEquity, ...]
    """One result per player."""
    outcomes: tuple[int, ...] | None = None
    """Two exact hands: boards by outcome, [win, tie, lose], or twelve in a split pot (high win, tie, lose x
    no low, low win, tie, lose).  Else None."""
    warnings: tuple[str, ...] = ()
    """What was probably not meant in the ranges."""
    order: str | None = None
    """What percentages in the ranges go by, None if there are none."""
    needs_outcomes: bool = False
    """Wins and ties are not told, and would be if the outcome planes were built."""
    counted: float = 0
    """The weight of all deals that were counted: their number where every hand counts alike."""


def outcome_lines(outcomes: Sequence[int] | None) -> list[str]:
    """The counts of `EquityResult.outcomes` in words; no line where there are none."""
    if outcomes is None:
        return []
    if len(outcomes) == len(_OUTCOMES):
        return [", ".join(f"{name} {count:,}" for name, count in zip(_OUTCOMES, outcomes, strict=True))]
    lines = []
    for i, high in enumerate(_OUTCOMES):
        row = outcomes[len(_LOWS) * i : len(_LOWS) * (i + 1)]
        if any(row):
            cells = ", ".join(f"{low} {count:,}" for low, count in zip(_LOWS, row, strict=True))
            lines.append(f"high {high}: {cells}")
    return lines
