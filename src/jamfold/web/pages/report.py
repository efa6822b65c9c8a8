"""A spot's files, and the old addresses of its report, which the strategy page shows under "How exact"."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from jamfold.cases.hands import ListFileRequest, NeedsRequest
from jamfold.cases.spots import APPROXIMATE, SolveRequest
from jamfold.views.formats import to_text
from jamfold.views.html import join_html
from jamfold.web.page.layout import Page, PageRequest, Texts
from jamfold.web.pages import audit, table
from jamfold.web.pages.table import room_of

_STACKS = ("stack_sb", "stack_bb")
_RANGES = {"jam_range": "sb", "vs_jam": "sb", "call_range": "bb after sb", "vs_call": "bb after sb"}
"""Texts of older links, and the decisions of their ranges."""
_DROPPED = ("method", "iterations", "vs", "position", "part", "go", "job")
"""Words of older links that the strategy page does not take."""


def tidy(texts: Texts) -> Texts:
    """A room's texts in place of its name."""
    room = room_of(texts.get("room", ""))
    if room is None:
        return texts
    return dict.fromkeys(_STACKS, f"{room.stack:g}bb") | table.tidy(texts)


def needs_of(texts: Texts) -> NeedsRequest:
    """The tables that the spot needs; without a method an approximate answer suffices."""
    return NeedsRequest.from_strings(texts | {"method": texts["method"] or APPROXIMATE})


def _address(words: Mapping[str, str]) -> str:
    """Where a link to the report leads: the audit of its ranges, or the strategy of its spot."""
    lines = [f"{_RANGES[name]}: {text}" for name, text in words.items() if name in _RANGES and text.strip()]
    usual = PAGE.usual_texts() | {**words}
    stacks = " ".join(usual[name] for name in _STACKS)
    if lines:
        texts = {**words, "game": usual["game"], "stacks": stacks, "ranges": "\n".join(lines)}
        audited = {name: text for name, text in texts.items() if name in audit.PAGE.usual_texts()}
        return f"{audit.PAGE.path}?{urlencode(audited)}"
    texts = {name: text for name, text in tidy({**words}).items() if name not in _DROPPED}
    hand = {"hand": texts.pop("cards")} if "cards" in texts else {}
    return f"/?{urlencode({'game': usual['game']} | texts | hand | {'exact': '1'})}"


PAGE = Page(
    path="/report",
    title="How exact",
    parts={"solve": PageRequest(SolveRequest), "list": PageRequest(ListFileRequest)},
    body=lambda view: join_html(),
    usual={"game": "holdem"},
    files=dict.fromkeys(("csv", "json", "png", "txt"), ListFileRequest),
    written={"spot.json": lambda summary: to_text(summary, indent=1) + "\n"},
    tidy=tidy,
    elsewhere=_address,
)
