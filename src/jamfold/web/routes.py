"""Routes of the JSON API: questions with example requests, their jobs, requests, answers and errors.

A route is the row of a question; requests, answers and the document are derived from both.  A request waits
for its result for `wait` seconds and then returns the unfinished job; GET /api/jobs/{job} gives its progress
and result.  Bad input is answered with 422 and the sentence that the command line prints.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Union, get_args

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from jamfold.cases.entries import CaseRequest
from jamfold.cases.videopoker import HoldsRequest, PayTableRequest, PayTablesRequest
from jamfold.cases.view_spec import ViewSpec, all_view_specs, view_spec_of
from jamfold.core.errors import JamfoldError
from jamfold.web.jobs import DONE, FAILED, STOPPED, Job, JobBoard, JobError
from jamfold.web.schemas import Awaited, ErrorAnswer, job_model, question_of, request_model, shape_fault

ROUTES = tuple(
    sorted((row for row in all_view_specs() if row.examples is not None), key=lambda row: row.question.name)
)


def summary(question: type[CaseRequest]) -> str:
    """The request in a few words."""
    return (question.__doc__ or "").split(":")[0].split(".")[0].strip()


_VIDEO_POKER = "/videopoker"
HOLD_EXAMPLES = (
    {"table": "Jacks or Better 9/6"},
    {"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d"},
)
"""Valid bodies of the request about a pay table, or the holds of a deal."""
MAX_WAIT = 60.0

Wait = Annotated[float, Query(ge=0, le=MAX_WAIT, description="Seconds to wait for the result.")]
Responses = dict[int | str, dict[str, Any]]


def _text(description: str) -> dict[str, Any]:
    """An answer of the guard, in plain text."""
    return {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}


def _errors(**sentences: str) -> Responses:
    """Answers with an `ErrorAnswer`, by status."""
    return {
        int(status.removeprefix("s")): {"model": ErrorAnswer, "description": words}
        for status, words in sentences.items()
    }


_GUARDED: Responses = _errors(s401="No token, or a wrong one.") | {403: _text("A foreign Host or Origin.")}
_COMMON = _GUARDED | _errors(
    s409="The job was stopped meanwhile.",
    s422="Bad input, in a sentence.",
    s500="The computation failed.",
    s503="Too many jobs are waiting.",
)
_WITH_BODY = {
    408: _text("The request did not come in time."),
    413: _text("The request is too large."),
} | _errors(s400="The body is not JSON.")


def _answers(model: Any, more: Responses) -> dict[str, Any]:
    """The documented answers of a request that starts or finds a job."""
    later = {202: {"model": model, "description": "Not finished yet: poll the job."}}
    return {"response_model": model, "responses": _COMMON | later | more}


class UnicodeResponse(JSONResponse):
    """JSON in which lone surrogates stay escaped: names of files are bytes."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


def add_api(app: FastAPI, board: JobBoard) -> None:
    """Add the routes, and list them in the state of the application."""
    router = APIRouter(prefix="/api", tags=["jamfold"])
    models = [_add(router, board, route) for route in ROUTES]
    models += _add_videopoker(router, board)
    _add_jobs(router, board, models)
    app.include_router(router)
    app.state.routes = router.routes
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(JamfoldError, _bad_input)
    app.add_exception_handler(HTTPException, _refused)


def _add(router: APIRouter, board: JobBoard, route: ViewSpec) -> Any:
    """Add a request; returns the model of its job."""
    job = job_model(route.question, route.value_type)
    request = request_model(route.question, *(route.examples or ()))

    async def ask(body: BaseModel, wait: Wait = 10) -> JSONResponse:
        return await _run(board, question_of(route.question, body), wait)

    ask.__annotations__ = {"body": request, "wait": Wait, "return": JSONResponse}
    router.post(f"/{route.question.name}", summary=summary(route.question), **_answers(job, _WITH_BODY))(ask)
    return job


def _add_videopoker(router: APIRouter, board: JobBoard) -> list[Any]:
    """The pay tables, and one route for two requests: a table, or the holds of a deal."""
    tables, table, holds = (
        job_model(question, view_spec_of(question).value_type)
        for question in (PayTablesRequest, PayTableRequest, HoldsRequest)
    )
    either: Any = Annotated[Union[table, holds], Field(discriminator="kind")]  # noqa: UP007
    request = request_model(HoldsRequest, *HOLD_EXAMPLES)

    @router.get(_VIDEO_POKER, summary=summary(PayTablesRequest), **_answers(tables, {}))
    async def pay_tables(wait: Wait = 10) -> JSONResponse:
        return await _run(board, PayTablesRequest(), wait)

    async def videopoker(body: BaseModel, wait: Wait = 10) -> JSONResponse:
        deal = getattr(body, "deal", "")
        if deal:
            return await _run(board, question_of(HoldsRequest, body), wait)
        return await _run(board, question_of(PayTableRequest, body, exclude={"deal"}), wait)

    videopoker.__annotations__ = {"body": request, "wait": Wait, "return": JSONResponse}
    words = "Analyse a pay table, or the 32 holds of a deal"
    router.post(_VIDEO_POKER, summary=words, **_answers(either, _WITH_BODY))(videopoker)
    return [tables, table, holds]


