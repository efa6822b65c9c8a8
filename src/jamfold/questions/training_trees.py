"""The trainer where raises before the all-in are listed: what is asked next, what an answer costs."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import Any, ClassVar

from jamfold.betting.raises import raise_tree
from jamfold.betting.two_seats import Situation
from jamfold.core.errors import TrainingError
from jamfold.questions.fields import request_field
from jamfold.questions.raises import SizesRequest
from jamfold.questions.spots import SEATS, TreeRequest
from jamfold.questions.training import BOTH, MOST_SEED, SLOWEST, THREE_MODES, TrainLevelRequest

TREE_STACKS = (8.0, 10.0, 12.0, 15.0, 20.0, 25.0)
"""Big blinds of both seats: each is solved when it is first asked."""


def check_trained(question: SizesRequest) -> None:
    """Refuse what no tree has at the largest stack, and a question without raises."""
    if not question.sizes:
        raise TrainingError("List an open or a limit: without raises everybody jams or folds.", field="open")
    level = question.level
    high = TREE_STACKS[-1] * level.big_blind
    raise_tree(Situation.at((high, high), level), question.sizes)


def tree_spot(question: SizesRequest, stack: float) -> TreeRequest:
    """The spot of both seats with so many big blinds.

    Raises SituationError if the sizes are no tree there.
    """
    values: dict[str, Any] = {
        name: getattr(question, name)
        for name in SizesRequest.field_specs()
        if name in TreeRequest.field_specs()
    }
    return TreeRequest(**values, stacks=(stack * question.level.big_blind,) * 2)


@dataclass(frozen=True, kw_only=True)
class TrainTreeRequest(SizesRequest, TrainLevelRequest):
    """What the trainer asks next where raises are listed: any decision of the tree, solved at 8 to 25 bb."""

    name: ClassVar[str] = "train-tree"

    mode: str = request_field(
        "random",
        "random: hands as dealt; close: the best action is 0.02 to 0.4 bb better than another.",
        choices=THREE_MODES,
    )
    seat: str = request_field(BOTH, "sb, bb, or both.", choices=(BOTH, *SEATS), metavar="SEAT")
    seed: int | None = request_field(
        None, "The same number asks the same hands.", metavar="N", minimum=0, maximum=MOST_SEED
    )
    number: int = request_field(
        0, "How many were asked before, with the same seed.", minimum=0, maximum=MOST_SEED
    )

    def __post_init__(self) -> None:
        """Legal raises."""
        super().__post_init__()
        check_trained(self)

    def spot_at(self, stack: float) -> TreeRequest:
        return tree_spot(self, stack)


@dataclass(frozen=True, kw_only=True)
class TrainTreeAnswerRequest(SizesRequest, TrainLevelRequest):
    """Judge a decision of a tree and keep it: what every action earns, and what the answer cost."""

    name: ClassVar[str] = "train-tree-answer"
    hand_texts: ClassVar[tuple[str, ...]] = ("hand",)

    stack: float = request_field(
        MISSING, "Of both seats, in big blinds.", metavar="BB", minimum=1, maximum=100
    )
    after: str = request_field(
        "",
        "The actions before, such as 'sb raise 2, bb jam'; nothing for the first decision.",
        max_length=200,
    )
    hand: str = request_field(MISSING, "The hand: its name or cards.", metavar="HAND", max_length=100)
    action: str = request_field(
        MISSING, "What is done, as the question names it: fold, raise 2, jam, call.", metavar="ACTION",
        max_length=40,
    )  # fmt: skip
    seconds: float | None = request_field(
        None, "How long the answer took.", label="time", minimum=0, maximum=SLOWEST, metavar="S"
    )
    mode: str = request_field("random", "How it was chosen.", choices=THREE_MODES)

    def __post_init__(self) -> None:
        """Legal raises, at this stack."""
        super().__post_init__()
        if not self.sizes:
            check_trained(self)
        object.__setattr__(self, "after", ", ".join(one.strip() for one in self.after.split(",")))
        assert self.spot is not None

    @property
    def spot(self) -> TreeRequest:
        """The spot."""
        return tree_spot(self, self.stack)
