"""Played hands: drop files or paste text, then what the decisions cost, most expensive mistakes first."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from jamfold.cases.entries import CaseRequest
from jamfold.cases.hands import BuildRequest, HandRequest
from jamfold.cases.histories import (
    HistoryExplainRequest,
    HistoryImportRequest,
    HistoryOpponentsFileRequest,
    HistoryOpponentsRequest,
    HistoryPlayersRequest,
    HistoryReportFileRequest,
    HistoryReportRequest,
    HistoryTablesRequest,
)
from jamfold.core.errors import HistoryError
from jamfold.histories.decisions import SMALL
from jamfold.histories.filters import LARGER_NOT_SOLVED
from jamfold.views.formats import SEAT_WORDS, game_titles
from jamfold.views.html import Html, element, join_html
from jamfold.web.page.form import card, chip, chooser, drop_area, hidden
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always
from jamfold.web.uploads import FOLDERS, import_histories

_LEAD = (
    "See what your jam-or-fold decisions cost against the exact equilibrium at your actual stacks. Your "
    "hands stay on this machine; uploaded files are read, not stored."
)
_SITES = (
    "PokerStars, GGPoker, Winamax, 888poker, PartyPoker, Full Tilt, WPN, Ignition, iPoker, BetOnline, "
    "Unibet, KingsClub, Cake, Merge and PKR, and files in PHH or OHH."
)
_OTHERS = "/histories/opponents"
_OPPONENTS = (
    "How often each opponent jams and calls, compared with equilibrium in the same spots. "
    "Seat is the opponent's."
)
_RESTED = ("depth", "max_s", "prizes", "tables", "anonymise")
_ROOM = ("room", "fee", "fee_on", "pool", "share", "fortune", "rake", "rakeback")
_AGAIN = "3000"
"""Milliseconds between two requests while a folder is watched."""
_AT_PANEL = dict.fromkeys((*HandRequest.field_specs(), "hand"), "why")
"""Errors of the explained decision are shown in its panel."""
_NEW = ("import", "pasted", "build", "larger")


def _nothing(texts: Texts) -> CaseRequest:
    raise HistoryError("No hands yet. Paste hands or choose files.", field="import")


def _built(texts: Texts) -> CaseRequest:
    return BuildRequest(game=texts["table"])


def _asked_hand(texts: Texts) -> HandRequest | None:
    return HandRequest.from_strings(dict(parse_qsl(texts["why"]))) if texts["why"] else None


def _body(view: PageState) -> Html:
    players = view.result("players")
    sample = _is_sample(view)
    if players == [] and not sample and not view.texts["player"]:
        view.placed.add("player")  # there is nobody yet, which is no mistake
        head = element("h2", "What do your jam-or-fold mistakes cost?")
        return join_html(
            head, _watched(view), _taking(view), _read(view), view.status("players"), view.hidden("seconds")
        )
    return _after(view, players or [])


def _watched(view: PageState) -> Html | None:
    """The watched folders; the page refreshes by itself."""
    if not FOLDERS or _is_sample(view):
        return None
    words = f"New hands in {', '.join(FOLDERS)} are imported as they are written, and this page updates."
    return element("p", words, id="watched", class_="note", data_follow=_AGAIN)


def _is_sample(view: PageState) -> bool:
    return view.texts["sample"] in ("1", "true")


def _taking(view: PageState) -> Html:
    """The drop area and the text field, both of the posted form."""
    files = element(
        "p",
        element("b", "Drop hand histories here"),
        " or ",
        chooser("history-files", "choose files"),
        " or ",
        chooser("history-folder", "a folder", webkitdirectory=True),
        chip("Try sample hands", "/histories?sample=1"),
        class_="ways",
    )
    area = element(
        "textarea",
        id="text",
        name="text",
        form="posted",
        rows="5",
        placeholder="Or paste hands for an instant review",
        aria_label="Or paste hands",
        spellcheck="false",
        data_paste="history-paste",
    )
    button = element("button", "Import", id="history-paste", form="posted", class_="go")
    notes = [element("p", words, class_="note") for words in (_LEAD, _SITES)]
    field = element("div", area, class_="field")
    return drop_area("history-drop", "Your histories", files, field, button, notes)


def _read(view: PageState) -> Html:
    """The result of the import, and what a pasted hand cost."""
    parts = [part for part in ("pasted", "import") if part in view.jobs or part in view.errors]
    return element("div", map(view.outcome, parts), id="history-read", aria_live="polite")


def _after(view: PageState, players: list[dict[str, object]]) -> Html:
    is_open = "import" in view.errors
    adding = element("details", element("summary", "Import hands"), _taking(view), id="adding", open=is_open)
    inside = element(
        "div",
        _read(view),
        view.status("build"),
        view.status("players"),
        view.status("report"),
        _larger(view),
        view.answer("report", "Reading your hands \u2026"),
    )
    return join_html(
        element("div", _player_form(view, players), _filters(view), adding, class_="fields controls who"),
        _watched(view),
        view.error("player"),
        element("div", inside, _why(view), class_="explained"),
    )


def _why(view: PageState) -> Html:
    """The explanation of one decision next to the report; the script writes its id into the field."""
    texts, question = view.texts, view.questions.get("why")
    field = hidden("why", texts["why"], id="why-asked")
    if not texts["why"]:
        return field
    head = strategy = None
    if isinstance(question, HandRequest):
        depth = min(question.situation.stacks) / question.level.big_blind
        head = element("h2", f"{SEAT_WORDS[question.position].capitalize()}, {depth:.4g} bb")
        seat = "jam" if question.position == SMALL else "call"
        hand = urlencode({"hand": question.cards or "", "seat": seat})
        words = f"{question.spot.to_query_string(game='')}&{hand}"
        strategy = chip("Strategy", f"/?{words}")
    close = chip("Close", view.page.address(texts | {"why": ""}), data_why="", data_key="Escape")
    row = element("div", head, strategy, close, class_="row")
    answer = view.answer("why") if view.result("why") else None
    return join_html(field, card("Why", row, view.status("why"), answer, id="why", tabindex="-1"))


def _player_form(view: PageState, players: list[dict[str, object]]) -> Html:
    result = view.result("report")
    name = str(result["summary"]["player"]) if result else view.texts["player"]
    text = view.texts["player"]
    names = {"": "all players with saved histories"} | ({text: text} if text else {})
    names |= {str(player["player"]): f"{player['player']} ({player['decisions']:,})" for player in players}
    change = element(
        "details",
        element("summary", "Change", class_="chip"),
        element("div", view.choice("report", "player", "Player", names), class_="fields"),
    )
    own = chip("Use your own", "/histories")
    sample = element("p", "These are sample hands. ", own, class_="sampled") if _is_sample(view) else None
    return element("div", element("h2", "Player: ", element("b", name or "…")), change, sample, class_="you")


def _stacks() -> list[tuple[str, str]]:
    """Bands of stacks and their labels."""
    words = HistoryReportRequest.field_specs()["stack"].entry.choices
    return [(word, word.replace("-", "–")) for word in words]


def _common_filters(view: PageState, part: str) -> Html:
    """Game, seat and stacks, the filters that all parts of the report share."""
    stacks = {word: "All stacks" if word == "all" else f"{name} bb" for word, name in _stacks()}
    return join_html(
        view.choice(part, "game", "Game", {"": "All games", **game_titles()}),
        view.choice(part, "seat", "Seat", {"all": "All seats", **SEAT_WORDS}),
        view.choice(part, "stack", "Stacks", stacks),
    )


def _filters(view: PageState) -> Html:
    files = view.file_row(html="Export report (HTML)", csv="Export decisions (CSV)")
    depths = {word: "All" if word == "all" else name for word, name in _stacks()}
    more = join_html(
        view.choice("report", "depth", "Ante-adjusted stacks", depths),
        view.fields("report", *_RESTED[1:]),
        view.fold("report", "Table fees (room)", *_ROOM),
        files,
    )
    folded = view.folded("More filters and exports", more, *_RESTED)
    return join_html(_common_filters(view, "report"), _sample_mark(view), folded)


def _sample_mark(view: PageState) -> Html | None:
    """Keeps the sample hands while filters change."""
    return hidden("sample", "1") if _is_sample(view) else None


def _waiting(view: PageState) -> int:
    """Decisions at tables of four to ten that the report has not evaluated yet."""
    report = view.result("report")
    left = report["summary"]["larger"]["left_out"] if report and report["summary"]["larger"] else []
    return sum(group["count"] for group in left if group["reason"] == LARGER_NOT_SOLVED)


def _begins(view: PageState) -> bool:
    """Whether tables of four to ten are solved now: while the report waits for any."""
    last = view.result("larger")
    is_in_vain = last is not None and not last["summary"]["spots"]
    return not _is_sample(view) and not is_in_vain and _waiting(view) > 0


def _larger(view: PageState) -> Html:
    """Progress of the tables of four to ten, which are solved in the background, and a button to stop."""
    waiting, job = _waiting(view), view.jobs.get("larger")
    if _is_sample(view) or not (waiting or job is not None):
        return view.hidden("seconds")
    words = f"{waiting:,} of your decisions at tables of four to ten are not rated yet. "
    how = "Each spot is solved in the background, then the report updates."
    is_open = job is not None and job.open
    button, seconds = view.button("larger", "Rate them"), view.fields("larger", "seconds")
    is_left = bool(waiting) or is_open
    return card(
        "Tables of four to ten",
        element("p", words, how if is_open else None, class_="note") if waiting else None,
        element("div", view.status("larger"), button if is_left else None, class_="row"),
        None if is_open else view.answer("larger"),
        view.folded("Time per spot", join_html(seconds, None if is_left else button), "seconds"),
        id="larger-tables",
    )


def _opponents_body(view: PageState) -> Html:
    if "player" in view.errors:
        view.placed.add("player")  # there is nobody yet, which is no mistake
        own = chip("Import hands", "/histories")
        built_in = chip("Try sample hands", f"{_OTHERS}?sample=1&least=5")
        return element("div", element("p", _OPPONENTS), element("p", own, " ", built_in, class_="row"))
    least = view.fields("opponents", "least", least="Opportunities, at least")
    filters = _common_filters(view, "opponents")
    fields = element("div", filters, least, _sample_mark(view), class_="fields controls")
    files = view.file_row(csv="Export opponents (CSV)")
    return element(
        "div",
        fields,
        element("p", _OPPONENTS, class_="note"),
        view.status("opponents"),
        element("section", view.answer("opponents"), files, class_="card", id="opposed"),
        class_="answer-first cards-below",
    )


PAGE = Page(
    path="/histories",
    title="My hands",
    parts={
        "report": PageRequest(HistoryReportRequest, quick=lambda _: True, changed_by=_NEW),
        "players": PageRequest(HistoryPlayersRequest, quick=lambda _: True, changed_by=_NEW),
        "larger": PageRequest(
            HistoryTablesRequest,
            starts_automatically=_begins,
            stopped="Stopped. Spots solved so far are saved.",
        ),
        "build": PageRequest(
            BuildRequest, read=_built, by_job=True, stopped="Stopped. What was built so far is saved."
        ),
        "import": PageRequest(HistoryImportRequest, read=_nothing, by_job=True),
        "pasted": PageRequest(HistoryExplainRequest, read=_nothing, by_job=True),
        "why": PageRequest(HandRequest, quick=always, read=_asked_hand, at=_AT_PANEL),
    },
    body=_body,
    own=("table", "why"),
    files=dict.fromkeys(("html", "csv"), HistoryReportFileRequest),
    settled=lambda texts: texts | {"table": ""},
    posts=import_histories,
)

OPPONENTS = Page(
    path=_OTHERS,
    title="Opponents",
    parts={"opponents": PageRequest(HistoryOpponentsRequest, quick=lambda _: True)},
    body=_opponents_body,
    files={"csv": HistoryOpponentsFileRequest},
    asked=lambda texts: texts | {"player": ""},
)
