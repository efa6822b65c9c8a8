"""The pages in a real browser."""

from __future__ import annotations

import csv
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from PIL import Image

from jamfold.games import find_game
from jamfold.ranges import parse_range
from tests.web.browser import Browser
from tests.web.server import Server

if TYPE_CHECKING:
    from selenium.webdriver.remote.webelement import WebElement

HOLDEM = "solve?game=holdem"
LONG = "solve?game=six-plus&method=fictitious-play&iterations=1000000"

PATHS = (
    "",
    "solve",
    "table",
    "charts",
    "equity",
    "flop",
    "icm",
    "tournament",
    "play",
    "histories",
    "videopoker",
    "about",
)


def solved(browser: Browser, server: Server, query: str = HOLDEM) -> None:
    """The solve page with its result."""
    browser.driver.get(f"{server.address}{query}")
    browser.click("#solve")
    browser.see("#summary")


def words(browser: Browser) -> dict[str, str]:
    """The words of the page's address."""
    return dict(parse_qsl(urlsplit(browser.driver.current_url).query))


def test_a_build_is_stopped_left_and_found_again(browser: Browser, tmp_path: Path) -> None:
    with Server(str(tmp_path)) as server:  # where no table has been built yet
        browser.driver.get(f"{server.address}{HOLDEM}")
        browser.click("#solve")
        browser.see_text("#status", "Building the table")
        browser.click("#stop")
        browser.see_text("#status", "Stopped.")
        browser.click("#solve")
        browser.driver.refresh()  # in the middle of it
        browser.see("#summary")
        browser.see_text("#status", "Exact equilibrium")
        browser.driver.get("about:blank")


def test_solve_from_the_form(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}solve")
    browser.choose("game", "Texas Hold'em")
    browser.fill("stack_sb", "80")
    browser.fill("ante", "1")
    browser.click("#solve")
    text = browser.see_text("#summary", "jams / calls")
    result = server.post("/api/solve", {"game": "holdem", "stacks": [80, 100], "ante": 1})[1]["result"]
    assert f"{result['jam_percent']:.4f} %" in text
    assert f"{result['call_percent']:.4f} %" in text
    assert f"{result['value_chips'][0]:+.6f}".replace("-", "\u2212") in text
    assert "exact" in browser.see(".badge").text
    assert words(browser) == {"game": "holdem", "stack_sb": "80", "ante": "1"}
    browser.driver.refresh()
    assert browser.see_text("#summary", "jams / calls") == text


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("stack_sb", "lots", "The small blind's stack must be a number of chips, not 'lots'."),
        ("stack_bb", "-3", "The big blind's stack must be above zero, but it is -3."),
        ("blind_sb", "20", "The small blind (20) is larger than the big blind (10)."),
        ("dead", "-1", "The dead money must not be negative, but it is -1."),
    ],
)
def test_a_wrong_input_shows_its_sentence(
    browser: Browser, server: Server, field: str, text: str, sentence: str
) -> None:
    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.fill(field, text, enter=True)
    assert browser.error_of(field) == sentence


