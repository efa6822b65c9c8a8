"""Results of equity calculations, with the equity graph of a player's hands from best to worst.

The graph at p percent of a range is the equity of the hand that is reached there, each hand as long as its
weight in deals that are possible; so the mean of the curve is the equity of the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from jamfold.calculator.equity_games import ListedGame
from jamfold.cards import format_cards
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import DisplayableResult, json_fields

_PERCENTS = 100
_EDGE = 1e-12
"""Rounding may not push a percentage over the end of a hand."""


def equity_curve(shares: FloatArray, totals: FloatArray) -> tuple[float, ...]:
    """Equities at 0, 1, ..., 100% of the hands; empty if there is only one hand.

    Parameters
    ----------
    shares
        float64, shape (k,): by hand (or class), the pots that it wins over all that it meets.
    totals
        float64, shape (k,): how many it plays, 0 where others block it.
    """
    live = np.flatnonzero(totals > 0)
    if len(live) < 2:
        return ()
    equities = shares[live] / totals[live]
    order = np.argsort(-equities, kind="stable")
    ends = np.cumsum(totals[live][order])
    places = np.searchsorted(ends / ends[-1], np.arange(_PERCENTS + 1) / _PERCENTS - _EDGE)
    return tuple(equities[order][np.minimum(places, len(live) - 1)].tolist())


def curves_of_tuples(
    tuples: IntArray, shares: FloatArray, totals: FloatArray
) -> tuple[tuple[float, ...], ...]:
    """The curve of each player of combinations of hands, int64 (t, players).

    ``shares`` (t, players): the pots that each wins; ``totals`` (t,): how many they play.
    """
    curves = []
    for k in range(tuples.shape[1]):
        _, place = np.unique(tuples[:, k], return_inverse=True)
        sums = np.zeros((2, int(place.max()) + 1))
        np.add.at(sums[0], place, shares[:, k])
        np.add.at(sums[1], place, totals)
        curves.append(equity_curve(*sums))
    return tuple(curves)


_OUTCOMES = ("win", "tie", "lose")
_LOWS = ("no low", "low won", "low tied", "low lost")


@json_fields("text equity win tie standard_error combinations", schema="PlayerContract")
@dataclass(frozen=True)
class PlayerEquity:
    """One player's shares of the pot or of all deals, in [0, 1]; None if the method does not compute them."""

    text: str
    equity: float
    win: float | None
    """Chance of the whole pot alone."""
    tie: float | None
    """Chance of a part of it."""
    standard_error: float
    """Of the equity; 0 if exact."""
    high: float | None = None
    """Mean share of the high."""
    low: float | None = None
    """Mean share of the low; 0 where nobody has one."""
    scoop: float | None = None
    """Chance of the whole pot."""
    quartered: float | None = None
    """Chance of less than half of a pot with a low, but something."""
    combinations: int = 0
    curve: tuple[float, ...] = ()
    """The equity of the player's hands, the best first, at 0, 1, ..., 100% of them; empty for one hand, and
    where the method does not tell hands apart."""

    @classmethod
    def of(
        cls,
        text: str,
        combinations: int,
        columns: Sequence[float],
        split: bool,
        error: float = 0.0,
        curve: tuple[float, ...] = (),
    ) -> PlayerEquity:
        """The result of the columns of `showdown` as shares; nan: the method does not tell."""
        _, win, tie, high, low, quartered = (None if isnan(column) else float(column) for column in columns)
        return (SplitPlayerEquity if split else cls)(
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
            curve=curve,
        )


@json_fields(
    "text equity win tie standard_error combinations high low scoop quartered", schema="SplitPlayerContract"
)
class SplitPlayerEquity(PlayerEquity):
    """One player's shares of split pots."""


@json_fields(
    "game board=board_text dead=dead_text exact method boards counted=weight deals seed players outcomes "
    "warnings order needs_outcomes",
    schema="EquityContract",
)
@dataclass(frozen=True)
class EquityResult(DisplayableResult):
    """Shares of the pot."""

    game: Game | ListedGame
    board: tuple[int, ...]
    dead: tuple[int, ...]
    """game, board, dead: As in the request."""
    exact: bool
    """Whether every deal was counted."""
    method: str
    """How it was done, in words."""
    boards: int | None
    """Boards per combination of hands, if exact and if the game has a board."""
    deals: int | None
    """Deals, if sampled."""
    seed: int | None
    """Seed of the deals."""
    players: tuple[SplitPlayerEquity | PlayerEquity, ...]
    outcomes: tuple[int, ...] | None = None
    """Two exact hands: boards won, tied, lost; in split pots twelve: high won, tied, lost, by no low, low
    won, tied, lost."""
    warnings: tuple[str, ...] = ()
    """What was probably not meant in the ranges."""
    order: str | None = None
    """What percentages in the ranges go by, None if there are none."""
    needs_outcomes: bool = False
    """Whether wins and ties would be told if the outcome planes were built (outcomes: true)."""
    counted: float = 0

    @property
    def weight(self) -> float:
        """The weight of all deals that were counted; their number where every hand counts alike."""
        return int(self.counted) if float(self.counted).is_integer() else self.counted

    @property
    def board_text(self) -> str:
        return format_cards(self.board)

    @property
    def dead_text(self) -> str:
        return format_cards(self.dead)


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
