"""What the computing process sends back: the answer to a question as JSON values.

The first part are the contracts of the API; the second what pages show besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jamfold.questions.chances import ChanceQuestion, DistributionFileQuestion, DistributionQuestion
from jamfold.questions.entries import Question
from jamfold.questions.equities import EquityQuestion, PaintedQuestion, PlayerQuestion, RangeMeaning
from jamfold.questions.future import FutureQuestion
from jamfold.questions.hands import CompareQuestion
from jamfold.questions.lookups import HandQuestion
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
from jamfold.questions.videopoker import (
    HoldsQuestion,
    PayStrategyQuestion,
    PayTableQuestion,
    PayTablesQuestion,
)
from jamfold.questions.worth import IcmFileQuestion, IcmQuestion
from jamfold.views.chart_page import CHART_RESPONSES
from jamfold.views.explorer.responses import EXPLORER_RESPONSES
from jamfold.views.figures import encoded
from jamfold.views.history_page import HISTORY_RESPONSES
from jamfold.views.json import to_text, to_values
from jamfold.views.match_page import MATCH_RESPONSES
from jamfold.views.rule_page import RULE_RESPONSES
from jamfold.views.table_page import TABLE_RESPONSES
from jamfold.views.tournament_page import TOURNAMENT_RESPONSES
from jamfold.views.training_page import TRAINING_RESPONSES

if TYPE_CHECKING:
    from jamfold.calculator.results import EquityResult
    from jamfold.ranges.patterns import Pattern, Row
    from jamfold.spots.comparison import Comparison
    from jamfold.spots.exploit import Exploit
    from jamfold.spots.listing import HandList
    from jamfold.spots.solution import SpotSolution
    from jamfold.spots.strategy import SeatStrategy

_HISTORY_POINTS = 240
_BINS = 50


def respond(question: Question, answer: Any) -> Any:
    """The answer to a question as JSON values."""
    return to_values(_RESPONSES[type(question)](question, answer))


def _solve(question: SolveQuestion, answer: Any) -> dict[str, Any]:
    """The contract, and what the page says about it."""
    from jamfold.spots.exploit import Exploit
    from jamfold.views.contracts.spots import SolveContract
    from jamfold.views.convergence import epsilons
    from jamfold.views.words import (
        certificate_text,
        decision_text,
        effective_text,
        exploit_lines,
        spot_text,
        theory_text,
    )

    spot: SpotSolution = answer.spot if isinstance(answer, Exploit) else answer
    history = epsilons(spot)
    return {
        "summary": SolveContract.of(answer),
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
    """The best response as a range."""
    import numpy as np

    from jamfold.spots.listing import list_hands

    strategy = exploit.spot.strategy(exploit.seat)
    return _played_text(list_hands(strategy, np.ones(strategy.classes.n, dtype=np.bool_)))


def spread(count: int) -> list[int]:
    """Some of the numbers 0..count - 1, even on a logarithmic scale, both ends among them."""
    if count <= _HISTORY_POINTS:
        return list(range(count))
    places = {round(math.exp(math.log(count) * k / _HISTORY_POINTS)) - 1 for k in range(_HISTORY_POINTS + 1)}
    return sorted(places)


def _hand(question: HandQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.spots import hand_contract

    return hand_contract(answer)


def _equity(question: EquityQuestion, answer: EquityResult) -> dict[str, Any]:
    """The contract, and counts of boards in words."""
    from jamfold.calculator.results import outcome_lines
    from jamfold.views.contracts.equities import EquityContract

    return {"summary": EquityContract.of(answer), "lines": outcome_lines(answer.outcomes)}


def _player(question: PlayerQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.equities import MeaningContract

    return MeaningContract.of(answer)


def _painted(question: PaintedQuestion, answer: RangeMeaning) -> dict[str, Any]:
    """A text for the range, and how much of each class it holds, those that it holds."""
    from jamfold.ranges.grid import class_label

    shares = answer.held.class_shares.tolist()
    cells = {class_label(question.rules, one): share for one, share in enumerate(shares) if share}
    return {"text": answer.canonical or question.text, "cells": cells}


def _square(question: SquareQuestion, answer: tuple[SeatStrategy, Comparison | None]) -> dict[str, Any]:
    """Cells of one square, or of two side by side."""
    from jamfold.cards import RANK_NAMES
    from jamfold.ranges.grid import grid_cells

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
    from jamfold.counting.classes import ClassId
    from jamfold.ranges.grid import class_label
    from jamfold.spots.lookup import class_report
    from jamfold.views.words import advice_text

    hand = class_report(strategy, ClassId(class_id))
    names = ("id", "size", "played", "ev_allin", "ev_fold", "difference", "difference_bb")
    return {name: getattr(hand, name) for name in names} | {
        "hand": class_label(strategy.game, class_id),
        "advice": advice_text(hand),
        "unit": "chips" if hand.currency == "chips" else hand.measure.unit,
    }


def _families(
    question: FamiliesQuestion, answer: tuple[SeatStrategy, Comparison | None]
) -> list[dict[str, Any]]:
    """The patterns with how much of each is played, each with its cells."""
    from jamfold.ranges.patterns import pattern_matrix

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
    """The contract, and both sources and seats in words."""
    from jamfold.views.compare import seat_text, source_titles
    from jamfold.views.contracts.comparison import CompareContract

    contract = CompareContract.of(answer, question.top)
    return {
        "summary": contract,
        "titles": source_titles(answer),
        "lines": [seat_text(seat) for seat in contract.seats],
        "warnings": answer.warnings,
    }


def _list_page(question: ListPageQuestion, answer: HandList) -> dict[str, Any]:
    """One page of a list."""
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
    from jamfold.views.hand_files import hands_csv, hands_json

    if question.format != "png":
        return {"text": hands_csv(answer) if question.format == "csv" else hands_json(answer)}
    from jamfold.views.strategy_figures import save_figure

    second = None if answer.comparison is None else answer.comparison.second
    sides = [side for side in (answer.strategy, second) if side is not None]
    return encoded("strategy.png", lambda path: save_figure(sides, path))


def _range_text(question: RangeTextQuestion, answer: HandList) -> dict[str, str]:
    return _played_text(answer)


def _played_text(answer: HandList) -> dict[str, str]:
    """What is played, as a range: near it in few terms where hands have four cards, and every class."""
    from jamfold.ranges.grid import has_grid
    from jamfold.views.range_text import NEAR_TERMS, list_text, near_of_list

    whole = list_text(answer, every_class=True)[0].rstrip("\n")
    near = near_of_list(answer)
    if near is not None:
        return {"text": near.text, "words": f"{near.sentence}.", "whole": whole}
    if has_grid(answer.strategy.game):
        return {"text": whole, "words": "Exact, in the shortest classic notation.", "whole": whole}
    return {"text": "", "words": f"No text of {NEAR_TERMS} terms is near: take every class.", "whole": whole}


def _chance(question: ChanceQuestion, answer: Any) -> dict[str, Any]:
    """The contract, and the lines and the histogram of the page."""
    from jamfold.flop.distribution import Spread
    from jamfold.flop.strength import flop_strengths
    from jamfold.views.chance import chance_lines, chance_values
    from jamfold.views.contracts.flop import ChanceContract

    strengths = flop_strengths(answer.flop, answer.game)
    spread_here = Spread.of(strengths.points, strengths.counts.scale)
    return {
        "summary": ChanceContract.of(chance_values(answer)),
        "lines": [line._asdict() for line in chance_lines(answer)],
        "histogram": spread_here.histogram(_BINS),
        "holdings": spread_here.total,
        "weaker": spread_here.count_below(answer.raw.points) / spread_here.total,
        "points": spread_here.scale,
    }


def _distribution(question: DistributionQuestion, answer: Any) -> Any:
    from jamfold.views.chance import distribution_values

    return distribution_values(answer.states, answer.folding)


def _distribution_file(question: DistributionFileQuestion, answer: Any) -> dict[str, str]:
    """The distribution as text, a picture in base64."""
    from jamfold.views.flop_figure import histogram_csv, save_figure

    spread_everywhere = answer.states.spread
    if question.format == "csv":
        return {"text": histogram_csv(spread_everywhere)}
    if question.format == "json":
        return {"text": to_text(_distribution(question, answer), indent=1) + "\n"}
    return encoded(
        f"flops.{question.format}",
        lambda path: save_figure(spread_everywhere, path, answer.marks, answer.game),
    )


def _pay_tables(question: PayTablesQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.videopoker import PayTableContract

    return [PayTableContract.of(table) for table in answer]


def _pay_table(question: PayTableQuestion, analysis: Any) -> Any:
    from jamfold.views.contracts.videopoker import PayTableResult

    return PayTableResult.of(analysis)


def _holds(question: HoldsQuestion, report: Any) -> Any:
    from jamfold.views.contracts.videopoker import HoldsContract

    return HoldsContract.of(report)


def _pay_strategy(question: PayStrategyQuestion, strategy: Any) -> dict[str, Any]:
    from jamfold.videopoker.strategy import HIGH_CARDS, SEVERAL

    values: dict[str, Any] = strategy.as_dict()
    return values | {"notes": [SEVERAL, HIGH_CARDS]}


def _icm(question: IcmQuestion, answer: Any) -> dict[str, Any]:
    from jamfold.views.worth import icm_page

    return icm_page(answer)


def _icm_file(question: IcmFileQuestion, answer: Any) -> dict[str, str]:
    """The report as text."""
    from jamfold.views.contracts.worth import IcmContract
    from jamfold.views.worth import icm_csv

    is_csv = question.format == "csv"
    return {"text": icm_csv(answer) if is_csv else to_text(IcmContract.of(answer)) + "\n"}


def _future(question: FutureQuestion, answer: Any) -> dict[str, Any]:
    from jamfold.views.future import future_page

    return future_page(answer)


def _needs(question: NeedsQuestion, sentence: str) -> str:
    """What a first build will write and use; empty where nothing has to be built."""
    return sentence


def _build(question: BuildQuestion, game: str) -> dict[str, str]:
    return {"game": game}


_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    SolveQuestion: _solve,
    HandQuestion: _hand,
    EquityQuestion: _equity,
    PlayerQuestion: _player,
    PaintedQuestion: _painted,
    SquareQuestion: _square,
    CompareQuestion: _compare,
    FamiliesQuestion: _families,
    ListPageQuestion: _list_page,
    ListFileQuestion: _list_file,
    RangeTextQuestion: _range_text,
    **CHART_RESPONSES,
    **HISTORY_RESPONSES,
    ChanceQuestion: _chance,
    DistributionQuestion: _distribution,
    DistributionFileQuestion: _distribution_file,
    PayTablesQuestion: _pay_tables,
    PayTableQuestion: _pay_table,
    HoldsQuestion: _holds,
    PayStrategyQuestion: _pay_strategy,
    IcmQuestion: _icm,
    IcmFileQuestion: _icm_file,
    FutureQuestion: _future,
    **RULE_RESPONSES,
    **MATCH_RESPONSES,
    **EXPLORER_RESPONSES,
    **TABLE_RESPONSES,
    **TOURNAMENT_RESPONSES,
    **TRAINING_RESPONSES,
    BuildQuestion: _build,
    NeedsQuestion: _needs,
}
