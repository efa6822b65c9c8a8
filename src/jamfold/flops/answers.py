"""What is said about a hand on the flop: strength, chances when all stay or each may fold, money."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from jamfold.cards import Card, format_cards
from jamfold.flops.distribution import Spread
from jamfold.flops.fold_rules import FoldBelow, Folding
from jamfold.flops.lookup import STREETS
from jamfold.flops.observed_folds import ObservedFolds
from jamfold.flops.strength import flop_strengths
from jamfold.games import Game
from jamfold.shown import DisplayableResult, json_fields


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
    """The share of the pot at which going on is worth 0."""
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
        """Of the sample; None where nothing was sampled."""
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
