"""The form of a spot; every field shows the sentence about itself."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.web.inputs import METHODS, SpotInputs, field_of, game_titles

_NUMBERS = {
    "stack_sb": "Small blind's stack",
    "stack_bb": "Big blind's stack",
    "blind_sb": "Small blind",
    "blind_bb": "Big blind",
    "ante": "Ante, each",
    "bb_ante": "Big-blind ante",
    "dead": "Dead money",
}
_METHOD_WORDS = {"exact": "Exact", "fictitious-play": "Fictitious play"}


class SpotForm:
    """Inputs of a spot in a form."""

    def __init__(self, inputs: SpotInputs, on_enter: Callable[[], None]) -> None:
        values = inputs.as_dict()
        self._fields: dict[str, ui.input | ui.select] = {}
        self._general = ui.element("div")
        titles = game_titles()
        with ui.element("div").classes("fields"):
            game = values["game"] if values["game"] in titles else "omaha"
            self._fields["game"] = ui.select(titles, value=game, label="Game").classes("wide")
            for name, label in _NUMBERS.items():
                field = ui.input(label, value=str(values[name])).props('inputmode=decimal autocomplete="off"')
                self._fields[name] = field.on("keydown.enter", on_enter)
            method = values["method"] if values["method"] in METHODS else "exact"
            self._fields["method"] = ui.select(_METHOD_WORDS, value=method, label="Method")
            count = ui.input("Iterations", value=str(values["iterations"]), placeholder="100")
            count.props('inputmode=numeric autocomplete="off"').on("keydown.enter", on_enter)
            count.bind_visibility_from(
                self._fields["method"], "value", lambda value: value == "fictitious-play"
            )
            self._fields["iterations"] = count
        for name, one in self._fields.items():
            one.props(f"data-field={name}")
            one.on_value_change(lambda _, one=one: setattr(one, "error", None))

    def read(self) -> SpotInputs | None:
        """The checked inputs; None if something is wrong, which is then shown."""
        raw = SpotInputs.of({name: field.value or "" for name, field in self._fields.items()})
        for field in self._fields.values():
            field.error = None
        try:
            return raw.check()
        except JamfoldError as error:
            self.show_error(str(error))
            return None

    def show_error(self, sentence: str) -> bool:
        """Show a sentence at its field; False if it belongs to none."""
        name = field_of(sentence)
        if name is None or not self._fields[name].visible:
            return False
        self._fields[name].error = sentence
        self._fields[name].run_method("focus")
        return True
