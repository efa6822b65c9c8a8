"""The fields of two players' chips, as charts and reports ask for them."""

from __future__ import annotations

from jamfold.hand.raises import POT
from jamfold.questions.chips import LevelRequest, TwoPlayersRequest
from jamfold.questions.prizes import PANEL
from jamfold.questions.raises import PANEL as RAISES
from jamfold.questions.worth import WorthRequest
from jamfold.views.html import Html, element, join_html
from jamfold.views.worth import HEADS, MODEL_NAMES
from jamfold.web.front.page import PageState

_ANTES = {
    "No ante": ("0", "0"),
    "10 %": ("0.1bb", "0"),
    "12.5 %": ("0.125bb", "0"),
    "Big-blind ante": ("0", "1bb"),
}
_POSTED = (*LevelRequest.fields_in_panel(""), "dead")[1:]


def posted(view: PageState, part: str) -> Html:
    """Usual antes as links, and all that is posted, folded away."""
    antes = [view.link(name, ante=each, bb_ante=whole) for name, (each, whole) in _ANTES.items()]
    names = [
        name
        for one in _POSTED
        for name, _ in TwoPlayersRequest.field_specs()[one].entry.part_names or ((one, ""),)
    ]
    more = view.folded("Blinds, antes and dead money in chips", view.fields(part, *_POSTED), *names)
    return join_html(element("p", antes, class_="tabs"), more)


def raises(view: PageState, part: str) -> Html:
    """Raises before the all-in, folded away."""
    names = ("open", "raises", "limit")
    limit = view.choice(part, "limit", "Limit", {"": "No limit", POT: "Pot limit"})
    return view.folded(RAISES, join_html(view.fields(part, "open", "raises"), limit), *names)


def played_for(view: PageState, part: str) -> Html:
    """Prizes, bounties and rake, folded away."""
    asked = WorthRequest.fields_in_panel(PANEL)
    choices = {"model": ("Stack model", MODEL_NAMES), "heads": ("Bounties still on the table", HEADS)}
    fields = [
        view.choice(part, name, *choices[name]) if name in choices else view.fields(part, name)
        for name in asked
    ]
    return view.folded(PANEL, join_html(fields), *asked)
