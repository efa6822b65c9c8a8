"""Data of the strategy page: charts, spots, one table decision and the point rule, in few bytes.

The strategies of a chart are exact, and small enough to be sent in a file.  A class is nearly always played
up to one stack; its place on the grid is one byte.  Classes with gaps, and stacks at which a class is
played sometimes or is indifferent, are listed separately.  One decision of a table is drawn like a seat: a
square of hands at one stack.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.margins import equity_order
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.practice.point_rules.features import find_feature
from jamfold.practice.point_rules.report import RuleReport
from jamfold.practice.point_rules.rule import Rule
from jamfold.ranges.grid import class_label, has_grid, square_classes
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.charts import PLAYED, Chart, is_free, runs, situations_on
from jamfold.spots.nplayer.exact import TableSolution
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_charts import TreeChart
from jamfold.spots.tree_solve import DecisionAt
from jamfold.spots.whole_game_gaps import packed_gap
from jamfold.views.charts import AVERAGE, caption
from jamfold.views.formats import format_bound
from jamfold.views.point_rules import NOTE, RuleCardContract, score_lines
from jamfold.views.schema import Contract, Counts
from jamfold.views.tree_charts import chart_lines


def packed_bytes(values: NDArray[np.integer]) -> str:
    """Whole numbers from 0 to 255, a byte each. Raises ValueError if one is none of them."""
    narrow = np.asarray(values).astype(np.uint8)
    if not np.array_equal(narrow, values):
        raise ValueError("These numbers do not fit into bytes.")
    return _text(narrow.tobytes())


def packed_places(values: NDArray[np.integer]) -> str:
    """Whole numbers below 65,536 by their differences, modulo that: all low bytes, then all high ones.

    Raises ValueError if one is none of them.
    """
    narrow = np.asarray(values).astype("<u2")
    if not np.array_equal(narrow, values):
        raise ValueError("These numbers do not fit into two bytes.")
    steps = np.diff(narrow, prepend=narrow.dtype.type(0))
    return _text(steps.view(np.uint8).reshape(-1, 2).T.tobytes())


def packed_curves(curves: NDArray[np.integer]) -> str:
    """Smooth rows of whole numbers, shape (rows, points): second differences as `packed_whole`.

    Each row begins with its first number and its first difference.
    """
    steps = np.asarray(curves, dtype=np.int64)
    for _ in range(2):
        steps = np.diff(steps, axis=1, prepend=0)
    return packed_whole(steps.ravel())


def packed_whole(numbers: NDArray[np.integer]) -> str:
    """Whole numbers, shape (n,), seven bits a byte.

    A number n is written as 2n, or -2n - 1 where it is negative, lowest bits first; all bytes but its last
    have the high bit.
    """
    values = np.asarray(numbers, dtype=np.int64)
    zigzag = np.where(values < 0, -2 * values - 1, 2 * values)
    groups = [zigzag >> 7 * k for k in range(10)]
    found = bytearray()
    columns = np.stack(groups, axis=1)
    lengths = np.maximum(1, (columns > 0).sum(axis=1))
    for row, length in zip(columns.tolist(), lengths.tolist(), strict=True):
        found += bytes([one & 127 | 128 for one in row[: length - 1]])
        found.append(row[length - 1] & 127)
    return _text(bytes(found))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def rule_card(report: RuleReport, *, parts: bool = True) -> RuleCardContract:
    """A rule whose features and scores span at most 255, as those that come with the program do.

    With `parts` every class can be counted number by number; without, only its score is told.
    """
    rule = report.rule
    least = int(rule.scores.min())
    points, words = zip(*score_lines(report), strict=True)
    return RuleCardContract(
        game=rule.game.name,
        points=points,
        words=words,
        least=least,
        scores=packed_bytes(rule.scores - least),
        weights=tuple(weight for _, weight in rule.score),
        seen=packed_score(rule) if parts else None,
        thresholds=report.rows,
        note=NOTE,
    )


def packed_score(rule: Rule) -> tuple[str, ...]:
    """What each weight of a rule multiplies, by class."""
    return tuple(packed_bytes(find_feature(rule.game, name).values) for name, _ in rule.score)


Runs = tuple[Counts, ...]


@dataclass(frozen=True, kw_only=True)
class ExplorerSeat(Contract):
    """One player's exact strategy at every stack.

    Texts are bytes as base64, classes are keys by their ids, places count stacks from the lowest, 0, on.
    """

    percent: tuple[float, ...]
    """Of all hands, by stack."""
    tops: str
    """One byte a class: at how many stacks it is played, from the lowest on without a gap; 255: see odd."""
    odd: dict[str, Runs]
    """First and last places of the runs in which a class is played, where a top does not say it."""
    mixed: dict[str, tuple[tuple[int, float], ...]]
    """Place and chance where a class is played sometimes."""
    free: dict[str, Runs]
    """Runs of places where both actions are right."""
    margins: str
    """What playing gains over folding, in units of quantum: see `views.explorer.packing`.

    By class where classes fill a square, else the mean of each cell of the matrix; 0 where nobody asks.
    """


@dataclass(frozen=True, kw_only=True)
class ExplorerPart(Contract):
    """How often each class does something at every stack, as `ExplorerSeat` tells it."""

    tops: str
    odd: dict[str, Runs]
    mixed: dict[str, tuple[tuple[int, float], ...]]


@dataclass(frozen=True, kw_only=True)
class ExplorerNode(Contract):
    """One decision of a tree at every stack.

    Chances are those that a class comes here by its own play and does something: of all its hands.
    """

    seat: Literal["sb", "bb"]
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``."""
    reach: tuple[float | None, ...]
    """Chance that a hand comes to it, by stack; null where the tree has no such decision."""
    here: ExplorerPart | None
    """Who comes to it by their own play; null: all hands."""
    actions: tuple[str, ...]
    """What can be done besides folding, at any of the stacks."""
    parts: tuple[ExplorerPart, ...]
    """How often each action is taken."""
    plays: ExplorerSeat
    """What is not folded, and what the best action gains over folding once a class is here."""


