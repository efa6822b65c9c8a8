"""A second solution beside the first: which one, its progress, both in numbers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from html import escape
from typing import Any

from nicegui import ui

from jamfold.errors import ClassError, JamfoldError
from jamfold.questions.hands import CompareQuestion
from jamfold.questions.spots import EXACT, FICTITIOUS_PLAY, SolveQuestion, SpotQuestion
from jamfold.views.titles import game_titles
from jamfold.web.jobs import DONE, JobBoard
from jamfold.web.pages.compare import SHOWN, costs_html
from jamfold.web.pages.frame import error_text, html, percent, signed, table
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.units import in_unit, units

_NOTHING = ""
_ITERATIONS = 50
_UNSOLVED = "The spot to compare with is not solved yet: choose it again, or press Solve."


class BesideLine(JobLine):
    """Choose a spot to compare with; it is solved where it is not yet.

    Attributes
    ----------
    spot
        The spot that is compared with; None until it is solved.
    """

    def __init__(
        self,
        board: JobBoard,
        first: SpotQuestion,
        on_change: Callable[[], Awaitable[None]],
        on_chosen: Callable[[str], None],
    ) -> None:
        self._board, self._first = board, first
        self._on_change, self._on_chosen = on_change, on_chosen
        self._wanted: SpotQuestion | None = None
        self.spot: SpotQuestion | None = None
        self._address = _NOTHING
        self._names = self._choices()
        label = CompareQuestion.asked()["other"].label
        self._choice = ui.select(self._names, value=_NOTHING, label=label)
        self._choice.props("data-field=other")
        # The event of the browser: `on_value_change` would hear the program's own changes too.
        self._choice.on("update:model-value", lambda: self.choose(self._choice.value, start=True))

    def make_lines(self) -> None:
        """The lines of progress and numbers, below the choice."""
        super().__init__(self._board)
        stop = ui.button("Stop comparing", on_click=self.stop).props("outline no-caps dense")
        stop.bind_visibility_from(self, "_job", lambda job: job is not None)
        self._numbers = html().props("id=compared")

    def _choices(self) -> dict[str, str]:
        """Addresses of spots with the same hands, and what differs in them."""
        other_method: dict[str, Any] = (
            {"method": FICTITIOUS_PLAY, "iterations": _ITERATIONS}
            if self._first.method == EXACT
            else {"method": EXACT, "iterations": None}
        )
        spots = [
            replace(self._first, **other_method),
            *(replace(self._first, game=name) for name in game_titles()),
            *(
                job.question.spot
                for job in self._board.jobs(SolveQuestion.name, DONE)
                if isinstance(job.question, SolveQuestion) and not job.question.answers_range
            ),
        ]
        names = {_NOTHING: "nothing"}
        for spot in spots:
            if spot != self._first and spot.same_hands(self._first):
                names[spot.address()] = spot.differs_from(self._first)
        return names

    async def choose(self, address: str, *, start: bool) -> None:
        """Compare with the spot of an address; one that is not solved is solved only with `start`."""
        if address == self._address:
            return
        self.stop()
        self._job = None
        self._address, self.spot = address, None
        self.status.set_content("")
        self._numbers.set_content("")
        self._on_chosen(address)
        if address:
            try:
                self._begin(self._read(address), start=start)
            except JamfoldError as error:
                self.status.set_content(error_text(str(error)))
        await self._on_change()

    def _read(self, address: str) -> SpotQuestion:
        """The spot of an address, as the choice shows it."""
        spot = SpotQuestion.of_address(address)
        if not spot.same_hands(self._first):
            raise ClassError("The spot to compare with has other hands.")
        self._names[address] = spot.differs_from(self._first)
        self._choice.set_options(self._names, value=address)
        return spot

    def _begin(self, spot: SpotQuestion, *, start: bool) -> None:
        self._wanted, question = spot, SolveQuestion.of_spot(spot)
        if start or self._board.find(question) is not None:
            self.start(question)
        else:
            self.status.set_content(f"<p>{_UNSOLVED}</p>")
            self._address = _NOTHING  # so that it can be chosen again
            self._choice.set_value(_NOTHING)

    def finished(self, result: Any) -> None:
        """Show both."""
        self.spot = self._wanted
        with self.status:
            ui.timer(0, self._compared, once=True)

    async def _compared(self) -> None:
        if self.spot is None:
            return
        question = CompareQuestion.of_spot(self._first, other=self.spot, top=SHOWN)
        try:
            self._numbers.set_content(numbers_html(question, await self._board.ask(question)))
        except JamfoldError as error:
            self.status.set_content(error_text(str(error)))
        await self._on_change()


def numbers_html(question: CompareQuestion, answer: dict[str, Any]) -> str:
    """Both solutions in numbers, how far apart they are, and what that costs."""
    summary, spots = answer["summary"], (question, question.other)
    both = [summary["first"], summary["second"]]
    rows = [
        ["small blind jams", *(f"{one['jam_percent']:.4f} %" for one in both)],
        ["big blind calls", *(f"{one['call_percent']:.4f} %" for one in both)],
        ["value, small blind, bb", *(signed(one["value_bb"], 9) for one in both)],
        [
            "epsilon",
            *("exact" if one["exact"] else f"{in_unit(one, 'epsilon'):.3g} {units(one)[0]}" for one in both),
        ],
    ]
    first, second = (percent(seat["apart_percent"] / 100) for seat in summary["seats"])
    titles = "".join(
        f"<p class='note'>{name}: {escape(title)}; {spot.method_text}.</p>"
        for name, title, spot in zip(("This spot", "The other"), answer["titles"], spots, strict=True)
        if spot is not None
    )
    return (
        f"{table(('', 'this spot', 'the other'), rows)}{titles}"
        f"<p>Played differently: {first} of all hands as the small blind, {second} as the big blind.</p>"
        f"<details><summary>What the differences cost</summary>{costs_html(answer)}</details>"
    )
