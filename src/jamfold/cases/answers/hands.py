"""Hands of a solved spot: looked up, explained, listed; whole strategies for pages, and two side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace

from jamfold.cards.counting.classes import ClassId
from jamfold.cards.games import Game
from jamfold.cases.answers.charts import make_chart
from jamfold.cases.answers.spots import Needs, load_table, parse_held, seat_of, solved, usual_method
from jamfold.cases.answers.table import class_of, table_part
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import (
    BuildRequest,
    CompareRequest,
    ExplainRequest,
    HandRequest,
    HandsRequest,
    LookUpRequest,
    NeedsRequest,
    StrategyRequest,
)
from jamfold.cases.spots import APPROXIMATE
from jamfold.class_tables.margins import build_warning
from jamfold.class_tables.outcome_build import outcome_notice
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import ClassError, error_field
from jamfold.core.storage.whole_files import read_limited
from jamfold.ranges import HandRange
from jamfold.spots.analysis import Comparison, Explanation, explain
from jamfold.spots.charts import Chart
from jamfold.spots.hand_lists import (
    HandFilter,
    HandList,
    LookupResult,
    RangeReport,
    list_hands,
    parse_strategy_csv,
)
from jamfold.spots.nplayer.seat_decisions import HandDecisions, hand_at
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import HandReport, Seat, SeatStrategy, class_report, find_class, parse_hand


@dataclass(frozen=True, eq=False)
class ComparedSpots(DisplayableResult):
    """A solved spot compared with another source."""

    first: SpotSolution
    """The spot whose EVs grade."""
    second: SpotSolution | None
    """The other spot; None if the source is ranges or CSV."""
    comparisons: tuple[Comparison, ...]
    """Comparisons by seat of the source, the small blind's first."""
    warnings: tuple[str, ...] = ()
    """Likely mistakes in the ranges."""


def strategies(question: StrategyRequest, watch: Observer) -> tuple[SeatStrategy, Comparison | None]:
    """Return the strategy, and its comparison with the second spot, if any."""
    first = solved(question, watch).strategy(seat_of(question))
    if question.other is None:
        return first, None
    with error_field("other"):
        return first, Comparison.of_spots(first, solved(question.other, watch).strategy(seat_of(question)))


def hands(question: HandsRequest, watch: Observer) -> HandList:
    hand_filter = HandFilter(question.pattern, question.contains, question.family)
    if question.saved is None:  # a bad filter or range is reported before anything is solved
        hand_filter.chosen(question.rules, _hand_range(question, question.rules, watch))
    strategy, comparison = strategies(question, watch)
    hand_range = _hand_range(question, strategy.game, watch)
    chosen = hand_filter.chosen(strategy.game, hand_range)
    hands = list_hands(strategy, chosen, question.sort, reverse=question.reverse, comparison=comparison)
    hands = replace(hands, warnings=() if hand_range is None else tuple(hand_range.warnings))
    return hands if question.top is None else hands.first(question.top)


def _hand_range(question: HandsRequest, game: Game, watch: Observer) -> HandRange | None:
    """Return the range that the hands are in, if one is specified."""
    return parse_held(question.range, game, watch, field="range") if question.range else None


def compare(question: CompareRequest, watch: Observer) -> ComparedSpots:
    """Compare the seats that the other source has."""
    if question.other is None:
        ranges = _ranges(question, watch)  # a bad range is reported before anything is solved
        chances = {seat: parsed.class_shares for seat, parsed in ranges.items()} or _csv_chances(question)
        warnings = tuple(warning for hand_range in ranges.values() for warning in hand_range.warnings)
        first = solved(question, watch)
        pairs = [Comparison(first.strategy(seat), chances[seat]) for seat in Seat if seat in chances]
        return ComparedSpots(first, None, tuple(pairs), warnings)
    first, second = solved(question, watch), solved(question.other, watch)
    with error_field("other"):
        pairs = [Comparison.of_spots(first.strategy(seat), second.strategy(seat)) for seat in Seat]
    return ComparedSpots(first, second, tuple(pairs))


def _ranges(question: CompareRequest, watch: Observer) -> dict[Seat, HandRange]:
    texts = {Seat.SMALL_BLIND: ("jam", question.jam), Seat.BIG_BLIND: ("call", question.call)}
    return {
        seat: parse_held(text, question.rules, watch, field=name)
        for seat, (name, text) in texts.items()
        if text
    }


def _csv_chances(question: CompareRequest) -> dict[Seat, FloatArray]:
    if question.file is not None:
        try:
            text = read_limited(question.file, ClassError, field="csv").decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ClassError(f"Cannot read '{question.file}': it is not text.", field="csv") from None
    else:
        text = question.csv
    with error_field("csv"):
        return parse_strategy_csv(text, question.rules)


def build(question: BuildRequest, watch: Observer) -> str:
    """The game, when its table is there."""
    load_table(question.rules, watch)
    return question.game


def needs(question: NeedsRequest, watch: Observer) -> Needs:
    game = question.rules
    stakes = spot_payoffs(question.situation, question.terms, split=game.split_low).stakes
    ties = outcome_notice(game) if stakes.needs_planes and game.has_class_table else None
    is_approximable = usual_method(game, is_linear=stakes.is_linear) == APPROXIMATE
    if is_approximable and question.method == APPROXIMATE:
        return Needs("")
    return Needs(" ".join(filter(None, (build_warning(game), ties))), is_approximable)


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
