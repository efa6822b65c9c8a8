"""Results of matches: raw, by duplicate deals, and luck-adjusted; or exactly if both ranges are known.

Luck adjustment is AIVAT (Burch, Schmid, Moravcik, Morrill, Bowling 2018) with values fixed beforehand: those
of the two dealt hands if both players play the equilibrium.  For the small blind, with x, y the equilibrium's
chances of both hands, w the small blind's share of the pot over all boards, and F, S, D(w) its winnings if
it folds, steals, is called:

    pair value      V = (1 - x) F + x ((1 - y) S + y D(w))
    less luck       result with an all-in before the flop at D(w)  -  V  +  mean of V
                    - (value of the bot's action  -  its mean over the bot's strategy)

Every term subtracted is zero on average for any players, as the referee deals and the bot's chances are
known.  So the mean is unbiased against any opponent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

from jamfold.cards import format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.histories.all_in_ev import Showdown, equities
from jamfold.practice.matches.game import Definition
from jamfold.practice.matches.no_limit_hand import Deal
from jamfold.practice.matches.player import BotPlayer
from jamfold.practice.matches.protocol import BIG, SMALL
from jamfold.practice.matches.referee import Match, PlayedHand
from jamfold.solver.respond import measure_pair
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.solve import load_payoffs

_Z = 1.959964


@json_fields("mean_bb=mean deviation_bb=deviation interval_bb=interval")
@dataclass(frozen=True)
class Estimate:
    """An estimate of what the first player wins, in big blinds per hand."""

    mean: float
    """The estimate."""
    deviation: float
    """Standard deviation per hand; for duplicate, per deal played both ways round."""
    interval: tuple[float, float]
    """95% interval by the normal approximation, from the deals of this match."""


@json_fields(
    "definition.game definition.stacks definition.blinds definition.antes first second match.seed "
    "match.deals hands=match.n_hands raw duplicate without_luck=reduced exact_bb=exact match.off_model "
    "match.off_model_bb lost_by=match.forfeit.name reason=match.forfeit.sentence",
    schema="MatchContract",
)
@dataclass(frozen=True)
class MatchResult(DisplayableResult):
    """Results of the first of two players, in big blinds per hand."""

    definition: Definition
    names: tuple[str, str]
    match: Match | None = None
    """The match played; None if nothing was."""
    raw: Estimate | None = None
    """Estimate hand by hand; null with fewer than two hands."""
    duplicate: Estimate | None = None
    """Estimate by deals played both ways round; null with fewer than two."""
    reduced: Estimate | None = None
    """Luck-adjusted estimate of the same deals (AIVAT with the equilibrium's values)."""
    exact: float | None = None
    """The exact value; null unless both players' ranges are known."""

    @property
    def first(self) -> str:
        return self.names[0]

    @property
    def second(self) -> str:
        return self.names[1]


@dataclass(frozen=True)
class Baseline:
    """The equilibrium that values dealt hands."""

    spot: SpotSolution

    @property
    def mean(self) -> float:
        """The small blind's average winnings, in chips."""
        return self.spot.value_chips[0]

    def ends(self, share: float) -> tuple[float, float, float]:
        """Return F, S, D(w): the small blind's winnings if it folds, steals, is called."""
        situation = self.spot.situation
        return (
            situation.small_blind_folds()[0],
            situation.big_blind_folds()[0],
            situation.showdown(share)[0],
        )

    def chances(self, deal: Deal) -> tuple[float, float]:
        """Return how often the equilibrium jams the small blind's hand and calls with the big blind's."""
        classes = hand_classes(self.spot.game)
        solution = self.spot.solution
        return float(solution.x[classes.index(deal.small)]), float(solution.y[classes.index(deal.big)])


def exact_value(definition: Definition, first: BotPlayer, second: BotPlayer) -> float:
    """Return what the first of two bots wins in big blinds per hand, with alternating seats."""
    situation, payoffs = definition.situation, load_payoffs(definition.game)
    stakes = chip_payoffs(situation.s, situation.b)
    ahead, behind = (
        situation.in_chips(measure_pair(payoffs, stakes, small.jam, big.call).values)
        for small, big in ((first, second), (second, first))
    )
    return (ahead[0] + behind[1]) / 2 / situation.big_blind


def make_result(
    match: Match, baseline: Baseline, sides: tuple[BotPlayer | None, BotPlayer | None], progress: Progress
) -> MatchResult:
    """Return the results of a match; luck adjustment uses the first side that is a bot.

    Raises TableError if a class table cannot be built here.
    """
    bb = match.definition.situation.big_blind
    raw = [hand.won_by_first / bb for hand in match.hands]
    paired = match.hands[: 2 * len(match.pairs)]
    own_side = next((k for k, side in enumerate(sides) if side is not None), None)
    luck = LuckAdjustment(baseline, None if own_side is None else sides[own_side], own_side)
    shares = luck.shares(paired, progress)
    reduced = [luck.reduced(hand, shares) / bb for hand in paired]
    first, second = sides
    return MatchResult(
        match.definition,
        match.names,
        match,
        raw=_estimate(raw, raw),
        duplicate=_estimate(_by_pairs(raw[: len(paired)]), None),
        reduced=_estimate(_by_pairs(reduced), reduced),
        exact=exact_value(match.definition, first, second) if first and second else None,
    )


def reduce_variance(hand: PlayedHand, baseline: Baseline) -> float:
    """Return the first player's luck-adjusted winnings in a hand, in chips, for unknown strategies."""
    luck = LuckAdjustment(baseline)
    return luck.reduced(hand, luck.shares([hand], ignore_progress))


def _estimate(values: Sequence[float], deviating: Sequence[float] | None) -> Estimate | None:
    """Estimate the mean of independent values; the deviation is that of `deviating`, if not None."""
    if len(values) < 2:
        return None
    mean, error = fmean(values), _Z * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, stdev(values if deviating is None else deviating), (mean - error, mean + error))


