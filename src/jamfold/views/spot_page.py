"""What pages are sent of spots besides fragments: files, and that a table is there."""

from __future__ import annotations

from jamfold.questions.strategies import BuildRequest, ListFileRequest
from jamfold.spots.hand_list import HandList
from jamfold.views import strategy_figures
from jamfold.views.figures import encoded
from jamfold.views.hand_files import hands_csv, hands_json
from jamfold.views.range_text import list_text
from jamfold.views.rows import Responses


def _list_file(question: ListFileRequest, answer: HandList) -> dict[str, str]:
    """A list as text, a picture in base64."""
    if question.format == "png":
        second = None if answer.comparison is None else answer.comparison.second
        sides = [side for side in (answer.strategy, second) if side is not None]
        return encoded("strategy.png", lambda path: strategy_figures.save_figure(sides, path))
    if question.format == "txt":
        return {"text": list_text(answer, every_class=True)[0]}
    return {"text": hands_csv(answer) if question.format == "csv" else hands_json(answer)}


def _build(question: BuildRequest, game: str) -> dict[str, str]:
    return {"game": game}


RESPONSES: Responses = {ListFileRequest: _list_file, BuildRequest: _build}
