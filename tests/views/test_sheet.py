"""Sheets: the same value on the terminal, as HTML and as Markdown."""

from __future__ import annotations

import pytest
from rich.text import Text

from jamfold.views.html import Html
from jamfold.views.render import sheet_markdown
from jamfold.views.sheet import (
    Bullets,
    Cards,
    Folded,
    Heading,
    Note,
    Sheet,
    Table,
    Tiles,
    facts,
    on_page,
    on_terminal,
    text,
    words,
)
from jamfold.views.sheet_html import sheet_file, sheet_html
from jamfold.views.terminal import plain_text

SHEET = Sheet(
    "A <title>",
    "Jam.",
    (
        Heading("Seats"),
        Table(
            (*words("seat"), "gain", text("range")),
            [("sb", "-0.5", "22+ [A2+] | K2+"), ("bb", "-3e-05", "A2-A5")],
        ),
        facts(("", "sb"), [("value", "1")]),
        on_page(Tiles([("jams", "50%")]), Html("<svg></svg>")),
        on_terminal(Text("letters")),
        Folded("More", (Cards("AhKd"), Note("quiet"))),
        Bullets(("one", "two")),
        None,
    ),
    ("Exact.",),
)


def test_the_terminal_prints_a_sheet_from_top_to_bottom() -> None:
    assert [line.rstrip() for line in plain_text(SHEET).splitlines()] == [
        "A <title>",
        "Jam.",
        "Seats",
        "",
        "  seat     gain   range",
        " ─────────────────────────────────",
        "  sb       -0.5   22+ [A2+] | K2+",
        "  bb     -3e-05   A2-A5",
        "",
        "",
        "          sb",
        "  value    1",
        "",
        "letters",
        "AhKd",
        "quiet",
        "one",
        "two",
        "Exact.",
    ]


def test_a_page_escapes_texts_and_draws_cards() -> None:
    html = sheet_html(SHEET)
    assert html.startswith('<div class="result"><h2>A &lt;title&gt;</h2><p class="advice">Jam.</p>')
    assert "<td>\u22120.5</td>" in html
    assert "<td>\u22120.00003</td>" in html
    assert '<td class="words">A2-A5</td>' in html
    assert '<td class="words">22+ [A2+] | K2+</td>' in html
    assert '<svg></svg><details><summary>More</summary><p><span class="card suit-h"' in html
    assert html.endswith('<p class="note">Exact.</p></div>')
    assert "letters" not in html


def test_a_file_has_its_style_and_loads_nothing() -> None:
    file = sheet_file(SHEET)
    assert file.startswith("<!doctype html>")
    assert "<title>A &lt;title&gt;</title>" in file
    assert "default-src &#x27;none&#x27;" in file
    assert "<details open>" in file


def test_markdown_aligns_numbers_and_quotes_bars() -> None:
    assert sheet_markdown(SHEET).splitlines() == [
        "## A <title>", "", "**Jam.**", "", "## Seats", "",
        "| seat | gain | range |", "| --- | ---: | --- |", "| sb | -0.5 | 22+ [A2+] \\| K2+ |",
        "| bb | -3e-05 | A2-A5 |", "", "|  | sb |", "| --- | ---: |", "| value | 1 |", "",
        "- jams: 50%", "", "**More**", "", "AhKd", "", "quiet", "", "- one", "- two", "", "Exact.",
    ]  # fmt: skip


def test_a_page_shows_no_part_of_unknown_kind() -> None:
    with pytest.raises(TypeError, match="cannot show a Text"):
        sheet_html(Sheet(parts=(Text("of the terminal"),)))
