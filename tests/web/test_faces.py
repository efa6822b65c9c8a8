"""Cards as faces."""

from __future__ import annotations

import re

import pytest

from jamfold.views.html import Html, faces_html, table
from tests.web.browser import Browser
from tests.web.server import Server


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
    assert "".join(re.findall(r'class="card suit-(.)"', shown)) == suits
    assert re.sub(r"<[^>]*>", "", shown) == text  # as it is copied


def test_what_is_no_card_is_escaped() -> None:
    assert faces_html("<b>As</b>") == "&lt;b&gt;" + faces_html("As") + "&lt;/b&gt;"
    assert faces_html("a'As") == "a&#x27;" + faces_html("As")
    assert "<td>&lt;b&gt;</td>" in table(("", ""), [["a", "<b>"]])
    assert "<td><b></td>" in table(("", ""), [["a", Html("<b>")]])


@pytest.mark.parametrize("dark", [False, True])
def test_faces_are_seen_in_four_colours(browser: Browser, server: Server, dark: bool) -> None:
    browser.look(1000, 900, dark=dark)
    browser.driver.get(f"{server.address}equity?game=omaha&p=AsAhKsKh&p=JdTd9c8c")
    browser.see_text("#equity-answer", "AsAhKsKh")
    colours = browser.driver.execute_script(_STYLES, "#equity-answer .card", "color")
    assert len(set(colours)) == 4
    shapes = browser.driver.execute_script(_STYLES, "#equity-answer th .card > i", "maskImage")
    assert len(set(shapes)) == 4
    assert [shapes.index(shape) for shape in shapes] == [0, 1, 0, 1, 4, 4, 6, 6]  # AsAhKsKh and JdTd9c8c


_STYLES = """const [css, name] = arguments;
return [...document.querySelectorAll(css)].map((one) => getComputedStyle(one)[name]);"""
