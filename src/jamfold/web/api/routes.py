"""The routes of the API, and how errors are answered."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from jamfold.errors import ClassError, JamfoldError, PayTableError
from jamfold.web.api import answers as models
from jamfold.web.api.requests import EquityRequest, HandRequest, PayTableRequest, SpotRequest
from jamfold.web.inputs import field_of
from jamfold.web.jobs import DONE, FAILED, STOPPED, Job, JobBoard, JobError

MAX_WAIT = 60.0

Wait = Annotated[float, Query(ge=0, le=MAX_WAIT, description="Seconds to wait for the result.")]
Responses = dict[int | str, dict[str, Any]]


def _text(description: str) -> dict[str, Any]:
    """An answer of the guard, which speaks plain text."""
    return {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}


def _errors(**sentences: str) -> Responses:
    """Answers with an `ErrorAnswer`, by status."""
    return {
        int(status.removeprefix("s")): {"model": models.ErrorAnswer, "description": words}
        for status, words in sentences.items()
    }


_GUARDED: Responses = {403: _text("A foreign Host or Origin.")}
_COMMON = _GUARDED | _errors(
    s409="The job was stopped meanwhile.",
    s422="Bad input, in a sentence.",
    s500="The computation failed.",
    s503="Too many jobs are waiting.",
)
_WITH_BODY = {413: _text("The request is too large.")} | _errors(s400="No JSON.")


def _answers(model: Any, more: Responses) -> dict[str, Any]:
    """What the document says of a request that starts a job or finds it."""
    later = {202: {"model": model, "description": "Not finished yet; ask for the job."}}
    return {"response_model": model, "responses": _COMMON | later | more}


def add_api(app: FastAPI, board: JobBoard) -> None:
    """Add the API to an application."""
    router = APIRouter(prefix="/api", tags=["jamfold"])
    _add_spots(router, board)
    _add_calculators(router, board)
    _add_jobs(router, board)
    app.include_router(router)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(JamfoldError, _bad_input)
    app.add_exception_handler(HTTPException, _refused)


def _add_spots(router: APIRouter, board: JobBoard) -> None:
    @router.post("/solve", summary="Solve a spot", **_answers(models.SolveJob, _WITH_BODY))
    async def solve(spot: SpotRequest, wait: Wait = 10) -> JSONResponse:
        return await _run(board, "solve", spot.inputs().as_dict(), wait)

    @router.post(
        "/hand",
        summary="Look up one hand of a spot, with the reasons",
        **_answers(models.HandJob, _WITH_BODY),
    )
    async def hand(asked: HandRequest, wait: Wait = 10) -> JSONResponse:
        if (asked.id is None) == (asked.cards is None):
            raise ClassError("Give the cards of a hand or the id of a class, one of them.")
        wanted = asked.cards if asked.id is None else asked.id
        spot = asked.inputs().as_dict()
        params = {"spot": spot, "hand": wanted, "position": asked.position}
        return await _run(board, "hand", params, wait)


def _add_calculators(router: APIRouter, board: JobBoard) -> None:
    @router.post(
        "/equity", summary="Equities of two to nine players", **_answers(models.EquityJob, _WITH_BODY)
    )
    async def equity(asked: EquityRequest, wait: Wait = 10) -> JSONResponse:
        return await _run(board, "equity", asked.model_dump(), wait)

    @router.get("/videopoker", summary="The shipped pay tables", **_answers(models.PayTablesJob, {}))
    async def pay_tables(wait: Wait = 10) -> JSONResponse:
        return await _run(board, "pay-tables", {}, wait)

    @router.post(
        "/videopoker",
        summary="Analyse a pay table, or the 32 holds of a deal",
        **_answers(models.VideoPokerJob, _WITH_BODY),
    )
    async def videopoker(asked: PayTableRequest, wait: Wait = 10) -> JSONResponse:
        if (asked.table is None) == (asked.toml is None):
            raise PayTableError("Give the name of a pay table or its text, one of them.")
        kind = "pay-table" if asked.deal is None else "holds"
        return await _run(board, kind, asked.model_dump(), wait)


def _add_jobs(router: APIRouter, board: JobBoard) -> None:
    responses = _GUARDED | _errors(s404="No such job.", s422="Bad input, in a sentence.")
    answers: dict[str, Any] = {"response_model": models.AnyJob, "responses": responses}

    def found(job: str) -> Job:
        """A job that the API could have started."""
        one = board.get(job)
        if one.kind not in models.KINDS:
            raise JobError("There is no such job here.")
        return one

    @router.get("/jobs/{job}", summary="A job as it stands", **answers)
    async def job_status(job: str, wait: Wait = 0) -> JSONResponse:
        try:
            return JSONResponse(shown(await board.wait(found(job), wait)))
        except JobError as error:
            return _error(404, str(error))

    @router.delete("/jobs/{job}", summary="Stop a job", **answers)
    async def stop_job(job: str) -> JSONResponse:
        try:
            one = found(job)
        except JobError as error:
            return _error(404, str(error))
        board.stop(one)
        return JSONResponse(shown(one))


async def _run(board: JobBoard, kind: str, params: dict[str, Any], wait: float) -> JSONResponse:
    """Start a job or find it, wait a while, answer."""
    try:
        job = board.submit(kind, params)
    except JobError as error:
        return _error(503, str(error))
    return answer(await board.wait(job, wait))


def shown(job: Job) -> dict[str, Any]:
    """A job as the API gives it: of a solve, the summary alone."""
    values = job.as_dict()
    if job.kind == "solve" and job.state == DONE:
        values["result"] = job.result["summary"]
    return values


def answer(job: Job) -> JSONResponse:
    """The answer to a request that has started a job, or found it."""
    if job.state == DONE:
        return JSONResponse(shown(job))
    if job.state == FAILED:
        return _error(422 if job.bad_input else 500, job.error, job.field)
    if job.state == STOPPED:
        return _error(409, job.error)
    return JSONResponse(shown(job), status_code=202)


def _error(status: int, sentence: str, field: str = "") -> JSONResponse:
    sentence = sentence.encode(errors="replace").decode()  # what was sent may be no Unicode
    return JSONResponse({"error": sentence, "field": field or field_of(sentence)}, status_code=status)


async def _bad_input(request: Request, error: Exception) -> JSONResponse:
    return _error(422, str(error))


async def _refused(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    sentence = "The request is not JSON." if error.status_code == 400 else f"{error.detail}."
    answer = _error(error.status_code, sentence)
    answer.headers.update(error.headers or {})
    return answer


_CHIPS = {
    "ante": "ante",
    "bb_ante": "big-blind ante",
    "dead": "dead money",
    "stacks.0": "small blind's stack",
    "stacks.1": "big blind's stack",
    "blinds.0": "small blind",
    "blinds.1": "big blind",
}


async def _not_valid(request: Request, error: Exception) -> JSONResponse:
    """A request of the wrong shape: one sentence on the first thing that is wrong."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    kind, place = str(first["type"]), [str(part) for part in first["loc"][1:]]
    if kind == "json_invalid":
        return _error(400, "The request is not JSON.")
    name = ".".join(place[:2])
    words = place[0] if place else "request"
    if kind == "extra_forbidden":
        return _error(422, f"Unknown entry '{words[:40]}'.")
    if kind == "missing":
        return _error(422, f"The entry '{words[:40]}' is missing." if place else "The request has no JSON.")
    if words in ("stacks", "blinds") and name not in _CHIPS:
        return _error(422, f"The {words} must be two numbers, of small and big blind.")
    chips = _CHIPS.get(name) or _CHIPS.get(words)
    if chips:
        return _error(422, f"The {chips} must be a number of chips.")
    if words == "iterations":
        given = str(first.get("input"))[:40]
        return _error(
            422, f"The number of iterations must be a whole number from 1 to 1,000,000, not {given!r}."
        )
    return _error(422, f"The entry '{words[:40]}' is not as it should be: {first['msg']}.")
