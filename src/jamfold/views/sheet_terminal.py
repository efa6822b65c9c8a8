"""Sheets on the terminal, printed by Rich: tables without boxes, one part below the other; hint lines."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD, Box
from rich.console import Group
from rich.constrain import Constrain
from rich.table import Table as RichTable
from rich.text import Text

from jamfold.cases.entries import CaseRequest
from jamfold.views import sheet as sheets
from jamfold.views.html import Html
from jamfold.views.sheet import Kind, Sheet, Table

_BLANK = Box("    \n" * 8, ascii=True)
WIDTH = 80
"""Default width of a terminal, in characters."""


def sheet_view(sheet: Sheet) -> Group:
    """Return a sheet as a renderable of Rich."""
    head = [Text(sheet.title, style="bold")] if sheet.title else []
    verdict = [Text(sheet.verdict)] if sheet.verdict else []
    return Group(*head, *verdict, *_parts(sheet.parts), *map(Text, sheet.notes))


def narrow(*parts: Any) -> Sheet:
    """Return parts as a sheet for the terminal, at most 80 columns wide."""
    return Sheet(parts=[Constrain(sheet_view(Sheet(parts=parts)), WIDTH)])


def _parts(parts: Iterable[Any]) -> Iterator[Any]:
    for part in parts:
        match part:
            case None | Html() | sheets.OnPage() | sheets.Caution():
                pass
            case str() as text:
                yield Text(text)
            case sheets.Heading():
                yield Text(part.text, style="bold")
            case sheets.Note() | sheets.Verdict():
                yield Text(part.text)
            case sheets.Bullets():
                yield from map(Text, part.lines)
            case sheets.Tiles():
                yield _table(Table(["", ""], part.facts, is_compact=True))
            case Table():
                yield _table(part)
            case sheets.Folded() | sheets.OnTerminal() | Sheet():
                yield from _parts(part.parts)
            case _:
                yield part


def narrow_table(heads: Iterable[str], rows: Iterable[Sequence[str]], title: str | None = None) -> RichTable:
    """Return a table of many numbers, one space apart."""
    table = RichTable(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), title=title, title_style="dim")
    for head in heads:
        table.add_column(head, justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def _table(part: Table) -> RichTable:
    table = RichTable(
        box=_BLANK if part.is_compact else SIMPLE_HEAD,
        show_header=not part.is_compact,
        pad_edge=not part.is_flush,
    )
    for place, column in enumerate(part.columns):
        table.add_column(
            Text(column.head),
            justify="right" if column.kind is Kind.NUMBER else "left",
            overflow="ellipsis" if part.is_flush else "fold",
            no_wrap=column.kind is Kind.WHOLE,
            style="bold" if part.is_compact and not place else "",
        )
    if part.is_compact:
        table.add_row(*(column.head for column in part.columns), style="dim")
    for place, row in enumerate(part.rows):
        table.add_row(*map(Text, row), style="dim" if place in part.quiet else "")
    return table


def option_words(question: CaseRequest, *left_out: str) -> str:
    """Return the options of this request, without default values and the fields `left_out`."""
    texts, usual = question.to_strings(), question.default_strings()
    words: list[str] = []
    for field in question.field_specs().values():
        entry = field.entry
        names = [name for name, _ in entry.part_names] or [field.name]
        values = [texts.get(name, "") for name in names]
        is_usual = not any(values) or values == [usual[name] for name in names]
        if is_usual or field.nested or field.name in left_out or entry.positional or entry.web_only:
            continue
        option, _, off = (entry.option or f"--{field.name.replace('_', '-')}").partition("/")
        is_flag = field.kind is bool
        words += [off if values == ["0"] else option] if is_flag else [option, *values]
    return shlex.join(words)


def hint_line(**hints: str) -> Text:
    """Return the last line: further topics, each with the command to type; empty commands are left out."""
    parts = [f"{topic.replace('_', ' ')}: {how}" for topic, how in hints.items() if how]
    line = "    ".join(parts)
    return Text(
        line if len(line) <= WIDTH else "\n".join(parts), style="dim", no_wrap=True, overflow="ignore"
    )
