"""What pages are sent of spots and strategies: the contracts of the API, and what pages show besides."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jamfold.cards import RANK_NAMES
from jamfold.counting.classes import ClassId
from jamfold.questions.hands import CompareQuestion
from jamfold.questions.spots import SolveQuestion
from jamfold.questions.strategies import (
    BuildQuestion,
    FamiliesQuestion,
    ListFileQuestion,
    ListPageQuestion,
    NeedsQuestion,
    RangeTextQuestion,
    SquareQuestion,
)
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import Pattern, Row, pattern_matrix
from jamfold.spots.comparison import Comparison
from jamfold.spots.exploit import Exploit
from jamfold.spots.hand_list import HandList, list_hands
from jamfold.spots.lookup import class_report
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import SeatStrategy
from jamfold.views import strategy_figures
from jamfold.views.compare import seat_text, source_titles
from jamfold.views.contracts.comparison import CompareContract
from jamfold.views.convergence import epsilons
from jamfold.views.figures import encoded
from jamfold.views.hand_files import hands_csv, hands_json
from jamfold.views.range_text import NEAR_TERMS, list_text, near_of_list
from jamfold.views.rows import Responses
from jamfold.views.words import (
    advice_text,
    certificate_text,
    decision_text,
    effective_text,
    exploit_lines,
    spot_text,
    theory_text,
)

_HISTORY_POINTS = 240


def _solve(question: SolveQuestion, answer: Any) -> dict[str, Any]:
    spot: SpotSolution = answer.spot if isinstance(answer, Exploit) else answer
    history = epsilons(spot)
    return {
        "title": spot_text(spot),
        "notes": [text for text in (effective_text(spot), decision_text(spot)) if text],
        "certificate": certificate_text(spot),
        "theory": theory_text(spot),
        "against": exploit_lines(answer) if isinstance(answer, Exploit) else [],
        "warnings": answer.held.warnings if isinstance(answer, Exploit) else (),
        "response": _response(answer) if isinstance(answer, Exploit) else None,
        "history": [[k + 1, history[k]] for k in spread(len(history))],
    }


def _response(exploit: Exploit) -> dict[str, str]:
    strategy = exploit.spot.strategy(exploit.seat)
    return _played_text(list_hands(strategy, np.ones(strategy.classes.n, dtype=np.bool_)))


def spread(count: int) -> list[int]:
    """Some of the numbers 0..count - 1, even on a logarithmic scale, both ends among them."""
    if count <= _HISTORY_POINTS:
        return list(range(count))
    places = {round(math.exp(math.log(count) * k / _HISTORY_POINTS)) - 1 for k in range(_HISTORY_POINTS + 1)}
    return sorted(places)


def _square(question: SquareQuestion, answer: tuple[SeatStrategy, Comparison | None]) -> dict[str, Any]:
    """Cells of one square, or of two side by side."""
    strategy, comparison = answer
    places = sorted(grid_cells(strategy.game).items())
    sides = [strategy, *([comparison.second] if comparison is not None and comparison.second else [])]
    squares = [
        [_cell(side, class_id) | {"row": row, "column": column} for (row, column), class_id in places]
        for side in sides
    ]
    return {"ranks": RANK_NAMES[::-1][: strategy.game.n_ranks], "squares": squares}


def _cell(strategy: SeatStrategy, class_id: int) -> dict[str, Any]:
    """One class as pages show it; unknown EVs are nan, which become null."""
    hand = class_report(strategy, ClassId(class_id))
    names = ("id", "size", "played", "ev_allin", "ev_fold", "difference", "difference_bb")
    return {name: getattr(hand, name) for name in names} | {
        "hand": class_label(strategy.game, class_id),
        "advice": advice_text(hand),
        "says": hand.advice.value,
        "unit": "chips" if hand.currency == "chips" else hand.measure.unit,
    }


def _families(
    question: FamiliesQuestion, answer: tuple[SeatStrategy, Comparison | None]
) -> list[dict[str, Any]]:
    """The patterns with how much of each is played, each with its cells."""
    strategy, comparison = answer
    sizes = strategy.classes.sizes

    def node(pattern: Pattern, name: str, cells: list[dict[str, Any]]) -> dict[str, Any]:
        hands = int(sizes[pattern.ids].sum())
        other = None if comparison is None else comparison.chances[pattern.ids] @ sizes[pattern.ids] / hands
        return {
            "path": pattern.name,
            "name": name,
            "hands": hands,
            "share": hands / strategy.game.n_hands,
            "played": strategy.played[pattern.ids] @ sizes[pattern.ids] / hands,
            "other_played": other,
            "children": cells,
        }

    def row_node(row: Row) -> dict[str, Any]:
        return node(row, row.name, [node(cell, suits, []) for suits, cell in row.cells.items()])

    return [row_node(row) for row in pattern_matrix(strategy.game).rows]


def _compare(question: CompareQuestion, answer: Any) -> dict[str, Any]:
    contract = CompareContract.of(answer, question.top)
    return {
        "titles": source_titles(answer),
        "lines": [seat_text(seat) for seat in contract.seats],
        "warnings": answer.warnings,
    }


def _list_page(question: ListPageQuestion, answer: HandList) -> dict[str, Any]:
    ids = answer.ids[(question.page - 1) * question.size : question.page * question.size]
    comparison, rows = answer.comparison, []
    for class_id in ids.tolist():
        row = _cell(answer.strategy, class_id)
        if comparison is not None:
            if comparison.second is not None:
                row["other"] = _cell(comparison.second, class_id)
            row["apart"] = float(comparison.apart[class_id])
            row["cost"] = float(comparison.costs[class_id])
        rows.append(row)
    return {
        "total": len(answer.ids),
        "hands": answer.hands,
        "share": answer.share,
        "warnings": answer.warnings,
        "unit": "chips" if answer.strategy.currency == "chips" else answer.strategy.measure.unit,
        "rows": rows,
    }


def _list_file(question: ListFileQuestion, answer: HandList) -> dict[str, str]:
    """A list as text, a picture in base64."""
    if question.format != "png":
        return {"text": hands_csv(answer) if question.format == "csv" else hands_json(answer)}
    second = None if answer.comparison is None else answer.comparison.second
    sides = [side for side in (answer.strategy, second) if side is not None]
    return encoded("strategy.png", lambda path: strategy_figures.save_figure(sides, path))


def _range_text(question: RangeTextQuestion, answer: HandList) -> dict[str, str]:
    return _played_text(answer)


def _played_text(answer: HandList) -> dict[str, str]:
    """What is played, as a range: near it in few terms where hands have four cards, and every class."""
    whole = list_text(answer, every_class=True)[0].rstrip("\n")
    near = near_of_list(answer)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}.", "whole": whole}
    if has_grid(answer.strategy.game):
        return {"text": whole, "words": "Exact, in the shortest classic notation.", "whole": whole}
    return {"text": "", "words": f"No text of {NEAR_TERMS} terms is near: take every class.", "whole": whole}


def _needs(question: NeedsQuestion, sentence: str) -> str:
    """What a first build will write and use; empty where nothing has to be built."""
    return sentence


def _build(question: BuildQuestion, game: str) -> dict[str, str]:
    return {"game": game}


RESPONSES: Responses = {
    SolveQuestion: _solve,
    SquareQuestion: _square,
    CompareQuestion: _compare,
    FamiliesQuestion: _families,
    ListPageQuestion: _list_page,
    ListFileQuestion: _list_file,
    RangeTextQuestion: _range_text,
    BuildQuestion: _build,
    NeedsQuestion: _needs,
}
