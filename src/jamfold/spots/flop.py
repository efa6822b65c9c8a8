"""Jam or fold on a dealt flop: one flop with chips and ranges, and all flops of a game.

Each flop is a separate game over all hands that are possible on it.  Either the hand begins with blinds, or
there is already a pot, nobody posts, and the first player jams or gives up.

Flops that differ only in suits count as one (1,755 of a full deck), weighted by their number.  Every flop is
solved separately, so an interrupted chart ends in the same bytes.  The folder ``flop-runs`` stores the flops
solved so far, with a record of game, rules and chips (see `jamfold.core.storage.checkpoints`).  It keeps a
finished chart too, in case its output file cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import NamedTuple

import numpy as np

from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.distribution import flop_classes
from jamfold.calculator.flops.flop_hands import FlopHands, flop_hands
from jamfold.calculator.flops.flop_payoffs import FlopSums, Weights, flop_payoffs
from jamfold.cards import N_SUITS, Card, format_cards
from jamfold.cards.counting.classes import HandClasses, hand_classes, hand_indices
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import RangeError, UnsupportedError, WorthError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import ResumableWork, find_checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact
from jamfold.ranges import HandRange
from jamfold.solver.exact import IterationSchedule, solve_exact
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Iteration, Solution
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.spots.payoffs import SpotPayoffs, scaled_stakes, spot_payoffs
from jamfold.spots.solution import SolverFigures
from jamfold.valuation.numbers import Pair

CHIPS_HINT = " ".join(f"chips.situation.{name}" for name in ("stacks", "blinds", "ante", "bb_ante", "dead"))
"""JSON fields of stacks and posts of a result with `FlopChips`."""
FINEST = 10_000
"""Weights of ranges are multiples of 1 / FINEST."""


SHORT = IterationSchedule(iterations=6, growth=2.0)
FAST = IterationSchedule(iterations=12, growth=2.0, attempts=3, pure=True, doubtful=256)
_FEW = 2_000
"""With more classes of hands a product takes seconds, so a pair within the tolerance ends the search."""


@dataclass(frozen=True)
class FlopChips:
    """The chips and terms on the flop."""

    situation: Situation
    """Stacks and blinds; with a pot, the stacks behind it."""
    terms: PayoffTerms = CHIPS
    """Rake, fees and prizes."""
    pot: float | None = None
    """The pot before the flop betting; None if the hand begins on the flop, with blinds."""

    def played(self, *, split: bool) -> SpotPayoffs:
        """Return the ends for the solver. Raises WorthError if prizes are not linear in chips."""
        played = self._behind(self.pot) if self.pot else spot_payoffs(self.situation, self.terms, split=split)
        if played.stakes.needs_planes:
            raise WorthError(
                "On a flop prizes must be worth the same chip for chip, as with two players left. "
                "Remove the others' stacks and bounties.",
                field="prizes",
            )
        return played

    def _behind(self, pot: float) -> SpotPayoffs:
        """Return net results from the flop on: a player who gives up has 0."""
        rake, live = self.terms.rake, min(self.situation.stacks)

        def end(staked: float, share: float, *, showdown: bool) -> Pair:
            whole = pot + 2 * staked
            won = whole - rake.taken(whole, showdown=showdown)
            back = rake.returned(whole, showdown=showdown, contributed=whole / 2) - staked
            return share * won + back, (1.0 - share) * won + back

        given_up, won_uncontested = end(0.0, 0.0, showdown=False), end(0.0, 1.0, showdown=False)
        lost, won = end(live, 0.0, showdown=True), end(live, 1.0, showdown=True)
        ends = (
            PlayerPayoffs(given_up[0], won_uncontested[0], (lost[0], won[0])),
            PlayerPayoffs(given_up[1], won_uncontested[1], (won[1], lost[1])),
        )
        stakes = scaled_stakes(ends, pot, (True, True))
        measure = self.terms.measure(self.situation.big_blind)
        return SpotPayoffs(stakes, ends, "chips", (pot, pot), (0.0, 0.0), measure)


@dataclass(frozen=True)
class FlopHand:
    """A hand on the flop, and all that are equivalent to it by suits."""

    hand: str
    size: int
    """The number of these hands."""
    jam: float
    """The small blind's jam frequency, in [0, 1]."""
    jam_gain_bb: float
    """The EV of jamming less folding."""
    call: float
    """The big blind's call frequency, in [0, 1]."""
    call_gain_bb: float | None
    """The EV of calling a jam less folding; null if nobody jams against the hand."""
    held: tuple[float, float]
    """The weights of the hand in the ranges of small and big blind, in [0, 1]."""


