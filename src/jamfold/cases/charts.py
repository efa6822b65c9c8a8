"""The chart of a game: the equilibrium over a range of stacks."""

from __future__ import annotations

from typing import Any

from jamfold.betting.posts import POSTED, BlindLevel
from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.two_seats import Situation
from jamfold.cases.chips import ClusterRequest, TwoPlayersRequest
from jamfold.cases.fields import format_value, request_field
from jamfold.cases.raises import SizesRequest
from jamfold.cases.spots import APPROXIMATE, EXACT
from jamfold.cases.view_spec import ViewSpec
from jamfold.core.errors import ChartError
from jamfold.spots.stack_grid import StackGrid


class ChartRequest(ClusterRequest, SizesRequest, TwoPlayersRequest):
    """Show the stacks at which each hand is a jam or a call.

    Stacks are in big blinds, before posting; antes are in chips, like the blinds.  A hand counts as
    played if its frequency is at least one half; indifferent hands are marked.

    With --open: the stack from which an open is better than a jam, by hand and overall, and the best of
    several sizes. The tree has no limps or flat calls.
    """

    name = "chart"
    queue = "solving"
    answered_by = "cases.answers.charts:chart"
    view_spec = ViewSpec(
        values_of="views.chart_files:values_of(answer)",
        view="views.chart_files:view_of(answer)",
        columns="views.chart_files:columns_of_hands(answer)",
        fragment="views.chart_html:fragment_of",
        skip_json_on_pages=True,
    )

    low: float = request_field(
        1.0, "Smallest stack, big blinds.", label="lowest stack", option="--from", metavar="BB"
    )
    high: float = request_field(
        25.0, "Largest stack, big blinds.", label="highest stack", option="--to", metavar="BB"
    )
    step: float = request_field(0.1, "Step of the stacks, big blinds.", metavar="BB")
    blind: float | None = request_field(
        None, "Small blind in big blinds, no antes.", label="small blind", metavar="B", default_text="0.5"
    )

    seats: int | None = request_field(
        None,
        "Number of seats, in Hold'em and Six-Plus: what each seat plays first in and facing an all-in.",
        metavar="N",
        minimum=2,
        maximum=10,
    )
    overcalls: bool = request_field(
        False, "With --seats: also facing two all-ins; this is solved, not precomputed."
    )

    method: str = request_field(
        "",
        "exact, or approximate, which needs no table; else exact if the table is built. Short: --exact, "
        "--approximate.",
        choices=("", EXACT, APPROXIMATE),
        metavar="METHOD",
        default_text="automatic",
    )

    @classmethod
    def _with_game(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Of several seats Hold'em by 0.5 big blinds, unless another game or step is named."""
        if values.get("seats") is None:
            return super()._with_game(values)
        return {
            "game": "holdem",
            "step": 0.5,
            **{name: value for name, value in values.items() if value is not None},
        }

    def __post_init__(self) -> None:
        """Check the stacks, and the blinds and antes at the lowest of them."""
        super().__post_init__()
        usual = TwoPlayersRequest()
        names = (*POSTED, "dead")
        if self.blind is not None and any(getattr(self, name) != getattr(usual, name) for name in names):
            raise ChartError(
                "Give the small blind alone in big blinds, or blinds and antes in chips, not both.",
                field="blind",
            )
        level = self.level if self.blind is not None else self._keep_level()
        Situation.at((1.0, 1.0), level)  # any stacks: the rest is checked
        self._check_seats()
        high = self.grid.stacks[-1] * level.big_blind
        if self.method == APPROXIMATE and (self.sizes or self.seats is not None):
            raise ChartError("Trees and position charts take no method. Remove it.", field="method")
        if self.sizes:
            raise_tree(Situation.at((high, high), level), self.raises_at(level))

    def _check_seats(self) -> None:
        """Refuse what charts of positions do not have."""
        if self.seats is None:
            if self.overcalls:
                raise ChartError("Overcalls need a table. Add --seats, 3 to 10.", field="overcalls")
            return
        if not self.rules.has_threeway_table:
            raise ChartError(
                f"Position charts are for Hold'em and Six-Plus, not for {self.rules.title}. Choose one of "
                "these games.",
                field="game",
            )
        if self.sizes or self.terms.currency != "chips":
            raise ChartError(
                "Position charts are jam or fold, in chips. Remove raises and prizes, or use `jamfold "
                "table`.",
                field="seats",
            )

    @property
    def level(self) -> BlindLevel:
        """Blinds, antes and dead money; of a small blind alone in big blinds."""
        return super().level if self.blind is None else BlindLevel((self.blind, 1.0))

    def raises_at(self, level: BlindLevel) -> Raises:
        """The raises that are listed, in the measure of a level."""
        return self.sizes.in_measure(level.big_blind / super().level.big_blind)

    @property
    def grid(self) -> StackGrid:
        return StackGrid(self.low, self.high, self.step)

    @property
    def title(self) -> str:
        low, high, step = map(format_value, (self.low, self.high, self.step))
        stacks = f"{low} bb" if low == high else f"{low} to {high} bb by {step}"
        seats = "" if self.seats is None else f", {self.seats} seats"
        return f"chart of {self.rules.title}{seats}, {stacks}"


class ChartStackRequest(ChartRequest):
    """How much of every pattern of four-card hands is played at one stack of a chart."""

    name = "chart-stack"
    queue = "asking"
    view_spec = ViewSpec(fragment="views.chart_html:chart_stack_fragment")

    stack: float | None = request_field(
        None, "The stack, big blinds; the nearest of the chart is shown.", metavar="BB"
    )


class ChartFileRequest(ChartRequest):
    """A chart as a file."""

    name = "chart-file"
    view_spec = ViewSpec(payload="views.chart_files:chart_payload")

    format: str = request_field(
        "csv", "The format.", choices=("csv", "points", "json", "ranges", "png", "svg", "pdf")
    )
    view: str = request_field("both", "What a picture shows.", choices=("both", "jam", "call", "curves"))
