"""What a jackpot and fees do to a table: what is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jamfold.betting.hand import is_exactly_solvable
from jamfold.cases.fields import request_field
from jamfold.cases.table import TableRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import WorthError

_NEGLIGIBLE_JACKPOT = 1e-9
"""Chips: a jackpot, for all that is done with it, and none to what is won."""


class JackpotRequest(TableRequest):
    """Show how a jackpot changes strategy, and what ignoring it costs.

    And what fees take in 100 hands, and the rakeback at which one wins who answers the others best: the
    equilibrium, or the players of --ranges. The table is solved twice, with the jackpot and without.
    """

    name = "jackpot"
    answered_by = "cases.answers.jackpots:effect"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.rooms:jackpot_sheet(answer)",
        columns="views.rooms:jackpot_columns(answer)",
        csv_help="Print CSV, a line per decision and hand.",
        examples=(
            {
                "game": "holdem",
                "seats": 2,
                "stack": "8bb",
                "jackpot_rule": "straight-flush",
                "jackpot_size": "500bb",
            },
            {"room": "gg-holdem-0.10", "pool": 100000, "seconds": 1, "most": 3},
        ),
    )

    most: int = request_field(
        12, "Hands told of each decision.", metavar="N", minimum=1, maximum=1000, label="hands"
    )

    def __post_init__(self) -> None:
        """There is a jackpot."""
        super().__post_init__()
        if self.hand.terms.jackpot is None:
            raise WorthError(
                "There is no jackpot to ask about: give --jackpot-rule and --jackpot-size, or a room with "
                "--pool.",
                field="pool" if self.jackpot_rule else "jackpot_rule",
            )
        if self.respond or self.profile is not None:
            raise WorthError(
                "Players are given by their ranges here. Remove the profile and the answer.",
                field="respond" if self.respond else "profile",
            )

    @property
    def table_question(self) -> TableRequest:
        """The request for the table with its jackpot and ranges."""
        return TableRequest(**{name: getattr(self, name) for name in TableRequest.field_specs()})

    @property
    def without_jackpot(self) -> TableRequest:
        """The request for the table without the jackpot.

        If deals are sampled, a negligible jackpot remains, so that both searches run alike.
        """
        whole = replace(self.table_question, ranges="")
        values = {name: getattr(whole, name) for name in TableRequest.field_specs()}
        removed: dict[str, Any] = {"jackpot_rule": "", "jackpot_size": None, "pool": None, "share": None}
        if not is_exactly_solvable(self.rules, self.hand):
            removed |= {"jackpot_rule": self.jackpot_rule, "jackpot_size": _NEGLIGIBLE_JACKPOT}
        own = {"room": "", "room_file": None} if self.is_in_room else {}
        return TableRequest(**values | removed | own)
