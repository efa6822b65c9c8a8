"""The Solve page in a real browser: ranges to answer, names of hands, comparisons, old links."""

from __future__ import annotations

from pathlib import Path

import pytest

from jamfold.games import HOLDEM
from jamfold.ranges import parse_range
from jamfold.views.titles import game_titles
from jamfold.web.pages.hand import range_html
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_pages import solved, words

ANSWERED = "solve?game=holdem&call_range=22%2B%2CA2%2B"


def test_answer_a_range(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve?game=holdem")
    browser.click(".q-expansion-item:has([data-field=call_range]) .q-item")
    browser.fill("call_range", "*", enter=True)
    text = browser.see_text("#against", "the best response gains")
    asked = {"game": "holdem", "call_range": "*"}
    result = server.post("/api/solve", asked)[1]["result"]
    for name in ("best", "gain", "cost_of_range", "risk"):
        assert f"{result['against'][f'{name}_bb']:+.6f}".replace("-", "\u2212") in text
    assert f"{result['jam_percent']:.4f} %" in browser.see("#summary").text
    response = parse_range(browser.see("#response").text, HOLDEM)
    assert response.percent == pytest.approx(result["jam_percent"])
    assert 30 < response.percent < 90
    assert words(browser) == asked
    browser.driver.refresh()
    assert browser.see_text("#against", "the best response gains") == text


def test_a_link_solves_itself(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve?game=six-plus&stack_sb=73&stack_bb=80&ante=2")
    result = server.post("/api/solve", {"game": "six-plus", "stacks": [73, 80], "ante": 2})[1]["result"]
    assert f"{result['jam_percent']:.4f} %" in browser.see("#summary").text
    browser.driver.get(f"{server.address}solve?game=six-plus&stack_sb=many")
    assert "many" in browser.error_of("stack_sb")


def test_solve_pressed_twice_leaves_what_is_looked_at(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve?game=holdem")
    cell = browser.see("#explore .heat [data-id]")
    browser.click("#solve")
    browser.see("#summary")
    assert cell.is_displayed()  # the same element: nothing was drawn anew


def test_a_range_that_makes_no_sense(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{ANSWERED}")
    browser.fill("call_range", "22+,x(", enter=True)
    assert "x(" in browser.error_of("call_range")
    browser.fill("call_range", "22+")
    browser.fill("jam_range", "22+", enter=True)
    assert "not both" in browser.error_of("jam_range")


def test_how_it_was_computed_is_folded(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve?game=holdem&stack_sb=12.5bb&stack_bb=12.5bb&ante=1")
    browser.click("#solve")
    text = browser.see_text("#summary", "could gain by playing otherwise, bb")
    assert words(browser) == {"game": "holdem", "stack_sb": "125", "stack_bb": "125", "ante": "1"}
    result = server.post("/api/solve", {"game": "holdem", "stacks": [125, 125], "ante": 1})[1]["result"]
    for gain in result["gains_bb"]:
        assert f"{gain:.3g}" in text
    assert f"{result['value_chips'][1] / 10:+.9f}".replace("-", "\u2212") in text
    assert "stacks 125 and 125" in browser.see("#result-title").text
    assert not browser.all("#theory")[0].is_displayed()
    browser.click(".q-expansion-item:has(#theory) .q-item")
    browser.see_text("#theory", "s = ")


def test_names_and_ranges_in_the_look_up(browser: Browser, server: Server) -> None:
    solved(browser, server)
    for text, heading in (
        ("K7o", "class "),
        ("K♥7♦", "Kh7d"),
        ("K7", "K7: 2 classes, 16 hands"),
        ("TT+", "TT+: 5 classes, 30 hands"),
        ("#0", "AsAh"),
    ):
        browser.fill("hand", text, enter=True)
        browser.see_text("#hand-answer", heading)
    asked = {"game": "holdem", "cards": "K7", "position": "bb"}
    result = server.post("/api/hand", asked)[1]["result"]
    browser.fill("hand", "K7", enter=True)
    browser.choose("position", "Big blind: call or fold")
    browser.see_text("#hand-answer", f"{100 * result['played']:.2f} % of them are called.")
    assert "K7s" in browser.see("#hand-answer table").text


def test_a_warning_stands_with_a_range() -> None:
    hand = {"name": "AA", "size": 6, "played": 1.0, "difference_bb": 0.5}
    answer = {
        "text": "<b>", "position": "sb", "classes": 300, "combinations": 6, "percent": 0.4, "played": 1.0,
        "epsilon_bb": 0.0, "warnings": ["Suited is <AxKx>."], "hands": [hand],
    }  # fmt: skip
    shown = range_html(answer)
    assert "&lt;b&gt;: 300 classes, 6 hands" in shown
    assert "<span class='warning'>Suited is &lt;AxKx&gt;.</span>" in shown
    assert "The 1 most played of them." in shown


def test_compare_costs(browser: Browser, server: Server) -> None:
    browser.driver.get(
        f"{server.address}solve?game=holdem&vs=game%3Dholdem%26stack_sb%3D150%26stack_bb%3D150"
    )
    browser.click("#solve")
    browser.see_text("#compared", "stacks 150 and 150")
    browser.click("#compared summary")
    asked = {"game": "holdem", "other": {"stacks": [150, 150]}, "top": 10}
    seats = server.post("/api/compare", asked)[1]["result"]["seats"]
    shown = browser.see_text("#compared", "the dearest differences")
    for seat in seats:
        assert f"cost {seat['cost_bb']:.6f} bb a hand" in shown
        assert f"{seat['hands'][0]['cost_bb']:.4f}" in shown
    browser.click(".q-expansion-item:has(#hands) > div > .q-item")
    browser.see_text("#hands thead", "costs, chips")


def test_compare_with_pasted_ranges(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.click(".q-expansion-item:has(#compare) .q-item")
    browser.fill("jam", "22+,A2+,x(")
    browser.click("#compare")
    assert "x(" in browser.error_of("jam")
    browser.fill("jam", "22+,A2+")
    browser.click("#compare")
    (seat,) = server.post("/api/compare", {"game": "holdem", "jam": "22+,A2+", "top": 10})[1]["result"][
        "seats"
    ]
    browser.see_text("#costs", f"cost {seat['cost_bb']:.6f} bb a hand")
    browser.fill("jam", "")
    browser.fill("csv", "hand,call\nAA,1\nKK,0.5\n")
    browser.click("#compare")
    browser.see_text("#costs", "Big blind: this calls")
    browser.fill("csv", "hand,call\nAA,much\n")
    browser.click("#compare")
    assert "Line 2" in browser.error_of("csv")


def test_the_first_build_of_omaha_is_announced(browser: Browser, tmp_path: Path) -> None:
    with Server(str(tmp_path)) as server:  # where no build of it has begun
        browser.driver.get(f"{server.address}solve")
        browser.see_text("#needs", "Building the table of Omaha, once: about 1.")
        browser.choose("game", game_titles()["holdem"])
        browser.wait(lambda: browser.all("#needs")[0].text == "", "nothing to announce")


@pytest.mark.parametrize(
    ("link", "button", "css", "text"),
    [
        (
            "solve?game=holdem&stack_sb=80&stack_bb=90&blind_sb=4&blind_bb=8&ante=1&bb_ante=2&dead=3",
            "#solve", "#result-title", "blinds 4/8, antes 1 and 3, dead money 3",
        ),
        (
            "?game=six-plus&method=fictitious-play&iterations=7&vs=game%3Dsix-plus",
            "#solve", "#compared", "7 iterations of fictitious play",
        ),
        ("?game=holdem&method=exact&iterations=50", "#solve", "#summary", "jams / calls"),
        (
            "charts?game=six-plus&low=2&high=6&step=2&blind_sb=1&blind_bb=2&ante=0.5&bb_ante=0.5&dead=1",
            "#draw", "#caption", "exact equilibrium at 3 stacks",
        ),
        ("charts?game=holdem&high=2", "#draw", "#caption", "exact equilibrium at 3 stacks"),
        (
            "equity?game=holdem&p=22%2B&p=KQ&board=2c3c4c&dead=Ah&how=sampled&deals=5000&seed=9",
            "", "#equity-answer", "Seed 9.",
        ),
        ("equity?game=holdem&p=AsAh&p=KsKh&how=exact", "#equity", "#equity-answer", "82.6366 %"),
        (
            "flop?own=Jh+Th&flop=Qh+9h+2c&way=below&fold_below=40%25&pot=100&call=50",
            "", "#chance-answer", "JhTh",
        ),
        (
            "flop?way=share&of=flop&opponents=2&deals=1000&seed=3",
            "", "#chance-answer", "power rule",
        ),
        ("videopoker?table=All+American", "#analyse", "#return", "All American"),
    ],
)  # fmt: skip
def test_old_links_still_open(
    browser: Browser, server: Server, link: str, button: str, css: str, text: str
) -> None:
    """Those of pages without a button are answered when they open."""
    browser.driver.get(f"{server.address}{link}")
    if button:
        browser.click(button)
    shown = browser.see_text(css, text)
    browser.driver.refresh()  # the address of the page as it is now
    if button:
        browser.click(button)
    assert browser.see_text(css, text) == shown