@json_fields(
    f"board=board_text game=game.name {CHIPS_HINT} pot=chips.pot rake=chips.terms.rake_values "
    "jam_percent call_percent value_bb values_bb gains_bb epsilon_bb exact iterations mixed hands"
)
@dataclass(frozen=True, eq=False)
class FlopSolution(SolverFigures, DisplayableResult):
    """Both strategies on a flop, with their certificate."""

    chips: FlopChips
    payoffs: ClassGame
    """The game, in classes of hands."""
    solution: Solution
    """Strategies and certificate, in the unit of the solver."""

    @property
    def sums(self) -> FlopSums:
        sums: FlopSums = self.payoffs.margins
        return sums

    @property
    def game(self) -> Game:
        return self.sums.hands.game

    @property
    def board(self) -> tuple[Card, ...]:
        """The three cards."""
        return self.sums.hands.flop

    @property
    def board_text(self) -> str:
        return format_cards(self.board)

    @cached_property
    def played(self) -> SpotPayoffs:
        """The ends of the hand, and the conversion of the solver's unit to chips."""
        return self.chips.played(split=self.game.split_low)

    @property
    def value_bb(self) -> float:
        """The small blind's EV in big blinds, from the start of the hand, or from the flop on with a pot."""
        return self.values_bb[0]

    @property
    def values_bb(self) -> Pair:
        """EVs of small and big blind in big blinds."""
        return self._in_bb(self.played.of_both(self.solution.values))

    @property
    def gains_bb(self) -> Pair:
        """Gains of small and big blind by a best response, in big blinds."""
        return self._in_bb(self.played.gains(self.solution.gains))

    @property
    def epsilon_bb(self) -> float:
        """Half the sum of both gains by best responses, in big blinds."""
        return sum(self.gains_bb) / 2

    @property
    def hands(self) -> list[FlopHand]:
        """All classes of hands, from high cards to low."""
        classes, solution = self.sums.classes, self.solution
        range_shares = [
            dealt.weights / parts for dealt, parts in zip(self.payoffs.dealt, self.sums.parts, strict=True)
        ]
        jam_gain, call_gain = (
            factor * margins / self.chips.situation.big_blind
            for factor, margins in zip(
                self.played.factors, (solution.margin_jam, solution.margin_call), strict=True
            )
        )
        return [
            FlopHand(
                hand=self.sums.hands.name(int(classes.representatives[k])),
                size=int(classes.sizes[k]),
                jam=float(solution.x[k]),
                jam_gain_bb=float(jam_gain[k]),
                call=float(solution.y[k]),
                call_gain_bb=None if isnan(call_gain[k]) else float(call_gain[k]),
                held=(float(range_shares[0][k]), float(range_shares[1][k])),
            )
            for k in range(len(classes.representatives) - 1, -1, -1)
        ]

    def _in_bb(self, chips: Pair) -> Pair:
        return self.chips.situation.in_bb(chips)


