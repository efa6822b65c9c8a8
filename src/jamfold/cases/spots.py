"""Questions about one spot, its chips and its method; solve it, answer a range, see it converge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from jamfold.betting.hand import NO_EXTRAS_WITH_RAISES
from jamfold.betting.posts import WORDS
from jamfold.cases.chips import ChipsRequest, ClusterRequest, RaisesRequest
from jamfold.cases.fields import request_field
from jamfold.cases.rooms import RoomRequest
from jamfold.cases.view_spec import FileOption, ViewSpec
from jamfold.core.display import in_bb
from jamfold.core.errors import SituationError, SolutionError, SolverError

SEATS = ("sb", "bb")
EXACT, APPROXIMATE, FICTITIOUS_PLAY = METHODS = ("exact", "approximate", "fictitious-play")
_EXACTLY = ("", EXACT)
_RESPONDING = (*_EXACTLY, APPROXIMATE)
USUAL_ITERATIONS = 100
_TOLD = (*WORDS, "rake", "prizes", "open", "raises", "limit", "room", "fee", "jackpot_size")
"""Fields that a title tells where they are not as usual."""

SAVED = "jamfold spot"
"""The format of what the file that solves saves."""
MOST_SAVED_BYTES = 10_000_000
"""The largest such file."""


class SpotRequest(ClusterRequest, ChipsRequest):
    """A question about a solved spot; `solved` solves it, or finds it solved."""

    method: str = request_field(
        "",
        "exact; approximate, which needs no table; or fictitious-play; else exact if the table is built. "
        "Short: --exact, --approximate.",
        choices=("", *METHODS),
        metavar="METHOD",
        default_text="automatic",
    )
    iterations: int | None = request_field(
        None,
        "Iterations for fictitious-play.",
        label="number of iterations",
        metavar="N",
        minimum=1,
        maximum=1_000_000,
        default_text=str(USUAL_ITERATIONS),
    )

    def __post_init__(self) -> None:
        if self.method != FICTITIOUS_PLAY and self.iterations is not None:
            raise SolverError(
                "Only fictitious-play takes a number of iterations. Other methods run as many as they need.",
                field="iterations",
            )
        super().__post_init__()

    @classmethod
    def from_strings(cls, values: Any) -> Any:
        """As every question; iterations next to another method than fictitious play are left out."""
        if values.get("method") != FICTITIOUS_PLAY:
            values = {name: value for name, value in values.items() if name != "iterations"}
        return super().from_strings(values)

    @classmethod
    def replace_in(cls, outer: Mapping[str, Any], changes: Mapping[str, Any]) -> Self:
        """As every question; only fictitious play takes iterations from the outer one."""
        if changes.get("method", FICTITIOUS_PLAY) != FICTITIOUS_PLAY:
            outer = {name: value for name, value in outer.items() if name != "iterations"}
        return super().replace_in(outer, changes)

    @property
    def spot(self) -> SpotRequest:
        """The spot alone: game, chips and method."""
        return SpotRequest.of(self)

    @property
    def method_text(self) -> str:
        if self.method != FICTITIOUS_PLAY:
            return self.method
        return f"{self.iterations or USUAL_ITERATIONS:,} iterations of fictitious play"


class TreeRequest(RoomRequest, RaisesRequest, SpotRequest):
    """A question about a solved spot in which raises before the all-in may be listed."""

    def __post_init__(self) -> None:
        """Trees are solved exactly, and without fees by hand."""
        super().__post_init__()
        if self.sizes and self.terms.has_extras:
            raise SituationError(NO_EXTRAS_WITH_RAISES, field="open")
        if self.sizes and self.method not in _EXACTLY:
            raise SolverError("A tree with raises is solved exactly. Remove the method.", field="method")

    @property
    def spot(self) -> SpotRequest:
        """The spot alone; with its sizes, fees and jackpot where there are any."""
        if not self.sizes and not self.terms.has_extras and not self.is_in_room:
            return super().spot
        return TreeRequest.of(self)


_ALONE = "A saved solution has its own game, stacks and method. Remove those options."
_ALONE_NAMES = SpotRequest.field_specs().keys() - ClusterRequest.field_specs().keys()


class SavedSpotRequest(SpotRequest):
    """A question about a spot that is solved now, or has been saved."""

    saved: Path | None = request_field(
        None,
        "Load a saved solution (.npz from solve --save, .json from the offline solver).",
        option="--from",
        metavar="FILE",
        cli_only=True,
        reads=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.saved is not None and self.spot != SpotRequest(cluster=self.cluster):
            raise SolutionError(_ALONE, field="from")

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Parse JSON; with a saved solution, refuse all spot values, even defaults."""
        if values.get("saved") is not None and values.keys() & _ALONE_NAMES:
            raise SolutionError(_ALONE, field="from")
        return super().from_json(values)


