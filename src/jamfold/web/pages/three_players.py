"""Three-handed tournaments: requirements, the value of every seat at any stacks, and every range."""

from __future__ import annotations

from functools import partial

from jamfold.cases.tournaments import (
    ThreeFileRequest,
    ThreeNeedsRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
)
from jamfold.views.html import Html, element, join_html
from jamfold.web.page.form import card
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always, needs_part

_WAITING = "Seat values appear here when the tournament is solved."


def _without_state(kind: type[ThreeTournamentRequest], texts: Texts) -> ThreeTournamentRequest:
    return kind.from_strings(texts | {"at": ""})


def _body(view: PageState) -> Html:
    fields = view.fields("three", "game", "chips", "unit", "blinds", "ante", "prizes")
    form = join_html(
        element("div", fields, class_="fields"),
        view.folded("Starting model", view.fields("three", "model"), "model"),
        element("div", view.button("three", "Solve"), class_="row"),
        view.status("needs"),
        view.status("three"),
        element("div", view.answer("needs")),
    )
    left = join_html(
        card("The tournament", form, class_="card form-last"),
        element("section", view.answer("three", _WAITING), class_="card"),
    )
    right = card("Seat values", _state(view))
    return element("div", element("div", left), element("div", right), class_="columns even")


def _state(view: PageState) -> Html | None:
    if view.result("three") is None:
        return None
    fields = view.fields("state", "at", at="Stacks: small blind, big blind, button")
    files = view.file_row(csv="States CSV", json="JSON")
    return join_html(element("div", fields, class_="fields"), view.outcome("state"), files)


PAGE = Page(
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
    body=_body,
    usual={"game": "holdem", "prizes": "50% 30% 20%"},
    files=dict.fromkeys(("csv", "json"), ThreeFileRequest),
)
