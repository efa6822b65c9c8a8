"""The page of a table of two to ten seats: felt, decision tree, ranges, and menus of common formats.

The menus offer common formats and tables of card rooms, with their texts and links.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from jamfold.betting.hand import is_exactly_solvable
from jamfold.betting.posts import POSTED
from jamfold.betting.rooms import RoomTable, find_room, rooms
from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.prizes import PANEL
from jamfold.cases.rooms import FEES, room_texts
from jamfold.cases.table import (
    AOF,
    PRESETS,
    Preset,
    TableDecisionRequest,
    TableFileRequest,
    TableHandRequest,
    TableNeedsRequest,
    TableRequest,
    TableTextRequest,
)
from jamfold.cases.worth import RakeRequest
from jamfold.core.display import capitalized
from jamfold.core.errors import SituationError
from jamfold.views.felt import felt, ring
from jamfold.views.html import Html, bar, element, join_html
from jamfold.web.jobs import FAILED
from jamfold.web.page.form import card, chip, hidden, line_input, presets
from jamfold.web.page.layout import GO, Page, PageRequest, PageState, Texts, always, needs_part, with_words

FEE_FIELDS = tuple(name for name in TableRequest.fields_in_panel(FEES) if name not in ("room", "room_file"))


def room_menu(view: PageState) -> Html:
    """The tables of card rooms, folded away: each link fills in one and solves it."""
    current = room_of(view.texts["room"])
    listed = [room for room in rooms().values() if room.name != AOF and not room.flop_first]
    links = [room_link(view, room, _words(room), f"room-{room.name}") for room in listed]
    return element(
        "details",
        element("summary", "Rooms", element("b", f" {current.house}") if current else None, class_="chip"),
        element("div", links, class_="row", role="group", aria_label="Rooms"),
        id="rooms",
    )


def room_link(view: PageState, room: RoomTable, words: str, id_: str) -> Html:
    """A link that fills in a room's table and solves it."""
    plain = dict.fromkeys((*FEE_FIELDS, *RakeRequest.field_specs(), "room"), "")
    is_here = view.texts["room"] == room.name
    return _format_link(view, words, id_, plain | room_texts(room), is_here=is_here)


def _format_link(view: PageState, words: str, id_: str, texts: Texts, *, is_here: bool) -> Html:
    """A link that fills in some texts and solves what they say."""
    address = view.page.address(view.texts | texts | {"node": "", "ranges": "", "respond": ""})
    return chip(words, with_words(address, f"{GO}=solve"), is_current=is_here, id=id_)


def _words(room: RoomTable) -> str:
    blinds = "" if room.blinds is None else " {:g}/{:g}".format(*room.blinds)
    game = "" if room.game is None else f" {room.game}"
    return f"{room.house}{game}{blinds}, {room.seats} × {room.stack:g} bb"


def room_of(name: str) -> RoomTable | None:
    """The room of a name, or None."""
    try:
        return find_room(name)
    except SituationError:
        return None


def tidy(texts: Texts) -> Texts:
    """The texts of a named format or room; other texts of the address take precedence."""
    room = room_of(texts.get("room") or texts.get("preset", ""))
    preset = PRESETS.get(texts.get("preset", ""))
    if room is None and preset is None:
        return texts
    values = {name: text for name, text in texts.items() if text.strip() and name != "preset"}
    own = _format(preset) if room is None and preset is not None else {} if room is None else room_texts(room)
    left_out = (*(_SEATS if "stacks" in values else ()), *(("share",) if "jackpot_size" in values else ()))
    return {name: text for name, text in own.items() if name not in left_out} | values


_SEATS = ("seats", "stack", "stacks", "prizes")


def _format(preset: Preset) -> Texts:
    prizes = " ".join(preset.prizes)
    return {"seats": str(preset.seats), "stack": preset.stack, "stacks": "", "prizes": prizes}


def _is_here(view: PageState, preset: Preset) -> bool:
    return all(view.texts[name] == text for name, text in _format(preset).items())


def preset_link(view: PageState, name: str, preset: Preset) -> Html:
    """A link that fills in a common format and solves it."""
    words = f"{capitalized(preset.words.split(',')[0])}, {preset.seats} × {preset.stack.replace('bb', ' bb')}"
    return _format_link(view, words, f"preset-{name}", _format(preset), is_here=_is_here(view, preset))


