"""Winning chance of a two-card hand from the flop on against opponents who fold weak holdings.

Opponents hold random cards, each folds by the hand strength of their holding
(`calculator.flops.fold_rules`), and those who stay go to the showdown.  One opponent is counted
exactly, several are sampled, since their holdings block one another.  The
winning-chance article raises the chance against one to a power instead; that
number is given next to ours.

Money: the pot has everything bet so far, going on costs the call, and nothing
more is bet.  With a share S of the pot, which is 1 when everybody folds, going on
is worth S (pot + call) - call, and folding 0.

Answers have the strength, the chances when all stay or each may fold, and the money.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from jamfold.calculator.flops.distribution import FlopStrengths, Spread, flop_strengths, load_distribution
from jamfold.calculator.flops.flop_hands import (
    FLOP,
    STREETS,
    FlopCounts,
    FlopLookup,
    flop_counts,
    flop_lookup,
    parse_flop,
    parse_hand,
)
from jamfold.calculator.flops.fold_rules import FoldBelow, Folding, ObservedFolds, Ways, parse_folding
from jamfold.calculator.flops.sampling import FlopTally, sample_answers, sample_stayers, stream
from jamfold.calculator.flops.showdowns import count_against
from jamfold.cards import Card, format_cards
from jamfold.cards.games import HOLDEM, Game, game_of
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import ChanceError, error_field
from jamfold.core.progress import Progress


@json_fields("win tie lose equity", schema="RawContract")
@dataclass(frozen=True)
class RawStrength:
    """Exact counts against one random holding."""

    win: int
    tie: int
    lose: int

    @property
    def points(self) -> int:
        """Two for a win, one for a tie."""
        return 2 * self.win + self.tie

    @property
    def equity(self) -> float:
        return self.points / (2 * (self.win + self.tie + self.lose))


@json_fields(
    "equity win_chance=win tie_chance=tie lose_chance=lose exact standard_error deals",
    schema="ShowdownContract",
)
@dataclass(frozen=True)
class Chance:
    """The chance against opponents who all stay."""

    win: float
    tie: float
    lose: float
    """win, tie, lose: Probabilities of winning alone, of sharing the pot, of losing."""
    equity: float
    """The share of the pot."""
    standard_error: float = 0.0
    """Of the equity; 0 when exact."""
    deals: int | None = None
    """The deals of the sample, None when exact."""

    @property
    def exact(self) -> bool:
        return self.deals is None


@json_fields("one_folds=folds everybody_folds share standard_error", schema="AnswersContract")
@dataclass(frozen=True)
class OpponentResponses:
    """What opponents do who still have to stay or fold."""

    folds: float
    """The probability that one opponent folds, given the hand and the flop."""
    everybody_folds: float
    """The probability that all do."""
    share: float
    """The share of the pot, 1 when everybody folds."""
    standard_error: float
    """Of the share; 0 when exact."""


@json_fields(
    "pot call fold continue=go_on standard_error all_stay break_even_share=needed_share "
    "break_even_threshold=threshold.threshold break_even_folds=threshold_folds"
)
@dataclass(frozen=True)
class Money:
    """Expected results, compared with folding now (0)."""

    pot: float
    call: float
    """pot, call: In the middle now, and the price of going on."""
    go_on: float
    """When the opponents still have to stay or fold."""
    standard_error: float
    """Of ``go_on``."""
    all_stay: float | None
    """When all of them stay; None if they cannot."""
    needed_share: float
    """The share of the pot at which calling is worth 0."""
    threshold: FoldBelow
    """Going on is worth 0 or more if the opponents fold below this strength, or below a higher one."""
    threshold_folds: float
    """The share of all holdings on this flop that is below it."""

    @property
    def fold(self) -> float:
        return 0.0


@json_fields(
    "game hand=hand_text flop=flop_text opponents raw folding=folding.text threshold=folding.threshold "
    "against against_one=one power_rule answers money seed=sample_seed observed",
    schema="ChanceContract",
)
@dataclass(frozen=True)
class WinningChance(DisplayableResult):
    """The answer for a hand, a flop and some opponents."""

    game: Game
    hand: tuple[Card, ...]
    flop: tuple[Card, ...]
    """game, hand, flop: The rules and the cards; turn and river may follow the flop."""
    opponents: int
    """Their number."""
    raw: RawStrength
    """Against one random holding."""
    folding: Folding | None
    """Which holdings fold; None if none do."""
    one: Chance | None
    """Against one opponent who stays, exactly; None if everybody folds."""
    against: Chance | None
    """Against all opponents when all stay; None if everybody folds, or if they cannot all hold a holding that
    stays."""
    answers: OpponentResponses
    """What happens when they still have to stay or fold."""
    money: Money | None
    """None without a pot."""
    seed: int
    """Of the sample."""
    observed: ObservedFolds | None = None
    """What a player of imported hands did, where opponents fold as they did."""

    @property
    def hand_text(self) -> str:
        return format_cards(self.hand)

    @property
    def flop_text(self) -> str:
        return format_cards(self.flop)

    @property
    def street(self) -> str:
        """Flop, turn or river, by the board cards."""
        return STREETS[len(self.flop)]

    @property
    def sample_seed(self) -> int | None:
        """Seed of the sample; None if nothing was sampled."""
        return None if self.opponents == 1 else self.seed

    @cached_property
    def holdings(self) -> Spread:
        """How hand strength is spread over all holdings on this flop."""
        strengths = flop_strengths(self.flop, self.game)
        return Spread.of(strengths.points, strengths.counts.scale)

    @property
    def weaker(self) -> float:
        """The share of the holdings on this flop that are weaker."""
        return self.holdings.count_below(self.raw.points) / self.holdings.total

    @property
    def power_rule(self) -> float | None:
        """The article's approximation: the chance against one, to the power of the opponents."""
        return None if self.one is None else self.one.equity**self.opponents


