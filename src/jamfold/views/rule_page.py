"""What the computing process sends about rules to carry in the head."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jamfold.questions.entries import Question
from jamfold.questions.rules import RuleCheckQuestion, RuleQuestion

if TYPE_CHECKING:
    from jamfold.views.contracts.rules import RuleContract


def _rule(question: RuleQuestion | RuleCheckQuestion, answer: Any) -> RuleContract:
    from jamfold.views.contracts.rules import RuleContract

    return RuleContract.of(answer)


RULE_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    RuleQuestion: _rule,
    RuleCheckQuestion: _rule,
}
