"""What chips are worth in prizes, in a real browser."""

from __future__ import annotations

import csv
import json

import pytest

from tests.web.browser import Browser
from tests.web.server import Server

LINK = "icm?stacks=5000+3000+2000&prizes=50+30+20"


def test_values_then_pairs(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}icm")
    assert "press Show" in browser.see("#icm-answer").text  # a link starts nothing
    browser.click("#icm")
    text = browser.see_text("#icm-answer", "38.3929")
    assert "1075/28" in text
    assert "a model" in text
    pairs = browser.see_text("#icm-pairs", "Risk premiums")
    for part in ("1.545", "+10.71", "Bubble factors"):
        assert part in pairs
    coloured = (
        "return [...document.querySelectorAll('#icm-pairs td[style]')].map(e => e.style.backgroundColor)"
    )
    assert len(set(browser.driver.execute_script(coloured))) == 6
    rows = list(csv.DictReader(browser.download("button[aria-label='Download CSV']").open(newline="")))
    assert [row["fraction"] for row in rows] == ["1075/28", "131/4", "202/7"]
    values = json.loads(browser.download("button[aria-label='Download JSON']").read_text())
    status, answer = server.post("/api/icm?wait=60", {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]})
    assert (status, answer["result"]) == (200, values)


def test_a_link_with_bounties(browser: Browser, server: Server) -> None:
    browser.driver.get(f"{server.address}{LINK}&model=ben-roberts&bounty=10&progressive=0.5&heads=none")
    browser.click("#icm")
    text = browser.see_text("#icm-answer", "425/11")
    assert "heads that stay are worth nothing" in text
    browser.choose("model", "Malmuth-Weitzman")
    browser.click("#icm")
    browser.see_text("#icm-answer", "1180/31")
    assert "model=malmuth-weitzman" in browser.driver.current_url


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("stacks", "5000 0", "Player 2 has no chips: leave out who is out."),
        ("prizes", "30 50", "Place 2 would pay 50, more than the 30 of place 1: prizes must not rise."),
        ("prizes", "50% 30", "The prizes mix money (30) and percentages (50%): give one of both."),
        ("bounty", "1 2", "There are 2 bounties for 3 players: give one for each."),
        ("progressive", "0.5", "A progressive share is of bounties: give them, too."),
    ],
)
def test_wrong_input(browser: Browser, server: Server, field: str, text: str, sentence: str) -> None:
    browser.driver.get(f"{server.address}{LINK}")
    browser.fill(field, text, enter=True)
    assert browser.error_of(field) == sentence


def test_the_next_hands(browser: Browser, server: Server) -> None:
    """Whom they help, the values by depth, the ranges; stacks and prizes are those of the model."""
    query = "icm?stacks=14+6&prizes=80+20&game=six-plus&depth=3&blind_sb=1&blind_bb=2"
    browser.driver.get(f"{server.address}{query}")
    browser.click("#fgs")
    text = browser.see_text("#fgs-answer", "18 hands are solved over every deal")
    asked = {"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [80, 20], "depth": 3}
    status, answer = server.post("/api/fgs?wait=60", asked)
    assert status == 200
    values = answer["result"]["values"]
    for depth in range(4):
        assert f"{values[depth][0]:.4f}" in text
    more = values[3][0] - values[0][0]
    assert f"small blind has {more:.4f} more than the model says" in text
    assert "Small blind, on the button, first in" in text
    assert "depth=3" in browser.driver.current_url
    browser.click("#icm")
    browser.see_text("#icm-answer", "62.0000")
    assert "depth=3" in browser.driver.current_url
    browser.fill("bounty", "10")
    browser.click("#fgs")
    assert "without bounties" in browser.error_of("bounty")
    browser.fill("bounty", "")
    browser.fill("stacks", "5 5 5 5")
    browser.click("#fgs")
    assert "two or three seats, not 4" in browser.error_of("stacks")
