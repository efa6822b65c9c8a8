"""Sheets as HTML, equal on a page, in a notebook and in a file."""

from __future__ import annotations

from typing import Any

from jamfold.views.html import Html, asset, element, faces_html, join_html, tiles
from jamfold.views.sheet import (
    Bullets,
    Cards,
    Caution,
    Folded,
    Heading,
    Kind,
    Note,
    OnPage,
    OnTerminal,
    Sheet,
    Table,
    Tiles,
    Verdict,
)

_STYLE = "body { max-width: 76rem; margin: 0 auto; padding: 1rem; } .scroll + h2 { margin-top: 1rem; }"


def sheet_html(sheet: Sheet) -> Html:
    """Return a sheet as one element; everything that is not HTML already is escaped."""
    title = sheet.page_title or sheet.title
    return element(
        "div",
        element("h2", _inline(title)) if title else None,
        _part(Verdict(sheet.verdict)) if sheet.verdict else None,
        list(map(_part, sheet.parts)),
        [element("p", note, class_="note") for note in sheet.notes],
        class_="result",
    )


def sheet_file(sheet: Sheet) -> str:
    """Return a sheet as an HTML file that loads nothing and can be printed."""
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", sheet.title),
        element("style", Html("".join(map(asset, ("look.css", "result.css"))) + _STYLE)),
    )
    body = Html(sheet_html(sheet).replace("<details>", "<details open>"))
    page = element("html", head, element("body", body), lang="en")
    return f"<!doctype html>\n{page}\n"


def _part(part: Any) -> Html:
    match part:
        case Html():
            return part
        case str() as text:
            return element("p", _inline(text))
        case Heading():
            return element(f"h{part.level}", _inline(part.text))
        case Note():
            return element("p", part.text, class_="note")
        case Caution():
            return element("p", part.text, class_="warning")
        case Verdict():
            return element("p", part.text, class_="advice")
        case Bullets():
            return element("ul", [element("li", line) for line in part.lines], class_="why")
        case Tiles():
            return tiles(part.facts)
        case Table():
            return _table(part)
        case Folded():
            return element(
                "details",
                element("summary", part.summary),
                list(map(_part, part.parts)),
                id=part.id or None,
                open=part.is_open,
            )
        case OnPage():
            return join_html(*map(_part, part.parts()))
        case None | OnTerminal():
            return Html()
    raise TypeError(f"A page cannot show a {type(part).__name__}.")


def _table(part: Table) -> Html:
    kinds = [column.kind for column in part.columns]
    heads = [
        element("th", column.head, scope="col", class_=_class(column.kind)) if column.head else element("td")
        for column in part.columns
    ]
    rows = [
        element(
            "tr",
            element("th", _inline(row[0]), scope="row"),
            [
                element("td", _cell(cell, kind), class_=_class(kind))
                for kind, cell in zip(kinds[1:], row[1:], strict=True)
            ],
            class_="few" if place in part.quiet else None,
        )
        for place, row in enumerate(part.rows)
    ]
    line = element("thead", element("tr", heads)) if any(column.head for column in part.columns) else None
    return element(
        "div",
        element("table", line, element("tbody", rows), class_="numbers"),
        class_="scroll",
        id=part.id or None,
    )


def _class(kind: Kind) -> str | None:
    return "words" if kind is Kind.TEXT else None


def _cell(text: str, kind: Kind) -> str:
    is_plain = kind is Kind.NUMBER and not isinstance(text, Html | Cards)
    return text if is_plain else _inline(text)


def _inline(text: str) -> str:
    return faces_html(text) if isinstance(text, Cards) else text