def _add_jobs(router: APIRouter, board: JobBoard, models: list[Any]) -> None:
    responses = _GUARDED | _errors(s404="No such job.", s422="Bad input, in a sentence.")
    union = models[0]
    for model in models[1:]:
        union |= model
    answers: dict[str, Any] = {
        "response_model": Annotated[union, Field(discriminator="kind")],
        "responses": responses,
    }
    kinds = {get_args(model.model_fields["kind"].annotation)[0] for model in models}

    def find(job: str) -> Job:
        """Return a job that the API could have started. Raises JobError for others."""
        running = board.get(job)
        if running.kind not in kinds:
            raise JobError("Unknown job.")
        return running

    @router.get("/jobs/{job}", summary="Show the state of a job", **answers)
    async def job_status(job: str, wait: Wait = 0) -> JSONResponse:
        try:
            return UnicodeResponse(job_values(board, await board.wait(find(job), wait)))
        except JobError as error:
            return _error(404, str(error))

    @router.delete("/jobs/{job}", summary="Stop a job", **answers)
    async def stop_job(job: str) -> JSONResponse:
        try:
            running = find(job)
        except JobError as error:
            return _error(404, str(error))
        board.stop(running)
        return UnicodeResponse(job_values(board, running))


async def _run(board: JobBoard, question: CaseRequest, wait: float) -> JSONResponse:
    """Start or find a job, wait and answer.

    Without waiting the answer is 202 with the job, even if it has failed already: 202 or 422 was a race.
    """
    try:
        job = board.submit(question)
    except JobError as error:
        return _error(503, str(error))
    seen = await board.wait(job, wait)
    if seen.state != DONE and not wait:
        return UnicodeResponse(job_values(board, seen), status_code=202)
    return answer(board, seen)


def job_values(board: JobBoard, job: Job) -> dict[str, Any]:
    """A job as the API returns it: with the jobs ahead of it, without what only pages show."""
    ahead = board.before(job)
    awaited = [Awaited(title=other.question.title, seconds_left=other.seconds_left) for other in ahead]
    values = job.as_dict() | {"waiting_for": [other.model_dump() for other in awaited]}
    if job.state == DONE and view_spec_of(type(job.question)).is_summary:
        values["result"] = job.result["summary"]
    return values


def answer(board: JobBoard, job: Job) -> JSONResponse:
    """The answer to a request that has started or found a job."""
    if job.state == DONE:
        return UnicodeResponse(job_values(board, job))
    if job.state == FAILED:
        return _error(422 if job.bad_input else 500, job.error, job.field)
    if job.state == STOPPED:
        return _error(409, job.error)
    return UnicodeResponse(job_values(board, job), status_code=202)


def _error(status: int, sentence: str, field: str = "") -> JSONResponse:
    sentence = sentence.encode(errors="replace").decode()  # what was sent may be no Unicode
    return JSONResponse({"error": sentence, "field": field or None}, status_code=status)


async def _bad_input(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, JamfoldError)
    return _error(422, str(error), error.field)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    """An error of the framework itself."""
    assert isinstance(error, HTTPException)
    sentence = "The request is not JSON." if error.status_code == 400 else f"{error.detail}."
    answer = _error(error.status_code, sentence)
    answer.headers.update(error.headers or {})
    return answer


_QUESTIONS = {f"/api/{route.question.name}": route.question for route in ROUTES} | {
    f"/api{_VIDEO_POKER}": HoldsRequest
}


async def _not_valid(request: Request, error: Exception) -> JSONResponse:
    """An invalid body or `wait`: one sentence on its first fault."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    kind, place = str(first["type"]), [str(part) for part in first["loc"][1:]]
    if kind == "json_invalid":
        return _error(400, "The request is not JSON.")
    if isinstance(first["input"], bytes):  # the framework parses only what is sent as JSON
        return _error(422, "The request must be JSON, sent with the header Content-Type: application/json.")
    if first["loc"][0] == "query":
        text = str(first["input"])[:40]
        return _error(422, f"'{place[0]}' must be a number of seconds, 0 to {MAX_WAIT:g}, not '{text}'.")
    return _error(422, *shape_fault(_QUESTIONS.get(request.url.path), kind, place, first))
