"""Questions about the flop: a hand's winning chance, and how strength is spread over all flops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import ChanceError, at_field
from jamfold.questions.entries import Question, entry
from jamfold.questions.memory import Memory
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.flop.distribution import FlopDistribution
    from jamfold.flop.folding import Folding, Ways
    from jamfold.flop.winning_chance import WinningChance

_DEALS = 200_000
_distributions: Memory[str, FlopDistribution] = Memory(3)


@dataclass(frozen=True, kw_only=True)
class FoldingQuestion(Question):
    """A question about opponents who fold weak holdings."""

    fold_below: str | None = entry(
        None, "Holdings of less raw strength fold: 0.45 or 45%.", label="Raw strength below", metavar="T"
    )
    fold_share: str | None = entry(
        None, "The weakest share of holdings folds: 0.3 or 30%.", label="Weakest share", metavar="Q"
    )
    share_of: str | None = entry(
        None,
        "What that is a share of: all (default), every hand on every flop, or this flop.",
        metavar="all|flop",
    )
    fold_curve: str | None = entry(
        None,
        "Probability of folding by raw strength, straight between points: 0.3:1,0.5:0.5,0.7:0.",
        label="Curve",
        metavar="F",
    )

    @property
    def ways(self) -> Ways:
        """What was said about folding."""
        from jamfold.flop.folding import Ways

        return Ways(self.fold_below, self.fold_share, self.fold_curve, self.share_of)

    @property
    def _field(self) -> str:
        """The entry that says how opponents fold."""
        names = ("fold_below", "fold_share", "fold_curve")
        return next((name for name in names if getattr(self, name) is not None), "fold_below")

    def distribution(self, watch: Watch) -> FlopDistribution:
        """The distribution over all flops, built where it is missing."""
        from jamfold.flop.distribution import load_distribution

        return _distributions.get("holdem", lambda: load_distribution(watch.stage))


@dataclass(frozen=True, kw_only=True)
class ChanceQuestion(FoldingQuestion):
    """The winning chance of a hand on the flop, against opponents who fold weak holdings."""

    name: ClassVar[str] = "winchance"
    lane: ClassVar[str] = "counting"

    hand: str = entry("", 'Two cards, such as "As Kd".', label="Your cards", metavar="HAND")
    flop: str = entry("", 'Three cards, such as "Kh 7d 2c".', metavar="CARDS")
    opponents: int = entry(1, "Their number, 1 to 8.", label="number of opponents", metavar="N")
    pot: float | None = entry(None, "What is in the middle, all bets included.", metavar="P")
    call: float | None = entry(None, "The price of going on.", metavar="C")
    deals: int = entry(
        _DEALS, "Deals sampled with 2 and more opponents.", label="number of deals", metavar="N"
    )
    seed: int = entry(0, "Seed of the sample.", metavar="S")

    def __post_init__(self) -> None:
        """A pot and a call, or neither."""
        super().__post_init__()
        if (self.pot is None) != (self.call is None):
            raise ChanceError("The pot and the call go together.", field="pot")

    def answer(self, watch: Watch) -> WinningChance:
        """The chance."""
        from jamfold.flop.distribution import Spread
        from jamfold.flop.folding import read_folding
        from jamfold.flop.strength import flop_strengths, read_flop, read_hand
        from jamfold.flop.winning_chance import check_numbers, winning_chance

        with at_field("flop"):
            flop = read_flop(self.flop)
        with at_field("hand"):
            hand = read_hand(self.hand, flop)
        money = None if self.pot is None or self.call is None else (self.pot, self.call)
        with at_field("opponents"):
            check_numbers(self.opponents, None, 2, 0)
        with at_field("pot"):
            check_numbers(1, money, 2, 0)
        with at_field("deals"):
            check_numbers(1, None, self.deals, self.seed)
        with at_field(self._field):
            folding = read_folding(
                self.ways,
                lambda: Spread.of(flop_strengths(flop).points),
                lambda: self.distribution(watch).spread,
            )
        watch.stage("dealing" if self.opponents > 1 else "counting", 0.0)
        return winning_chance(hand, flop, self.opponents, folding, money, self.deals, self.seed)


@dataclass(frozen=True)
class SpreadStrength:
    """Raw strength over all hands and flops, and how much of it folds.

    Attributes
    ----------
    states
        The distribution.
    folding
        Who folds; None if nobody does.
    """

    states: FlopDistribution
    folding: Folding | None

    @property
    def share(self) -> float | None:
        """The share of all hands on flops that folds, in [0, 1]; None if folding was not asked about."""
        return None if self.folding is None else self.states.spread.share_folding(self.folding.stays)

    @property
    def marks(self) -> list[tuple[float, float]]:
        """The threshold with the share below it, for a figure."""
        threshold = None if self.folding is None else self.folding.threshold
        return [] if threshold is None or self.share is None else [(threshold, self.share)]


@dataclass(frozen=True, kw_only=True)
class DistributionQuestion(FoldingQuestion):
    """How raw strength is spread over all hands and flops."""

    name: ClassVar[str] = "distribution"
    lane: ClassVar[str] = "counting"

    def answer(self, watch: Watch) -> SpreadStrength:
        """The distribution; a threshold gives the share below it, a share the threshold."""
        from jamfold.flop.folding import read_folding

        with at_field(self._field):
            folding = read_folding(self.ways, None, lambda: self.distribution(watch).spread)
        return SpreadStrength(self.distribution(watch), folding)


@dataclass(frozen=True, kw_only=True)
class DistributionFileQuestion(DistributionQuestion):
    """The distribution as a file."""

    name: ClassVar[str] = "distribution-file"
    lane: ClassVar[str] = "asking"

    format: str = entry("csv", "The format.", choices=("csv", "json", "png", "svg"))
