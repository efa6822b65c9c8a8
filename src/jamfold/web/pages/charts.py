"""Charts: jam and call frequencies by stack, and the largest stack at which each hand plays."""

from __future__ import annotations

from functools import partial

from jamfold.cases.charts import ChartFileRequest, ChartRequest, ChartStackRequest
from jamfold.cases.chips import RAISES, LevelRequest
from jamfold.cases.hands import NeedsRequest
from jamfold.cases.prizes import PANEL
from jamfold.cases.spots import APPROXIMATE
from jamfold.cases.worth import WorthRequest
from jamfold.views.html import Html, element, join_html
from jamfold.web.page.form import card, slider
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always, needs_part

_FILES = {
    "csv": ("Hands CSV", "csv"),
    "stacks.csv": ("Stacks CSV", "points"),
    "ranges.csv": ("Ranges CSV", "ranges"),
    "json": ("JSON", "json"),
    "png": ("PNG", "png"),
    "svg": ("SVG", "svg"),
    "pdf": ("PDF", "pdf"),
}
_ANTES = {
    "None": ("0", "0"),
    "10%": ("0.1bb", "0"),
    "12.5%": ("0.125bb", "0"),
    "BB": ("0", "1bb"),
}
_POSTED = (*LevelRequest.fields_in_panel(""), "dead")[1:]
_MOST_STACKS = 60
"""Points of a chart that is drawn while the user types: about a second at most."""


def _is_quick(question: ChartRequest) -> bool:
    return question.seats is None and not question.sizes and len(question.grid.stacks) <= _MOST_STACKS


def _at(texts: Texts) -> ChartStackRequest | None:
    """The stack of the slider, for games whose hands are shown by patterns."""
    question = ChartStackRequest.from_strings(texts)
    return question if question.rules.has_families else None


def _needs(texts: Texts) -> NeedsRequest:
    """The tables that the spot needs; without a method an approximate answer suffices."""
    return NeedsRequest.from_strings(texts | {"method": texts["method"] or APPROXIMATE})


def _file(kind: str, texts: Texts) -> ChartFileRequest:
    return ChartFileRequest.from_strings(texts | {"format": kind})


def _body(view: PageState) -> Html:
    question = view.questions.get("chart")
    fields = ["low", "high", "step"]
    if isinstance(question, ChartRequest) and question.rules.has_families:
        fields.append("method")
    antes = [view.link(name, ante=ante, bb_ante=whole) for name, (ante, whole) in _ANTES.items()]
    form = element(
        "div",
        view.fields("chart", "game"),
        view.seat_links(),
        view.fields("chart", *fields),
        view.segments("Ante", antes),
        view.fold("chart", "Blinds, antes and dead money in chips", *_POSTED),
        view.fold("chart", PANEL, *WorthRequest.fields_in_panel(PANEL)),
        view.fold("chart", RAISES, "open", "raises", "limit"),
        view.button("chart", "Draw"),
        class_="fields controls form-last",
    )
    cards = [
        form,
        element("div", view.status("chart"), view.status("needs"), view.answer("needs"), class_="ahead"),
    ]
    if view.result("chart") is not None and "at" in view.questions:
        cards.append(card("At one stack", _slider(view), view.outcome("at"), id="at-card"))
    cards.append(card("By stack", _answer(view)))
    return element("div", cards, class_="cards-below")


def _slider(view: PageState) -> Html:
    question = view.questions["at"]
    assert isinstance(question, ChartStackRequest)
    low, high, step = question.low, question.grid.stacks[-1], question.step
    return slider("stack", "Stack, bb", low, high, step, question.stack or "10")


def _answer(view: PageState) -> Html:
    question = view.questions.get("chart")
    has_ranges = isinstance(question, ChartRequest) and question.rules.has_square_of_classes
    has_pages = isinstance(question, ChartRequest) and question.seats is not None
    names = {
        kind: name
        for kind, (name, _) in _FILES.items()
        if {"ranges.csv": has_ranges, "pdf": has_pages}.get(kind, True)
    }
    files = view.file_row(**names) if view.result("chart") is not None else None
    return join_html(view.answer("chart"), files)


PAGE = Page(
    path="/charts",
    title="Charts",
    parts={
        "chart": PageRequest(ChartRequest, quick=_is_quick, unless="needs"),
        "needs": needs_part(NeedsRequest, "chart", _needs),
        "at": PageRequest(ChartStackRequest, quick=always, after="chart", read=_at, hides_errors=True),
    },
    picture="chart-answer",
    body=_body,
    usual={"game": "holdem", "step": "0.5"},
    files={kind: partial(_file, written) for kind, (_, written) in _FILES.items()},
)
