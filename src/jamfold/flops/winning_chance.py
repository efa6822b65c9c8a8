"""The chance of a two-card hand on a flop, a turn or a river against opponents who fold weak holdings.

Opponents hold random cards, each folds by the hand strength of what they hold
(`fold_rules`), and those who stay go to the showdown.  One opponent is counted
exactly, several are sampled, since their holdings block one another.  The
winning-chance article raises the chance against one to a power instead; that
number is given beside ours.

Money: the pot holds everything bet so far, going on costs the call, and nothing
more is bet.  With a share S of the pot, which is 1 when everybody folds, going on
is worth S (pot + call) - call, and folding 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.cards import Card
from jamfold.errors import ChanceError, error_field
from jamfold.flops.answers import Chance, Money, OpponentResponses, RawStrength, WinningChance
from jamfold.flops.distribution import Spread, load_distribution
from jamfold.flops.fold_rules import FoldBelow, Folding, Ways, parse_folding
from jamfold.flops.lookup import (
    FLOP,
    FlopCounts,
    FlopLookup,
    flop_counts,
    flop_lookup,
    parse_flop,
    parse_hand,
)
from jamfold.flops.sampling import FlopTally, sample_answers, sample_stayers, stream
from jamfold.flops.showdowns import count_against
from jamfold.flops.strength import FlopStrengths, flop_strengths
from jamfold.games import HOLDEM, Game, game_of
from jamfold.progress import Progress

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
        Called while the distribution over all flops is built, if it is asked for.
    """
    rules = game_of(game)
    flop_counts(rules)  # refuses games that have no winning chance
    with error_field("flop"):
        board = parse_flop(flop, rules, later=True)
    with error_field("hand"):
        cards = parse_hand(hand, board, rules)
    if (pot is None) != (call is None):
        raise ChanceError("The pot and the call go together.", field="pot")
    money = None if pot is None or call is None else (pot, call)
    check_numbers(opponents, money, deals, seed)  # before a distribution is built
    if len(board) > FLOP and fold_share is not None:
        if share_of == "all":
            raise ChanceError(
                "A share of all hands is one on flops: on a later street leave --share-of out.",
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
        Two different cards of the deck, and three to five, as `lookup.parse_hand` and
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
    one = _against_one(spot)
    if opponents == 1:
        against, answers, shares = one, *_exact_answers(spot, one)
    else:
        against, answers, shares = _sampled(spot)
    result = None if money is None else _money(spot, money, against, answers, shares)
    return WinningChance(
        game, spot.hand, spot.flop, opponents, spot.raw, folding, one, against, answers, result, seed
    )


def check_numbers(opponents: int, money: tuple[float, float] | None, deals: int, seed: int) -> None:
    """Refuse what `winning_chance` does not take. Raises ChanceError if a number is out of its bounds."""
    if not 1 <= opponents <= MOST_OPPONENTS:
        raise ChanceError(f"There are 1 to {MOST_OPPONENTS} opponents, not {opponents}.", field="opponents")
    if not 2 <= deals <= MOST_DEALS:
        raise ChanceError(f"A sample has 2 to {MOST_DEALS:,} deals, not {deals:,}.", field="deals")
    if seed < 0:
        raise ChanceError(f"A seed is not negative: {seed}.", field="seed")
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


def _exact_answers(spot: _Spot, one: Chance | None) -> tuple[OpponentResponses, FloatArray]:
    """One opponent who may fold, and the share of the pot by level (see `sample_answers`)."""
    folds = spot.folds
    share = folds if one is None else folds + (1 - folds) * one.equity
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
