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
        """The share of the pot."""
        return self.points / (2 * (self.win + self.tie + self.lose))


@dataclass(frozen=True)
class Chance:
    """The chance against opponents who all stay.

    Attributes
    ----------
    win, tie, lose
        Probabilities of winning alone, of sharing the pot, of losing.
    equity
        The share of the pot.
    standard_error
        Of the equity; 0 when exact.
    deals
        The deals of the sample, None when exact.
    """

    win: float
    tie: float
    lose: float
    equity: float
    standard_error: float = 0.0
    deals: int | None = None


@dataclass(frozen=True)
class Answers:
    """What opponents do who still have to stay or fold.

    Attributes
    ----------
    folds
        The probability that one opponent folds, given the hand and the flop.
    everybody_folds
        The probability that all do.
    share
        The share of the pot, 1 when everybody folds.
    standard_error
        Of the share; 0 when exact.
    """

    folds: float
    everybody_folds: float
    share: float
    standard_error: float


@dataclass(frozen=True)
class Money:
    """Expected results, compared with folding now (0).

    Attributes
    ----------
    pot, call
        In the middle now, and the price of going on.
    go_on
        When the opponents still have to stay or fold.
    standard_error
        Of ``go_on``.
    all_stay
        When all of them stay; None if they cannot.
    needed_share
        The share of the pot at which going on is worth 0.
    threshold
        Going on is worth 0 or more if the opponents fold below this strength, or
        below a higher one.
    threshold_folds
        The share of all holdings on this flop that is below it.
    """

    pot: float
    call: float
    go_on: float
    standard_error: float
    all_stay: float | None
    needed_share: float
    threshold: FoldBelow
    threshold_folds: float


@dataclass(frozen=True)
class WinningChance(Shown):
    """The answer for a hand, a flop and some opponents.

    Attributes
    ----------
    game, hand, flop
        The rules and the cards.
    opponents
        Their number.
    raw
        Against one random holding.
    folding
        Which holdings fold; None if none do.
    one
        Against one opponent who stays, exactly; None if everybody folds.
    against
        Against all opponents when all stay; None if everybody folds, or if they
        cannot all hold a holding that stays.
    answers
        What happens when they still have to stay or fold.
    money
        None without a pot.
    seed
        Of the sample.
    """

    game: Game
    hand: tuple[Card, ...]
    flop: tuple[Card, ...]
    opponents: int
    raw: RawStrength
    folding: Folding | None
    one: Chance | None
    against: Chance | None
    answers: Answers
    money: Money | None
    seed: int

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
