"""What chips are worth in prizes: a table with a line for each player, prizes, pairs, the next hands."""

from __future__ import annotations

import re
from typing import Any

from jamfold.errors import SituationError
from jamfold.hand.posts import POSTED
from jamfold.questions.future import FutureQuestion
from jamfold.questions.worth import IcmFileQuestion, IcmQuestion
from jamfold.views.html import Html, bar, element, joined
from jamfold.views.worth import MODEL_NAMES
from jamfold.web.front.page import Page, Part, Texts, View, always

_PRESETS = {
    "50 / 30 / 20": "50 30 20",
    "65 / 35": "65 35",
    "winner takes all": "100",
    "satellite, 2 seats": "1 1",
}
_HEADS = {"chip-share": "Count by chips", "none": "Count nothing"}
_SEATS = {2: ("small blind, button", "big blind"), 3: ("small blind", "big blind", "button")}
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
_LINE = re.compile(
    r"^\W*(?:\d+[.):]?\s+)?(?P<name>.*?)[\s:;|]*(?P<stack>\d[\d,.]*)\s*(?:bb|chips)?\W*$", re.IGNORECASE
)
"""A line of a lobby: a rank perhaps, a name, the chips."""


def tidy(texts: Texts) -> Texts:
    """Stacks one a line, however they were typed, pasted or linked; players of a lobby with their names."""
    texts = dict(texts)
    players = [found for line in texts.pop("lobby", "").splitlines() if (found := _LINE.match(line.strip()))]
    if players:
        texts["stacks"] = "\n".join(found["stack"].rstrip(".,") for found in players)
        texts["names"] = "\n".join(found["name"].strip() for found in players)
    if "stacks" in texts:
        lines = texts["stacks"].split("\n")
        texts["stacks"] = "\n".join(stack for line in lines for stack in _stacks(line, alone=len(lines) == 1))
    return texts


def _stacks(line: str, *, alone: bool) -> list[str]:
    """The stacks that stand in one field; commas part them where nothing else does."""
    words = line.replace(";", " ").split() or [""]
    if alone and len(words) == 1:
        return line.strip().strip(",").split(",")
    words = [word.strip(",") for word in words]
    return [word.replace(",", "") if _THOUSANDS.fullmatch(word) else word for word in words]


def players(texts: Texts) -> list[tuple[str, str]]:
    """Stack and name of every line, empty ones as well."""
    stacks, names = texts["stacks"].split("\n"), texts["names"].split("\n")
    return [(stack, names[k].strip() if k < len(names) else "") for k, stack in enumerate(stacks)]


def settled(texts: Texts) -> Texts:
    """The texts without empty lines, the same question."""
    kept = [(stack.strip(), name) for stack, name in players(texts) if stack.strip()]
    names = [name for _, name in kept]
    return texts | {
        "stacks": "\n".join(stack for stack, _ in kept),
        "names": "\n".join(name or f"Player {k}" for k, name in enumerate(names, 1)) if any(names) else "",
    }


def _icm(texts: Texts) -> IcmQuestion:
    return IcmQuestion.of_texts(settled(texts))


def _future(texts: Texts) -> FutureQuestion:
    if texts["bounty"].strip():
        raise SituationError("Future hands are played without bounties: leave them out.", field="bounty")
    if not (texts["blind_sb"].strip() or texts["blind_bb"].strip()):
        raise SituationError("Give the blinds of the next hands.", field="blind_bb")
    return FutureQuestion.of_texts(settled(texts))


def _body(view: View) -> Html:
    left = joined(
        element("section", _table(view), _lobby(), class_="card", aria_label="Players"),
        element("section", _next_hands(view), class_="card", aria_label="Next hands"),
    )
    right = joined(
        element("section", _prizes(view), class_="card", aria_label="Prizes"),
        element(
            "section",
            view.status("icm"),
            view.answer("icm"),
            element("p", view.files(csv="CSV", json="JSON"), class_="tabs"),
            class_="card",
            aria_label="All-in against each other",
        ),
    )
    return element("div", element("div", left), element("div", right), class_="columns")


def _table(view: View) -> Html:
    """A line for each player and an empty one for the next."""
    lines = players(view.texts)
    now, later = _values(view, "icm"), _values(view, "fgs")
    heads = [("player", ""), ("stack", ""), ("bb", ""), ("ICM", ""), ("", "bars")]
    heads += [("next hands", ""), ("change", "")] if later else []
    rows = []
    place = 0
    for k, (stack, name) in enumerate([*lines, ("", "")] if all(one for one, _ in lines) else lines):
        cells = (
            _cells(view, place, stack, now, later) if stack.strip() else [element("td")] * (len(heads) - 2)
        )
        rows.append(_line(view, k, stack, name, cells))
        place += bool(stack.strip())
    head = element(
        "thead",
        element("tr", [element("td" if kind else "th", words, class_=kind or None) for words, kind in heads]),
    )
    return joined(
        element(
            "div", element("table", head, element("tbody", rows), class_="numbers players"), class_="scroll"
        ),
        view.error("stacks"),
        view.error("names"),
    )


