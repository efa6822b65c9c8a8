"""Tables of two to ten seats on the terminal: who jams how much first in, pictures, how exact it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from jamfold.cards.counting.classes import ClassId
from jamfold.cases.table import TableRequest
from jamfold.core.display import plural
from jamfold.ranges.grid import class_label, has_grid
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.seat_decisions import hand_at, rows_of
from jamfold.views.command_lines import hint_line
from jamfold.views.formats import signed_text
from jamfold.views.sentences import about_lines
from jamfold.views.sheet import Heads, Sheet, Table, text, words
from jamfold.views.sheet_terminal import narrow
from jamfold.views.table_sentences import given_words, table_title, the_seat, within_words
from jamfold.views.tables import (
    decision_line,
    extras_lines,
    hand_sheet,
    played_text,
    response_view,
    shown_table,
    table_sheet,
)
from jamfold.views.terminal import VERDICT
from jamfold.views.terminal_squares import Square, Squares

_FEW = 14
"""Decisions that are all listed: those of four seats."""
_TITLES = 4
"""Seats that stand in a verdict."""
_NOTHING = 0.06
"""Big blinds; what is less, and not surely above or below 0, is about nothing."""
_HALF = 0.5
_BIG_BLIND = 1
_SPELLED = {"utg1": "UTG+1", "utg2": "UTG+2"}


def table_brief(answer: TableResult, *, solved: bool = True) -> Sheet:
    """Return who plays how much, as pictures and ranges; trees of raises as they are."""
    hand, opening = answer.hand, _openings(answer)
    if hand.raises:
        return table_sheet(answer, solved=solved)
    shown = opening + [row for row in range(len(hand.nodes)) if row not in opening]
    shown = shown[: len(opening) if len(shown) > _FEW else None]
    ranges = answer.game.has_classic_notation
    rows = [
        [
            _decision(answer, row),
            f"{answer.percent[row]:.1f}%",
            _wins(answer, hand.nodes[row].seat) if row in opening else "",
            *([played_text(answer, row).replace(",", ", ")] if ranges else []),
        ]
        for row in shown
    ]
    rows.insert(len(opening), [_name(answer, _BIG_BLIND), "–", _wins(answer, _BIG_BLIND), *([""] * ranges)])
    unit = "bb" if hand.prizes is None else "%" if hand.prizes.percent else "money"
    heads: Heads = (*words("first in"), "plays", f"EV, {unit}", *([text("range")] if ranges else []))
    squares = [_square(answer, row) for row in opening]
    return narrow(
        _verdict(answer, opening),
        Squares(answer.game, squares, is_small=True) if has_grid(answer.game) else None,
        Table(heads, rows, is_compact=True),
        *_exactness(answer, solved=solved),
        hint_line(**_sharper(answer, opening[-1]), One_hand=_hand(answer), All="--full"),
    )


def _openings(answer: TableResult) -> list[int]:
    """The rows of the decisions behind folds alone, in the order of acting."""
    return [row for row, node in enumerate(answer.nodes) if not node.all_in_before]


def _name(answer: TableResult, seat: int) -> str:
    name = answer.hand.names[seat]
    return _SPELLED.get(name, name.upper())


def _decision(answer: TableResult, row: int) -> str:
    node = answer.nodes[row]
    against = " + ".join(_name(answer, seat) for seat in node.all_in_before)
    return f"{_name(answer, node.seat)}{f' vs {against}' if against else ''}"


def _sharper(answer: TableResult, row: int) -> dict[str, str]:
    """Return what gives a sampled answer more deals, or a decision of a counted one."""
    counted = {"One_seat": f"--node {answer.hand.names[answer.nodes[row].seat]}"}
    return counted if answer.is_counted else {"Sharper": "--seconds 300"}


def _hand(answer: TableResult) -> str:
    return f"--hand {'A7o' if has_grid(answer.game) else 'AsKsQhJh'}"


def _wins(answer: TableResult, seat: int) -> str:
    """What a seat wins in a hand, or its prize money; ``≈0`` or ``?`` where sampling leaves it open."""
    hand = answer.hand
    if hand.prizes is not None:
        return f"{answer.values[seat]:,.2f}"
    return _change(answer, answer.values[seat] - hand.stacks[seat], answer.values_error[seat])


def _change(answer: TableResult, chips: float | None, error: float | None) -> str:
    """A change in big blinds or money, with its sign; ``≈0`` or ``?`` where sampling leaves it open."""
    if chips is None or error is None:
        return "–" if answer.is_counted else "?"
    scale = answer.hand.big_blind if answer.hand.prizes is None else 1.0
    if abs(chips) < 2 * error:
        return "≈0" if abs(chips) < _NOTHING * scale else "?"
    return signed_text(chips / scale, 2)


def _verdict(answer: TableResult, opening: Sequence[int]) -> Text:
    """Return how much is jammed by the first seats and the last, and what was asked."""
    first, *others = [f"{_decision(answer, row)} jams {answer.percent[row]:.1f}%" for row in opening]
    told = [first, *(one.replace(" jams", "") for one in others[1 - _TITLES :])]
    return Text.assemble((", ".join(told), VERDICT), "  first in\n", (_title(answer), "dim"), "\n")


def _title(answer: TableResult) -> str:
    hand = answer.hand
    return table_title(answer) + (f", {hand.most_allin} all-in at most" if hand.most_allin < hand.n else "")


def _square(answer: TableResult, row: int) -> Square:
    does = f"{answer.nodes[row].action}s {answer.percent[row]:.1f}%"
    return Square(_decision(answer, row), does, answer.played[row], answer.close[row])


def _exactness(answer: TableResult, *, solved: bool) -> Iterator[str]:
    """Yield one line on exactness, and what is paid outside the pot."""
    hand, missed = answer.hand, solved and answer.is_counted and not answer.converged
    deals = "" if answer.is_counted else f", {plural(answer.deals, 'deal')}"
    end = "Other equilibria may exist." if solved else "Evaluating your ranges; nothing is solved."
    how = within_words(answer) if solved else given_words(answer, None)
    how = "Exact, every deal counted" if solved and answer.exact else how
    yield f"{'Not converged: ' if missed else ''}{how}{deals}. {end}"
    yield from (*extras_lines(answer), *about_lines(hand.terms))


def decisions_brief(answer: TableResult, rows: Sequence[int], *, solved: bool) -> Sheet:
    """Return some decisions as large squares with their ranges."""
    parts: list[Any] = []
    for row in rows:
        parts += [Squares(answer.game, [_square(answer, row)]), ""]
        parts += [decision_line(answer, row), played_text(answer, row).replace(",", ", "), ""]
    return narrow(*parts, *_exactness(answer, solved=solved), hint_line(One_hand=_hand(answer), All="--full"))


def table_hand(answer: TableResult, class_id: ClassId, rows: Sequence[int], *, solved: bool) -> Sheet:
    """Return from which seat on a hand is jammed first in, then all its decisions."""
    name, opening = class_label(answer.game, class_id), _openings(answer)
    jams = [row for row in opening if answer.strategy[row, class_id] > _HALF]
    seats = [the_seat(answer.hand, answer.nodes[row].seat) for row in jams]
    if not jams:
        told = "FOLD", "in every seat"
    elif jams == opening:
        told = "JAM", "in every seat"
    elif len(jams) > 1 and jams == opening[-len(jams) :]:
        told = "JAM", f"from {seats[0]} on"
    else:
        told = "JAM", f"in {', '.join(seats)}"
    verdict = Text.assemble((told[0], VERDICT), f"  {told[1]}, first in   ", (name, "dim"))
    if len(rows) == 1 or answer.hand.raises:
        shown: Any = hand_sheet(answer, class_id, rows)
        return narrow(shown, Text(_title(answer), "dim"), *_exactness(answer, solved=solved))
    if len(rows) > _FEW:  # the first in, and the big blind against one jam
        rows = [row for row in rows if row in opening or _is_call(answer, row)]
    unit = "bb" if answer.hand.prizes is None else "%" if answer.hand.prizes.percent else "money"
    cells = []
    for row in rows:
        hand, stack = hand_at(answer, row, class_id), answer.hand.stacks[answer.nodes[row].seat]
        start = stack if answer.hand.prizes is None else 0.0
        evs = [None if value is None else value - start for value in (hand.ev_play, hand.ev_fold)]
        worth = [_change(answer, value, 0.0) for value in evs]
        gain = _change(answer, hand.gain, hand.gain_error)
        cells.append([_decision(answer, row), f"{100 * hand.chance:.0f}%", *worth, gain])
    heads: Heads = (*words("first in, or vs a jam"), "plays", "all-in", "fold", f"gain, {unit}")
    return narrow(
        verdict,
        Text(_title(answer), "dim"),
        Table(heads, cells, is_compact=True),
        *_exactness(answer, solved=solved),
        hint_line(**_sharper(answer, opening[-1]), All="--full"),
    )


def _is_call(answer: TableResult, row: int) -> bool:
    node = answer.nodes[row]
    return node.seat == _BIG_BLIND and len(node.all_in_before) == 1


def table_view(question: TableRequest, answer: TableResult) -> Any:
    """Return what a terminal shows of a table."""
    if not question.respond:
        return table_brief(answer, solved=question.solved)
    rows = rows_of(answer, question.seat)
    return response_view(shown_table(question, answer), question.seat, rows, width=120, chart=False)
