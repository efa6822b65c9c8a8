"""The script of all pages, where answers come while somebody types."""

from __future__ import annotations

from tests.web.browser import Browser
from tests.web.server import Server

_SLOW = {"offline": False, "latency": 700, "downloadThroughput": -1, "uploadThroughput": -1}
_QUICK = {**_SLOW, "latency": 0}

_A_KEY_BEFORE_EVERY_ANSWER = """
    const real = window.fetch;
    const field = document.getElementById("bounty");
    window.asked = [];
    window.fetch = async (address, how) => {
      window.asked.push(String(address));
      if (window.asked.length === 2) await new Promise((done) => setTimeout(done, 400));
      const text = await (await real(address, how)).text();
      if (window.asked.length === 1) {
        field.dispatchEvent(new Event("input", { bubbles: true }));
        setTimeout(() => document.getElementById("fgs").click(), 50);
        return new Response(text.replace("<main", "<main data-follow=60"));
      }
      return new Response(text);
    };
    field.dispatchEvent(new Event("input", { bubbles: true }));
"""
"""The first answer says that more is to come, just as a key is pressed; then a button is."""


def test_what_is_typed_over_a_selection_replaces_what_an_answer_put_there(
    browser: Browser, server: Server
) -> None:
    """The usual hand of the game that was just chosen came between the selection and the first key."""
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}equity")
    browser.see_text("#equity-answer", "%")
    before = browser.see("#player1").get_attribute("value")
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", _SLOW)
    try:
        browser.choose("game", "Omaha")
        browser.click("#player1")
        field = browser.see("#player1")
        field.send_keys(Keys.CONTROL, "a")
        browser.wait(lambda: field.get_attribute("value") != before, "a hand of the other game")
        field.send_keys("QhJh")
        assert field.get_attribute("value") == "QhJh"
    finally:
        browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", _QUICK)


def test_no_earlier_key_cuts_off_what_a_button_asks(browser: Browser, server: Server) -> None:
    """The pause after a key was forgotten when an answer came in it, and ended what was asked after it."""
    browser.driver.get(f"{server.address}icm?stacks=14+6&prizes=80+20&game=six-plus&blind_sb=1&blind_bb=2")
    browser.see_text("main", "62.00")
    browser.driver.execute_script(_A_KEY_BEFORE_EVERY_ANSWER)
    browser.see_text("#fgs-answer", "hands are solved over every deal")
    asked = browser.driver.execute_script("return window.asked")
    assert "go=fgs" in asked[1]
