"""What is shown of the answer to a question: on a terminal, as JSON, in columns, in files and on pages.

A question has its `ViewSpec` in its class.  What shows something is named by a text and loaded on use:
``"jamfold.views.verdicts:hand_view"`` is a function of question and answer.  Other arguments stand in
parentheses: ``"jamfold.views.batch:batch_line(answer, question.out)"``.  Without a module, the text names
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
_CHECK_TARGET = "jamfold.core.storage.whole_files:check_target(path)"


def resolve(reference: str) -> Any:
    """Return what ``"package.module:name"`` names, its module loaded."""
    module, _, name = reference.partition("(")[0].partition(":")
    return attrgetter(name)(import_module(module))


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
    """Refuses a bad path before the question is answered."""
    many: bool = False
    """Whether the option may be repeated."""
    suppresses_output: bool = False
    """Whether nothing is printed then, unless JSON or CSV is asked for."""


@dataclass(frozen=True, kw_only=True)
class ViewSpec:
    """How the answer to a question is shown; what is left out is not there."""

    question: type[CaseRequest] = field(default=CaseRequest, init=False)
    """The question in whose class it stands."""
    contract: str = ""
    """The type of the JSON values, of which schemas are made: `RESULT`, or a `Contract` of views."""
    values_of: str = ""
    """Makes them of question and answer, where ``contract.of(answer)`` does not; without either, no JSON."""
    sheet: str = ""
    """What every medium shows of question and answer; it takes the place of `view` and `fragment`."""
    view: str = ""
    """What a terminal shows of question and answer: a text, its lines, a sheet, or a table of rich."""
    full: str = ""
    """The same with all digits, where `view` has those that a person uses."""
    columns: str = ""
    csv_help: str = "Print CSV."
    """columns, csv_help: What CSV has of question and answer, and a data frame; in words."""
    notes_of: str = ""
    """What is said of the answer before it is shown."""
    files: tuple[FileOption, ...] = ()
    """What can be written of it."""
    omitted_fields: tuple[str, ...] = ()
    """The fields that the command does not ask for."""
    fragment: str = ""
    """The answer as HTML, of question and answer: on pages, in notebooks, in sent files."""
    skip_json_on_pages: bool = False
    """Whether the JSON is too large to be sent to a page beside the fragment."""
    payload: str = ""
    """What a page is sent of question and answer, besides the contract where there is one."""
    examples: tuple[dict[str, Any], ...] | None = None
    """Requests that work as they stand; None where the API does not offer the question."""

    def __set_name__(self, question: type[CaseRequest], name: str) -> None:
        object.__setattr__(self, "question", question)

    @property
    def has_values(self) -> bool:
        """Whether the answer has JSON values."""
        return bool(self.contract or self.values_of)

    @property
    def is_summary(self) -> bool:
        """Whether the contract is the summary of what a page is sent."""
        return bool(self.contract and (self.payload or self.has_html))

    @property
    def has_html(self) -> bool:
        """Whether pages show the answer as HTML."""
        return bool(self.sheet or self.fragment)

    @property
    def value_type(self) -> Any:
        """The type of the JSON values; None where there is no contract."""
        if self.contract != RESULT:
            return resolve(self.contract) if self.contract else None
        return get_type_hints(resolve(self.values_of or self.question.answered_by))["return"]

    def shown(self, question: CaseRequest, answer: Any, *, full: bool = False) -> Any:
        """Return what a terminal shows, for `jamfold.views.terminal`; None if it shows nothing."""
        if full and self.full:
            return call(self.full, question=question, answer=answer, full=True)
        view = self.view or self.sheet
        shown = call(view, question=question, answer=answer) if view else None
        return "\n".join(shown) if isinstance(shown, list) else shown

    def values(self, question: CaseRequest, answer: Any) -> Any:
        """The answer as its contract has it, for `jamfold.views.formats`.

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
        """What is said of the answer before it is shown."""
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