def _line(view: View, k: int, stack: str, name: str, cells: list[Html]) -> Html:
    count = len([one for one, _ in players(view.texts) if one.strip()])
    seat = _SEATS[count][k] if count in _SEATS and k < count else f"Player {k + 1}"
    wrong = "stacks" in view.errors
    return element(
        "tr",
        element(
            "th",
            element(
                "input",
                name="names",
                value=name,
                placeholder=seat,
                aria_label=f"Name of player {k + 1}",
                maxlength="40",
            ),
            scope="row",
        ),
        element(
            "td",
            element(
                "input",
                name="stacks",
                value=stack,
                inputmode="decimal",
                autocomplete="off",
                placeholder="chips",
                aria_label=f"Stack of player {k + 1}",
                aria_invalid="true" if wrong else None,
                aria_describedby="stacks-error" if wrong else None,
            ),
        ),
        cells,
    )


def _values(view: View, part: str) -> list[float]:
    """What every player has: by the model, or after the next hands."""
    result = view.result(part)
    if result is None:
        return []
    values: list[Any] = result["summary"]["values"]
    return values[-1] if part == "fgs" else values


def _cells(view: View, place: int, stack: str, now: list[float], later: list[float]) -> list[Html]:
    number = element("td", _in_bb(stack, view.texts["blind_bb"]))
    if place >= len(now):
        return [number, *[element("td")] * (2 + 2 * bool(later))]
    unit = " %" if view.result("icm")["summary"]["prize_unit"] == "percent" else ""
    cells = [
        number,
        element("td", f"{now[place]:,.2f}{unit}", class_="main"),
        element("td", bar(now[place] / (max(now) or 1.0)), class_="bars"),
    ]
    if later:
        change = later[place] - now[place]
        cells += [
            element("td", f"{later[place]:,.2f}{unit}"),
            element("td", f"{change:+.2f}".replace("-", "\u2212")),
        ]
    return cells


def _in_bb(stack: str, big_blind: str) -> str:
    try:
        return f"{float(stack) / float(big_blind):.1f}"
    except (ValueError, ZeroDivisionError):
        return ""


def _lobby() -> Html:
    area = element(
        "textarea",
        id="lobby",
        name="lobby",
        rows="4",
        placeholder="1. Mia 31,050\n2. Theo 9,900",
        data_later=True,
    )
    label = element("label", "A line for each player: the name, then the chips", for_="lobby")
    take = element("button", "Take these players", class_="chip")
    return element(
        "details", element("summary", "Paste from a lobby"), element("div", label, area, class_="field"), take
    )


def _prizes(view: View) -> Html:
    bounties = joined(
        view.fields(
            "icm",
            "bounty",
            "progressive",
            bounty="Bounties",
            progressive="Progressive: share of a head that goes on the winner's",
        ),
        view.choice("icm", "heads", "Bounties still on the table", _HEADS),
    )
    return joined(
        element("h2", "Prizes"),
        element("div", [view.link(name, prizes=prizes) for name, prizes in _PRESETS.items()], class_="tabs"),
        element("div", view.fields("icm", "prizes", prizes="What the places pay"), class_="fields"),
        view.folded("Bounties", bounties, "bounty", "progressive", "heads"),
        view.folded("Stack model", view.choice("icm", "model", "Stack model", MODEL_NAMES), "model"),
    )


def _next_hands(view: View) -> Html:
    lead = (
        "ICM does not know who pays the next blinds. Here the next hands are played out (FGS): everybody "
        "jams or folds. Two players in all games, three in Hold'em and Six-Plus, from the small blind on."
    )
    fields = view.fields("fgs", "game", "depth", *POSTED, depth="Hands ahead")
    return joined(
        element("h2", "Next hands"),
        element("p", lead, class_="note"),
        element("div", fields, class_="fields"),
        element("div", view.button("fgs", "Play the next hands"), class_="row"),
        view.status("fgs"),
        view.answer("fgs"),
    )


PAGE = Page(
    path="/icm",
    title="What chips are worth in prizes",
    parts={
        "icm": Part(IcmQuestion, quick=always, read=_icm),
        "fgs": Part(
            FutureQuestion,
            read=_future,
            stopped="Stopped. The hands that are solved are kept: playing them goes on from there.",
        ),
    },
    body=_body,
    usual={
        "stacks": "5000\n3000\n2000",
        "prizes": "50 30 20",
        "game": "holdem",
        "blind_sb": "300",
        "blind_bb": "600",
    },
    files={"csv": IcmFileQuestion, "json": IcmFileQuestion},
    tidy=tidy,
    settled=settled,
)