def test_wrong_iterations_show_their_sentence(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{HOLDEM}&method=fictitious-play")
    browser.fill("iterations", "0", enter=True)
    assert browser.error_of("iterations") == "The number of iterations must be at least 1, not 0."
    browser.fill("iterations", "1.5", enter=True)
    browser.see_text(".q-field__messages", "The number of iterations must be a whole number, not '1.5'.")


def test_look_up_a_hand(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.fill("hand", "Ah Kd", enter=True)
    answer = browser.see_text("#hand-answer", "AhKd")
    assert "EV all-in" in answer
    assert "The big blind calls" in answer
    browser.choose("position", "Big blind: call or fold")
    browser.see_text("#hand-answer", "The small blind jams")
    browser.fill("hand", "168", enter=True)
    browser.see_text("#hand-answer", "class 168")
    browser.fill("hand", "Ah Kx", enter=True)
    assert "is not a card" in browser.error_of("hand")


def test_click_cards(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.click(".q-expansion-item:has(.deck) .q-item")
    browser.click(".deck button[data-card=Ah]")
    browser.see(".deck button[data-card=Ah][aria-pressed=true]")
    browser.click(".deck button[data-card=Kd]")
    browser.see(".deck button[data-card=Kd][aria-pressed=true]")
    browser.click("#look-up")
    browser.see_text("#hand-answer", "AhKd")


def test_explore(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.click("#explore .heat button[data-id='0']")
    browser.see_text("#hand-answer", "AsAh")
    browser.see_text("#explore .tip", "EV all-in")
    assert len(browser.all("#explore .heat button")) == 169
    browser.click(".q-expansion-item:has(#hands) > div > .q-item")
    browser.see_text("#list-note", "169 classes")
    browser.fill_label("In the range", "TT+", enter=True)
    browser.see_text("#list-note", "5 classes, 30 hands")
    browser.fill_label("Contains", "T", enter=True)
    browser.see_text("#list-note", "1 class, 6 hands")
    for wrong, right, text, good in (
        ("In the range", "Contains", "TT+,,x(", "T"),
        ("Contains", "In the range", "Zz", "TT+"),
    ):
        browser.fill_label(right, good)
        browser.fill_label(wrong, text, enter=True)
        field = browser.see(".q-field--error")
        assert field.find_element("css selector", "input").get_attribute("aria-label") == wrong


def test_list_sorted_and_paged(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.click(".q-expansion-item:has(#hands) > div > .q-item")
    browser.see_text("#list-note", "169 classes")
    browser.click("#hands th:nth-child(5)")
    browser.wait(lambda: " fold" in browser.see("#hands tbody tr").text, "the worst hand first")
    browser.click("button[aria-label='Next page']")
    browser.see_text(".q-table__bottom", "26-50 of 169")
    browser.click("#hands tbody tr")
    browser.see_text("#hand-answer", "EV all-in")


def test_two_solutions_side_by_side(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.choose("other", "50 iterations of fictitious play")
    numbers = browser.see_text("#compared", "Played differently")
    iterated = {"game": "holdem", "method": "fictitious-play", "iterations": 50}
    for spot in ({"game": "holdem"}, iterated):
        result = server.post("/api/solve", spot)[1]["result"]
        assert f"{result['jam_percent']:.4f} %" in numbers
        assert f"{result['call_percent']:.4f} %" in numbers
    browser.wait(lambda: len(browser.all("#explore .heat")) == 2, "two squares")
    first, second = browser.all("#explore .heat")
    assert len(first.find_elements("css selector", "button")) == 169
    # 43s is jammed 71 % of the time in equilibrium, hardly ever after 50 iterations.
    cells = [one.find_element("css selector", "button[data-id='161']") for one in (first, second)]
    assert all(cell.get_attribute("data-apart") is not None for cell in cells)
    assert "In the other 1.96 %." in (cells[0].get_attribute("data-words") or "")
    browser.click(".q-expansion-item:has(#hands) > div > .q-item")
    browser.see_text("#hands thead", "played there")
    browser.click("#hands th:nth-child(9)")  # by how far they are apart
    browser.wait(lambda: _apart(browser)[0] == 0.0, "the nearest first")
    browser.click("#hands th:nth-child(9)")
    browser.wait(lambda: _apart(browser)[0] > 50.0, "the farthest first")
    assert _apart(browser) == sorted(_apart(browser), reverse=True)


def _apart(browser: Browser) -> list[float]:
    return [float(cell.text.rstrip(" %")) for cell in browser.all("#hands tbody td:nth-child(9)")]


def test_a_link_compares(browser: Browser, server: Server) -> None:
    beside = "vs=game%3Dsix-plus%26method%3Dfictitious-play%26iterations%3D7"
    browser.driver.get(f"{server.address}solve?game=six-plus&{beside}")
    assert browser.all("#summary") == []
    browser.click("#solve")
    browser.see_text("#compared", "7 iterations of fictitious play")
    assert browser.driver.current_url.endswith(beside)
    browser.driver.refresh()
    browser.see_text("#compared", "7 iterations of fictitious play")
    browser.choose("other", "nothing")
    browser.wait(lambda: len(browser.all("#explore .heat")) == 1, "one square")
    assert browser.driver.current_url.endswith("?game=six-plus")
    browser.driver.get(f"{server.address}solve?game=six-plus&vs=game%3Dholdem")
    browser.see_text(".error", "has other hands")
    browser.driver.get(f"{server.address}solve?game=six-plus&vs=game%3Dsix-plus-trips%26dead%3D1")
    browser.see_text("[role=status]", "not solved yet")  # a link starts nothing
    browser.click("#solve")
    browser.see_text("#compared", "dead money 1")


def test_downloads(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.click(".q-expansion-item:has(#hands) > div > .q-item")
    browser.fill_label("In the range", "TT+", enter=True)
    browser.see_text("#list-note", "5 classes")
    with browser.download("button[aria-label='Download CSV']").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["cards"] for row in rows] == ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh"]
    listed = json.loads(browser.download("button[aria-label='Download JSON']").read_text())
    asked = server.post("/api/hand", {"game": "holdem", "cards": "KsKh"})[1]["result"]
    assert {row["cards"]: row["ev_allin"] for row in listed}["KsKh"] == asked["ev_allin"]
    assert float(rows[1]["ev_allin"]) == asked["ev_allin"]
    assert Image.open(browser.download("button[aria-label='Download PNG']")).size[0] > 800


def test_range_as_text(browser: Browser, server: Server) -> None:
    solved(browser, server)
    browser.click("#as-range")
    browser.see_text("#range-note", "classic notation")
    text = str(browser.see("textarea[data-field=range-text]").get_property("value"))
    assert text.startswith("22+")
    share = server.post("/api/solve", {"game": "holdem"})[1]["result"]["jam_percent"] / 100
    held = parse_range(text, find_game("holdem"))
    assert held.weighted_combinations / 1326 == pytest.approx(share, abs=1e-6)
    assert browser.download("#every-class").read_text().strip() == text


def test_reload_during_a_job_and_two_tabs(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LONG}")
    browser.click("#solve")
    browser.see_text(".numbers", "iteration")
    browser.see_text("#status", " of 1,000,000, about ")  # time left
    browser.driver.refresh()
    browser.see_text(".numbers", "PostEV")
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(f"{server.address}solve")
    browser.see_text("#other-jobs", "Six-Plus")
    browser.driver.get(f"{server.address}videopoker")
    browser.see_text("#return", "99.54390437")
    browser.driver.get(f"{server.address}{LONG}")
    browser.see_text(".numbers", "iteration")
    browser.click("#stop")
    browser.see_text("#status", "Stopped.")
    browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.see_text("#status", "Stopped.")


def test_a_dead_worker_is_reported(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LONG.replace('six-plus', 'holdem')}")
    browser.click("#solve")
    browser.see_text(".numbers", "iteration")
    os.kill(server.worker(), signal.SIGKILL)
    browser.see_text("#status", "ended unexpectedly")
    solved(browser, server)


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    for path in PATHS:
        browser.driver.get(f"{server.address}{path}")
        browser.see("h1")
        assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    solved(browser, server)
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_keyboard_only(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}{HOLDEM}")
    browser.see("#solve")
    browser.press(Keys.TAB)
    assert browser.focus().text == "Skip to the content"
    for _ in range(100):
        browser.press(Keys.TAB)
        if browser.focus().get_attribute("id") == "solve":
            break
    browser.press(Keys.ENTER)
    browser.see("#explore .heat")
    for _ in range(100):
        browser.press(Keys.TAB)
        if browser.focus().get_attribute("data-id") is not None:
            break
    assert browser.focus().text == "AA"
    browser.press(Keys.ARROW_RIGHT)
    assert browser.focus().text == "AKs"
    browser.press(Keys.ARROW_DOWN)
    assert browser.focus().text == "KK"
    browser.see_text("#explore .tip", "KK (6 hands)")
    browser.press(Keys.ENTER)
    browser.see_text("#hand-answer", "KsKh")


def test_the_list_by_keyboard(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    def walk_to(what: Callable[[WebElement], bool]) -> None:
        for _ in range(60):
            browser.press(Keys.TAB)
            if what(browser.focus()):
                return
        raise AssertionError("it is not among the keys")

    solved(browser, server)
    walk_to(lambda one: "All hands as a list" in one.text)
    browser.press(Keys.ENTER)
    browser.see_text("#list-note", "169 classes")
    browser.see("#hands th[tabindex='0']")
    walk_to(lambda one: one.tag_name == "th" and "difference" in one.text)
    browser.press(Keys.ENTER)  # the worst first
    browser.wait(lambda: " fold" in browser.see("#hands tbody tr").text, "the worst hand first")
    walk_to(lambda one: one.tag_name == "button" and one.text == browser.see("#hands tbody button").text)
    worst = browser.focus().text
    browser.press(Keys.ENTER)
    browser.see_text("#hand-answer", "fold")
    assert worst in ("32o", "72o", "82o", "92o", "42o", "62o", "52o")


def test_two_browsers_at_once(browser: Browser, server: Server) -> None:
    with Browser() as second:
        second.start_test()
        browser.driver.get(f"{server.address}{LONG}&dead=2")
        browser.click("#solve")
        browser.see_text(".numbers", "iteration")
        second.driver.get(f"{server.address}{HOLDEM}&dead=3")  # solves itself
        second.see_text("#status", "Waiting")
        second.see_text("#other-jobs", "Computing: Six-Plus")
        browser.click("#stop")
        browser.see_text("#status", "Stopped.")
        assert "dead money 3" in second.see("#summary").find_element("xpath", "..").text
        second.check()


def test_labels(browser: Browser, server: Server) -> None:
    nameless = """return [...document.querySelectorAll('input, button, select, textarea, a')]
        .filter(e => e.checkVisibility() && !(e.ariaLabel || e.textContent.trim() || e.title
                       || e.labels?.length))
        .map(e => e.outerHTML)"""
    for path in PATHS:
        browser.driver.get(f"{server.address}{path}")
        browser.see("h1")
        assert browser.driver.execute_script(nameless) == []
        assert len(browser.all("h1")) == len(browser.all("main")) == 1
        assert browser.driver.execute_script("return document.documentElement.lang") == "en-US"


def test_video_poker(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}videopoker")
    browser.see_text("#return", "99.54390437 %")
    browser.click("#holds")
    browser.see_text("#holds-answer", "1,553/1,081")
    browser.click("#trainer button:nth-child(2)")
    browser.see("#trainer button:nth-child(2)[aria-pressed=true]")
    browser.click("#judge")
    browser.see_text("#verdict", "of 1 right")


def test_chart(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts")
    browser.fill("step", "0")
    browser.click("#draw")
    assert browser.error_of("step") == "The step must be above zero, but it is 0."
    browser.fill("step", "4")
    browser.click("#draw")
    browser.see_text("#caption", "exact equilibrium at 7 stacks")
    assert len(browser.all(".heat button")) == 2 * 169
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert browser.see(".heat small").text  # thresholds are on the paper, menus and hints are not
    assert not any(one.is_displayed() for one in browser.all(".top, .tip, .noprint"))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    browser.click(".q-expansion-item:has(#stacks) .q-item")
    deepest = server.post("/api/solve", {"game": "holdem", "stacks": [250, 250]})[1]["result"]
    browser.see_text("#stacks", f"\n25 {deepest['jam_percent']:.4f} %")
    for kind, words in (
        ("Stacks CSV", "stack,"),
        ("Hands CSV", "AKs"),
        ("JSON", '"points"'),
        ("SVG", "<svg"),
    ):
        assert words in browser.download(f"button[aria-label='Download {kind}']").read_text()
    assert Image.open(browser.download("button[aria-label='Download PNG']")).size[0] > 1000


def test_it_ends_with_ctrl_c(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = Server(str(tmp_path_factory.mktemp("short")))
    worker = own.worker()
    assert own.close() in (0, 130)
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
