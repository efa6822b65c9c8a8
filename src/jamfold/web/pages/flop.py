"""The chance of a hand on a flop, and jam or fold on one.

Flop equity: the winning chance of a hand, and the distribution of strength over all flops.
Jam on a flop: both ranges at once; all flops, and three or more seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.flops import (
    ChanceRequest,
    DistributionFileRequest,
    DistributionRequest,
    FlopChartRequest,
    FlopRequest,
    FlopTableRequest,
)
from jamfold.views.formats import game_titles
from jamfold.views.html import Html, choose, element, join_html
from jamfold.web.page.form import card, deck, presets
from jamfold.web.page.layout import GO, Page, PageRequest, PageState, Texts, always

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


def _jam_body(view: PageState) -> Html:
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


JAM = Page(
    path="/flop/jam",
    title="Jam or fold on a flop",
    parts={
        "solution": PageRequest(FlopRequest, quick=lambda question: question.rules.ranks_all_holdings),
        "flops": PageRequest(FlopChartRequest),
        "several": PageRequest(FlopTableRequest, read=_at_table),
    },
    picture="answers",
    body=_jam_body,
    usual={"flop": "Kh 7d 2c", "stack_sb": "5bb", "stack_bb": "5bb", "seats": "3", "stack": "5bb"},
)

_WAYS = {
    "": "Never",
    "fold_below": "Below an equity",
    "fold_share": "Weakest share of hands",
    "fold_curve": "By curve",
    "folds_of": "As in my imported hands",
}
"""The fields that say who folds."""
_OF = {"all": "of all hands on all flops", "flop": "of the holdings on this flop"}
_OLD_NAMES = {"own": "hand", "of": "share_of"}
"""Names in older links."""
_EXAMPLES = {
    "fold_below": "45%",
    "fold_share": "30%",
    "fold_curve": "0.3:1, 0.5:0.5, 0.7:0",
    "folds_of": "all",
}
"""Initial texts of the fields about folding."""
_FILES = {"png": "PNG", "svg": "SVG", "csv": "CSV", "json": "JSON"}
_SPREAD = (
    "Hand strength is equity against one random hand, with turn and river to come. If opponents fold below a "
    "strength, it is marked."
)


def read_address(words: Mapping[str, str]) -> Texts:
    """The texts of an address, with old or new names."""
    texts = {_OLD_NAMES.get(name, name): text for name, text in words.items()}
    way = texts.get("way", next((way for way in _WAYS if way and way in texts), ""))
    texts["way"] = next((choice for choice in (way, f"fold_{way}") if choice in _WAYS), "")
    return texts


def _chosen_way(texts: Texts) -> Texts:
    """The texts without the fields of other ways to fold."""
    left_out = dict.fromkeys((way for way in _WAYS if way and way != texts["way"]), "")
    return texts | left_out | ({} if texts["way"] == "fold_share" else {"share_of": ""})


_NAMES_OF_JAM = {"lying": "pot", "played": "game"}
"""Parameters of older links to the flop page, and their names there."""


def _elsewhere(words: Mapping[str, str]) -> str:
    """The address on the flop page of a link about jam or fold; empty for other links."""
    if not ({*_NAMES_OF_JAM, "sb_range", "bb_range"} & words.keys() or words.get(GO) in JAM.parts):
        return ""
    texts = {name: text for name, text in words.items() if name not in ("pot", "call")}
    return f"{JAM.path}?{urlencode({_NAMES_OF_JAM.get(name, name): text for name, text in texts.items()})}"


def _body(view: PageState) -> Html:
    left = [card("The question", _form(view)), card("Equity distribution", _distribution(view))]
    right = card("The answer", view.outcome("chance"))
    return element("div", element("div", left), element("div", right), class_="columns turned")


def _form(view: PageState) -> Html:
    games = {name: title for name, title in game_titles().items() if GAMES[name].ranks_all_holdings}
    game = view.questions.get("chance")
    lowest = game.rules.lowest_rank if isinstance(game, ChanceRequest) else 0
    way = view.texts["way"]
    of = [view.choice("chance", "share_of", "Share", _OF)] if way == "fold_share" else []
    sample = [view.fields("chance", "deals", "seed")] if view.texts["opponents"] != "1" else []
    numbers = {str(count): str(count) for count in range(1, 9)}
    fields = join_html(
        view.choice("chance", "game", "Game", games),
        view.fields("chance", "hand"),
        deck("Pick your hand", "hand", view.texts["hand"], 2, lowest),
        view.fields("chance", "flop"),
        deck("Pick the flop", "flop", view.texts["flop"], 3, lowest),
        view.choice("chance", "opponents", "Opponents", numbers),
        choose("way", "Opponents fold", _WAYS, way),
        view.fields("chance", way) if way else None,
        of,
        view.fields("chance", "pot", "call", call="To call"),
        sample,
    )
    return element("div", fields, class_="fields")


def _distribution(view: PageState) -> Html:
    return join_html(
        element("h2", "Equity distribution on all flops"),
        view.step("distribution", _SPREAD, start="Show the distribution"),
        view.file_row(**_FILES) if view.result("distribution") is not None else None,
    )


PAGE = Page(
    path="/flop",
    title="Flop equity",
    parts={
        "chance": PageRequest(ChanceRequest, quick=always),
        "distribution": PageRequest(DistributionRequest),
    },
    picture="chance-answer",
    body=_body,
    usual={"hand": "As Kd", "flop": "Kh 7d 2c", "share_of": "all", **_EXAMPLES},
    own=("way",),
    files=dict.fromkeys(_FILES, DistributionFileRequest),
    tidy=read_address,
    asked=_chosen_way,
    elsewhere=_elsewhere,
)
