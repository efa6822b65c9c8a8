"""The strategy page in a real browser: the slider, the panel of a hand, the search box, links."""

from __future__ import annotations

import csv
import html
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

pytest.importorskip("selenium")

CELLS = "#pictures td button"


def opened(browser: Browser, server: Server, words: str = "?game=holdem&stack=10") -> None:
    """The page with all stacks of a game."""
    browser.driver.get(f"{server.address}{words}")
    finest(browser)


def finest(browser: Browser) -> None:
    """Wait until all stacks are there."""
    slider = "return Number(document.getElementById('slider').max)"
    browser.wait(lambda: browser.driver.execute_script(slider) == 240, "tenths of a big blind")


def words(browser: Browser) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(browser.driver.current_url).query))


def cell(browser: Browser, seat: str, name: str) -> Any:
    """The cell of a hand or a pattern."""
    return browser.see(f"[data-seat={seat}] button[aria-label^='{name}: ']")


def write(browser: Browser, css: str, text: str) -> None:
    """Type over what a field holds."""
    from selenium.webdriver.common.keys import Keys

    browser.see(css).send_keys(Keys.CONTROL, "a")
    browser.see(css).send_keys(text)


def shares(browser: Browser) -> list[str]:
    """How much of all hands both players play."""
    return [one.text for one in browser.all("#pictures .head b")]


