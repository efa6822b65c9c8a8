"""The pay table: one of the shipped ones, edited hand by hand or as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from jamfold.errors import PayTableError
from jamfold.videopoker.names import HandName
from jamfold.videopoker.paytable import (
    PayTable,
    find_shipped,
    parse_pay,
    parse_pay_table,
    pay_text,
    shipped_pay_tables,
)
from jamfold.web.pages.frame import copy_link, html, panel
from jamfold.web.pages.videopoker.link import link_words, read_link

_LONGEST = 10_000


class TableEditor:
    """A pay table in a form: fields and text say the same.

    Attributes
    ----------
    table
        The last one that was right.
    """

    def __init__(
        self, words: Mapping[str, str], on_change: Callable[[], None], on_run: Callable[[], None]
    ) -> None:
        linked = read_link(words)
        self._chosen, self.table = linked.chosen, linked.table
        self._on_change, self._on_run = on_change, on_run
        self._fields: dict[HandName, ui.input] = {}
        with panel("Pay table"):
            self._make_form()
        self._name.error = linked.error or None
        self._write_fields()
        self._write_text()
        self._show_state()
        self._name.on_value_change(self._choose)
        self._text.on_value_change(lambda: _clear(self._text))
        self._text.on("focusout", self._text_edited)

    def _make_form(self) -> None:
        names = [table.name for table in shipped_pay_tables()]
        self._name = ui.select(names, value=self._chosen.name, label="Pay table", with_input=True)
        self._name.classes("wide").props("data-field=table")
        self._deck = html().classes("note").props("id=deck-note")
        self._pays = ui.element("div").classes("fields pays")
        self._pays.props('role=group aria-label="Pays per coin bet"')
        with ui.element("div").classes("row-of"):
            ui.button("Analyse", on_click=self._run).classes("go").props("id=analyse no-caps")
            self._reset = ui.button("Reset", on_click=self._back).props("outline no-caps id=reset")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
            self._state = html(tag="span").props("id=edited role=status aria-live=polite")
        self._expansion = ui.expansion("As text (TOML)").classes("wide").props("dense")
        with self._expansion:
            self._text = ui.textarea("Pay table as text").without_auto_validation().classes("wide toml")
            self._text.props(f"data-field=toml outlined spellcheck=false maxlength={_LONGEST}")

    @property
    def edited(self) -> bool:
        """Whether the table is not the chosen one as shipped."""
        return self.table != self._chosen

    def words(self) -> dict[str, Any]:
        """The table as questions take it."""
        return {"toml": self.table.toml} if self.edited else {"table": self._chosen.name}

    def _run(self) -> None:
        """Analyse, or show what is wrong."""
        wrong = next((field for field in (*self._fields.values(), self._text) if field.error), None)
        if wrong is None:
            self._on_run()
            return
        if wrong is self._text:
            self._expansion.open()
        wrong.run_method("focus")

    def _choose(self, event: ValueChangeEventArguments[Any]) -> None:
        """Take a shipped table, and put it into the address."""
        chosen = find_shipped(str(event.value or ""))
        if chosen is None:
            return
        self._name.error = None
        self._chosen = chosen
        self._back()

    def _back(self) -> None:
        """The chosen table as shipped."""
        self._take(self._chosen)
        self._set_address()
        self._write_fields()
        self._write_text()
        self._show_state()
        self._on_run()

    def _take(self, table: PayTable) -> None:
        """Make it the table."""
        if table != self.table:
            self.table = table
            self._set_address()
            self._on_change()

    def _set_address(self) -> None:
        """Put the table as it stands into the address."""
        words = link_words(self.table, self._chosen)
        ui.navigate.history.replace(f"/videopoker?{urlencode(words)}" if words else "/videopoker")

    def _text_edited(self) -> None:
        """Fields follow the text, once it is left."""
        try:
            table = parse_pay_table(str(self._text.value or ""), "your table")
        except PayTableError as error:
            self._text.error = str(error)
            self._show_state()
            return
        self._text.error = None
        if table != self.table:
            self._take(table)
            self._write_fields()
        self._show_state()

    def _field_edited(self, edited: ui.input) -> None:
        """The text follows the fields, once one is left."""
        pays = [self._read(hand, field) for hand, field in self._fields.items()]
        right = [pay for pay in pays if pay is not None]
        if len(right) == len(pays):
            try:
                table = self.table.priced(right)
                if table != self.table:
                    self._take(table)
                    self._write_text()
            except PayTableError as error:
                edited.error = _sentence(error)
        self._show_state()

    def _field_entered(self, edited: ui.input) -> None:
        self._field_edited(edited)
        self._run()

    def _read(self, hand: HandName, field: ui.input) -> Fraction | None:
        """The number of a field; if there is none, its sentence is shown."""
        try:
            pay = parse_pay(hand.title, str(field.value or ""))
        except PayTableError as error:
            field.error = _sentence(error)
            return None
        field.error = None
        return pay

    def _write_fields(self) -> None:
        """A field for every hand of the table, with its pay."""
        if tuple(self._fields) != self.table.names:
            self._make_fields()
        for field, pay in zip(self._fields.values(), self.table.pays, strict=True):
            field.set_value(pay_text(pay))
            field.error = None

    def _make_fields(self) -> None:
        self._pays.clear()
        self._fields = {}
        with self._pays:
            for hand in self.table.names:
                field = ui.input(hand.title).without_auto_validation()
                field.props('inputmode=decimal autocomplete="off" maxlength=20 dense hide-bottom-space')
                field.props(f"data-field=pay-{hand.name}")
                field.on_value_change(lambda _, field=field: _clear(field))
                field.on("focusout", lambda field=field: self._field_edited(field))
                field.on("keydown.enter", lambda field=field: self._field_entered(field))
                self._fields[hand] = field

    def _write_text(self) -> None:
        self._text.set_value(self.table.toml)
        self._text.error = None

    def _show_state(self) -> None:
        """Say what is dealt from, and whether anything was edited."""
        wrong = self._text.error or any(field.error for field in self._fields.values())
        self._deck.set_content(f"Pays per coin bet; {self.table.deck.text}.")
        self._state.set_content('<b class="badge rough">edited</b>' if self.edited or wrong else "")
        self._reset.set_enabled(self.edited or bool(wrong))


def _clear(field: ui.input | ui.textarea) -> None:
    """Being edited, it is not wrong yet."""
    field.error = None


def _sentence(error: PayTableError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]
