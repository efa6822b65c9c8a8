"""Video poker: a pay table and its exact return, the 32 holds of a deal, a strategy list."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

from jamfold.errors import CardError
from jamfold.questions.videopoker import USUAL_TABLE, HoldsRequest, PayStrategyRequest, PayTableRequest
from jamfold.videopoker.deck import HAND, parse_deal
from jamfold.videopoker.names import HandName
from jamfold.videopoker.paytable import find_shipped, pay_text, shipped_pay_tables
from jamfold.views.html import Html, element, join_html, tiles
from jamfold.views.json import to_text
from jamfold.web.front.cards import deck
from jamfold.web.front.form import error_line
from jamfold.web.front.page import Page, PageRequest, PageState, Texts, always
from jamfold.web.pages.pay_tables import Chosen, chosen, mark, read_form, shown_text

DEAL = "Ah Kh Qh 2c 2d"


def tidy(given: Texts) -> Texts:
    """The texts of a form or a link; a deal that another table's deck cannot give goes."""
    texts = read_form(given)
    shipped = find_shipped(texts.get("table", USUAL_TABLE))
    if shipped is not None and given.get("of", shipped.name) != shipped.name:
        try:
            parse_deal(texts.get("deal", DEAL), shipped.deck)
        except CardError:
            texts["deal"] = DEAL
    return texts


def _holds(texts: Texts) -> HoldsRequest | None:
    """The question of five cards; none while they are picked."""
    asked = chosen(texts)
    if not asked.errors and _left(texts["deal"], asked) > 0:
        return None
    return asked.ask(HoldsRequest, deal=texts["deal"])


def _left(deal: str, asked: Chosen) -> int:
    """How many cards are left to pick; none where there is something else."""
    try:
        return HAND - len(parse_deal(deal, asked.table.deck, None))
    except CardError:
        return 0


def _body(view: PageState) -> Html:
    asked = chosen(view.texts)
    view.placed.update(asked.errors)
    left = element("section", _which(view, asked), class_="card", aria_label="Which hold")
    table = element("section", _table(view, asked), class_="card", aria_label="Pay table")
    strategy = element("section", _strategy(view), class_="card", aria_label="Strategy")
    return element("div", element("div", left), element("div", table, strategy), class_="columns turned")


def _table(view: PageState, asked: Chosen) -> Html:
    """A line for each final hand: what it pays, and how often it comes."""
    state = join_html(element("span", "edited", class_="badge"), " ", _as_shipped(view, asked))
    practise = view.page.address(view.texts).replace("/videopoker", "/videopoker/practice", 1)
    links = join_html(element("a", "Practice this game", class_="chip", href=practise), _files(view))
    return join_html(
        element("h2", asked.table.name),
        element("p", state if asked.is_edited else None, id="edited", role="status"),
        _tiles(view),
        element("div", _lines(view, asked), class_="scroll"),
        element("p", f"Pays per coin bet; {asked.table.deck.text}.", class_="note"),
        element("div", links, class_="tabs"),
        _text(view, asked),
    )


def _as_shipped(view: PageState, asked: Chosen) -> Html:
    there = view.page.address(view.texts | {"toml": "", "pays": ""})
    return element("a", f"{asked.shipped.name} as shipped", class_="chip", id="reset", href=there)


def _tiles(view: PageState) -> Html:
    result = view.result("return")
    inside = None
    if result is not None:
        cost = result["cost_per_1000"]
        inside = tiles(
            [
                ("return, exact", f"{result['return_percent']:.8f} %"),
                ("lost per 1,000 coins bet" if cost >= 0 else "won per 1,000 coins bet", f"{abs(cost):.4f}"),
                ("hands that pay", f"{result['hit_percent']:.4f} %"),
                ("variance per hand", f"{result['variance']:.4f}"),
            ]
        )
    held = "return" not in view.questions
    return join_html(
        view.status("return"),
        element("div", inside, id="return", aria_live="polite", data_hold=result is None and held),
    )


def _lines(view: PageState, asked: Chosen) -> Html:
    result = view.result("return")
    rows = {row["name"]: row for row in result["rows"]} if result else {}
    heads = [
        element("th", head, scope="col")
        for head in ("final hand", "pays", "frequency", "one in", "of the return")
    ]
    lines = [
        element(
            "tr",
            element("th", hand.title, error_line(f"pay-{hand.name}", _error(asked, hand)), scope="row"),
            element("td", _pay(asked, hand, pay)),
            _cells(rows.get(hand.name)),
        )
        for hand, pay in zip(asked.table.names, asked.table.pays, strict=True)
    ]
    nothing = element("tr", element("th", "nothing", scope="row"), element("td"), _cells(rows.get("nothing")))
    head, body = element("thead", element("tr", heads)), element("tbody", lines, nothing)
    first, second = result["fraction"] if result else (0, 0)
    exact = element(
        "p", f"Return = {first:,} / {second:,}." if result else None, class_="note", id="fraction"
    )
    return join_html(element("table", head, body, class_="numbers pays"), exact)


