"""Fold rules on the flop: by a strength threshold or smooth curve, and as observed in played hands.

An opponent judges their holding by its hand strength, its equity against a random holding on this flop,
without knowing what anybody else has.  Observed folds to a bet are a share, and where cards are known a
curve by hand strength.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.flops.distribution import Spread
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import ChanceError, error_field
from jamfold.valuation.numbers import with_point

_NUMBER = re.compile(r"(\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})\s*(%?)", re.ASCII)
_MOST_POINTS = 100
SHARES_OF = ("all", "flop")


@dataclass(frozen=True)
class FoldBelow:
    """Holdings weaker than a limit fold, the others stay."""

    limit: Fraction
    """A hand strength; more than 1 if all fold."""

    @property
    def threshold(self) -> float:
        """The limit as an equity; 1 also if all fold."""
        return float(min(self.limit, Fraction(1)))

    @property
    def text(self) -> str:
        """The behaviour in words."""
        return "everything" if self.limit > 1 else f"below {100 * self.threshold:.4f}% hand strength"

    def stays(self, points: NDArray[np.int32] | IntArray, scale: int) -> FloatArray:
        """The probability of staying, 0 or 1, for strengths in points; ``scale`` points are 1."""
        return (points >= ceil(self.limit * scale)).astype(np.float64)


@dataclass(frozen=True)
class FoldCurve:
    """The probability of folding by hand strength: straight lines between points, level outside."""

    strengths: tuple[float, ...]
    """Ascending, 0 to 1."""
    folds: tuple[float, ...]
    """The probability of folding at each."""

    @property
    def threshold(self) -> None:
        """A curve has none."""
        return

    @property
    def text(self) -> str:
        """The behaviour in words."""
        points = zip(self.strengths, self.folds, strict=True)
        return "by the curve " + ", ".join(f"{x:g}:{y:g}" for x, y in points)

    def stays(self, points: NDArray[np.int32] | IntArray, scale: int) -> FloatArray:
        """The probability of staying for strengths in points; ``scale`` points are 1."""
        probabilities: FloatArray = 1.0 - np.interp(points / scale, self.strengths, self.folds)
        return probabilities


Folding = FoldBelow | FoldCurve


def parse_fold_below(text: str) -> FoldBelow:
    """Fold below a hand strength, written as ``0.45`` or ``45%``.

    Raises ChanceError if the text is no number from 0 to 1.
    """
    return FoldBelow(parse_share(text, "threshold"))


def parse_fold_share(text: str, spread: Spread) -> FoldBelow:
    """Fold the weakest share of holdings, written as ``0.3`` or ``30%``.

    The threshold is the highest strength below which there is at most that share.  Raises ChanceError if the
    text is no number from 0 to 1.
    """
    return FoldBelow(Fraction(spread.cut(parse_share(text, "share that folds")), spread.scale))


def parse_fold_curve(text: str) -> FoldCurve:
    """Fold by a curve, written as points strength:probability, ``0.3:1, 0.5:0.5, 0.7:0``.

    Raises ChanceError if the text is no such list, or the strengths do not ascend.
    """
    words = text.split(",")
    if len(words) > _MOST_POINTS:
        raise ChanceError(f"A folding curve has at most {_MOST_POINTS} points, not {len(words)}.")
    strengths, folds = [], []
    for word in words:
        strength, colon, fold = word.partition(":")
        if not colon:
            raise ChanceError(
                f"'{word.strip()[:40]}' in '{text[:60]}' is not a point of a folding curve. Write "
                "strength:probability, such as 0.3:1,0.5:0.5,0.7:0."
            )
        strengths.append(float(parse_share(strength, "strength")))
        folds.append(float(parse_share(fold, "probability of folding")))
    if any(low >= high for low, high in pairwise(strengths)):
        raise ChanceError(f"The strengths of the folding curve '{text[:60]}' must ascend.")
    return FoldCurve(tuple(strengths), tuple(folds))


class Ways(NamedTuple):
    """The three ways to define folds, each None if not used, and the base of a share.

    ``of`` is ``all``, every hand on every flop, or ``flop``, the holdings on this one.
    """

    below: str | None = None
    share: str | None = None
    curve: str | None = None
    of: str | None = None


def parse_folding(
    ways: Ways, on_flop: Callable[[], Spread] | None, on_all: Callable[[], Spread]
) -> Folding | None:
    """Return the rule by which opponents fold, or None if nobody folds.

    ``on_flop`` and ``on_all`` return the holdings that a share refers to, and are called only after the
    share has been parsed; without a flop ``on_flop`` is None.  Raises ChanceError if two ways are given or
    a text is invalid.
    """
    if sum(way is not None for way in (ways.below, ways.share, ways.curve)) > 1:
        raise ChanceError(
            "Use only one of --fold-below, --fold-share and --fold-curve.",
            field="fold_share" if ways.curve is None else "fold_curve",
        )
    if ways.of is not None and (ways.share is None or ways.of not in SHARES_OF):
        raise ChanceError("--share-of must be all or flop, and needs --fold-share.", field="share_of")
    if ways.below is not None:
        with error_field("fold_below"):
            return parse_fold_below(ways.below)
    if ways.curve is not None:
        with error_field("fold_curve"):
            return parse_fold_curve(ways.curve)
    if ways.share is None:
        return None
    with error_field("fold_share"):
        parse_share(ways.share, "share that folds")
    spread = on_flop if ways.of == "flop" and on_flop is not None else on_all
    return parse_fold_share(ways.share, spread())


def parse_share(text: str, noun: str) -> Fraction:
    """Parse a number from 0 to 1, or a percentage, exactly.  Raises ChanceError if it is neither."""
    match = _NUMBER.fullmatch(text.strip())
    if point := with_point(text):
        raise ChanceError(f"'{text.strip()[:40]}' has a decimal comma: write {point[:40]}.")
    share = None if match is None else Fraction(match[1]) / (100 if match[2] else 1)
    if share is None or share > 1:
        raise ChanceError(f"The {noun} must be from 0 to 1, or a percentage, not '{text.strip()[:40]}'.")
    return share


LEAST = 20
"""Decisions from which folds are an input."""
_BIN = 15
"""Decisions in a point of the curve, at least."""
_MOST_OBSERVED_POINTS = 10
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
        """Of the share, 95% (Wilson)."""
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
        players = "all opponents" if self.player == "all" else self.player
        low, high = self.interval
        return (
            f"as {players} did in imported hands: {self.folds:,} of {self.decisions:,} times to a bet "
            f"on the flop ({self.share:.1%}, 95% {low:.1%} to {high:.1%})"
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
    count = int(np.clip(strengths.size // _BIN, 1, _MOST_OBSERVED_POINTS))
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
