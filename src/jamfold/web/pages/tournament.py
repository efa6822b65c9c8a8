"""Tournaments of two and three players, solved at every division of the chips.

Heads-up: the winning chance by stack, and both ranges at the stack of a slider. Three-handed: what has to be
built, the value of every seat at any stacks, and every range.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from jamfold.cases.hands import NeedsRequest
from jamfold.cases.tournaments import (
    ThreeFileRequest,
    ThreeNeedsRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
    TournamentFileRequest,
    TournamentRequest,
    TournamentStateRequest,
)
from jamfold.views.html import Html, element, join_html
from jamfold.web.page.form import card, slider
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always, needs_part

_QUICK_GAMES = ("holdem", "six-plus", "six-plus-trips")
_FILES = {"csv": "States CSV", "ranges.csv": "Ranges CSV", "json": "JSON", "png": "PNG", "svg": "SVG"}
_MOST_STEPS = 50
"""States of a tournament that is solved without a button: a second at most."""


def _is_quick(question: TournamentRequest) -> bool:
    return question.game in _QUICK_GAMES and question.schedule.steps <= _MOST_STEPS


def _state(texts: Texts) -> TournamentStateRequest:
    """The state of the slider; equal stacks if it is none of this tournament."""
    tournament = TournamentRequest.from_strings(texts)
    chips, unit = tournament.schedule.chips, tournament.schedule.unit
    text = texts["sb_chips"].strip()
    own = int(text) // unit * unit if text.isdecimal() and len(text) < 20 else 0
    if not 0 < own < chips:
        own = (tournament.schedule.steps + 1) // 2 * unit
    return TournamentStateRequest.from_strings(texts | {"sb_chips": str(own)})


def _body(view: PageState) -> Html:
    button = element("div", view.button("tournament", "Solve"), class_="row")
    form = join_html(element("div", _fields(view), class_="fields"), button)
    ahead = element("div", view.status("tournament"), view.answer("needs"), class_="ahead")
    fields = card("The tournament", form, class_="card form-last")
    state = card("Strategy at this stack", _slider(view), view.outcome("state"))
    answer = card("How often the small blind wins", _answer(view))
    return element("div", fields, ahead, state, answer, class_="cards-below")


def _fields(view: PageState) -> Html:
    """The form; levels replace blinds and ante."""
    names, has_levels = ("game", "chips", "unit"), bool(view.texts["levels"].strip())
    fields = view.fields("tournament", *names, *(() if has_levels else ("blinds", "ante")), "levels")
    return join_html(fields, view.hidden("blind_sb", "blind_bb", "ante") if has_levels else None)


def _answer(view: PageState) -> Html:
    files = view.file_row(**_FILES)
    is_there = view.result("tournament") is not None
    return join_html(view.answer("tournament"), files if is_there else None)


def _slider(view: PageState) -> Html | None:
    """The selected stack, and the hand number if there are levels."""
    result: Any = view.result("tournament")
    question = view.questions.get("state")
    if result is None or not isinstance(question, TournamentStateRequest):
        return None
    unit, last = result["summary"]["unit"], result["summary"]["chips"] - result["summary"]["unit"]
    hands = len({state["hand"] for state in result["summary"]["states"]})
    field = slider("sb_chips", "Chips of the small blind", unit, last, unit, question.sb_chips)
    numbers = {str(k): str(k) for k in range(1, hands + 1)}
    hand = view.choice("state", "hand", "Hand", numbers) if hands > 1 else None
    return element("div", field, hand, class_="fields", id="slider-box")


PAGE = Page(
    path="/tournament",
    title="Heads-up tournament",
    parts={
        "tournament": PageRequest(TournamentRequest, quick=_is_quick),
        "needs": needs_part(NeedsRequest, "tournament"),
        "state": PageRequest(TournamentStateRequest, quick=always, after="tournament", read=_state),
    },
    picture="state-answer",
    body=_body,
    usual={"game": "holdem", "sb_chips": ""},
    files=dict.fromkeys(_FILES, TournamentFileRequest),
    elsewhere=lambda words: f"/tournament/three?{urlencode(words)}" if words.get("players") == "3" else "",
)


_WAITING = "Seat values appear here when the tournament is solved."


def _without_state(kind: type[ThreeTournamentRequest], texts: Texts) -> ThreeTournamentRequest:
    return kind.from_strings(texts | {"at": ""})


def _three_body(view: PageState) -> Html:
    fields = view.fields("three", "game", "chips", "unit", "blinds", "ante", "prizes")
    form = join_html(
        element("div", fields, class_="fields"),
        view.fold("three", "Starting model", "model"),
        element("div", view.button("three", "Solve"), class_="row"),
        view.status("needs"),
        view.status("three"),
        element("div", view.answer("needs")),
    )
    left = join_html(
        card("The tournament", form, class_="card form-last"),
        element("section", view.answer("three", _WAITING), class_="card"),
    )
    right = card("Seat values", _three_state(view))
    return element("div", element("div", left), element("div", right), class_="columns even")


def _three_state(view: PageState) -> Html | None:
    if view.result("three") is None:
        return None
    fields = view.fields("state", "at", at="Stacks: small blind, big blind, button")
    files = view.file_row(csv="States CSV", json="JSON")
    return join_html(element("div", fields, class_="fields"), view.outcome("state"), files)


THREE = Page(
    path="/tournament/three",
    title="Three-player tournament",
    parts={
        "three": PageRequest(
            ThreeTournamentRequest,
            quick=always,
            unless="needs",
            read=partial(_without_state, ThreeTournamentRequest),
            stopped="Stopped. The last whole sweep is saved: Solve continues from there.",
        ),
        "needs": needs_part(ThreeNeedsRequest, "three", partial(_without_state, ThreeNeedsRequest)),
        "state": PageRequest(ThreeStateRequest, quick=always, after="three"),
    },
    picture="three-answer",
    body=_three_body,
    usual={"game": "holdem", "prizes": "50% 30% 20%"},
    files=dict.fromkeys(("csv", "json"), ThreeFileRequest),
)