def _error(asked: Chosen, hand: HandName) -> str:
    return asked.errors.get(f"pay-{hand.name}", "")


def _pay(asked: Chosen, hand: HandName, pay: Fraction) -> Html:
    wrong = bool(_error(asked, hand))
    return element(
        "input",
        id=f"pay-{hand.name}",
        name="pay",
        value=asked.typed.get(hand.name, pay_text(pay)),
        inputmode="decimal",
        autocomplete="off",
        maxlength="20",
        disabled="toml" in asked.errors,
        aria_label=f"What {hand.title} pays",
        aria_invalid="true" if wrong else None,
        aria_describedby=f"pay-{hand.name}-error" if wrong else None,
    )


def _cells(row: dict[str, Any] | None) -> list[Html]:
    """How often a final hand comes, and its part of the return."""
    if row is None:
        return [element("td")] * 3
    share = row["share"]
    texts = (
        f"{100 * share:.6f} %",
        f"{1 / share:,.2f}" if share else "never",
        f"{100 * row['of_return']:.4f} %",
    )
    return [element("td", text) for text in texts]


def _text(view: PageState, asked: Chosen) -> Html:
    text, sentence = shown_text(view.texts, asked), asked.errors.get("toml", "")
    area = element(
        "textarea",
        text,
        id="toml",
        name="text",
        rows="14",
        spellcheck="false",
        maxlength="10000",
        aria_label="Pay table as text",
        aria_invalid="true" if sentence else None,
        aria_describedby="toml-error" if sentence else None,
    )
    was = element("input", type="hidden", name="was", value=mark(text))
    return element(
        "details",
        element("summary", "As text: other hands, jokers, wild deuces"),
        element("div", area, was, error_line("toml", sentence), class_="field wide"),
        id="as-text",
        open=bool(sentence),
    )


def _files(view: PageState) -> Html | None:
    return view.files(csv="CSV", json="JSON") if view.result("return") is not None else None


def _which(view: PageState, asked: Chosen) -> Html:
    deal, left = view.texts["deal"], _left(view.texts["deal"], asked)
    more = f"{left} more {'card' if left == 1 else 'cards'}." if left > 0 and not asked.errors else ""
    names = {table.name: table.name for table in shipped_pay_tables()}
    view.texts["table"] = asked.shipped.name
    fields = join_html(
        view.choice("return", "table", "Pay table", names),
        view.fields("holds", "deal", deal="Five cards, typed or clicked"),
    )
    return join_html(
        element("div", fields, class_="fields one-column"),
        element("input", type="hidden", name="of", value=asked.shipped.name),
        deck("Cards", "deal", deal, HAND, jokers=asked.table.deck.jokers, always=True),
        view.status("holds"),
        element("p", more, class_="note", id="left"),
        element("div", view.answer("holds")),
    )


def _strategy(view: PageState) -> Html:
    return join_html(
        element("p", "An ordered list to play by, and its exact cost.", class_="note"),
        element("div", view.button("strategy", "Make the list"), class_="row"),
        view.status("strategy"),
        view.answer("strategy"),
    )


def analysis_csv(result: dict[str, Any]) -> str:
    """The frequencies as CSV: counts are exact, out of the column beside them."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["hand", "pays", "count", "out_of", "frequency", "part_of_return"])
    for row in result["rows"]:
        _, draws = result["frequencies"][row["name"]]
        pays = f"{row['pays']:.12g}"
        writer.writerow([row["name"], pays, row["count"], draws, row["share"], row["of_return"]])
    return file.getvalue()


PAGE = Page(
    path="/videopoker",
    title="Video poker",
    parts={
        "return": PageRequest(
            PayTableRequest, quick=always, read=lambda texts: chosen(texts).ask(PayTableRequest)
        ),
        "holds": PageRequest(HoldsRequest, quick=always, read=_holds, after="return"),
        "strategy": PageRequest(PayStrategyRequest, read=lambda texts: chosen(texts).ask(PayStrategyRequest)),
    },
    picture="holds-answer",
    body=_body,
    usual={"table": USUAL_TABLE, "deal": DEAL},
    own=("pays",),
    tidy=tidy,
    written={"csv": analysis_csv, "json": lambda result: to_text(result, indent=2) + "\n"},
)
