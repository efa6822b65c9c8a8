"""Tournaments of two and three players: HTML, pictures, a three-player map, and page payloads.

Pictures show W less the chip share, and how much is played, over the stack.  The map of a three-player
tournament is one HTML file with a triangle of all divisions of the chips to point at.
"""

from __future__ import annotations

import json
from math import ceil, sqrt
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jamfold.betting.posts import seat_names
from jamfold.cards import RANK_NAMES
from jamfold.cards.games import Game
from jamfold.cases.answers.tournaments import ThreeNeeds, time_text
from jamfold.cases.tournaments import (
    ThreeFileRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
    TournamentFileRequest,
    TournamentRequest,
    TournamentStateRequest,
)
from jamfold.core.storage.whole_files import write_atomically
from jamfold.ranges.grid import has_grid
from jamfold.ranges.patterns import Pattern, pattern_matrix
from jamfold.spots.nplayer.exact import all_nodes
from jamfold.spots.nplayer.profile import node_text
from jamfold.spots.tournaments.stored_three_players import ThreeTournament
from jamfold.spots.tournaments.three_players import percents
from jamfold.spots.tournaments.tournament import CERTIFIED, Tournament
from jamfold.spots.tournaments.tournament_hands import SEATS
from jamfold.valuation.models import stack_values
from jamfold.views.explorer_page import csp_hash
from jamfold.views.figures import draw_rulers, encoded, new_figure, write_figure
from jamfold.views.formats import columns_csv, format_two_digits, to_text
from jamfold.views.html import Html, Line, asset, choose, element, file_head, join_html, plot, table
from jamfold.views.range_grids import range_fragment, side_by_side
from jamfold.views.ranges import range_text
from jamfold.views.sheet import Folded, Note, Sheet, Table, Tiles
from jamfold.views.tournaments import (
    HEADS,
    ThreeTournamentContract,
    cells_of,
    shown_row,
    shown_stacks,
    square_cells,
    sure_text,
    three_columns,
    three_lines,
    three_title,
    three_values,
    title_text,
    tournament_lines,
    tournament_text,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_ROWS = 300
_SEEN = 9
"""Digits of plotted values: the axis would otherwise magnify rounding errors if nothing differs."""


def tournament_page(question: TournamentRequest, answer: Tournament) -> Sheet:
    certificate = "to rounding" if answer.epsilon < CERTIFIED else "not exact"
    wins = answer.equal_stacks
    equal = [("small blind wins with equal stacks", f"{100 * wins:.4f}%")] if wins is not None else []
    tiles = Tiles(
        (
            *equal,
            ("largest difference from chip share, percentage points", f"{100 * answer.distance:.3f}"),
            ("cost of a cash-game strategy, percentage points", f"{100 * answer.chips_cost:.4f}"),
        )
    )
    hands = [part for hand in range(1, len(answer.winning) + 1) for part in _curves(answer, hand)]
    how = Folded(f"How exact: {certificate}", list(map(Note, tournament_lines(answer))))
    return Sheet(title_text(answer), parts=(tiles, *hands, how))


def _curves(answer: Tournament, hand: int) -> list[Any]:
    """Return winning chances and ranges over the small blind's chips, in one hand."""
    row, unit = hand - 1, answer.schedule.unit
    stacks = range(1, answer.schedule.steps)
    apart = (100 * answer.from_chip_share[row]).round(_SEEN)
    more = Line("", [(k * unit, float(apart[k])) for k in stacks])
    played = [
        Line(name, [(k * unit, float(shares[row, k - 1])) for k in stacks])
        for name, shares in (
            ("small blind jams", answer.jam_percent),
            ("big blind calls", answer.call_percent),
        )
    ]
    chips = "chips of the small blind"
    numbers = Folded("All numbers", [Table(HEADS, cells_of(answer, hand, shown_stacks(answer, _MOST_ROWS)))])
    pictures = side_by_side(
        [
            plot([more], chips, "wins minus chip share, percentage points"),
            plot(played, chips, "% of hands", 0, 100),
        ]
    )
    several = len(answer.winning) > 1
    return (
        [Folded(f"Hand {hand}", (pictures, numbers), is_open=hand == 1)] if several else [pictures, numbers]
    )


def state_fragment(question: TournamentStateRequest, answer: Tournament) -> Html:
    """Return one state in a sentence, then both ranges."""
    row, k = answer.place(question.hand, question.sb_chips)
    words = join_html(
        "Small blind ",
        element("b", f"{question.sb_chips:,}"),
        ", big blind ",
        element("b", f"{answer.schedule.chips - question.sb_chips:,}"),
        ": the small blind wins ",
        element("b", f"{100 * float(answer.winning[row, k]):.4f}%"),
        ".",
    )
    ranges = [
        join_html(
            element("h2", f"{seat} {action}s {float(shares[row, k - 1]):.2f}%"),
            range_fragment(answer.game, played[row, k - 1], action, f"{action}-tip"),
        )
        for seat, action, shares, played in (
            ("Small blind", "jam", answer.jam_percent, answer.jam),
            ("Big blind", "call", answer.call_percent, answer.call),
        )
    ]
    return element("div", element("p", words, class_="advice"), side_by_side(ranges), class_="result")


def three_page(question: ThreeTournamentRequest, answer: ThreeTournament) -> Sheet:
    how = Folded("How exact: to rounding", list(map(Note, three_lines(answer))))
    return Sheet(three_title(answer), parts=(sure_text(answer), how))


def needs_payload(answer: ThreeNeeds) -> dict[str, Any]:
    """Return the cost of solving as a line; empty if the tournament opens at once."""
    summary = needs_text(answer)
    sentence = "" if answer.kept else summary
    note = element("p", sentence, class_="note") if sentence else ""
    return {"summary": summary, "html": note, "sentence": sentence}


def needs_text(answer: ThreeNeeds) -> str:
    """Say in sentences how many states there are, how long they take, and what is built first."""
    states = f"{answer.states:,} states" if answer.states > 1 else "1 state"
    if answer.kept:
        return f"{states}, solved already: opened at once."
    return " ".join((f"{states}, solved in about {time_text(answer.seconds)}.", *answer.notices))


def three_state_fragment(question: ThreeStateRequest, answer: ThreeTournament) -> Html:
    """Return one state: the seats' values, and every decision with its range, one of them unfolded."""
    state = three_values(question, answer)
    folds = [
        _decision(answer.game, decision, f"tip-{k}", is_open=k == 0)
        for k, decision in enumerate(state["decisions"])
    ]
    nobody = None if folds else element("p", "Nobody has a decision with these stacks.")
    seats = element("div", table(state["heads"], state["seats"]), class_="scroll")
    return element("div", seats, nobody, folds, class_="result")


def _decision(game: Game, decision: dict[str, Any], tip: str, *, is_open: bool) -> Html:
    strategy = np.zeros(len(decision["square"]))
    for cell in decision["square"]:
        strategy[cell["id"]] = cell["played"]
    played = element("b", f"{decision['action']}s {decision['percent']:.2f}%")
    return element(
        "details",
        element("summary", decision["words"], played),
        range_fragment(game, strategy, decision["action"], tip),
        element("p", decision["range"], class_="range"),
        class_="decision",
        name="decision",
        open=is_open,
        data_node=decision["node"],
    )


_JAM_COLOUR, _CALL_COLOUR, _GREY = "#0069b4", "#d55e00", "#777777"
_FEW = 12


def save_figure(answer: Tournament, path: Path) -> Path:
    """Draw a tournament into a file that ends in .png or .svg.

    Raises FigureError if the ending is unknown or the file cannot be written.
    """
    return write_figure(tournament_figure(answer), path)


def tournament_figure(answer: Tournament) -> Figure:
    """Draw W less the chip share, for the first hand and the last level; below, jams and calls."""
    figure = new_figure(figsize=(8.5, 6.8), layout="constrained", facecolor="white")
    upper, lower = figure.subplots(2, 1, sharex=True)
    stacks, several = answer.stacks, len(answer.winning) > 1
    marker = "o" if len(stacks) <= _FEW else None
    distance = 100 * answer.from_chip_share[:, 1:-1]
    first = "first hand" if several else None
    upper.plot(stacks, distance[0], color="black", linewidth=2, marker=marker, label=first)
    if several:
        upper.plot(stacks, distance[-1], color=_GREY, linewidth=2, linestyle="--", label="last level")
        upper.legend(frameon=False)
    upper.axhline(0, color="grey", linewidth=0.8)
    upper.set_ylabel("winning chance less\nchip share, percentage points")
    upper.set_title(title_text(answer), fontsize=11)
    for values, name, colour, style in (
        (answer.jam_percent[0], "jam, small blind", _JAM_COLOUR, "-"),
        (answer.call_percent[0], "call, big blind", _CALL_COLOUR, "--"),
    ):
        lower.plot(stacks, values, color=colour, linewidth=2, linestyle=style, marker=marker, label=name)
    lower.set_ylim(0, 103)
    lower.set_ylabel("Hands played, %" + (", first hand" if several else ""))
    lower.set_xlabel("chips of the small blind")
    lower.legend(frameon=False)
    draw_rulers(upper, lower)
    return figure


_SIDE = 600.0
_MARGIN = 24.0
_NAMES = ("small blind", "big blind", "button")


def write_map(question: ThreeTournamentRequest, answer: ThreeTournament, path: Path) -> None:
    """Write the map, which first shows the request's state, or else the most equal stacks."""
    write_atomically(path, map_file(answer, shown_row(question, answer)))


def map_file(answer: ThreeTournament, first: int) -> str:
    """Return the map as a file that needs no network; `first` is the row of the state shown first."""
    script = asset("map.js")
    style = "".join(map(asset, ("look.css", "result.css", "map.css")))
    policy = f"default-src 'none'; style-src '{csp_hash(style)}'; script-src '{csp_hash(script)}'"
    measures = _measures(answer)
    data = json.dumps(
        {
            "states": [_state(answer, row) for row in range(len(answer.grid.states))],
            "seats": _NAMES,
            "heads": ("chips", "ICM", "value", "max gain"),
            "first": first,
            "unit": answer.unit,
            "measures": measures,
        },
        separators=(",", ":"),
    )
    choices = {str(k): str(measure["name"]) for k, measure in enumerate(measures)}
    scale = element("p", id="scale", class_="note")
    left = element("section", choose("measure", "Colour", choices, "0"), _triangle(answer), scale)
    right = element(
        "section", element("div", id="state", aria_live="polite"),
        [element("p", line, class_="note") for line in (sure_text(answer), *three_lines(answer)[1:])],
    )  # fmt: skip
    head = file_head(three_title(answer), policy, style)
    body = element(
        "body",
        element("header", element("h1", three_title(answer)), class_="lead"),
        element("main", left, right),
        element("script", Html(data.replace("<", "\\u003c")), type="application/json", id="data"),
        element("script", Html(script), type="module"),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _triangle(answer: ThreeTournament) -> Html:
    """Draw a dot for each state; in a corner that seat has all chips."""
    steps = answer.grid.steps
    height = _SIDE * sqrt(3) / 2
    corners = ((0.0, height), (_SIDE / 2, 0.0), (_SIDE, height))
    radius = 0.46 * _SIDE / steps
    dots = []
    for stacks in answer.grid.states:
        x, y = (sum(map(mul, stacks, axis)) / steps for axis in zip(*corners, strict=True))
        dots.append(element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}"))
    anchors = ("start", "middle", "end")
    words = [
        element("text", f"{name} has all", x=f"{x:.0f}", y=f"{y + 18 if y else -8:.0f}", text_anchor=anchor)
        for name, (x, y), anchor in zip(_NAMES, corners, anchors, strict=True)
    ]
    box = f"{-_MARGIN:g} {-_MARGIN:g} {_SIDE + 2 * _MARGIN:g} {height + 2 * _MARGIN:.0f}"
    label = "All divisions of the chips; arrow keys move"
    return element("svg", dots, words, viewBox=box, tabindex="0", role="group", aria_label=label)


def _state(answer: ThreeTournament, row: int) -> dict[str, Any]:
    solved, grid, game = answer.solved, answer.grid, answer.game
    hand, model = grid.hand(grid.states[row]), stack_values(grid.states[row], grid.amounts, grid.model)
    played = percents(game, grid, solved.strategies[row], row)
    return {
        "stacks": [int(chips) for chips in answer.chips(row)],
        "seats": [
            [
                f"{answer.chips(row)[seat]:,.0f}",
                f"{model[seat]:.3f}",
                f"{solved.values[row, seat]:.3f}",
                f"{format_two_digits(float(solved.gains[row, seat]), ceil):.2g}",
            ]
            for seat in range(SEATS)
        ],
        "decisions": [
            [node_text(hand, node), f"{percent:.1f}%", range_text(game, strategy.round(2)) or "nothing"]
            for node, strategy, percent in zip(all_nodes(SEATS), solved.strategies[row], played, strict=True)
            if percent is not None
        ],
    }


def _measures(answer: ThreeTournament) -> list[dict[str, Any]]:
    """Return the measures that can colour states: seats' values above the model's, and percents played."""
    solved, grid = answer.solved, answer.grid
    unit = "% of the prizes" if grid.prizes.percent else "money"
    models = [stack_values(stacks, grid.amounts, grid.model) for stacks in grid.states]
    measures: list[dict[str, Any]] = [
        {
            "name": f"{name}: worth more than the model says",
            "unit": unit,
            "values": [
                round(float(value - model[seat]), 4)
                for value, model in zip(solved.values[:, seat], models, strict=True)
            ],
        }
        for seat, name in enumerate(_NAMES)
    ]
    rows = [percents(answer.game, grid, strategy, row) for row, strategy in enumerate(solved.strategies)]
    names = seat_names(SEATS)
    for number, node in enumerate(all_nodes(SEATS)):
        values = [None if row[number] is None else round(row[number], 2) for row in rows]  # type: ignore[arg-type]
        after = " ".join(names[seat] for seat in node.all_in_before) or "folds"
        if any(value is not None for value in values):
            name = f"{names[node.seat]} after {after}: plays"
            measures.append({"name": name, "unit": "% of hands", "values": values})
    return measures


def tournament_payload(question: TournamentFileRequest, answer: Tournament) -> dict[str, str]:
    if question.format in ("png", "svg"):
        return encoded(f"tournament.{question.format}", lambda path: save_figure(answer, path))
    return {"text": tournament_text(answer, question.format)}


def state_values(answer: Tournament, hand: int, sb_chips: int) -> dict[str, Any]:
    """Return one state as in the pages' JSON: a square of classes, or shares of families."""
    row, k = answer.place(hand, sb_chips)
    chances = {"jam": answer.jam[row, k - 1], "call": answer.call[row, k - 1]}
    values: dict[str, Any] = {
        "hand": row + 1,
        "sb_chips": sb_chips,
        "bb_chips": answer.schedule.chips - sb_chips,
        "winning": float(answer.winning[row, k]),
        "jam_percent": float(answer.jam_percent[row, k - 1]),
        "call_percent": float(answer.call_percent[row, k - 1]),
        "ranks": None,
        "squares": None,
        "families": None,
    }
    if has_grid(answer.game):
        values["ranks"] = RANK_NAMES[::-1][: answer.game.n_ranks]
        values["squares"] = {seat: square_cells(answer.game, played) for seat, played in chances.items()}
        return values
    sizes = answer.classes.sizes

    def shares(pattern: Pattern, name: str, level: int) -> dict[str, Any]:
        hands = sizes[pattern.ids]
        played = {seat: float(chance[pattern.ids] @ hands / hands.sum()) for seat, chance in chances.items()}
        share = float(hands.sum()) / answer.game.n_hands
        return {"name": name, "level": level, "share": share, **played}

    values["families"] = [
        line
        for row in pattern_matrix(answer.game).rows
        for line in (shares(row, row.name, 0), *(shares(cell, suits, 1) for suits, cell in row.cells.items()))
    ]
    return values


def three_payload(question: ThreeFileRequest, answer: ThreeTournament) -> dict[str, str]:
    if question.format == "csv":
        return {"text": columns_csv(three_columns(answer))}
    return {"text": to_text(ThreeTournamentContract.of(answer)) + "\n"}
