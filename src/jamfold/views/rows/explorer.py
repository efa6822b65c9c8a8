"""How the strategy page and spots in a few words are shown."""

from __future__ import annotations

from typing import Any

from jamfold.questions.explorer import (
    ExplorerRequest,
    OutlineRequest,
    PageFileRequest,
    PositionsRequest,
)
from jamfold.spots.outline import Outline
from jamfold.views.explorer_data import ExplorerContract, PositionsContract, explorer_data
from jamfold.views.explorer_page import page_file
from jamfold.views.outline import outline_view
from jamfold.views.position_charts import positions_dict
from jamfold.views.rows import ViewSpec
from jamfold.views.schema import FileContract


def _page_file(question: PageFileRequest, parts: Any) -> FileContract:
    return FileContract(name=question.file_name, text=page_file(parts))


ROWS = (
    ViewSpec(
        ExplorerRequest,
        ExplorerContract,
        values_of=lambda _, chart: explorer_data(chart),
        examples=(
            {"game": "holdem", "low": 8, "high": 12, "step": 1},
            {"game": "six-plus", "low": 8, "high": 12, "step": 1, "blinds": [5, 10], "ante": 1.25},
        ),
    ),
    ViewSpec(
        PositionsRequest,
        PositionsContract,
        values_of=lambda _, charts: positions_dict(charts),
        examples=({"game": "holdem", "seats": 2, "low": 10, "high": 10, "step": 1},),
    ),
    ViewSpec(
        OutlineRequest,
        Outline,
        view=lambda _, answer: outline_view(answer),
        examples=({"game": "holdem", "stacks": [100, 100]}, {"game": "six-plus", "stacks": ["8bb", "8bb"]}),
    ),
    ViewSpec(
        PageFileRequest,
        FileContract,
        values_of=_page_file,
        omitted_fields=("cluster",),
        examples=({"games": ["holdem"], "low": 8, "high": 12, "step": 1},),
    ),
)
