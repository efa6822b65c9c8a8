"""Lists of hands, whole strategies for pages, and two strategies side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from jamfold.cards.games import Game
from jamfold.cases.answers.spots import load_table, parse_held, seat_of, solved, usual_method
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import (
    BuildRequest,
    CompareRequest,
    HandsRequest,
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
from jamfold.spots.analysis import Comparison
from jamfold.spots.hand_lists import HandFilter, HandList, list_hands, parse_strategy_csv
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy


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


class Needs(NamedTuple):
    """What has to be built for a spot."""

    sentence: str
    """A sentence for each table; empty if they are there, built in seconds, or not wanted."""
    is_approximable: bool = False
    """Whether there is an approximate answer without them."""
    short_link: str = ""
    """Where the offline file, and the page before anything is built, hold the very hand: how the address
    ends."""


def needs(question: NeedsRequest, watch: Observer) -> Needs:
    game = question.rules
    stakes = spot_payoffs(question.situation, question.terms, split=game.split_low).stakes
    ties = outcome_notice(game) if stakes.needs_planes and game.has_class_table else None
    is_approximable = usual_method(game, is_linear=stakes.is_linear) == APPROXIMATE
    if is_approximable and question.method == APPROXIMATE:
        return Needs("")
    return Needs(" ".join(filter(None, (build_warning(game), ties))), is_approximable)
