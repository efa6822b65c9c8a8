"""Data of the strategy page: charts, spots, one table decision and the point rule, in few bytes.

The strategies of a chart are exact, yet small enough to send in a file.  Nearly every class is played up to
one stack, whose place on the grid is one byte.  Classes with gaps, and stacks at which a class is mixed or
indifferent, are listed separately.  One decision of a table is drawn like a seat: a square of hands at one
stack.
"""

from __future__ import annotations

import base64
import math
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
from jamfold.views.charts import AVERAGE, caption, chart_lines
from jamfold.views.formats import Contract, Counts, format_bound
from jamfold.views.point_rules import NOTE, RuleCardContract, score_lines


def packed_bytes(values: NDArray[np.integer]) -> str:
    """Pack integers from 0 to 255, a byte each; raises ValueError for any other number."""
    narrow = np.asarray(values).astype(np.uint8)
    if not np.array_equal(narrow, values):
        raise ValueError("These numbers do not fit into bytes.")
    return _text(narrow.tobytes())


def packed_places(values: NDArray[np.integer]) -> str:
    """Pack integers below 65,536 by their differences modulo 65,536: all low bytes, then all high bytes.

    Raises ValueError for any other number.
    """
    narrow = np.asarray(values).astype("<u2")
    if not np.array_equal(narrow, values):
        raise ValueError("These numbers do not fit into two bytes.")
    steps = np.diff(narrow, prepend=narrow.dtype.type(0))
    return _text(steps.view(np.uint8).reshape(-1, 2).T.tobytes())


def packed_curves(curves: NDArray[np.integer]) -> str:
    """Pack smooth rows of integers, shape (rows, points), by second differences with `packed_whole`.

    Each row begins with its first number and its first difference.
    """
    steps = np.asarray(curves, dtype=np.int64)
    for _ in range(2):
        steps = np.diff(steps, axis=1, prepend=0)
    return packed_whole(steps.ravel())


def packed_whole(numbers: NDArray[np.integer]) -> str:
    """Pack integers, shape (n,), seven bits to a byte.

    A number n is written as 2n, or -2n - 1 if it is negative, lowest bits first; all its bytes but the last
    have the high bit set.
    """
    values = np.asarray(numbers, dtype=np.int64)
    zigzag = np.where(values < 0, -2 * values - 1, 2 * values)
    groups = [zigzag >> 7 * k for k in range(10)]
    packed = bytearray()
    columns = np.stack(groups, axis=1)
    lengths = np.maximum(1, (columns > 0).sum(axis=1))
    for row, length in zip(columns.tolist(), lengths.tolist(), strict=True):
        packed += bytes([group & 127 | 128 for group in row[: length - 1]])
        packed.append(row[length - 1] & 127)
    return _text(bytes(packed))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def rule_card(report: RuleReport, *, parts: bool = True) -> RuleCardContract:
    """Pack a rule whose features and scores span at most 255, as those of the bundled rules do.

    With `parts` the score of every class can be counted number by number; without, only its sum is packed.
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
    """Pack what each weight of a rule multiplies, by class."""
    return tuple(packed_bytes(find_feature(rule.game, name).values) for name, _ in rule.score)


Runs = tuple[Counts, ...]


class ExplorerSeat(Contract):
    """One player's exact strategy at every stack.

    Texts are bytes as base64, keys are class ids, places count stacks from 0, the lowest.
    """

    percent: tuple[float, ...]
    """Percent of all hands, by stack."""
    tops: str
    """One byte a class: the number of stacks, from the lowest without a gap, that play it; 255: see odd."""
    odd: dict[str, Runs]
    """First and last places of the runs in which a class is played, if there are gaps."""
    mixed: dict[str, tuple[tuple[int, float], ...]]
    """Stack index and frequency where a class is mixed."""
    free: dict[str, Runs]
    """Runs of places where both actions are right."""
    margins: str
    """The EV of playing less folding, in units of quantum, packed by `packed_curves`.

    By class if classes fill a square, else the mean of each cell of the matrix; 0 if the decision is never
    reached.
    """


class ExplorerPart(Contract):
    """The frequency of an action by class at every stack, packed as in `ExplorerSeat`."""

    tops: str
    odd: dict[str, Runs]
    mixed: dict[str, tuple[tuple[int, float], ...]]


class ExplorerNode(Contract):
    """One decision of a tree at every stack.

    Frequencies count all hands of a class: that it reaches the decision by its own play and takes the action.
    """

    seat: Literal["sb", "bb"]
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``."""
    reach: tuple[float | None, ...]
    """The reach probability by stack; null if the tree has no such decision."""
    here: ExplorerPart | None
    """The hands that reach it by their own play; null: all hands."""
    actions: tuple[str, ...]
    """The actions other than folding, at any of the stacks."""
    parts: tuple[ExplorerPart, ...]
    """The frequency of each action."""
    plays: ExplorerSeat
    """The frequency of not folding, and the best action's gain over folding, given that a class is here."""


