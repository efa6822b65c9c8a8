"""How questions are answered: a file here for each file of `jamfold.questions`, under the same name.

Each function that answers is registered for the type of its question; what it needs stands in plain
imports at the top of its file, which is loaded when the first of its questions is answered.
"""

from __future__ import annotations

from functools import singledispatch
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from jamfold.answers.watch import Observer
from jamfold.questions.beside import sibling_module
from jamfold.questions.cluster import ClusterRequest
from jamfold.questions.entries import CaseRequest

_QUESTIONS = "jamfold.questions."


@singledispatch
def handler(question: CaseRequest, watch: Observer) -> Any:
    """What answers a question of a type; every file of this room registers its own.

    `run_case` is what others call: it loads the file first.
    """
    raise NotImplementedError(f"Nothing answers {type(question).__name__}.")


def run_case(question: CaseRequest, watch: Observer) -> Any:
    """The answer to a question, as a typed result; `watch` hears how far it is and may end it.

    Raises JamfoldError if the question makes no sense; one sentence names the word or number.
    """
    question.check_files()
    _load(type(question))
    if not isinstance(question, ClusterRequest) or question.cluster is None:
        return handler(question, watch)
    from jamfold.class_tables.margins import on_cluster  # NumPy, for those who name a cluster

    with on_cluster(question.cluster):
        return handler(question, watch)


def result_types(question: type[CaseRequest]) -> tuple[Any, ...]:
    _load(question)
    result = get_type_hints(handler.dispatch(question))["return"]
    return (result,) if get_origin(result) is not UnionType else get_args(result)


def _load(question: type[CaseRequest]) -> None:
    """Load the files that answer a question, and those that it extends."""
    for kind in question.__mro__:
        if kind.__module__.startswith(_QUESTIONS):
            sibling_module(kind, __name__)