_FILES = {"csv": "CSV", "json": "JSON", "profile.json": "Strategies", "png": "PNG", "svg": "SVG"}
_RAKE = tuple(name for name in RakeRequest.field_specs() if name in TableRequest.fields_in_panel(PANEL))
_PRIZES = tuple(name for name in TableRequest.fields_in_panel(PANEL) if name not in _RAKE)
_CHIPS = {
    "Stacks": ("stacks",),
    "Prizes": _PRIZES,
    "Rake": _RAKE,
    "Fees and jackpot": FEE_FIELDS,
    "Blinds and antes": (*POSTED, "dead", "max_allin", "whole_chips"),
    "Raises": ("open", "raises", "limit"),
    "Sampling": ("seconds", "gain", "seed"),
    "Fixed ranges": ("ranges", "respond"),
}
"""Fields folded away behind chips, by the label of the chip."""
_MOST_WORDS = 32
"""Longest value that a chip shows, in characters."""


def without_equal_stacks(texts: Texts) -> Texts:
    """The texts without seats and equal stack if every stack is entered."""
    return texts | {"seats": "", "stack": ""} if texts["stacks"].strip() else texts


def _node(texts: Texts, result: dict[str, Any]) -> str:
    """The selected decision: that of the address, or the first."""
    nodes = {entry["node"] for entry in result["nodes"]}
    return texts["node"] if texts["node"] in nodes else result["first"]


def _of_decision(
    kind: type[TableDecisionRequest], texts: Texts, result: dict[str, Any], **more: str
) -> TableDecisionRequest | None:
    """A request about the selected decision of this solution."""
    decision = {"table_id": result["id"], "node": _node(texts, result)}
    return kind.from_strings(texts | decision | more) if result["first"] else None


def _hand(texts: Texts, result: dict[str, Any]) -> TableDecisionRequest | None:
    cards = texts["hand"].strip()
    return _of_decision(TableHandRequest, texts, result, cards=cards) if cards else None


def _text(texts: Texts, result: dict[str, Any]) -> TableDecisionRequest | None:
    return _of_decision(TableTextRequest, texts, result) if texts["as"] == "text" else None


def _take_answers(view: PageState) -> None:
    """Report a decision that the table does not have; drop it and the first one from the address."""
    result, node = view.result("solve"), view.texts["node"]
    if result is None or not node:
        return
    current = _node(view.texts, result)
    if current != node:
        view.errors["node"] = f"This table has no decision '{node[:40]}': the first one is shown."
    view.texts["node"] = "" if current == result["first"] else current


def _body(view: PageState) -> Html:
    result = view.result("solve")
    job = view.jobs.get("solve")
    is_open = job is not None and job.open
    is_waiting = "solve" not in view.questions or (result is None and is_open and view.is_quick("solve"))
    later = element("p", "The range of each decision appears here when the table is solved.", class_="note")
    parts = {"Range": _range(view) if result else later, "The table": _seats(view)}
    parts |= {"Your hand": _looked(view)} if result else {}
    cards = [card(name, inside) for name, inside in parts.items()]
    is_asked = "solve" in view.questions
    columns = [element("div", column) for column in (cards[:1], cards[1:]) if is_asked]
    return element(
        "div",
        _strip(view),
        element("div", _line(view), class_="row line", id="line"),
        element("div", columns, class_="columns", id="solved", data_hold=is_waiting),
        class_="table-page",
    )


def _strip(view: PageState) -> Html:
    """Format, game, seats and stacks in labelled groups; all else folded away, with its value."""
    formats = [room_link(view, rooms()[AOF], "All-in-or-fold cash, 4 × 8 bb", f"preset-{AOF}")]
    formats += [preset_link(view, name, preset) for name, preset in PRESETS.items()]
    if view.texts["room"] != AOF and not any(_is_here(view, preset) for preset in PRESETS.values()):
        formats.append(element("a", "Custom", aria_current="true"))
    is_equal = not view.texts["stacks"].strip()
    plain = join_html(view.seat_links(), view.fields("solve", "stack"))
    later = () if view.result("solve") else ("hand", "as")
    hidden_texts = view.hidden("node", "room", *later, *(() if is_equal else ("seats", "stack")))
    return element(
        "section",
        view.segments("Format", formats),
        view.fields("solve", "game"),
        plain if is_equal else None,
        [_chip(view, words, names) for words, names in _CHIPS.items()],
        room_menu(view),
        hidden_texts,
        class_="fields controls strip",
        aria_label="The game",
    )


