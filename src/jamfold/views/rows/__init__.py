"""One row for each use case: what its answer is as JSON, on a terminal, in columns, in files and on pages.

A file here for each file of `jamfold.questions`, under the same name, with the rows of its questions in
``ROWS``; it is loaded when one of them is shown.  Command line, API, pages and notebooks read these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple, get_args, get_origin

from jamfold.core.errors import QuestionError
from jamfold.core.storage.whole_files import check_target
from jamfold.questions.beside import sibling_module
from jamfold.questions.entries import CaseRequest
from jamfold.views.formats import Columns
from jamfold.views.html import Html
from jamfold.views.schema import Contract
from jamfold.views.sheet import Sheet
from jamfold.views.sheet_html import sheet_html

Responses = dict[type[CaseRequest], Callable[[Any, Any], Any]]
"""What a page is sent of question and answer, besides the contract where there is one."""


class FileOption(NamedTuple):
    """A file that can be written of an answer."""

    option: str
    """Of the command: ``--out``."""
    help: str
    """What is written."""
    write: Callable[[Any, Any, Path], object]
    """Writes it, of question, answer and path."""
    check: Callable[[Path], object] = check_target
    """Refuses a name that is none, before the question is answered."""
    many: bool = False
    """Whether the option may be repeated."""
    suppresses_output: bool = False
    """Whether nothing is printed then, unless JSON or CSV is asked for."""


class ViewSpec(NamedTuple):
    """How the answer to a question is shown; what is left out is not there."""

    question: type[CaseRequest]
    """The type of the question."""
    contract: Any = None
    """The type of the JSON values, of which schemas are made: the result's own, where it has the outward
    names and units, else a `Contract`."""
    values_of: Callable[[Any, Any], Any] | None = None
    """Makes them of question and answer, where ``contract.of(answer)`` does not; without either, no JSON."""
    sheet: Callable[[Any, Any], Sheet] | None = None
    """What every medium shows of question and answer; it takes the place of `view` and `fragment`."""
    view: Callable[[Any, Any], Any] | None = None
    """What a terminal shows of question and answer: a text, a sheet, or a table of rich."""
    columns: Callable[[Any, Any], Columns] | None = None
    csv_help: str = "Print CSV."
    """columns, csv_help: What CSV has of question and answer, and a data frame; in words."""
    notes_of: Callable[[Any], Iterable[str]] = lambda _: ()
    """What is said of the answer before it is shown."""
    files: tuple[FileOption, ...] = ()
    """What can be written of it."""
    omitted_fields: tuple[str, ...] = ()
    """The fields that the command does not ask for."""
    fragment: Callable[[Any, Any], Html | Sheet] | None = None
    """The answer as HTML, of question and answer: on pages, in notebooks, in sent files."""
    skip_json_on_pages: bool = False
    """Whether the JSON is too large to be sent to a page beside the fragment."""
    payload_module: str = ""
    """The file of `jamfold.views` that says what a page is sent besides, in ``RESPONSES``."""
    examples: tuple[dict[str, Any], ...] | None = None
    """Requests that work as they stand; None where the API does not offer the question."""

    @property
    def has_values(self) -> bool:
        """Whether the answer has JSON values."""
        return self.contract is not None or self.values_of is not None

    @property
    def is_summary(self) -> bool:
        """Whether the contract is the summary of what a page is sent."""
        return bool(self.payload_module or self.has_html) and self.contract is not None

    @property
    def has_html(self) -> bool:
        """Whether pages show the answer as HTML."""
        return self.sheet is not None or self.fragment is not None

    def shown(self, question: CaseRequest, answer: Any) -> Any:
        """Return what a terminal shows, for `jamfold.views.terminal`; None if it shows nothing."""
        view = self.sheet or self.view
        return None if view is None else view(question, answer)

    def html(self, question: CaseRequest, answer: Any) -> Html:
        """Return the answer as HTML; only where `has_html`."""
        show = self.sheet or self.fragment
        assert show is not None
        shown = show(question, answer)
        return sheet_html(shown) if isinstance(shown, Sheet) else shown

    def values(self, question: CaseRequest, answer: Any) -> Any:
        """The answer as its contract has it, for `jamfold.views.formats`.

        Raises QuestionError if it has no JSON values.
        """
        if not self.has_values:
            raise QuestionError(f"The answer to {self.question.name} has no JSON.")
        if self.values_of is not None:
            return self.values_of(question, answer)
        if get_origin(self.contract) is tuple:
            return [_declared(get_args(self.contract)[0], one) for one in answer]
        return _declared(self.contract, answer)


def _declared(kind: Any, answer: Any) -> Any:
    """A result by its contract; one that is its own contract as it is."""
    return kind.of(answer) if issubclass(kind, Contract) else answer


def warnings_of(answer: Any) -> list[str]:
    """What was probably not meant, as remarks."""
    return [f"Warning: {one}" for one in answer.warnings]


def training_notice(answer: Any) -> list[str]:
    """What is said of the file in which training is kept, as a remark."""
    return [answer.notice] if answer.notice else []


def all_view_specs() -> Iterator[ViewSpec]:
    """The rows of all questions, their files loaded."""
    for file in iter_modules(__path__):
        yield from import_module(f"{__name__}.{file.name}").ROWS


def view_spec_of(question: type[CaseRequest]) -> ViewSpec:
    """The row of a question; an empty one where its answer is not shown, but played or written."""
    file = sibling_module(question, __name__)
    rows: tuple[ViewSpec, ...] = () if file is None else file.ROWS
    return next((row for row in rows if row.question is question), ViewSpec(question))
