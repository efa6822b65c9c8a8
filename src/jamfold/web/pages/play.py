"""Hands against the exact bot or against ranges, decision by decision; the address holds the whole match."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from urllib.parse import urlencode

from jamfold.betting.posts import POSTED
from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.hands import NeedsRequest
from jamfold.cases.match import PlayHandRequest
from jamfold.views.html import Html, element, join_html
from jamfold.web.page.form import hidden, presets
from jamfold.web.page.layout import GO, Page, PageRequest, PageState, Texts, always, needs_part

_LEAD = (
    "Jam or fold, call or fold, against a bot that plays the exact equilibrium, or ranges that you give. "
    "Costs are exact, measured against equilibrium. The luck-adjusted result removes most card luck. "
    "The address stores the match: reload, go back or share it."
)
_BOT = {"jam": "The bot jams with", "call": "The bot calls with"}
_SETTINGS = ("game", "stacks", *POSTED, *_BOT)
_MATCH = ("seed", "done", "end")
_SEEDS = 2**32


def _terms(words: Mapping[str, str]) -> Texts:
    """The terms of the match, without its decisions."""
    return {name: words.get(name, text) for name, text in PAGE.usual_texts().items() if name not in _MATCH}


def _elsewhere(words: Mapping[str, str]) -> str:
    """The address of a new match if none is named, or the form has other terms."""
    terms = _terms(words)
    if words.get("seed", "").strip() and words.get("terms") in (None, urlencode(terms)):
        return ""
    address = PAGE.address(PAGE.usual_texts() | terms | {"seed": str(secrets.randbelow(_SEEDS))})
    return f"{address}&{GO}={words[GO]}" if GO in words else address


def _body(view: PageState) -> Html:
    shows = "end" if view.texts["end"] and view.texts["done"] else "next"
    table = element("div", view.answer("play"), class_=f"shows-{shows}")
    fields = {name: view.texts[name] for name in _MATCH} | {"terms": urlencode(_terms(view.texts))}
    hidden_texts = [hidden(name, text) for name, text in fields.items()]
    return join_html(view.status("play"), _needs(view), table, _settings(view), hidden_texts)


def _needs(view: PageState) -> Html | None:
    """A button to build the large table that the match needs."""
    if "play" in view.jobs or "needs" not in view.jobs:
        return None
    if view.result("needs") is None:
        return view.status("needs")
    return element("section", view.answer("needs"), view.button("play", "Deal"), class_="card")


def _bot_range(view: PageState, name: str, words: str) -> Html:
    game = GAMES.get(canonical_name(view.texts["game"]))
    return join_html(view.fields("play", name, **{name: words}), presets(game, name, words.lower()))


def _settings(view: PageState) -> Html:
    fields = join_html(
        view.fields("play", *_SETTINGS[: -len(_BOT)]),
        [_bot_range(view, name, words) for name, words in _BOT.items()],
    )
    inside = join_html(
        element("div", fields, class_="fields"),
        element("button", "Start match", class_="go"),
        element("p", _LEAD, class_="note"),
    )
    is_open = any(name in view.errors for name in view.placed)
    return element(
        "div",
        element("p", view.link("New match", seed="", done="", end=""), class_="row"),
        element("details", element("summary", "Game, stacks, the bot's ranges"), inside, open=is_open),
        class_="beside",
        data_later=True,
    )


PAGE = Page(
    path="/play",
    title="Play against the bot",
    parts={
        "play": PageRequest(PlayHandRequest, quick=always, unless="needs"),
        "needs": needs_part(NeedsRequest, "play"),
    },
    body=_body,
    usual={"game": "holdem", "seed": ""},
    own=("end",),
    elsewhere=_elsewhere,
    is_narrow=True,
)
