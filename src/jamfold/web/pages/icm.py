"""The ICM page, chips valued in prizes, pairs and the next hands: it has a line for each player."""

from __future__ import annotations

import re
from functools import partial
from itertools import zip_longest
from typing import Any

from jamfold.betting.posts import POSTED
from jamfold.cases.tournaments import FutureRequest, ModelsRequest
from jamfold.cases.worth import DealRequest, IcmFileRequest, IcmRequest
from jamfold.core.display import capitalized
from jamfold.core.errors import SituationError, WorthError
from jamfold.valuation.deal import CHIPS, EVEN, ICM
from jamfold.valuation.prizes import find_players, read_payouts
from jamfold.views.formats import SURE, with_interval
from jamfold.views.html import Html, bar, element, join_html
from jamfold.web.page.form import card, chip, invalid
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always

_METHODS = {ICM: "ICM", CHIPS: "chip chop", EVEN: "even"}
_PRESETS = {
    "50 / 30 / 20": "50 30 20",
    "65 / 35": "65 35",
    "Winner takes all": "100",
    "Satellite, 2 seats": "1 1",
    "Double or nothing, 10 players": "5x20",
    "Spin, 10 buy-ins": "80% 20%",
    "Spin, 25 buy-ins": "80% 12% 8%",
}
_BOUNTIES = ("progressive", "envelopes", "heads")
_TABLES = ("field", "spread")
_BLINDS = ("blind_sb", "blind_bb", "ante", "bb_ante")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")


def tidy(texts: Texts) -> Texts:
    """Stacks, one per line, however they were typed, pasted or linked; with the names of a pasted lobby."""
    texts = dict(texts)
    lobby = find_players(texts.pop("lobby", ""))
    if lobby:
        texts["stacks"] = "\n".join(player.stack for player in lobby)
        texts["names"] = "\n".join(player.name for player in lobby)
    payouts = texts.pop("payouts", "").strip()
    if payouts:
        try:
            texts["prizes"] = " ".join(read_payouts(payouts))
        except WorthError:
            texts["prizes"] = " ".join(payouts.split())  # the request says what is wrong with it
    if "stacks" in texts:
        lines = texts["stacks"].split("\n")
        rows = [_stacks(line, alone=len(lines) == 1) for line in lines]
        texts["stacks"] = "\n".join(stack for row in rows for stack in row)
        if len(rows) > 1 and "names" in texts:  # who has several stacks in their line is the first of them
            names = zip_longest(rows, texts["names"].split("\n"), fillvalue="")
            texts["names"] = "\n".join("\n".join([name, *[""] * (len(row) - 1)]) for row, name in names)
    return texts


def _stacks(line: str, *, alone: bool) -> list[str]:
    """The stacks in one field; commas separate them only if nothing else does."""
    words = line.replace(";", " ").split() or [""]
    if alone and len(words) == 1:
        return line.strip().strip(",").split(",")
    words = [word.strip(",") for word in words]
    return [word.replace(",", "") if _THOUSANDS.fullmatch(word) else word for word in words]


def players(texts: Texts) -> list[tuple[str, str]]:
    """Stack and name of every line, including empty ones."""
    stacks, names = texts["stacks"].split("\n"), texts["names"].split("\n")
    return [(stack, names[k].strip() if k < len(names) else "") for k, stack in enumerate(stacks)]


def settled(texts: Texts) -> Texts:
    """The texts without empty lines."""
    filled = [(stack.strip(), name) for stack, name in players(texts) if stack.strip()]
    names = [name for _, name in filled]
    return texts | {
        "stacks": "\n".join(stack for stack, _ in filled),
        "names": "\n".join(name or f"Player {k}" for k, name in enumerate(names, 1)) if any(names) else "",
    }


def _deal(texts: Texts) -> DealRequest:
    return DealRequest.from_strings(texts | {"model": ""})


def _of_next_hands(kind: type[FutureRequest], texts: Texts) -> FutureRequest:
    """A question about the next hands, which take blinds and no bounties."""
    for name in ("bounty", "envelopes"):
        if texts[name].strip():
            raise SituationError("FGS does not support bounties. Remove them to run it.", field=name)
    if not (texts["blind_sb"].strip() or texts["blind_bb"].strip()):
        raise SituationError("Give the blinds of the next hands.", field="blind_bb")
    return kind.from_strings(texts)


def _body(view: PageState) -> Html:
    more = join_html(
        view.folded("Deal", _deal_of(view), "method", "keep"),
        view.folded("Future hands (FGS)", _next_hands(view), "game", "depth", *_BLINDS, part="fgs"),
        view.folded("Compare ICM models", _which_model(view), "whole", part="models"),
    )
    left = join_html(card("Players", _verdict(view), _table(view)), card("More", more, class_="card more"))
    right = card("Risk premium", view.outcome("icm"), view.file_row(csv="CSV", json="JSON"))
    columns = element("div", element("div", left), element("div", right), class_="columns", id="answers")
    return element("div", _controls(view), columns, class_="answer-first cards-below")


