"""The video-poker page: pay table and its form, exact return, the 32 holds of a deal, strategy list.

The texts of an address give the pay table: ``table`` names a shipped one, ``toml`` is a text in its place,
``pays`` is what differs from either: ``full-house:8,flush:5``.  A form sends ``pay`` for every hand and the
whole ``text`` as well; ``of`` and ``was`` say to which table both belonged.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from jamfold.calculator.videopoker.deck import HAND, HandName, parse_deal
from jamfold.calculator.videopoker.paytable import (
    PayTable,
    find_shipped,
    parse_pay,
    parse_pay_table,
    pay_text,
    shipped_pay_tables,
)
from jamfold.cases.videopoker import (
    USUAL_TABLE,
    HoldsRequest,
    OneTableRequest,
    PayStrategyRequest,
    PayTableRequest,
)
from jamfold.core.display import capitalized
from jamfold.core.errors import CardError, PayTableError
from jamfold.views.formats import to_text
from jamfold.views.html import Html, element, join_html, tiles
from jamfold.web.page.form import card, chip, deck, error_line, hidden, invalid
from jamfold.web.page.layout import Page, PageRequest, PageState, Texts, always

FORM = ("pay", "of", "was", "text")
"""Parameters that only the form sends."""
_SOURCE = "your table"
_APART = re.compile(r",(?=[a-z0-9-]+:)")
"""Commas between pays, outside brackets."""


Asked = TypeVar("Asked", bound=OneTableRequest)


class Chosen(NamedTuple):
    """The pay table of the texts.

    Attributes
    ----------
    shipped
        The table that is named; the usual one where there is no such.
    table
        The pay table, with those of its pays that are numbers.
    typed
        Pays as they were typed, by hand, where they differ.
    errors
        What is wrong, by field.
    """

    shipped: PayTable
    table: PayTable
    typed: dict[str, str]
    errors: Texts

    @property
    def is_edited(self) -> bool:
        """Whether it differs from the shipped one."""
        return self.table != self.shipped or bool(self.errors)

    def ask(self, question: type[Asked], **more: str) -> Asked:
        """A request about it. Raises PayTableError at the first invalid field."""
        for field, sentence in self.errors.items():
            raise PayTableError(sentence, field=field)
        words = {"toml": self.table.toml} if self.is_edited else {"table": self.table.name}
        return question.from_strings({**more, **words})


def chosen(texts: Texts) -> Chosen:
    errors: Texts = {}
    shipped = find_shipped(texts["table"])
    if shipped is None:
        errors["table"] = f"Unknown pay table '{texts['table'][:60]}'."
        shipped = usual_table()
    table = shipped
    if texts["toml"]:
        try:
            table = parse_pay_table(texts["toml"], _SOURCE)
        except PayTableError as error:
            errors["toml"] = str(error)
    pairs = [pair.partition(":") for pair in _APART.split(texts["pays"]) if pair]
    typed = {name: text for name, _, text in pairs}
    pays = dict(zip((name.name for name in table.names), table.pays, strict=True))
    for name, text in typed.items():
        try:
            pays[name] = _pay(table, name, text)
        except PayTableError as error:
            errors[f"pay-{name}" if name in pays else "table"] = capitalized(str(error))
    try:
        table = table.priced(list(pays.values()))
    except PayTableError as error:
        errors[f"pay-{next(reversed(typed))}"] = capitalized(str(error))
    return Chosen(shipped, table, typed, errors)


def usual_table() -> PayTable:
    table = find_shipped(USUAL_TABLE)
    assert table is not None
    return table


def _pay(table: PayTable, name: str, text: str) -> Fraction:
    title = next((hand.title for hand in table.names if hand.name == name), "")
    if not title:
        raise PayTableError(f"{table.name} does not name '{name[:40]}'.")
    return parse_pay(title, text)


def read_form(values: Texts) -> Texts:
    """The texts with the form's changes: another table, its text, or its pays."""
    texts = {name: text for name, text in values.items() if name not in FORM}
    shipped = find_shipped(texts.get("table", USUAL_TABLE))
    if shipped is not None:
        texts["table"] = shipped.name
    if shipped is None or "of" not in values:
        return texts
    if values["of"] != shipped.name:
        return texts | {"toml": "", "pays": ""}
    text, lines = values.get("text", "").replace("\r\n", "\n"), values.get("pay", "").split("\n")
    try:
        table = parse_pay_table(text, _SOURCE)
    except PayTableError:
        return texts | {"toml": text, "pays": ""}
    usual = [pay_text(pay) for pay in table.pays]
    if mark(text) != values.get("was"):
        lines = usual
    if lines == usual and text != table.toml:
        return texts | {"toml": text, "pays": ""}  # as it was written
    base = shipped if replace(table, pays=shipped.pays) == shipped else table
    return texts | {"toml": "" if base is shipped else base.toml, "pays": _differing(base, lines)}


