"""The page of charts in a real browser: it opens answered, thresholds, files, what a first build takes."""

from __future__ import annotations

import pytest
from PIL import Image

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server


@pytest.mark.smoke
def test_it_opens_answered_and_answers_while_somebody_types(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts")
    browser.see_text("#chart-answer .note", "exact equilibrium at 49 stacks")
    assert len(browser.all("#chart-answer .square button")) == 2 * 169
    browser.fill("step", "0")
    assert browser.error_of("step") == "The step must be above zero, but it is 0."
    browser.fill("step", "4")
    browser.see_text("#chart-answer .note", "exact equilibrium at 7 stacks")
    assert browser.driver.current_url.endswith("?step=4")
    browser.click("#chart-answer summary")
    deepest = server.post("/api/solve", {"game": "holdem", "stacks": [250, 250]})[1]["result"]
    browser.see_text("#chart-answer details table", f"25 {deepest['jam_percent']:.4f}%")


def test_a_hand_says_all_its_stacks(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.driver.get(f"{server.address}charts")
    browser.click("#chart-answer .square button")
    browser.see_text("#jam-tip", "AA is always jammed (1.0–25.0 bb).")
    browser.press(Keys.ARROW_DOWN)
    browser.see_text("#jam-tip", "AKo is always jammed (1.0–25.0 bb).")
    gaps = next(one.text for one in browser.all("#chart-answer .note") if "with gaps" in one.text)
    assert "63s 1.0–2.0, 6.5–7.0" in gaps
    assert "7.0*" in browser.see("#chart-answer button[aria-label^='63s is jammed']").text


@pytest.mark.smoke
def test_presets_of_antes(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?step=6&high=19")
    browser.see_text("#chart-answer .note", "no antes")
    browser.click(".choice a[href*='bb_ante']")
    browser.see_text("#chart-answer .note", "big-blind ante 10")
    assert browser.all("#bb_ante")[0].get_property("value") == "1bb"
    browser.driver.back()
    browser.see_text("#chart-answer .note", "no antes")


def test_files(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?step=4")
    browser.see("#chart-answer .square")
    for kind, words in (("stacks.csv", "stack,"), ("csv", "AKs"), ("ranges.csv", "jam"), ("json", '"points"'),
                        ("svg", "<svg")):  # fmt: skip
        assert words in browser.download(f"a[href^='/charts.{kind}']").read_text()
    assert Image.open(browser.download("a[href^='/charts.png']")).size[0] > 1000


def test_the_picture_is_copied_or_saved(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?step=4")
    browser.see("#chart-answer .square")
    assert browser.copied_picture("[data-picture]").size[0] > 1000
    browser.see_text("[data-picture]", "Copy picture")
    browser.driver.execute_script("navigator.clipboard.write = () => Promise.reject(new Error('refused'));")
    assert Image.open(browser.download("[data-picture]")).size[0] > 1000


def test_on_paper_the_thresholds_stay(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?step=4")
    browser.see("#chart-answer .square")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert browser.see("#chart-answer .square small").text
    assert not any(one.is_displayed() for one in browser.all(".top, .tabs"))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_without_a_script(server: Server) -> None:
    server.ask("GET", "/charts?step=4")
    for _ in range(100):
        text = server.ask("GET", "/charts?step=4")[2].decode()
        if "chart-answer" in text and "exact equilibrium at 7 stacks" in text:
            break
    assert "never called" in text
    assert server.ask("GET", "/charts?step=0")[2].decode().count("The step must be above zero") == 1


def test_what_a_first_chart_of_omaha_takes(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}charts?game=omaha&low=9&step=1&high=10")
    browser.see_text("#chart-answer", "approximate equilibrium at 2 stacks")
    assert not browser.all("#needs-answer p, #chart.go")
    browser.choose("method", "Exact")
    assert "GB on disk" in browser.see_text("#needs-answer", "Meanwhile, try")
    browser.see("#chart.go")
    browser.choose("game", "Texas Hold'em")
    browser.see("#chart-answer .square")
    assert not browser.all("#needs-answer p, #chart.go")
    browser.driver.get(f"{server.address}charts?game=omaha&method=exact")
    browser.see_text("#needs-answer", "Meanwhile, try")
    browser.click("#needs-answer a[href='/icm']")
    browser.see_text(".players", "38.39")


@pytest.mark.smoke
def test_axe_and_a_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}charts?step=5")
    browser.see("#chart-answer .square")
    browser.unfold("summary")
    assert violations(browser, dark=True) == []
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