class ExplorerTree(Contract):
    """Raises before the all-in; `jam` and `call` are then what is not folded at the first decision."""

    raises: str
    """The sizes in words."""
    notes: tuple[str, ...]
    """The result of the chart in sentences, and what is not in the tree."""
    opens: tuple[str, ...]
    """The small blind's play of hands it does not fold, by stack: jam, raise, or raise or jam."""
    stays: ExplorerPart
    """The small blind's frequency of jamming, or of raising and not folding to a jam over that."""
    nodes: tuple[ExplorerNode, ...]
    """The decisions, earlier ones first."""


class PositionsNode(Contract):
    """One decision of a table at every stack."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it."""
    percent: tuple[float, ...]
    """Percent of all hands, by stack."""
    gain_bb: tuple[tuple[float | None, ...], ...]
    """The EV of playing less folding, by stack and class; null if the seat is all-in by its blind."""
    play: tuple[tuple[float, ...], ...]
    """The frequency of playing each class, by stack."""
    close: tuple[tuple[int, ...], ...]
    """Classes whose sign of gain is uncertain, by stack."""


class PositionsContract(Contract):
    """Charts of all seats of a table over equal stacks."""

    game: str
    seats: int
    level: str
    method: Literal["counted", "model"]
    packed: bool
    """Whether the charts are bundled with the program."""
    hands: tuple[str, ...]
    """The names of the classes."""
    stacks: tuple[float, ...]
    nodes: tuple[PositionsNode, ...]


class ExplorerContract(Contract):
    """A chart for the strategy page: exact strategies, margins rounded to `quantum`."""

    game: str
    title: str
    hole_cards: int
    """Number of hole cards."""
    level: str
    """Blinds and antes in words."""
    exactness: str
    """The rules, stacks and certificate, in words."""
    exact: bool
    unit: str
    """The unit of values and margins: bb, or money."""
    quantum: float
    low: float
    step: float
    count: int
    stacks: tuple[float, ...]
    """Stacks in big blinds, ascending from low by step, with the requested one if it is off the grid."""
    digits: int
    """The number of decimals that distinguishes the stacks."""
    sizes: str
    """Hands of each class, a byte each."""
    hands: str
    """The cards of a hand of each class, a byte a card: 4 times the rank (2 is 0) plus the suit (c is 0)."""
    order: str
    """Two bytes a class, low byte first: its place by equity against a random hand, best 0."""
    names: tuple[str, ...] | None
    """The names of the classes, if they fill a square."""
    places: tuple[int, ...] | None
    """The classes of the square, row by row."""
    rows: tuple[str, ...] | None
    """The rows of the matrix of patterns, if hands have four cards."""
    columns: tuple[str, ...] | None
    cells: str | None
    """The cell of each class, a byte each: row times number of columns, plus column."""
    values: tuple[float, ...]
    """The small blind's values, by stack."""
    jam: ExplorerSeat
    call: ExplorerSeat
    tree: ExplorerTree | None
    """Null if there is only jam or fold."""
    zero_sum: bool = False
    """Whether a hand that gains or loses by an action does so in every equilibrium: only chips are played
    for, and all stacks are solved exactly."""
    error_bb: float | None = None
    """The most a player gains by deviating, with 95%; null if the exact table was used."""
    whole_game: tuple[str | None, ...] = ()
    """By stack, an upper bound of the gain of a small-blind strategy of the whole game, with limps and flops,
    over jam or fold, in big blinds; null if no bound is known."""