def make_payoffs(
    flop: tuple[Card, ...],
    game: Game,
    ranges: tuple[HandRange | None, HandRange | None] = (None, None),
    progress: Progress | None = None,
) -> ClassGame:
    """Return the payoffs of all hands on a flop for the solver.

    Raises UnsupportedError if the game has too many hands; RangeError if a range has no hand on this
    flop, no two hands of the ranges are compatible, or a weight is finer than a hundredth of a percent;
    TableError if memory is short.
    """
    if not game.has_class_table:
        raise UnsupportedError(
            f"A flop is solved for two to four hole cards, not for {game.name}.", field="game"
        )
    hands = flop_hands(flop, game)
    if all(range_ is None for range_ in ranges):
        return flop_payoffs(hands, None, progress)
    (first, first_parts), (second, second_parts) = (
        _weights(hands, range_, field) for range_, field in zip(ranges, ("sb_range", "bb_range"), strict=True)
    )
    payoffs = flop_payoffs(hands, (first, second), progress)
    sums: FlopSums = payoffs.margins
    sums.parts = first_parts, second_parts
    return payoffs


def solve_flop(
    payoffs: ClassGame, chips: FlopChips, progress: Callable[[Iteration], None] | None = None
) -> FlopSolution:
    """Solve a flop exactly. Raises SolverError or WorthError if the chips are invalid."""
    sums: FlopSums = payoffs.margins
    stakes = chips.played(split=sums.hands.game.split_low).stakes
    pace = FAST if payoffs.n_classes > _FEW else SHORT
    return FlopSolution(chips, payoffs, solve_exact(payoffs, stakes, progress=progress, pace=pace))


def _weights(hands: FlopHands, hand_range: HandRange | None, field: str) -> tuple[Weights, int]:
    """Return integer weights of all hands on the flop, shape (hands,), and their denominator."""
    if hand_range is None:
        return np.ones(len(hands.places), dtype=np.int64), 1
    classes = hand_classes(hands.game)
    rows = classes.row_of_hand[hand_indices(hands.cards, classes.deck)]
    exact = hand_range.hand_weights[rows]
    for parts in (1, 10, 100, 1000, FINEST):
        weights = np.rint(exact * parts).astype(np.int64)
        if np.allclose(weights, exact * parts, rtol=0, atol=1e-9):
            break
    else:
        raise RangeError("On a flop a weight has at most four decimals: write 0.3333.", field=field)
    if not weights.any():
        flop = format_cards(hands.flop)
        whose = "small" if field == "sb_range" else "big"
        raise RangeError(
            f"No hand of the {whose} blind's range can be held on {flop}: add hands to it.", field=field
        )
    return weights, parts


METHOD = 1
"""The version of charts; stored charts of other versions are not read."""
_SOLVED = "solved"
CHARTS = ResumableWork(
    "flop-runs", "chart of flops", "chart of all flops, begun or done", "jamfold flop-chart", (_SOLVED,)
)
_PERIOD = 5.0
"""Seconds between writes of the checkpoint."""
_JAM, _CALL, _VALUES, _GAINS, _EXACT = 0, 1, slice(2, 4), slice(4, 6), 6
_COLUMNS = 7


@dataclass(frozen=True)
class FlopLine:
    """A flop, and all that differ from it only in suits."""

    flop: str
    weight: int
    """The number of these flops."""
    jam_percent: float
    call_percent: float
    values_bb: Pair
    """EVs of small and big blind."""
    gains_bb: Pair
    """Gains of small and big blind by a best response."""
    exact: bool


class FlopGroup(NamedTuple):
    """Averages over flops of one texture."""

    name: str
    weight: int
    jam_percent: float
    call_percent: float
    value_bb: float
    """The small blind's EV."""


