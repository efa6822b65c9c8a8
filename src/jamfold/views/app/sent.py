"""What the strategy page is sent for its solver."""

from __future__ import annotations

from jamfold.questions.app import PlanesRequest
from jamfold.views.app.packing import pack_planes
from jamfold.views.rows import Responses


def _planes(question: PlanesRequest, game: str) -> dict[str, str]:
    return {"text": pack_planes(question.rules)}


RESPONSES: Responses = {PlanesRequest: _planes}
