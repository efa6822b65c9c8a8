"""Audits as HTML: the verdict, what every seat could gain, the dearest hands; and a page that prints."""

from __future__ import annotations

from jamfold.questions.audit import AuditRequest
from jamfold.spots.table.audit_result import Audit
from jamfold.views.audit import (
    DECISION_HEADS,
    HAND_HEADS,
    SEAT_HEADS,
    audit_lines,
    audit_title,
    decision_rows,
    hand_rows,
    seat_rows,
    verdict,
)
from jamfold.views.html import Html, element, join_html, table, with_style


def audit_fragment(question: AuditRequest, answer: Audit) -> Html:
    """The verdict in words, then seats, hands and decisions as tables."""
    parts = [("What each seat could gain", table(SEAT_HEADS, seat_rows(answer)))]
    if answer.hands:
        parts.append(("The dearest hands", table(HAND_HEADS, hand_rows(answer))))
    parts.append(("Every decision", table(DECISION_HEADS, decision_rows(answer))))
    tables = [
        join_html(element("h2", head), element("div", inside, class_="scroll")) for head, inside in parts
    ]
    notes = [element("p", line, class_="note") for line in audit_lines(answer)]
    return element(
        "div",
        element("h2", audit_title(answer)),
        element("p", element("b", verdict(answer)), class_="verdict"),
        tables,
        notes,
        class_="result",
    )


def audit_page(question: AuditRequest, answer: Audit) -> str:
    """The audit as one file that loads nothing and prints."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", audit_title(answer)),
    )
    page = element("html", head, element("body", with_style(audit_fragment(question, answer))), lang="en")
    return f"<!doctype html>\n{page}\n"
