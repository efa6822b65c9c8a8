"""The flop: a hand's winning chance, and how strength is spread over all flops."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from jamfold.calculator.flops.distribution import FlopDistribution, load_distribution
from jamfold.calculator.flops.fold_rules import SHARES_OF, Folding, Ways, parse_folding
from jamfold.calculator.flops.winning_chance import WinningChance, winning_chance
from jamfold.cards.games import Game
from jamfold.cases.answers.memory import ResultCache
from jamfold.cases.answers.watch import Observer
from jamfold.cases.flops import ChanceRequest, DistributionRequest
from jamfold.core.display import DisplayableResult
from jamfold.histories.flop_folds import find_folds
from jamfold.histories.store import HistoryStore

QUANTILES = (1, 5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 95, 99)
_BINS = 100
_distributions: ResultCache[str, FlopDistribution] = ResultCache(3)


@dataclass(frozen=True)
class SpreadStrength(DisplayableResult):
    """Hand strength over all hands and flops, and how much of it folds."""

    game: Game
    """The rules."""
    states: FlopDistribution
    """The distribution."""
    folding: Folding | None
    """Who folds; None if nobody does."""

    @property
    def share(self) -> float | None:
        """The share of all hands on flops that folds, in [0, 1]; None if folding was not asked about."""
        return None if self.folding is None else self.states.spread.share_folding(self.folding.stays)

    @property
    def quantiles(self) -> list[tuple[int, float]]:
        """Percentages and the quantiles of strength."""
        return [(percent, self.states.spread.quantile(Fraction(percent, 100))) for percent in QUANTILES]

    @property
    def histogram(self) -> list[int]:
        return [int(count) for count in self.states.spread.histogram(_BINS)]

    @property
    def marks(self) -> list[tuple[float, float]]:
        """The threshold with the share below it, for a figure."""
        threshold = None if self.folding is None else self.folding.threshold
        return [] if threshold is None or self.share is None else [(threshold, self.share)]


def chance(question: ChanceRequest, watch: Observer) -> WinningChance:
    values = {name: getattr(question, name) for name in question.field_specs()}
    observed = None
    if player := values.pop("folds_of"):
        with HistoryStore(progress=watch.on_stage) as store:
            observed = find_folds(store, player, question.game, watch.on_stage)
        values |= (
            {"fold_curve": observed.fold_curve}
            if observed.fold_curve
            else {"fold_share": observed.fold_share, "share_of": SHARES_OF[1]}
        )
    watch.on_stage("dealing" if question.opponents > 1 else "counting", 0.0)
    return replace(winning_chance(**values, progress=watch.on_stage), observed=observed)


def distribution(question: DistributionRequest, watch: Observer) -> SpreadStrength:
    """The distribution; a threshold gives the share below it, a share the threshold."""

    def states() -> FlopDistribution:
        return _distributions.get(question.game, lambda: load_distribution(watch.on_stage, question.rules))

    ways = Ways(question.fold_below, question.fold_share, question.fold_curve, question.share_of)
    folding = parse_folding(ways, None, lambda: states().spread)
    return SpreadStrength(question.rules, states(), folding)