def _chip(view: PageState, words: str, names: tuple[str, ...]) -> Html:
    """Fields behind a chip that shows their values."""
    usual = view.page.usual_texts()
    fields = [TableRequest.field_specs()[name] for name in names]
    labels = dict(pair for field in fields for pair in field.parts)
    texts = {name: " ".join(view.texts[name].split()) for name in labels}
    value = ", ".join(
        text if name == names[0] else f"{labels[name].lower()} {text}"
        for name, text in texts.items()
        if text != usual[name]
    )
    short = f"{value[:_MOST_WORDS]} …" if len(value) > _MOST_WORDS else value
    inputs = [
        join_html(view.fields("solve", name, stacks="Stacks: SB, BB, … BTN"), _presets(view, name))
        for name in names
    ]
    return element(
        "details",
        element("summary", words, element("b", f" {short}") if short else None, class_="chip"),
        element("div", inputs, class_="fields"),
        open=any(name in view.errors for name in labels) or (names[0] == "ranges" and short != ""),
        id=f"chip-{names[0]}",
    )


def _presets(view: PageState, name: str) -> Html | None:
    game = GAMES.get(canonical_name(view.texts["game"]))
    return presets(game, name, is_one_of_many=True) if name == "ranges" else None


def _line(view: PageState) -> Html:
    """The accuracy in one line, and buttons to solve, stop and solve again."""
    result, job = view.result("solve"), view.jobs.get("solve")
    words = "Solve again" if job is not None and job.gone else "Solve"
    return join_html(
        view.button("solve", words) if "solve" in view.questions else None,
        None if result is None else _bound(result, _node(view.texts, result)),
        view.status("needs"),
        view.status("solve"),
        view.answer("needs") if result is not None or job is None else None,
    )


def _bound(result: dict[str, Any], node: str) -> Html:
    """The accuracy; for a sampled table also how many hands of the decision are clear."""
    decision = next((entry for entry in result["nodes"] if entry["node"] == node), {"clear": 0, "hands": 0})
    clear = f"{decision['clear']:,} of {decision['hands']:,} hands are clear"
    return join_html(
        element("p", ring(decision["clear"] / decision["hands"]), element("b", clear), class_="row")
        if decision["clear"] < decision["hands"]
        else None,
        element("p", element("b", result["bound"]), id="bound"),
        element("p", result["response"], id="response") if result["response"] else None,
        element("details", element("summary", "How exact"), Html(result["exactness"]), id="exactness"),
    )


def _seats(view: PageState) -> Html | None:
    """The felt, and below it the decision tree."""
    result, question, job = view.result("solve"), view.questions.get("solve"), view.jobs.get("solve")
    if result is not None:
        node = _node(view.texts, result)
        nodes = {entry["node"]: entry for entry in result["nodes"]}
        decision = nodes.get(node)
        first = {entry["seat"]: entry["node"] for entry in reversed(result["nodes"])}
        middle = ["No decisions"] if decision is None else decision["words"].split(", ")
        return join_html(
            felt(
                result["seats"],
                middle,
                "" if decision is None else decision["seat"],
                lambda seat: _address(view, first[seat["name"]]) if seat["name"] in first else None,
            ),
            view.error("node"),
            None if decision is None else _ways(view, decision, result["nodes"]),
        )
    if not isinstance(question, TableRequest):
        return None
    progress = {} if job is None else job.progress
    seats = question.seats_at_table
    opens = progress.get("jams") or [None] * len(seats)
    seats_drawn = [
        {"name": name, "stack": stack, "opens": share}
        for (name, stack), share in zip(seats, opens, strict=False)
    ]
    words = progress.get("words", "") if job is not None and job.open else ""
    return felt(seats_drawn, words.split(", ", 1) if words else [question.rules.title])


def _address(view: PageState, node: str) -> str:
    return view.page.address(view.texts | {"node": node})


def _ways(view: PageState, decision: dict[str, Any], nodes: list[dict[str, Any]]) -> Html:
    """The path to the decision, its actions and what follows; the seat's other decisions."""
    before = [
        _step(view, way["words"], way["node"]) if way["node"] else element("span", way["words"])
        for way in decision["before"]
    ]
    now = f"{decision['seat'].upper()} {decision['does']} {decision['percent']:.1f}%"
    shares = (decision["percent"], 100 - decision["percent"])
    line = [
        part
        for fragment in [*before, element("span", now, class_="chip", aria_current="step")]
        for part in (element("span", "›", aria_hidden="true"), fragment)
    ][1:]
    then = [
        element("p", element("span", way["words"]), bar(share / 100), _step(view, way["then"], way["node"]))
        for way, share in zip(decision["ways"], shares, strict=False)
        if way["node"]
    ]
    siblings = [node for node in nodes if node["seat"] == decision["seat"]]
    links = [_other(view, other, decision) for other in siblings]
    return element(
        "div",
        element("h2", "Decision tree"),
        element("div", line, class_="row path"),
        element("div", then, class_="then"),
        element("h2", f"All decisions of {decision['who']}") if len(siblings) > 1 else None,
        element("div", links, class_="row") if len(siblings) > 1 else None,
        id="ways",
    )


