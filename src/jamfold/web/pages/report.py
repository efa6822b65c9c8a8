"""How exact a strategy is: every number, both strategies, lists, files; comparison with another spot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from jamfold.cases.hands import CompareRequest
from jamfold.cases.lookups import HandRequest
from jamfold.cases.spots import APPROXIMATE, EXACT, FICTITIOUS_PLAY, SolveRequest, SpotRequest
from jamfold.cases.strategies import (
    ListFileRequest,
    ListPageRequest,
    NeedsRequest,
    RangeTextRequest,
    SquareRequest,
)
from jamfold.core.errors import ClassError
from jamfold.views.formats import game_titles, to_text
from jamfold.views.html import Html, choose, element, join_html
from jamfold.web.page.form import deck
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always
from jamfold.web.pages import audit, table
from jamfold.web.pages.icm import played_for, posted, raises
from jamfold.web.pages.table import room_of

_ITERATIONS = 50
"""Iterations of the other method to compare with."""
_SHOWN = 10
"""Hands shown of each seat, those that differ most."""
_SEATS = {"sb": "Small blind", "bb": "Big blind"}
_RANGES = {"jam_range": "sb", "vs_jam": "sb", "call_range": "bb after sb", "vs_call": "bb after sb"}
"""Texts of older links, and the decisions of their ranges."""
_FILES = {
    "csv": "CSV",
    "json": "JSON",
    "png": "PNG",
    "txt": "Full range as text",
    "spot.json": "Spot (JSON)",
}
_ORDERS = {
    "id": "Strength",
    "ev": "EV all-in",
    "margin": "EV difference",
    "played": "Frequency",
    "size": "Combos",
    "close": "Closest decisions",
}
_ORDERS_BESIDE = {
    "other_played": "how often there",
    "other_margin": "gain there",
    "apart": "farthest apart",
    "cost": "costliest",
}


def tidy(texts: Texts) -> Texts:
    """A room's texts in place of its name."""
    room = room_of(texts.get("room", ""))
    if room is None:
        return texts
    return {f"stack_{seat}": f"{room.stack:g}bb" for seat in _SEATS} | table.tidy(texts)


def _audited(words: Mapping[str, str]) -> str:
    """The address of the audit of the ranges in an older link; empty if it has none."""
    lines = [f"{_RANGES[name]}: {text}" for name, text in words.items() if name in _RANGES and text.strip()]
    usual = PAGE.usual_texts() | {**words}
    stacks = " ".join(usual[f"stack_{seat}"] for seat in _SEATS)
    texts = {**words, "game": usual["game"], "stacks": stacks, "ranges": "\n".join(lines)}
    audited = {name: text for name, text in texts.items() if name in audit.PAGE.usual_texts()}
    return f"{audit.PAGE.path}?{urlencode(audited)}" if lines else ""


_AT_ONCE = ("", EXACT, APPROXIMATE)


def _is_quick(question: SolveRequest) -> bool:
    return question.method in _AT_ONCE and not question.sizes


def _spot(texts: Texts) -> SpotRequest | None:
    """The spot; None for a list of raises, which cannot be compared."""
    question: SolveRequest = SolveRequest.from_strings(texts)
    return None if question.sizes else question.spot


def _other(texts: Texts) -> SpotRequest | None:
    """The spot to compare with, if any. Raises ClassError if it has other hands."""
    spot = _spot(texts)
    if spot is None or not texts["vs"].strip():
        return None
    other: SpotRequest = SpotRequest.of_address(texts["vs"])
    if not other.same_hands(spot):
        raise ClassError("The spot to compare with has other hands.", field="vs")
    return other


def _other_solved(texts: Texts) -> SolveRequest | None:
    other = _other(texts)
    return None if other is None else SolveRequest.of_spot(other)


def _other_needs(texts: Texts) -> NeedsRequest | None:
    other = _other(texts)
    return None if other is None else needs_of(other.to_strings())


def needs_of(texts: Texts) -> NeedsRequest:
    """The tables that the spot needs; without a method an approximate answer suffices."""
    return NeedsRequest.from_strings(texts | {"method": texts["method"] or APPROXIMATE})


