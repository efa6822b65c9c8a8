"""The winning chance of a hand on a flop, and how strength is spread over all flops."""

from __future__ import annotations

from collections.abc import Mapping

from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.chances import ChanceRequest, DistributionFileRequest, DistributionRequest
from jamfold.cases.flops import FlopChartRequest, FlopRequest, FlopTableRequest
from jamfold.views.formats import game_titles
from jamfold.views.html import Html, choose, element, join_html
from jamfold.web.page.form import deck
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always
from jamfold.web.page.range_inputs import presets

_WAYS = {
    "": "Nobody folds",
    "fold_below": "Fold below a strength",
    "fold_share": "The weakest share folds",
    "fold_curve": "Fold by a curve",
    "folds_of": "Fold as in my imported hands",
}
"""The entries that say who folds."""
_OF = {"all": "of all hands on all flops", "flop": "of the holdings on this flop"}
_OLD_NAMES = {"own": "hand", "of": "share_of"}
"""Names in older links."""
_EXAMPLES = {
    "fold_below": "45%",
    "fold_share": "30%",
    "fold_curve": "0.3:1, 0.5:0.5, 0.7:0",
    "folds_of": "all",
}
"""What the fields about folding hold at first."""
_FILES = {"png": "PNG", "svg": "SVG", "csv": "CSV", "json": "JSON"}
_SPREAD = (
    "Hand strength is equity against one random hand, turn and river open; counted once, then kept. The "
    "folding you assume is marked."
)


_BEST = (
    "The small blind jams or folds with this flop on the table, the big blind calls or folds: the "
    "equilibrium over all hands, or over the ranges given. Blinds are 0.5 and 1; with a pot already there, "
    "such as 6bb, nobody posts anything, and stacks are what is left behind."
)
_RAKE = ("rake", "cap")
_RANGES = {"sb_range": "small blind", "bb_range": "big blind"}
_SEATS = {str(count): str(count) for count in range(3, 7)}
_MORE = (
    "Three seats and more: deals are sampled for half a minute, and the answer says what every seat could "
    "gain at most."
)
_ALL = "Every flop with every hand, exactly: it takes minutes, and a stopped run resumes where it left off."


def read_address(words: Mapping[str, str]) -> Texts:
    """Texts of the fields from the words of an address, old or new."""
    texts = {_OLD_NAMES.get(name, name): text for name, text in words.items()}
    way = texts.get("way", next((way for way in _WAYS if way and way in texts), ""))
    texts["way"] = next((one for one in (way, f"fold_{way}") if one in _WAYS), "")
    return texts


def _asked(texts: Texts) -> Texts:
    """The texts without those about folding that are not chosen."""
    left_out = dict.fromkeys((way for way in _WAYS if way and way != texts["way"]), "")
    return texts | left_out | ({} if texts["way"] == "fold_share" else {"share_of": ""})


def _played(texts: Texts) -> Texts:
    """The texts of jam or fold: its pot is not that of the winning chance, the game may be another one."""
    return texts | {"pot": texts["lying"], "game": texts["played"] or texts["game"]}


def _at_table(texts: Texts) -> Texts:
    """The texts of three seats and more, who all post their blinds."""
    return _played(texts) | {"pot": ""}


def _body(view: PageState) -> Html:
    chance = join_html(view.status("chance"), view.answer("chance"))
    return element(
        "div",
        element(
            "div",
            element("section", _form(view), class_="card", aria_label="The question"),
            element("section", _best_answers(view), class_="card", aria_label="Jam or fold"),
            element("section", _distribution(view), class_="card", aria_label="Strength of all hands"),
        ),
        element(
            "div",
            element("section", chance, class_="card", aria_label="The answer"),
            view.answer("solution"),
            view.answer("flops"),
            view.answer("several"),
        ),
        class_="columns turned",
    )


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
        deck("Click your hand", "hand", view.texts["hand"], 2, lowest),
        view.fields("chance", "flop"),
        deck("Click the flop", "flop", view.texts["flop"], 3, lowest),
        view.choice("chance", "opponents", "Opponents", numbers),
        choose("way", "Who folds", _WAYS, way),
        view.fields("chance", way) if way else None,
        of,
        view.fields("chance", "pot", "call"),
        sample,
    )
    return element("div", fields, class_="fields")


def _best_answers(view: PageState) -> Html:
    game = GAMES.get(canonical_name(view.texts["played"] or view.texts["game"]))
    pot = element("input", id="lying", name="lying", value=view.texts["lying"], autocomplete="off")
    fields = join_html(
        choose("played", "Game", {"": "As above"} | game_titles(), view.texts["played"]),
        view.error("played"),
        view.fields("solution", "stacks"),
        element("div", element("label", "Pot already there", for_="lying"), pot, class_="field"),
        view.error("lying"),
        [
            join_html(view.fields("solution", name), presets(game, name, whose))
            for name, whose in _RANGES.items()
        ],
        view.folded("Rake", view.fields("solution", *_RAKE), *_RAKE),
    )
    seats = join_html(
        view.choice("several", "seats", "Seats", _SEATS),
        view.fields("several", "stack", stack="Stack of each"),
    )
    return join_html(
        element("h2", "Against opponents who answer best"),
        element("p", _BEST, class_="note"),
        element("div", fields, class_="fields"),
        element("div", view.button("solution", "Solve this flop"), class_="row"),
        view.status("solution"),
        element("p", _ALL, class_="note"),
        element("div", view.button("flops", "Solve all flops"), class_="row"),
        view.status("flops"),
        element("p", _MORE, class_="note"),
        element("div", seats, class_="fields"),
        element("div", view.button("several", "Solve this table"), class_="row"),
        view.status("several"),
    )


def _distribution(view: PageState) -> Html:
    files = element("p", view.files(**_FILES), class_="row")
    return join_html(
        element("h2", "Strength of all hands on all flops"),
        element("p", _SPREAD, class_="note"),
        element("div", view.button("distribution", "Show the distribution"), class_="row"),
        view.status("distribution"),
        view.answer("distribution"),
        files if view.result("distribution") is not None else None,
    )


PAGE = Page(
    path="/flop",
    title="Winning chance on the flop",
    parts={
        "chance": PageRequest(
            ChanceRequest, quick=always, read=lambda texts: ChanceRequest.from_strings(_asked(texts))
        ),
        "solution": PageRequest(
            FlopRequest, read=lambda texts: FlopRequest.from_strings(_played(texts)), at={"pot": "lying"}
        ),
        "flops": PageRequest(
            FlopChartRequest,
            read=lambda texts: FlopChartRequest.from_strings(_played(texts)),
            at={"game": "played", "pot": "lying"},
        ),
        "several": PageRequest(
            FlopTableRequest, read=lambda texts: FlopTableRequest.from_strings(_at_table(texts))
        ),
        "distribution": PageRequest(
            DistributionRequest, read=lambda texts: DistributionRequest.from_strings(_asked(texts))
        ),
    },
    picture="chance-answer",
    body=_body,
    usual={
        "hand": "As Kd",
        "flop": "Kh 7d 2c",
        "share_of": "all",
        "stack_sb": "5bb",
        "stack_bb": "5bb",
        "seats": "3",
        "stack": "5bb",
        **_EXAMPLES,
    },
    own=("way", "played", "lying"),
    files=dict.fromkeys(_FILES, lambda texts: DistributionFileRequest.from_strings(_asked(texts))),
    tidy=read_address,
)