def test_both_seats_at_once_and_exact(browser: Browser, server: Server) -> None:
    opened(browser, server, "")
    asked = {"game": "holdem", "stacks": [100, 100]}
    solved = server.post("/api/solve", asked)[1]["result"]
    assert shares(browser) == [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    assert len(browser.all(CELLS)) == 2 * 169
    for seat, position in (("jam", "sb"), ("call", "bb")):
        for hand in ("K7o", "22", "A2s", "72o"):
            told = server.post("/api/hand", asked | {"cards": hand, "position": position})[1]["result"]
            text = cell(browser, seat, hand).text
            assert text == f"{hand}\n{told['difference_bb']:+.2f}".replace("-", "\u2212")


def test_the_slider_by_keys_and_by_drag(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    opened(browser, server)
    slider = browser.see("#slider")
    before = shares(browser)
    slider.send_keys(Keys.ARROW_RIGHT)
    browser.wait(lambda: words(browser)["stack"] == "10.1", "the next stack in the address")
    assert browser.see("#stack").get_attribute("value") == "10.1"
    for _ in range(4):
        slider.send_keys(Keys.ARROW_RIGHT)
    browser.wait(
        lambda: all(one != other for one, other in zip(shares(browser), before, strict=True)), "both"
    )
    ActionChains(browser.driver).drag_and_drop_by_offset(slider, slider.size["width"] // 3, 0).perform()
    browser.wait(lambda: float(words(browser)["stack"]) > 14, "a stack far to the right")
    result = server.post("/api/solve", {"game": "holdem", "stacks": [f"{words(browser)['stack']}bb"] * 2})[1]
    text = f"{result['result']['jam_percent']:.1f}%"
    browser.wait(lambda: shares(browser)[0] == text, text)


@pytest.mark.parametrize(("typed", "stack"), [("12.5", "12.5"), ("1250/100", "12.5"), ("80 chips", "8")])
def test_a_stack_is_typed(browser: Browser, server: Server, typed: str, stack: str) -> None:
    opened(browser, server)
    write(browser, "#stack", f"{typed}\n")
    browser.wait(lambda: words(browser)["stack"] == stack, stack)


def test_a_stack_with_a_decimal_comma_is_refused(browser: Browser, server: Server) -> None:
    opened(browser, server)
    before = words(browser)["stack"]
    write(browser, "#stack", "12,5bb\n")
    browser.see_text("#stack-error", "'12,5' has a decimal comma: write 12.5.")
    assert words(browser)["stack"] == before


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("game=holdem&stack=12,5", "The stack: '12,5' has a decimal comma: write 12.5."),
        ("game=holdem&stack=abc", "The stack must be a number, not 'abc'."),
        ("game=foo&stack=10", "Unknown game 'foo'. Games: holdem"),
    ],
)
def test_an_address_that_names_no_spot_is_refused(server: Server, query: str, sentence: str) -> None:
    status, _, page = server.ask("GET", f"/?{query}")
    assert status == 422
    assert sentence in html.unescape(page.decode())
    assert server.ask("GET", "/?game=holdem&stack=12.345bb")[0] == 200


def test_a_stack_that_is_none_or_not_on_the_grid(browser: Browser, server: Server) -> None:
    """The error stays while an answer is on its way; the exact stack is solved, and a slash searches then."""
    opened(browser, server)
    top = "return document.querySelector('#pictures').getBoundingClientRect().top"
    before = browser.driver.execute_script(top)
    write(browser, "#stack", "12.34\n")
    write(browser, "#stack", "many\n")
    browser.see_text("#stack-error", "'many' is not a stack")
    asked = {"game": "holdem", "stacks": ["12.34bb"] * 2}
    result = server.post("/api/solve?wait=60", asked)[1]["result"]
    text = f"{result['jam_percent']:.1f}%"
    browser.wait(lambda: shares(browser)[:1] == [text], text)
    assert words(browser)["stack"] == "12.34"
    browser.see_text("#stack-error", "'many' is not a stack")
    assert browser.driver.execute_script(top) == before  # messages have moved nothing
    write(browser, "#stack", "12.34\n")
    browser.see("#stack").send_keys("/K7o")
    browser.wait(lambda: words(browser).get("hand") == "K7o", "the hand that was typed behind a stack")


def test_a_search_is_one_step_back(browser: Browser, server: Server) -> None:
    opened(browser, server)
    steps = browser.driver.execute_script("return history.length")
    browser.see("#search").send_keys("K7o")
    browser.wait(lambda: words(browser).get("hand") == "K7o", "the hand in the address")
    assert browser.driver.execute_script("return history.length") == steps + 1
    browser.driver.back()
    browser.wait(lambda: "hand" not in words(browser), "the address without the hand")


@pytest.mark.smoke
def test_a_hand_in_three_keys(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=holdem&stack=11.5")
    for key in ("/", "K", "7", "o"):
        browser.press(key)
    text = browser.see_text("#hand", "K7o")
    assert "Small blind\njam\n+0.29 bb\nover folding\nin every equilibrium" in text
    assert "Big blind\ncall\n+0.24 bb\nover folding" in text
    assert "call up to 12.3 bb" in text
    assert "Top 31.8% of hands" in text
    browser.reasons("Call: +0.2382 bb compared with folding.")
    assert words(browser) == {"game": "holdem", "stack": "11.5", "hand": "K7o"}


def test_the_seat_is_the_one_clicked(browser: Browser, server: Server) -> None:
    opened(browser, server)
    for seat, first in (("call", "Big blind"), ("jam", "Small blind"), ("call", "Big blind")):
        browser.hit(cell(browser, seat, "Q8s"))
        browser.wait(lambda: words(browser).get("seat") == seat, seat)  # noqa: B023 -- asked at once
        assert browser.see("#hand .advice").text.startswith(first)
        marked = browser.all("#pictures button.picked")
        assert [str(one.get_attribute("aria-label")).split(":")[0] for one in marked] == ["Q8s"]


@pytest.mark.smoke
def test_back_and_forward(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.hit(cell(browser, "jam", "K2s"))
    browser.see_text("#hand", "K2s")
    browser.hit(cell(browser, "call", "A5o"))
    browser.see_text("#hand", "A5o")
    browser.click("button[data-name=six-plus]")
    browser.wait(lambda: len(browser.all(CELLS)) == 2 * 81, "Six-Plus")
    finest(browser)
    browser.driver.back()
    browser.see_text("#hand", "A5o")
    browser.wait(lambda: len(browser.all(CELLS)) == 2 * 169, "Hold'em again")
    browser.driver.back()
    browser.see_text("#hand", "K2s")
    browser.driver.forward()
    browser.see_text("#hand", "A5o")


def test_a_link_shows_what_was_seen(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=six-plus&stack=7.3&ante=1&hand=A6s&seat=call&by=played&vs=9")
    assert browser.see("button[data-name=six-plus]").get_attribute("aria-pressed") == "true"
    assert browser.see(".antes button:nth-child(2)").get_attribute("aria-pressed") == "true"
    browser.see_text("#hand", "A6s")
    assert browser.see("#by").get_attribute("value") == "played"
    assert "at 9 bb" in browser.see("#changes").text
    asked = {"game": "six-plus", "stacks": ["7.3bb", "7.3bb"], "ante": 1}
    solved = server.post("/api/solve", asked)[1]["result"]
    assert shares(browser) == [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]


def test_old_links_of_spots(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=holdem&stack_sb=80&stack_bb=90&blind_sb=4&blind_bb=8&ante=1&dead=3")
    browser.wait(lambda: browser.see("#stack").get_attribute("value") == "10", "80 chips of 8")
    asked = {"game": "holdem", "stacks": [80, 90], "blinds": [4, 8], "ante": 1, "dead": 3}
    solved = server.post("/api/solve", asked)[1]["result"]
    assert shares(browser) == [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    browser.driver.get(f"{server.address}?game=holdem&call_range=22%2B")
    assert urlsplit(browser.driver.current_url).path == "/audit"


def test_a_link_may_name_the_game_as_players_do(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=Short-Deck&stack=9&hand=A6s")
    assert words(browser) == {"game": "six-plus", "stack": "9", "hand": "A6s"}
    browser.see_text("#hand", "A6s")


@pytest.mark.parametrize("text", ["22+,A2s+", "15%", "K7", "KhQh", "#12", "A2s+, K9o+"])
def test_what_the_search_box_takes(browser: Browser, server: Server, text: str) -> None:
    """Also what the page reads by itself is what jamfold reads."""
    opened(browser, server)
    write(browser, "#search", text)
    if text.startswith("#"):
        browser.see_text("#hand h2", "KK" if text == "#0" else "")
        return
    told = server.post("/api/range", {"game": "holdem", "text": text})[1]["result"]
    if told["classes"] == 1 or text == "KhQh":
        browser.see_text("#hand", "KQs")
        return
    text = browser.see_text("#hand", f"{round(told['weighted_combinations']):,} hands")
    assert "of these hands" in text
    assert len(browser.all("#pictures [data-seat=jam] button:not(.out)")) == told["classes"]


def test_a_text_that_means_nothing(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.see("#search").send_keys("K9x(")
    browser.see_text("#hand", "K9x(")


def test_what_changes_from_stack_to_stack(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#compare summary")
    browser.see("#vs").send_keys("12", "\n")
    text = browser.see_text("#changes", "here")
    solved = server.post("/api/solve", {"game": "holdem", "stacks": [120, 120]})[1]["result"]
    assert f"{solved['call_percent']:.1f}% at 12 bb" in text
    assert browser.all("#pictures button.apart")
    assert words(browser)["vs"] == "12"


def test_beside_a_range_of_another_tool(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#others summary")
    browser.see("#other-text").send_keys("22+,A2+")
    browser.click("#other-go")
    text = browser.see_text("#other-answer", "costs")
    asked = {"game": "holdem", "stacks": [100, 100], "jam": "22+,A2+"}
    seat = server.post("/api/compare", asked)[1]["result"]["seats"][0]
    assert f"{seat['apart_percent']:.2f}% of hands differ; cost {seat['cost_bb']:.4f} per hand" in text
    assert text.index(seat["hands"][0]["name"]) < text.index(seat["hands"][1]["name"])
    browser.see("#other-text").send_keys(" x(")
    browser.click("#other-go")
    browser.see_text("#other-answer .error", "x(")


def test_an_ante_in_big_blinds_is_marked_as_chosen(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=holdem&stack=10&bb_ante=1bb")
    assert browser.see(".antes [aria-pressed=true]").text == "BB"
    with_ante = shares(browser)
    browser.click(".antes button:first-child")
    browser.wait(lambda: shares(browser) not in ([], with_ante), "other strategies")


def test_antes_blinds_and_rake(browser: Browser, server: Server) -> None:
    opened(browser, server)
    plain = shares(browser)
    browser.click(".antes button:nth-child(4)")
    browser.wait(lambda: words(browser).get("bb_ante") == "10", "the ante in the address")
    browser.wait(lambda: shares(browser) not in ([], plain), "other strategies")
    finest(browser)
    browser.click("#more summary")
    for name, text in (
        ("bb_ante", "0"),
        ("rake", "5"),
        ("cap", "1bb"),
        ("stack_sb", "120"),
        ("stack_bb", "90"),
    ):
        write(browser, f"#level [name={name}]", text)
    browser.click("#level button")
    browser.see_text("#note", "Effective stack: 9 bb.")
    asked = {"game": "holdem", "stacks": [120, 90], "rake": 5, "cap": 10}
    solved = server.post("/api/solve", asked)[1]["result"]
    wanted = [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    browser.wait(lambda: shares(browser) == wanted, str(wanted))
    write(browser, "#level [name=rake]", "-5")
    browser.click("#level button")
    browser.see_text("#more .error", "rake must be at least 0")
    messages = [entry["message"] for entry in browser.driver.get_log("browser")]
    # the browser's own words of answers that are errors: what is needed is asked beside what is wanted
    assert 1 <= len(messages) <= 2
    assert all("422" in message for message in messages)


def test_how_exact(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#exact summary")
    text = browser.see_text("#gains", "gain by deviating 0 0")
    result = server.post("/api/solve", {"game": "holdem"})[1]["result"]
    assert f"jams / calls {result['jam_percent']:.4f}% {result['call_percent']:.4f}%" in text
    assert f"EV, bb {result['value_bb']:+.6f} {-result['value_bb']:+.6f}".replace("-", "\u2212") in text
    assert "Exact equilibrium, proved in integer arithmetic" in text
    assert "exact equilibrium at 241 stacks" in browser.see("#exactness").text
    browser.see_text("#whole-game", "no small-blind strategy earns more than 0.19 bb per hand above")
    with browser.download("#exact a[href*='position=bb']").open(newline="") as file:
        rows = {row["cards"]: row for row in csv.DictReader(file)}
    asked = {"game": "holdem", "cards": "KsKh", "position": "bb"}
    assert float(rows["KsKh"]["ev_allin"]) == server.post("/api/hand", asked)[1]["result"]["ev_allin"]
    spot = json.loads(browser.download("#exact a[href*='spot.json']").read_text())
    assert spot["jam_percent"] == result["jam_percent"]
    check = Path(__file__).parents[2] / "docs" / "check_proof.py"
    words = [sys.executable, str(check), str(browser.download("#prove"))]
    assert subprocess.run(words, capture_output=True, text=True, check=False).stdout.startswith("PROVED")


def test_a_short_rule_and_its_cost(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#rule summary")
    text = browser.see_text("#rule-text", "per hand dealt")
    seats = server.post("/api/outline", {"game": "holdem", "stacks": ["10bb", "10bb"]})[1]["result"]["seats"]
    for seat in seats:
        assert seat["text"].replace(",", ", ") in text
        assert f"Costs {seat['cost']:.4f} bb per hand dealt" in text


def test_a_rule_for_the_head(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=holdem&stack=6.4&hand=AKs")
    browser.click("#head summary")
    text = browser.see_text("#head-text", "AKs: 62 + 5 + 0 + 5 + 0 = 72 points")
    assert "Small blind jams from 27 at 6 bb: jam\n" in text
    assert browser.see("#head-text [aria-current] th").text == "6"


def test_the_squares_are_copied_as_a_picture(browser: Browser, server: Server) -> None:
    opened(browser, server)
    assert browser.copied_picture("#copy-picture").size[0] > 900
    browser.click(".seats button:nth-child(2)")
    browser.see_text("#strip .tile", "BTN")
    picture = browser.copied_picture("#copy-picture")
    assert picture.size[0] == 1440  # both seats first in, and the big blind's call
    colours = [picture.convert("RGB").getpixel((x, 160)) for x in (20, 500, 980)]
    assert colours == [(0, 105, 180)] * 3  # aces


def test_a_file_to_send(browser: Browser, server: Server) -> None:
    opened(browser, server)
    path = browser.download("#send")
    assert path.name == "jamfold-holdem.html"
    assert "Texas Hold'em" in path.read_text(encoding="utf-8").replace("&#x27;", "'")


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server, "?game=holdem&stack=10&hand=K7o")
    for line in browser.all("#hand .advice"):
        assert line.rect["y"] + line.rect["height"] <= 844
    assert len(browser.all("#hand .advice")) == 2
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_targets_for_fingers(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server, "?game=holdem&stack=10&hand=K7o")
    small = """return [...document.querySelectorAll('a, button, input, select, summary')]
        .filter((one) => one.checkVisibility() && !one.closest('#pictures, .skip'))
        .filter((one) => Math.min(one.offsetHeight, one.offsetWidth) < 44).map((one) => one.outerHTML)"""
    assert browser.driver.execute_script(small) == []  # the squares have thirteen across: there is the search


def test_twelve_stops_before_the_pictures(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, server)
    stops = 0
    browser.press(Keys.TAB)
    while not browser.focus().find_elements("xpath", "ancestor::table"):
        stops += 1
        browser.press(Keys.TAB)
    assert stops <= 12  # the seats are one, the search of every page one, the steps of the stack two
    browser.focus().send_keys(Keys.SHIFT, Keys.TAB)
    assert browser.focus().tag_name == "select"  # the raises
    browser.focus().send_keys(Keys.SHIFT, Keys.TAB)
    assert browser.focus().text == "None"
    browser.press(Keys.ARROW_RIGHT)
    assert browser.focus().text == "10%"
    browser.press(Keys.ARROW_LEFT)
    browser.press(Keys.ARROW_LEFT)
    assert browser.focus().text == "BB"


def test_keyboard_only(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, server)
    browser.press(Keys.TAB)
    assert browser.focus().text == "Skip to content"
    for _ in range(60):
        browser.press(Keys.TAB)
        if browser.focus().find_elements("xpath", "ancestor::table"):
            break
    browser.press(Keys.ARROW_RIGHT)
    browser.see_text("#hand h2", "AKs")
    browser.press(Keys.ARROW_DOWN)
    browser.see_text("#hand h2", "KK")
    assert words(browser)["seat"] == "jam"
    browser.press(Keys.TAB)
    browser.press(Keys.ENTER)
    browser.wait(lambda: words(browser).get("seat") == "call", "the other player's square")


def test_nothing_is_in_anybodys_way(browser: Browser, server: Server) -> None:
    browser.look(1400, 1000)
    opened(browser, server, "?game=holdem&stack=10&hand=K7o&seat=call&vs=12")
    for box in ("more", "exact", "rule", "head", "others"):
        browser.click(f"#{box} summary")
    browser.see_text("#rule-text", "per hand dealt")
    assert violations(browser, dark=True) == []
    opened(browser, server, "?game=six-plus&stack=10&hand=A6s%2B&by=played")
    browser.see_text("#hand", "of these hands")
    assert violations(browser, dark=True) == []


def test_light_and_dark(browser: Browser, server: Server) -> None:
    opened(browser, server)
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = browser.driver.execute_script(paper)
    browser.click(".theme")
    assert browser.driver.execute_script(paper) != light
    browser.driver.refresh()
    assert browser.driver.execute_script(paper) != light
    browser.click(".theme")
    assert browser.driver.execute_script(paper) == light


def test_nothing_but_our_own_files_may_run(server: Server) -> None:
    for path in ("/", "/assets/explorer.js", "/api/openapi.json"):
        policy = server.ask("GET", path)[1]["content-security-policy"]
        assert "unsafe" not in policy
        assert "script-src 'self';" in policy


SLOW = {"game": "holdem", "stacks": ["8bb", "8bb"], "method": "fictitious-play", "iterations": 1_000_000}


@pytest.fixture
def occupied(server: Server) -> Iterator[str]:
    """The number of another job in the way of charts, until the test ends it or is over."""
    job = server.post("/api/solve?wait=0", SLOW)[1]["job"]
    yield job
    server.ask("DELETE", f"/api/jobs/{job}")


def busy(browser: Browser, css: str) -> bool:
    """Whether a region says that it waits, with nothing in it to be read."""
    return browser.see(css).get_attribute("aria-busy") == "true"


def numbers(browser: Browser) -> str:
    """All digits of the regions that tell of a spot, but those in the names of hands."""
    told = browser.driver.execute_script(
        "return ['#pictures .head', '#pictures td small', '#hand', '#why', '#exactness', '#changes'].flatMap("
        "(css) => [...document.querySelectorAll(css)].map((one) => one.textContent)).join(' ')"
    )
    return "".join(one for one in told.replace("K7o", "") if one.isdigit())


SERVED = """const asked = window.fetch;
window.fetch = async (address, ...rest) =>
  String(address).startsWith('/planes/') ? new Response('', { status: 404 }) : asked(address, ...rest);"""
"""The browser is sent nothing to solve with: jamfold alone answers."""


def test_nothing_of_another_spot_is_shown_while_one_is_waited_for(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    opened(browser, server, "?game=holdem&stack=10.7&hand=K7o")
    browser.reasons("compared with folding")
    plain = shares(browser)
    browser.driver.execute_script(SERVED)
    job = request.getfixturevalue("occupied")
    browser.click(".antes button:nth-child(2)")
    assert words(browser)["ante"] == "1"
    for region in ("#pictures", "#hand", "#why"):
        assert busy(browser, region), region
    assert numbers(browser) == ""
    text = browser.see_text("#note", "Waiting for: Texas Hold'em")
    assert "left" in browser.see_text("#note", "left"), text
    assert browser.see("#pictures").get_attribute("inert") == "true"
    write(browser, "#search", "AKs")
    browser.see_text("#hand", "AKs: solving …")
    assert not browser.see("#send").is_enabled()
    server.ask("DELETE", f"/api/jobs/{job}")
    asked = {"game": "holdem", "stacks": ["10.7bb", "10.7bb"], "ante": 1}
    solved = server.post("/api/solve", asked)[1]["result"]
    wanted = [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    assert wanted != plain
    browser.wait(lambda: shares(browser) == wanted, "the strategies with the ante")
    browser.see_text("#hand h2", "AKs")
    assert not busy(browser, "#pictures")
    browser.wait(lambda: not busy(browser, "#why"), "the reasons")


def test_a_late_answer_is_not_taken_for_that_of_a_newer_question(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> None:
    """Two spots one after the other, while another job is in the way: the second one is shown."""
    opened(browser, server, "?game=holdem&stack=9.3&hand=K7o")
    browser.driver.execute_script(SERVED)
    job = request.getfixturevalue("occupied")
    browser.click(".antes button:nth-child(2)")
    browser.see_text("#note", "Waiting for: Texas Hold'em")
    browser.click("button[data-name=six-plus]")
    browser.click(".antes button:nth-child(3)")
    browser.see_text("#note", "; then chart of Texas Hold'em")
    assert browser.see("#pictures").get_attribute("inert") == "true"
    server.ask("DELETE", f"/api/jobs/{job}")
    asked = {"game": "six-plus", "stacks": ["9.3bb", "9.3bb"], "ante": 1.25}
    solved = server.post("/api/solve", asked)[1]["result"]
    wanted = [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    seen = set()

    def there() -> bool:
        seen.add(tuple(shares(browser)))
        return shares(browser) == wanted

    browser.wait(there, "the strategies of the second spot")
    finest(browser)
    assert shares(browser) == wanted
    assert seen <= {(), ("…", "…"), tuple(wanted)}


def test_reasons_go_with_the_stack_that_is_seen(browser: Browser, server: Server) -> None:
    """While the stack changes, no reason of another one stands beside the hand."""
    opened(browser, server, "?game=holdem&stack=10&hand=K7o")
    browser.reasons("compared with folding")
    busy_at_once = browser.driver.execute_script(
        "const box = document.getElementById('stack'); box.value = '12';"
        "box.dispatchEvent(new Event('change'));"
        "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {"
        "const why = document.getElementById('why');"
        "done([why.getAttribute('aria-busy'), why.textContent]); })))"
    )
    assert busy_at_once == ["true", "…"]
    browser.reasons("fold")


def test_a_linked_stack_is_solved_first_and_stays(browser: Browser, server: Server) -> None:
    """Also one between those of the chart; no neighbour stands for it."""
    browser.driver.get(f"{server.address}?game=holdem&stack=8.57&hand=Q7o")
    asked = {"game": "holdem", "stacks": ["8.57bb", "8.57bb"]}
    solved = server.post("/api/solve", asked)[1]["result"]
    wanted = [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    seen = set()

    def done() -> bool:
        seen.add((browser.see("#stack").get_attribute("value"), *shares(browser)))
        return bool(browser.driver.execute_script("return document.getElementById('slider').max == '241'"))

    browser.wait(done, "all stacks and this one")
    assert {one for one in seen if len(one) == 3 and one[1] != "…"} == {("8.57", *wanted)}
    told = server.post("/api/hand", asked | {"cards": "Q7o", "position": "sb"})[1]["result"]
    assert f"{told['difference_bb']:+.2f} bb".replace("-", "−") in browser.see("#hand .advice").text


def test_the_cell_that_is_pointed_at_is_told_below(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    opened(browser, server, "?game=holdem&stack=10")
    cell = browser.see("[data-seat=jam] button[aria-label^='K7o: ']")
    ActionChains(browser.driver).move_to_element(cell).perform()
    browser.see_text("[data-seat=jam] .tip", "K7o: jams 100.0%, +0.45 bb over folding")
    close, fold = (browser.see(f"[data-seat=jam] button[aria-label^='{name}: ']") for name in ("Q7o", "J7o"))
    shades = [one.value_of_css_property("background-color") for one in (cell, close)]
    assert shades[0] == shades[1]  # however little it gains
    assert "strong" not in str(fold.get_attribute("class"))


HELD = """const [asked, go] = [window.fetch, new Promise((done) => { window.release = done; })];
window.fetch = async (address, ...rest) => {
  if (String(address).startsWith('/api/')) await go;
  return asked(address, ...rest);
};"""
"""The API answers nothing until it is released."""


def test_a_spot_is_solved_in_the_browser_until_the_server_answers(browser: Browser, server: Server) -> None:
    opened(browser, server, "?game=holdem&stack=10.3&hand=K7o")
    browser.driver.execute_script(HELD)
    browser.click(".antes button:nth-child(3)")
    browser.see_text(".legend", "solved in your browser")
    browser.reasons("compared with")
    browser.wait(lambda: browser.driver.execute_script("return slider.max") == "49", "half big blinds")
    asked = {"game": "holdem", "stacks": ["10.3bb", "10.3bb"], "ante": "12.5%"}
    solved = server.post("/api/solve", asked)[1]["result"]
    want = [f"{solved['jam_percent']:.1f}%", f"{solved['call_percent']:.1f}%"]
    assert shares(browser) == want
    browser.driver.execute_script("window.release()")
    finest(browser)
    browser.wait(lambda: "browser" not in browser.see(".legend").text, "the answer of the server")
    assert shares(browser) == want
    browser.reasons("compared with")


REFUSED = """const refused = JSON.stringify({ error: 'No such ante.', field: 'ante' });
window.fetch = async (address, ...rest) => {
  if (String(address).startsWith('/api/')) await go;
  const isAsked = String(address).startsWith('/api/');
  return isAsked ? new Response(refused, { status: 422 }) : asked(address, ...rest);
};"""


LATE = """const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (data, ...rest) {
  if (!data.body?.step) { post.call(this, data, ...rest); return; }
  this.addEventListener('message', () => setTimeout(() => { window.isLate = true; }, 100));
  setTimeout(() => post.call(this, data, ...rest), 500);
};"""
"""What this browser solves besides the stack that is seen comes half a second later."""


@pytest.mark.parametrize("late", ["", LATE], ids=["soon", "late"])
def test_what_the_server_refuses_is_not_left_to_be_read(browser: Browser, server: Server, late: str) -> None:
    opened(browser, server)
    browser.driver.execute_script(HELD.splitlines()[0] + REFUSED + late)
    browser.click(".antes button:nth-child(2)")
    browser.see_text(".legend", "solved in your browser")
    browser.driver.execute_script("window.release()")
    browser.see_text("#note", "No such ante.")
    if late:
        browser.wait(lambda: browser.driver.execute_script("return window.isLate"), "the other stacks")
    browser.see_text("#hand", "No result.")
    assert not browser.driver.execute_script("return document.querySelector('.legend').textContent")
