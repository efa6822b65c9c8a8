"""The trainer at tables of four to ten: hands of one spot, of those of played hands, or of equal stacks."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.betting.hand import MOST_COUNTED, TableHand
from jamfold.betting.posts import MOST_SEATS
from jamfold.core.errors import TrainingError
from jamfold.questions.chips import GameRequest
from jamfold.questions.fields import AmountList, request_field
from jamfold.questions.training import ACTIONS, MOST_SEED, SLOWEST, THREE_MODES, TrainLevelRequest
from jamfold.spots.nplayer.node_names import find_node
from jamfold.valuation.numbers import read_number

FEWEST = MOST_COUNTED + 1
"""Seats from which on not every deal is counted."""
USUAL_SEATS = 6
SAMPLED = 5.0
"""Seconds of deals for a spot that is not kept, unless others are given."""


@dataclass(frozen=True, kw_only=True)
class LargerTableRequest(TrainLevelRequest):
    """A question about hands of a spot of four to ten seats."""

    stacks: AmountList = request_field(
        (),
        "Four to ten seats: chips of sb, bb, ..., co, btn before anything is posted; else 5 to 15 bb each, "
        "and spots of played hands that are kept (jamfold history tables).",
        metavar="CHIPS",
    )
    node: str = request_field(
        "",
        "One decision at these stacks, such as 'bb after btn'; else every one, as often as it comes.",
        label="decision",
        metavar="DECISION",
        max_length=60,
    )
    seconds: float | None = request_field(
        None,
        f"How long deals are sampled at most for a spot that is not kept, {SAMPLED:g} s unless given: to "
        "certify it, or to search it where the model does not cover it.",
        label="seconds of sampling",
        metavar="T",
        minimum=0.5,
        maximum=3600,
    )

    def __post_init__(self) -> None:
        """The spot makes sense."""
        super().__post_init__()
        if not self.stacks:
            if self.node:
                raise TrainingError("A decision needs the stacks of its table: give them.", field="stacks")
            return
        chips = (read_number(self._chips(value), "stack", "stacks") for value in self.stacks)
        object.__setattr__(self, "stacks", tuple(chips))
        if not FEWEST <= len(self.stacks) <= MOST_SEATS:
            raise TrainingError(
                f"Stacks are those of {FEWEST} to {MOST_SEATS} seats, not of {len(self.stacks)}: two and "
                "three seats are asked without them.",
                field="stacks",
            )
        check_sampled(self)
        if self.node:
            find_node(self.hand, self.node)

    @property
    def hand(self) -> TableHand:
        """The spot, in chips."""
        return TableHand(self.stacks, self.level)  # type: ignore[arg-type]


def check_sampled(question: GameRequest) -> None:
    """Refuse games of many classes: their spots are not solved for the trainer."""
    if question.rules.has_many_classes:
        raise TrainingError(
            f"{question.rules.title} is not trained at tables of four to ten: take Hold'em or Six-Plus.",
            field="game",
        )


@dataclass(frozen=True, kw_only=True)
class TrainTableRequest(LargerTableRequest):
    """What the trainer asks next at a table of four to ten, Hold'em or Six-Plus."""

    name: ClassVar[str] = "train-table"
    queue: ClassVar[str] = "solving"

    seats: int | None = request_field(
        None,
        f"Seats, where no stacks are given; else any kept spot, or {USUAL_SEATS} seats.",
        metavar="N",
        minimum=FEWEST,
        maximum=MOST_SEATS,
    )
    mode: str = request_field(
        "random",
        "random: hands as dealt; close: those not too close to call, within 0.4 bb of it.",
        choices=THREE_MODES,
    )
    seed: int | None = request_field(
        None,
        "The same number asks the same hands of the same kept spots.",
        metavar="N",
        minimum=0,
        maximum=MOST_SEED,
    )
    number: int = request_field(
        0, "How many were asked before, with the same seed.", minimum=0, maximum=MOST_SEED
    )

    def __post_init__(self) -> None:
        """Seats are those of the stacks, where there are any."""
        super().__post_init__()
        check_sampled(self)
        if self.stacks and self.seats not in (None, len(self.stacks)):
            raise TrainingError(
                f"There are {len(self.stacks)} stacks, not {self.seats}: leave the number of seats out.",
                field="seats",
            )


@dataclass(frozen=True, kw_only=True)
class TrainTableAnswerRequest(GameRequest):
    """Judge a decision at a table of four to ten and keep it: what it cost, if that can be told."""

    name: ClassVar[str] = "train-table-answer"
    hand_texts: ClassVar[tuple[str, ...]] = ("hand",)
    queue: ClassVar[str] = "solving"
    is_cacheable: ClassVar[bool] = False

    spot: str = request_field(MISSING, "The spot, as the question names it.", max_length=2_000)
    node: str = request_field(
        MISSING, "Who decides, behind whose jams: bb after btn.", label="decision", max_length=60
    )
    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")
    seconds: float | None = request_field(
        None, "How long the answer took.", label="time", minimum=0, maximum=SLOWEST, metavar="S"
    )
    mode: str = request_field("random", "How it was chosen.", choices=THREE_MODES)