@dataclass(frozen=True, kw_only=True)
class ExplorerTree(Contract):
    """Raises before the all-in: `jam` and `call` are then what is not folded at the first decision."""

    raises: str
    """The sizes in words."""
    notes: tuple[str, ...]
    """What the chart answers, and what is not in the tree."""
    opens: tuple[str, ...]
    """What the small blind does who does not fold, by stack: jam, raise, or raise or jam."""
    stays: ExplorerPart
    """How often the small blind jams, or raises and does not fold to a jam over that."""
    nodes: tuple[ExplorerNode, ...]
    """The decisions, those that come first before the others."""


@dataclass(frozen=True, kw_only=True)
class PositionsNode(Contract):
    """One decision of a table at every stack."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it."""
    percent: tuple[float, ...]
    """Of all hands, by stack."""
    gain_bb: tuple[tuple[float | None, ...], ...]
    """What playing gains over folding, by stack and class; null where a seat is all-in by its blind."""
    play: tuple[tuple[float, ...], ...]
    """How often each class is played, by stack."""
    close: tuple[tuple[int, ...], ...]
    """Classes whose sign of gain is uncertain, by stack."""


@dataclass(frozen=True, kw_only=True)
class PositionsContract(Contract):
    """Charts of all seats of a table over equal stacks."""

    game: str
    seats: int
    level: str
    method: Literal["counted", "model"]
    packed: bool
    """Whether they come with the program."""
    hands: tuple[str, ...]
    """The names of the classes."""
    stacks: tuple[float, ...]
    nodes: tuple[PositionsNode, ...]


