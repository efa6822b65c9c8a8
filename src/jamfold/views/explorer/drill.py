"""The drill: where a question, a verdict and the score stand, and what is asked; its script fills them."""

from __future__ import annotations

from collections.abc import Iterable

from jamfold.histories.within import DEPTH_NAMES
from jamfold.views.explorer.settings import SHORT_TITLES
from jamfold.views.html import Html, choose, element, join_html
from jamfold.views.words import NOT_IN_THE_TREE

_MODES = {
    "repeat": "What is due",
    "random": "Dealt hands",
    "close": "Close hands",
    "mistakes": "My mistakes",
    "range": "Mark the range",
}
_NUMBERS = ("Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
_TWO_SEATS = ("both", "sb", "bb")
_SEATS = {
    "both": "Both seats",
    "sb": "Small blind",
    "bb": "Big blind",
    "three": "Three seats",
    **{f"table-{seats}": f"{word} seats" for seats, word in enumerate(_NUMBERS, 4)},
    "table": "Tables of played hands",
}
_ANTES = {"": "No ante", "ante=0.1": "Ante 10 %", "ante=0.125": "Ante 12.5 %", "bb_ante=1": "Big-blind ante"}
"""By what a level posts besides the blinds, in big blinds."""
_RAISES = {
    "": "Jam or fold",
    "open=2bb": "Open to 2 bb",
    "open=2.5bb": "Open to 2.5 bb",
    "limit=pot": "Pot-limit",
}
"""By what is listed before the all-in."""
_STACKS = {"all": "All stacks"} | {name: f"{name.replace('-', '–')} bb" for name in DEPTH_NAMES}


def drill(games: Iterable[str] = SHORT_TITLES, modes: Iterable[str] = _MODES, *, alone: bool = False) -> Html:
    """The whole of it; `alone`, without a server: two seats, jam or fold, no links to send."""
    asked = _region("asked", "Question", class_="card asked", aria_live="polite")
    left = element(
        "div",
        asked,
        element(
            "p",
            _button("raise", main=True),
            _button("play", main=True),
            _button("fold"),
            _button("compare", main=True),
            _button("next", main=True),
            class_="acts",
        ),
        _region("verdict", "Verdict", class_="card", aria_live="polite", hidden=True),
        element("div", id="train-picture"),
        class_="left",
    )
    side = element(
        "div",
        _region("train-score", "Score", class_="card"),
        _settings(games, modes, alone=alone),
        class_="side",
    )
    return element("section", left, side, id="train", class_="both-sides", aria_label="Drill")


def _region(name: str, label: str, **attributes: object) -> Html:
    return element("section", id=name, aria_label=label, **attributes)


def _button(name: str, *, main: bool = False) -> Html:
    return element(
        "button", type="button", id=f"train-{name}", class_="act main" if main else "act", hidden=True
    )


def _settings(games: Iterable[str], modes: Iterable[str], *, alone: bool) -> Html:
    """What is asked; the script reads it, and keeps it in the address."""
    seats = {name: words for name, words in _SEATS.items() if not alone or name in _TWO_SEATS}
    fields = join_html(
        choose("train-game", "Game", {name: SHORT_TITLES[name] for name in games}, "holdem"),
        choose("train-mode", "What is asked", {name: _MODES[name] for name in modes}, "repeat"),
        choose("train-seat", "Seats", seats, "both"),
        choose("train-stack", "Stacks", _STACKS, "all"),
        choose("train-antes", "Antes", _ANTES, ""),
        None if alone else choose("train-raises", "Raises before the all-in", _RAISES, ""),
    )
    rule = element(
        "div",
        element("input", type="checkbox", id="train-rule"),
        element("label", "Tell what the rule of thumb says", for_="train-rule"),
        class_="field flag",
    )
    button = element("button", "Ten questions to send", id="train-send", type="button", class_="chip")
    note = element(
        "p", "Copies a link; whoever opens it is asked the same ten.", class_="note", id="train-sent"
    )
    left_out = None if alone else element("p", f"With raises: {NOT_IN_THE_TREE.lower()}.", class_="note")
    send = None if alone else join_html(element("p", button), note)
    inside = join_html(element("div", fields, rule, class_="fields"), left_out, send)
    words = "Game, seats, stacks" if alone else "Game, seats, stacks, a link to send"
    folded = element("details", element("summary", words), inside)
    return element("section", folded, id="train-settings", class_="card", aria_label="What is asked")