def _name(view: PageState, place: int) -> str:
    """The name of a player with chips."""
    names = [name for stack, name in players(view.texts) if stack.strip()]
    return names[place] or f"Player {place + 1}"


def _chosen(view: PageState) -> int:
    """The index of the player in the headline; the first if none is chosen."""
    text = view.texts["player"]
    place = int(text) - 1 if text.isdecimal() else 0
    return place if 0 <= place < len(_values(view, "icm")) else 0


def _verdict(view: PageState) -> Html | None:
    """The value of the chosen player's stack, and the prizes left."""
    values, bounties, place = _values(view, "icm"), _bounties(view), _chosen(view)
    chosen = view.hidden("player")
    if not values:
        return chosen
    unit, won = _unit(view), sum(values)
    parts = f": {won:,.6g} in prizes and {sum(bounties):,.6g} in bounties" if bounties else " in prizes"
    of = "of the prizes" if unit else f"of {won + sum(bounties):,.6g} still to be won{parts}"
    worth = f"{values[place] + (bounties[place] if bounties else 0):,.2f}{unit}"
    head = element("h2", f"{_name(view, place)} is worth ", element("b", worth))
    next_ = view.page.address(view.texts | {"player": str((place + 1) % len(values) + 1)})
    # the table's own links are no stops of Tab
    words = element("p", of, element("br"), chip("Next player", next_), class_="note")
    return element("div", head, words, chosen, class_="headline", id="verdict")


def _unit(view: PageState) -> str:
    return "%" if view.result("icm")["summary"]["prize_unit"] == "percent" else ""


def _table(view: PageState) -> Html:
    """A line for each player, and an empty one."""
    lines = players(view.texts)
    now, later, bounties = _values(view, "icm"), _values(view, "fgs"), _bounties(view)
    heads = [("Player", ""), ("Stack", ""), ("in bb", ""), ("", "bars")]
    heads += [("Prizes", ""), ("Bounties", ""), ("Total", "")] if bounties else [("ICM", "")]
    heads += [("Future hands", ""), ("Change", "")] if later else []
    rows = []
    place = 0
    for k, (stack, name) in enumerate([*lines, ("", "")] if all(text for text, _ in lines) else lines):
        cells = (
            _cells(view, place, stack, now, later) if stack.strip() else [element("td")] * (len(heads) - 2)
        )
        is_chosen = stack.strip() and place == _chosen(view) and len(now) > 1
        rows.append(_line(view, k, stack, name, cells, "best" if is_chosen else None))
        place += bool(stack.strip())
    head = element(
        "thead",
        element("tr", [element("td" if kind else "th", words, class_=kind or None) for words, kind in heads]),
    )
    table = element("table", head, element("tbody", rows, data_grows=True), class_="numbers players")
    return join_html(element("div", table, class_="scroll"), view.error("stacks"), view.error("names"))


def _line(view: PageState, k: int, stack: str, name: str, cells: list[Html], kind: str | None) -> Html:
    player = f"player {k + 1}"
    named = element(
        "input", name="names", value=name, placeholder=capitalized(player), aria_label=f"Name of {player}",
        maxlength="40",
    )  # fmt: skip
    chips = element(
        "input", name="stacks", value=stack, inputmode="decimal", autocomplete="off", placeholder="chips",
        aria_label=f"Stack of {player}", **invalid("stacks", view.errors.get("stacks", "")),
    )  # fmt: skip
    return element("tr", element("th", named, scope="row"), element("td", chips), cells, class_=kind)


def _values(view: PageState, part: str) -> list[float]:
    """The values of all players, by the model or after the next hands."""
    result = view.result(part)
    if result is None:
        return []
    values: list[Any] = result["summary"]["values"]
    return values[-1] if part == "fgs" else values


def _bounties(view: PageState) -> list[float]:
    """Return the values of every player's bounties; empty if there are none."""
    result = view.result("icm")
    return (result and result["summary"]["bounty_values"]) or []


