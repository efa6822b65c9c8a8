"""Rendering of results by the view specs of their requests: JSON responses, and display in Python.

In Python a result shows the terminal's text, the values of ``--json``, columns and HTML.  The view spec is
that of the result's request; for anything else, such as a loaded solution, that of the request that usually
has such a result.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from html import escape
from typing import Any

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.python.names import question_of
from jamfold.cases.view_spec import ViewSpec, call, view_spec_of
from jamfold.core.arrays import FloatArray
from jamfold.core.display import plural
from jamfold.core.errors import QuestionError
from jamfold.ranges import HandRange
from jamfold.ranges.grid import class_label, has_grid, square_rows
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.charts import Chart
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy
from jamfold.spots.tournaments.stored_three_players import ThreeTournament
from jamfold.spots.trees import TreeSpot
from jamfold.views import sheet as sheets
from jamfold.views.charts import TITLES, TREE_TITLES, chart_view
from jamfold.views.formats import to_values
from jamfold.views.html import Html, with_style
from jamfold.views.sentences import certificate_text, spot_text
from jamfold.views.sheet import Heading, Kind, Note, Sheet, Table, Verdict
from jamfold.views.sheet_html import sheet_html
from jamfold.views.spots import solution_sheet
from jamfold.views.terminal import plain_text, renderable
from jamfold.views.tournaments import three_sheet

_WIDTH = 120
_EDGE_HANDS = 5
_PRE = '<pre style="line-height:1.25;font-family:monospace">{code}</pre>'
_CELL = "border:1px solid #8888;padding:1px 4px;text-align:center;font:11px monospace"


@singledispatch
def as_html(thing: object) -> str:
    """Return a result as HTML; raises TypeError if notebooks do not show its type."""
    raise TypeError(f"There is no HTML for a {type(thing).__name__}.")


@as_html.register
def _(spot: SpotSolution) -> str:
    titles = TREE_TITLES if isinstance(spot, TreeSpot) else TITLES
    played = [(titles[seat], spot.strategy(seat).frequency) for seat in Seat]
    return f"<div>{printed(solution_sheet(spot))}{_hands(spot.game, played)}</div>"


@as_html.register
def _(answer: ThreeTournament) -> str:
    return f"<div>{printed(three_sheet(answer, answer.equal))}</div>"


@as_html.register
def _(strategy: SeatStrategy) -> str:
    spot = SpotSolution.of(strategy)
    played = [(TITLES[strategy.seat], strategy.frequency)]
    words = f"<p>{escape(spot_text(spot))}<br>{escape(certificate_text(spot))}</p>"
    return f"<div>{words}{_hands(spot.game, played)}</div>"


@as_html.register
def _(chart: Chart) -> str:
    return f"<div>{printed(chart_view(chart, 'both', None, _EDGE_HANDS, _WIDTH))}</div>"


@as_html.register
def _(hands: HandRange) -> str:
    words = f"{hands.game.title}: {plural(hands.combinations, 'hand')}, {hands.percent:.4f}%"
    notes = "".join(f"<br>{escape(warning)}" for warning in hands.warnings)
    return f"<div><p>{escape(words)}{notes}</p>{_hands(hands.game, [('', hands.class_shares)])}</div>"


def is_drawn(thing: object) -> bool:
    """Return whether a notebook shows more than a terminal."""
    return as_html.dispatch(type(thing)) is not as_html.dispatch(object)


def printed(view: RenderableType | Sheet) -> str:
    """Return a terminal's output as HTML, with its colours; a text stays as it is."""
    console = Console(record=True, width=_WIDTH, file=io.StringIO(), force_jupyter=False)
    console.print(Text(view) if isinstance(view, str) else renderable(view))
    return console.export_html(inline_styles=True, code_format=_PRE)


def _hands(game: Game, columns: Sequence[tuple[str, FloatArray]]) -> str:
    """Draw the shares of hands: for each column a square of two-card hands, or a matrix of patterns."""
    is_square = has_grid(game)
    draw = _square if is_square else _matrix
    parts = "".join(f"<div><b>{escape(title)}</b>{draw(game, played)}</div>" for title, played in columns)
    return f'<div style="display:flex;gap:1em;flex-wrap:wrap">{parts}</div>' if is_square else parts


def _square(game: Game, played: FloatArray) -> str:
    rows = ["".join(_cell(class_label(game, i), float(played[i])) for i in row) for row in square_rows(game)]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table style="border-collapse:collapse">{body}</table>'


def _matrix(game: Game, played: FloatArray) -> str:
    sizes = hand_classes(game).sizes.astype(np.float64)
    matrix = pattern_matrix(game)
    heads = ("hands", "of all", *(suits.name for suits in matrix.columns))
    rows = ["".join(f"<th>{escape(head)}</th>" for head in heads)]
    for row in matrix.rows:
        name = f'<td style="text-align:left">{escape(row.name)}</td>'
        cells = (row.cells.get(suits.name) for suits in matrix.columns)
        shares = "".join(
            "<td></td>"
            if cell is None
            else _cell(None, float(played[cell.ids] @ sizes[cell.ids] / sizes[cell.ids].sum()))
            for cell in cells
        )
        rows.append(f"{name}<td>{100 * sizes[row.ids].sum() / game.n_hands:.2f}%</td>{shares}")
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table style="border-collapse:collapse">{body}</table>'


