"""One decision of a table: shown, written as a range, a hand at it; files of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import at_field
from jamfold.questions.fields import entry
from jamfold.questions.table import TableQuestion
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.counting.classes import ClassId
    from jamfold.spots.table.result import TableResult


@dataclass(frozen=True)
class TableNeeds:
    """What a table takes before it can be solved.

    Attributes
    ----------
    notices
        What is built first, in a sentence each.
    quick
        Whether it is solved in seconds.
    """

    notices: tuple[str, ...]
    quick: bool


@dataclass(frozen=True, kw_only=True)
class TableNeedsQuestion(TableQuestion):
    """What a table takes before it can be solved, and whether that is seconds."""

    name: ClassVar[str] = "table-needs"
    lane: ClassVar[str] = "asking"

    def answer(self, watch: Watch) -> TableNeeds:  # type: ignore[override]
        """Sentences on builds, and whether the table is solved in seconds."""
        return TableNeeds(self.notices, quick=self.counted and not self.notices)


@dataclass(frozen=True, kw_only=True)
class TableDecisionQuestion(TableQuestion):
    """One decision of a solved table."""

    name: ClassVar[str] = "table-decision"
    lane: ClassVar[str] = "asking"

    node: str = entry("btn", "The decision: btn, or 'bb after btn sb'.", label="decision", longest=200)

    def __post_init__(self) -> None:
        """The hand has the decision."""
        super().__post_init__()
        assert self.row >= 0

    @property
    def row(self) -> int:
        """Its row among the decisions of the hand."""
        from jamfold.spots.table.naming import find_node

        return self.hand.nodes.index(find_node(self.hand, self.node))


@dataclass(frozen=True, kw_only=True)
class TableTextQuestion(TableDecisionQuestion):
    """What is played at a decision, as a range."""

    name: ClassVar[str] = "table-text"


@dataclass(frozen=True, kw_only=True)
class TableHandQuestion(TableDecisionQuestion):
    """One hand at a decision of a solved table."""

    name: ClassVar[str] = "table-hand"

    cards: str = entry("", "The cards or the name of the hand: KhTd, KTo.", label="hand", longest=100)

    @property
    def class_id(self) -> ClassId:
        """The class of the hand."""
        from jamfold.spots.lookup import find_class

        with at_field("hand"):
            return find_class(self.rules, self.cards)[0]

    def answer(self, watch: Watch) -> TableResult:
        """The table; a bad hand is told before it is looked at."""
        assert self.class_id >= 0
        return super().answer(watch)


@dataclass(frozen=True, kw_only=True)
class TableFileQuestion(TableQuestion):
    """A solved table as a file."""

    name: ClassVar[str] = "table-file"
    lane: ClassVar[str] = "asking"

    format: str = entry("csv", "The format.", choices=("csv", "json", "profile", "png", "svg"))
    node: str = entry("", "The decision that a picture shows; none for all.", label="decision", longest=200)

    def rows(self, answer: TableResult) -> list[int]:
        """The decisions that are shown."""
        if not self.node:
            return list(range(len(answer.nodes)))
        from jamfold.spots.table.naming import find_node

        return [answer.nodes.index(find_node(answer.hand, self.node))]
