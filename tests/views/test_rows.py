"""What is shown of questions: what a class names is there, and takes what it is given."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import jamfold
from jamfold.cases.training import TrainRequest
from jamfold.cases.view_spec import ViewSpec, all_view_specs, arguments, call, resolve, view_spec_of
from jamfold.core.errors import QuestionError

PACKAGE = Path(jamfold.__file__).parent
SPECS = list(all_view_specs())
MODULES = [
    path for name in ("cases", "cli", "views", "web") for path in sorted((PACKAGE / name).rglob("*.py"))
]


def references(spec: ViewSpec) -> dict[str, tuple[str, ...]]:
    """All texts that name a function, each with what it may be given."""
    both = ("question", "answer")
    shown = (spec.values_of, spec.sheet, spec.view, spec.columns, spec.fragment, spec.payload)
    found: dict[str, tuple[str, ...]] = dict.fromkeys(filter(None, shown), both)
    found |= {spec.notes_of: ("answer",)} if spec.notes_of else {}
    for kind in spec.files:
        found |= {kind.write: (*both, "path"), kind.check: ("path",)}
    return found


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.question.__name__)
def test_what_a_question_shows_is_there(spec: ViewSpec) -> None:
    assert view_spec_of(spec.question) is spec
    assert spec.payload or spec.has_html or spec.has_values or spec.view
    for reference, values in references(spec).items():
        names = arguments(reference)
        assert {name.partition(".")[0] for name in names or ()} <= {*values}
        if ":" in reference:
            inspect.signature(resolve(reference)).bind(*(values if names is None else names))
        for name in names or ():
            first, _, field = name.partition(".")
            assert (
                first != "question"
                or not field
                or hasattr(spec.question, field)
                or (field in spec.question.field_specs())
            )
    if spec.has_values and not spec.values_of:
        assert spec.value_type is not None
    if spec.examples is not None:
        assert spec.contract


def test_a_reference_names_arguments_or_takes_all() -> None:
    values = {"question": "ab", "answer": 3 + 4j}
    assert call("core.display:plural(answer.imag, question)", **values) == "4.0 abs"
    assert call("core.display:plural", number=2, word="ab") == "2 abs"
    assert call("answer.imag", **values) == 4
    named = map(arguments, ("a.b:c", "a.b:c(answer)", "answer"))
    assert list(named) == [None, ["answer"], ["answer"]]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_what_a_module_names_in_a_text_is_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    for reference in re.findall(r'["\']([a-z_.]+:\w+)["\'(]', source):
        if reference != "package.module:name":
            resolve(reference)
    for module, name in re.findall(r'import_module\("(jamfold[a-z_.]+)"\)(?:\.(\w+))?', source):
        assert hasattr(import_module(module), name or "__name__")


def test_a_question_inherits_its_answer_but_not_what_is_shown() -> None:
    row = view_spec_of(TrainRequest)
    assert (row.view, row.has_values) == ("", False)
    with pytest.raises(QuestionError, match="train has no JSON"):
        row.values(TrainRequest, None)  # type: ignore[arg-type]
