"""``jamfold fgs``: what stacks are worth when the next hands are played."""

from __future__ import annotations

from jamfold.cli.asking import JsonOption, answered, asks
from jamfold.questions.future import FutureQuestion
from jamfold.views.terminal import print_json, show


@asks(FutureQuestion)
def fgs(question: FutureQuestion, as_json: JsonOption = False) -> None:
    answer = answered(question, f"{question.rules.title}, {question.depth} hands ahead")
    from jamfold.views.contracts.future import FutureContract
    from jamfold.views.future import future_view

    if as_json:
        print_json(FutureContract.of(answer))
    else:
        show(future_view(answer))
