"""The report of a spot in a real browser: numbers, hands, lists, comparisons, files, old links."""

from __future__ import annotations

import csv
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from PIL import Image

from jamfold.cards.games import HOLDEM
from jamfold.ranges import parse_range
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_beside_a_build import error_at, shown
from tests.web.test_pages import words

if TYPE_CHECKING:
    from selenium.webdriver.remote.webelement import WebElement

REPORT = "report?game=holdem"
LONG = "report?game=six-plus&method=fictitious-play&iterations=1000000"


def minus(text: str) -> str:
    return text.replace("-", "\u2212")


def answered(browser: Browser, server: Server, query: str = REPORT) -> str:
    """The report with its answer."""
    browser.driver.get(f"{server.address}{query}")
    browser.see("#list-answer table")
    return browser.see("#solve-answer").text


@pytest.mark.smoke
def test_it_opens_answered_and_answers_while_somebody_types(browser: Browser, server: Server) -> None:
    answered(browser, server, "report")
    browser.fill("stack_sb", "80")
    browser.click("#form details summary")
    browser.fill("ante", "1")
    result = server.post("/api/solve", {"game": "holdem", "stacks": [80, 100], "ante": 1})[1]["result"]
    text = browser.see_text("#solve-answer", f"{result['jam_percent']:.4f}%")
    assert f"{result['call_percent']:.4f}%" in text
    assert minus(f"{result['value_chips'][0]:+.6f}") in text
    assert minus(f"{result['value_chips'][1] / 10:+.9f}") in text
    assert all(f"{gain:.3g}" in text for gain in result["gains_bb"])
    assert "gain by deviating, bb" in text
    assert "stacks 80 and 100" in text
    assert "exact" in text.lower()
    browser.wait(lambda: words(browser) == {"stack_sb": "80", "ante": "1"}, "the address")
    browser.driver.refresh()
    assert browser.see_text("#solve-answer", "jams / calls") == text


def test_the_redirect_of_the_old_page(browser: Browser, server: Server) -> None:
    status, headers, _ = server.ask("GET", "/solve?stack_sb=80&vs=game%3Domaha")
    assert status == 307
    assert headers["location"] == "/report?game=omaha&stack_sb=80&vs=game%3Domaha"
    text = answered(browser, server, "solve?game=six-plus&stack_sb=73&stack_bb=80&ante=2")
    result = server.post("/api/solve", {"game": "six-plus", "stacks": [73, 80], "ante": 2})[1]["result"]
    assert f"{result['jam_percent']:.4f}%" in text


def test_a_build_is_stopped_left_and_found_again(browser: Browser, tmp_path: Path) -> None:
    with Server(str(tmp_path)) as server:  # where no table has been built yet
        browser.driver.get(f"{server.address}{LONG}")
        browser.click("#solve")
        browser.click("#solve.stop")
        browser.see_text("#solve-status", "Stopped.")
        browser.driver.get(f"{server.address}{REPORT}")
        browser.see_text("#solve-answer", "Exact equilibrium")
        browser.driver.get("about:blank")


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("stack_sb", "lots", "The small blind's stack must be a number of chips, not 'lots'."),
        ("stack_bb", "-3", "The big blind's stack must be above zero, but it is −3."),
        ("blind_sb", "20", "The small blind (20) is larger than the big blind (10)."),
        ("dead", "-1", "The dead money must not be negative, but it is −1."),
    ],
)
def test_a_wrong_input_shows_its_sentence(server: Server, field: str, text: str, sentence: str) -> None:
    page = shown(server, f"/report?{urlencode({'game': 'holdem', field: text})}")
    assert error_at(page, field) == sentence


