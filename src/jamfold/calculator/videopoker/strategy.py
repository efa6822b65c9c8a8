"""A strategy that a player can learn: an ordered list of kinds of holds.

Playing by the list means: hold what fits the first line that any hold of the
deal fits.  If several holds fit that line, the detail that the line names
first decides; where it names none, more high cards, then fewer gaps; then,
always, the higher cards.  The return of a list is computed exactly, deal by deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.videopoker.analysis import lay_out, weighted_sum
from jamfold.calculator.videopoker.contest import Contest, find_contest, find_lines
from jamfold.calculator.videopoker.deck import hold_masks
from jamfold.calculator.videopoker.paytable import PayTable, load_pay_table
from jamfold.calculator.videopoker.shapes import DEALT, Shape
from jamfold.core.arrays import IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import PayTableError
from jamfold.core.jit import kernel

DEFAULT_LINES = 40
SEVERAL = (
    "If several holds fit the same line, take what the line names first; if it names nothing, "
    "more high cards, then fewer gaps; then the higher cards."
)
HIGH_CARDS = "High cards are those whose pair pays; an end of the rank order counts as a gap."


@json_fields("text share ev")
@dataclass(frozen=True)
class StrategyLine:
    """One line of a strategy list."""

    text: str
    """What to hold."""
    shapes: tuple[Shape, ...]
    """The shapes it covers, in order of preference."""
    share: float
    """Share of all deals that are played by this line."""
    ev: float | None
    """Mean EV of those deals, per coin bet; None if there are none."""


@json_fields(
    "table.name lines return_numerator=expected_return.numerator "
    "return_denominator=expected_return.denominator return_percent perfect_percent loss_percent"
)
@dataclass(frozen=True)
class Strategy(DisplayableResult):
    """An ordered list, with the exact return of playing by it."""

    table: PayTable
    """The pay table."""
    lines: tuple[StrategyLine, ...]
    """First line first; the last one is to draw five cards."""
    expected_return: Fraction
    """Expected pay per coin bet when playing by the list."""
    perfect_return: Fraction
    """The same for perfect play."""

    @property
    def loss(self) -> Fraction:
        """What the list costs against perfect play, per coin bet."""
        return self.perfect_return - self.expected_return

    @property
    def return_percent(self) -> float:
        return float(100 * self.expected_return)

    @property
    def perfect_percent(self) -> float:
        return float(100 * self.perfect_return)

    @property
    def loss_percent(self) -> float:
        return float(100 * self.loss)


def build_strategy(table: PayTable | str, max_lines: int = DEFAULT_LINES) -> Strategy:
    """An ordered strategy list of at most `max_lines` lines; the last one is to draw five cards.

    Raises PayTableError if there is no such pay table, or `max_lines` is less than 1.
    """
    if isinstance(table, str):
        table = load_pay_table(table)
    if max_lines < 1:
        raise PayTableError(f"A strategy list has at least one line, not {max_lines}.", field="lines")
    contest = find_contest(lay_out(table))
    return _report(contest, find_lines(contest, max_lines))


def _report(contest: Contest, runs: list[list[int]]) -> Strategy:
    """The lines in words, and their exact return."""
    paid, table = contest.paid, contest.paid.table
    holds, place = holds_by_list(contest, runs)
    rows = np.arange(len(holds))
    evs = paid.all_holds()[rows, holds]
    _, best = paid.best_holds()
    weights = paid.counts.classes.weights
    denominator = table.deck.n_deals * table.deck.unit * table.scale
    line_of = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
    line = line_of[place[contest.labels[rows, holds]]]
    lines = []
    for number, run in enumerate(runs):
        in_line = line == number
        deals = int(weights[in_line].sum())
        pay = weighted_sum(weights[in_line], evs[in_line])
        ev = pay / (deals * table.deck.unit * table.scale) if deals else None
        shapes = tuple(contest.shapes[label] for label in run)
        lines.append(StrategyLine(_line_text(shapes, contest.shapes), shapes, deals / table.deck.n_deals, ev))
    return Strategy(
        table,
        tuple(line for line in lines if line.share > 0),
        Fraction(weighted_sum(weights, evs), denominator),
        Fraction(weighted_sum(weights, best), denominator),
    )


def holds_by_list(contest: Contest, runs: list[list[int]]) -> tuple[IntArray, IntArray]:
    """The hold of every deal class under a list, shape (deal classes,), and every shape's place in it."""
    flat = [label for run in runs for label in run]
    place = np.full(len(contest.shapes) + 1, len(flat), dtype=np.int64)
    place[flat] = np.arange(len(flat))
    holds = np.empty(len(contest.labels), dtype=np.int64)
    _play_by_list(contest.labels, place, np.array(hold_masks(), dtype=np.int64), holds)
    return holds, place


def _line_text(shapes: tuple[Shape, ...], all_shapes: list[Shape]) -> str:
    """The words of a line: the stem, and the details if the line does not cover all of them."""
    stem = shapes[0].stem
    if stem == DEALT:
        names = [shape.detail for shape in shapes]
        return f"dealt {' or '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}"
    family = [shape for shape in all_shapes if shape.stem == stem]
    missing = [shape.detail for shape in family if shape not in shapes]
    in_order = sorted(shapes, key=lambda shape: shape.rank_key, reverse=True) == list(shapes)
    if not missing and (in_order or len(shapes) == 1):
        return stem
    details = [shape.detail or "others" for shape in shapes]
    if in_order and len(missing) < len(details):
        return f"{stem}, but not {'; '.join(missing)}"
    return f"{stem}: {'; '.join(details)}"


@kernel
def _play_by_list(
    labels: NDArray[np.int16],
    place: IntArray,
    order: IntArray,
    holds: IntArray,
) -> None:
    """Fill holds (deals,) with the hold whose shape comes first; place (shapes + 1,) ends with that of -1."""
    for i in range(len(labels)):
        chosen = order[0]
        for hold in order:
            if place[labels[i, hold]] < place[labels[i, chosen]]:
                chosen = hold
        holds[i] = chosen
