"""The job board and its worker process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jamfold.answers import spots
from jamfold.answers.watch import Watch
from jamfold.errors import TableError
from jamfold.games import Game
from jamfold.questions.history_reports import HistoryReportQuestion
from jamfold.questions.lookups import HandQuestion
from jamfold.questions.spots import SolveQuestion
from jamfold.questions.videopoker import PayTablesQuestion
from jamfold.web import jobs
from jamfold.web.jobs import DONE, FAILED, MAX_OPEN, QUEUED, RUNNING, STOPPED, Job, JobBoard, JobError
from jamfold.web.worker import Pipe, PipeWatch, _run

LONG = SolveQuestion(game="six-plus", method="fictitious-play", iterations=1_000_000)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JobBoard]:
    before = os.environ.get("JAMFOLD_DATA", "")
    os.environ["JAMFOLD_DATA"] = str(tmp_path_factory.mktemp("jobs-data"))
    made = JobBoard()
    made.start()
    yield made
    made.close()
    os.environ["JAMFOLD_DATA"] = before


def until(job: Job, *states: str) -> Job:
    while job.state not in states:
        time.sleep(0.02)
    return job


def iterating(job: Job) -> Job:
    """A solve that has built its table and counts iterations."""
    while "iteration" not in job.progress:
        assert job.open, job.error
        time.sleep(0.02)
    return job


def pid_of(board: JobBoard) -> int:
    process = board._process
    assert process is not None
    assert process.pid is not None
    return process.pid


def test_the_same_job_is_found_again_and_stopped(board: JobBoard) -> None:
    job = board.submit(LONG)
    assert board.submit(replace(LONG)) is job
    assert board.get(job.id) is job
    iterating(job)
    assert job.history
    # Another question is answered meanwhile.
    other = until(board.submit(PayTablesQuestion()), DONE, FAILED)
    assert other.state == DONE
    assert job.state == RUNNING
    board.stop(job)
    assert until(job, STOPPED, FAILED, DONE).state == STOPPED
    assert board.submit(LONG) is not job
    board.stop(board.find(LONG) or job)


def test_a_queued_job_tells_what_is_before_it(board: JobBoard) -> None:
    first = board.submit(LONG)
    iterating(first)
    second = board.submit(replace(LONG, iterations=900_001))
    third = board.submit(replace(LONG, iterations=900_002))
    other = board.submit(PayTablesQuestion())  # another lane
    assert board.before(first) == []
    assert board.before(second) == [first]
    assert board.before(third) == [first, second]
    assert first not in board.before(other)
    for job in (third, second, first):
        board.stop(job)
    assert until(first, STOPPED, FAILED, DONE).state == STOPPED


def test_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    job = Job("1", LONG, RUNNING)

    def told(**progress: float | None) -> tuple[float, float | None]:
        job.hear({"stage": "working", "epsilon": 0.1, **progress})
        return job.share, job.seconds_left

    assert (job.share, job.seconds_left) == (0, None)
    assert told(share=0.6) == (0.6, None)  # goes on where it was stopped
    now[0] = 104.0
    assert told(share=0.8) == pytest.approx((0.8, 4))
    assert told(iteration=1, iterations=100) == (0.01, None)  # another pace
    now[0] = 105.0
    assert told(iteration=11, iterations=100) == pytest.approx((0.11, 8.9))
    assert job.history == [(1, 0.1), (11, 0.1)]
    assert told(iteration=12, iterations=None) == (0, None)
    job.state = DONE
    assert job.seconds_left is None


def test_a_dead_worker_is_reported_and_replaced(board: JobBoard) -> None:
    job = iterating(board.submit(LONG))
    waiting = board.submit(SolveQuestion(game="six-plus"))
    assert waiting.state == QUEUED
    deaths = board.deaths
    os.kill(pid_of(board), signal.SIGKILL)
    until(job, FAILED)
    assert "ended unexpectedly (signal 9)" in job.error
    assert board.deaths == deaths + 1
    assert until(waiting, DONE, FAILED).state == DONE


def test_what_does_not_listen_is_stopped_by_force(board: JobBoard) -> None:
    job = iterating(board.submit(LONG))
    before = pid_of(board)
    os.kill(before, signal.SIGSTOP)
    waiting = board.submit(PayTablesQuestion(), share=False)
    deaths = board.deaths
    board.stop(job)
    assert until(job, STOPPED, FAILED, DONE).state == STOPPED
    assert until(waiting, DONE, FAILED).state == DONE
    assert pid_of(board) != before
    assert board.deaths == deaths


def test_a_build_that_is_stopped_goes_on(board: JobBoard) -> None:
    question = SolveQuestion(game="holdem")
    first = board.submit(question)
    while not first.progress.get("share"):
        assert first.open, first.error
        time.sleep(0.01)
    board.stop(first)
    assert until(first, STOPPED, DONE).state == STOPPED
    kept = list(Path(os.environ["JAMFOLD_DATA"]).rglob("*"))
    assert kept
    assert until(board.submit(question), DONE, FAILED).result["summary"]["exact"]


def test_bad_input_and_too_many(board: JobBoard) -> None:
    with pytest.raises(JobError, match="no such job"):
        board.get("0")
    bad = until(board.submit(HandQuestion.of_spot(LONG, cards="xx")), FAILED, DONE)
    assert bad.bad_input
    assert bad.field == "hand"
    assert bad.error.startswith("'xx'")
    many = [board.submit(replace(LONG, stacks=(100.0 + k, 100.0))) for k in range(MAX_OPEN)]
    with pytest.raises(JobError, match="Too many jobs"):
        board.submit(replace(LONG, stacks=(1.0, 100.0)))
    for job in reversed(many):
        board.stop(job)
    for job in many:
        until(job, STOPPED)


def test_hands_are_looked_up_while_a_long_solve_runs(board: JobBoard) -> None:
    spots = [SolveQuestion(game=game) for game in ("holdem", "six-plus")]
    for spot in spots:
        assert until(board.submit(spot), DONE, FAILED).state == DONE
    long = iterating(board.submit(LONG))
    unsolved = SolveQuestion(game="holdem", ante=1.0)
    for spot in (*spots, unsolved):
        hand = until(board.submit(HandQuestion.of_spot(spot, cards="AsAh"), share=False), DONE, FAILED)
        assert hand.result["advice"] == "jam"
        assert long.state == RUNNING
    board.stop(long)
    assert until(long, STOPPED, FAILED, DONE).state == STOPPED


def test_a_failed_solve_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    class Told(Pipe):
        def __init__(self) -> None:
            self.messages: list[tuple[Any, ...]] = []

        def send(self, *message: Any) -> None:
            self.messages.append(message)

    def broken(game: Game, watch: Watch, **_: object) -> None:
        raise TableError("The disk is full.")

    monkeypatch.setattr(spots, "load_table", broken)
    pipe, question = Told(), SolveQuestion(game="six-plus", dead=77.0)
    for turn in range(2):
        _run(pipe, {}, str(turn), question, PipeWatch(pipe, str(turn)))
    assert pipe.messages[1::2] == [("failed", str(turn), "The disk is full.", True, "") for turn in range(2)]
    assert not spots._spots._making


def test_a_worker_that_keeps_dying_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MAX_DEATHS", 3)
    monkeypatch.setattr(jobs, "run_worker", die)
    short = JobBoard()
    short.start()
    job = short.submit(PayTablesQuestion())
    assert until(job, FAILED, DONE).state == FAILED
    assert "keeps ending unexpectedly (exit code 7)" in job.error
    assert short.deaths == 3
    with pytest.raises(JobError, match="nothing is computed until jamfold is started anew"):
        short.submit(PayTablesQuestion())
    short.close()


def die(connection: object) -> None:
    """A computing process that ends at once."""
    os._exit(7)


def test_an_answer_ends_a_row_of_deaths(board: JobBoard) -> None:
    os.kill(pid_of(board), signal.SIGKILL)
    while not board.deaths:
        time.sleep(0.02)
    assert until(board.submit(PayTablesQuestion(), share=False), DONE, FAILED).state == DONE
    assert board.deaths == 0


def test_what_is_kept_here_is_asked_again_when_it_is_done() -> None:
    board = JobBoard()
    board.start = lambda: None  # type: ignore[method-assign]
    for question, lasts in ((SolveQuestion(game="holdem"), True), (HistoryReportQuestion(), False)):
        job = board.submit(question)
        assert board.find(question) is job
        job.state = DONE
        assert (board.find(question) is job) == lasts
