"""The page of three seats in the file that solves: what is asked, and where the answer stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jamfold.views.explorer.settings import SHORT_TITLES
from jamfold.views.html import Html, choose, element


class _Field(NamedTuple):
    name: str
    label: str
    text: str = ""
    hint: str = ""


_FIELDS = (
    _Field("btn", "Button's stack", "10"),
    _Field("sb", "Small blind's stack", "10"),
    _Field("bb", "Big blind's stack", "10"),
    _Field("ante", "Ante of each", "0"),
    _Field("blind", "Small blind", "0.5"),
)
_MORE = (
    _Field("bb_ante", "Big blind's ante", "0"),
    _Field("dead", "Dead money", "0"),
    _Field("rake", "Rake, %", "0"),
    _Field("cap", "Most rake, bb", hint="none"),
    _Field("prizes", "Prizes", hint="50 30 20"),
    _Field("table", "Stacks of the others", hint="none"),
)


def table_form(games: Sequence[str]) -> Html:
    """The section of the page, hidden until it is chosen."""
    titles = {name: SHORT_TITLES[name] for name in games}
    first = element("div", choose("table-game", "Game", titles, games[0]), _fields(_FIELDS), class_="fields")
    more = element(
        "details",
        element("summary", "More: rake, prizes"),
        element("div", _fields(_MORE), class_="fields"),
        element("p", "Bounties and raises before the all-in: jamfold on a computer.", class_="small"),
    )
    form = element(
        "form",
        element("p", "Chips in big blinds. Everybody jams or folds.", class_="small"),
        first,
        more,
        element("p", element("button", "Solve", class_="go")),
        id="table-form",
    )
    return element(
        "div",
        element("section", element("h2", "Three seats"), form, class_="card"),
        element("p", id="table-note", role="status"),
        element("div", id="table-answer", class_="result"),
        id="table",
        hidden=True,
    )


def _fields(fields: Sequence[_Field]) -> list[Html]:
    return [
        element(
            "div",
            element("label", one.label, for_=f"table-{one.name}"),
            element(
                "input",
                id=f"table-{one.name}",
                name=one.name,
                value=one.text,
                placeholder=one.hint or None,
                autocomplete="off",
                spellcheck="false",
            ),
        )
        for one in fields
    ]
