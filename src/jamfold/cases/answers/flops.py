"""A flop that is dealt first: both strategies, exactly; and all flops."""

from __future__ import annotations

from typing import NamedTuple

from jamfold.calculator.flops.flop_hands import parse_flop
from jamfold.cards import Card
from jamfold.cards.games import Game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.spots import parse_held
from jamfold.cases.answers.watch import Observer
from jamfold.cases.flops import FlopChartRequest, FlopChipsRequest, FlopRequest, FlopTableRequest
from jamfold.core.errors import error_field
from jamfold.ranges import HandRange
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Iteration
from jamfold.spots.flop import FlopChart, FlopChips, FlopSolution, make_payoffs, solve_flop, solve_flops
from jamfold.spots.flop_nplayer import FlopTable, solve_flop_table
from jamfold.spots.nplayer.result import SECONDS


class _Cards(NamedTuple):
    """What the sums of a flop depend on, chips apart."""

    game: Game
    flop: tuple[Card, ...]
    sb_range: str | None
    bb_range: str | None


_payoffs: ResultCache[_Cards, ClassGame] = ResultCache(1)
"""One: that of an Omaha flop has 0.9 to 1.8 GB."""

_charts: ResultCache[FlopChartRequest, FlopChart] = ResultCache(4)


def flop(question: FlopRequest, watch: Observer) -> FlopSolution:
    game = question.rules
    with error_field("flop"):
        board = parse_flop(question.flop, game)
    chips = _chips(question)
    played = chips.played(split=game.split_low)
    key = _Cards(game, tuple(sorted(board)), question.sb_range, question.bb_range)

    def make() -> ClassGame:
        ranges = _range(key, "sb_range", watch), _range(key, "bb_range", watch)
        return make_payoffs(board, game, ranges, watch.on_stage)

    def hear(iteration: Iteration) -> None:
        watch.on_iteration(iteration, played, None)

    return solve_flop(_payoffs.get(key, make, watch), chips, hear)


def flop_chart(question: FlopChartRequest, watch: Observer) -> FlopChart:
    return _charts.get(question, lambda: solve_flops(question.rules, _chips(question), watch.on_stage), watch)


def flop_table(question: FlopTableRequest, watch: Observer) -> FlopTable:
    hand = question.hand
    with error_field("flop"):
        board = parse_flop(question.flop, question.rules)
    return solve_flop_table(
        question.rules,
        hand,
        board,
        seconds=SECONDS if question.seconds is None else question.seconds,
        gain=None if question.gain is None else float(question.gain),
        seed=question.seed,
        progress=watch.on_stage,
        on_search=lambda going: watch.table(hand, going),
    )


def _chips(question: FlopChipsRequest) -> FlopChips:
    pot = None if question.pot is None else float(question.pot)
    return FlopChips(question.situation, question.terms, pot)


def _range(cards: _Cards, field: str, watch: Observer) -> HandRange | None:
    text = getattr(cards, field)
    return None if text is None else parse_held(text, cards.game, watch, field=field)
