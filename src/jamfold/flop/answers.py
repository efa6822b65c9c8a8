"""What is said about a hand on the flop: strength, chances when all stay or each may fold, money."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from jamfold.cards import Card
from jamfold.flop.distribution import Spread
from jamfold.flop.fold_rules import FoldBelow, Folding
from jamfold.flop.strength import flop_strengths
from jamfold.games import Game
from jamfold.shown import Shown


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


@dataclass(frozen=True)
class Answers:
    """What opponents do who still have to stay or fold."""

    folds: float
    """The probability that one opponent folds, given the hand and the flop."""
    everybody_folds: float
    """The probability that all do."""
    share: float
    """The share of the pot, 1 when everybody folds."""
    standard_error: float
    """Of the share; 0 when exact."""


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
    """The share of the pot at which going on is worth 0."""
    threshold: FoldBelow
    """Going on is worth 0 or more if the opponents fold below this strength, or below a higher one."""
    threshold_folds: float
    """The share of all holdings on this flop that is below it."""


@dataclass(frozen=True)
class WinningChance(Shown):
    """The answer for a hand, a flop and some opponents."""

    game: Game
    hand: tuple[Card, ...]
    flop: tuple[Card, ...]
    """game, hand, flop: The rules and the cards."""
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
    answers: Answers
    """What happens when they still have to stay or fold."""
    money: Money | None
    """None without a pot."""
    seed: int
    """Of the sample."""

    @cached_property
    def holdings(self) -> Spread:
        """How raw strength is spread over all holdings on this flop."""
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
