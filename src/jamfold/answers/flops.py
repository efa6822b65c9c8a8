"""A flop that is dealt first: both strategies, exactly; and all flops."""

from __future__ import annotations

from typing import NamedTuple

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.answers.watch import Watch
from jamfold.cards import Card
from jamfold.errors import error_field
from jamfold.flops.lookup import parse_flop
from jamfold.games import Game
from jamfold.questions.flops import FlopChartQuestion, FlopChipsQuestion, FlopQuestion, FlopTableQuestion
from jamfold.ranges import HandRange, parse_range
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Iteration
from jamfold.spots.flop_chart import FlopChart, solve_flops
from jamfold.spots.flop_game import FlopChips, FlopSolution, make_payoffs, solve_flop
from jamfold.spots.flop_table import FlopTable, solve_flop_table
from jamfold.spots.table.result import SECONDS
from jamfold.tables.equity_order import equity_order


class _Cards(NamedTuple):
    """What the sums of a flop depend on, chips apart."""

    game: Game
    flop: tuple[Card, ...]
    sb_range: str | None
    bb_range: str | None


_payoffs: Memory[_Cards, ClassGame] = Memory(1)
"""One: that of an Omaha flop has 0.9 to 1.8 GB."""

_charts: Memory[FlopChartQuestion, FlopChart] = Memory(4)


@reply.register
def flop(question: FlopQuestion, watch: Watch) -> FlopSolution:
    game = question.rules
    with error_field("flop"):
        board = parse_flop(question.flop, game)
    chips = _chips(question)
    played = chips.played(split=game.split_low)
    key = _Cards(game, tuple(sorted(board)), question.sb_range, question.bb_range)

    def make() -> ClassGame:
        ranges = _range(key, "sb_range", watch), _range(key, "bb_range", watch)
        return make_payoffs(board, game, ranges, watch.stage)

    def hear(iteration: Iteration) -> None:
        watch.iteration(iteration, played, None)

    return solve_flop(_payoffs.get(key, make, watch), chips, hear)


@reply.register
def flop_chart(question: FlopChartQuestion, watch: Watch) -> FlopChart:
    """The chart, from memory or now."""
    return _charts.get(question, lambda: solve_flops(question.rules, _chips(question), watch.stage), watch)


@reply.register
def flop_table(question: FlopTableQuestion, watch: Watch) -> FlopTable:
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
        progress=watch.stage,
        told=lambda going: watch.table(hand, going),
    )


def _chips(question: FlopChipsQuestion) -> FlopChips:
    pot = None if question.pot is None else float(question.pot)
    return FlopChips(question.situation, question.terms, pot)


def _range(cards: _Cards, field: str, watch: Watch) -> HandRange | None:
    text = getattr(cards, field)
    with error_field(field):
        game = cards.game
        return (
            None if text is None else parse_range(text, game, order=lambda: equity_order(game, watch.stage))
        )
