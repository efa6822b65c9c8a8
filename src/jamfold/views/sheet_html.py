"""Sheets as HTML, equal on a page, in a notebook and in a file."""

from __future__ import annotations

from typing import Any

from jamfold.views import sheet as sheets
from jamfold.views.html import Html, asset, element, faces_html, file_head, join_html, table, tiles
from jamfold.views.sheet import Cards, Kind, Sheet, Table, Verdict

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
    style = "".join(map(asset, ("look.css", "result.css"))) + _STYLE
    head = file_head(sheet.title, policy, style)
    body = Html(sheet_html(sheet).replace("<details>", "<details open>"))
    page = element("html", head, element("body", body), lang="en")
    return f"<!doctype html>\n{page}\n"


def _part(part: Any) -> Html:
    match part:
        case Html():
            return part
        case str() as text:
            return element("p", _inline(text))
        case sheets.Heading():
            return element(f"h{part.level}", _inline(part.text))
        case sheets.Note():
            return element("p", part.text, class_="note")
        case sheets.Caution():
            return element("p", part.text, class_="warning")
        case Verdict():
            return element("p", part.text, class_="advice")
        case sheets.Bullets():
            return element("ul", [element("li", line) for line in part.lines], class_="why")
        case sheets.Tiles():
            return tiles(part.facts)
        case Table():
            return _table(part)
        case sheets.Folded():
            return element(
                "details",
                element("summary", part.summary),
                list(map(_part, part.parts)),
                id=part.id or None,
                open=part.is_open,
            )
        case sheets.OnPage():
            return join_html(*map(_part, part.parts()))
        case None | sheets.OnTerminal():
            return Html()
    raise TypeError(f"A page cannot show a {type(part).__name__}.")


def _table(part: Table) -> Html:
    columns = part.columns
    texts = [place for place, column in enumerate(columns) if column.kind is Kind.TEXT]
    rows = [list(map(_inline, row)) for row in part.rows]
    inside = table([column.head for column in columns], rows, texts, dict.fromkeys(part.quiet, "few"))
    return element("div", inside, class_="scroll")


def _inline(text: str) -> str:
    return faces_html(text) if isinstance(text, Cards) else text