# Former names, until 0.4.
Answers = OpponentResponses


MOST_OPPONENTS = 8
MOST_DEALS = 1_000_000_000
DEFAULT_DEALS = 200_000


def winning_chance(
    hand: str,
    flop: str,
    opponents: int = 1,
    *,
    fold_below: str | None = None,
    fold_share: str | None = None,
    fold_curve: str | None = None,
    share_of: str | None = None,
    pot: float | None = None,
    call: float | None = None,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
    game: str | Game = HOLDEM,
    progress: Progress | None = None,
) -> WinningChance:
    """The chance of a hand on a flop against opponents who fold weak holdings.

    Raises GameError or CardError or ChanceError if a word or a number makes no sense; TableError if the
    distribution cannot be built here.

    Parameters
    ----------
    hand, flop
        Cards as text: ``"As Kd"``, ``"Kh 7d 2c"``; turn and river may follow the flop.
    opponents
        1 to 8; one is counted exactly, several are sampled.
    fold_below, fold_share, fold_curve
        One of them, as text: holdings below this hand strength fold (``"45%"``), the
        weakest share of holdings folds (``"30%"``), or the probability of folding by raw
        strength, straight between points (``"0.3:1,0.5:0.5,0.7:0"``).  All stay without.
    share_of
        What `fold_share` is a share of: ``"all"`` hands on every flop, or this ``"flop"``. On a turn or a
        river it is a share of the holdings there.
    pot, call
        Together: what is in the middle, and the price of going on, in any unit.
    deals, seed
        The sample, with two and more opponents.
    game
        A game with two hole cards.
    progress
        Called while the distribution over all flops is built.
    """
    rules = game_of(game)
    flop_counts(rules)  # refuses games that have no winning chance
    with error_field("flop"):
        board = parse_flop(flop, rules, later=True)
    with error_field("hand"):
        cards = parse_hand(hand, board, rules)
    if (pot is None) != (call is None):
        raise ChanceError("The pot and the call go together. Enter both or neither.", field="pot")
    money = None if pot is None or call is None else (pot, call)
    check_numbers(opponents, money, deals, seed)  # before a distribution is built
    if len(board) > FLOP and fold_share is not None:
        if share_of == "all":
            raise ChanceError(
                "A share of all hands is for flops only. Remove --share-of on a turn or river.",
                field="share_of",
            )
        share_of = "flop"
    folding = parse_folding(
        Ways(fold_below, fold_share, fold_curve, share_of),
        lambda: Spread.of(flop_strengths(board, rules).points, flop_counts(rules, len(board)).scale),
        lambda: load_distribution(progress, rules).spread,
    )
    return chance_on_flop(cards, board, opponents, folding, money, deals, seed, rules)