@dataclass(frozen=True, kw_only=True)
class ExplorerContract(Contract):
    """A chart as the strategy page takes it: exact strategies, margins rounded to `quantum`."""

    game: str
    title: str
    hole_cards: int
    """Private cards of a hand."""
    level: str
    """Blinds and antes in words."""
    exactness: str
    """What was solved and how exact it is, in words."""
    exact: bool
    unit: str
    """Of values and margins: bb, or money."""
    quantum: float
    low: float
    step: float
    count: int
    stacks: tuple[float, ...]
    """From low by step, in big blinds, and one more where it was asked for: ascending, `count` of them."""
    digits: int
    """Decimals that tell the stacks apart."""
    sizes: str
    """Hands of each class, a byte each."""
    hands: str
    """The cards of a hand of each class, a byte a card: 4 times the rank (2 is 0), and the suit (c is 0)."""
    order: str
    """Two bytes a class, low one first: its place by equity against a random hand, best 0."""
    names: tuple[str, ...] | None
    """Of the classes, where they fill a square."""
    places: tuple[int, ...] | None
    """The classes of the square, row by row."""
    rows: tuple[str, ...] | None
    """Of the matrix of patterns, where hands have four cards."""
    columns: tuple[str, ...] | None
    cells: str | None
    """The cell of each class, a byte each: row times number of columns, and column."""
    values: tuple[float, ...]
    """Of the small blind, by stack."""
    jam: ExplorerSeat
    call: ExplorerSeat
    tree: ExplorerTree | None
    """Null where everybody jams or folds."""
    zero_sum: bool = False
    """Whether a hand that gains or loses by an action does the same in every equilibrium: chips alone are
    played for, and all stacks are solved exactly."""
    error_bb: float | None = None
    """What a player gains at most by deviating, with 95%, where it was solved without the table."""
    whole_game: tuple[str | None, ...] = ()
    """By stack what any small-blind strategy of the whole game, limps and flops included, earns above jam or
    fold at most, in big blinds, rounded up; null where that is not known."""


ODD = 255
"""In place of a top: the stacks of the class stand in ``odd``."""
_WHOLE = 1.0 - 1e-9
_QUANTUM = 0.001  # big blinds
_PARTS = 20_000  # of the largest margin, where it is money


def explorer_data(chart: Chart) -> ExplorerContract:
    """One game, as many stacks as an `ExplorerRequest` takes."""
    game, classes = chart.game, chart.classes
    places = np.empty(classes.n, dtype=np.int64)
    places[equity_order(game)] = np.arange(classes.n)
    square = has_grid(game)
    quantum = _quantum(chart)
    return ExplorerContract(
        game=game.name,
        title=game.title,
        hole_cards=classes.hole_cards,
        level=chart.level.text(),
        exactness=caption(chart, AVERAGE),
        exact=chart.exact,
        error_bb=chart.bound if chart.approximate else None,
        unit="money" if chart.in_money else "bb",
        quantum=quantum,
        low=chart.grid.low,
        step=chart.grid.step,
        count=len(chart.points),
        stacks=chart.stacks,
        digits=chart.grid.digits,
        sizes=packed_bytes(classes.sizes),
        hands=packed_bytes(classes.representatives),
        order=packed_places(places),
        names=tuple(class_label(game, index) for index in range(classes.n)) if square else None,
        places=tuple(square_classes(game)) if square else None,
        **pattern_cells(game),
        values=tuple(round(point.value, 6) for point in chart.points),
        jam=_seat(chart, Seat.SMALL_BLIND, quantum),
        call=_seat(chart, Seat.BIG_BLIND, quantum),
        tree=_tree(chart, quantum),
        zero_sum=chart.exact and chart.terms.plain and not isinstance(chart, TreeChart),
        whole_game=_whole_game(chart),
    )


def _whole_game(chart: Chart) -> tuple[str | None, ...]:
    """The gaps that come with the program; none for pot limit, rake or prizes."""
    if (isinstance(chart, TreeChart) and chart.raises.limit) or not (chart.exact and chart.terms.plain):
        return ()
    gaps = [packed_gap(chart.game, situation) for _, situation in situations_on(chart.grid, chart.level)]
    texts = tuple(None if gap is None else format_bound(gap) for gap in gaps)
    return texts if any(texts) else ()


