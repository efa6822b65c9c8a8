"""What a table takes before it can be solved, and one decision of it."""

from __future__ import annotations

from jamfold.cards.counting.classes import ClassId
from jamfold.cases.answers.strategies import Needs
from jamfold.cases.answers.table import counted, notices, solved_already, table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.table_decisions import TableHandRequest, TableNeedsRequest, TablePartRequest
from jamfold.core.errors import SituationError, error_field
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.strategy import find_class


def table_needs(question: TableNeedsRequest, watch: Observer) -> Needs:
    """What is built first, in a sentence each."""
    return Needs(" ".join(notices(question)))


def table_part(question: TablePartRequest, watch: Observer) -> TableResult:
    """The table.

    Raises SituationError also if the solution of the id is gone: another one of sampled deals has other
    ranges.
    """
    if not question.table_id:
        return table(question, watch)
    answer = table(question, watch) if counted(question) else solved_already(question)
    if answer is None or answer.id != question.table_id:
        raise SituationError(
            "The ranges of this solution are no longer stored. Solve again.", field="table_id"
        )
    return answer


def class_of(question: TableHandRequest) -> ClassId:
    with error_field("hand"):
        return find_class(question.rules, question.cards)[0]


def table_hand(question: TableHandRequest, watch: Observer) -> TableResult:
    """The table; a bad hand is told before it is looked at."""
    assert class_of(question) >= 0
    return table_part(question, watch)