def chance_on_flop(
    hand: Sequence[Card],
    flop: Sequence[Card],
    opponents: int = 1,
    folding: Folding | None = None,
    money: tuple[float, float] | None = None,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
    game: Game = HOLDEM,
) -> WinningChance:
    """The chance of a hand on a flop.

    Raises ChanceError if a number is out of its bounds, or the game has no winning chance.

    Parameters
    ----------
    hand, flop
        Two different cards of the deck, and three to five, as `flop_hands.parse_hand` and
        `parse_flop` give them.
    opponents
        1 to 8.
    folding
        Which holdings fold; None if all stay.
    money
        The pot and the price of going on, in any unit.
    deals, seed
        The sample, with two and more opponents.
    game
        The rules, with two hole cards.
    """
    check_numbers(opponents, money, deals, seed)
    spot = _Spot(game, tuple(hand), tuple(flop), opponents, folding, deals, seed)
    chance = _against_one(spot)
    if opponents == 1:
        against, answers, shares = chance, *_exact_answers(spot, chance)
    else:
        against, answers, shares = _sampled(spot)
    result = None if money is None else _money(spot, money, against, answers, shares)
    return WinningChance(
        game, spot.hand, spot.flop, opponents, spot.raw, folding, chance, against, answers, result, seed
    )


def check_numbers(opponents: int, money: tuple[float, float] | None, deals: int, seed: int) -> None:
    """Refuse what `winning_chance` does not take. Raises ChanceError if a number is out of its bounds."""
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise ChanceError(f"Enter 1 to {MOST_OPPONENTS} opponents, not {opponents}.", field="opponents")
    if not 2 <= deals <= MOST_DEALS:
        raise ChanceError(f"A sample has 2 to {MOST_DEALS:,} deals, not {deals:,}.", field="deals")
    if seed < 0:
        raise ChanceError(f"A seed must not be negative: {seed}.", field="seed")
    if money is None:
        return
    pot, call = money
    if not (math.isfinite(pot) and pot > 0):
        raise ChanceError(f"The pot must be more than 0, not {pot:g}.", field="pot")
    if not (math.isfinite(call) and call >= 0):
        raise ChanceError(f"The call must be 0 or more, not {call:g}.", field="call")


class _Spot:
    """One question, with what all answers to it are made of.

    wins, ties
        int64, shape (holdings,): run-outs won and tied against each holding, of ``counts.runouts``.
    free
        float64, shape (holdings,): 1 for the holdings an opponent may have.
    stays
        float64, shape (holdings,): probability of staying.
    level_points, levels
        The strengths that occur on the flop, and int64, shape (holdings,), the place among them.
    """

    def __init__(
        self,
        game: Game,
        hand: tuple[Card, ...],
        flop: tuple[Card, ...],
        opponents: int,
        folding: Folding | None,
        deals: int,
        seed: int,
    ) -> None:
        self.hand, self.flop, self.opponents = hand, flop, opponents
        self.deals = deals
        self.counts: FlopCounts = flop_counts(game, len(flop))
        self.lookup: FlopLookup = flop_lookup(flop, game)
        self.number = self.lookup.number(hand)
        strengths: FlopStrengths = flop_strengths(flop, game)
        win, tie = int(strengths.wins[self.number]), int(strengths.ties[self.number])
        self.raw = RawStrength(win, tie, self.counts.outcomes - win - tie)
        self.wins, self.ties = (np.zeros(self.counts.holdings, dtype=np.int64) for _ in range(2))
        count_against(self.lookup, self.number, self.wins, self.ties)
        self.free = (~np.isin(strengths.holdings, hand).any(axis=1)).astype(np.float64)
        points, scale = strengths.points, self.counts.scale
        self.stays = np.ones(self.counts.holdings) if folding is None else folding.stays(points, scale)
        self.seed = stream(seed, self.stays)
        self.level_points, self.levels = np.unique(points, return_inverse=True)

    @property
    def weights(self) -> FloatArray:
        """The remaining range of one opponent."""
        weights: FloatArray = self.free * self.stays
        return weights

    @property
    def folds(self) -> float:
        return 1 - float(self.weights.sum()) / self.counts.opponents