def pattern_cells(game: Game) -> dict[str, Any]:
    """The patterns of four-card hands; nothing where classes fill a square."""
    if not game.has_families:
        return {"rows": None, "columns": None, "cells": None}
    matrix = pattern_matrix(game)
    columns = [column.name for column in matrix.columns]
    cells = np.zeros(hand_classes(game).n, dtype=np.int64)
    for number, row in enumerate(matrix.rows):
        for name, cell in row.cells.items():
            cells[cell.ids] = number * len(columns) + columns.index(name)
    return {
        "rows": tuple(row.name for row in matrix.rows),
        "columns": tuple(columns),
        "cells": packed_bytes(cells),
    }


def _seat(chart: Chart, seat: Seat, quantum: float) -> ExplorerSeat:
    return _told(chart, chart.chances(seat), chart.indifferent(seat), chart.margins(seat), quantum)


def _told(
    chart: Chart,
    played: FloatArray,
    free: BoolArray,
    margins: FloatArray,
    quantum: float,
) -> ExplorerSeat:
    """What is played and what that gains, of arrays (points, n)."""
    share = played @ chart.classes.sizes / chart.game.n_hands
    return ExplorerSeat(
        **_part(played),
        percent=tuple(round(100 * one, 6) for one in share.tolist()),
        free={str(one): tuple(runs(free[:, one])) for one in np.flatnonzero(free.any(axis=0)).tolist()},
        margins=packed_curves(np.rint(_margins(chart, margins) / quantum).astype(np.int64)),
    )


def _part(chances: FloatArray) -> dict[str, Any]:
    """The entries of an `ExplorerPart`, of chances (points, n)."""
    played = chances >= PLAYED
    tops = played.sum(axis=0)
    plain = (played == (np.arange(len(chances))[:, None] < tops)).all(axis=0)
    mixed = (chances > 0) & (chances < 1)
    return {
        "tops": packed_bytes(np.where(plain, tops, ODD)),
        "odd": {str(one): tuple(runs(played[:, one])) for one in np.flatnonzero(~plain).tolist()},
        "mixed": {
            str(one): tuple((k, float(chances[k, one])) for k in np.flatnonzero(mixed[:, one]).tolist())
            for one in np.flatnonzero(mixed.any(axis=0)).tolist()
        },
    }


def _tree(chart: Chart, quantum: float) -> ExplorerTree | None:
    if not isinstance(chart, TreeChart):
        return None
    stays = np.clip(chart.jammed + chart.stays, 0.0, 1.0)
    words = {(True, False): "raise", (True, True): "raise or jam"}
    return ExplorerTree(
        raises=chart.raises.text(chart.level.big_blind),
        notes=tuple(chart_lines(chart)),
        opens=tuple(words.get((one.raised_share > 0, one.jammed_share > 0), "jam") for one in chart.points),
        stays=ExplorerPart(**_part(np.where(stays > _WHOLE, 1.0, stays))),
        nodes=_nodes(chart, quantum),
    )


def _nodes(chart: TreeChart, quantum: float) -> tuple[ExplorerNode, ...]:
    """The decisions that there are at any of the stacks; trees of larger stacks have more of them."""
    names = {decision.after: decision.seat for told in reversed(chart.decisions) for decision in told}
    return tuple(_node(chart, after, quantum) for after in sorted(names, key=len))