@json_fields(
    f"game=game.name {CHIPS_HINT} pot=chips.pot rake=chips.terms.rake_values weight jam_percent "
    "call_percent value_bb values_bb gains_bb epsilon_bb exact flops"
)
@dataclass(frozen=True, eq=False)
class FlopChart(DisplayableResult):
    """The solutions of all flops of a game, and averages over them."""

    game: Game
    chips: FlopChips
    solved: FloatArray
    """Shape (flops, columns), as stored."""

    @property
    def classes(self) -> HandClasses:
        """The flops."""
        return flop_classes(self.game)

    @property
    def weight(self) -> int:
        """The number of all flops: 22,100 of a full deck."""
        return int(self.classes.sizes.sum())

    @property
    def jam_percent(self) -> float:
        """Percentage of hands that jam; this and the following are averages over all flops."""
        return float(self._means[_JAM])

    @property
    def call_percent(self) -> float:
        return float(self._means[_CALL])

    @property
    def value_bb(self) -> float:
        """The small blind's EV in big blinds."""
        return self.values_bb[0]

    @property
    def values_bb(self) -> Pair:
        first, second = self._means[_VALUES].tolist()
        return first, second

    @property
    def gains_bb(self) -> Pair:
        """Gains of small and big blind by best responses on all flops."""
        first, second = self._means[_GAINS].tolist()
        return first, second

    @property
    def epsilon_bb(self) -> float:
        """Half the sum of both gains by best responses, in big blinds."""
        return sum(self.gains_bb) / 2

    @property
    def exact(self) -> bool:
        """Whether every flop is exact."""
        return bool(self.solved[:, _EXACT].all())

    @property
    def flops(self) -> list[FlopLine]:
        """All flops, from high to low."""
        return [
            FlopLine(
                self.classes.name(k), int(size), row[_JAM], row[_CALL], (row[2], row[3]), (row[4], row[5]),
                bool(row[_EXACT]),
            )
            for k, (size, row) in enumerate(zip(self.classes.sizes, self.solved.tolist(), strict=True))
        ]  # fmt: skip

    @property
    def groups(self) -> list[FlopGroup]:
        """Averages over flops by suits, and by ranks."""
        cards = self.classes.representatives
        suits, ranks = (
            np.array([len({*row}) for row in part.tolist()]) for part in (cards % N_SUITS, cards // N_SUITS)
        )
        looks = {
            "one suit": suits == 1,
            "two suits": suits == 2,
            "three suits": suits == 3,
            "three ranks": ranks == 3,
            "a pair": ranks == 2,
            "three of a rank": ranks == 1,
        }
        sizes, groups = self.classes.sizes, []
        for name, chosen in looks.items():
            weight = int(sizes[chosen].sum())
            jam, call, value = (sizes[chosen] @ self.solved[chosen, :3] / weight).tolist()
            groups.append(FlopGroup(name, weight, jam, call, value))
        return groups

    @property
    def _means(self) -> FloatArray:
        means: FloatArray = self.classes.sizes @ self.solved / self.weight
        return means


def chart_item(game: Game, chips: FlopChips) -> Artifact:
    text = repr(chips)
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "chips": text}
    forms = {_SOLVED: ArraySpec("<f8", (flop_classes(game).n, _COLUMNS))}
    return CHARTS.item(game.name, text, identity, forms)


def solve_flops(
    game: Game,
    chips: FlopChips,
    progress: Progress = ignore_progress,
    solve: Callable[[tuple[Card, ...]], FlopSolution] | None = None,
) -> FlopChart:
    """Solve all flops; an interrupted run resumes, and a finished chart stays stored.

    ``solve`` replaces the solver of a flop.  Raises WorthError if prizes are not linear in chips.
    """
    chips.played(split=game.split_low)
    solve_one = solve or (lambda flop: solve_flop(make_payoffs(flop, game), chips))
    classes = flop_classes(game)
    with find_checkpoint(chart_item(game, chips), period=_PERIOD) as checkpoint:
        stored = checkpoint.load()
        solved = np.full((classes.n, _COLUMNS), np.nan) if stored is None else stored[_SOLVED]
        try:
            for k in np.flatnonzero(np.isnan(solved[:, _EXACT])).tolist():
                progress(f"{k:,} of {classes.n:,} flops", k / classes.n)
                solved[k] = _row(solve_one(tuple(Card(int(card)) for card in classes.representatives[k])))
                checkpoint.save({_SOLVED: solved})
        except BaseException:
            checkpoint.save({_SOLVED: solved}, at_once=True)
            raise
        checkpoint.save({_SOLVED: solved}, at_once=True)
    return FlopChart(game, chips, solved)


def _row(flop: FlopSolution) -> list[float]:
    return [flop.jam_percent, flop.call_percent, *flop.values_bb, *flop.gains_bb, float(flop.exact)]