ODD = 255
"""Marks, instead of a top, a class whose stacks are listed in ``odd``."""
_WHOLE = 1.0 - 1e-9
_QUANTUM = 0.001  # big blinds
_PARTS = 20_000  # of the largest margin, in money


def explorer_data(chart: Chart) -> ExplorerContract:
    quantum = _quantum(chart)
    return ExplorerContract.pick(
        chart,
        chart.grid,
        **game_fields(chart.game),
        level=chart.level.text(),
        exactness=caption(chart, AVERAGE),
        error_bb=chart.bound if chart.approximate else None,
        unit="money" if chart.in_money else "bb",
        quantum=quantum,
        count=len(chart.points),
        values=tuple(round(point.value, 6) for point in chart.points),
        jam=_seat(chart, Seat.SMALL_BLIND, quantum),
        call=_seat(chart, Seat.BIG_BLIND, quantum),
        tree=_tree(chart, quantum),
        zero_sum=chart.exact and chart.terms.plain and not isinstance(chart, TreeChart),
        whole_game=_whole_game(chart),
    )


def game_fields(game: Game) -> dict[str, Any]:
    """Return the fields of a chart that follow from its game."""
    classes, is_square = hand_classes(game), has_grid(game)
    places = np.empty(classes.n, dtype=np.int64)
    places[equity_order(game)] = np.arange(classes.n)
    return {
        "game": game.name,
        "title": game.title,
        "hole_cards": classes.hole_cards,
        "sizes": packed_bytes(classes.sizes),
        "hands": packed_bytes(classes.representatives),
        "order": packed_places(places),
        "names": tuple(class_label(game, index) for index in range(classes.n)) if is_square else None,
        "places": tuple(square_classes(game)) if is_square else None,
        **pattern_cells(game),
    }


def _whole_game(chart: Chart) -> tuple[str | None, ...]:
    """Return the bundled gaps to the whole game; empty for pot limit, rake or prizes."""
    if (isinstance(chart, TreeChart) and chart.raises.limit) or not (chart.exact and chart.terms.plain):
        return ()
    gaps = [packed_gap(chart.game, situation) for _, situation in situations_on(chart.grid, chart.level)]
    texts = tuple(None if gap is None else format_bound(gap) for gap in gaps)
    return texts if any(texts) else ()


def pattern_cells(game: Game) -> dict[str, Any]:
    """Return the patterns of four-card hands; all None if classes fill a square."""
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
    return _packed_seat(chart, chart.chances(seat), chart.indifferent(seat), chart.margins(seat), quantum)


def _packed_seat(
    chart: Chart, played: FloatArray, free: BoolArray, margins: FloatArray, quantum: float
) -> ExplorerSeat:
    """Pack what is played and what that gains; arrays have shape (points, n)."""
    shares = played @ chart.classes.sizes / chart.game.n_hands
    return ExplorerSeat(
        **_part(played),
        percent=tuple(round(100 * share, 6) for share in shares.tolist()),
        free={str(i): tuple(runs(free[:, i])) for i in np.flatnonzero(free.any(axis=0)).tolist()},
        margins=packed_curves(np.rint(_margins(chart, margins) / quantum).astype(np.int64)),
    )


