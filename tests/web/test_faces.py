"""Cards as faces, the matrix of patterns and the note before a build, as HTML."""

from __future__ import annotations

import re

import pytest

from jamfold.games import GAMES
from jamfold.questions.charts import ChartQuestion
from jamfold.ranges.patterns import pattern_matrix
from jamfold.views.chart_page import RESPONSES
from jamfold.views.faces import faces_html
from jamfold.views.html import Html
from jamfold.web.pages.charts import gaps_html
from jamfold.web.pages.frame import table
from jamfold.web.pages.heat import scale
from jamfold.web.pages.needs import needs_html
from jamfold.web.pages.patterns import legend_html, matrix_html
from tests.views.test_patterns import made_up_chart
from tests.web.browser import Browser
from tests.web.server import Server


def test_hands_with_gaps_are_told_below_a_square() -> None:
    plain = {"hand": "AA", "intervals": "25.0-1.0", "gaps": False}
    gaps = {"hand": "63s", "intervals": "7.0-4.0 3.2-2.0", "gaps": True}
    assert "* with gaps, jammed at: 63s 7.0-4.0 3.2-2.0 bb." in gaps_html([plain, gaps], "jammed")
    assert gaps_html([plain], "jammed") == ""


@pytest.mark.parametrize(
    ("text", "suits"),
    [
        ("AhKd", "hd"),
        ("As Kd, 2c", "sdc"),
        ("AsKsQhJh", "sshh"),
        ("AsKh@50", ""),  # a weight: left as it was typed
        ("AA,AKs", ""),
        ("77+,AJs+", ""),
        ("AA$ds", ""),
        ("Joker", ""),
        ("hands", ""),
    ],
)
def test_cards_have_faces_and_ranges_none(text: str, suits: str) -> None:
    shown = faces_html(text)
    assert "".join(re.findall(r'class="card s-(.)"', shown)) == suits
    assert re.sub(r"<[^>]*>", "", shown) == text  # as it is copied


def test_what_is_no_card_is_escaped() -> None:
    assert faces_html("<b>As</b>") == "&lt;b&gt;" + faces_html("As") + "&lt;/b&gt;"
    assert faces_html("a'As") == "a&#x27;" + faces_html("As")
    assert "<td>&lt;b&gt;</td>" in table(("", ""), [["a", "<b>"]])
    assert "<td><b></td>" in table(("", ""), [["a", Html("<b>")]])


def test_the_matrix_shows_every_pattern_of_the_chart() -> None:
    chart = made_up_chart()
    answer = RESPONSES[ChartQuestion](ChartQuestion(), chart)
    matrix = pattern_matrix(GAMES["omaha"])
    for seat in ("sb", "bb"):
        patterns = answer["patterns"][seat]
        assert [row["name"] for row in patterns["rows"]] == [row.name for row in matrix.rows]
        assert sum(cell["hands"] for row in patterns["rows"] for cell in row["cells"].values()) == 270_725
        shown = matrix_html(patterns, 0, "jammed")
        assert shown.count("data-words") == len(list(matrix.cells()))
        assert shown.count("disabled") == 5 * len(matrix.rows) - len(list(matrix.cells()))
        assert shown.count('tabindex="0"') == 1
        assert ">100<" in shown  # everything is played at the first stack
        last = matrix_html(patterns, 3, "jammed")
        assert ">100<" not in last
        assert "AAxx, double-suited: " in last


def test_shares_that_are_not_quite_all_or_none() -> None:
    cell = {"hands": 10, "top": "-", "gaps": False, "played": [0.999, 0.001, 1.0, 0.0]}
    matrix = {
        "all": 100,
        "columns": [{"name": "rainbow"}],
        "rows": [{"name": "x", "hands": 10, "cells": {"rainbow": cell}}],
    }
    shown = [matrix_html(matrix, point, "called") for point in range(4)]
    assert [re.search(r'">([^<]*)<small>', one)[1] for one in shown] == ["&gt;99", "&lt;1", "100", "0"]  # type: ignore[index]
    assert "never half of them" in shown[0]


def test_legends_say_both_ends() -> None:
    assert all(words in scale("low", "<high>", "none") for words in ("low", "&lt;high&gt;", "none"))
    assert "from 1 to 25 bb" in legend_html([1.0, 2.0, 25.0])


def test_before_a_build() -> None:
    assert needs_html("") == ""
    shown = needs_html("Building <it>, once: about 1.1 GB.")
    assert "&lt;it&gt;, once: about 1.1 GB." in shown
    assert shown.count("<a ") == 4


def test_what_a_first_chart_of_omaha_takes(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?game=omaha")
    assert "GB on disk" in browser.see_text("#needs", "To look at meanwhile")
    browser.choose("game", GAMES["holdem"].title)
    browser.wait(lambda: not browser.all("#needs p"), "nothing to build")
    browser.driver.get(f"{server.address}charts?game=omaha")
    browser.see_text("#needs", "To look at meanwhile")
    browser.click("#needs a[href='/icm']")
    browser.see_text(".players", "38.39")


@pytest.mark.parametrize("dark", [False, True])
def test_faces_are_seen_in_four_colours(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(1000, 900, dark=dark)
    browser.driver.get(f"{server.address}equity?game=omaha&p=AsAhKsKh&p=JdTd9c8c")
    browser.see_text("#equity-answer", "AsAhKsKh")
    colours = browser.driver.execute_script(_STYLES, "#equity-answer .card", None, "color")
    assert len(set(colours)) == 4
    signs = browser.driver.execute_script(_STYLES, "#equity-answer th .card > i", "::after", "content")
    assert "".join(signs).replace('"', "") == "♠♥♠♥♦♦♣♣"


_STYLES = """const [css, part, name] = arguments;
return [...document.querySelectorAll(css)].map((one) => getComputedStyle(one, part)[name]);"""
