"""Questions of pages that show whole strategies: pictures, pages of a list, files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.questions.charts import ChartRequest
from jamfold.questions.chips import ChipsRequest, GameRequest
from jamfold.questions.fields import request_field
from jamfold.questions.hands import HandsRequest, StrategyRequest


@dataclass(frozen=True, kw_only=True)
class BuildRequest(GameRequest):
    """Load a game's table, building it first where it is missing."""

    name: ClassVar[str] = "build"
    queue: ClassVar[str] = "solving"

    @property
    def title(self) -> str:
        """The game."""
        return f"table of {self.rules.title}"


@dataclass(frozen=True, kw_only=True)
class NeedsRequest(ChipsRequest):
    """What building the tables of a spot will take, if they have to be built and that takes long."""

    name: ClassVar[str] = "needs"
    is_cacheable: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class SquareRequest(StrategyRequest):
    """One player's strategy as a picture, and a second one beside it."""

    name: ClassVar[str] = "square"


@dataclass(frozen=True, kw_only=True)
class ListPageRequest(HandsRequest):
    """One page of a list of hands."""

    name: ClassVar[str] = "list"

    page: int = request_field(1, "The page.", minimum=1)
    size: int = request_field(25, "Hands on a page.", minimum=1, maximum=200)


@dataclass(frozen=True, kw_only=True)
class ListFileRequest(HandsRequest):
    """A list of hands as a file, what is played of it as a range, or the strategy as a picture."""

    name: ClassVar[str] = "list-file"

    format: str = request_field("csv", "The format.", choices=("csv", "json", "png", "txt"))


@dataclass(frozen=True, kw_only=True)
class RangeTextRequest(HandsRequest):
    """What is played of a list of hands, as a range."""

    name: ClassVar[str] = "range-text"


@dataclass(frozen=True, kw_only=True)
class ChartStackRequest(ChartRequest):
    """How much of every pattern of four-card hands is played at one stack of a chart."""

    name: ClassVar[str] = "chart-stack"
    queue: ClassVar[str] = "asking"

    stack: float | None = request_field(
        None, "The stack, big blinds; the nearest of the chart is shown.", metavar="BB"
    )


@dataclass(frozen=True, kw_only=True)
class ChartFileRequest(ChartRequest):
    """A chart as a file."""

    name: ClassVar[str] = "chart-file"

    format: str = request_field(
        "csv", "The format.", choices=("csv", "points", "json", "ranges", "png", "svg", "pdf")
    )
    view: str = request_field("both", "What a picture shows.", choices=("both", "jam", "call", "curves"))
