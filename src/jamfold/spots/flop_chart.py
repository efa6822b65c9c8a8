"""All flops of a game, each solved as in `flop_game`, and what both players win in the mean.

Flops that differ by suits only are one (1,755 of a full deck), weighed by how many they are.  Every flop is
solved for itself, so an interrupted chart ends in the same bytes.  In the folder ``flop-runs`` lies what is
solved of it, with a record that says game, rules and chips (see `jamfold.kept.begun`); in the end too, so
nobody waits again for a file that could not be written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.cards import N_SUITS, Card
from jamfold.counting.classes import HandClasses
from jamfold.flops.strength import flop_classes
from jamfold.games import Game
from jamfold.kept.begun import ResumableWork, find_checkpoint
from jamfold.kept.files import ArraySpec
from jamfold.kept.item import Artifact
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import DisplayableResult, json_fields
from jamfold.spots.flop_game import CHIPS_HINT, FlopChips, FlopSolution, make_payoffs, solve_flop
from jamfold.tables.class_table import rules_of
from jamfold.worth.numbers import Pair

METHOD = 1
"""Counts changes of what a kept chart means: those of another number are foreign."""
_SOLVED = "solved"
BEGUN = ResumableWork("flop-runs", "chart of flops", "jamfold flop-chart", (_SOLVED,))
_PERIOD = 5.0
"""Seconds between two writes."""
_JAM, _CALL, _VALUES, _GAINS, _EXACT = 0, 1, slice(2, 4), slice(4, 6), 6
_COLUMNS = 7


@dataclass(frozen=True)
class FlopLine:
    """One flop, and all that differ from it by suits only."""

    flop: str
    weight: int
    """How many flops these are."""
    jam_percent: float
    call_percent: float
    values_bb: Pair
    """What small and big blind win in the mean."""
    gains_bb: Pair
    """What each could still gain there by a best response."""
    exact: bool


class FlopGroup(NamedTuple):
    """Flops of one look, in the mean."""

    name: str
    weight: int
    jam_percent: float
    call_percent: float
    value_bb: float
    """To the small blind."""


@json_fields(
    f"game=game.name {CHIPS_HINT} pot=chips.pot rake=chips.terms.rake_values weight jam_percent "
    "call_percent value_bb values_bb gains_bb epsilon_bb exact flops"
)
@dataclass(frozen=True, eq=False)
class FlopChart(DisplayableResult):
    """Every flop of a game solved, with the means over all of them."""

    game: Game
    chips: FlopChips
    solved: FloatArray
    """Shape (flops, columns), as they are kept."""

    @property
    def classes(self) -> HandClasses:
        """The flops."""
        return flop_classes(self.game)

    @property
    def weight(self) -> int:
        """All flops: 22,100 of a full deck."""
        return int(self.classes.sizes.sum())

    @property
    def jam_percent(self) -> float:
        """Percentage of hands that are jammed, in the mean over all flops, as all that follows."""
        return float(self._means[_JAM])

    @property
    def call_percent(self) -> float:
        return float(self._means[_CALL])

    @property
    def value_bb(self) -> float:
        """What the small blind wins."""
        return self.values_bb[0]

    @property
    def values_bb(self) -> Pair:
        first, second = self._means[_VALUES].tolist()
        return first, second

    @property
    def gains_bb(self) -> Pair:
        """What each could still gain by best responses on all flops."""
        first, second = self._means[_GAINS].tolist()
        return first, second

    @property
    def epsilon_bb(self) -> float:
        """Half of what both together could still gain."""
        return sum(self.gains_bb) / 2

    @property
    def exact(self) -> bool:
        """Whether every flop is."""
        return bool(self.solved[:, _EXACT].all())

    @property
    def flops(self) -> list[FlopLine]:
        """All flops, from high to low."""
        return [
            FlopLine(
                self.classes.name(k), int(size), row[_JAM], row[_CALL], (row[2], row[3]), (row[4], row[5]),
                bool(row[_EXACT]),
            )
            for k, (size, row) in enumerate(zip(self.classes.sizes, self.solved.tolist(), strict=True))
        ]  # fmt: skip

    @property
    def groups(self) -> list[FlopGroup]:
        """Means of flops by their suits, and by their ranks."""
        cards = self.classes.representatives
        suits, ranks = (
            np.array([len({*row}) for row in part.tolist()]) for part in (cards % N_SUITS, cards // N_SUITS)
        )
        looks = {
            "one suit": suits == 1,
            "two suits": suits == 2,
            "three suits": suits == 3,
            "three ranks": ranks == 3,
            "a pair": ranks == 2,
            "three of a rank": ranks == 1,
        }
        sizes, groups = self.classes.sizes, []
        for name, chosen in looks.items():
            weight = int(sizes[chosen].sum())
            jam, call, value = (sizes[chosen] @ self.solved[chosen, :3] / weight).tolist()
            groups.append(FlopGroup(name, weight, jam, call, value))
        return groups

    @property
    def _means(self) -> FloatArray:
        means: FloatArray = self.classes.sizes @ self.solved / self.weight
        return means


def chart_item(game: Game, chips: FlopChips) -> Artifact:
    asked = repr(chips)
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "chips": asked}
    forms = {_SOLVED: ArraySpec("<f8", (flop_classes(game).n, _COLUMNS))}
    return BEGUN.item(game.name, asked, _TITLE, identity, forms)


def begun_charts(game: Game) -> list[Artifact]:
    """All charts of a game that were cut off, and the newest that are done."""
    return BEGUN.items(game.name, _TITLE, {"game": game.name})


_TITLE = "chart of all flops, begun or done"


def solve_flops(
    game: Game,
    chips: FlopChips,
    progress: Progress = ignore_progress,
    solve: Callable[[tuple[Card, ...]], FlopSolution] | None = None,
) -> FlopChart:
    """The chart of all flops; what was cut off goes on, and what is done stays for who asks again.

    ``solve`` stands in the place of solving a flop.  Raises WorthError if the chips make no game.
    """
    chips.played(split=game.split_low)
    one = solve or (lambda flop: solve_flop(make_payoffs(flop, game), chips))
    classes = flop_classes(game)
    with find_checkpoint(chart_item(game, chips), period=_PERIOD) as checkpoint:
        kept = checkpoint.load()
        solved = np.full((classes.n, _COLUMNS), np.nan) if kept is None else kept[_SOLVED]
        try:
            for k in np.flatnonzero(np.isnan(solved[:, _EXACT])).tolist():
                progress(f"{k:,} of {classes.n:,} flops", k / classes.n)
                solved[k] = _row(one(tuple(Card(int(card)) for card in classes.representatives[k])))
                checkpoint.save({_SOLVED: solved})
        except BaseException:
            checkpoint.save({_SOLVED: solved}, at_once=True)
            raise
        checkpoint.save({_SOLVED: solved}, at_once=True)
    return FlopChart(game, chips, solved)


def _row(found: FlopSolution) -> list[float]:
    return [found.jam_percent, found.call_percent, *found.values_bb, *found.gains_bb, float(found.exact)]