def _by_pairs(values: Sequence[float]) -> list[float]:
    return [(value + other) / 2 for value, other in zip(values[::2], values[1::2], strict=True)]


@dataclass(frozen=True)
class LuckAdjustment:
    """Luck adjustment of the first player's winnings; `side` is the player, 0 or 1, that is the bot."""

    baseline: Baseline
    bot: BotPlayer | None = None
    side: int | None = None

    def shares(self, hands: Sequence[PlayedHand], progress: Progress) -> dict[Showdown, float]:
        """Return the small blind's share of the pot over all boards, for the deals in which it counts."""
        showdowns: set[Showdown] = set()
        for hand in hands:
            jams, calls = self.baseline.chances(hand.deal)
            jams = max(jams, self._chance(hand, SMALL) or 0.0)
            calls = max(calls, self._chance(hand, BIG) or 0.0)
            if hand.called or (calls > 0 and (jams > 0 or hand.jammed)):
                showdowns.add(self._showdown(hand.deal))
        return equities(showdowns, progress)

    def reduced(self, hand: PlayedHand, shares: dict[Showdown, float]) -> float:
        """Return the first player's luck-adjusted winnings, in chips."""
        # A missing share is multiplied by chances of 0.
        fold, steal, called = self.baseline.ends(shares.get(self._showdown(hand.deal), 0.5))
        jams, calls = self.baseline.chances(hand.deal)
        jam_worth = (1 - calls) * steal + calls * called
        worth = called if hand.called else hand.won[0]
        worth += self.baseline.mean - ((1 - jams) * fold + jams * jam_worth)
        if not hand.off_model and (chance := self._chance(hand, SMALL)) is not None:
            worth -= (hand.jammed - chance) * (jam_worth - fold)
        if hand.jammed and (chance := self._chance(hand, BIG)) is not None:
            worth -= (hand.called - chance) * (called - steal)
        return worth if hand.small == 0 else -worth

    def _chance(self, hand: PlayedHand, position: int) -> float | None:
        """Return how often the bot jams, or calls, with its hand; None if it is not in the position."""
        if self.bot is None or (hand.small == self.side) is not (position == SMALL):
            return None
        return self.bot.chance(position, hand.deal.hole(position))

    def _showdown(self, deal: Deal) -> Showdown:
        return Showdown(self.baseline.spot.game.name, format_cards(deal.small), format_cards(deal.big))


def known_player(name: str, spot: SpotSolution) -> BotPlayer:
    return BotPlayer(name, spot.game, np.asarray(spot.solution.x), np.asarray(spot.solution.y))
