"""One decision of a table: shown, written as a range, a hand at it; files of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.table import TableQuestion
from jamfold.spots.table.node_words import find_node


@dataclass(frozen=True, kw_only=True)
class TableNeedsQuestion(TableQuestion):
    """What is built before a table can be solved."""

    name: ClassVar[str] = "table-needs"
    lane: ClassVar[str] = "asking"
    lasting: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class TablePartQuestion(TableQuestion):
    """A part of a table that has been solved, of this very solution if its id is given."""

    table_id: str = entry("", "The id of the solution that is shown; none for any.", longest=64)


@dataclass(frozen=True, kw_only=True)
class TableDecisionQuestion(TablePartQuestion):
    """One decision of a solved table."""

    name: ClassVar[str] = "table-decision"
    lane: ClassVar[str] = "beside"

    node: str = entry("btn", "The decision: btn, or 'bb after btn sb'.", label="decision", longest=200)

    def __post_init__(self) -> None:
        """The hand has the decision."""
        super().__post_init__()
        assert self.row >= 0

    @property
    def row(self) -> int:
        """Its row among the decisions of the hand."""
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


@dataclass(frozen=True, kw_only=True)
class TableFileQuestion(TablePartQuestion):
    """A solved table as a file."""

    name: ClassVar[str] = "table-file"
    lane: ClassVar[str] = "beside"

    format: str = entry("csv", "The format.", choices=("csv", "json", "profile", "png", "svg"))
    node: str = entry("", "The decision that a picture shows; none for all.", label="decision", longest=200)

    @property
    def rows(self) -> list[int]:
        """The decisions that are shown."""
        if not self.node:
            return list(range(len(self.hand.nodes)))
        return [self.hand.nodes.index(find_node(self.hand, self.node))]
