"""Jam or fold on a flop: both ranges at once; all flops, and three or more seats."""

from __future__ import annotations

from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.flops import FlopChartRequest, FlopRequest, FlopTableRequest
from jamfold.views.formats import game_titles
from jamfold.views.html import Html, element, join_html
from jamfold.web.page.form import deck
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts
from jamfold.web.page.range_inputs import presets

_BEST = (
    "Blinds are 0.5 and 1 bb. With a pot before the flop betting, such as 6bb, nobody posts, and "
    "stacks are what is left behind."
)
_RAKE = ("rake", "cap")
_RANGES = {"sb_range": "small blind", "bb_range": "big blind"}
_SEATS = {str(count): str(count) for count in range(3, 7)}
_MORE = "Three seats and more: deals are sampled for half a minute."
_ALL = "Solves every flop exactly. Takes minutes; you can stop and resume."


def _at_table(texts: Texts) -> FlopTableRequest:
    """Three or more seats that all post blinds."""
    return FlopTableRequest.from_strings(texts | {"pot": ""})


def _body(view: PageState) -> Html:
    more = [element("div", view.outcome(part)) for part in ("several", "flops")]
    answers = element("div", view.outcome("solution"), more, id="answers")
    return element("div", _controls(view), answers, class_="answer-first cards-below")


def _controls(view: PageState) -> Html:
    """Game, flop and stacks in one row; ranges, rake and slow options folded away."""
    game = GAMES.get(canonical_name(view.texts["game"]))
    ranges = [
        join_html(view.fields("solution", name), presets(game, name, whose))
        for name, whose in _RANGES.items()
    ]
    pot = view.fields("solution", "pot", *_RAKE, pot="Pot before the flop betting")
    seats = join_html(
        element("p", _MORE, class_="note"),
        view.choice("several", "seats", "Seats", _SEATS),
        view.fields("several", "stack", "seconds"),
        view.button("several", "Solve table"),
    )
    flops = join_html(element("p", _ALL, class_="note"), view.button("flops", "Solve all flops"))
    return element(
        "div",
        view.choice("solution", "game", "Game", game_titles()),
        view.fields("solution", "flop", "stacks"),
        view.button("solution", "Solve flop"),
        deck("Pick cards", "flop", view.texts["flop"], 3, game.lowest_rank if game else 0),
        view.folded("Ranges", join_html(*ranges), *_RANGES),
        view.folded("Pot, rake", join_html(element("p", _BEST, class_="note"), pot), "pot", *_RAKE),
        view.folded("Three to six seats", seats, part="several"),
        view.folded("All flops", flops, part="flops"),
        class_="fields controls",
    )


PAGE = Page(
    path="/flop/jam",
    title="Jam or fold on a flop",
    parts={
        "solution": PageRequest(FlopRequest, quick=lambda question: question.rules.ranks_all_holdings),
        "flops": PageRequest(FlopChartRequest),
        "several": PageRequest(FlopTableRequest, read=_at_table),
    },
    picture="answers",
    body=_body,
    usual={"flop": "Kh 7d 2c", "stack_sb": "5bb", "stack_bb": "5bb", "seats": "3", "stack": "5bb"},
)
