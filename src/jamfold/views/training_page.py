"""What the computing process sends about training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jamfold.questions.entries import Question
from jamfold.questions.training import TrainAnswerQuestion, TrainNextQuestion, TrainRangeQuestion
from jamfold.questions.training_holds import TrainDealQuestion, TrainHoldQuestion
from jamfold.questions.training_kept import TrainExportQuestion, TrainScoreQuestion
from jamfold.questions.training_three import TrainThreeAnswerQuestion, TrainThreeQuestion


def _next(question: TrainNextQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.training import TrainNextContract

    return TrainNextContract.of(answer)


def _judged(question: TrainAnswerQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.training import VerdictContract

    return VerdictContract.of(answer)


def _three(question: TrainThreeQuestion, asked: Any) -> Any:
    from jamfold.views.contracts.training_three import ThreeAskedContract

    return ThreeAskedContract.of(asked)


def _three_judged(question: TrainThreeAnswerQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.training_three import ThreeVerdictContract

    return ThreeVerdictContract.of(answer)


def _marked(question: TrainRangeQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.training import MarkedContract

    return MarkedContract.of(answer)


def _score(question: TrainScoreQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.training import TrainScoreContract

    return TrainScoreContract.of(answer)


def _export(question: TrainExportQuestion, answer: Any) -> Any:
    from jamfold.practice.trainer.files import write_lines
    from jamfold.views.contracts.base import FileContract

    name = f"jamfold-training{f'-{question.game}' if question.game else ''}.{answer.format}"
    return FileContract(name=name, text="".join(write_lines(answer.answers, answer.format)))


def _hold(question: TrainHoldQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.videopoker import HoldsContract

    return HoldsContract.of(answer)


def _deal(question: TrainDealQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.training import TrainDealContract

    return TrainDealContract.pick(answer)


TRAINING_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    TrainNextQuestion: _next,
    TrainAnswerQuestion: _judged,
    TrainRangeQuestion: _marked,
    TrainThreeQuestion: _three,
    TrainThreeAnswerQuestion: _three_judged,
    TrainScoreQuestion: _score,
    TrainExportQuestion: _export,
    TrainHoldQuestion: _hold,
    TrainDealQuestion: _deal,
}