class SolveRequest(TreeRequest, SavedSpotRequest):
    """Solve a heads-up spot: jam and call frequencies, EVs and accuracy.

    Chips are net results from the start of the hand; bb are chips divided by the big blind.

    With --open, the tree has raises before the all-in. It has no limps or flat calls.

    With --call-range or --jam-range: the best response to that range of the other player,
    what it gains over the equilibrium, and what the range costs.
    """

    hand_texts = ("call_range", "jam_range")
    queue = "solving"
    answered_by = "cases.answers.spots:solve"
    view_spec = ViewSpec(
        contract="views.spot_schemas:SolveContract",
        view="views.verdicts:solve_view",
        full="views.verdicts:solve_view(question, answer, full)",
        notes_of="views.formats:range_warnings_of(answer)",
        files=(
            FileOption("--save", "Save solution (.npz).", "views.spots:save(answer, path)", ending=".npz"),
            FileOption(
                "--proof",
                "Write a proof that anyone can check (.json).",
                "views.spots:save_proof(answer, path)",
                ending=".json",
            ),
        ),
        fragment="views.spots:solve_page(answer)",
        examples=(
            {"game": "holdem", "stacks": [100, 100], "blinds": [5, 10]},
            {"game": "six-plus", "stacks": [80, 120], "blinds": [5, 10], "ante": 2, "dead": 4},
            {"game": "holdem", "method": "fictitious-play", "iterations": 50},
            {"game": "holdem", "stacks": ["12.5bb", "20bb"], "call_range": "22+,A2+"},
        ),
    )

    call_range: str | None = request_field(
        None,
        "Big blind's calling range: find the small blind's best response instead of solving.",
        label="Big blind calls with",
        metavar="R",
    )
    jam_range: str | None = request_field(
        None,
        "Small blind's jamming range: find the big blind's best response instead of solving.",
        label="Small blind jams with",
        metavar="R",
    )

    def __post_init__(self) -> None:
        """A range is answered exactly, or approximately."""
        super().__post_init__()
        if self.answers_range and self.saved is not None:
            raise SolverError("A saved solution cannot be changed. Remove the range.", field="from")
        if self.answers_range and (self.method not in _RESPONDING or self.iterations is not None):
            raise SolverError(
                "A best response takes no iterations. Use exact or approximate.",
                field="method",
            )
        if self.answers_range and self.sizes:
            raise SolverError("Best responses to a range need jam or fold. Remove the raises.", field="open")
        if self.call_range is not None and self.jam_range is not None:
            raise SolverError(
                "Enter one player's range only, --call-range or --jam-range. To measure both, use audit: "
                "--ranges with 'sb: 22+,A2+' and 'bb after sb: 77+,A8+', each on a line.",
                field="jam_range",
            )

    @property
    def answers_range(self) -> bool:
        return self.call_range is not None or self.jam_range is not None

    @property
    def title(self) -> str:
        first, second = map(float, self.stacks)
        small, big = map(float, self.blinds)
        parts = [self.rules.title]
        if first == second:
            parts.append(in_bb(first / big))
        else:
            parts.append(f"stacks {first:.12g} and {second:.12g} ({in_bb(min(first, second) / big)})")
        if (small, big) != (5.0, 10.0):
            parts.append(f"blinds {small:.12g}/{big:.12g}")
        texts, usual = self.to_strings(), self.default_strings()
        parts += [
            f"{field.label.lower()} {texts[name]}"
            for name, field in self.field_specs().items()
            if name in _TOLD and texts[name] != usual[name]
        ]
        if self.method not in _EXACTLY:
            parts.append(self.method_text)
        if self.answers_range:
            parts.append("best response to a range")
        return ", ".join(parts)


class ConvergeRequest(ClusterRequest, ChipsRequest):
    """Plot the exploitability of fictitious play by iteration."""

    queue = "solving"
    answered_by = "cases.answers.spots:converge"
    view_spec = ViewSpec(
        contract="views.spot_schemas:ConvergenceContract",
        values_of="views.spot_schemas:ConvergenceContract.of(answer, question.in_chips)",
        view="views.convergence:convergence_text(answer, question.linear, question.in_chips)",
        columns="views.convergence:convergence_columns",
        files=(
            FileOption(
                "--out",
                "Write a figure, .svg or .png.",
                "views.convergence:save_figure(answer, path, question.linear, question.in_chips)",
                "views.figures:check_picture(path)",
            ),
        ),
    )

    iterations: int | None = request_field(
        None,
        "Iterations for fictitious-play.",
        label="number of iterations",
        metavar="N",
        minimum=1,
        maximum=1_000_000,
        default_text=str(USUAL_ITERATIONS),
    )
    linear: bool = request_field(False, "Plot with linear axes.", label="linear axes")
    in_chips: bool = request_field(False, "Count epsilon in chips.", option="--chips", label="chips")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.in_chips and self.prizes:
            raise SolverError("Results with prizes are in money. Remove --chips.", field="in_chips")


class SeatRequest(SavedSpotRequest):
    """A question about one player's strategy."""

    position: str = request_field(
        "sb", "sb: small blind, jam or fold; bb: big blind, call or fold.",
        option="--as", metavar="sb|bb", label="seat",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        seat = self.position.strip().lower()
        if seat not in SEATS:
            raise SituationError(
                f"The position must be sb or bb, not '{self.position[:40]}'.", field="position"
            )
        self._set(position=seat)