def _node(chart: TreeChart, after: tuple[str, ...], quantum: float) -> ExplorerNode:
    found = [next((one for one in told if one.after == after), None) for told in chart.decisions]
    there = [decision for decision in found if decision is not None]
    seat: Any = there[0].seat
    nothing = np.zeros(chart.classes.n)
    actions = tuple(dict.fromkeys(name for decision in reversed(there) for name in decision.actions))

    def done(one: DecisionAt | None, name: str) -> FloatArray:
        return one.chances[one.actions.index(name)] if one and name in one.actions else nothing

    here = np.array([nothing if decision is None else decision.here for decision in found])
    played = np.array([nothing if decision is None else decision.played for decision in found])
    margins = np.array([nothing + np.nan if decision is None else decision.margin for decision in found])
    free = is_free(margins) & ~np.isnan(margins) & (here > 0.0)
    return ExplorerNode(
        seat=seat,
        after=after,
        reach=tuple(None if decision is None else round(decision.reach, 9) for decision in found),
        here=None if all((decision.here == 1.0).all() for decision in there) else ExplorerPart(**_part(here)),
        actions=actions,
        parts=tuple(ExplorerPart(**_part(np.array([done(one, name) for one in found]))) for name in actions),
        plays=_told(chart, played, free, margins, quantum),
    )


def _margins(chart: Chart, margins: FloatArray) -> FloatArray:
    """What playing gains, by class or by cell of the matrix, shape (rows, points); 0 where nobody asks."""
    margins = np.nan_to_num(margins)
    if not chart.game.has_families:
        return np.ascontiguousarray(margins.T)
    sizes = chart.classes.sizes.astype(np.float64)
    cells = [cell.ids for cell in pattern_matrix(chart.game).cells()]
    return np.array([margins[:, ids] @ sizes[ids] / sizes[ids].sum() for ids in cells])


def _quantum(chart: Chart) -> float:
    """The unit of margins: a thousandth of a big blind, or a power of ten that suits the money."""
    if not chart.in_money:
        return _QUANTUM
    largest = max(float(np.nanmax(np.abs(chart.margins(seat)), initial=0.0)) for seat in Seat)
    return 10.0 ** math.floor(math.log10(largest / _PARTS)) if largest > 0 else 1.0


def decision_data(solution: TableSolution, row: int) -> ExplorerContract:
    """A decision of a table of three whose chips are big blinds and whose classes fill a square."""
    return square_data(
        solution.game,
        solution.hand.stacks[solution.nodes[row].seat],
        solution.strategy[row],
        solution.margins[row],
        float(solution.percent[row]),
        f"Three seats: no seat gains more than {solution.largest_gain:.1g} bb over all deals",
    )


def square_data(
    game: Game, stack: float, chances: FloatArray, margins: FloatArray, percent: float, exactness: str
) -> ExplorerContract:
    """A decision at a stack in big blinds: the chance and the margin of each class, the percent of hands."""
    classes = hand_classes(game)
    places = np.empty(classes.n, dtype=np.int64)
    places[equity_order(game)] = np.arange(classes.n)
    margins = np.nan_to_num(margins)
    mixed = np.flatnonzero((chances > 0) & (chances < 1))
    seat = ExplorerSeat(
        percent=(round(percent, 6),),
        tops=packed_bytes((chances >= 0.5).astype(np.int64)),
        odd={},
        mixed={str(one): ((0, float(chances[one])),) for one in mixed.tolist()},
        free={},
        margins=packed_curves(np.rint(margins / _QUANTUM).astype(np.int64)[:, None]),
    )
    return ExplorerContract(
        game=game.name,
        title=game.title,
        hole_cards=classes.hole_cards,
        level="",
        exactness=exactness,
        exact=False,
        unit="bb",
        quantum=_QUANTUM,
        low=stack,
        step=1.0,
        count=1,
        stacks=(float(stack),),
        digits=1,
        sizes=packed_bytes(classes.sizes),
        hands=packed_bytes(classes.representatives),
        order=packed_places(places),
        names=tuple(class_label(game, index) for index in range(classes.n)),
        places=tuple(square_classes(game)),
        rows=None,
        columns=None,
        cells=None,
        values=(0.0,),
        jam=seat,
        call=seat,
        tree=None,
    )