def _cell(name: str | None, share: float) -> str:
    """Return a cell filled by its share, which is in words too, as colour alone is not accessible."""
    words = f"{100 * share:.4g}%"
    colour = f"rgba(0,114,178,{0.6 * share:.3f})"
    title = "" if name is None else f' title="{escape(name)}: {words}"'
    return f'<td style="{_CELL};background:{colour}"{title}>{escape(name or words)}</td>'


def respond(question: CaseRequest, answer: Any) -> Any:
    """Return the response to a request: its contract, what its page shows, or both."""
    row = view_spec_of(type(question))
    body: dict[str, Any] = {}
    if row.has_html:
        body = {"html": _html(row, question, answer)}
    elif row.payload:
        body = call(row.payload, question=question, answer=answer)
    else:
        return to_values(row.values(question, answer))
    if row.has_values and not row.skip_json_on_pages and (row.has_html or row.is_summary):
        return to_values({"summary": row.values(question, answer)} | body)
    return to_values(body)


_USUAL = {
    "Chart": "chart",
    "TreeChart": "chart",
    "TreeSpot": "solve",
    "EquityResult": "equity",
    "Explanation": "explain",
    "Exploit": "solve",
    "FutureGame": "fgs",
    "Icm": "icm",
    "Outline": "outline",
    "PayTable": "videopoker_show",
    "SpotSolution": "solve",
    "Tournament": "tournament",
}
"""By type of result, the function of the package whose view spec needs only the answer."""


def text_of(result: Any, question: CaseRequest | None) -> str:
    """Return the command's text; the name of the type if it has none."""
    view = _view(result, question)
    lines = () if view is None else plain_text(view).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") or f"<{type(result).__name__}>"


def values_of(result: Any, question: CaseRequest | None) -> Any:
    """Return the command's JSON; if it has none, the response to a page."""
    row = _row(result, question)
    if row is not None and row.has_values:
        return to_values(row.values(question, result))  # type: ignore[arg-type]
    if question is not None and row is not None and row.payload:
        return respond(question, result)
    raise QuestionError(f"A {type(result).__name__} has no JSON by itself: what a question answers with has.")


def columns_of(result: Any, question: CaseRequest | None) -> dict[str, Any]:
    """Return the columns of the command's CSV; else those of the only list in its JSON, or one line."""
    row = _row(result, question)
    if row is not None and row.columns:
        return dict(call(row.columns, question=question, answer=result))
    values = values_of(result, question)
    if isinstance(values, dict):
        lists = [
            value
            for value in values.values()
            if isinstance(value, Sequence) and value and all(isinstance(item, dict) for item in value)
        ]
        values = lists[0] if len(lists) == 1 else [values]
    return {name: [line.get(name) for line in values] for name in (values[0] if values else ())}


def html_of(result: Any, question: CaseRequest | None) -> str:
    """Return pictures of ranges if the result has them, else the command's text."""
    if is_drawn(result):
        return as_html(result)
    row = _row(result, question)
    if question is not None and row is not None and row.has_html:
        return with_style(_html(row, question, result))
    return f"<div>{printed(_view(result, question) or text_of(result, question))}</div>"


def markdown_of(result: Any, question: CaseRequest | None) -> str:
    """Return the sheet of an answer as Markdown; the command's text as a block of code if it has none."""
    row = _row(result, question)
    if question is None or row is None or not row.sheet:
        return f"```text\n{text_of(result, question)}\n```\n"
    return sheet_markdown(call(row.sheet, question=question, answer=result))


def sheet_markdown(sheet: Sheet) -> str:
    """Return a sheet as Markdown, without the parts for the terminal only."""
    parts = [Heading(sheet.title), Verdict(sheet.verdict), *sheet.parts, *map(Note, sheet.notes)]
    return "\n\n".join(filter(None, _blocks(parts))) + "\n"


def _blocks(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        match part:
            case None | Html() | sheets.OnTerminal():
                pass
            case str() as text:
                yield text
            case Note() | sheets.Caution():
                yield part.text
            case Heading():
                yield part.text and f"{'#' * part.level} {part.text}"
            case Verdict():
                yield part.text and f"**{part.text}**"
            case sheets.Bullets():
                yield "\n".join(f"- {line}" for line in part.lines)
            case sheets.Tiles():
                yield "\n".join(f"- {name}: {value}" for name, value in part.facts)
            case Table():
                yield _table(part)
            case sheets.Folded():
                yield f"**{part.summary}**"
                yield from _blocks(part.parts)
            case sheets.OnPage():
                yield from _blocks(part.parts())


def _table(part: Table) -> str:
    rules = ["---:" if column.kind is Kind.NUMBER else "---" for column in part.columns]
    rows = [[column.head for column in part.columns], rules, *part.rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)


def _view(result: Any, question: CaseRequest | None) -> Any:
    row = _row(result, question)
    return None if row is None else row.render(question, result)  # type: ignore[arg-type]


def _row(result: Any, question: CaseRequest | None) -> ViewSpec | None:
    """Return the view spec of the request, or of the usual one."""
    if question is not None:
        return view_spec_of(type(question))
    usual = _USUAL.get(type(result).__name__)
    return None if usual is None else view_spec_of(question_of(usual))


def _html(row: ViewSpec, question: CaseRequest, answer: Any) -> Html:
    """Return the answer as HTML; the view spec must have a sheet or a fragment."""
    result = call(row.sheet or row.fragment, question=question, answer=answer)
    return sheet_html(result) if isinstance(result, Sheet) else result
