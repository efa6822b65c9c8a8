"""A session of the trainer in the terminal: one question after the other, of two to ten seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.betting.posts import MOST_SEATS
from jamfold.core.errors import TrainingError
from jamfold.questions.fields import request_field
from jamfold.questions.histories import ALL
from jamfold.questions.raises import SizesRequest
from jamfold.questions.training import (
    BOTH,
    FEWEST,
    THREE_MODES,
    LargerTableRequest,
    TrainNextRequest,
    check_sampled,
    check_trained,
)


@dataclass(frozen=True, kw_only=True)
class TrainRequest(SizesRequest, LargerTableRequest, TrainNextRequest):
    """Train jam or fold, call or fold: j, c or f answers, w tells why, q ends.

    With --open: any decision of the tree, in the modes random and close; r raises. With --stacks, or
    --seats 4 to 10: a table of so many seats.

    Answers are kept: hands that were missed come again sooner. A hand for which both actions are equally
    good is right either way.
    """

    name: ClassVar[str] = "train"

    questions: int | None = request_field(
        None, "Stop after so many.", label="number of questions", metavar="N", minimum=1, maximum=1_000_000
    )
    seats: int = request_field(
        2,
        "Seats at the table: 2; or 3 to 10 in Hold'em and Six-Plus, in the modes random and close: equal "
        "stacks, from 4 on also the kept spots of played hands, unless --stacks are given.",
        metavar="N",
        minimum=2,
        maximum=MOST_SEATS,
    )
    rule: bool = request_field(
        False, "Tell after every answer what the rule that comes with the program says, and what it costs."
    )

    def __post_init__(self) -> None:
        """Tables of three and more take two modes, and games of few classes; trees take two modes."""
        super().__post_init__()
        if self.stacks and self.seats not in (2, len(self.stacks)):
            raise TrainingError(
                f"There are {len(self.stacks)} stacks, not {self.seats}: leave --seats out.", field="seats"
            )
        if self.stacks:
            object.__setattr__(self, "seats", len(self.stacks))
        if self.sizes:
            self._check_tree()
        if self.seats == 2:
            return
        self._check_table()

    @property
    def is_sampled(self) -> bool:
        """Whether it is about tables of four to ten."""
        return self.seats >= FEWEST

    def _check_table(self) -> None:
        """Only what tables of three and more have."""
        if self.is_sampled:
            check_sampled(self)
            if self.mode == "repeat":
                object.__setattr__(self, "mode", THREE_MODES[0])
        size = "four to ten" if self.is_sampled else "three"
        if self.mode not in THREE_MODES:
            raise TrainingError(f"Tables of {size} take the modes random and close.", field="mode")
        if self.rules.has_many_classes:
            raise TrainingError(f"{self.rules.title} is not solved for three seats.", field="seats")
        if self.seat != BOTH:
            raise TrainingError(f"Tables of {size} ask all seats.", field="seat")
        if self.stack != ALL:
            raise TrainingError(f"Tables of {size} ask all stacks.", field="stack")

    def _check_tree(self) -> None:
        """Nothing comes again in a tree: what would is dealt."""
        if self.seats != 2:
            raise TrainingError("Trees of raises are trained with two seats.", field="seats")
        if self.mode == "repeat":
            object.__setattr__(self, "mode", THREE_MODES[0])
        if self.mode not in THREE_MODES:
            raise TrainingError("Trees of raises take the modes random and close.", field="mode")
        if self.stack != ALL:
            raise TrainingError("Trees of raises ask all stacks.", field="stack")
        check_trained(self)
