"""How far jam or fold is from the whole game: what is asked."""

from __future__ import annotations

from jamfold.cases.chips import ChipsRequest
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.cases.worth import WorthRequest
from jamfold.core.display import in_bb
from jamfold.core.errors import UnsupportedError, WorthError


class BoundsRequest(ChipsRequest):
    """Prove how far jam or fold is from the whole of no-limit, limps, raises and flops included.

    Two exact fractions bound the small blind's EV in the whole game, for all bet sizes on all streets.  If
    they are equal, jam or fold is an equilibrium of the whole game.  Two players, chips without rake; with
    more seats, the two who remain after the others have folded, whose chips are --dead.
    """

    name = "bounds"
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
