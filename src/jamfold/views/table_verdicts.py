"""Tables of two to ten seats on the terminal: jams first in, pictures, one hand, exactness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
from rich.table import Table as RichTable
from rich.text import Text

from jamfold.betting.hand import Node
from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cards.games import Game
from jamfold.cases.hands import ExplainRequest
from jamfold.cases.table import TableRequest
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.display import plural
from jamfold.ranges.grid import class_label, has_grid
from jamfold.spots.analysis import Explanation
from jamfold.spots.hand_lists import LookupResult
from jamfold.spots.nplayer.node_names import node_words
from jamfold.spots.nplayer.position_charts import PackedTable
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.seat_decisions import HandDecisions, hand_at, rows_of
from jamfold.spots.outline import MatrixPlay
from jamfold.views.formats import format_two_digits, signed_text
from jamfold.views.range_grids import Square, Squares, matrix_text, percent_text, square_text
from jamfold.views.ranges import range_text
from jamfold.views.sentences import NO_DECISION, about_lines
from jamfold.views.sheet import Column, Heads, Sheet, Table, text, words
from jamfold.views.sheet_terminal import WIDTH, hint_line, narrow, option_words
from jamfold.views.spots import explanation_sheet
from jamfold.views.table_sentences import (
    decision_words,
    given_words,
    plays,
    table_title,
    the_seat,
    within_words,
)
from jamfold.views.tables import (
    REASON_HEADS,
    decision_line,
    extras_lines,
    played_text,
    reasons_of,
    response_line,
    shown_table,
    table_lines,
)
from jamfold.views.terminal import VERDICT
from jamfold.views.verdicts import hand_view

_FEW = 14
"""The most decisions that are all listed, the number at four seats."""
_TITLES = 4
"""The most seats in a verdict."""
_NOTHING = 0.06
"""Changes below this, in big blinds, whose sign is uncertain are shown as about zero."""
_HALF = 0.5
_BIG_BLIND = 1
_SPELLED = {"utg1": "UTG+1", "utg2": "UTG+2"}


def table_brief(answer: TableResult, *, solved: bool = True, full: bool = False) -> Sheet:
    """Return how much each seat plays, as pictures and ranges; `full` shows all decisions and digits."""
    hand, opening = answer.hand, _openings(answer)
    if not opening:
        return _undecided(answer)
    listed = opening + [row for row in range(len(hand.nodes)) if row not in opening]
    listed = listed[: len(opening) if len(listed) > _FEW and not full and not hand.raises else None]
    seats = [hand.nodes[row].seat for row in opening]
    firsts = [opening[seats.index(seat)] for seat in seats]
    has_ranges, digits = answer.game.has_classic_notation, 2 if full else 1
    rows = [
        [
            _decision(answer, row),
            f"{answer.percent[row]:.{digits}f}%" if answer.reach[row] else "–",
            _wins(answer, hand.nodes[row].seat, full=full) if row in firsts else "",
            *([f"{100 * answer.reach[row]:.2f}%"] if full else []),
            *([_played(answer, row)] if has_ranges else []),
        ]
        for row in listed
    ]
    rest = [""] * (full + has_ranges)
    rows.insert(len(opening), [_name(answer, _BIG_BLIND), "–", _wins(answer, _BIG_BLIND, full=full), *rest])
    heads: list[Column | str] = [*words("first in"), "plays", f"EV, {_unit(answer)}"]
    heads += [*(["how often"] if full else []), *([text("range")] if has_ranges else [])]
    squares = [_square(answer, row) for row in opening if answer.reach[row]]
    has_squares = has_grid(answer.game) and not hand.raises
    return narrow(
        _verdict(answer, opening),
        Squares(answer.game, squares, is_small=True) if has_squares else None,
        Table(heads, rows, is_compact=True),
        _seats(answer) if full else None,
        *_exactness(answer, solved=solved, full=full or bool(hand.raises)),
        hint_line(**_sharper(answer, opening[-1]), One_hand=_hand(answer), All="" if full else "--full"),
    )


def packed_view(
    answer: PackedTable, question: TableRequest, nodes: Sequence[Node], class_id: ClassId | None
) -> Sheet:
    """Return a bundled table: the given decisions, else those first in, or one hand."""
    opening = _openings(answer)
    calls = [row for row in range(len(answer.nodes)) if class_id is not None and _is_call(answer, row)]
    listed = [answer.nodes.index(node) for node in nodes] or opening + calls
    how = "Every deal counted" if answer.is_counted else "Approximate, by the model"
    end = (
        f"{how}, precomputed: gains within 0.005 bb{'' if answer.is_counted else ' of the model'}.",
        hint_line(Anew_with_EVs=f"jamfold table {option_words(question)} --seconds 30"),
    )
    if class_id is not None:
        cells = [
            [
                _decision(answer, row),
                f"{100 * answer.strategy[row, class_id]:.0f}%",
                signed_text(answer.gains_bb[row, class_id], 3) + "~" * bool(answer.close[row, class_id]),
            ]
            for row in listed
        ]
        table = Table([*words("first in, or vs a jam"), "plays", "gain, bb"], cells, is_compact=True)
        verdict = _hand_verdict(answer, class_id, listed, class_label(answer.game, class_id))
        return narrow(verdict, Text(_title(answer), "dim"), table, *end)
    cells = [[_decision(answer, row), f"{answer.percent[row]:.1f}%", _range(answer, row)] for row in listed]
    return narrow(
        _verdict(answer, opening),
        Squares(answer.game, [_square(answer, row) for row in listed], is_small=not nodes),
        Table([*words("decision" if nodes else "first in"), "plays", text("range")], cells, is_compact=True),
        *end,
    )


def _range(answer: PackedTable, row: int) -> str:
    chances = np.where(answer.strategy[row] >= _HALF, 1.0, 0.0)
    return range_text(answer.game, chances).replace(",", ", ") or "nothing"


def _played(answer: TableResult, row: int) -> str:
    return played_text(answer, row).replace(",", ", ") if answer.reach[row] else "never reached"


def _unit(answer: TableResult) -> str:
    prizes = answer.hand.prizes
    return "bb" if prizes is None else "%" if prizes.percent else "money"


def _undecided(answer: TableResult) -> Sheet:
    title = Text.assemble((NO_DECISION, VERDICT), "\n", (_title(answer), "dim"), "\n")
    return narrow(title, _seats(answer))


def _seats(answer: TableResult) -> Table:
    least = [] if answer.is_counted else ["min gain"]
    rows = []
    for seat, stack in enumerate(answer.hand.stacks):
        error = "" if answer.is_counted else f" ± {answer.values_error[seat]:.4f}"
        gains = [f"{format_two_digits(answer.least[seat], floor):.2g}" for _ in least]
        most = f"{format_two_digits(answer.bounds[seat], ceil):.2g}"
        rows.append(
            [_name(answer, seat), f"{stack:,.12g}", f"{answer.values[seat]:,.4f}{error}", *gains, most]
        )
    heads: Heads = (*words("seat"), "stack", "expected stack", *least, "max gain")
    return Table(heads, rows, is_compact=True)


def _reached(answer: TableResult | PackedTable, rows: Sequence[int]) -> list[int]:
    """Return the rows of decisions that are ever reached; all those of a packed table."""
    return [row for row in rows if isinstance(answer, PackedTable) or answer.reach[row]]


def _openings(answer: TableResult | PackedTable) -> list[int]:
    """Return the rows of the decisions first in, in the order of acting."""
    return [row for row, node in enumerate(answer.nodes) if not answer.hand.jams_before(node)]


def _name(answer: TableResult | PackedTable, seat: int) -> str:
    name = answer.hand.names[seat]
    return _SPELLED.get(name, name.upper())


def _decision(answer: TableResult | PackedTable, row: int) -> str:
    node = answer.nodes[row]
    if answer.hand.raises:
        return node_words(answer.hand, node)
    against = " + ".join(_name(answer, seat) for seat in node.all_in_before)
    return f"{_name(answer, node.seat)}{f' vs {against}' if against else ''}"


def _sharper(answer: TableResult, row: int) -> dict[str, str]:
    """Return the command for more deals of a sampled answer, or for a decision of a counted one."""
    counted = {"One_seat": f"--node {answer.hand.names[answer.nodes[row].seat]}"}
    return counted if answer.is_counted else {"Sharper": "--seconds 300"}


def _hand(answer: TableResult) -> str:
    return f"--hand {'A7o' if has_grid(answer.game) else 'AsKsQhJh'}"


def _wins(answer: TableResult, seat: int, *, full: bool) -> str:
    """Format what a seat wins per hand, or its prize money; ``≈0`` or ``?`` if sampling leaves it open."""
    hand = answer.hand
    if hand.prizes is not None:
        return f"{answer.values[seat]:,.{4 if full else 2}f}"
    return _change(answer, answer.values[seat] - hand.stacks[seat], answer.values_error[seat], full=full)


def _change(answer: TableResult, chips: float | None, error: float | None, *, full: bool = False) -> str:
    """Format a change in big blinds or money, with its sign; ``≈0`` or ``?`` if sampling leaves it open."""
    if chips is None or error is None:
        return "–" if answer.is_counted else "?"
    scale = answer.hand.big_blind if answer.hand.prizes is None else 1.0
    if full:
        return f"{signed_text(chips / scale, 4)}{f' ± {error / scale:.4f}' if error else ''}"
    if abs(chips) < 2 * error:
        return "≈0" if abs(chips) < _NOTHING * scale else "?"
    return signed_text(chips / scale, 2)


def _verdict(answer: TableResult | PackedTable, opening: Sequence[int]) -> Text:
    """Return how much the first seats and the last jam, then the title."""
    hand, first = answer.hand, answer.nodes[opening[0]].seat
    if hand.raises:
        rows = [row for row in opening if answer.nodes[row].seat == first]
        does = ", ".join(f"{plays(answer.nodes[row])} {answer.percent[row]:.1f}%" for row in rows)
        parts = [f"{_name(answer, first)} {does}"]
    else:
        parts = [f"{_decision(answer, row)} {answer.percent[row]:.1f}%" for row in _reached(answer, opening)]
        parts = [parts[0].replace(" ", " jams ", 1), *parts[1:][1 - _TITLES :]]
    return Text.assemble((", ".join(parts), VERDICT), "  first in\n", (_title(answer), "dim"), "\n")


def _title(answer: TableResult | PackedTable) -> str:
    hand = answer.hand
    return table_title(answer) + (f", {hand.most_allin} all-in at most" if hand.most_allin < hand.n else "")


def _square(answer: TableResult | PackedTable, row: int) -> Square:
    does = f"{answer.nodes[row].action}s {answer.percent[row]:.1f}%"
    return Square(_decision(answer, row), does, answer.played[row], answer.close[row])


def _exactness(answer: TableResult, *, solved: bool, full: bool = False) -> Iterator[str]:
    """Yield a line on exactness, and what is paid outside the pot; all lines if `full`."""
    if full:
        yield from table_lines(answer, solved=solved)
        return
    missed = solved and answer.is_counted and not answer.converged
    deals = "" if answer.is_counted else f", {plural(answer.deals, 'deal')}"
    end = "Other equilibria may exist." if solved else "Evaluating your ranges; nothing is solved."
    how = within_words(answer) if solved else given_words(answer, None)
    how = "Exact, every deal counted" if solved and answer.exact else how
    yield f"{'Not converged: ' if missed else ''}{how}{deals}. {end}"
    yield from (*extras_lines(answer), *about_lines(answer.hand.terms))


def decisions_brief(
    answer: TableResult, rows: Sequence[int], *, solved: bool, full: bool = False, lead: str = ""
) -> Sheet:
    """Return decisions as squares or matrices with their ranges; in percent if `full`."""
    parts: list[Any] = [Text(f"{lead}\n", VERDICT)] if lead else []
    is_list = bool(lead) and len(rows) > _FEW
    for row in rows:
        line, chances = decision_line(answer, row), answer.played[row]
        if is_list:
            parts.append(line)
        elif not has_grid(answer.game):
            play = MatrixPlay(answer.game, chances, np.zeros_like(chances))
            parts += [line, *matrix_text([(answer.nodes[row].action, play)], WIDTH)]
        elif full:
            parts += [line, square_view(answer.game, chances, answer.close[row])]
        else:
            parts += [Squares(answer.game, [_square(answer, row)]), "", line]
        if answer.game.has_classic_notation:
            parts.append(played_text(answer, row).replace(",", ", "))
        parts.append("")
    hints = hint_line(One_hand="" if lead else _hand(answer), All="" if full else "--full")
    exactness = () if lead else _exactness(answer, solved=solved, full=full)
    return narrow(*parts, *exactness, hints)


def square_view(game: Game, chances: FloatArray, close: BoolArray | None = None) -> RichTable:
    """Draw how often each two-card hand is played, in percent, ~ if close; suited above the diagonal."""

    def cell(class_id: int) -> Text:
        share, mark = float(chances[class_id]), "~" if close is not None and close[class_id] else ""
        style = "bold cyan" if share >= _HALF else "" if share else "dim"
        return Text(f"{'·' if share < 1e-9 else percent_text(share)}{mark}", style)

    return square_text(game, cell, 3)


def table_hand(
    answer: TableResult, class_id: ClassId, rows: Sequence[int], *, solved: bool, full: bool = False
) -> Sheet:
    """Return the seat from which on a hand is jammed first in, then its decisions, with reasons for one."""
    name = class_label(answer.game, class_id)
    opening, size = _openings(answer), int(hand_classes(answer.game).sizes[class_id])
    if not opening:
        return _undecided(answer)
    if len(rows) > _FEW and not full and not answer.hand.raises:
        rows = [row for row in rows if row in opening or _is_call(answer, row)]
    cells = []
    for row in rows:
        hand, stack = hand_at(answer, row, class_id), answer.hand.stacks[answer.nodes[row].seat]
        start = stack if answer.hand.prizes is None else 0.0
        evs = [None if value is None else value - start for value in (hand.ev_play, hand.ev_fold)]
        worth = [_change(answer, value, 0.0, full=full) for value in evs]
        gain = _change(answer, hand.gain, hand.gain_error, full=full)
        often = f"{100 * hand.chance:.{2 if full else 0}f}%" if answer.reach[row] else "–"
        cells.append([_decision(answer, row), often, *worth, gain])
    does = "play" if answer.hand.raises else "all-in"
    heads: Heads = (*words("first in, or vs a jam"), "plays", does, "fold", f"gain, {_unit(answer)}")
    reasons, uncalled = reasons_of(answer, rows[0], class_id) if len(rows) == 1 else ([], "")
    return narrow(
        _hand_verdict(answer, class_id, rows, f"{name}, {plural(size, 'hand')}"),
        Text(_title(answer), "dim"),
        Table(heads, cells, is_compact=True),
        *((Table((*words(REASON_HEADS[0]), *REASON_HEADS[1:]), reasons), uncalled) if reasons else ()),
        *_exactness(answer, solved=solved, full=full),
        hint_line(**_sharper(answer, opening[-1]), All="" if full else "--full"),
    )


def _hand_verdict(
    answer: TableResult | PackedTable, class_id: ClassId, rows: Sequence[int], name: str
) -> Text:
    """Return a hand's play at a decision, or the seat from which on it is jammed first in."""
    opening = _openings(answer)
    if answer.hand.raises or len(rows) == 1:  # the first of the decisions, which has several rows with raises
        node = answer.nodes[rows[0]]
        alike = [row for row in rows if answer.nodes[row][:3] == node[:3]]
        does = max(alike, key=lambda row: float(answer.strategy[row, class_id]))
        often = float(sum(answer.strategy[row, class_id] for row in alike))
        act = answer.nodes[does].action if often > _HALF else "fold"
        where = decision_words(answer.hand, node)
        return Text.assemble((act.upper(), VERDICT), f"  {where}   ", (name, "dim"))
    opening = _reached(answer, opening)
    jams = [row for row in opening if answer.strategy[row, class_id] > _HALF]
    seats = [the_seat(answer.hand, answer.nodes[row].seat) for row in jams]
    if not jams or jams == opening:
        action, seats_text = "JAM" if jams else "FOLD", "in every seat"
    elif len(jams) > 1 and jams == opening[-len(jams) :]:
        action, seats_text = "JAM", f"from {seats[0]} on"
    else:
        action, seats_text = "JAM", f"in {', '.join(seats)}"
    return Text.assemble((action, VERDICT), f"  {seats_text}, first in   ", (name, "dim"))


def explained_sheet(question: ExplainRequest, answer: Explanation | LookupResult | HandDecisions) -> Sheet:
    if isinstance(answer, HandDecisions):
        hand = answer.decisions[0].class_id
        return table_hand(answer.answer, hand, [question.at_table.row], solved=True, full=True)
    return hand_view(None, answer) if isinstance(answer, LookupResult) else explanation_sheet(answer)


def _is_call(answer: TableResult | PackedTable, row: int) -> bool:
    node = answer.nodes[row]
    return node.seat == _BIG_BLIND and answer.hand.jams_before(node) == 1


def table_view(question: TableRequest, answer: TableResult, full: bool = False) -> Sheet:
    """Return what a terminal shows of a table, or of the best response of a seat."""
    if not question.respond:
        return table_brief(answer, solved=question.solved, full=full)
    table, seat = shown_table(question, answer), question.seat
    rows, line = rows_of(table, seat), response_line(table, seat)
    return decisions_brief(table, rows, solved=False, full=full, lead=line)