def _part(chances: FloatArray) -> dict[str, Any]:
    """Return the fields of an `ExplorerPart`; `chances` has shape (points, n)."""
    played = chances >= PLAYED
    tops = played.sum(axis=0)
    plain = (played == (np.arange(len(chances))[:, None] < tops)).all(axis=0)
    mixed = (chances > 0) & (chances < 1)
    return {
        "tops": packed_bytes(np.where(plain, tops, ODD)),
        "odd": {str(i): tuple(runs(played[:, i])) for i in np.flatnonzero(~plain).tolist()},
        "mixed": {
            str(i): tuple((k, float(chances[k, i])) for k in np.flatnonzero(mixed[:, i]).tolist())
            for i in np.flatnonzero(mixed.any(axis=0)).tolist()
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
        opens=tuple(words.get((at.raised_share > 0, at.jammed_share > 0), "jam") for at in chart.points),
        stays=ExplorerPart(**_part(np.where(stays > _WHOLE, 1.0, stays))),
        nodes=_nodes(chart, quantum),
    )


def _nodes(chart: TreeChart, quantum: float) -> tuple[ExplorerNode, ...]:
    """Return the decisions of all stacks; larger stacks have more of them."""
    histories = dict.fromkeys(decision.after for items in reversed(chart.decisions) for decision in items)
    return tuple(_node(chart, after, quantum) for after in sorted(histories, key=len))


def _node(chart: TreeChart, after: tuple[str, ...], quantum: float) -> ExplorerNode:
    by_stack = [next((item for item in items if item.after == after), None) for items in chart.decisions]
    decisions = [decision for decision in by_stack if decision is not None]
    seat: Any = decisions[0].seat
    nothing = np.zeros(chart.classes.n)
    actions = tuple(dict.fromkeys(name for decision in reversed(decisions) for name in decision.actions))

    def frequencies(at: DecisionAt | None, name: str) -> FloatArray:
        return at.chances[at.actions.index(name)] if at and name in at.actions else nothing

    reached = np.array([nothing if decision is None else decision.here for decision in by_stack])
    played = np.array([nothing if decision is None else decision.played for decision in by_stack])
    margins = np.array([nothing + np.nan if decision is None else decision.margin for decision in by_stack])
    free = is_free(margins) & ~np.isnan(margins) & (reached > 0.0)
    return ExplorerNode(
        seat=seat,
        after=after,
        reach=tuple(None if decision is None else round(decision.reach, 9) for decision in by_stack),
        here=None if all((at.here == 1.0).all() for at in decisions) else ExplorerPart(**_part(reached)),
        actions=actions,
        parts=tuple(
            ExplorerPart(**_part(np.array([frequencies(at, name) for at in by_stack]))) for name in actions
        ),
        plays=_packed_seat(chart, played, free, margins, quantum),
    )


def _margins(chart: Chart, margins: FloatArray) -> FloatArray:
    """Return what playing gains by class or cell, shape (rows, points); 0 if a decision is not reached."""
    margins = np.nan_to_num(margins)
    if not chart.game.has_families:
        return np.ascontiguousarray(margins.T)
    sizes = chart.classes.sizes.astype(np.float64)
    cells = [cell.ids for cell in pattern_matrix(chart.game).cells()]
    return np.array([margins[:, ids] @ sizes[ids] / sizes[ids].sum() for ids in cells])


def _quantum(chart: Chart) -> float:
    """Return the unit of margins: a thousandth of a big blind, or a power of ten that suits the money."""
    if not chart.in_money:
        return _QUANTUM
    largest = max(float(np.nanmax(np.abs(chart.margins(seat)), initial=0.0)) for seat in Seat)
    return 10.0 ** math.floor(math.log10(largest / _PARTS)) if largest > 0 else 1.0


def decision_data(solution: TableSolution, row: int) -> ExplorerContract:
    """Return a decision of a three-seat table whose chips are big blinds and whose classes fill a square."""
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
    """Return one decision: stack in big blinds, chance and margin of each class, percent of hands."""
    margins = np.nan_to_num(margins)
    mixed = np.flatnonzero((chances > 0) & (chances < 1))
    seat = ExplorerSeat(
        percent=(round(percent, 6),),
        tops=packed_bytes((chances >= 0.5).astype(np.int64)),
        odd={},
        mixed={str(class_id): ((0, float(chances[class_id])),) for class_id in mixed.tolist()},
        free={},
        margins=packed_curves(np.rint(margins / _QUANTUM).astype(np.int64)[:, None]),
    )
    return ExplorerContract(
        **game_fields(game),
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
        values=(0.0,),
        jam=seat,
        call=seat,
        tree=None,
    )
