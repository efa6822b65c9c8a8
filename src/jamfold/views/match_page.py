"""What the computing process sends about matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jamfold.questions.entries import Question
from jamfold.questions.match import MatchQuestion, PlayHandQuestion


def _match(question: MatchQuestion, answer: Any) -> Any:
    from jamfold.views.contracts.match import MatchContract

    return MatchContract.of(answer)


def _play_hand(question: PlayHandQuestion, session: Any) -> Any:
    from jamfold.views.contracts.match import PlayContract

    return PlayContract.of(session)


MATCH_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    MatchQuestion: _match,
    PlayHandQuestion: _play_hand,
}
