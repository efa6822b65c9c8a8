"""What the strategy page is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jamfold.questions.entries import Question
from jamfold.questions.equities import RangeQuestion
from jamfold.questions.explorer import ExplorerQuestion, OutlineQuestion, PageFileQuestion
from jamfold.questions.rules import RuleCardQuestion


def _explorer(question: ExplorerQuestion, chart: Any) -> Any:
    from jamfold.views.explorer.data import explorer_data

    return explorer_data(chart)


def _outline(question: OutlineQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.explorer import OutlineContract

    return OutlineContract.of(answer)


def _page_file(question: PageFileQuestion, parts: Any) -> Any:
    from jamfold.views.contracts.base import FileContract
    from jamfold.views.explorer.page import page_file

    return FileContract(name=question.file_name, text=page_file(parts))


def _rule_card(question: RuleCardQuestion, answer: Any) -> Any:
    from jamfold.views.explorer.rule import rule_card

    return rule_card(answer)


def _range(question: RangeQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.equities import RangeContract

    return RangeContract.of(answer)


EXPLORER_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    ExplorerQuestion: _explorer,
    OutlineQuestion: _outline,
    PageFileQuestion: _page_file,
    RuleCardQuestion: _rule_card,
    RangeQuestion: _range,
}
