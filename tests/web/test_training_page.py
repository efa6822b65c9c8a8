"""The drill: by keyboard alone, on a phone, as a link for others, and as axe-core sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

pytest.importorskip("selenium")

TRAIN = "train?game=holdem&seed=4"
ENTER = "\ue007"
TAB = "\ue004"
SPACE = "\ue00d"


def opened(browser: Browser, server: Server, words: str = TRAIN) -> None:
    browser.driver.get("about:blank")
    browser.driver.get(f"{server.address}{words}")
    browser.see("#asked")


def asked(browser: Browser) -> str:
    """The question, once it is there."""
    text: str = browser.wait(
        lambda: next((one.text for one in browser.all("#asked") if " blind, " in one.text), None),
        "a question",
    )
    return text


def score(server: Server) -> Any:
    return server.post("/api/train-score", {"game": "holdem"})[1]["result"]


def tab_to(browser: Browser, css: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(60):
        browser.press(TAB)
        if browser.driver.execute_script("return document.activeElement.matches(arguments[0])", css):
            return
    raise AssertionError(css)


@pytest.mark.smoke
def test_questions_by_keyboard_alone(browser: Browser, server: Server) -> None:
    before = score(server)["total"]["decisions"]
    opened(browser, server)
    for number in range(3):
        first = asked(browser)
        playing = "jam" if first.startswith("Small") else "call"
        browser.see_text("#train-play", playing[0].upper())
        browser.press("f" if number == 1 else playing[0])
        text = browser.see_text("#verdict", "Why")
        assert text.startswith(("Right: ", "Wrong: "))
        assert text.splitlines()[1].startswith("costs ") == text.startswith("Wrong")
        assert f"{playing} " in text
        assert "fold " in text
        assert "Next in " in text
        browser.wait(lambda: browser.all("#train-picture td button.picked"), "the hand in the picture")
        marked = [one for one in browser.all("#train-picture td button.picked") if one.is_displayed()]
        assert len(marked) == 1
        assert marked[0].text.split("\n")[0] in first
        browser.see_text("#train-score", f"of {before + number + 1} right")
        browser.press(ENTER)
        browser.wait(lambda: asked(browser) != first or not browser.all("#verdict .verdict"), "the next one")  # noqa: B023
        browser.wait(lambda: not browser.all("#verdict .verdict"), "an empty verdict")
    assert score(server)["total"]["decisions"] == before + 3
    browser.check()


def test_what_the_rule_says(browser: Browser, server: Server) -> None:
    opened(browser, server)
    asked(browser)
    browser.click("#train-settings summary")
    browser.click("#train-rule")
    browser.press(TAB)  # away from the box
    browser.click("#train-fold")
    assert "The rule says " in browser.see_text("#verdict", "points; at ")


def test_a_range_on_an_empty_grid_by_keyboard(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, server)
    asked(browser)
    tab_to(browser, "#train-settings summary")
    browser.press(ENTER)
    tab_to(browser, "#train-mode")
    browser.press("m")
    browser.press("m")  # my mistakes, then: mark the range
    browser.wait(lambda: "mark what is played" in asked(browser), "the range")
    browser.see_text("#asked", "Space to mark")
    before = score(server)["ranges"]
    for key in (SPACE, Keys.ARROW_RIGHT, SPACE, Keys.ARROW_DOWN, SPACE, SPACE):
        browser.press(key)
    pressed = browser.all("#train-picture td button[aria-pressed=true]")
    assert [one.text for one in pressed] == ["AA", "AKs"]
    browser.press(ENTER)
    text = browser.see_text("#verdict", "% of hands are wrong\n")
    assert "Costliest errors" in text
    browser.wait(lambda: browser.all("#train-picture td button.apart"), "what is wrong, outlined")
    assert score(server)["ranges"] == before + 1


@pytest.mark.long
def test_no_histories_and_so_no_mistakes(tmp_path: Path) -> None:
    """On a server of its own: other tests import hands."""
    asked = {"game": "holdem", "mode": "mistakes", "player": "nobody of that name"}
    with Server(str(tmp_path)) as alone:
        status, answer = alone.post("/api/train-next?wait=60", asked)
    assert status == 422
    assert "Import some with" in answer["error"]


def test_on_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server)
    asked(browser)
    play = browser.see("#train-play")
    assert play.size["height"] >= 44
    assert play.location["y"] + play.size["height"] <= 844
    browser.hit(play)
    browser.see_text("#verdict", "Why")
    browser.wait(lambda: browser.all("#train-picture td button.picked"), "the hand in the picture")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    follow = browser.see("#train-next")
    assert follow.is_displayed()
    browser.hit(follow)
    asked(browser)


def test_tables_of_four_to_ten_are_asked(browser: Browser, tmp_path: Path) -> None:
    """The link of a played hand: one decision of its spot, which is solved when it is first asked."""
    with Server(str(tmp_path)) as server:  # it keeps no other table
        ask_tables(browser, server)


def ask_tables(browser: Browser, server: Server) -> None:
    words = "train?game=six-plus&mode=close&seat=table&stacks=900+1000+700+650+800&blind_sb=50&blind_bb=100"
    browser.look(390, 844)
    opened(browser, server, f"{words}&ante=12.5&node=co&seconds=2&seed=3")
    text = browser.see_text("#asked", "Cutoff, first in, 6.5 bb, 5 seats, ante 0.125")
    assert "Stacks of sb, bb .. btn: 9 / 10 / 7 / 6.5 / 8 bb. By the model: no seat gains more than" in text
    browser.press("j")
    told = browser.see_text("#verdict", "to jam is worth")
    assert told.startswith(("Right: jam\n", "Wrong: fold\ncosts "))
    assert "give or take" in told
    browser.wait(lambda: browser.all("#train-picture td button.picked"), "the hand in the picture")
    assert "Cutoff, first in" in browser.see("#train-picture h2").text
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(browser) == []
    assert violations(browser, dark=True) == []
    browser.click("#train-settings summary")
    shown = {one: browser.all(f"#train-{one}-field")[0].is_displayed() for one in ("mode", "stack", "antes")}
    assert shown == {"mode": True, "stack": False, "antes": False}
    browser.driver.get(f"{server.address}train?game=six-plus&mode=random&seat=table")  # what is kept
    assert "5 seats, ante 0.125" in browser.see_text("#asked", "By the model")
    browser.driver.get(f"{server.address}train?game=six-plus&seat=table-4&bb_ante=1")
    assert "4 seats, big-blind ante 1" in browser.see_text("#asked", "no seat gains more than")


def test_a_link_from_before_the_drill_had_a_page(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}?game=six-plus&train=close&asks=bb&seed=4#train")
    browser.wait(lambda: "/train?" in browser.driver.current_url, "the drill's page")
    assert asked(browser).startswith("Big blind")
    chosen = [browser.all(f"#train-{one}")[0].get_property("value") for one in ("game", "mode", "seat")]
    assert chosen == ["six-plus", "close", "bb"]


def test_a_build_can_be_stopped(browser: Browser, data_folder: Path) -> None:
    with Server(str(data_folder)) as server:
        opened(browser, server, "train?game=omaha&open=2bb&mode=close")
        assert "1.1 GB" in browser.see_text("#asked", "Building the table of Omaha")
        assert not list(data_folder.rglob("omaha*"))  # nothing is built unasked
        browser.click("#asked button")
        browser.see_text("#asked", "Waiting for: the next question")
        browser.click("#asked button")
        browser.see_text("#asked .error", "topped")
        assert browser.see("#train-next").is_enabled()
        browser.driver.get_log("browser")  # the browser itself notes the 409


def test_omaha_is_drilled_without_its_table(browser: Browser, data_folder: Path) -> None:
    with Server(str(data_folder)) as server:
        opened(browser, server, "train?game=omaha&mode=random&seed=4")
        asked(browser)
        browser.press("f")
        browser.see("#train-next")
        browser.see(".verdict")
        assert not list(data_folder.rglob("omaha*"))
        browser.driver.get("about:blank")  # what it still asks is asked of a server that runs


def test_ten_questions_to_send(browser: Browser, server: Server) -> None:
    opened(browser, server, "train?game=holdem&seat=sb&stack=5-8")
    asked(browser)
    browser.click("#train-settings summary")
    browser.click("#train-send")
    browser.see_text("#train-sent", "the same ten questions")
    link = browser.driver.current_url
    words = parse_qs(urlsplit(link).query)
    assert (words["questions"], words["mode"], words["stack"]) == (["10"], ["close"], ["5-8"])
    seen: list[list[str]] = [[], []]
    for round_ in seen:
        browser.driver.get("about:blank")
        browser.driver.get(link)
        for number in range(1, 11):
            text = browser.see_text("#asked", f"{number} of 10 ")
            round_.append(text)
            assert 5 < float(text.split("Small blind, ")[1].split(" bb")[0]) <= 8
            browser.press("f")
            browser.see_text("#verdict", "Why")
            browser.press(ENTER)
        ended = browser.see_text("#asked", " of 10 right, ")
        assert "bb lost" in ended
    assert seen[0] == seen[1]
    browser.click("#train-score summary")
    browser.see("#train-score svg.plot")  # twenty answers make a curve
    assert violations(browser) == []


@pytest.mark.parametrize("width", [1400, pytest.param(390, marks=pytest.mark.smoke)])
def test_axe(browser: Browser, server: Server, width: int) -> None:
    browser.look(width, 900)
    opened(browser, server)
    asked(browser)
    browser.press("f")
    browser.see_text("#verdict", "Why")
    browser.wait(lambda: browser.all("#train-picture td button.picked"), "the picture")
    assert violations(browser, dark=True) == []


def test_the_next_question_is_asked_the_same_by_seed(server: Server) -> None:
    values = {"game": "holdem", "mode": "random", "seed": 9}
    first = [server.post("/api/train-next", values | {"number": k})[1]["result"] for k in range(6)]
    again = [server.post("/api/train-next", values | {"number": k})[1]["result"] for k in range(6)]
    assert first == again
    assert len({str(one) for one in first}) > 3
    one = first[0]
    answer = {
        name: one[name]
        for name in ("game", "mode", "stacks", "blinds", "ante", "bb_ante", "dead", "position")
    }
    status, job = server.post("/api/train-answer", answer | {"hand": one["hand"], "action": "fold"})
    assert status == 200
    told = job["result"]
    hand = {"game": "holdem", "stacks": one["stacks"], "blinds": one["blinds"], "cards": one["hand"]}
    report = server.post("/api/hand", hand | {"position": one["position"]})[1]["result"]
    assert told["ev_play_bb"] == pytest.approx(report["ev_allin_bb"])
    assert told["loss_bb"] == pytest.approx(max(0.0, report["difference_bb"]))
    assert told["why"][:1] == report["words"][:1]


def test_a_tree_of_raises(browser: Browser, server: Server) -> None:
    from selenium.webdriver.support.ui import Select

    opened(browser, server, "train?game=holdem&open=2bb&seed=2&mode=close")
    value = "return document.getElementById('train-raises').value"
    assert browser.driver.execute_script(value) == "open=2bb"
    seen = set()
    for _ in range(8):
        text = asked(browser)
        first = text.split("\n")[0]
        seen.add(first.partition(" bb, ")[2])
        names = [one.text for one in browser.all(".acts button") if one.is_displayed()]
        assert len(names) == (3 if first.endswith("first in") else 2)
        browser.press("r" if first.endswith("first in") else "f")
        told = browser.see_text("#verdict", "Why")
        assert told.startswith(("Right", "Wrong"))
        browser.wait(lambda: browser.all("#train-picture td button.picked"), "the hand in the picture")
        shown = [one.text for one in browser.all("#train-picture h2 span:first-child") if one.is_displayed()]
        assert len(shown) == 1
        if not first.endswith("first in"):
            assert first.partition(" bb, ")[2] in shown[0]
        browser.press(ENTER)
        browser.wait(lambda: not browser.all("#verdict .verdict"), "an empty verdict")
    assert len(seen) >= 2
    asked(browser)
    assert violations(browser) == []
    browser.click("#train-settings summary")
    Select(browser.see("#train-raises")).select_by_value("")
    browser.wait(lambda: "open" not in parse_qs(urlsplit(browser.driver.current_url).query), "jam or fold")
    browser.check()


def test_three_seats(browser: Browser, server: Server) -> None:
    from selenium.webdriver.support.ui import Select

    opened(browser, server, "train?game=six-plus&seed=3")
    browser.click("#train-settings summary")
    Select(browser.see("#train-seat")).select_by_value("three")
    text = browser.see_text("#asked", "bb each")
    browser.click("#asked p")  # keys answer outside the selects
    browser.press("f")
    browser.see_text("#verdict", "bb")
    assert browser.see("#train-mode").get_property("value") == "random"
    browser.wait(lambda: browser.all("#train-picture td button.picked"), "the hand in the picture")
    assert len([one for one in browser.all("#train-picture td button") if one.is_displayed()]) == 81
    assert browser.see("#train-picture .picture:not([hidden]) h2").text in text
    assert violations(browser) == []
