"""The winning chance on a flop and the distribution of strength, in a real browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from jamfold.calculator.flops.flop_hands import parse_flop, parse_hand
from jamfold.calculator.flops.fold_rules import Folding, parse_fold_curve
from jamfold.calculator.flops.winning_chance import WinningChance, chance_on_flop, winning_chance
from jamfold.cases.answers.flops import flop
from jamfold.cases.answers.watch import Observer
from jamfold.cases.flops import DistributionFileRequest, FlopRequest
from jamfold.views.flops import flop_sheet
from jamfold.views.winning_chance import chance_lines
from jamfold.web.pages.flop import PAGE
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_beside_a_build import error_at, shown


def answer(
    opponents: int = 1,
    folding: Folding | None = None,
    money: tuple[float, float] | None = None,
    deals: int = 2,
) -> WinningChance:
    """The library's answer for the hand that the page shows at first."""
    flop = parse_flop("Kh 7d 2c")
    return chance_on_flop(parse_hand("As Kd", flop), flop, opponents, folding, money, deals)


def check_lines(shown: str, found: WinningChance) -> None:
    """Every line of the answer is on the page."""
    for line in chance_lines(found):
        for part in line:
            assert part in shown


@pytest.mark.smoke
def test_one_opponent(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop")  # it opens answered
    shown = browser.see_text("#chance-answer", "89.65%")
    assert "win 956,046, tie 6,837, lose 107,307; exact" in shown
    assert "96.77% of them" in shown
    assert len(browser.all("#chance-answer svg.plot line.mark")) == 2
    browser.choose("way", "By curve")
    browser.fill("pot", "100")
    browser.fill("call", "50")
    shown = browser.see_text("#chance-answer", "calling")
    check_lines(shown, answer(1, parse_fold_curve("0.3:1, 0.5:0.5, 0.7:0"), (100, 50)))


_LATE = """
    const real = window.fetch;
    window.fetch = async (there, more) => {
      const answer = await real(there), text = await answer.text();
      await new Promise((done) => { window.arrive = done; });
      window.fetch = real;
      return new Response(text);
    };
"""
"""The next page that is asked for arrives when the test says so."""
_TYPE = """
    const field = document.getElementById("pot");
    field.focus();
    field.value = "100";
    field.dispatchEvent(new Event("input", {bubbles: true}));
    window.arrive();
"""


@pytest.mark.parametrize("ways", ["By curve", "By curve, Never"])
def test_what_is_typed_stays_when_a_field_above_comes_or_goes(
    browser: Browser, server: Server, ways: str
) -> None:
    browser.driver.get(f"{server.address}flop?call=50")
    *before, last = ways.split(", ")
    for way in before:
        browser.choose("way", way)
        browser.see("#fold_curve")
    browser.driver.execute_script(_LATE)
    browser.choose("way", last)
    browser.wait(
        lambda: browser.driver.execute_script("return Boolean(window.arrive)"), "the answer, which waits"
    )
    browser.driver.execute_script(_TYPE)
    browser.wait(lambda: bool(browser.all("#fold_curve")) == (not before), "the field of the way to fold")
    assert browser.focus().get_property("id") == "pot"
    browser.see_text("#chance-answer", "pot 100, 50 to call")
    assert browser.see("#pot").get_property("value") == "100"


def test_six_plus(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop?game=six-plus&flop=Kh+7d+6c")
    shown = browser.see_text("#chance-answer", "hand strength")
    (line,) = chance_lines(winning_chance("As Kd", "Kh 7d 6c", game="six-plus"))
    assert line[0] in shown
    assert "75.04%" in shown  # of 75.0392%, which is said once
    assert line[-1] in shown
    assert "All 528 holdings" in shown
    assert len(browser.all("[aria-label='Pick the flop'] button")) == 36


def test_several_opponents_by_link(browser: Browser, server: Server) -> None:
    link = "flop?opponents=3&way=curve&fold_curve=0.2%3A1%2C0.6%3A0&pot=10&call=4&deals=3000"
    browser.driver.get(f"{server.address}{link}")
    shown = browser.see_text("#chance-answer", "power rule")
    check_lines(shown, answer(3, parse_fold_curve("0.2:1,0.6:0"), (10, 4), 3000))
    browser.driver.refresh()  # the link of the page gives the same
    assert browser.see_text("#chance-answer", "power rule") == shown


@pytest.mark.parametrize(
    ("query", "field", "text", "sentence"),
    [
        ("", "hand", "As Kx", "'Kx' in 'As Kx' is not a card"),
        ("", "hand", "Kh As", "on the flop"),
        ("", "flop", "Kh 7d", "2 cards"),
        ("way=below", "fold_below", "1.5", "The threshold must be from 0 to 1, or a percentage, not '1.5'."),
        (
            "way=share",
            "fold_share",
            "x",
            "The share that folds must be from 0 to 1, or a percentage",
        ),
        ("way=curve", "fold_curve", "0.3", "is not a point of a folding curve"),
        ("", "pot", "10", "The pot and the call go together. Enter both or neither."),
        ("call=1", "pot", "0", "The pot must be more than 0"),
        ("call=1", "pot", "much", "The pot must be a number, not 'much'."),
        ("opponents=2", "deals", "1", "A sample has 2 to"),
        ("opponents=2", "deals", "many", "The number of deals must be a whole number, not 'many'."),
        ("opponents=2", "seed", "-1", "A seed must not be negative: −1."),
    ],
)
def test_wrong_input(server: Server, query: str, field: str, text: str, sentence: str) -> None:
    page = shown(server, f"/flop?{query}&{urlencode({field: text})}")
    assert sentence in error_at(page, field)


@pytest.mark.smoke
def test_jam_or_fold_opens_answered(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop/jam?flop=9s+8s+2s")
    assert "42.3%" in browser.see_text("#solution-answer", "59.2%")
    assert len(browser.all("#solution-answer .square button")) == 2 * 169
    browser.click("#flop-exact summary")
    shown = browser.see_text("#flop-exact", "59.1837%")
    assert "42.3469%" in shown
    assert "\u22120.013867698" in shown
    assert "1,176 hands of 266 kinds" in shown
    browser.driver.get(f"{server.address}flop/jam?flop=9s+8s+2s&sb_range=9s9h")
    assert browser.error_of("sb_range").startswith("No hand of the small blind's range can be held on 9s8s2s")


def test_squares_of_a_flop_are_means_over_suits() -> None:
    question = FlopRequest(flop="Kh 7d 2c", stacks=("5bb", "5bb"))
    html = flop_sheet(question, flop(question, Observer())).parts[1].parts()[0]
    words = re.findall(r'data-words="(AKo|A2o): (\w+) 100%, (\S+) bb', html)
    gains = {"jams": ("+2.03", "+0.33"), "calls": ("+4.32", "+0.47")}
    assert words == [
        (hand, does, gain)
        for does, two in gains.items()
        for hand, gain in zip(("AKo", "A2o"), two, strict=True)
    ]


def test_a_pot_that_lies_there_and_rake(browser: Browser, server: Server) -> None:
    browser.driver.get(
        f"{server.address}flop?flop=9s+8s+2s&pot=100&call=50&lying=6bb&rake=5"
    )  # an older link
    browser.click("#flop-exact summary")
    browser.see_text("#solution-answer", "bb")
    query = dict(parse_qsl(urlsplit(browser.driver.current_url).query))
    assert query == {"flop": "9s 8s 2s", "pot": "6bb", "rake": "5"}
    browser.fill("pot", "0")
    assert browser.error_of("pot") == "The pot must be above zero, but it is 0."


def test_three_seats_on_a_flop(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop/jam?seconds=1")
    browser.click("#more-several summary")
    browser.click("#several")
    shown = browser.see_text("#several-answer", "max gain")
    assert "3 seats" in shown


def test_all_flops_are_begun_and_stopped(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop/jam")
    browser.click("#more-flops summary")
    browser.click("#flops")
    browser.see_text("#flops-status", "% done")
    browser.click("#flops")
    browser.see_text("#flops-status", "Stopped.")
    browser.choose("game", "Omaha")
    browser.click("#flops")
    browser.see_text("#game-error", "All flops are solved for two hole cards, not for Omaha")


def test_click_cards(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop")
    browser.fill("flop", "")
    browser.click("#deck-flop summary")
    for card in ("Qh", "9h", "2c"):
        browser.click(f".deck[aria-label='Pick the flop'] button[data-card='{card}']")
    browser.wait(lambda: browser.see("#flop").get_property("value") == "Qh 9h 2c", "the clicked flop")
    browser.fill("hand", "Jh Th")
    browser.see_text("#chance-answer", "72.55%")


def test_the_build_is_stopped(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop")
    browser.click("#distribution")
    browser.see_text("#distribution-status", "% done")
    assert browser.see("#distribution").text == "Stop"
    browser.click("#distribution")
    browser.see_text("#distribution-status", "Stopped.")


def test_a_share_that_makes_no_sense(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}flop?way=share&fold_share=2")
    browser.click("#distribution")
    assert "The share that folds must be from 0 to 1" in browser.error_of("fold_share")


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}flop?opponents=2&deals=1000")
    browser.see_text("#chance-answer", "power rule")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("kind", ["csv", "json", "png", "svg"])
def test_files_of_the_distribution_take_the_fields_of_the_page(kind: str) -> None:
    """The texts of ways to fold that are not chosen are no part of the question."""
    read: Any = PAGE.files[kind]
    question = read.from_strings(PAGE.asked(PAGE.texts([])) | {"format": kind})
    assert isinstance(question, DistributionFileRequest)
    assert (question.fold_below, question.fold_share, question.fold_curve) == (None, None, None)