def _hand(texts: Texts) -> HandRequest | None:
    return HandRequest.from_strings(texts) if texts["cards"].strip() else None


def _beside(texts: Texts) -> CompareRequest | None:
    spot, other = _spot(texts), _other(texts)
    if spot is None or other is None:
        return None
    return CompareRequest.of_spot(spot, other=other, top=_SHOWN)


def _square(texts: Texts) -> SquareRequest | None:
    spot = _spot(texts)
    if spot is None:
        return None
    return SquareRequest.of_spot(spot, position=texts["position"], other=_other(texts))


def _listed(kind: Any, texts: Texts) -> Any:
    """A request about the listed hands, compared with the other spot; sorting by differences needs one."""
    other = _other(texts)
    if other is None and texts["sort"] in _ORDERS_BESIDE:
        texts = texts | {"sort": "id"}
    return replace(kind.from_strings(texts), other=other)


def _list(texts: Texts) -> ListPageRequest:
    question: ListPageRequest = _listed(ListPageRequest, texts)
    return question


def _text(texts: Texts) -> RangeTextRequest:
    question: RangeTextRequest = _listed(RangeTextRequest, texts)
    return question


def _file(texts: Texts) -> ListFileRequest:
    question: ListFileRequest = _listed(ListFileRequest, texts)
    return question


def _body(view: PageState) -> Html:
    left = join_html(_card("The spot", _form(view)), _card("Look up a hand", _look_up(view)))
    report = _card("The report", join_html(view.status("solve"), view.answer("solve")))
    right = join_html(report, _card("Compare", _compared(view)))
    columns = element("div", element("div", left), element("div", right), class_="columns turned")
    below = _card("Strategies", _strategies(view), id="strategies") if view.result("solve") else None
    return element("div", columns, below, class_="cards-below")


def _answer(view: PageState, *parts: str) -> Html:
    """Answers to some parts, or their status."""
    return element("div", [join_html(view.status(part), view.answer(part)) for part in parts])


def _card(title: str, inside: Html | None, **attributes: Any) -> Html:
    return element("section", inside, class_="card", aria_label=title, **attributes)


def _form(view: PageState) -> Html:
    is_iterated = view.texts["method"] == FICTITIOUS_PLAY
    fields = view.fields("solve", "game", "stacks", "method", *(["iterations"] if is_iterated else []))
    return join_html(
        element("div", fields, class_="fields"),
        posted(view, "solve"),
        played_for(view, "solve"),
        raises(view, "solve"),
        element("div", view.button("solve", "Solve"), class_="row"),
        _answer(view, "needs"),
    )


def _look_up(view: PageState) -> Html | None:
    question = view.questions.get("solve")
    if not isinstance(question, SolveRequest):
        return None
    game = question.rules
    fields = join_html(
        view.choice("hand", "position", "Seat", _SEATS),
        view.fields("hand", "cards", cards=f"Hand or range: {game.example_hand}, K7o, 22+"),
    )
    return join_html(
        element("h2", "Look up a hand"),
        element("div", fields, class_="fields"),
        deck("Pick cards", "cards", view.texts["cards"], game.hole_cards, game.lowest_rank),
        _answer(view, "hand"),
    )


def _compared(view: PageState) -> Html | None:
    """The comparison with another spot."""
    question = view.questions.get("solve")
    if not isinstance(question, SolveRequest) or question.sizes:
        return None
    return join_html(
        element("h2", "Compare"),
        element(
            "div",
            choose("vs", "Compare with", _choices(view, question.spot), view.texts["vs"]),
            class_="fields",
        ),
        view.error("vs"),
        _answer(view, "other_needs"),
        view.button("other", "Solve it") if "other" in view.questions else None,
        element("div", view.status("other")),
        _answer(view, "beside"),
    )