def _differing(table: PayTable, lines: Sequence[str]) -> str:
    """The pays of a form that differ from the table's."""
    pairs = zip(table.names, table.pays, lines, strict=False)
    return ",".join(
        f"{name.name}:{line.strip()}" for name, pay, line in pairs if line.strip() != pay_text(pay)
    )


def mark(text: str) -> str:
    """A hash that identifies a text."""
    return f"{crc32(text.encode()):x}"


def shown_text(texts: Texts, choice: Chosen) -> str:
    """The pay table as text; unchanged, as it was written."""
    is_written = "toml" in choice.errors or (texts["toml"] and not texts["pays"])
    return texts["toml"] if is_written else choice.table.toml


DEAL = "Ah Kh Qh 2c 2d"


def tidy(values: Texts) -> Texts:
    """The texts of a form or link, without a deal that the table's deck does not contain."""
    texts = read_form(values)
    shipped = find_shipped(texts.get("table", USUAL_TABLE))
    if shipped is not None and values.get("of", shipped.name) != shipped.name:
        try:
            parse_deal(texts.get("deal", DEAL), shipped.deck)
        except CardError:
            texts["deal"] = DEAL
    return texts


def _holds(texts: Texts) -> HoldsRequest | None:
    """The request of five cards; None until all are picked."""
    choice = chosen(texts)
    if not choice.errors and _left(texts["deal"], choice) > 0:
        return None
    return choice.ask(HoldsRequest, deal=texts["deal"])


def _left(deal: str, choice: Chosen) -> int:
    """How many cards are left to pick; 0 if the text is invalid."""
    try:
        return HAND - len(parse_deal(deal, choice.table.deck, None))
    except CardError:
        return 0


def _body(view: PageState) -> Html:
    choice = chosen(view.texts)
    view.placed.update(choice.errors)
    left, table = card("Which hold", _which(view, choice)), card("Pay table", _table(view, choice))
    lead = "An ordered list to play by, and its exact cost."
    strategy = card("Strategy", view.step("strategy", lead, start="Make the list"))
    return element("div", element("div", left), element("div", table, strategy), class_="columns turned")


def _table(view: PageState, choice: Chosen) -> Html:
    """A line for each final hand: its pay and frequency."""
    shipped = view.page.address(view.texts | {"toml": "", "pays": ""})
    reset = chip(f"{choice.shipped.name} as shipped", shipped, id="reset")
    state = join_html(element("span", "edited", class_="badge"), " ", reset)
    practise = view.page.address(view.texts).replace("/videopoker", "/videopoker/practice", 1)
    files = view.files(csv="CSV", json="JSON") if view.result("return") is not None else None
    links = join_html(chip("Practise this game", practise), files)
    return join_html(
        element("h2", choice.table.name),
        element("p", state if choice.is_edited else None, id="edited", role="status"),
        _tiles(view),
        element("div", _lines(view, choice), class_="scroll"),
        element("p", f"Pays per coin bet; {choice.table.deck.text}.", class_="note"),
        element("div", links, class_="row"),
        _text(view, choice),
    )


