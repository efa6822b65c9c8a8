"""The strategy page with raises before the all-in: sizes, a third colour, every decision, reasons, links."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_strategy_page import cell, finest, shares, words, write

pytest.importorskip("selenium")

OPEN = "?game=holdem&stack=15&open=2bb"
ASKED = {"game": "holdem", "stacks": ["15bb", "15bb"], "open": ["2bb"]}
AFTER = "sb raise 2, bb jam"


def opened(browser: Browser, server: Server, words: str = OPEN) -> None:
    """The page with a tree, at every half big blind."""
    browser.driver.get(f"{server.address}{words}")
    slider = "return Number(document.getElementById('slider').max)"
    browser.wait(lambda: browser.driver.execute_script(slider) == 48, "halves of a big blind")


def looked_at(browser: Browser, after: str) -> None:
    """Choose a decision, and wait for its heading."""
    browser.driver.execute_script(
        "const at = document.getElementById('at'); at.value = arguments[0];"
        "at.dispatchEvent(new Event('change'))",
        after,
    )
    browser.see_text("#pictures", f"after {after}" if after else "Small blind plays")


def nodes(server: Server, asked: dict[str, Any] = ASKED) -> dict[str, Any]:
    """What solving tells of every decision, by the actions before it."""
    solved = server.post("/api/solve?wait=60", asked)[1]["result"]
    return {", ".join(node["after"]): node for node in solved["nodes"]}


def test_every_decision_as_it_is_solved(browser: Browser, server: Server) -> None:
    opened(browser, server)
    told = nodes(server)
    played = 100 - told[""]["percent"]["fold"]
    answered = told["sb raise 2"]["percent"]["jam"]
    assert shares(browser) == [f"{played:.1f}%", f"{answered:.1f}%"]
    looked_at(browser, AFTER)
    assert shares(browser) == [f"{told[AFTER]['percent']['call']:.1f}%", f"{answered:.1f}%"]
    assert words(browser)["at"] == AFTER
    assert [one.text for one in browser.all("#pictures h2:not(.print-only)")] == [
        f"Small blind after {AFTER} calls",
        "Big blind after sb raise 2 jams",
    ]
    browser.driver.back()
    browser.see_text("#pictures", "Small blind plays")
    assert shares(browser) == [f"{played:.1f}%", f"{answered:.1f}%"]


def test_to_call_a_jam_and_to_fold_to_it_are_told_apart(browser: Browser, server: Server) -> None:
    opened(browser, server, f"{OPEN}&hand=K2o")
    browser.see_text("#hand", "Small blind\nraise 2, fold to a jam")
    browser.reasons(f"After {AFTER}, ")
    browser.reasons("Worth: fold −2.0000 bb, call")
    assert "opens" in str(cell(browser, "jam", "K2o").get_attribute("class"))
    write(browser, "#search", "AA")
    browser.see_text("#hand", "Small blind\nraise 2, call a jam")
    assert "opens" not in str(cell(browser, "jam", "AA").get_attribute("class"))
    write(browser, "#search", "72o")
    browser.see_text("#hand", "Small blind\nfold")
    browser.see_text("main", "The tree's opens are not advice there")
    looked_at(browser, AFTER)
    browser.see_text("#hand", f"Small blind after {AFTER}\nnever gets here")


def test_a_size_is_chosen(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}?game=holdem&stack=15")
    finest(browser)
    plain = shares(browser)
    browser.choose("sizes", "open 2")
    browser.wait(lambda: words(browser).get("open") == "2bb", "the size in the address")
    browser.wait(lambda: shares(browser) not in ([], plain, ["…", "…"]), "the tree")
    assert browser.see("#sizes option:checked").text == "open 2"
    browser.see_text(".tree-notes", "The tree has no limps or flat calls")
    browser.choose("sizes", "jam or fold")
    browser.wait(lambda: shares(browser) == plain, "jam or fold again")
    assert "open" not in words(browser)
    browser.driver.back()
    browser.wait(lambda: words(browser).get("open") == "2bb", "back to the tree")
    browser.see_text(".tree-notes", "opens to 2 bb")


def test_sizes_under_more(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#more summary")
    write(browser, "#level [name=open]", "2bb 2.5bb")
    write(browser, "#level [name=raises]", "6bb")
    browser.click("#level button")
    browser.wait(lambda: words(browser).get("raises") == "6bb", "both in the address")
    browser.see_text(".tree-notes", "opens to 2 and 2.5 bb, later raises to 6 bb")
    looked_at(browser, "sb raise 2")
    told = nodes(server, ASKED | {"open": ["2bb", "2.5bb"], "raises": ["6bb"]})
    folded = told["sb raise 2"]["percent"]["fold"]
    browser.wait(lambda: shares(browser)[1] == f"{100 - folded:.1f}%", "what the big blind does")


def test_an_illegal_size_is_told_at_its_field(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#more summary")
    for name, text, sentence in (
        ("open", "1.5bb", "A first raise to 1.5 bb is too small. The minimum is 2 bb, or all-in."),
        ("raises", "2.5bb", "A second raise to 2.5 bb is too small. The minimum is 3 bb, or all-in."),
    ):
        write(browser, "#level [name=open]", "2bb")
        write(browser, f"#level [name={name}]", text)
        browser.click("#level button")
        browser.see_text("#more .error", sentence)
        error = browser.see(f"#level [name={name}] + .error")
        assert error.text == sentence
    browser.driver.get_log("browser")  # the browser's own words of answers that are errors


def test_what_is_for_jam_or_fold_alone_says_so(browser: Browser, server: Server) -> None:
    opened(browser, server)
    for box, region in (("rule", "#rule-text"), ("head", "#head-text")):
        browser.click(f"#{box} summary")
        browser.see_text(region, "This works for jam or fold only. Remove the raises.")
    browser.click("#exact summary")
    browser.see_text("#gains", "gain by deviating 0 0")
    path = browser.download("#send")
    assert "Raise, jam or fold" in path.read_text(encoding="utf-8")


def test_nothing_is_in_anybodys_way(browser: Browser, server: Server) -> None:
    browser.look(1400, 1000)
    opened(browser, server, f"{OPEN}&hand=K2o")
    browser.reasons("Worth:")
    browser.click("#more summary")
    assert violations(browser, dark=True) == []
    looked_at(browser, AFTER)
    assert violations(browser, dark=True) == []


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server, f"{OPEN}&hand=K7o&at=sb%20raise%202")
    browser.see_text("#hand", "Big blind after sb raise 2\njam")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
