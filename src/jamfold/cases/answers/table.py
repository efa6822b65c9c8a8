"""The table of two to ten seats, from memory or now: its decisions, ranges measured there, jackpots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from jamfold.betting.hand import Node, TableHand, is_exactly_solvable
from jamfold.cards.counting.classes import ClassId
from jamfold.cards.games import Game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import Needs
from jamfold.cases.answers.watch import Observer
from jamfold.cases.audit import AuditRequest
from jamfold.cases.table import (
    JackpotRequest,
    TableHandRequest,
    TableNeedsRequest,
    TablePartRequest,
    TableRequest,
)
from jamfold.class_tables.margins import build_warning
from jamfold.class_tables.outcome_build import outcome_notice
from jamfold.class_tables.threeway_build import threeway_item, threeway_notice
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import SituationError, error_field
from jamfold.core.storage.whole_files import read_limited
from jamfold.spots.nplayer.audit import Audit, measure_profile
from jamfold.spots.nplayer.exact import search_starts
from jamfold.spots.nplayer.jackpot_effect import JackpotEffect, jackpot_effect
from jamfold.spots.nplayer.model import is_modelled
from jamfold.spots.nplayer.own_files import boxed_table
from jamfold.spots.nplayer.position_charts import PackedTable, packed_table
from jamfold.spots.nplayer.profile import MOST_BYTES, given_ranges, parse_profile
from jamfold.spots.nplayer.range_import import problems_text, read_range_files
from jamfold.spots.nplayer.result import SECONDS, TableResult, table_result
from jamfold.spots.nplayer.tree import fitted
from jamfold.spots.strategy import find_class
from jamfold.valuation.spread import LIFETIME

_tables: ResultCache[tuple[Any, ...], TableResult] = ResultCache(16)


def counted_notices(game: Game, hand: TableHand) -> tuple[str, ...]:
    """What has to be built before every deal of a hand is counted, in a sentence each."""
    if hand.n == 2:
        notices = [build_warning(game), outcome_notice(game) if hand.prizes else None]
    else:
        notices = [threeway_notice(game)]
        if notices[0]:
            notices = [build_warning(game), outcome_notice(game), *notices]
    return tuple(notice for notice in notices if notice)


def table(question: TableRequest, watch: Observer) -> TableResult:
    """Strategies, values and own gains; from memory where they have been found before."""
    if question.profile is not None:
        return _solve(question, watch, _profile(question))
    values = _ranges_by_node(question)
    return _tables.get(
        _key(question),
        lambda: _solve(question, watch, _changed(question, watch, values) if values else None),
        watch,
    )


def _key(question: TableRequest) -> tuple[Any, ...]:
    return tuple(getattr(question, name) for name in TableRequest.field_specs())


def _ranges_by_node(question: TableRequest) -> dict[Node, FloatArray]:
    if not question.ranges:
        return {}
    return given_ranges(question.rules, question.hand, question.ranges)


def _changed(question: TableRequest, watch: Observer, values: dict[Node, FloatArray]) -> FloatArray:
    result = table(replace(question, ranges="", respond=""), watch)
    strategy = result.strategy.copy()
    for node, chances in values.items():
        strategy[result.nodes.index(node)] = chances
    return fitted(result.hand, strategy, [result.nodes.index(node) for node in values])


def notices(question: TableRequest) -> tuple[str, ...]:
    """What has to be built first, in a sentence each, where somebody will notice it."""
    return _builds(question) if _from_box(question) is None else ()


def _builds(question: TableRequest) -> tuple[str, ...]:
    """What has to be built to count every deal, or for the model, in a sentence each."""
    game, hand = question.rules, question.hand
    return counted_notices(game, hand) if is_exactly_solvable(game, hand) or is_modelled(game, hand) else ()


def _from_box(question: TableRequest) -> TableResult | None:
    """The answer that comes with the program, as long as something has to be built for one of our own.

    None also where more is given than the hand.
    """
    is_plain = question.profile is None and not question.ranges and question.starts is None
    return boxed_table(question.rules, question.hand) if is_plain and _builds(question) else None


def packed(question: TableRequest) -> PackedTable | None:
    """The decisions that come with the program, as long as a whole answer needs the three-way table built.

    None also where the question says how to search, or more than the hand.
    """
    game, hand = question.rules, question.hand
    says_more = (question.ranges, question.profile, question.seconds, question.gain, question.starts)
    if any(says_more) or question.seed or hand.n == 2 or not game.has_threeway_table:
        return None
    is_whole = threeway_item(game).is_there() or _from_box(question) is not None
    return None if is_whole else packed_table(game, hand)


def _solve(question: TableRequest, watch: Observer, profile: FloatArray | None) -> TableResult:
    bundled = _from_box(question)
    if bundled is not None:
        return bundled
    for notice in _builds(question):
        watch.on_notice(notice)
    hand = question.hand
    result = table_result(
        question.rules,
        hand,
        profile=profile,
        seconds=question.seconds,
        gain=_gain(question),
        seed=question.seed,
        progress=watch.on_stage,
        on_search=lambda going: watch.table(hand, going),
    )
    if question.starts is None or profile is not None:
        return result
    starts = search_starts(question.rules, hand, question.starts, question.seed, watch.on_stage)
    return replace(result, starts=starts)


def _gain(question: TableRequest) -> float | Literal["lifetime"] | None:
    """Where the search may end."""
    if question.gain == LIFETIME:
        return "lifetime"
    return None if question.gain is None else float(question.gain)


def _profile(question: TableRequest) -> FloatArray:
    assert question.profile is not None
    try:
        raw = read_limited(question.profile, SituationError, field="profile", most=MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise SituationError(f"The profile '{question.profile}' is too large.", field="profile")
        text = raw.decode()
    except UnicodeDecodeError:
        raise SituationError(f"Cannot read '{question.profile}': it is not text.", field="profile") from None
    return parse_profile(question.rules, question.hand, text)


def effect(question: JackpotRequest, watch: Observer) -> JackpotEffect:
    """The hands that are moved, the cost of ignoring it, fees and rakeback."""
    request = TableRequest.of(question)
    if request.ranges:  # wrong ranges are reported before anything is solved
        given_ranges(request.rules, request.hand, request.ranges)
    solved = table(replace(request, ranges=""), watch)
    without = table(question.without_jackpot, watch)
    measured = table(request, watch) if request.ranges else solved
    return jackpot_effect(
        solved,
        without,
        measured,
        question.most,
        SECONDS if question.seconds is None else question.seconds,
        question.pool,
        watch.on_stage,
    )


def audit(question: AuditRequest, watch: Observer) -> Audit:
    """What every seat could gain against ranges, and which hands cost what."""
    game, hand = question.rules, question.hand
    if not hand.nodes:
        raise SituationError("Nobody has a decision in this hand, so there is nothing to measure.")
    ranges = read_range_files(game, hand, question.files, question.ranges)
    field = "files" if question.files else "ranges"
    if ranges.problems and not question.partial:
        raise SituationError(
            f"{problems_text(ranges.problems)}\nTo skip ranges that cannot be read, use --partial.",
            field=field,
        )
    if not ranges.ranges:
        wrong = f"\n{problems_text(ranges.problems)}" if ranges.problems else ""
        raise SituationError(f"No range could be read.{wrong}", field=field)
    solved = TableRequest.of(question, ranges="")
    for notice in notices(solved):
        watch.on_notice(notice)
    measured = measure_profile(
        game,
        hand,
        ranges.strategy(game, hand),
        table(solved, watch),
        seconds=SECONDS if question.seconds is None else question.seconds,
        seed=question.seed,
        progress=watch.on_stage,
    )
    return Audit(measured, ranges, question.hands)


def table_needs(question: TableNeedsRequest, watch: Observer) -> Needs:
    """What is built first, in a sentence each."""
    return Needs(" ".join(notices(question)), short_link=_short_link(question))


def _short_link(question: TableNeedsRequest) -> str:
    """``#holdem;9;10bb;bba=1`` of a hand that is packed, as the offline file is, else nothing."""
    hand = question.hand
    if not question.solved or packed_table(question.rules, hand) is None:
        return ""
    level, stack = hand.level.in_bb, f"{hand.stacks[0] / hand.big_blind:.6g}bb"
    antes = [f"{name}={chips:.6g}" for name, chips in (("ante", level.ante), ("bba", level.bb_ante)) if chips]
    return "#" + ";".join([question.game, str(hand.n), stack, *antes])


def table_part(question: TablePartRequest, watch: Observer) -> TableResult:
    """The table.

    Raises SituationError also if the solution of the id is gone: another one of sampled deals has other
    ranges.
    """
    if not question.table_id:
        return table(question, watch)
    is_counted = is_exactly_solvable(question.rules, question.hand)
    answer = table(question, watch) if is_counted else _tables.get_if_present(_key(question))
    if answer is None or answer.id != question.table_id:
        raise SituationError(
            "The ranges of this solution are no longer stored. Solve again.", field="table_id"
        )
    return answer


def class_of(question: TableHandRequest) -> ClassId:
    with error_field("hand"):
        return find_class(question.rules, question.cards)[0]


def table_hand(question: TableHandRequest, watch: Observer) -> TableResult:
    """Return the table; a bad hand is reported first."""
    assert class_of(question) >= 0
    return table_part(question, watch)