def _choices(view: PageState, spot: SpotRequest) -> dict[str, str]:
    """Addresses of spots with the same hands, and how they differ."""
    iterated = spot.method == FICTITIOUS_PLAY
    method: dict[str, Any] = {"method": "" if iterated else FICTITIOUS_PLAY}
    spots = [replace(spot, **method, iterations=None if iterated else _ITERATIONS)]
    spots += [replace(spot, game=name) for name in game_titles()]
    for solved in view.solved(SolveRequest):
        if isinstance(solved, SolveRequest) and not solved.sizes and not solved.answers_range:
            spots.append(solved.spot)
    names = {"": "Nothing"}
    for other in spots:
        if other != spot and other.same_hands(spot):
            names[other.address()] = other.differs_from(spot)
    request = view.questions.get("other")
    if isinstance(request, SolveRequest):
        names.setdefault(view.texts["vs"], request.spot.differs_from(spot))
    return names


def _strategies(view: PageState) -> Html:
    """One player's strategy with every hand: square, list, files, text."""
    is_beside = "other" in view.questions
    parts = [_answer(view, "square"), _hands(view, is_beside=is_beside)]
    return join_html(
        element("h2", f"{_SEATS.get(view.texts['position'], '')}: all hands"),
        element("div", parts, class_="cards-below" if is_beside else "columns even"),
        element("p", view.files(**_FILES), class_="row"),
        view.button("text", "Range as text"),
        _answer(view, "text"),
    )


def _hands(view: PageState, *, is_beside: bool) -> Html:
    """The list of hands: filters, order, pages."""
    result, names = view.result("list"), ["contains", "range"]
    question = view.questions.get("solve")
    if isinstance(question, SolveRequest) and question.rules.has_families:
        names.append("family")
    filters = join_html(
        view.fields("list", *names, range="In range"),
        view.choice("list", "sort", "Sort by", _ORDERS | (_ORDERS_BESIDE if is_beside else {})),
        view.choice("list", "size", "Hands per page", {str(n): str(n) for n in (10, 25, 50, 100, 200)}),
        view.fields("list", "reverse"),
    )
    page, pages = (1, 1) if result is None else result["summary"]
    steps = [
        view.link(words, page=str(number))
        for words, number in (("Previous page", page - 1), ("Next page", page + 1))
        if 1 <= number <= pages
    ]
    inside = join_html(
        element("div", filters, class_="fields"),
        element("input", type="hidden", name="page", id="page", value=page),
        _answer(view, "list"),
        element("p", steps, class_="row", id="steps"),
    )
    return element("details", element("summary", "All hands as a list"), inside, id="hands", open=True)


_STOPPED = "Stopped. What was built is saved: Solve continues from there."
_NEEDS = PageRequest(NeedsRequest, read=needs_of, quick=always, hides_errors=True, changed_by=("solve",))
_TO_OTHER = {"other": "vs", "": "vs"}
_TO_CARDS = {"hand": "cards", "": "cards"}

PAGE = Page(
    path="/report",
    tab="/",
    title="Exact numbers",
    parts={
        "solve": PageRequest(SolveRequest, quick=_is_quick, unless="needs", stopped=_STOPPED),
        "needs": _NEEDS,
        "other_needs": _NEEDS._replace(read=_other_needs, changed_by=("other",)),
        "other": PageRequest(
            SolveRequest, quick=_is_quick, unless="other_needs", after="solve", read=_other_solved,
            at=_TO_OTHER, stopped=_STOPPED,
        ),
        "square": PageRequest(SquareRequest, quick=always, after="solve", read=_square, hides_errors=True),
        "list": PageRequest(ListPageRequest, quick=always, after="solve", read=_list),
        "text": PageRequest(
            RangeTextRequest, quick=lambda question: not question.rules.has_families, after="solve",
            read=_text, hides_errors=True,
        ),
        "hand": PageRequest(HandRequest, quick=always, after="solve", read=_hand, at=_TO_CARDS),
        "beside": PageRequest(CompareRequest, quick=always, after="other", read=_beside, at=_TO_OTHER),
    },
    picture="square-answer",
    body=_body,
    usual={"game": "holdem", "sort": "id", "position": "sb", "size": "25"},
    own=("vs",),
    files=dict.fromkeys(("csv", "json", "png", "txt"), _file),
    written={"spot.json": lambda summary: to_text(summary, indent=1) + "\n"},
    tidy=tidy,
    elsewhere=_audited,
)  # fmt: skip
