"""Decisions of a table on the terminal: ranges as charts, a hand looked up, a seat's best answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import RANK_NAMES
from jamfold.counting.classes import ClassId, hand_classes
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.spots.pattern_play import MatrixPlay
from jamfold.spots.table.result import TableResult
from jamfold.views.pattern_tables import matrix_text, percent_text
from jamfold.views.range_text import range_text
from jamfold.views.table_words import action_word, decision_words, gain_text, the_seat, value_unit

if TYPE_CHECKING:
    from rich.console import Group, RenderableType
    from rich.table import Table

FloatArray = NDArray[np.float64]

_HALF = 0.5


def margins_of(answer: TableResult) -> FloatArray | None:
    """What playing is worth more than folding, by decision and class, where an answer knows it."""
    margins: FloatArray | None = getattr(answer, "margins", None)
    return margins


def response_of(answer: TableResult, seat: int) -> TableResult | None:
    """The same table with one seat's strategies replaced by its best answer; None where it is not known."""
    responses: FloatArray | None = getattr(answer, "responses", None)
    if responses is None:
        return None
    rows = rows_of(answer, seat)
    sizes = hand_classes(answer.game).sizes
    strategy, percent = answer.strategy.copy(), answer.percent.copy()
    strategy[rows] = responses[rows]
    percent[rows] = 100 * (strategy[rows] @ sizes) / sizes.sum()
    return replace(answer, strategy=strategy, percent=percent)


def rows_of(answer: TableResult, seat: int) -> list[int]:
    """The decisions of a seat."""
    return [row for row, node in enumerate(answer.nodes) if node.seat == seat]


def played_text(answer: TableResult, row: int) -> str:
    """What is played at least half of the time at a decision, as a range; ``nothing`` for none."""
    return range_text(answer.game, (answer.strategy[row] >= _HALF).astype(float)) or "nothing"


def decision_line(answer: TableResult, row: int) -> str:
    """A decision in words, with how much is played and how often it comes."""
    node = answer.nodes[row]
    return (
        f"{decision_words(answer.hand, node)}: {action_word(node)}s {answer.percent[row]:.2f} % of hands; "
        f"reached {100 * answer.reach[row]:.2f} % of the time"
    )


def decisions_view(answer: TableResult, rows: Sequence[int], width: int) -> Group:
    """Decisions as charts: squares of two-card hands, matrices of the patterns of four."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = []
    for row in rows:
        parts += [*([Text()] if parts else []), Text(decision_line(answer, row), style="bold")]
        if has_grid(answer.game):
            parts.append(square_view(answer.game, answer.strategy[row]))
        else:
            title = action_word(answer.nodes[row])
            chances = answer.strategy[row]
            parts += matrix_text([(title, MatrixPlay(answer.game, chances, np.zeros_like(chances)))], width)
        if answer.game.has_classic_notation:
            parts.append(Text(played_text(answer, row)))
    return Group(*parts)


def square_view(game: Game, chances: FloatArray) -> Table:
    """How often each two-card hand is played, in per cent; suited hands above the diagonal."""
    from rich.table import Table
    from rich.text import Text

    cells = grid_cells(game)
    names = RANK_NAMES[::-1][: game.n_ranks]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", style="dim")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True, min_width=3)
    for row, name in enumerate(names):
        played = [float(chances[cells[row, column]]) for column in range(len(names))]
        texts = ["·" if share < 1e-9 else percent_text(share) for share in played]
        styles = ["bold cyan" if share >= _HALF else "" if share else "dim" for share in played]
        table.add_row(name, *(Text(text, style) for text, style in zip(texts, styles, strict=True)))
    return table


def hand_view(answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> Group:
    """One hand at some decisions: how often it is played, and what that gains where it is known."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    values = hand_values(answer, class_id, rows)
    gains = any(value["gain"] is not None for value in values)
    table = Table(box=SIMPLE_HEAD)
    unit = value_unit(answer.hand)
    for heading in ("decision", "plays", *([f"gains by it, {unit}"] if gains else [])):
        table.add_column(heading, justify="left" if heading == "decision" else "right")
    for row, value in zip(rows, values, strict=True):
        gain = value["gain"]
        shown = "–" if gain is None else f"{gain:+.4f}"
        table.add_row(
            decision_words(answer.hand, answer.nodes[row]),
            f"{100 * value['chance']:.4g} %",
            *([shown] if gains else []),
        )
    size = int(hand_classes(answer.game).sizes[class_id])
    title = f"{class_label(answer.game, class_id)}, {size} hands"
    return Group(Text(title, style="bold"), table)


def hand_values(answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> list[dict[str, Any]]:
    """A hand at some decisions: chance to play, gain (None where it is not known)."""
    margins, names = margins_of(answer), answer.hand.names
    values = []
    for row in rows:
        node = answer.nodes[row]
        gain = None if margins is None else float(margins[row, class_id])
        values.append(
            {
                "seat": names[node.seat],
                "after": tuple(names[seat] for seat in node.after),
                "hand": class_label(answer.game, class_id),
                "chance": float(answer.strategy[row, class_id]),
                "gain": None if gain is None or np.isnan(gain) else gain,
            }
        )
    return values


def response_line(answer: TableResult, seat: int) -> str:
    """What a seat's best answer to the others gains, in a sentence."""
    error = "" if answer.exact else f", standard error {answer.gains_error[seat]:.2g}"
    gain = gain_text(answer.hand, float(answer.gains[seat]))
    most = (
        ""
        if answer.exact
        else f" No answer gains more than {gain_text(answer.hand, float(answer.bounds[seat]))} (95 %)."
    )
    return f"The best answer of {the_seat(answer.hand, seat)} to these ranges gains {gain}{error}.{most}"


def response_view(answer: TableResult, seat: int, rows: Sequence[int], *, width: int, chart: bool) -> Group:
    """One seat's best answer to a profile: its gain, and its ranges, which stand in some rows already."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [Text(response_line(answer, seat), style="bold")]
    if chart:
        return Group(*parts, Text(), decisions_view(answer, rows, width))
    for row in rows:
        parts.append(Text(decision_line(answer, row)))
        if answer.game.has_classic_notation:
            parts.append(Text(f"  {played_text(answer, row)}"))
    return Group(*parts)
