"""Forms of questions: fields, labels and sentences come from the question itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.games import own_name
from jamfold.questions.entries import Question
from jamfold.questions.fields import AmountList, Asked
from jamfold.views.titles import game_titles
from jamfold.web.pages.frame import status_line

Asking = TypeVar("Asking", bound=Question)
_MODES = {int: "numeric", str: "text", AmountList: "text"}
_EDITED = '<p class="warning">The form has been edited since: this answers what it said before.</p>'


class QuestionForm(Generic[Asking]):
    """Fields of a question; `add` makes them where they are to stand.

    A field that is not shown says nothing.

    Parameters
    ----------
    question
        What is asked.
    given
        Texts of an address, by the names of the fields.
    on_enter
        Hears the Enter key.
    usual
        What fields of this page hold at first, where it is not the question's own default.
    """

    def __init__(
        self,
        question: type[Asking],
        given: Mapping[str, str],
        on_enter: Callable[[], object],
        **usual: str,
    ) -> None:
        self._question, self._on_enter = question, on_enter
        self._given = {**given, "game": own_name(given["game"])} if "game" in given else given
        self._usual = question.usual_texts() | usual
        self._panels: dict[str, ui.expansion] = {}
        self.fields: dict[str, ui.input | ui.select | ui.textarea] = {}
        self._flags: dict[str, ui.checkbox] = {}

    def add(self, *names: str) -> None:
        """Make the fields of some entries."""
        for name in names:
            asked = self._question.asked()[name]
            if asked.entry.lines:
                self.add_area(name)
                continue
            choices = game_titles() if name == "game" else _choices(asked)
            if choices:
                self.add_choice(name, _capital(asked.label), choices)
            for part, label in asked.entry.parts or ((name, asked.label),):
                if not choices:
                    self._add_input(asked, part, _capital(label))

    def add_panel(self, title: str) -> ui.expansion:
        """Make the fields under a heading, folded away unless the address has one of them."""
        return self.add_folded(title, self._question.under(title))

    def add_folded(self, title: str, names: Sequence[str]) -> ui.expansion:
        """Make fields under a title, folded away unless the address has one of them."""
        asked = self._question.asked()
        parts = [part for name in names for part in ([one for one, _ in asked[name].entry.parts] or [name])]
        panel = ui.expansion(title, value=any(self._given.get(part) for part in parts))
        with panel.classes("wide").props("dense"), ui.element("div").classes("fields"):
            self.add(*names)
        self._panels |= dict.fromkeys(parts, panel)
        return panel

    def open(self, name: str) -> None:
        """Show the fields among which one is folded away."""
        if name in self._panels:
            self._panels[name].open()

    def add_choice(self, name: str, label: str, choices: Mapping[str, str]) -> ui.select:
        """Make a field of some words, by their names for people."""
        usual = self._usual.get(name) or next(iter(choices))
        given = self._given.get(name, usual)
        select = ui.select(dict(choices), value=given if given in choices else usual, label=label)
        self._keep(name, select)
        return select

    def add_area(self, name: str) -> None:
        """Make a field of many lines."""
        label = _capital(self._question.asked()[name].label)
        field = ui.textarea(label, value=self._given.get(name, "")).without_auto_validation()
        self._keep(name, field.classes("toml").props("outlined spellcheck=false"))

    def _add_input(self, asked: Asked, name: str, label: str) -> None:
        text = self._given.get(name, self._usual[name])[: asked.entry.longest]
        if asked.kind is bool:
            flag = ui.checkbox(label, value=text.lower() in ("1", "true", "yes"))
            self._flags[name] = flag.props(f"data-field={name}")
            return
        unit = ", bb" if asked.entry.metavar == "BB" else ""
        hint = asked.entry.shown or (asked.entry.help if asked.kind in (str, AmountList) else "")
        field = ui.input(label + unit, value=text, placeholder=hint)
        mode = "decimal" if asked.entry.parts else _MODES.get(asked.kind, "decimal")
        field.props(f'inputmode={mode} autocomplete="off"').without_auto_validation()
        field.on("keydown.enter", self._on_enter)
        self._keep(name, field)

    def _keep(self, name: str, field: ui.input | ui.select | ui.textarea) -> None:
        self.fields[name] = field
        field.props(f"data-field={name}")
        field.on_value_change(lambda: setattr(field, "error", None))

    def show_if(self, names: str | tuple[str, ...], other: str, *values: str) -> None:
        """Show fields only while another one has one of these values."""
        for name in (names,) if isinstance(names, str) else names:
            self.fields[name].bind_visibility_from(self.fields[other], "value", values.__contains__)

    def texts(self) -> dict[str, str]:
        """What the fields that are shown hold."""
        texts = {name: str(field.value or "").strip() for name, field in self.fields.items() if field.visible}
        return texts | {name: str(flag.value or "") for name, flag in self._flags.items() if flag.visible}

    def read(self, **more: str) -> Asking | None:
        """The question, with `more` texts beside those of the fields; None if it is none, which is shown."""
        for field in self.fields.values():
            field.error = None
        try:
            return self._question.of_texts(self.texts() | more)
        except JamfoldError as error:
            if not self.show_error(str(error), error.field):
                ui.notify(str(error), type="warning")
            return None

    def show_error(self, sentence: str, name: str) -> bool:
        """Show a sentence at its field; False if there is none, or it is not seen."""
        field = self.fields.get(name)
        if field is None or not field.visible:
            return False
        self.open(name)
        field.error = sentence
        field.run_method("focus")
        return True


class EditedNote:
    """A line that says when a form is no longer what its result answers.

    `texts` gives all that the form says; `check` is called again and again.
    """

    def __init__(self, texts: Callable[[], Mapping[str, str]]) -> None:
        self._texts = texts
        self._answered: Mapping[str, str] | None = None
        self._line = status_line().classes("edited")

    def answers(self, texts: Mapping[str, str] | None) -> None:
        """What is shown, or will be, answers these texts; None if nothing is shown."""
        self._answered = texts

    def check(self) -> None:
        """Look whether the form says something else."""
        edited = self._answered is not None and self._texts() != self._answered
        content = _EDITED if edited else ""
        if self._line.content != content:
            self._line.set_content(content)


def set_address(path: str, *queries: str) -> None:
    """Put words into the address of the page."""
    query = "&".join(filter(None, queries))
    ui.navigate.history.replace(f"{path}?{query}" if query else path)


def _choices(asked: Asked) -> dict[str, str]:
    return {word: _capital(word.replace("-", " ")) for word in asked.entry.choices}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
