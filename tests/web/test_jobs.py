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

from jamfold.cards.games import Game
from jamfold.cases.answers import spots
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import HandRequest
from jamfold.cases.histories import HistoryReportRequest, HistoryTablesRequest
from jamfold.cases.spots import SolveRequest
from jamfold.cases.videopoker import PayTablesRequest
from jamfold.core.errors import TableError
from jamfold.web import jobs, process
from jamfold.web.jobs import DONE, FAILED, MAX_OPEN, QUEUED, RUNNING, STOPPED, Job, JobBoard, JobError
from jamfold.web.worker import Pipe, PipeObserver, _run

LONG = SolveRequest(game="six-plus", method="fictitious-play", iterations=1_000_000)


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
    process = board.short.process
    assert process is not None
    assert process.pid is not None
    return process.pid


def ahead_of(board: JobBoard, job: Job) -> list[str]:
    return [other.id for other in board.before(job)]


def test_the_same_job_is_found_again_and_stopped(board: JobBoard) -> None:
    job = board.submit(LONG)
    assert board.submit(replace(LONG)) is job
    assert board.get(job.id) is job
    iterating(job)
    assert "iteration" in job.progress
    # Another question is answered meanwhile.
    other = until(board.submit(PayTablesRequest()), DONE, FAILED)
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
    other = board.submit(PayTablesRequest())  # another lane
    assert ahead_of(board, first) == []
    assert ahead_of(board, second) == [first.id]
    assert ahead_of(board, third) == [first.id, second.id]
    assert first.id not in ahead_of(board, other)
    for job in (third, second, first):
        board.stop(job)
    assert until(first, STOPPED, FAILED, DONE).state == STOPPED


