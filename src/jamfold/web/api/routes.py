"""What the API answers: every question whose row has requests as examples, and the jobs that do it."""

from __future__ import annotations

from typing import Any, NamedTuple

from jamfold.questions.entries import CaseRequest
from jamfold.questions.videopoker import PayTablesRequest
from jamfold.views.rows import all_view_specs

ROUTES = tuple(
    sorted((row for row in all_view_specs() if row.examples is not None), key=lambda row: row.question.name)
)


def summary(question: type[CaseRequest]) -> str:
    """What a question is, in a few words."""
    return (question.__doc__ or "").split(":")[0].split(".")[0].strip()


class ApiRoute(NamedTuple):
    """What programs may send."""

    method: str
    path: str
    """Below /api."""
    summary: str
    examples: tuple[dict[str, Any], ...] = ()
    """Bodies that work as they stand."""


PAY_TABLES = ApiRoute("GET", "/videopoker", summary(PayTablesRequest))
HOLDS = ApiRoute(
    "POST",
    "/videopoker",
    "Analyse a pay table, or the 32 holds of a deal",
    ({"table": "Jacks or Better 9/6"}, {"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d"}),
)
JOB = ApiRoute("GET", "/jobs/{job}", "A job as it stands")
STOP = ApiRoute("DELETE", "/jobs/{job}", "Stop a job")
REQUESTS = (
    *(ApiRoute("POST", f"/{row.question.name}", summary(row.question), row.examples or ()) for row in ROUTES),
    *(PAY_TABLES, HOLDS, JOB, STOP),
)
