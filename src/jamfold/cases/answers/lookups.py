"""Hands of a solved spot: looked up, listed, explained."""

from __future__ import annotations

from jamfold.cards.counting.classes import ClassId
from jamfold.cards.games import Game
from jamfold.cases.answers.charts import make_chart
from jamfold.cases.answers.spots import seat_of, solved
from jamfold.cases.answers.table import class_of, table_part
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import ExplainRequest, HandRequest, LookUpRequest
from jamfold.core.errors import ClassError, error_field
from jamfold.ranges import HandRange
from jamfold.spots.analysis import Explanation, explain
from jamfold.spots.charts import Chart
from jamfold.spots.hand_lists import LookupResult, RangeReport, list_hands
from jamfold.spots.nplayer.seat_decisions import HandDecisions, hand_at
from jamfold.spots.solution import SpotSolution
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import HandReport, class_report, find_class, parse_hand

RequestedClasses = tuple[ClassId, str] | HandRange


def _requested_classes(question: HandRequest, game: Game) -> RequestedClasses:
    with error_field("hand"):
        return parse_hand(game, (question.cards or "") if question.id is None else question.id)


def _solved_and_requested(question: HandRequest, watch: Observer) -> tuple[SpotSolution, RequestedClasses]:
    """Parse and solve; a bad hand is reported before anything is solved, if possible."""
    if question.saved is None:
        requested = _requested_classes(question, question.rules)
        return solved(question, watch), requested
    spot = solved(question, watch)
    return spot, _requested_classes(question, spot.game)


def hand(question: HandRequest, watch: Observer) -> Explanation | LookupResult | RangeReport:
    """Return the hand with reasons (in a raise tree its decisions), or the list of the range."""
    spot, requested = _solved_and_requested(question, watch)
    listed = _listed(question, spot, requested)
    if listed is not None:
        return listed
    report = _report(question, spot, requested)
    return LookupResult(spot, report) if report.nodes else explain(spot, report)


def _listed(question: HandRequest, spot: SpotSolution, requested: RequestedClasses) -> RangeReport | None:
    if isinstance(requested, tuple):
        return None
    hands = list_hands(spot.strategy(seat_of(question)), requested.class_shares > 0, "played")
    return RangeReport(spot, question.cards or "", requested, hands)


def _report(question: HandRequest, spot: SpotSolution, requested: RequestedClasses) -> HandReport:
    assert isinstance(requested, tuple)
    return class_report(spot.strategy(seat_of(question)), *requested)


def look_up(question: LookUpRequest, watch: Observer) -> LookupResult | RangeReport:
    """Return the hand without reasons, which need a table; or the list of the range."""
    spot, requested = _solved_and_requested(question, watch)
    return _listed(question, spot, requested) or LookupResult(spot, _report(question, spot, requested))


def _chart(question: ExplainRequest, spot: SpotSolution, watch: Observer) -> Chart | None:
    """Return the chart of stacks at which the hand is played, if wanted; None with a jackpot."""
    sweep = not spot.game.has_many_classes if question.sweep is None else question.sweep
    if not sweep or spot.terms.jackpot is not None:
        return None
    return make_chart(spot.game, StackGrid(), spot.situation.level, spot.terms, watch)


def explain_hand(question: ExplainRequest, watch: Observer) -> Explanation | LookupResult | HandDecisions:
    """Explain a hand. Raises ClassError if the text is hands of several classes."""
    if question.seats > 2:
        at_table = question.at_table
        class_id = class_of(at_table)
        answer = table_part(at_table, watch)
        return HandDecisions(answer, (hand_at(answer, at_table.row, class_id),))
    if question.saved is None and question.cards is not None:
        with error_field("hand"):
            find_class(question.rules, question.cards)
    spot, requested = _solved_and_requested(question, watch)
    if not isinstance(requested, tuple):
        raise ClassError(f"'{question.cards}' covers several different hands. Enter one hand.", field="hand")
    report = _report(question, spot, requested)
    if report.nodes:
        return LookupResult(spot, report)
    return explain(spot, report, chart=_chart(question, spot, watch))
