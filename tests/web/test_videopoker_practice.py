"""Practice at a pay table: deals, verdicts, the score."""

from __future__ import annotations

import re
import time
from urllib.parse import urlencode

import pytest

from jamfold.cases.videopoker import CLOSE_COST
from jamfold.web.pages.videopoker_practice import PAGE, Score
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

JOKERS = "?table=Double+Joker+9%2F5%2F4"
MISSED = "?dealt=2c+2d+2h+2s+3c&hold=1"


def opened(browser: Browser, server: Server, query: str = "") -> None:
    """The page with a deal."""
    browser.driver.get(f"{server.address}videopoker/practice{query}")
    browser.see(".deal label")


def dealt(browser: Browser) -> list[str | None]:
    """The cards as a screen reader says them."""
    return [box.get_attribute("aria-label") for box in browser.all(".deal input")]


def held(browser: Browser) -> list[str | None]:
    return [box.get_attribute("aria-label") for box in browser.all(".deal input:checked")]


def judged(browser: Browser, words: str = "per coin") -> str:
    """The verdict."""
    browser.click("#judge")
    return browser.see_text("#judge-answer", words)


def test_the_score_counts_equally_good_holds_as_right() -> None:
    score = Score().add(0.0).add(0.0)
    assert score == (2, 2, 2, 0.0)
    assert Score.of(score.add(24.5).text()) == (3, 2, 0, 24.5)
    assert Score.of("a b") == Score.of("") == Score()
    odd = ("-1 -1 0 0", "2 3 0 0", "3 2 3 0", "1 1 1 nan", "1 0 0 inf", "1 0 0 -1", f"{10**400} 0 0 0")
    assert {Score.of(text) for text in odd} == {Score()}


def test_an_address_keeps_a_deal_until_it_is_judged() -> None:
    texts = PAGE.texts([("dealt", "Ah Kh Qh 2c 2d"), ("hold", "1"), ("hold", "3"), ("score", "3 2 0 24.5")])
    assert PAGE.address(texts).endswith("?score=3+2+0+24.5&dealt=Ah+Kh+Qh+2c+2d&hold=1&hold=3")
    assert PAGE.address(texts | {"judged": "a"}).endswith("?score=3+2+0+24.5")
    other = PAGE.texts([("dealt", "Ah Kh Qh 2c 2d"), ("of", "All American"), ("score", "3 2 0 24.5")])
    assert (other["dealt"], other["score"]) == ("", "")  # another table: a new deal, a new score
    unread = PAGE.texts([("dealt", "Ah Kh"), ("hold", "1"), ("score", "3 2 0 24.5")])
    assert (unread["dealt"], unread["hold"], unread["score"]) == ("", "", "3 2 0 24.5")


def test_a_hold_is_judged_and_counted_once(browser: Browser, server: Server) -> None:
    opened(browser, server, MISSED)
    assert "Wrong, costs 24." in judged(browser)
    browser.see_text("#score", "0 of 1 right")
    assert browser.see_text("#judge-answer", "or").startswith("Wrong")
    browser.choose("deals", f"Close deals: second-best hold costs at most {CLOSE_COST}")
    browser.wait(lambda: "deals=close" in browser.driver.current_url, "the link")
    browser.see_text("#score", "0 of 1 right")
    browser.driver.get(f"{server.address}videopoker/practice?dealt=2c+2d+2h+2s+3c&score=1+0+0+24.5")
    for box in browser.all(".deal label")[:4]:
        browser.hit(box)
    assert "Right: 25.0000 per coin; equally good: 2c 2d 2h 2s 3c." in judged(browser)
    browser.see_text("#score", "1 of 2 right")


def test_the_best_hold_is_marked(browser: Browser, server: Server) -> None:
    opened(browser, server, "?dealt=Ah+Kh+Qh+2c+2d")
    for label in browser.all(".deal label"):
        browser.hit(label)
    browser.wait(lambda: len(held(browser)) == 5, "all held")
    judged(browser, "Wrong")
    assert len(browser.all(".deal .best")) == 3
    assert [str(label).endswith(", in the best hold") for label in dealt(browser)] == [True] * 3 + [False] * 2
    assert not any(box.is_enabled() for box in browser.all(".deal input"))
    assert browser.see("#judge-answer tr.best").text.startswith("Ah Kh Qh")


