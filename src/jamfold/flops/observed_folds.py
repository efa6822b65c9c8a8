"""Folds to a bet on the flop: a share, and where cards are known a curve by hand strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.shown import DisplayableResult, json_fields

LEAST = 20
"""Decisions from which folds are an input."""
_BIN = 15
"""Decisions in a point of the curve, at least."""
_MOST_POINTS = 10
_Z = 1.96


@json_fields("player decisions folds share interval known fold_share fold_curve")
@dataclass(frozen=True)
class ObservedFolds(DisplayableResult):
    """What players did on flops when a bet came to them first."""

    player: str
    """A name, or `all`."""
    decisions: int
    folds: int
    known: int
    """How many decisions with known cards the curve is made of; 0 without a curve."""
    fold_curve: str | None
    """As `winchance --fold-curve` takes it; null where cards are not known in all of these decisions."""

    @property
    def share(self) -> float:
        """How often they folded, in [0, 1]."""
        return self.folds / self.decisions

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 % (Wilson)."""
        n, p = self.decisions, self.share
        middle, width = p + _Z**2 / (2 * n), _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n))
        scale = 1 + _Z**2 / n
        return (middle - width) / scale, (middle + width) / scale

    @property
    def fold_share(self) -> str:
        """As `winchance --fold-share` takes it, a share of the holdings on the flop."""
        return f"{self.share:.6f}"

    @property
    def text(self) -> str:
        """In words."""
        who = "all opponents" if self.player == "all" else self.player
        low, high = self.interval
        return (
            f"as {who} did in imported hands: {self.folds:,} of {self.decisions:,} times to a bet "
            f"on the flop ({self.share:.1%}, 95 % {low:.1%} to {high:.1%})"
        )


def fit_curve(strengths: FloatArray, folded: FloatArray) -> str:
    """Fit a curve of folding that never rises with hand strength, as text of strength:probability points.

    Decisions are put into bins of equal size by strength; neighbours out of order are pooled (isotonic
    regression), which is the least-squares fit.

    Parameters
    ----------
    strengths, folded
        Of decisions: hand strength, and 1 for a fold, else 0; shape (n,), n at least `LEAST`.
    """
    order = np.argsort(strengths, kind="stable")
    count = int(np.clip(strengths.size // _BIN, 1, _MOST_POINTS))
    bins = [
        (float(strengths[rows].mean()), float(folded[rows].mean()), rows.size)
        for rows in np.array_split(order, count)
    ]
    chances = _falling([chance for _, chance, _ in bins], [size for *_, size in bins])
    points = {
        f"{strength:.4f}": f"{chance:.4f}" for (strength, *_), chance in zip(bins, chances, strict=True)
    }
    return ",".join(f"{strength}:{chance}" for strength, chance in points.items())


def _falling(values: Sequence[float], sizes: Sequence[int]) -> list[float]:
    """The nearest values that never rise, each weighed by its size: neighbours that do are pooled."""
    pools: list[tuple[float, int, int]] = []
    for value, size in zip(values, sizes, strict=True):
        pool = (value * size, size, 1)
        while pools and pools[-1][0] / pools[-1][1] < pool[0] / pool[1]:
            pool = tuple(map(sum, zip(pools.pop(), pool, strict=True)))  # type: ignore[assignment]
        pools.append(pool)
    return [total / size for total, size, count in pools for _ in range(count)]
