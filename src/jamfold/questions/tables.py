"""What is kept: all that was built, and one cell of a class table."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.errors import QuestionError
from jamfold.questions.chips import GameQuestion
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry


@dataclass(frozen=True, kw_only=True)
class TablesListQuestion(Question):
    """Show what is kept: size, checksum, what it serves and what building it took."""

    name: ClassVar[str] = "tables-list"
    lasting: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class TablesShowQuestion(GameQuestion):
    """Class against class, exactly: all placements of the second hand, all boards."""

    name: ClassVar[str] = "tables-show"
    hand_texts: ClassVar[tuple[str, ...]] = ("hands",)
    typed: ClassVar[str] = ""
    lane: ClassVar[str] = "solving"

    hands: tuple[str, ...] = entry(
        MISSING,
        "Two hands, such as AsAhKsKh; suits matter only within each hand.",
        metavar="HAND1 HAND2",
        positional=True,
    )

    def __post_init__(self) -> None:
        """Two hands."""
        super().__post_init__()
        if len(self.hands) != 2:
            raise QuestionError(
                f"Give two hands, hand1 and hand2, such as AsAhKsKh QsQh7d7c, not {len(self.hands)}.",
                field="hands",
            )