def _tiles(view: PageState) -> Html:
    result = view.result("return")
    inside = None
    if result is not None:
        cost = result["cost_per_1000"]
        inside = tiles(
            [
                ("return, exact", f"{result['return_percent']:.8f}%"),
                ("lost per 1,000 coins bet" if cost >= 0 else "won per 1,000 coins bet", f"{abs(cost):.4f}"),
                ("hands that pay", f"{result['hit_percent']:.4f}%"),
                ("variance per hand", f"{result['variance']:.4f}"),
            ]
        )
    is_held = "return" not in view.questions
    return join_html(
        view.status("return"),
        element("div", inside, id="return", aria_live="polite", data_hold=result is None and is_held),
    )


def _lines(view: PageState, choice: Chosen) -> Html:
    result = view.result("return")
    rows = {row["name"]: row for row in result["rows"]} if result else {}
    heads = [
        element("th", head, scope="col")
        for head in ("final hand", "pays", "frequency", "one in", "of the return")
    ]
    lines = [
        element(
            "tr",
            element("th", hand.title, error_line(f"pay-{hand.name}", _error(choice, hand)), scope="row"),
            element("td", _pay_cell(choice, hand, pay)),
            _cells(rows.get(hand.name)),
        )
        for hand, pay in zip(choice.table.names, choice.table.pays, strict=True)
    ]
    nothing = element("tr", element("th", "nothing", scope="row"), element("td"), _cells(rows.get("nothing")))
    head, body = element("thead", element("tr", heads)), element("tbody", lines, nothing)
    first, second = result["fraction"] if result else (0, 0)
    exact = element(
        "p", f"Return = {first:,} / {second:,}." if result else None, class_="note", id="fraction"
    )
    return join_html(element("table", head, body, class_="numbers pays"), exact)


def _error(choice: Chosen, hand: HandName) -> str:
    return choice.errors.get(f"pay-{hand.name}", "")


def _pay_cell(choice: Chosen, hand: HandName, pay: Fraction) -> Html:
    name, text = f"pay-{hand.name}", choice.typed.get(hand.name, pay_text(pay))
    return element(
        "input", id=name, name="pay", value=text, inputmode="decimal", autocomplete="off", maxlength="20",
        disabled="toml" in choice.errors, aria_label=f"What {hand.title} pays",
        **invalid(name, _error(choice, hand)),
    )  # fmt: skip


def _cells(row: dict[str, Any] | None) -> list[Html]:
    """The frequency of a final hand, and its part of the return."""
    if row is None:
        return [element("td")] * 3
    share = row["share"]
    texts = (
        f"{100 * share:.6f}%",
        f"{1 / share:,.2f}" if share else "never",
        f"{100 * row['of_return']:.4f}%",
    )
    return [element("td", text) for text in texts]


def _text(view: PageState, choice: Chosen) -> Html:
    text, sentence = shown_text(view.texts, choice), choice.errors.get("toml", "")
    area = element(
        "textarea", text, id="toml", name="text", rows="14", spellcheck="false", maxlength="10000",
        aria_label="Pay table as text", **invalid("toml", sentence),
    )  # fmt: skip
    return element(
        "details",
        element("summary", "As text: other hands, jokers, wild deuces"),
        element("div", area, hidden("was", mark(text)), error_line("toml", sentence), class_="field wide"),
        id="as-text",
        open=bool(sentence),
    )


def _which(view: PageState, choice: Chosen) -> Html:
    deal, left = view.texts["deal"], _left(view.texts["deal"], choice)
    more = f"{left} more {'card' if left == 1 else 'cards'}." if left > 0 and not choice.errors else ""
    names = {table.name: table.name for table in shipped_pay_tables()}
    view.texts["table"] = choice.shipped.name
    fields = join_html(
        view.choice("return", "table", "Pay table", names),
        view.fields("holds", "deal", deal="Five cards, typed or clicked"),
    )
    return join_html(
        element("div", fields, class_="fields one-column"),
        hidden("of", choice.shipped.name),
        deck("Cards", "deal", deal, HAND, jokers=choice.table.deck.jokers, always=True),
        view.status("holds"),
        element("p", more, class_="note", id="left"),
        element("div", view.answer("holds")),
    )


def analysis_csv(result: dict[str, Any]) -> str:
    """The frequencies as CSV: exact counts, and in the next column their total."""
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
