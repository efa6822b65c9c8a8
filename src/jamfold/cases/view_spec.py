"""What is shown of the answer to a question: on a terminal, as JSON, in columns, in files and on pages.

A question has its `ViewSpec` in its class.  What shows something is named by a text and loaded on use:
``"views.verdicts:hand_view"`` is a function of question and answer.  Other arguments stand in
parentheses: ``"views.batch:batch_line(answer, question.out)"``.  Without a module, the text names
a value: ``"answer.tables"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from types import SimpleNamespace
from typing import Any, get_origin, get_type_hints

from jamfold.cases.entries import CaseRequest
from jamfold.core.errors import QuestionError

RESULT = "result"
"""The contract of an answer whose type is declared by the function that makes its values, or answers."""
_CHECK_TARGET = "core.storage.whole_files:check_target(path)"


def resolve(reference: str) -> Any:
    """Return what ``"package.module:name"`` names in jamfold, its module loaded."""
    module, _, name = reference.partition("(")[0].partition(":")
    return attrgetter(name)(import_module(f"jamfold.{module}"))


def call(reference: str, **values: Any) -> Any:
    """Return what a reference says of some values: a function of them, or one of them."""
    names = arguments(reference)
    chosen = (
        list(values.values()) if names is None else [attrgetter(n)(SimpleNamespace(**values)) for n in names]
    )
    return resolve(reference)(*chosen) if ":" in reference else chosen[0]


def arguments(reference: str) -> list[str] | None:
    """Return the arguments that a reference names; None if it names none, and takes all values."""
    target, _, names = reference.removesuffix(")").partition("(")
    return names.split(", ") if names else None if ":" in target else [target]


@dataclass(frozen=True)
class FileOption:
    """A file that can be written of an answer."""

    option: str
    """Of the command: ``--out``."""
    help: str
    """What is written."""
    write: str
    """The function that writes it, of question, answer and path."""
    check: str = _CHECK_TARGET
    """Function that refuses a bad path before the request is answered."""
    ending: str = ""
    """Of its path, if only one is right."""
    many: bool = False
    """Whether the option may be repeated."""
    suppresses_output: bool = False
    """Whether the option suppresses printing, unless JSON or CSV is requested."""


@dataclass(frozen=True, kw_only=True)
class ViewSpec:
    """Views of a request's answer; an empty field means that there is no such view."""

    question: type[CaseRequest] = field(default=CaseRequest, init=False)
    """The request class that it belongs to."""
    contract: str = ""
    """Type of the JSON values, for schemas: `RESULT`, or a `Contract` of views."""
    values_of: str = ""
    """Makes them from request and answer, if not ``contract.of(answer)``; without either, no JSON."""
    sheet: str = ""
    """Content for every medium, from request and answer; replaces `view` and `fragment`."""
    view: str = ""
    """Terminal output from request and answer: a text, its lines, a sheet, or a table of rich."""
    full: str = ""
    """Terminal output with all digits."""
    columns: str = ""
    csv_help: str = "Print CSV."
    """columns, csv_help: Columns of CSV and data frames from request and answer; help of the option."""
    notes_of: str = ""
    """Notes about the answer, printed first."""
    files: tuple[FileOption, ...] = ()
    """Files that can be written."""
    omitted_fields: tuple[str, ...] = ()
    """Fields without an option of the command."""
    fragment: str = ""
    """HTML from request and answer: on pages, in notebooks, in files."""
    skip_json_on_pages: bool = False
    """Whether the JSON is too large to send to a page with the fragment."""
    payload: str = ""
    """Page data from request and answer, in addition to the contract."""
    examples: tuple[dict[str, Any], ...] | None = None
    """Complete sample requests; None if the API does not offer the request."""

    def __set_name__(self, question: type[CaseRequest], name: str) -> None:
        object.__setattr__(self, "question", question)

    @property
    def has_values(self) -> bool:
        """Whether the answer has JSON values."""
        return bool(self.contract or self.values_of)

    @property
    def is_summary(self) -> bool:
        """Whether the contract is a summary of the page's data."""
        return bool(self.contract and (self.payload or self.has_html))

    @property
    def has_html(self) -> bool:
        """Whether pages show the answer as HTML."""
        return bool(self.sheet or self.fragment)

    @property
    def value_type(self) -> Any:
        """Type of the JSON values; None without a contract."""
        if self.contract != RESULT:
            return resolve(self.contract) if self.contract else None
        return get_type_hints(resolve(self.values_of or self.question.answered_by))["return"]

    def render(self, question: CaseRequest, answer: Any, *, full: bool = False) -> Any:
        """Return the terminal output, for `jamfold.views.terminal`; None without one."""
        if full and self.full:
            return call(self.full, question=question, answer=answer, full=True)
        view = self.view or self.sheet
        output = call(view, question=question, answer=answer) if view else None
        return "\n".join(output) if isinstance(output, list) else output

    def values(self, question: CaseRequest, answer: Any) -> Any:
        """Return the answer in the form of its contract, for `jamfold.views.formats`.

        Raises QuestionError if it has no JSON values.
        """
        if self.values_of:
            return call(self.values_of, question=question, answer=answer)
        if not self.contract:
            raise QuestionError(f"The answer to {question.name} has no JSON.")
        if self.contract != RESULT:
            return resolve(self.contract).of(answer)
        return list(answer) if get_origin(self.value_type) is tuple else answer

    def notes(self, answer: Any) -> Iterable[str]:
        """Notes about the answer, printed first."""
        notes: Iterable[str] = call(self.notes_of, answer=answer) if self.notes_of else ()
        return notes


def all_view_specs() -> Iterator[ViewSpec]:
    """What is shown of all questions, their modules loaded."""
    package = __name__.rpartition(".")[0]
    for file in iter_modules(import_module(package).__path__):
        if file.ispkg:
            continue
        module = import_module(f"{package}.{file.name}")
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and "view_spec" in vars(kind):
                yield vars(kind)["view_spec"]


def view_spec_of(question: type[CaseRequest]) -> ViewSpec:
    """Return what is shown of a question; nothing where its answer is played or written."""
    spec: ViewSpec = vars(question).get("view_spec") or ViewSpec()
    return spec