def _against_one(spot: _Spot) -> Chance | None:
    """One opponent who stays.  With a threshold the sums are integers, so exact in float64."""
    weights = spot.weights
    total = spot.counts.runouts * float(weights.sum())
    if total == 0:
        return None
    win, tie = float(weights @ spot.wins) / total, float(weights @ spot.ties) / total
    equity = float(weights @ (2 * spot.wins + spot.ties)) / (2 * total)
    return Chance(win, tie, max(0.0, 1 - win - tie), equity)


def _exact_answers(spot: _Spot, chance: Chance | None) -> tuple[OpponentResponses, FloatArray]:
    """One opponent who may fold, and the share of the pot by level (see `sample_answers`)."""
    folds = spot.folds
    share = folds if chance is None else folds + (1 - folds) * chance.equity
    points = 2 * spot.wins + spot.ties
    gains = spot.free * (2 * spot.counts.runouts - points)
    by_level = np.bincount(spot.levels, gains)
    shares = np.cumsum([float(spot.free @ points), *by_level]) / spot.counts.scale
    return OpponentResponses(folds, folds, share, 0.0), shares


def _sampled(spot: _Spot) -> tuple[Chance | None, OpponentResponses, FloatArray]:
    """Several opponents: all staying, each staying or folding, and the share by level."""
    tally, shares = sample_answers(
        spot.lookup,
        spot.number,
        spot.levels,
        spot.stays,
        spot.opponents,
        spot.deals,
        spot.seed,
    )
    folds = spot.folds
    answers = OpponentResponses(folds, tally.everybody_folds / tally.deals, tally.share, tally.standard_error)
    all_stay: FlopTally | None = tally if folds == 0 else None
    if 0 < folds < 1:
        all_stay = sample_stayers(
            spot.lookup, spot.number, spot.opponents, spot.weights, spot.deals, spot.seed
        )
    return None if all_stay is None else _chance(all_stay), answers, shares


def _chance(tally: FlopTally) -> Chance:
    n = tally.deals
    win, tie = tally.shared[0] / n, sum(tally.shared[1:]) / n
    return Chance(win, tie, tally.lost / n, tally.share, tally.standard_error, n)


def _money(
    spot: _Spot,
    money: tuple[float, float],
    against: Chance | None,
    answers: OpponentResponses,
    shares: FloatArray,
) -> Money:
    pot, call = money
    needed = call / (pot + call)
    # The shares never fall from level to level, but for rounding; the last is 1.
    level = int(np.argmax(shares >= needed)) if shares[-1] >= needed else len(shares) - 1
    levels, scale = spot.level_points, spot.counts.scale
    cut = 0 if level == 0 else scale + 1 if level == len(levels) else int(levels[level])
    return Money(
        pot=pot,
        call=call,
        go_on=answers.share * (pot + call) - call,
        standard_error=answers.standard_error * (pot + call),
        all_stay=None if against is None else against.equity * (pot + call) - call,
        needed_share=needed,
        threshold=FoldBelow(Fraction(cut, scale)),
        threshold_folds=float((spot.levels < level).mean()),
    )
