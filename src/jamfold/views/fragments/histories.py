"""An import of histories as HTML, what was read and what could not be; which tables were solved."""

from __future__ import annotations

import os
from pathlib import PurePath

from jamfold.histories.importer import ImportReport
from jamfold.histories.tables import TablesSampled
from jamfold.questions.histories import HistoryImportRequest
from jamfold.questions.history_reports import HistoryTablesRequest
from jamfold.shown import plural
from jamfold.views.histories import import_summary, problem_line, sampled_line
from jamfold.views.html import Html, element

PROBLEMS = 300
"""Problems that are listed; the command line prints all."""


def import_fragment(question: HistoryImportRequest, answer: ImportReport) -> Html:
    """What came of it; problems folded away, by the names of files: folders of a moment tell nothing."""
    folders = {f"{PurePath(path).parent}{os.sep}" for path in question.paths}
    return element(
        "div",
        [element("p", line) for line in import_summary(answer)],
        _problems([problem_line(one) for one in answer.problems[:PROBLEMS]], len(answer.problems), folders),
        class_="result",
    )


def _problems(lines: list[str], count: int, folders: set[str]) -> Html | None:
    if not count:
        return None
    for folder in folders:
        lines = [line.replace(folder, "") for line in lines]
    more = f"... and {count - len(lines):,} more: jamfold history problems" if count > len(lines) else ""
    return element(
        "details",
        element("summary", plural(count, "problem")),
        element("ul", [element("li", line) for line in lines], class_="note"),
        element("p", more, class_="note"),
    )


def sampled_fragment(question: HistoryTablesRequest, answer: TablesSampled) -> Html:
    """How many tables were solved."""
    return element("p", sampled_line(question, answer), class_="note")
