"""The page that solves a spot: form, progress, result, hands."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.games import find_game
from jamfold.questions.spots import EXACT, FICTITIOUS_PLAY, SolveQuestion, SpotQuestion
from jamfold.questions.strategies import NeedsQuestion
from jamfold.questions.worth import PANEL
from jamfold.web.jobs import DONE, FAILED, OPEN_STATES, Job, JobBoard, JobError
from jamfold.web.pages.explore import ExplorePanel
from jamfold.web.pages.form import EditedNote, QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, frame, html, panel
from jamfold.web.pages.hand import HandPanel
from jamfold.web.pages.joblist import OtherJobs
from jamfold.web.pages.needs import NeedsNote
from jamfold.web.pages.progress import ProgressPanel
from jamfold.web.pages.ranges import RangeHelp
from jamfold.web.pages.result import show_result

_PERIOD = 0.25
_LEAD = (
    "Two players, all-in or fold: the small blind jams or folds, the big blind calls or folds. "
    "Enter the table in chips, or as 12.5bb; the equilibrium comes with its certificate."
)
_SPOT = ("game", "stacks", *(name for name in SpotQuestion.under("") if name not in ("game", "stacks")))
_RANGES = ("call_range", "jam_range")


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/solve", title="Solve")
    def solve_page(request: Request) -> None:
        with frame("/solve", "Solve a spot", _LEAD):
            SolvePage(board, dict(request.query_params))


class SolvePage:
    """One visitor's view; the job belongs to the board."""

    def __init__(self, board: JobBoard, query: dict[str, str]) -> None:
        self._board, self._beside = board, query.get("vs", "")
        self._job: Job | None = None
        self._shown = ""
        self._pressed = False
        with ui.element("div").classes("two"):
            with ui.element("div").classes("side"):
                with panel("The spot"):
                    self._make_form(query)
                    with ui.element("div").classes("row-of"):
                        solve = ui.button("Solve", on_click=self._solve).classes("go")
                        solve.props("id=solve no-caps")
                        self._stop = ui.button("Stop", on_click=self._stop_job)
                        self._stop.props("id=stop outline no-caps")
                        ui.button("Copy link", on_click=copy_link).props("flat no-caps")
                    self._needs = NeedsNote(board, self._form.fields["game"])
                    self._other_jobs = OtherJobs(board)
                self._hand = ui.element("div").classes("keep-in-sight")
            with ui.element("div").classes("stack"):
                self._edited_note = EditedNote(self._form.texts)
                self._progress = ProgressPanel()
                self._result = ui.element("div").classes("stack")
        self._attach(self._known(query))
        ui.timer(_PERIOD, self._refresh)
        if query:
            ui.timer(_PERIOD, self._arrive, once=True)

    def _make_form(self, query: dict[str, str]) -> None:
        self._form = form = QuestionForm(SolveQuestion, query, self._solve)
        with ui.element("div").classes("fields"):
            form.add(*_SPOT)
            form.show_if("iterations", "method", FICTITIOUS_PLAY)
            form.fields["game"].classes("wide")
        form.add_panel(PANEL)
        opened = any(query.get(name) for name in _RANGES)
        self._ranges = ui.expansion("Answer a range instead", value=opened).classes("wide").props("dense")
        with self._ranges:
            form.add(*_RANGES)
            for name in _RANGES:
                form.fields[name].classes("wide")
                RangeHelp(self._board, form.fields[name], lambda: find_game(str(form.fields["game"].value)))

    def _known(self, query: dict[str, str]) -> Job | None:
        """A job for the question of an address that is there already."""
        try:
            return self._board.find(SolveQuestion.of_texts(query))
        except JamfoldError as error:
            self._show_error(str(error), error.field)
            return None

    def _show_error(self, sentence: str, name: str) -> bool:
        """Show a sentence at its field; False if it belongs to none."""
        if name in _RANGES:
            self._ranges.open()
        return self._form.show_error(sentence, name)

    def _attach(self, job: Job | None) -> None:
        self._job, self._shown = job, ""
        self._edited_note.answers(None if job is None else self._form.texts())
        self._refresh()

    async def _arrive(self) -> None:
        """A link to a spot that takes seconds solves itself."""
        question = self._form.read()
        if self._job is not None or question is None or question.method != EXACT:
            return
        try:
            needs = await self._board.ask(NeedsQuestion(game=question.game))
        except JamfoldError:
            return
        if not needs and self._job is None:
            self._submit(question)

    def _solve(self) -> None:
        question = self._form.read()
        if question is not None:
            self._pressed = True
            self._submit(question)

    def _submit(self, question: SolveQuestion) -> None:
        try:
            job = self._board.submit(question)
        except JobError as error:
            self._clear()
            self._progress.say(str(error), bad=True)
            return
        if job is self._job and not self._beside:  # shown, or on its way: what is looked at stays
            self._edited_note.answers(self._form.texts())
        else:
            self._clear()
            self._attach(job)
        self._set_address()

    def _set_address(self) -> None:
        """Put the whole question of what is shown into the address of the page."""
        if self._job is not None:
            beside = urlencode({"vs": self._beside}) if self._beside else ""
            set_address("/solve", self._job.question.query(), beside)

    def _compares_with(self, address: str) -> None:
        self._beside = address
        self._set_address()

    def _stop_job(self) -> None:
        if self._job is not None:
            self._board.stop(self._job)

    def _clear(self) -> None:
        self._result.clear()
        self._hand.clear()

    def _refresh(self) -> None:
        job = self._job
        self._stop.set_enabled(job is not None and job.open)
        self._other_jobs.refresh(job)
        self._edited_note.check()
        if job is None or self._shown == job.state == DONE:
            return
        self._progress.show(job)
        if job.state == self._shown:
            return
        self._shown = job.state
        if job.state not in (DONE, *OPEN_STATES):
            self._edited_note.answers(None)
        if job.state == FAILED and self._show_error(job.error, job.field):
            self._progress.say("")
        self._clear()
        if job.state == DONE:
            self._show(job)

    def _show(self, job: Job) -> None:
        """The result, and what can be asked about the equilibrium of the spot."""
        assert isinstance(job.question, SolveQuestion)
        spot = job.question.spot
        with self._hand:
            ui.timer(0, self._needs.show, once=True)
        with self._hand:
            hand = HandPanel(self._board, spot)
        with self._result:
            show_result(job.result)
            if job.question.answers_range:
                html("<p class='note'>What is explored and looked up is the equilibrium of the spot.</p>")
            ExplorePanel(
                self._board,
                spot,
                hand.look_up,
                beside=self._beside,
                start=self._pressed,
                on_beside=self._compares_with,
            )