def _step(view: PageState, words: str, node: str) -> Html:
    return chip(words, _address(view, node), data_node=node)


def _other(view: PageState, other: dict[str, Any], current: dict[str, Any]) -> Html:
    words = f"{other['facing']}: {other['does']} {other['percent']:.1f}%"
    node, title = other["node"], f"Decision comes up {other['often']}"
    return chip(words, _address(view, node), is_current=other is current, data_node=node, title=title)


def _range(view: PageState) -> Html:
    """The range of the decision, with text and files."""
    job = view.jobs.get("decision")
    is_lost = job is not None and job.state == FAILED
    return join_html(
        view.status("decision"),
        element(
            "div", element("div", id="decision-answer") if is_lost else view.answer("decision"), id="range"
        ),
        _as_text(view),
        view.file_row(**_FILES) if not is_lost else None,
    )


def _looked(view: PageState) -> Html:
    """The hand that was typed, at the decision."""
    job = view.jobs.get("decision")
    looked = join_html(
        element("label", "Your hand", for_="hand"),
        line_input("hand", view.texts["hand"], view.errors.get("hand", ""), placeholder="K7o, or KhTd"),
        view.status("hand"),
    )
    is_unknown = (job is not None and job.state == FAILED) or "hand" in view.errors
    fragment = element("div", id="hand-answer") if is_unknown else view.answer("hand")
    return element("div", element("div", looked, class_="field"), fragment, class_="looked")


def _as_text(view: PageState) -> Html:
    """The range of the decision as text, to copy or to fix and edit."""
    result = view.result("text")
    is_open = view.texts["as"] == "text"
    address = view.page.address(view.texts | {"as": "" if is_open else "text"})
    toggle = element("p", chip("Copy range", address, is_current=is_open, id="as-range"), class_="row")
    fragment = hidden("as", "text") if is_open else None
    if result is None:
        return element("div", toggle, fragment, view.status("text") if is_open else None, id="text")
    area = element("textarea", result["text"], id="range-text", readonly=True, rows="4", aria_label="Range")
    copy = element("button", "Copy", type="button", class_="chip", data_copy=result["text"])
    give = chip("Fix this range and edit it", _address_with_range(view, result["text"]), id="give-range")
    note = element("p", result["words"], class_="note", id="range-note")
    box = element("div", area, class_="field wide")
    return element("div", toggle, fragment, note, box, element("p", copy, give, class_="row"), id="text")


def _address_with_range(view: PageState, text: str) -> str:
    """The address with this range among the fixed ones."""
    node = _node(view.texts, view.result("solve"))
    lines = [
        line
        for line in view.texts["ranges"].splitlines()
        if line.strip() and line.partition(":")[0].strip() != node
    ]
    return view.page.address(view.texts | {"ranges": "\n".join([*lines, f"{node}: {text}"])})


_GONE = {"table_id": "decision"}

PAGE = Page(
    path="/table",
    title="Tables, two to ten players",
    parts={
        "solve": PageRequest(
            TableRequest,
            quick=lambda question: is_exactly_solvable(question.rules, question.hand),
            unless="needs",
            stopped="Stopped. Progress is saved: Solve continues from there.",
        ),
        "needs": needs_part(TableNeedsRequest, "solve"),
        "decision": PageRequest(
            TableDecisionRequest,
            quick=always,
            after="solve",
            of=partial(_of_decision, TableDecisionRequest),
            at=_GONE,
            bound=("table_id", "node"),
        ),
        "hand": PageRequest(TableHandRequest, quick=always, after="solve", of=_hand, at=_GONE),
        "text": PageRequest(TableTextRequest, quick=always, after="solve", of=_text, at=_GONE),
    },
    picture="felt",
    body=_body,
    usual={"game": "holdem", "seats": "3", "stack": "10bb", "node": ""},
    own=("hand", "as"),
    files=dict.fromkeys(_FILES, TableFileRequest),
    tidy=tidy,
    asked=without_equal_stacks,
    on_answers=_take_answers,
)
