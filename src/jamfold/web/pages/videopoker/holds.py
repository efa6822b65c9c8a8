"""Five cards, all 32 holds."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.cards import N_CARDS
from jamfold.errors import CardError, JamfoldError
from jamfold.questions.videopoker import HoldsQuestion
from jamfold.videopoker.deck import HAND, Deck, format_deal, parse_deal
from jamfold.views.faces import faces_html
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.cards import deck_html, mark
from jamfold.web.pages.frame import html, panel, table
from jamfold.web.pages.videopoker.editor import TableEditor

DEAL = "Ah Kh Qh 2c 2d"
_CLICK = "(e) => { const b = e.target.closest('button[data-card]'); if (b) emit(b.dataset.card); }"
_BOX = '<div class="scroll" tabindex="0" role="region" aria-label="Holds, best first">'


class HoldsPanel:
    """A deal, typed or clicked, and what every hold of it is worth."""

    def __init__(self, board: JobBoard, editor: TableEditor) -> None:
        self._board, self._editor = board, editor
        with panel("All 32 holds of a deal"):
            with ui.element("div").classes("row-of"):
                self._deal = ui.input("Five cards", value=DEAL)
                self._deal.props('autocomplete="off" data-field=deal')
                ui.button("Show the holds", on_click=self.ask).classes("go").props("id=holds no-caps")
            self._deck = html().classes("deck").props('id=vpdeck role=group aria-label="Cards"')
            self._deck.on("click", self._clicked, js_handler=_CLICK)
            self._shown = ui.element("div").props("id=holds-answer")
            with self._shown:
                self._words = html().props("role=status aria-live=polite")
                self._answer = html()
        self._show_deck()
        self._deal.on("keydown.enter", self.ask)
        self._deal.on_value_change(self._typed)

    def new_table(self) -> None:
        """Perhaps another deck; a deal that it cannot give goes."""
        self._shown.classes(add="old")
        if self._deal.error or len(self._cards()) < HAND:
            self._deal.set_value(DEAL)
        self._show_deck()
        self._mark()

    def _cards(self) -> list[int]:
        """The cards of the text; none if it holds something else."""
        try:
            return list(parse_deal(str(self._deal.value or ""), self._editor.table.deck, None))
        except CardError:
            return []

    def _show_deck(self) -> None:
        deck, names = self._editor.table.deck, self._names()
        self._deck.set_content(deck_html(0, deck.jokers, [names[card] for card in self._cards()]))

    def _names(self) -> list[str]:
        """Names of the buttons by card."""
        return button_names(self._editor.table.deck)

    def _mark(self) -> None:
        names = self._names()
        mark("vpdeck", [names[card] for card in self._cards()])

    def _typed(self) -> None:
        self._deal.error = None
        self._mark()

    async def _clicked(self, event: GenericEventArguments) -> None:
        names, cards = self._names(), self._cards()
        if event.args not in names:
            return
        card = names.index(event.args)
        if card in cards:
            cards.remove(card)
        else:
            cards = [*cards, card] if len(cards) < HAND else [card]
        self._deal.set_value(format_deal(cards))
        if len(cards) == HAND:
            await self.ask()

    async def ask(self) -> None:
        """Show the holds of the deal."""
        self._deal.error = None
        question = self._question()
        words, answer = "", ""
        try:
            report = await self._board.ask(question)
            words, answer = deal_html(report), holds_html(report)
        except JamfoldError as error:
            if question == self._question():
                self._deal.error = str(error)
        if question == self._question():
            self._shown.classes(remove="old")
            self._words.set_content(words)
            self._answer.set_content(answer)

    def _question(self) -> HoldsQuestion:
        return HoldsQuestion(**self._editor.words(), deal=str(self._deal.value or ""))


def button_names(deck: Deck) -> list[str]:
    """The names of `deck_html` by card number."""
    jokers = [f"Joker{k + 1}" for k in range(deck.jokers)] if deck.jokers > 1 else ["Joker"]
    return [format_deal([card]) for card in range(N_CARDS)] + jokers[: deck.jokers]


def best_text(report: dict[str, Any]) -> str:
    """The best hold, or all that are equally good."""
    return " or ".join(hold_text(hold) for hold in report["holds"] if hold["mask"] in report["best"])


def hold_text(hold: dict[str, Any]) -> str:
    """What is held, in words."""
    return str(hold["cards"] or "draw five")


def deal_html(report: dict[str, Any]) -> str:
    """The deal, what it is as it stands, and its best hold."""
    made = "" if report["made"] == "nothing" else f", as dealt {report['made'].replace('-', ' ')}"
    best = f"{best_text(report)}, worth {report['holds'][0]['ev']:.6f} per coin"
    return f"<p>{faces_html(report['deal'])}{escape(made)}. Best: <b>{faces_html(best)}</b>.</p>"


def holds_html(report: dict[str, Any], first: int = 32) -> str:
    """Holds, best first."""
    holds = report["holds"][:first]
    rows = [
        [
            faces_html(hold_text(hold)),
            f"{hold['ev']:.6f}",
            "best" if hold["mask"] in report["best"] else f"{hold['cost']:.6f}",
            f"{hold['numerator']:,}/{hold['denominator']:,}",
        ]
        for hold in holds
    ]
    best = frozenset(k for k, hold in enumerate(holds) if hold["mask"] in report["best"])
    shown = table(("hold", "EV per coin", "cost", "exact EV"), rows, best)
    return shown.replace('<div class="scroll">', _BOX, 1)
