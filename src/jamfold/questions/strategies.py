"""Questions of pages that show whole strategies: squares, families, pages of a list, files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.questions.charts import ChartQuestion
from jamfold.questions.chips import GameQuestion
from jamfold.questions.fields import entry
from jamfold.questions.hands import HandsQuestion, StrategyQuestion
from jamfold.questions.spots import load_table
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.spots.comparison import Comparison
    from jamfold.spots.strategy import SeatStrategy


@dataclass(frozen=True, kw_only=True)
class BuildQuestion(GameQuestion):
    """Load a game's table, building it first where it is missing."""

    name: ClassVar[str] = "build"
    lane: ClassVar[str] = "solving"

    def answer(self, watch: Watch) -> str:
        """The game, when its table is there."""
        load_table(self.rules, watch)
        return self.game


@dataclass(frozen=True, kw_only=True)
class NeedsQuestion(GameQuestion):
    """What building a game's table will take, if it has to be built and takes long."""

    name: ClassVar[str] = "needs"

    def answer(self, watch: Watch) -> str:
        """A sentence; empty if the table is there or built in seconds."""
        from jamfold.tables.sums import sums_notice

        return sums_notice(self.rules) or ""


@dataclass(frozen=True, kw_only=True)
class SquareQuestion(StrategyQuestion):
    """One player's two-card strategy as a square of cells, and a second one beside."""

    name: ClassVar[str] = "square"

    def answer(self, watch: Watch) -> tuple[SeatStrategy, Comparison | None]:
        """The strategy, and how the second source plays."""
        return self.strategies(watch)


@dataclass(frozen=True, kw_only=True)
class FamiliesQuestion(SquareQuestion):
    """The families of four-card hands and how much of each is played, in both spots where there are two."""

    name: ClassVar[str] = "families"


@dataclass(frozen=True, kw_only=True)
class ListPageQuestion(HandsQuestion):
    """One page of a list of hands."""

    name: ClassVar[str] = "list"

    page: int = entry(1, "The page.", least=1)
    size: int = entry(25, "Hands on a page.", least=1, most=200)


@dataclass(frozen=True, kw_only=True)
class ListFileQuestion(HandsQuestion):
    """A list of hands as a file, or the strategy as a picture."""

    name: ClassVar[str] = "list-file"

    format: str = entry("csv", "The format.", choices=("csv", "json", "png"))


@dataclass(frozen=True, kw_only=True)
class RangeTextQuestion(HandsQuestion):
    """What is played of a list of hands, as a range."""

    name: ClassVar[str] = "range-text"


@dataclass(frozen=True, kw_only=True)
class ChartFileQuestion(ChartQuestion):
    """A chart as a file."""

    name: ClassVar[str] = "chart-file"

    format: str = entry("csv", "The format.", choices=("csv", "points", "json", "ranges", "png", "svg"))
    view: str = entry("both", "What a picture shows.", choices=("both", "jam", "call", "curves"))
