"""How questions are answered: what computes each answer, in modules named after those of questions.

A question names the function that answers it (`answered_by`); its module is loaded when it is called.
"""

from __future__ import annotations

from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from jamfold.cases.answers.watch import Observer
from jamfold.cases.chips import ClusterRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.view_spec import resolve


def run_case(question: CaseRequest, watch: Observer) -> Any:
    """Return the typed answer to a request; `watch` receives the progress and may stop it.

    Raises JamfoldError if the request is invalid; its sentence names the field and the value.
    """
    question.check_files()
    handler = resolve(question.answered_by)
    if not isinstance(question, ClusterRequest) or question.cluster is None:
        return handler(question, watch)
    from jamfold.class_tables.margins import on_cluster  # NumPy, for those who name a cluster

    with on_cluster(question.cluster):
        return handler(question, watch)


def result_types(question: type[CaseRequest]) -> tuple[Any, ...]:
    result = get_type_hints(resolve(question.answered_by))["return"]
    return (result,) if get_origin(result) is not UnionType else get_args(result)
