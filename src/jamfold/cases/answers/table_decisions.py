"""What a table takes before it can be solved, and one decision of it."""

from __future__ import annotations

from jamfold.cards.counting.classes import ClassId
from jamfold.cases.answers.hands import Needs
from jamfold.cases.answers.table import counted, notices, solved_already, table
from jamfold.cases.answers.watch import Observer
from jamfold.cases.table_decisions import TableHandRequest, TableNeedsRequest, TablePartRequest
from jamfold.core.errors import SituationError, error_field
from jamfold.spots.nplayer.position_charts import packed_table
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.strategy import find_class


def table_needs(question: TableNeedsRequest, watch: Observer) -> Needs:
    """What is built first, in a sentence each."""
    return Needs(" ".join(notices(question)), short_link=_short_link(question))


def _short_link(question: TableNeedsRequest) -> str:
    """``#holdem;9;10bb;bba=1`` of a hand that is packed, as the offline file is, else nothing."""
    hand = question.hand
    if not question.solved or packed_table(question.rules, hand) is None:
        return ""
    level, stack = hand.level.in_bb, f"{hand.stacks[0] / hand.big_blind:.6g}bb"
    antes = [f"{name}={chips:.6g}" for name, chips in (("ante", level.ante), ("bba", level.bb_ante)) if chips]
    return "#" + ";".join([question.game, str(hand.n), stack, *antes])


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
    """Return the table; a bad hand is reported first."""
    assert class_of(question) >= 0
    return table_part(question, watch)
