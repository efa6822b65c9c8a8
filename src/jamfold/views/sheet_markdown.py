"""Sheets as Markdown, for notes and messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jamfold.views import sheet as sheets
from jamfold.views.html import Html
from jamfold.views.sheet import Heading, Kind, Note, Sheet, Table, Verdict


def sheet_markdown(sheet: Sheet) -> str:
    """Return a sheet as Markdown, without the parts for the terminal only."""
    parts = [Heading(sheet.title), Verdict(sheet.verdict), *sheet.parts, *map(Note, sheet.notes)]
    return "\n\n".join(filter(None, _blocks(parts))) + "\n"


def _blocks(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        match part:
            case None | Html() | sheets.OnTerminal():
                pass
            case str() as text:
                yield text
            case Note() | sheets.Caution():
                yield part.text
            case Heading():
                yield part.text and f"{'#' * part.level} {part.text}"
            case Verdict():
                yield part.text and f"**{part.text}**"
            case sheets.Bullets():
                yield "\n".join(f"- {line}" for line in part.lines)
            case sheets.Tiles():
                yield "\n".join(f"- {name}: {value}" for name, value in part.facts)
            case Table():
                yield _table(part)
            case sheets.Folded():
                yield f"**{part.summary}**"
                yield from _blocks(part.parts)
            case sheets.OnPage():
                yield from _blocks(part.parts())


def _table(part: Table) -> str:
    rules = ["---:" if column.kind is Kind.NUMBER else "---" for column in part.columns]
    rows = [[column.head for column in part.columns], rules, *part.rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)
