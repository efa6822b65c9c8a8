"""Video poker: a pay table and its exact return, the 32 holds of a deal, a trainer."""

from __future__ import annotations

import random
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments, ValueChangeEventArguments

from jamfold.cards import N_CARDS, format_cards
from jamfold.errors import JamfoldError
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.cards import card_button, deck_html, mark
from jamfold.web.pages.frame import error_text, frame, html, numbers, panel, table
from jamfold.web.pages.jobline import JobLine

DEFAULT = "Jacks or Better 9/6"
HAND = 5
_LEAD = "Any pay table, exactly: return, frequencies, every hold of a deal, and practice."
_CLICK = "(e) => { const b = e.target.closest('button[data-card]'); if (b) emit(b.dataset.card); }"


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/videopoker", title="Video poker")
    async def videopoker_page() -> None:
        tables = await board.ask("pay-tables", {})
        with frame("/videopoker", "Video poker", _LEAD):
            VideoPokerPage(board, {table["name"]: table for table in tables})


class VideoPokerPage(JobLine):
    """A pay table, and what follows from it."""

    def __init__(self, board: JobBoard, tables: dict[str, dict[str, Any]]) -> None:
        self._tables = tables
        self._edited = False
        with ui.element("div").classes("two"):
            with panel("Pay table"):
                self._name = ui.select(list(tables), value=DEFAULT, label="Pay table", with_input=True)
                self._name.classes("wide").props("data-field=table")
                with ui.expansion("Edit the pays").classes("wide").props("dense"):
                    self._text = ui.textarea("Pay table as text", value=tables[DEFAULT]["toml"])
                    self._text.classes("wide toml").props("data-field=toml outlined spellcheck=false")
                with ui.element("div").classes("row-of"):
                    ui.button("Analyse", on_click=self.analyse).classes("go").props("id=analyse no-caps")
            with panel("Return under perfect play"):
                super().__init__(board)
                self._answer = html().props("id=return aria-live=polite")
        with ui.element("div").classes("halves"):
            self._holds = HoldsPanel(board, self.table)
            self._trainer = TrainerPanel(board, self.table)
        self._name.on_value_change(self._choose)
        self._text.on_value_change(self._edit)
        self.analyse()

    def table(self) -> dict[str, Any]:
        """The table as tasks take it."""
        if self._edited:
            return {"toml": str(self._text.value or "")}
        return {"table": str(self._name.value or DEFAULT)}

    def _choose(self, event: ValueChangeEventArguments[Any]) -> None:
        if event.value in self._tables:
            self._text.set_value(self._tables[event.value]["toml"])
            self._edited = False
            self.analyse()
            self._holds.new_table(self._tables[event.value]["cards"])

    def _edit(self) -> None:
        chosen = self._tables.get(str(self._name.value))
        self._edited = chosen is None or self._text.value != chosen["toml"]
        self._text.error = None

    def analyse(self) -> None:
        """Ask for the return."""
        self._text.error = None
        self.start("pay-table", self.table())

    def failed(self, job: Any) -> None:
        """Show the sentence at the text."""
        self._text.error = job.error
        self._answer.set_content(error_text(job.error))
        self.status.set_content("")

    def finished(self, result: Any) -> None:
        """Show the return and the frequencies."""
        cost = result["cost_per_1000"]
        tiles = [
            ("return", f"{result['return_percent']:.8f} %"),
            ("variance per hand", f"{result['variance']:.4f}"),
            ("hands that pay", f"{result['hit_percent']:.4f} %"),
            ("coins lost per 1,000 bet" if cost >= 0 else "coins won per 1,000 bet", f"{abs(cost):.4f}"),
        ]
        rows = [
            [
                row["hand"],
                f"{row['pays']:,g}",
                f"{100 * row['share']:.6f} %",
                f"{1 / row['share']:,.2f}" if row["share"] else "never",
                f"{100 * row['of_return']:.4f} %",
            ]
            for row in result["rows"]
        ]
        first, second = result["fraction"]
        self._answer.set_content(
            f"<p><b>{escape(result['name'])}</b> <span class='badge exact'>exact</span></p>{numbers(tiles)}"
            f"{table(('final hand', 'pays', 'frequency', 'one in', 'of the return'), rows)}"
            f"<p class='note'>Return = {first:,} / {second:,}.</p>"
        )