def test_a_queued_job_is_stopped_at_once_and_what_runs_goes_on(
    board: JobBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_GRACE", 0.2)
    first, before = iterating(board.submit(LONG)), pid_of(board)
    second = board.submit(replace(LONG, iterations=900_003))
    third = board.submit(SolveRequest(game="six-plus", dead=2.0))
    board.stop(second)
    assert (second.state, second.error) == (STOPPED, "Stopped.")
    assert second.finished
    assert ahead_of(board, third) == [first.id]
    time.sleep(0.6)
    assert (first.state, pid_of(board)) == (RUNNING, before)
    board.stop(first)
    assert until(third, DONE, FAILED).state == DONE  # the process has dropped the one before it
    assert (second.state, second.started, second.result) == (STOPPED, 0.0, None)


def test_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    job = Job("1", LONG, RUNNING)

    def told(**progress: float | None) -> tuple[float, float | None]:
        job.update({"stage": "working", "epsilon": 0.1, **progress})
        return job.share, job.seconds_left

    assert (job.share, job.seconds_left) == (0, None)
    assert told(share=0.6) == (0.6, None)  # goes on where it was stopped
    now[0] = 104.0
    assert told(share=0.8) == pytest.approx((0.8, 4))
    assert told(iteration=1, iterations=100) == (0.01, None)  # another pace
    now[0] = 105.0
    assert told(iteration=11, iterations=100) == pytest.approx((0.11, 8.9))
    assert job.progress["iteration"] == 11
    assert told(iteration=12, iterations=None) == (0, None)
    job.state = DONE
    assert job.seconds_left is None


def test_a_dead_worker_is_reported_and_replaced(board: JobBoard) -> None:
    job = iterating(board.submit(LONG))
    waiting = board.submit(SolveRequest(game="six-plus"))
    assert waiting.state == QUEUED
    deaths = board.short.deaths
    os.kill(pid_of(board), signal.SIGKILL)
    until(job, FAILED)
    assert "ended unexpectedly (signal 9)" in job.error
    assert board.short.deaths == deaths + 1
    assert until(waiting, DONE, FAILED).state == DONE


@pytest.mark.long
def test_what_does_not_listen_is_stopped_by_force(board: JobBoard) -> None:
    job = iterating(board.submit(LONG))
    before = pid_of(board)
    os.kill(before, signal.SIGSTOP)
    waiting = board.submit(PayTablesRequest(), share=False)
    deaths = board.short.deaths
    board.stop(job)
    assert until(job, STOPPED, FAILED, DONE).state == STOPPED
    assert until(waiting, DONE, FAILED).state == DONE
    assert pid_of(board) != before
    assert board.short.deaths == deaths


@pytest.mark.long
def test_a_build_that_is_stopped_goes_on(board: JobBoard) -> None:
    question = SolveRequest(game="holdem")
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
    with pytest.raises(JobError, match="Unknown job"):
        board.get("0")
    bad = until(board.submit(HandRequest.of(LONG, cards="xx")), FAILED, DONE)
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
    spots = [SolveRequest(game=game) for game in ("holdem", "six-plus")]
    for spot in spots:
        assert until(board.submit(spot), DONE, FAILED).state == DONE
    long = iterating(board.submit(LONG))
    unsolved = SolveRequest(game="holdem", ante=1.0)
    for spot in (*spots, unsolved):
        hand = until(board.submit(HandRequest.of(spot, cards="AsAh"), share=False), DONE, FAILED)
        assert hand.result["summary"]["advice"] == "jam"
        assert long.state == RUNNING
    board.stop(long)
    assert until(long, STOPPED, FAILED, DONE).state == STOPPED


@pytest.mark.long
def test_nothing_short_waits_for_a_build(board: JobBoard) -> None:
    spots = [SolveRequest(game="omaha", dead=dead, method="exact") for dead in (0.0, 1.0)]
    builds = [
        board.submit(spots[0]),
        *(board.submit(HandRequest.of(one, cards="AsAhKsKh")) for one in spots),
    ]
    for job in builds:  # all of them wait for the same table, and tell how far it is
        while not (job.builds and job.progress):
            assert job.open, job.error
            time.sleep(0.02)
    assert all(board.before(job) == [] for job in builds)
    for short in (
        PayTablesRequest(),
        SolveRequest(game="six-plus", dead=3.0),
        HistoryReportRequest(sample=True, ready=True),
    ):
        assert until(board.submit(short, share=False), DONE, FAILED).state == DONE
    assert all(job.open for job in builds)
    assert board.long.process
    pid, waiting = board.long.process.pid, [job for job in builds if "waiting" in job.progress["stage"]]
    assert len(waiting) == 2
    for job in waiting:  # they end without the process
        board.stop(job)
        assert until(job, STOPPED, FAILED, DONE).state == STOPPED
    assert board.long.process.pid == pid
    (building,) = (job for job in builds if job.open)
    board.stop(building)
    assert until(building, STOPPED, FAILED, DONE).state == STOPPED


def test_a_failed_solve_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    class Told(Pipe):
        def __init__(self) -> None:
            self.messages: list[tuple[Any, ...]] = []

        def send(self, *message: Any) -> None:
            self.messages.append(message)

    def broken(game: Game, watch: Observer, **_: object) -> None:
        raise TableError("The disk is full.")

    monkeypatch.setattr(spots, "load_table", broken)
    pipe, question = Told(), SolveRequest(game="six-plus", dead=77.0)
    for turn in range(2):
        _run(pipe, {}, str(turn), question, PipeObserver(pipe, str(turn)))
    assert pipe.messages[1::2] == [("failed", str(turn), "The disk is full.", True, "") for turn in range(2)]
    assert not spots._spots._making


@pytest.mark.long
def test_a_worker_that_keeps_dying_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MAX_DEATHS", 3)
    monkeypatch.setattr(process, "run_worker", die)
    few = JobBoard()
    few.start()
    job = few.submit(PayTablesRequest())
    assert until(job, FAILED, DONE).state == FAILED
    assert "keeps ending unexpectedly (exit code 7)" in job.error
    assert few.short.deaths == 3
    with pytest.raises(JobError, match="Restart jamfold to compute anything"):
        few.submit(PayTablesRequest())
    few.close()


def die(connection: object, lanes: object) -> None:
    """A computing process that ends at once."""
    os._exit(7)


def test_an_answer_ends_a_row_of_deaths(board: JobBoard) -> None:
    os.kill(pid_of(board), signal.SIGKILL)
    while not board.short.deaths:
        time.sleep(0.02)
    assert until(board.submit(PayTablesRequest(), share=False), DONE, FAILED).state == DONE
    assert board.short.deaths == 0


def test_what_is_kept_here_is_asked_again_when_it_is_done() -> None:
    board = JobBoard()
    board.start = lambda: None  # type: ignore[method-assign]
    for question, lasts in ((SolveRequest(game="holdem"), True), (HistoryReportRequest(), False)):
        job = board.submit(question)
        assert board.find(question) is job
        job.state = DONE
        assert (board.find(question) is job) == lasts


def test_a_job_is_stopped_when_no_tab_looks_at_it() -> None:
    board = JobBoard()
    board.start = lambda: None  # type: ignore[method-assign]
    question = SolveRequest(game="holdem")
    job = board.submit(question, watched=True, tab="one")
    assert board.submit(question, watched=True, tab="two") is job
    board.leave(job, "one")
    assert not job.stopping  # the other one waits for it
    board.leave(job, "two")
    assert job.stopping
    other = board.submit(replace(question, dead=1.0), tab="one")
    assert board.submit(other.question) is other  # by a program, which has no tab
    board.leave(other, "one")
    assert not other.stopping
    board.close()


def test_a_tab_that_leaves_takes_nothing_from_others() -> None:
    board = JobBoard()
    board.start = lambda: None  # type: ignore[method-assign]
    job = board.submit(SolveRequest(game="holdem"), tab="one")
    board.look([job], jobs.UNNAMED)  # a tab that is just opening
    board.look([job], "two")
    board.leave(job, "one")
    assert jobs.UNNAMED in job.looked
    assert not job.watched
    board.leave(job, "two")
    assert (job.watched, job.state) == (True, STOPPED)
    board.close()


class Told(list[tuple[Any, ...]]):
    """What processes are told; none of them runs."""

    def runs_of(self, job: Job) -> int:
        return sum(message[:2] == ("run", job.id) for message in self)


@pytest.fixture
def unrun(monkeypatch: pytest.MonkeyPatch) -> tuple[JobBoard, Told]:
    """A board whose processes only hear, and what they have heard."""
    monkeypatch.setattr(jobs, "_REST", 0.01)
    made, told = JobBoard(), Told()
    for worker in (made.short, made.long):
        monkeypatch.setattr(worker, "process", object())
        monkeypatch.setattr(worker, "send", lambda *message: told.append(message))
    return made, told


def test_what_judges_makes_room_for_all_else_and_goes_on(unrun: tuple[JobBoard, Told]) -> None:
    board, told = unrun
    judging = board.submit(HistoryTablesRequest())
    assert told.runs_of(judging) == 1
    board._hear(board.long, "started", judging.id)
    board._hear(board.long, "progress", judging.id, {"stage": "rating 3 tables of four to ten", "share": 0.4})
    other = board.submit(PayTablesRequest())
    assert told[-2:] == [("stop", judging.id), ("run", other.id, other.question, other.lane)]
    board._hear(board.long, "stopped", judging.id)
    assert (judging.state, judging.share) == (QUEUED, 0.0)
    assert judging.progress["notice"] == "Waiting until other work finishes"
    more = board.submit(PayTablesRequest(), share=False)
    board._hear(board.short, "done", other.id, {})
    time.sleep(0.1)
    assert told.runs_of(judging) == 1  # there is still another one
    board._hear(board.short, "done", more.id, {})
    while told.runs_of(judging) < 2:
        time.sleep(0.01)
    board._hear(board.long, "started", judging.id)
    board._hear(board.long, "done", judging.id, {})
    assert judging.state == DONE


def test_what_is_to_judge_waits_from_the_start_and_can_be_stopped(unrun: tuple[JobBoard, Told]) -> None:
    board, told = unrun
    other = board.submit(PayTablesRequest())
    judging = board.submit(HistoryTablesRequest())
    assert (judging.state, told.runs_of(judging)) == (QUEUED, 0)
    board.stop(judging)
    assert judging.state == STOPPED
    board._hear(board.short, "done", other.id, {})
    time.sleep(0.1)
    assert told.runs_of(judging) == 0
    assert board.latest(HistoryTablesRequest()) is judging
    assert board.find(HistoryTablesRequest()) is None


def test_a_stop_counts_while_room_is_made(unrun: tuple[JobBoard, Told]) -> None:
    board, told = unrun
    judging = board.submit(HistoryTablesRequest())
    board._hear(board.long, "started", judging.id)
    board.drop(board.submit(PayTablesRequest(), share=False))
    board.stop(judging)
    board._hear(board.long, "stopped", judging.id)
    assert judging.state == STOPPED
    assert told.runs_of(judging) == 1


def test_where_the_process_has_died_what_judges_is_told_again(unrun: tuple[JobBoard, Told]) -> None:
    board, _ = unrun
    other = board.submit(PayTablesRequest())
    judging = board.submit(HistoryTablesRequest())
    board._worker_gone(board.short, "signal 9", False)
    assert judging.state == QUEUED
    assert other.state == QUEUED  # it had not begun
