"""Future game simulation, and stack models compared with it: what is asked."""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import Any

from jamfold.betting.hand import TableHand
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cases.chips import LevelRequest
from jamfold.cases.fields import AmountList, request_field
from jamfold.cases.prizes import FieldRequest, PrizesRequest
from jamfold.cases.tournaments import ThreeTournamentRequest, TournamentRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.display import plural
from jamfold.core.errors import JamfoldError, SituationError
from jamfold.spots.tournaments.before import check_future
from jamfold.valuation.numbers import read_number
from jamfold.valuation.utility import PrizeUtility


class FutureRequest(FieldRequest, PrizesRequest, LevelRequest):
    """Value stacks by playing the next hands out (FGS).

    In every hand, everybody jams or folds for the value of the stacks after it. After the last hand, the
    stack model values them. Hands of two seats, and of three in Hold'em and Six-Plus, are solved over all
    deals; others are sampled, and values have a standard error.
    """

    name = "fgs"
    positional_field = "stacks"
    queue = "searching"
    answered_by = "cases.answers.tournaments:future"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.fgs:future_sheet",
        examples=(
            {"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},
            {"game": "six-plus", "stacks": ["9bb", "5bb"], "ante": 1, "prizes": ["70%", "30%"], "depth": 1},
        ),
    )

    stacks: AmountList = request_field(
        (), "Stacks before blinds and antes, in the order sb bb ... btn; chips or 12.5bb.", metavar="CHIPS"
    )
    depth: int = request_field(
        2, "Number of hands played out, this one included.", metavar="K", minimum=1, maximum=10
    )
    whole_chips: bool = request_field(
        False,
        "Split pots in whole chips; odd chips go to the first players left of the button.",
        label="whole chips only",
    )
    max_allin: int | None = request_field(
        None,
        "Most players all-in, at tables of four or more; the others fold.",
        label="players all-in at most",
        metavar="K",
        minimum=2,
        maximum=10,
        default_text="4 with four seats, else 3",
    )
    seconds: float = request_field(
        60.0,
        "Sampling time of all hands with four or more seats together; at least one second each.",
        label="seconds of sampling",
        metavar="T",
        maximum=86_400,
    )
    seed: int = request_field(0, "Random seed.", metavar="N", minimum=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._keep_level()
        if not self.stacks:
            raise SituationError("No players. Enter their stacks, such as 12bb 8bb 5bb.", field="stacks")
        stacks = tuple(
            read_number(self._chips(value), f"stack of seat {k}", "stacks")
            for k, value in enumerate(self.stacks, 1)
        )
        self._set(stacks=stacks)
        if not self.seconds > 0:
            raise SituationError(f"The time must be above zero, not {self.seconds:g} s.", field="seconds")
        check_future(self.rules, self.hand, self.depth)

    @property
    def hand(self) -> TableHand:
        stacks: tuple[Any, ...] = self.stacks
        terms = CHIPS
        if self.prizes:
            utility = PrizeUtility(self.paid(), self.field_stacks, self.model, seats=len(stacks))
            terms = PayoffTerms(utility=utility)
        return TableHand(stacks, self.level, terms, max_allin=self.max_allin, whole_chips=self.whole_chips)

    @property
    def title(self) -> str:
        return f"{len(self.stacks)} seats of {self.rules.title}, {plural(self.depth, 'hand')} ahead"


class ModelsRequest(FutureRequest):
    """Compare ICM models and FGS with the solved tournament.

    With two or three players, the tournament can be solved to the end, every hand jam or fold. This shows
    by how much each model underrates a seat. The tournament is solved if that takes at most two minutes,
    or opened if it is stored.
    """

    name = "models"
    answered_by = "cases.answers.tournaments:models"
    view_spec = ViewSpec(
        contract=RESULT,
        sheet="views.fgs:models_sheet",
        columns="views.fgs:models_columns(answer)",
        csv_help="Print CSV, a line per model and seat.",
        examples=({"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},),
    )

    whole: bool = request_field(
        False,
        "Solve the tournament even if it takes a long time.",
        label="solve the tournament even if it takes a long time",
    )

    def tournament(self) -> TournamentRequest | ThreeTournamentRequest | str:
        """What the stacks are the start of; else why there is no such tournament, in a sentence."""
        hand = self.hand
        if hand.n not in (2, 3) or self.field:
            return "Tournaments are solved with two or three players left."
        if hand.level.bb_ante or hand.level.dead:
            return "Tournaments take blinds and an ante from every player only."
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
