"""Which holdings fold on the flop: those below a hand strength, or by a smooth curve.

An opponent judges their holding by its hand strength, its equity against a random
holding on this flop, without knowing what anybody else holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.errors import ChanceError, error_field
from jamfold.flops.distribution import Spread

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
        return "everything" if self.limit > 1 else f"below {100 * self.threshold:.4f} % hand strength"

    def stays(self, points: NDArray[np.int32] | IntArray, scale: int) -> FloatArray:
        """The probability of staying, 0 or 1, for strengths in points of which ``scale`` are 1."""
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
        """The probability of staying for strengths in points of which ``scale`` are 1."""
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
                f"'{word.strip()[:40]}' in '{text[:60]}' is no point of a folding curve: "
                f"write strength:probability, such as 0.3:1,0.5:0.5,0.7:0."
            )
        strengths.append(float(parse_share(strength, "strength")))
        folds.append(float(parse_share(fold, "probability of folding")))
    if any(low >= high for low, high in pairwise(strengths)):
        raise ChanceError(f"The strengths of the folding curve '{text[:60]}' do not ascend.")
    return FoldCurve(tuple(strengths), tuple(folds))


class Ways(NamedTuple):
    """The three ways to say who folds, None where not given, and what a share is a share of.

    ``of`` is ``all``, every hand on every flop, or ``flop``, the holdings on this one.
    """

    below: str | None = None
    share: str | None = None
    curve: str | None = None
    of: str | None = None


def parse_folding(
    ways: Ways, on_flop: Callable[[], Spread] | None, on_all: Callable[[], Spread]
) -> Folding | None:
    """Who folds, as it was said; None if nothing was said, so that nobody does.

    ``on_flop`` and ``on_all`` give the holdings that a share is of, and are called
    only after the share has been read; without a flop ``on_flop`` is None.  Raises ChanceError if two ways
    are given, a text makes no sense, or a share is of something else.
    """
    if sum(way is not None for way in (ways.below, ways.share, ways.curve)) > 1:
        raise ChanceError(
            "Give one of --fold-below, --fold-share and --fold-curve.",
            field="fold_share" if ways.curve is None else "fold_curve",
        )
    if ways.of is not None and (ways.share is None or ways.of not in SHARES_OF):
        raise ChanceError("--share-of is all or flop, and goes with --fold-share.", field="share_of")
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


def parse_share(text: str, what: str) -> Fraction:
    """A number from 0 to 1, exactly as written, also in percent. Raises ChanceError if it is none."""
    match = _NUMBER.fullmatch(text.strip())
    share = None if match is None else Fraction(match[1]) / (100 if match[2] else 1)
    if share is None or share > 1:
        raise ChanceError(f"'{text.strip()[:40]}' is no {what}: it is a number from 0 to 1, or a percentage.")
    return share