@pytest.mark.smoke
def test_the_keyboard(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, server)
    first = dealt(browser)
    browser.press("1")
    browser.press("3")
    browser.wait(lambda: held(browser) == [first[0], first[2]], "cards 1 and 3 held")
    browser.press("3")
    browser.press("1")
    browser.wait(lambda: held(browser) == [], "none held")
    browser.press("5")
    browser.press(Keys.ENTER)
    browser.see_text("#score", "of 1 right")
    browser.press("2")  # too late
    assert len(held(browser)) == 1
    browser.press(Keys.ENTER)
    browser.see("#judge")
    browser.wait(lambda: held(browser) == [], "a new deal")
    browser.press(Keys.TAB)
    for _ in range(30):
        if browser.focus().get_attribute("name") == "hold":
            break
        browser.press(Keys.TAB)
    browser.press(Keys.SPACE)
    browser.wait(lambda: held(browser) == dealt(browser)[:1], "the first card held")
    browser.press(Keys.ENTER)
    browser.see_text("#score", "of 2 right")


def test_it_deals_jokers(browser: Browser, server: Server) -> None:
    opened(browser, server, JOKERS)
    for _ in range(300):  # one deal in 5.6 has a joker
        before = dealt(browser)
        if "joker" in before:
            break
        browser.click("#skip")
        browser.wait(lambda: dealt(browser) and dealt(browser) != before, "a new deal")  # noqa: B023
    browser.hit(browser.all(".deal label")[dealt(browser).index("joker")])
    browser.wait(lambda: held(browser) == ["joker"], "the joker is held")
    assert "Joker" in judged(browser)


def test_another_table_gives_a_new_deal_and_score(browser: Browser, server: Server) -> None:
    opened(browser, server, MISSED)
    judged(browser)
    browser.choose("table", "All American")
    browser.see("#judge")
    browser.wait(lambda: dealt(browser) and "2 of clubs" not in dealt(browser)[:1], "a new deal")
    assert browser.all("#score") == []
    browser.wait(lambda: "table=All+American" in browser.driver.current_url, "the link")
    browser.click("[aria-label='Deals and pay table'] a")
    browser.see_text("h2", "All American")


def test_only_close_hands(browser: Browser, server: Server) -> None:
    opened(browser, server, "?deals=close")
    for asked in range(1, 4):
        judged(browser)
        browser.see_text("#score", f"of {asked} right")
        costs = [cell.text for cell in browser.all("#judge-answer tbody td:nth-child(3)")]
        assert all(float(cost) <= CLOSE_COST for cost in [cost for cost in costs if cost != "best"][:1])
        browser.click("#new-deal")
        browser.see("#judge")


def test_an_edited_table_is_practised(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}videopoker?pays=full-house:100")
    browser.click("[aria-label='Pay table'] a[href*=practice]")
    browser.see_text("[aria-label='Deals and pay table']", "Your own: Jacks or Better 9/6")
    opened(browser, server, "?pays=full-house:100&dealt=Ah+Ad+Ac+Kd+Kh")
    assert "is worth 100.0000" in judged(browser)
    assert "full-house%3A100" in str(browser.see("#new-deal").get_attribute("href"))


def test_answers_are_kept(server: Server) -> None:
    def decisions() -> int:
        body = {"game": "videopoker"}
        return int(server.post("/api/train-score?wait=60", body)[1]["result"]["total"]["decisions"])

    before = decisions()
    words = {"dealt": "Ah Kh Qh 2c 2d", "hold": "1", "go": "judge"}
    with server.open(f"{server.address}videopoker/practice?{urlencode(words)}") as answer:
        address, page = answer.url, answer.read().decode()  # without a script
    for _ in range(100):
        if "Wrong" in page:
            break
        time.sleep(0.1)
        with server.open(address) as answer:
            page = answer.read().decode()
    assert "costs 0.9" in page
    assert re.search(r'name="score" value="1 0 0 0\.9', page)
    assert decisions() == before + 1


@pytest.mark.smoke
def test_phone_and_screen_reader(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server, MISSED)
    browser.see_text(".note", "Tap a card to hold it.")
    assert "press 1-5" not in browser.see("body").text
    assert violations(browser, dark=True) == []
    judged(browser)
    browser.click("#judge-answer summary")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(browser, dark=True) == []
