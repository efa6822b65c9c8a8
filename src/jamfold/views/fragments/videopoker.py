"""Holds of a deal, what a hold cost, and strategy lists, as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from jamfold.answers.training_holds import JudgedHold
from jamfold.questions.training_holds import TrainHoldRequest
from jamfold.questions.videopoker import HoldsRequest, PayStrategyRequest
from jamfold.videopoker.holds import CostedHold, DealReport, Hold
from jamfold.videopoker.strategy import HIGH_CARDS, SEVERAL, Strategy
from jamfold.views.faces import faces_html
from jamfold.views.html import Html, element, join_html, table, tiles
from jamfold.views.terminal import plain_text
from jamfold.views.videopoker import ENDINGS, LIST_RULE, draws_text, strategy_view

_FIRST = 5
"""Holds that are shown at first; the rest is folded away."""


def holds_fragment(question: HoldsRequest, report: DealReport) -> Html:
    """The deal, its best hold, and all holds with what they cost."""
    made = "" if report.made == "nothing" else f", as dealt {report.made.replace('-', ' ')}"
    best = element("b", _either(report.best))
    first = element(
        "p", faces_html(report.deal_text), made, ". Best: ", best, f", worth {_ev(report.best[0])} per coin."
    )
    return element("div", first, _holds(report), class_="result")


def verdict_fragment(question: TrainHoldRequest, report: JudgedHold) -> Html:
    """Right or wrong, what the hold costs, and the holds of the deal."""
    hold = report.find(question.mask)
    others = [one for one in report.best if one is not hold]
    if hold in report.best:
        also = join_html("; equally good: ", _either(others)) if others else ""
        words = join_html(element("b", "Right"), ": ", _ev(hold, 4), " per coin", also, ".")
    else:
        cost = float(report.cost(hold.mask))
        words = join_html(
            element("b", "Wrong"),
            f", costs {cost:.4f} per coin: ", _either(others), f" is worth {_ev(others[0], 4)}, ",
            _cards(hold), f" {_ev(hold, 4)}.",
        )  # fmt: skip
    return element(
        "div",
        element("p", words, class_="judged" if hold in report.best else "judged wrong"),
        element("p", report.notice, class_="error") if report.notice else None,
        _holds(report),
        class_="result",
    )


def strategy_fragment(question: PayStrategyRequest, strategy: Strategy) -> Html:
    """The list, with its return."""
    facts = [
        ("playing by the list", f"{strategy.return_percent:.8f} %"),
        ("perfect play", f"{strategy.perfect_percent:.8f} %"),
        ("the list costs, of the bet", f"{strategy.loss_percent:.8f} %"),
    ]
    rows = [
        (str(k), line.text, f"{100 * line.share:.3f} %", "" if line.ev is None else f"{line.ev:.4f}")
        for k, line in enumerate(strategy.lines, 1)
    ]
    heads = ("line", "hold", "of deals", "EV per coin")
    text = quote(plain_text(strategy_view(strategy)))
    name = re.sub(r"[^a-z0-9]+", "-", strategy.table.name.lower()).strip("-")[:60] or "pay-table"
    link = f"data:text/plain;charset=utf-8,{text}"
    file = element("a", "As text", class_="chip", href=link, download=f"{name}-strategy.txt")
    return element(
        "div",
        element("p", element("b", strategy.table.name), f": {LIST_RULE}."),
        tiles(facts),
        element("div", table(heads, rows, class_="numbers list"), class_="scroll"),
        [element("p", note, class_="note") for note in (SEVERAL, HIGH_CARDS)],
        element("p", file),
        class_="result",
    )


def _holds(report: DealReport) -> Html:
    rows = [_row(report, one) for one in report.costed]
    return join_html(
        _table(rows[:_FIRST]),
        element("details", element("summary", "All 32 holds"), _table(rows[_FIRST:])),
        element("details", element("summary", f"{ENDINGS[0].upper()}{ENDINGS[1:]}"), _draws(report)),
    )


def _draws(report: DealReport) -> Html:
    heads = [element("th", head, scope="col") for head in ("hold", "draws")]
    rows = [
        element("tr", element("th", _cards(hold), scope="row"), element("td", draws_text(hold)))
        for hold in report.holds
    ]
    whole = element("table", element("thead", element("tr", heads)), element("tbody", rows), class_="holds")
    return element("div", whole, class_="scroll")


def _table(rows: Sequence[Html]) -> Html:
    heads = [element("th", head, scope="col") for head in ("hold", "EV per coin", "cost", "exact EV")]
    whole = element(
        "table", element("thead", element("tr", heads)), element("tbody", rows), class_="numbers holds"
    )
    return element("div", whole, class_="scroll")


def _row(report: DealReport, one: CostedHold) -> Html:
    hold, is_best = one.hold, one.hold in report.best
    return element(
        "tr",
        element("th", _cards(hold), scope="row"),
        element("td", _ev(hold)),
        element("td", "best" if is_best else f"{one.cost:.6f}"),
        element("td", f"{hold.numerator:,}/{hold.denominator:,}"),
        class_="best" if is_best else None,
    )


def _either(holds: Sequence[Hold]) -> Html:
    """Holds that are equally good."""
    return join_html(*(join_html(" or " if k else "", _cards(hold)) for k, hold in enumerate(holds)))


def _cards(hold: Hold) -> Html:
    return faces_html(hold.text if hold.mask else "draw five")


def _ev(hold: Hold, digits: int = 6) -> str:
    return f"{float(hold.ev):.{digits}f}"
