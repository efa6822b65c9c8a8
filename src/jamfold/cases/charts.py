"""The chart of a game, the equilibrium over a range of stacks; and how far it is from the whole game."""

from __future__ import annotations

from typing import Any

from jamfold.betting.posts import POSTED, BlindLevel
from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.two_seats import Situation
from jamfold.cases.chips import ChipsRequest, ClusterRequest, SizesRequest, TwoPlayersRequest
from jamfold.cases.fields import format_value, request_field
from jamfold.cases.spots import APPROXIMATE, EXACT
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.cases.worth import WorthRequest
from jamfold.core.display import in_bb
from jamfold.core.errors import ChartError, UnsupportedError, WorthError
from jamfold.spots.stack_grid import StackGrid

VIEWS = ("both", "jam", "call", "curves")
"""How a chart of two players may be shown."""


def check_view(view: str) -> str:
    """Return the view. Raises ChartError if it is unknown."""
    if view not in VIEWS:
        raise ChartError(f"Unknown view '{view[:40]}': the views are {', '.join(VIEWS)}.")
    return view


class ChartRequest(ClusterRequest, SizesRequest, TwoPlayersRequest):
    """Show the stacks at which each hand is a jam or a call.

    Stacks are in big blinds, before posting; antes are in chips, like the blinds.  A hand counts as
    played if its frequency is at least one half; indifferent hands are marked.

    With --open: the stack from which an open is better than a jam, by hand and overall, and the best of
    several sizes. The tree has no limps or flat calls.
    """

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

    queue = "asking"
    view_spec = ViewSpec(fragment="views.chart_html:chart_stack_fragment")

    stack: float | None = request_field(
        None, "The stack, big blinds; the nearest of the chart is shown.", metavar="BB"
    )


class ChartFileRequest(ChartRequest):
    """A chart as a file."""

    view_spec = ViewSpec(payload="views.chart_files:chart_payload")

    format: str = request_field(
        "csv", "The format.", choices=("csv", "points", "json", "ranges", "png", "svg", "pdf")
    )
    view: str = request_field("both", "What a picture shows.", choices=("both", "jam", "call", "curves"))


class BoundsRequest(ChipsRequest):
    """Prove how far jam or fold is from the whole of no-limit, limps, raises and flops included.

    Two exact fractions bound the small blind's EV in the whole game, for all bet sizes on all streets.  If
    they are equal, jam or fold is an equilibrium of the whole game.  Two players, chips without rake; with
    more seats, the two who remain after the others have folded, whose chips are --dead.
    """

    queue = "solving"
    answered_by = "cases.answers.charts:bounds"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.bounds:bounds_sheet",
        columns="views.bounds:bounds_columns(answer)",
        csv_help="Print CSV: one line per hand, or per stack with --chart.",
        files=(
            FileOption(
                "--proof",
                "Write the proof (.json). docs/check_bounds.py checks it without jamfold (with --flops, "
                "docs/check_flops.py).",
                "spots.whole_game:prove_bounds(answer, path)",
                ending=".json",
            ),
        ),
        omitted_fields=tuple(WorthRequest.field_specs()),
        examples=(
            {"game": "holdem", "stacks": ["8bb", "8bb"]},
            {"game": "six-plus", "stacks": ["6bb", "7bb"], "bb_ante": "1bb"},
        ),
    )

    flops: bool = request_field(
        False,
        "Also let the big blind jam on flops: a tighter upper bound, but it takes minutes. The first run "
        "prepares all flops (2.1 GB of disk). In Omaha it is estimated on random flops.",
    )
    chart: bool = request_field(False, "Also list the bounds over stacks.")
    low: float = request_field(
        1.0, "Smallest stack of the chart, big blinds.", label="lowest stack", option="--from", metavar="BB"
    )
    high: float = request_field(
        15.0, "Largest stack of the chart, big blinds.", label="highest stack", option="--to", metavar="BB"
    )
    step: float = request_field(0.5, "Step of the chart's stacks, big blinds.", metavar="BB")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.rules.has_class_table:
            raise UnsupportedError(
                f"Bounds need the class table of {self.rules.title}, which is too large. Change the game.",
                field="game",
            )
        if not self.terms.plain:
            raise WorthError(
                "Bounds of the whole game are in chips. Remove rake, prizes and bounties.",
                field="rake" if self.terms.currency == "chips" else "prizes",
            )

    @property
    def title(self) -> str:
        situation = self.situation
        return f"bounds of {self.rules.title}, {in_bb(situation.effective_stack / situation.big_blind)}"
