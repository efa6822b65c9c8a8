"""The JSON API beside the pages; its OpenAPI document is at /api/openapi.json.

A request waits for its result for `wait` seconds and then gives the job as it
stands; GET /api/jobs/{job} tells the rest.  Bad input is answered with 422 and
the sentence that the command line prints.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from jamfold.errors import ClassError, JamfoldError, PayTableError
from jamfold.web.inputs import SpotInputs, field_of
from jamfold.web.jobs import DONE, FAILED, Job, JobBoard, JobError

Chips = float | int
MAX_WAIT = 60.0
_CARDS = "Cards such as 'Ah Kd Qs Jc' or 'AhKdQsJc'."

Wait = Annotated[float, Query(ge=0, le=MAX_WAIT, description="Seconds to wait for the result.")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SpotRequest(_Strict):
    """A spot, as the options of `jamfold solve` describe it."""

    game: str = Field("omaha", description="omaha, omaha-hilo, holdem, six-plus or six-plus-trips.")
    stacks: tuple[Chips, Chips] = Field((100, 100), description="Chips of small and big blind.")
    blinds: tuple[Chips, Chips] = Field((5, 10), description="Small and big blind.")
    ante: Chips = Field(0, description="Ante of each player.")
    bb_ante: Chips = Field(0, description="Ante of the big blind for the whole table.")
    dead: Chips = Field(0, description="Blinds and antes of players who have folded.")
    method: str = Field("exact", description="exact or fictitious-play.")
    iterations: int | None = Field(None, description="Iterations of fictitious-play, 100 unless given.")

    def inputs(self) -> SpotInputs:
        """The checked inputs."""
        return SpotInputs(
            self.game, *self.stacks, *self.blinds, self.ante, self.bb_ante, self.dead, self.method,
            self.iterations,
        ).check()  # fmt: skip


class HandRequest(SpotRequest):
    """One hand of a spot."""

    cards: str | None = Field(None, description=_CARDS)
    id: int | None = Field(None, description="A class by its id instead.")
    position: str = Field("sb", description="sb: jam or fold; bb: call or fold.")


class EquityRequest(_Strict):
    """An equity calculation, as the options of `jamfold equity` describe it."""

    players: list[str] = Field(description="Two to nine hands, parts of hands, or ranges.", max_length=9)
    game: str = "omaha"
    board: str = Field("", description="3, 4 or 5 board cards, or none.")
    dead: str = Field("", description="Cards nobody can hold.")
    exact: bool | None = Field(None, description="true: exact; false: sampled; else exact where fast.")
    deals: int | None = Field(None, description="Sample so many deals.")
    error: float | None = Field(None, description="Sample until every standard error is at most this.")
    seed: int | None = Field(None, description="Seed of the deals.")
    notation: Literal["classic", "generic"] | None = None


class PayTableRequest(_Strict):
    """A pay table, by name or as TOML text, and a deal if its holds are wanted."""

    table: str | None = Field(None, description="The name of a shipped pay table.")
    toml: str | None = Field(None, description="The text of a pay table instead.")
    deal: str | None = Field(None, description="Five cards: gives all 32 holds.")


class JobAnswer(BaseModel):
    """A job; `result` is there when `state` is done, `error` when it is failed or stopped."""

    job: str
    kind: str
    state: Literal["queued", "running", "done", "failed", "stopped"]
    progress: dict[str, Any]
    seconds: float
    error: str | None
    result: Any


class ErrorAnswer(BaseModel):
    """What went wrong, in one sentence, and the field it is about, if it is about one."""

    error: str
    field: str | None = None


_RESPONSES: dict[int | str, dict[str, Any]] = {
    202: {"model": JobAnswer, "description": "Not finished yet; ask for the job."},
    400: {"model": ErrorAnswer, "description": "No JSON."},
    403: {"description": "A foreign Host or Origin."},
    413: {"description": "The request is too large."},
    422: {"model": ErrorAnswer, "description": "Bad input, in a sentence."},
    500: {"model": ErrorAnswer, "description": "The computation failed."},
    503: {"model": ErrorAnswer, "description": "Too many jobs are waiting."},
}
_JOB_RESPONSES: dict[int | str, dict[str, Any]] = {404: {"model": ErrorAnswer, "description": "No such job."}}


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
    answers: dict[str, Any] = {"response_model": JobAnswer, "responses": _RESPONSES}

    @router.post("/solve", summary="Solve a spot", **answers)
    async def solve(spot: SpotRequest, wait: Wait = 10) -> JSONResponse:
        return await _run(board, "solve", spot.inputs().as_dict(), wait)

    @router.post("/hand", summary="Look up one hand of a spot, with the reasons", **answers)
    async def hand(asked: HandRequest, wait: Wait = 10) -> JSONResponse:
        if (asked.id is None) == (asked.cards is None):
            raise ClassError("Give the cards of a hand or the id of a class, one of them.")
        wanted = asked.cards if asked.id is None else asked.id
        spot = asked.inputs().as_dict()
        params = {"spot": spot, "hand": wanted, "position": asked.position}
        return await _run(board, "hand", params, wait)


def _add_calculators(router: APIRouter, board: JobBoard) -> None:
    answers: dict[str, Any] = {"response_model": JobAnswer, "responses": _RESPONSES}

    @router.post("/equity", summary="Equities of two to nine players", **answers)
    async def equity(asked: EquityRequest, wait: Wait = 10) -> JSONResponse:
        return await _run(board, "equity", asked.model_dump(), wait)

    @router.get("/videopoker", summary="The shipped pay tables", **answers)
    async def pay_tables(wait: Wait = 10) -> JSONResponse:
        return await _run(board, "pay-tables", {}, wait)

    @router.post("/videopoker", summary="Analyse a pay table, or the 32 holds of a deal", **answers)
    async def videopoker(asked: PayTableRequest, wait: Wait = 10) -> JSONResponse:
        if (asked.table is None) == (asked.toml is None):
            raise PayTableError("Give the name of a pay table or its text, one of them.")
        kind = "pay-table" if asked.deal is None else "holds"
        return await _run(board, kind, asked.model_dump(), wait)


def _add_jobs(router: APIRouter, board: JobBoard) -> None:
    answers: dict[str, Any] = {"response_model": JobAnswer, "responses": _JOB_RESPONSES}

    @router.get("/jobs/{job}", summary="A job as it stands", **answers)
    async def job_status(job: str, wait: Wait = 0) -> JSONResponse:
        try:
            found = board.get(job)
        except JobError as error:
            return _error(404, str(error))
        return JSONResponse(shown(await board.wait(found, wait)))

    @router.delete("/jobs/{job}", summary="Stop a job", **answers)
    async def stop_job(job: str) -> JSONResponse:
        try:
            found = board.get(job)
        except JobError as error:
            return _error(404, str(error))
        board.stop(found)
        return JSONResponse(shown(found))


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
        return _error(422 if job.bad_input else 500, job.error)
    return JSONResponse(shown(job), status_code=202)


def _error(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence, "field": field_of(sentence)}, status_code=status)


async def _bad_input(request: Request, error: Exception) -> JSONResponse:
    return _error(422, str(error))


async def _refused(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    return _error(
        error.status_code, "The request is not JSON." if error.status_code == 400 else f"{error.detail}."
    )


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
