"""Deals hands, and says what a hold costs; holds are kept, and missed deals come again."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from html import escape
from math import inf
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.errors import JamfoldError
from jamfold.questions.training import SLOWEST
from jamfold.questions.training_holds import TrainDealQuestion, TrainHoldQuestion
from jamfold.questions.videopoker import HoldsQuestion
from jamfold.videopoker.deck import HAND, Deck, format_deal, parse_deal
from jamfold.views.faces import card_face
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import error_text, html, numbers, panel
from jamfold.web.pages.videopoker.editor import TableEditor
from jamfold.web.pages.videopoker.holds import best_text, hold_text, holds_html

CLOSE = 0.05
"""A deal is hard if the second-best hold costs at most this, per coin bet."""
_TRIES = 60
_SHOWN = 5
_DEALING, _OPEN, _JUDGING, _JUDGED = range(4)
_KEYS = """(e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || e.repeat) return;
  if (/^[1-5]$/.test(e.key)) emit(e.key);
  else if (e.key === 'Enter' && !e.target.closest('.q-btn, .q-checkbox')) { e.preventDefault(); emit(e.key); }
}"""


@dataclass
class Score:
    """Hands judged so far, those that were right, those right in a row, and what all have cost."""

    asked: int = 0
    right: int = 0
    row: int = 0
    cost: float = 0.0

    def add(self, cost: float) -> None:
        """Count a hand; holds that are equally good cost exactly 0."""
        self.asked += 1
        self.right += cost == 0
        self.row = self.row + 1 if cost == 0 else 0
        self.cost += cost

    def html(self) -> str:
        """The score as tiles; nothing before the first hand."""
        if not self.asked:
            return ""
        return numbers(
            [
                (f"{self.right} of {self.asked} right", f"{100 * self.right / self.asked:.1f} %"),
                ("right in a row", str(self.row)),
                ("cost per hand, in bets", f"{self.cost / self.asked:.4f}"),
            ]
        )


class TrainerPanel:
    """Five cards to hold or not, with a score.

    What follows from a deal comes later than the deal; `_turn` tells whether it still belongs to it.
    """

    def __init__(self, board: JobBoard, editor: TableEditor, chance: random.Random | None = None) -> None:
        self._board, self._editor = board, editor
        self._chance = chance or random.Random()
        self._turn = 0
        self._mask = 0
        self._score = Score()
        with panel("Trainer") as self._box:
            self._box.props("id=trainer-panel tabindex=-1").on("keydown", self._key, js_handler=_KEYS)
            html("<p class='note'>Hold with a click or the keys 1 to 5. Enter judges, then deals again.</p>")
            with ui.element("div").classes("hand-cards play") as hand:
                hand.props('id=trainer role=group aria-label="Your deal"')
                self._buttons = [html(tag="button").props("type=button") for _ in range(HAND)]
            with ui.element("div").classes("row-of"):
                self._go = ui.button("Judge", on_click=self._next).classes("go").props("id=judge no-caps")
                self._skip = ui.button("Skip", on_click=self.deal).props("outline no-caps id=new-deal")
                self._hard = ui.checkbox(f"Hard hands only: second best costs at most {CLOSE}")
                self._hard.props("id=hard")
            with ui.element("div").props("id=verdict"):
                self._words = html().props("role=status aria-live=polite")
                self._tiles = html()
                self._table = html()
        for k, button in enumerate(self._buttons):
            button.on("click", lambda k=k: self._toggle(k))
        self._show_deal(draw_cards(self._chance, editor.table.deck))

    def new_table(self) -> None:
        """Another table: a new score and a new deal."""
        self._score = Score()
        self._tiles.set_content("")
        self._turn += 1
        self._phase = _DEALING
        with self._box:
            ui.timer(0, self.deal, once=True)

    async def deal(self, *, repeat: bool = False) -> None:
        """Five cards from the deck of the table; with `repeat` first a missed deal that is due."""
        self._turn += 1
        self._phase, turn = _DEALING, self._turn
        deck = self._editor.table.deck
        cards = draw_cards(self._chance, deck)
        due = await self._due(deck) if repeat else []
        if due:
            cards = due
        elif self._hard.value:
            cards = await self._hard_cards(cards, deck, turn)
        if turn == self._turn:
            self._show_deal(cards)

    async def _due(self, deck: Deck) -> list[int]:
        """A missed deal that is due; nothing where none is, or where the kept training cannot be read."""
        try:
            found = await self._board.ask(TrainDealQuestion(**self._editor.words()))
        except JamfoldError:
            return []
        return list(parse_deal(found["deal"], deck)) if found["deal"] else []

    async def _hard_cards(self, cards: list[int], deck: Deck, turn: int) -> list[int]:
        """The first hard deal of so many; if there is none, or no answer, the last one."""
        for _ in range(_TRIES):
            try:
                report = await self._ask(cards)
            except JamfoldError:
                break
            if is_hard(report) or turn != self._turn:
                break
            cards = draw_cards(self._chance, deck)
        return cards

    async def _ask(self, cards: list[int]) -> dict[str, Any]:
        question = HoldsQuestion(**self._editor.words(), deal=format_deal(cards))
        report: dict[str, Any] = await self._board.ask(question)
        return report

    def _show_deal(self, cards: list[int]) -> None:
        self._cards, self._mask, self._phase = cards, 0, _OPEN
        self._begun = time.monotonic()
        for k, card in enumerate(cards):
            shown, _, colour = card_face(format_deal([card]))
            self._buttons[k].set_content(f"{shown}<small>{k + 1}</small>")
            self._buttons[k].classes(replace=colour)
        self._show_held()
        self._words.set_content("")
        self._table.set_content("")
        self._go.set_text("Judge")
        self._skip.set_enabled(True)

    def _show_held(self, best: int = 0) -> None:
        """Mark the cards held, and those of the best hold."""
        for k, card in enumerate(self._cards):
            _, words, _ = card_face(format_deal([card]))
            held, marked = self._mask >> k & 1, best >> k & 1
            self._buttons[k].props(f"aria-pressed={'true' if held else 'false'}")
            self._buttons[k].props(f'aria-label="{words}{", in the best hold" if marked else ""}"')
            self._buttons[k].classes(add="best" if marked else "", remove="" if marked else "best")

    async def _key(self, event: GenericEventArguments) -> None:
        if event.args == "Enter":
            await self._next()
        else:
            self._toggle(int(event.args) - 1)

    def _toggle(self, k: int) -> None:
        if self._phase == _OPEN:
            self._mask ^= 1 << k
            self._show_held()

    async def _next(self) -> None:
        """Judge the hold; once it is judged, deal again."""
        if self._phase == _JUDGED:
            await self.deal(repeat=True)
        elif self._phase == _OPEN:
            await self._judge()

    async def _judge(self) -> None:
        self._phase, turn = _JUDGING, self._turn
        seconds = min(SLOWEST, time.monotonic() - self._begun)
        question = TrainHoldQuestion(
            **self._editor.words(), deal=format_deal(self._cards), mask=self._mask, seconds=seconds
        )
        try:
            report = await self._board.ask(question)
        except JamfoldError as error:
            if turn == self._turn:
                self._words.set_content(error_text(str(error)))
                self._phase = _OPEN
            return
        if turn != self._turn:
            return
        self._phase = _JUDGED
        hold = next(one for one in report["holds"] if one["mask"] == self._mask)
        self._score.add(hold["cost"])
        self._show_held(self._mask if hold["mask"] in report["best"] else report["best"][0])
        self._words.set_content(f"<p class='advice'>{escape(verdict(hold, report))}</p>")
        self._tiles.set_content(self._score.html())
        self._table.set_content(holds_html(report, _SHOWN))
        self._go.set_text("New deal")
        self._skip.set_enabled(False)


def draw_cards(chance: random.Random, deck: Deck) -> list[int]:
    """Five random cards of a deck, jokers among them."""
    return chance.sample(range(deck.n_cards), HAND)


def is_hard(report: dict[str, Any]) -> bool:
    """Whether the best hold that is not equally good comes close."""
    return min((hold["cost"] for hold in report["holds"] if hold["cost"]), default=inf) <= CLOSE


def verdict(hold: dict[str, Any], report: dict[str, Any]) -> str:
    """Right or wrong, and what it costs."""
    worth = f"{hold['ev']:.4f} per coin"
    if hold["mask"] in report["best"]:
        others = len(report["best"]) - 1
        return f"Right: {worth}{f'; equally good: {best_text(report)}' if others else ''}."
    best = f"{best_text(report)} is worth {report['holds'][0]['ev']:.4f}"
    return f"Wrong, costs {hold['cost']:.4f} per coin: {best}, {hold_text(hold)} {hold['ev']:.4f}."
