"""Solutions, strategies, charts and ranges as HTML for notebooks, which loads nothing from elsewhere."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import singledispatch
from html import escape

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import plural
from jamfold.ranges import HandRange
from jamfold.ranges.grid import class_label, has_grid, square_rows
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.charts import Chart
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy
from jamfold.spots.tournaments.stored_three_players import ThreeTournament
from jamfold.spots.trees import TreeSpot
from jamfold.views.charts import TITLES, TREE_TITLES, chart_view
from jamfold.views.sentences import certificate_text, spot_text
from jamfold.views.sheet import Sheet
from jamfold.views.spots import solution_sheet
from jamfold.views.terminal import renderable
from jamfold.views.tournaments import three_sheet

_WIDTH = 120
_EDGE_HANDS = 5
_PRE = '<pre style="line-height:1.25;font-family:monospace">{code}</pre>'
_CELL = "border:1px solid #8888;padding:1px 4px;text-align:center;font:11px monospace"

Weights = FloatArray


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


def _hands(game: Game, columns: Sequence[tuple[str, Weights]]) -> str:
    """Draw the shares of hands: for each column a square of two-card hands, or a matrix of patterns."""
    is_square = has_grid(game)
    draw = _square if is_square else _matrix
    parts = "".join(f"<div><b>{escape(title)}</b>{draw(game, played)}</div>" for title, played in columns)
    return f'<div style="display:flex;gap:1em;flex-wrap:wrap">{parts}</div>' if is_square else parts


def _square(game: Game, played: Weights) -> str:
    rows = ["".join(_cell(class_label(game, i), float(played[i])) for i in row) for row in square_rows(game)]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table style="border-collapse:collapse">{body}</table>'


def _matrix(game: Game, played: Weights) -> str:
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
