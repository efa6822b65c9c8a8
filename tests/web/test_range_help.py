"""Ranges slid, painted and taken from examples: texts first, then a real browser."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, SIX_PLUS, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.equities import PaintedRequest
from jamfold.ranges import parse_range
from jamfold.ranges.grid import class_label, grid_cells
from jamfold.views.range_examples import CLASSIC, GENERIC, range_examples, range_shapes, range_suits
from jamfold.views.render import respond
from jamfold.web.page.form import examples, names_of_square, paint, parts_of, patterns
from tests.web.browser import Browser
from tests.web.server import Server

_TWO_CARDS = [game for game in GAMES.values() if game.has_square_of_classes]
_MORE_CARDS = [game for game in GAMES.values() if not game.has_square_of_classes]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_examples_are_ranges_of_the_game(game: Game) -> None:
    for text, _ in range_examples(game):
        held = parse_range(text, game, order=lambda: np.arange(hand_classes(game).n))
        assert held.combinations, text
        assert not held.warnings, text
    assert len({text for text, _ in range_examples(game)}) == len(range_examples(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", _MORE_CARDS, ids=lambda game: game.name)
def test_patterns_are_ranges_of_the_game(game: Game) -> None:
    names = [f"{ranks}{suits}" for ranks, _ in range_shapes(game) for suits in range_suits(game)]
    for text in names:
        held = parse_range(text, game)
        assert held.combinations, text
        assert not held.warnings, text
    table = patterns(game, "x", ",".join(names))
    assert table.count('aria-pressed="true"') == len(names) == len(set(names))


def test_parts_of_a_range() -> None:
    assert parts_of("AA@50, (AA,KK)$ds,[A,K]QJ,,") == ["AA@50", "(AA,KK)$ds", "[A,K]QJ"]
    table = patterns(GAMES["omaha"], "x", "AA@50,KK@x,QQ,JJ-99@nan,RRNN@1e999,$0g@-5")
    assert table.count('aria-pressed="mixed"') == table.count('aria-pressed="true"') == 1


def test_both_notations_have_examples() -> None:
    assert range_examples(HOLDEM) is CLASSIC
    assert range_examples(GAMES["omaha"]) is GENERIC


@pytest.mark.parametrize("game", _TWO_CARDS, ids=lambda game: game.name)
def test_the_square_to_paint_is_that_of_the_classes(game: Game) -> None:
    names = names_of_square(game)
    assert {
        (row, column): names[row][column] for row in range(len(names)) for column in range(len(names))
    } == {place: class_label(game, one) for place, one in grid_cells(game).items()}
    assert paint(game, "x", {}).count("<button") == len(names) ** 2


def test_texts_of_examples_are_escaped() -> None:
    assert 'data-text="AA,KK$ds@50"' in examples(GAMES["omaha"], "x")


@pytest.mark.parametrize(
    ("painted", "text", "cells"),
    [
        ("KK,AA", "KK+", {"AA": 1, "KK": 1}),
        ("AKs,AQs,AKo", "AQs,AK", {"AKs": 1, "AQs": 1, "AKo": 1}),
        ("AA@50", "AA@50", {"AA": 0.5}),
        ("AsKh", "AsKh", {"AKo": 1 / 12}),
    ],
)
def test_what_is_painted_in_its_shortest_words(painted: str, text: str, cells: dict[str, float]) -> None:
    question = PaintedRequest(game="holdem", text=painted)
    found = respond(question, run_case(question, Observer()))
    assert found["text"] == text
    assert found["cells"] == pytest.approx(cells)


def _pressed(browser: Browser) -> list[str]:
    found: list[str] = browser.driver.execute_script(
        "return [...document.querySelectorAll('.paint button[aria-pressed=true]')].map((b) => b.dataset.hand)"
    )
    return sorted(found)


def _says(browser: Browser, text: str) -> bool:
    return _value(browser, "player2") == text


def _value(browser: Browser, field: str) -> str:
    return str(browser.see(f"#{field}").get_property("value") or "")


def _open(browser: Browser, server: Server, query: str) -> None:
    browser.driver.get(f"{server.address}equity?{query}")
    browser.click("#tab-2-range")


@pytest.mark.smoke
def test_a_range_is_painted_with_pointer_and_keys(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    _open(browser, server, "game=holdem&p=AsAh&p=QQ%2B")
    browser.wait(lambda: _pressed(browser) == ["AA", "KK", "QQ"], "the square of the text")
    browser.click("[data-hand=AKs]")
    browser.wait(lambda: _value(browser, "player2") == "QQ+,AKs", "the text of the square")
    drag = ActionChains(browser.driver).click_and_hold(browser.see("[data-hand=AQs]"))
    drag = drag.move_to_element(browser.see("[data-hand=AJs]"))
    drag.move_to_element(browser.see("[data-hand=ATs]")).release().perform()
    browser.wait(lambda: _value(browser, "player2") == "QQ+,ATs+", "what was dragged over")
    browser.press(Keys.ARROW_RIGHT)  # the focus is where the drag began
    browser.press(Keys.SPACE)
    browser.wait(lambda: _value(browser, "player2") == "QQ+,AQs+,ATs", "a cell taken back with the keys")
    browser.fill("player2", "random")
    browser.wait(lambda: len(_pressed(browser)) == 169, "the square of another text")
    browser.fill("player2", "AA@50")
    browser.wait(lambda: browser.all("[data-hand=AA][aria-pressed=mixed]"), "half a cell")
    browser.click("[data-hand=KK]")
    browser.wait(lambda: set(_value(browser, "player2").split(",")) == {"AA@50", "KK"}, "the weight is kept")


def test_a_share_is_slid_and_an_example_taken(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    _open(browser, server, "game=holdem&p=AsAh&p=QQ%2B")
    slider = browser.see("#share-player2")
    for step in range(1, 21):
        slider.send_keys(Keys.ARROW_RIGHT)  # each step arrives before the next is made
        browser.wait(partial(_says, browser, f"{step / 2:g}%"), "the share slid to")
    browser.wait(lambda: len(_pressed(browser)) > 10, "the best hands in the square")
    assert "72o" not in _pressed(browser)
    browser.click("#tab-2-text")
    browser.click("#row-2 .examples summary")
    browser.click("#row-2 [data-text='TT+']")
    browser.wait(lambda: _value(browser, "player2") == "TT+", "the example")
    browser.click("#tab-2-range")
    browser.wait(lambda: _pressed(browser) == ["AA", "JJ", "KK", "QQ", "TT"], "its square")


def test_another_game_has_another_square_and_other_examples(browser: Browser, server: Server) -> None:
    _open(browser, server, "game=holdem&p=AsAh&p=QQ%2B")
    browser.wait(lambda: len(browser.all(".paint button")) == 169, "thirteen ranks")
    browser.choose("game", SIX_PLUS.title)
    browser.wait(lambda: len(browser.all(".paint button")) == 81, "nine ranks")
    browser.choose("game", GAMES["omaha"].title)
    browser.see("[data-hand='AA$ds']")  # four cards have patterns
    assert not browser.all("[data-hand=AKs]")
    browser.click("#tab-2-text")
    browser.click("#row-2 .examples summary")
    browser.click("#row-2 [data-text='(AA,KK)$ds']")
    browser.wait(lambda: _value(browser, "player2") == "(AA,KK)$ds", "the example")


def test_patterns_are_painted_beside_what_was_typed(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    _open(browser, server, "p=AsAhKsKh&p=[A,K]QJT,AA$ds")
    browser.wait(lambda: _pressed(browser) == ["AA$ds"], "the patterns of the text")
    browser.click("[data-hand='KK$ss']")
    browser.wait(lambda: _value(browser, "player2") == "AA$ds,KK$ss,[A,K]QJT", "a pattern more")
    browser.press(Keys.ARROW_LEFT)
    browser.press(Keys.SPACE)
    browser.wait(lambda: _value(browser, "player2") == "AA$ds,KK$ds,KK$ss,[A,K]QJT", "with the keys")
    browser.click("[data-hand='AA$ds']")
    browser.wait(lambda: _value(browser, "player2") == "KK$ds,KK$ss,[A,K]QJT", "one taken back")
    browser.fill("player2", "AA@50,8765@100")
    browser.wait(lambda: browser.all("[data-hand='AA'][aria-pressed=mixed]"), "half of the time")
    browser.click("[data-hand='QQ']")
    browser.wait(lambda: _value(browser, "player2") == "AA@50,QQ,8765@100", "weights stay")


def test_what_is_no_range_leaves_the_square(browser: Browser, server: Server) -> None:
    _open(browser, server, "game=holdem&p=AsAh&p=QQ%2B")
    browser.wait(lambda: len(_pressed(browser)) == 3, "the square of the text")
    browser.see("#player2").send_keys(",zz")
    assert "zz" in browser.error_of("player2")
    assert len(_pressed(browser)) == 3
