"""Request to compare stack models with future hands and solved tournaments."""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import Any

from jamfold.cases.fields import request_field
from jamfold.cases.future import FutureRequest
from jamfold.cases.tournaments import ThreeTournamentRequest, TournamentRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import JamfoldError


class ModelsRequest(FutureRequest):
    """Compare ICM models and FGS with the solved tournament.

    With two or three players the tournament can be played to the end, every hand jam or fold: that says by
    how much each model underrates a seat. The tournament is solved where that takes at most two minutes, or
    opened where it is kept.
    """

    name = "models"
    answered_by = "cases.answers.models:models"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.fgs:models_sheet",
        columns="views.fgs:models_columns(answer)",
        csv_help="Print CSV, a line per model and seat.",
        examples=({"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},),
    )

    whole: bool = request_field(
        False,
        "Solve the tournament even if it takes long.",
        label="solve the tournament even if it takes long",
    )

    def tournament(self) -> TournamentRequest | ThreeTournamentRequest | str:
        """What the stacks are the start of; else why there is no such tournament, in a sentence."""
        hand = self.hand
        if hand.n not in (2, 3) or self.field:
            return "Tournaments are solved with two or three players left."
        if hand.level.bb_ante or hand.level.dead:
            return "Tournaments are solved with blinds and antes of all alone."
        amounts = [*hand.stacks, *hand.level.blinds, hand.level.ante]
        if any(amount != int(amount) for amount in amounts):
            return "Tournaments are solved in whole chips."
        values: dict[str, Any] = {
            "game": self.game,
            "chips": int(sum(hand.stacks)),
            "blinds": tuple(map(int, hand.level.blinds)),
            "ante": int(hand.level.ante),
            "unit": reduce(gcd, map(int, amounts)),
        }
        try:
            if hand.n == 2:
                return TournamentRequest(**values)
            return ThreeTournamentRequest(**values, prizes=self.prizes, model=self.model, at=hand.stacks)
        except JamfoldError as error:
            return str(error)

    @property
    def title(self) -> str:
        return f"stack models for {len(self.stacks)} seats of {self.rules.title}"
