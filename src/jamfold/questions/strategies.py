"""Questions of pages that show whole strategies: pictures, pages of a list, files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.questions.charts import ChartQuestion
from jamfold.questions.chips import ChipsQuestion, GameQuestion
from jamfold.questions.fields import entry
from jamfold.questions.hands import HandsQuestion, StrategyQuestion


@dataclass(frozen=True, kw_only=True)
class BuildQuestion(GameQuestion):
    """Load a game's table, building it first where it is missing."""

    name: ClassVar[str] = "build"
    lane: ClassVar[str] = "solving"

    @property
    def title(self) -> str:
        """The game."""
        return f"table of {self.rules.title}"


@dataclass(frozen=True, kw_only=True)
class NeedsQuestion(ChipsQuestion):
    """What building the tables of a spot will take, if they have to be built and that takes long."""

    name: ClassVar[str] = "needs"
    lasting: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class SquareQuestion(StrategyQuestion):
    """One player's strategy as a picture, and a second one beside it."""

    name: ClassVar[str] = "square"


@dataclass(frozen=True, kw_only=True)
class ListPageQuestion(HandsQuestion):
    """One page of a list of hands."""

    name: ClassVar[str] = "list"

    page: int = entry(1, "The page.", least=1)
    size: int = entry(25, "Hands on a page.", least=1, most=200)


@dataclass(frozen=True, kw_only=True)
class ListFileQuestion(HandsQuestion):
    """A list of hands as a file, what is played of it as a range, or the strategy as a picture."""

    name: ClassVar[str] = "list-file"

    format: str = entry("csv", "The format.", choices=("csv", "json", "png", "txt"))


@dataclass(frozen=True, kw_only=True)
class RangeTextQuestion(HandsQuestion):
    """What is played of a list of hands, as a range."""

    name: ClassVar[str] = "range-text"


@dataclass(frozen=True, kw_only=True)
class ChartStackQuestion(ChartQuestion):
    """How much of every pattern of four-card hands is played at one stack of a chart."""

    name: ClassVar[str] = "chart-stack"
    lane: ClassVar[str] = "asking"

    stack: float | None = entry(
        None, "The stack, big blinds; the nearest of the chart is shown.", metavar="BB"
    )


@dataclass(frozen=True, kw_only=True)
class ChartFileQuestion(ChartQuestion):
    """A chart as a file."""

    name: ClassVar[str] = "chart-file"

    format: str = entry(
        "csv", "The format.", choices=("csv", "points", "json", "ranges", "png", "svg", "pdf")
    )
    view: str = entry("both", "What a picture shows.", choices=("both", "jam", "call", "curves"))