def _cells(view: PageState, place: int, stack: str, now: list[float], later: list[float]) -> list[Html]:
    number, bounties = element("td", _in_bb(stack, view.texts["blind_bb"])), _bounties(view)
    if place >= len(now):
        return [number, *[element("td")] * (2 + 2 * bool(later) + 2 * bool(bounties))]
    part = bounties[place] if bounties else 0.0
    most = max(map(sum, zip(now, bounties or [0.0] * len(now), strict=True))) or 1.0
    address = view.page.address(view.texts | {"player": str(place + 1)})
    total = element(
        "a", f"{now[place] + part:,.2f}{_unit(view)}", href=address, tabindex="-1", title="Show this player"
    )
    cells = [number, element("td", bar(now[place] / most, part / most), class_="bars")]
    if bounties:
        cells += [element("td", f"{amount:,.2f}") for amount in (now[place], part)]
    cells.append(element("td", total, class_="main"))
    if later:
        change = later[place] - now[place]
        cells += [
            element("td", f"{_future_text(view, place, later[place])}{_unit(view)}"),
            element("td", _future_text(view, place, change, "+")),
        ]
    return cells


def _future_text(view: PageState, place: int, value: float, sign: str = "") -> str:
    """A player's prizes after the next hands; sampled values with their 95% interval."""
    error: float = view.result("fgs")["summary"]["values_error"][-1][place]
    return with_interval(value, SURE * error, sign) if error else f"{value:{sign},.2f}"


def _in_bb(stack: str, big_blind: str) -> str:
    try:
        return f"{float(stack) / float(big_blind):.1f}"
    except (ValueError, ZeroDivisionError):
        return ""


def _pasted(name: str, title: str, label: str, example: str) -> Html:
    """A field for a pasted lobby text, folded away, and the button that reads it."""
    area = element("textarea", id=name, name=name, rows="4", placeholder=example, data_later=True)
    field = element("div", element("label", label, for_=name), area, class_="field")
    take = element("button", f"Use these {title.split()[1]}", class_="chip")
    return element("details", element("summary", title), field, take, id=f"paste-{name}")


def _deal_of(view: PageState) -> Html:
    lead = "What each player gets in a deal now, and the difference from ICM. Bounties are not included."
    if view.texts["field"].strip():
        alone = "A deal includes every remaining player, so it needs an empty field: remove the other tables."
        return element("p", alone, class_="note")
    fields = join_html(
        view.choice("deal", "method", "Method", _METHODS),
        view.fields("deal", "keep", keep="Left to play for"),
    )
    return view.step("deal", lead, fields)


def _controls(view: PageState) -> Html:
    """Payouts, bounties and the model in one row; all else folded away."""
    usual = [view.link(name, prizes=prizes) for name, prizes in _PRESETS.items()]
    return element(
        "div",
        view.fields("icm", "prizes", "bounty", "model"),
        view.fold("icm", "PKO, mystery", *_BOUNTIES),
        view.fold("icm", "Other tables", *_TABLES),
        _pasted(
            "payouts",
            "Paste payouts",
            "One place per line, or several: what they pay",
            "1st $5,000\n2-3 $1,500",
        ),
        _pasted("lobby", "Paste players", "One player per line: name, chips", "1. Mia 31,050\n2. Theo 9,900"),
        element("div", usual, class_="choice", role="group", aria_label="Common payouts"),
        class_="fields controls",
    )


def _next_hands(view: PageState) -> Html:
    lead = (
        "ICM ignores who pays the next blinds. FGS plays the next hands out, jam or fold: player 1 is the "
        "small blind, player 2 the big blind. With four or more players it samples deals."
    )
    fields = view.fields("fgs", "game", "depth", *POSTED, depth="Hands to look ahead")
    more = view.fold("fgs", "Four players and more", "seconds", "max_allin")
    return view.step("fgs", lead, fields, more, start="Run FGS")


def _which_model(view: PageState) -> Html:
    lead = (
        "Compares all models and the next hands with the tournament solved to the end as jam or fold. It "
        "works for two players, or three with few big blinds in play. Blinds and hands ahead are set above."
    )
    return view.step("models", lead, view.fields("models", "whole"), start="Compare")


PAGE = Page(
    path="/icm",
    title="ICM calculator",
    parts={
        "icm": PageRequest(IcmRequest, quick=always),
        "deal": PageRequest(DealRequest, quick=always, read=_deal),
        "fgs": PageRequest(
            FutureRequest,
            read=partial(_of_next_hands, FutureRequest),
            stopped="Stopped. Solved hands are saved: Run FGS continues from there.",
        ),
        "models": PageRequest(
            ModelsRequest,
            read=partial(_of_next_hands, ModelsRequest),
            stopped="Stopped. Comparing again continues with the hands or the tournament that were cut "
            "off; hands ahead that were finished before the tournament are played again.",
        ),
    },
    body=_body,
    own=("player",),
    picture="answers",
    usual={
        "stacks": "5000\n3000\n2000",
        "prizes": "50 30 20",
        "game": "holdem",
        "blind_sb": "300",
        "blind_bb": "600",
    },
    files={"csv": IcmFileRequest, "json": IcmFileRequest},
    tidy=tidy,
    settled=settled,
    asked=settled,
)