def test_wrong_iterations_show_their_sentence(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{REPORT}&method=fictitious-play")
    browser.fill("iterations", "0")
    assert browser.error_of("iterations") == "The number of iterations must be at least 1, not 0."
    browser.fill("iterations", "1.5")
    browser.see_text("#iterations-error", "The number of iterations must be a whole number, not '1.5'.")


def test_how_it_was_computed_is_folded(browser: Browser, server: Server) -> None:
    text = answered(browser, server, f"{REPORT}&stack_sb=12.5bb&stack_bb=12.5bb&ante=1")
    assert "stacks 125 and 125" in text
    assert "s = " not in text
    browser.click("#how > summary")
    browser.see_text("#how", "Every pair of hands and every board is counted")


@pytest.mark.smoke
def test_epsilon_falls_in_a_curve(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{REPORT}&method=fictitious-play&iterations=50")
    browser.click("#solve")
    assert "of equilibrium (fictitious-play)" in browser.see_text("#solve-answer", "50 iterations")
    browser.click("#how > summary")
    browser.see("#how svg.plot polyline")
    browser.click("#how details > summary")
    assert browser.see_text("#how table", "exploitability, bb").count("\n") == 50


def test_prizes_rake_and_raises(browser: Browser, server: Server) -> None:
    text = answered(browser, server, f"{REPORT}&prizes=65+35&bounty=10")
    assert "value, money" in text
    text = answered(browser, server, f"{REPORT}&rake=5&cap=1")
    browser.click("#how > summary")
    browser.see_text("#how", "the game is not zero-sum")
    asked = {"game": "holdem", "rake": 5, "cap": 1}
    assert f"{server.post('/api/solve', asked)[1]['result']['jam_percent']:.4f}%" in text
    browser.driver.get(f"{server.address}{REPORT}&open=2.5bb")
    browser.click("#solve")
    assert "no limps or flat calls" in browser.see_text("#solve-answer", "upper bound")
    assert "raise 2.5" in browser.see("#solve-answer table").text
    browser.fill("cards", "K7o")
    browser.see_text("#hand-answer", "raise 2.5")


@pytest.mark.parametrize("field", ["call_range", "vs_call"])
def test_links_with_ranges_go_to_the_audit(browser: Browser, server: Server, field: str) -> None:
    browser.driver.get(f"{server.address}{REPORT}&stack_sb=80&stack_bb=9bb&ante=1&{field}=22%2B%2CA2%2B")
    expected = {"game": "holdem", "stacks": "80 9bb", "ante": "1", "ranges": "bb after sb: 22+,A2+"}
    assert words(browser) == expected
    browser.click("#measure")
    asked = {"game": "holdem", "stacks": [80, "9bb"], "ante": 1, "ranges": expected["ranges"]}
    seats = server.post("/api/audit?wait=60", asked)[1]["result"]["seats"]
    browser.see_text("#verdict", f"{100 * seats[1]['gain_bb']:.2g}")


def test_look_up_a_hand(browser: Browser, server: Server) -> None:
    answered(browser, server)
    for text, heading in (
        ("Ah Kd", "Ah"),
        ("K7o", "K7o (12 hands, such as K"),
        ("K♥7♦", ": K7o (12 hands)"),
        ("K7", "K7: 2 classes, 16 hands"),
        ("TT+", "TT+: 5 classes, 30 hands"),
        ("#0", ": AA (6 hands)"),
        ("168", ": 22 (6 hands)"),
    ):
        browser.fill("cards", text)
        browser.see_text("#hand-answer", heading)
    browser.fill("cards", "Ah Kd")
    assert "EV all-in" in browser.see_text("#hand-answer", "The big blind calls")
    browser.choose("position", "Big blind")
    browser.see_text("#hand-answer", "The small blind jams")
    result = server.post("/api/hand", {"game": "holdem", "cards": "K7", "position": "bb"})[1]["result"]
    browser.fill("cards", "K7")
    browser.see_text("#hand-answer", f"{100 * result['played']:.2f}% of them are called.")
    assert "K7s" in browser.see("#hand-answer table").text
    browser.fill("cards", "Ah Kx")
    assert "is not a card" in browser.error_of("cards")


def test_click_cards(browser: Browser, server: Server) -> None:
    answered(browser, server)
    browser.click("#deck-cards summary")
    browser.click("#deck-cards button[data-card=Ah]")
    browser.see("#deck-cards button[data-card=Ah][aria-pressed=true]")
    browser.click("#deck-cards button[data-card=Kd]")
    browser.see_text("#hand-answer", "It is jammed 100% of the time.")


def test_a_click_looks_a_hand_up_and_filters_narrow_the_list(browser: Browser, server: Server) -> None:
    answered(browser, server)
    assert len(browser.all("#square-answer .square button")) == 169
    browser.click("#square-answer button[data-text='AA']")
    browser.see_text("#hand-answer", "AA (6 hands, such as A")
    browser.see_text("#first-tip", "AA: jams 100% of the time.")
    browser.see_text("#list-answer", "169 classes")
    browser.fill("range", "TT+")
    browser.see_text("#list-answer", "5 classes, 30 hands")
    browser.fill("contains", "T")
    browser.see_text("#list-answer", "1 class, 6 hands")
    for wrong, right, text, good in (
        ("range", "contains", "TT+,,x(", "T"),
        ("contains", "range", "Zz", "TT+"),
    ):
        browser.fill(right, good)
        browser.fill(wrong, text)
        assert browser.error_of(wrong)


def test_list_sorted_and_paged(browser: Browser, server: Server) -> None:
    answered(browser, server)
    browser.choose("sort", "EV all-in")
    browser.click("#reverse")
    browser.wait(lambda: browser.see("#list-answer tbody tr").text.endswith("fold"), "the worst hand first")
    browser.click("#steps a[href*='page=2']")
    browser.see_text("#list-answer", "page 2 of 7")
    browser.click("#list-answer tbody button")
    browser.see_text("#hand-answer", "EV all-in")
    browser.see_text("#list-answer", "page 2 of 7")  # stays where it was
    browser.choose("size", "200")
    browser.see_text("#list-answer", "page 1 of 1")
    browser.driver.back()
    browser.see_text("#list-answer", "of 7")


def test_two_solutions_side_by_side(browser: Browser, server: Server) -> None:
    answered(browser, server)
    browser.choose("vs", "50 iterations of fictitious play")
    browser.click("#other")
    numbers = browser.see_text("#beside-answer", "of hands differ")
    iterated = {"game": "holdem", "method": "fictitious-play", "iterations": 50}
    for spot in ({"game": "holdem"}, iterated):
        result = server.post("/api/solve", spot)[1]["result"]
        assert f"{result['jam_percent']:.4f}%" in numbers
        assert f"{result['call_percent']:.4f}%" in numbers
    browser.wait(lambda: len(browser.all("#square-answer .square")) == 2, "two squares")
    # 43s is jammed 71% of the time in equilibrium, hardly ever after 50 iterations.
    cells = browser.all("#square-answer button[data-text='43s']")
    assert all(cell.get_attribute("data-apart") is not None for cell in cells)
    assert "In the other 1.96%." in (cells[0].get_attribute("data-words") or "")
    browser.see_text("#list-answer thead", "played there")
    browser.choose("sort", "farthest apart")
    browser.wait(lambda: _apart(browser)[0] > 50.0, "the farthest first")
    assert _apart(browser) == sorted(_apart(browser), reverse=True)


def _apart(browser: Browser) -> list[float]:
    return [float(cell.text.rstrip("%")) for cell in browser.all("#list-answer tbody td:nth-child(9)")]


def test_a_link_compares(browser: Browser, server: Server) -> None:
    beside = "vs=game%3Dsix-plus%26method%3Dfictitious-play%26iterations%3D7"
    answered(browser, server, f"report?game=six-plus&{beside}")
    assert browser.all("#beside-answer table") == []  # a link starts nothing that may take long
    browser.click("#other")
    browser.see_text("#beside-answer", "7 iterations")
    assert beside in browser.driver.current_url
    browser.driver.refresh()
    browser.see_text("#beside-answer", "7 iterations")
    browser.choose("vs", "Nothing")
    browser.wait(lambda: len(browser.all("#square-answer .square")) == 1, "one square")
    assert browser.driver.current_url.endswith("?game=six-plus")
    browser.driver.get(f"{server.address}report?game=six-plus&vs=game%3Dholdem")
    browser.see_text("#vs-error", "has other hands")
    browser.driver.get(f"{server.address}report?game=six-plus&vs=game%3Dsix-plus-trips%26dead%3D1")
    browser.see_text("#beside-answer", "dead money 1")


def test_compare_costs(browser: Browser, server: Server) -> None:
    answered(browser, server, f"{REPORT}&vs=game%3Dholdem%26stack_sb%3D150%26stack_bb%3D150")
    asked = {"game": "holdem", "other": {"stacks": [150, 150]}, "top": 10}
    seats = server.post("/api/compare", asked)[1]["result"]["seats"]
    shown = browser.see_text("#beside-answer", "the costliest differences")
    assert "stacks 150 and 150" in shown
    for seat in seats:
        assert f"costs {seat['cost_bb']:.6f} bb per hand." in shown
        assert f"{seat['hands'][0]['cost_bb']:.4f}" in shown
    browser.see_text("#list-answer thead", "costs, bb")


def test_files(browser: Browser, server: Server) -> None:
    answered(browser, server, f"{REPORT}&range=TT%2B")
    with browser.download("a[href^='/report.csv']").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["cards"] for row in rows] == ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh"]
    listed = json.loads(browser.download("a[href^='/report.json']").read_text())
    asked = server.post("/api/hand", {"game": "holdem", "cards": "KsKh"})[1]["result"]
    assert {row["cards"]: row["ev_allin"] for row in listed}["KsKh"] == asked["ev_allin"]
    assert float(rows[1]["ev_allin"]) == asked["ev_allin"]
    assert Image.open(browser.download("a[href^='/report.png']")).size[0] > 800
    for kind, expected in (("png", "image/png"), ("csv", "text/csv"), ("spot.json", "application/json")):
        assert server.ask("GET", f"/report.{kind}")[1]["content-type"].partition(";")[0] == expected
    spot = json.loads(browser.download("a[href^='/report.spot.json']").read_text())
    assert spot["jam_percent"] == server.post("/api/solve", {"game": "holdem"})[1]["result"]["jam_percent"]


def test_range_as_text(browser: Browser, server: Server) -> None:
    answered(browser, server)
    browser.see_text("#text-answer", "Exact range, shortest form")
    text = browser.see("#text-answer .range").text
    assert text.startswith("22+")
    share = server.post("/api/solve", {"game": "holdem"})[1]["result"]["jam_percent"] / 100
    held = parse_range(text, HOLDEM)
    assert held.weighted_combinations / 1326 == pytest.approx(share, abs=1e-6)
    whole = parse_range(browser.download("a[href^='/report.txt']").read_text().strip(), HOLDEM)
    assert whole.weighted_combinations / 1326 == pytest.approx(share, abs=1e-12)
    assert held.hand_weights == pytest.approx(
        whole.hand_weights, abs=5e-5
    )  # the page has two decimals of a percent


def test_reload_during_a_job_and_two_tabs(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LONG}")
    browser.click("#solve")
    browser.see_text("#solve-status", " of 1,000,000, ")
    browser.see_text("#solve-status", "left")
    browser.driver.refresh()
    assert "to gain" in browser.see_text("#solve-status", "iteration")
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(f"{server.address}{REPORT}&dead=3")  # waits for the other, and says so
    browser.see_text("#solve-status", "Waits for: Six-Plus")
    browser.driver.get(f"{server.address}{LONG}")
    browser.see_text("#solve-status", "iteration")
    browser.click("#solve.stop")
    browser.see_text("#solve-status", "Stopped.")
    browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.see_text("#solve-status", "Stopped.")


def test_what_it_waits_for_can_be_stopped(browser: Browser, server: Server) -> None:
    with Browser() as second:
        second.start_test()
        browser.driver.get(f"{server.address}{LONG}&dead=2")
        browser.click("#solve")
        browser.see_text("#solve-status", "iteration")
        second.driver.get(f"{server.address}{REPORT}&dead=4")
        second.see_text("#solve-status", "Waits for: Six-Plus")
        second.click("#solve-status button")
        browser.see_text("#solve-status", "Stopped.")
        second.see_text("#solve-answer", "dead money 4")
        second.check()


def test_a_dead_worker_is_reported(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LONG.replace('six-plus', 'holdem')}")
    browser.click("#solve")
    browser.see_text("#solve-status", "iteration")
    os.kill(server.worker(), signal.SIGKILL)
    browser.see_text("#solve-status", "ended unexpectedly")
    answered(browser, server)


def test_keyboard_only(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    def walk_to(what: Callable[[WebElement], bool]) -> None:
        for _ in range(80):
            browser.press(Keys.TAB)
            if what(browser.focus()):
                return
        raise AssertionError("it is not among the keys")

    answered(browser, server)
    browser.press(Keys.TAB)
    assert browser.focus().text == "Skip to content"
    walk_to(lambda one: one.get_attribute("data-fills") == "cards")
    assert browser.focus().text == "AA"
    browser.press(Keys.ARROW_RIGHT)
    assert browser.focus().text == "AKs"
    browser.press(Keys.ARROW_DOWN)
    assert browser.focus().text == "KK"
    browser.see_text("#first-tip", "KK: jams 100%")
    browser.press(Keys.ENTER)
    browser.see_text("#hand-answer", "KK (6 hands")
    walk_to(lambda one: one.tag_name == "button" and "link" in (one.get_attribute("class") or ""))
    browser.press(Keys.ENTER)
    browser.see_text("#hand-answer", "AA (6 hands")


def test_without_a_script(server: Server) -> None:
    for _ in range(100):
        text = server.ask("GET", "/report?game=holdem&stack_sb=80&cards=K7o")[2].decode()
        if "hand-answer" in text and "Why" in text and "169 classes" in text:
            break
    assert "jams / calls" in text
    assert "K7o (12 hands, such as " in text
    assert "The small blind&#x27;s stack must be" in server.ask("GET", "/report?stack_sb=many")[2].decode()


@pytest.mark.smoke
def test_axe_and_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    answered(browser, server, f"{REPORT}&cards=TT%2B&vs=game%3Dholdem%26stack_sb%3D90")
    browser.see("#beside-answer table")
    browser.driver.execute_script(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    assert violations(browser, dark=True) == []
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("link", "button", "css", "text"),
    [
        (
            "solve?game=holdem&stack_sb=80&stack_bb=90&blind_sb=4&blind_bb=8&ante=1&bb_ante=2&dead=3",
            "", "#solve-answer", "blinds 4/8, antes 1 and 3, dead money 3",
        ),
        (
            "?game=six-plus&method=fictitious-play&iterations=7&vs=game%3Dsix-plus",
            "#solve", "#beside-answer", "7 iterations",
        ),
        ("?game=holdem&method=exact&iterations=50", "", "#solve-answer", "jams / calls"),
        (
            "charts?game=six-plus&low=2&high=6&step=2&blind_sb=1&blind_bb=2&ante=0.5&bb_ante=0.5&dead=1",
            "", "#chart-answer .note", "exact equilibrium at 3 stacks",
        ),
        ("charts?game=holdem&high=2", "", "#chart-answer .note", "exact equilibrium at 3 stacks"),
        (
            "equity?game=holdem&p=22%2B&p=KQ&board=2c3c4c&dead=Ah&how=sampled&deals=5000&seed=9",
            "", "#equity-answer", "Seed 9.",
        ),
        ("equity?game=holdem&p=AsAh&p=KsKh&how=exact", "#equity", "#equity-answer", "82.64%"),
        (
            "flop?own=Jh+Th&flop=Qh+9h+2c&way=below&fold_below=40%25&pot=100&call=50",
            "", "#chance-answer", "JhTh",
        ),
        (
            "flop?way=share&of=flop&opponents=2&deals=1000&seed=3",
            "", "#chance-answer", "power rule",
        ),
        ("videopoker?table=All+American", "", "h2", "All American"),
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
    if button and not browser.all("#solve-answer table"):
        browser.click(button)
    assert browser.see_text(css, text) == shown
