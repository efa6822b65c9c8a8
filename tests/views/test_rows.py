"""Rows: one for each question, and what they name is there."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from jamfold.core.errors import QuestionError
from jamfold.questions.training import TrainRequest
from jamfold.views.rows import all_view_specs, view_spec_of

ROWS = list(all_view_specs())
PAGES = [
    path.stem
    for path in (Path(__file__).parents[2] / "src/jamfold/views").glob("*.py")
    if "\nRESPONSES" in path.read_text()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.question.__name__)
def test_a_row_is_found_by_its_question_and_what_it_names_is_there(row: object) -> None:
    found = view_spec_of(row.question)  # type: ignore[attr-defined]
    assert found is row
    assert found.payload_module or found.has_html or found.has_values or found.view
    if found.payload_module:
        assert found.question in import_module(f"jamfold.views.{found.payload_module}").RESPONSES
    if found.examples is not None:
        assert found.contract is not None


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_sent_nothing_without_a_row(page: str) -> None:
    for question in import_module(f"jamfold.views.{page}").RESPONSES:
        assert view_spec_of(question).payload_module == page


def test_what_is_not_shown_has_an_empty_row() -> None:
    row = view_spec_of(TrainRequest)
    assert (row.question, row.view, row.has_values) == (TrainRequest, None, False)
    with pytest.raises(QuestionError, match="train has no JSON"):
        row.values(TrainRequest, None)  # type: ignore[arg-type]
