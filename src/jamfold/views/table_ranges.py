"""Decisions of a table on the terminal: ranges as charts, a hand looked up, a seat's best answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from jamfold.arrays import BoolArray, FloatArray
from jamfold.cards import RANK_NAMES
from jamfold.counting.classes import ClassId, hand_classes
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.shown import plural
from jamfold.spots.pattern_play import MatrixPlay
from jamfold.spots.table.decisions import HandAt, hand_at
from jamfold.spots.table.opponents import uncalled_chance
from jamfold.spots.table.result import TableResult
from jamfold.views.pattern_tables import matrix_text, percent_text
from jamfold.views.range_text import range_text
from jamfold.views.table_words import (
    change_text,
    decision_words,
    interval_text,
    plays,
    seat_title,
    the_seat,
    worth_text,
)

_HALF = 0.5
_DOING = {"raise": "Raising", "jam": "Jamming", "call": "Calling"}


def played_text(answer: TableResult, row: int) -> str:
    """What is played at least half of the time at a decision, as a range; ``nothing`` for none."""
    return range_text(answer.game, answer.reach_text(row)) or "nothing"


def decision_line(answer: TableResult, row: int) -> str:
    """A decision in words, with how much is played and how often it comes."""
    node = answer.nodes[row]
    return (
        f"{decision_words(answer.hand, node)}: {plays(node)} {answer.percent[row]:.2f} % of hands; "
        f"reached {100 * answer.reach[row]:.2f} % of the time"
    )


def decisions_view(answer: TableResult, rows: Sequence[int], width: int) -> Group:
    """Decisions as charts: squares of two-card hands, matrices of the patterns of four."""
    parts: list[RenderableType] = []
    for row in rows:
        parts += [*([Text()] if parts else []), Text(decision_line(answer, row), style="bold")]
        if has_grid(answer.game):
            parts.append(square_view(answer.game, answer.played[row], answer.close[row]))
        else:
            title = answer.nodes[row].action
            chances = answer.played[row]
            parts += matrix_text([(title, MatrixPlay(answer.game, chances, np.zeros_like(chances)))], width)
        if answer.game.has_classic_notation:
            parts.append(Text(played_text(answer, row)))
    return Group(*parts)


def square_view(game: Game, chances: FloatArray, close: BoolArray | None = None) -> Table:
    """How often each two-card hand is played, in per cent, ~ where it is close; suited above the diagonal."""
    cells = grid_cells(game)
    names = RANK_NAMES[::-1][: game.n_ranks]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", style="dim")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True, min_width=3)
    for row, name in enumerate(names):
        played = [float(chances[cells[row, column]]) for column in range(len(names))]
        marks = [
            "~" if close is not None and close[cells[row, column]] else "" for column in range(len(names))
        ]
        texts = [
            f"{'·' if share < 1e-9 else percent_text(share)}{mark}"
            for share, mark in zip(played, marks, strict=True)
        ]
        styles = ["bold cyan" if share >= _HALF else "" if share else "dim" for share in played]
        table.add_row(name, *(Text(text, style) for text, style in zip(texts, styles, strict=True)))
    return table


def hand_words(answer: TableResult, row: int, class_id: ClassId) -> str:
    hand, seat = hand_at(answer, row, class_id), answer.nodes[row].seat
    does = plays(answer.nodes[row])
    words = f"{hand.hand} ({plural(hand.size, 'hand')}): {does} {100 * hand.chance:.4g} % of the time."
    if hand.ev_fold is None or hand.ev_play is None:
        return words
    play, fold = (worth_text(answer.hand, seat, value) for value in (hand.ev_play, hand.ev_fold))
    both = f"{_DOING[hand.action.split()[0]]}: {play}, folding: {fold}"
    return f"{words} {both}; difference {_difference(answer, hand)}."


def _difference(answer: TableResult, hand: HandAt) -> str:
    if hand.gain is None or hand.gain_error is None:
        return "never asked" if answer.is_counted else "not known"
    return change_text(answer.hand, hand.gain, hand.gain_error)


def hand_view(answer: TableResult, class_id: ClassId, rows: Sequence[int]) -> Group:
    """One hand at some decisions: how often it is played, and what both actions are worth."""
    table = Table(box=SIMPLE_HEAD)
    does = ["does"] if answer.hand.raises else []
    for heading in ("decision", *does, "plays", "playing", "folding", "difference"):
        table.add_column(heading, justify="left" if heading in ("decision", "does") else "right")
    for row in rows:
        hand, seat = hand_at(answer, row, class_id), answer.nodes[row].seat
        table.add_row(
            decision_words(answer.hand, answer.nodes[row]),
            *([hand.action] if answer.hand.raises else []),
            f"{100 * hand.chance:.4g} %",
            *(
                "" if value is None else worth_text(answer.hand, seat, value)
                for value in (hand.ev_play, hand.ev_fold)
            ),
            _difference(answer, hand),
        )
    reasons, uncalled = reasons_of(answer, rows[0], class_id) if len(rows) == 1 else ([], "")
    size = int(hand_classes(answer.game).sizes[class_id])
    title = f"{class_label(answer.game, class_id)}, {plural(size, 'hand')}"
    shown: list[RenderableType] = [Text(title, style="bold"), table]
    if reasons:
        why = Table(box=SIMPLE_HEAD)
        for heading in REASON_HEADS:
            why.add_column(heading, justify="left" if heading == REASON_HEADS[0] else "right")
        for texts in reasons:
            why.add_row(*texts)
        shown += [why, Text(uncalled)]
    return Group(*shown)


REASON_HEADS = ("opponent", "goes in", "equity against it")


def reasons_of(answer: TableResult, row: int, class_id: ClassId) -> tuple[list[tuple[str, str, str]], str]:
    """Return who is all-in and who may still call, how often, and the equity against each, in columns.

    And in a sentence about how often nobody calls; empty where nobody may.
    """
    hand, opponents = answer.hand, hand_at(answer, row, class_id).opponents
    rows = [
        (
            f"{seat_title(hand, hand.names.index(one.seat))}{', all-in' if one.is_in else ''}",
            f"{100 * one.chance:.1f} %",
            "" if one.equity is None else f"{100 * one.equity:.1f} %",
        )
        for one in opponents
    ]
    if all(one.is_in for one in opponents):
        return rows, ""
    nobody = "Nobody else" if opponents[0].is_in else "Nobody"
    return rows, f"{nobody} calls in about {100 * uncalled_chance(opponents):.0f} % of deals."


def response_line(answer: TableResult, seat: int) -> str:
    """What a seat's best answer to the others gains, in a sentence."""
    whose = f"The best answer of {the_seat(answer.hand, seat)} to these ranges gains"
    return f"{whose} {interval_text(answer, seat)}."


def response_view(answer: TableResult, seat: int, rows: Sequence[int], *, width: int, chart: bool) -> Group:
    """One seat's best answer to a profile, whose ranges stand in some rows already, and its gain."""
    parts: list[RenderableType] = [Text(response_line(answer, seat), style="bold")]
    if chart:
        return Group(*parts, Text(), decisions_view(answer, rows, width))
    for row in rows:
        parts.append(Text(decision_line(answer, row)))
        if answer.game.has_classic_notation:
            parts.append(Text(f"  {played_text(answer, row)}"))
    return Group(*parts)