class HoldsPanel:
    """Five cards, all 32 holds."""

    def __init__(self, board: JobBoard, table_of: Any) -> None:
        self._board, self._table_of = board, table_of
        with panel("All 32 holds of a deal"):
            with ui.element("div").classes("row-of"):
                self._deal = ui.input("Five cards", value="Ah Kh Qh 2c 2d").props(
                    'autocomplete="off" data-field=deal'
                )
                ui.button("Show the holds", on_click=self.ask).classes("go").props("id=holds no-caps")
            self._deck = html(deck_html()).classes("deck").props('id=vpdeck role=group aria-label="Cards"')
            self._deck.on("click", self._clicked, js_handler=_CLICK)
            self._answer = html().props("id=holds-answer aria-live=polite")
        self._deal.on("keydown.enter", self.ask)
        self._deal.on_value_change(self._typed)

    def new_table(self, cards: int) -> None:
        """Another deck, perhaps with jokers."""
        self._deck.set_content(deck_html(0, cards - N_CARDS))
        self._answer.set_content("")

    def _typed(self) -> None:
        self._deal.error = None
        mark("vpdeck", str(self._deal.value or "").split())

    async def _clicked(self, event: GenericEventArguments) -> None:
        card, cards = str(event.args), str(self._deal.value or "").split()
        if card in cards:
            cards.remove(card)
        else:
            cards = [*cards, card] if len(cards) < HAND else [card]
        self._deal.set_value(" ".join(cards))
        if len(cards) == HAND:
            await self.ask()

    async def ask(self) -> None:
        """Show the holds of the deal."""
        self._deal.error = None
        try:
            found = await self._board.ask("holds", {**self._table_of(), "deal": self._deal.value or ""})
        except JamfoldError as error:
            self._deal.error = str(error)
            self._answer.set_content("")
            return
        self._answer.set_content(holds_html(found))


def holds_html(found: dict[str, Any], first: int = 32) -> str:
    """Holds, best first."""
    rows = [
        [
            hold["cards"] or "draw five",
            f"{hold['ev']:.6f}",
            "best" if hold["cost"] == 0 else f"{hold['cost']:.6f}",
            f"{hold['numerator']:,}/{hold['denominator']:,}",
        ]
        for hold in found["holds"][:first]
    ]
    best = frozenset(k for k, hold in enumerate(found["holds"][:first]) if hold["cost"] == 0)
    made = "" if found["made"] == "nothing" else f", as dealt {found['made'].replace('-', ' ')}"
    heads = ("hold", "EV per coin", "cost", "exact EV")
    return f"<p>{escape(found['deal'])}{escape(made)}</p>{table(heads, rows, best)}"


class TrainerPanel:
    """Deals hands, and says what a hold costs."""

    def __init__(self, board: JobBoard, table_of: Any) -> None:
        self._board, self._table_of = board, table_of
        self._random = random.Random()
        self._cards: list[str] = []
        self._held: list[str] = []
        self._asked = self._right = 0
        self._cost = 0.0
        with panel("Trainer"):
            html("<p class='note'>Click the cards to hold, then Judge. Keys: Tab and Space.</p>")
            self._hand = html().classes("hand-cards").props('id=trainer role=group aria-label="Your deal"')
            self._hand.on("click", self._clicked, js_handler=_CLICK)
            with ui.element("div").classes("row-of"):
                self._judge = ui.button("Judge", on_click=self._ask).classes("go").props("id=judge no-caps")
                ui.button("New deal", on_click=self.deal).props("outline no-caps id=new-deal")
            self._answer = html().props("id=verdict role=status aria-live=polite")
        self.deal()

    def deal(self) -> None:
        """Five cards."""
        self._cards = [format_cards([card]) for card in self._random.sample(range(N_CARDS), HAND)]
        self._held = []
        self._hand.set_content("".join(card_button(card) for card in self._cards))
        self._answer.set_content("")
        self._judge.set_enabled(True)

    def _clicked(self, event: GenericEventArguments) -> None:
        card = str(event.args)
        if card in self._cards and self._judge.enabled:
            self._held = [one for one in self._cards if (one in self._held) != (one == card)]
            mark("trainer", self._held)

    async def _ask(self) -> None:
        try:
            found = await self._board.ask("holds", {**self._table_of(), "deal": " ".join(self._cards)})
        except JamfoldError as error:
            self._answer.set_content(error_text(str(error)))
            return
        mask = sum(1 << k for k, card in enumerate(self._cards) if card in self._held)
        hold = next(one for one in found["holds"] if one["mask"] == mask)
        self._judge.set_enabled(False)
        self._asked += 1
        self._right += hold["cost"] == 0
        self._cost += hold["cost"]
        best = found["holds"][0]
        words = (
            f"Right: {hold['ev']:.4f} per coin."
            if hold["cost"] == 0
            else f"Wrong, costs {hold['cost']:.4f} per coin: "
            f"{best['cards'] or 'drawing five'} is worth {best['ev']:.4f}, "
            f"{hold['cards'] or 'drawing five'} {hold['ev']:.4f}."
        )
        score = f"{self._right} of {self._asked} right, cost {self._cost:.4f} coins."
        self._answer.set_content(f"<p class='advice'>{escape(words)}</p><p>{score}</p>{holds_html(found, 5)}")
