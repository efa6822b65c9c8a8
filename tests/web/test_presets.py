"""Presets and saved ranges below fields of a range: what players know, what is computed, what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from jamfold.cards.games import GAMES, HOLDEM, Game
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.explorer import AppRequest
from jamfold.ranges import parse_range
from jamfold.views.offline_app import app_file
from jamfold.views.range_examples import range_presets
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server

EQUITY = "equity?game=holdem&p=AsAh&p=QQ%2B"
MENU = "#presets-holdem-player2"
KEPT = "jamfold-ranges"
NOTHING_KEPT = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
NAMES = ["<b>22+</b> & co", "naïve “jam” = \N{PLAYING CARD QUEEN OF SPADES}", "עברית", "[omaha]", "__proto__"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_presets_are_ranges_of_the_game(game: Game) -> None:
    presets = range_presets(game)
    assert len(dict(presets)) == len({words for _, words in presets}) == len(presets)
    for text, _ in presets:
        if not text.endswith("%"):
            held = parse_range(text, game)
            assert held.combinations, text
            assert not held.warnings, text


def test_presets_name_what_they_hold() -> None:
    texts = {words: text for text, words in range_presets(HOLDEM)}
    count = {
        words: parse_range(text, HOLDEM).combinations for words, text in texts.items() if "%" not in text
    }
    assert count == {
        "any pair": 13 * 6,
        "any ace": 12 * 16,
        "suited aces": 12 * 4,
        "broadways": 5 * 6 + 10 * 16,
        "suited connectors": 12 * 4,
        "any two cards": 1326,
    }


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Browser]:
    """A browser that has kept nothing of this server's pages, before and afterwards."""
    browser.driver.get(f"{server.address}about")
    browser.driver.execute_script("localStorage.clear()")
    yield browser
    browser.driver.execute_script("try { localStorage.clear() } catch {}")


def opened(page: Browser, server: Server, address: str = EQUITY, menu: str = MENU) -> None:
    page.driver.get(f"{server.address}{address}")
    page.click(f"{menu} > summary")
    page.see(f"{menu} .row")


def press(page: Browser, words: str, menu: str = MENU) -> None:
    """Click the button of these words, or of this label, in a menu."""
    find = """return [...document.querySelectorAll(arguments[0] + " button")]
      .find((one) => [one.textContent, one.ariaLabel].includes(arguments[1])) || null"""
    page.hit(page.wait(lambda: page.driver.execute_script(find, menu, words), words))


def value(page: Browser, field: str = "player2") -> str:
    return str(page.see(f"#{field}").get_property("value"))


def saved(page: Browser, menu: str = MENU) -> list[str]:
    found: list[str] = page.driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)",
        f"{menu} .pair button:first-child",
    )
    return found


def says(page: Browser, words: str, menu: str = MENU) -> str:
    return page.see_text(f"{menu} [role=status]", words)


def save(page: Browser, name: str) -> None:
    page.see(f"{MENU} input[placeholder=name]").send_keys(name)
    press(page, "Save range")


@pytest.mark.smoke
def test_a_preset_is_taken_and_answered(page: Browser, server: Server) -> None:
    opened(page, server)
    press(page, "any ace")
    page.see_text("#player2-answer", "192 combos")
    page.wait(lambda: page.driver.current_url.endswith("p=A2%2B"), "its address")
    page.see(f"{MENU}[open]")  # which an answer does not take away
    press(page, "top 20%")
    page.wait(lambda: value(page) == "20%", "the share")


@pytest.mark.parametrize(("seat", "plays"), [(0, "Small blind jams"), (1, "Big blind calls")])
def test_what_is_played_in_equilibrium(page: Browser, server: Server, seat: int, plays: str) -> None:
    told = server.post("/api/outline", {"game": "holdem", "stacks": ["8bb", "8bb"]})[1]["result"]["seats"][
        seat
    ]
    opened(page, server)
    stack = page.see(f"{MENU} [aria-label='Stack in big blinds']")
    assert stack.get_property("value") == "10"
    stack.clear()
    stack.send_keys("8")
    press(page, plays)
    page.wait(lambda: value(page) == told["text"], "the range")
    says(
        page, f"{plays.rsplit(' ', 1)[0]} at 8 bb: {plays.rsplit(' ', 1)[1]} {told['percent']:.1f}% of hands"
    )
    stack.send_keys("x")
    press(page, plays)
    says(page, "Write a stack in big blinds, such as 10.")


def test_no_large_table_is_built_for_it(page: Browser, server: Server) -> None:
    menu = "#presets-omaha-player2"
    opened(page, server, "equity?p=AsAhKsKh&p=QsQhJsJh", menu)
    press(page, "Small blind jams", menu)
    says(page, "Small blind at 10 bb: jams 69.3% of hands.", menu)  # approximately
    assert value(page) == "QsQhJsJh"


def test_ranges_are_kept_by_any_name(page: Browser, server: Server) -> None:
    opened(page, server)
    page.click("#presets-holdem-player1 > summary")
    page.see_text(MENU, "nothing yet")
    for name in NAMES:
        page.driver.execute_script(
            "document.querySelector(arguments[0]).value = arguments[1]",
            f"{MENU} input[placeholder=name]",
            name,
        )
        press(page, "Save range")
        says(page, f"“{name}” is saved.")
    assert sorted(saved(page)) == sorted(NAMES) == sorted(saved(page, "#presets-holdem-player1"))
    assert not page.all(f"{MENU} span b")
    page.driver.refresh()
    page.click("#presets-holdem-player1 > summary")
    for name in NAMES:
        press(page, name, "#presets-holdem-player1")
        page.wait(lambda: value(page, "player1") == "QQ+", name)
        page.fill("player1", "AA")
    press(page, f"Delete {NAMES[0]}", "#presets-holdem-player1")
    says(page, "is deleted", "#presets-holdem-player1")
    assert sorted(saved(page, "#presets-holdem-player1")) == sorted(NAMES[1:])
    assert page.focus().text == "Undo"
    page.hit(page.focus())
    page.wait(lambda: len(saved(page, "#presets-holdem-player1")) == len(NAMES), "all of them again")
    page.driver.get(f"{server.address}equity?game=six-plus")
    page.click("#presets-six-plus-player1 > summary")
    page.see_text("#presets-six-plus-player1", "nothing yet")


def test_a_name_is_used_again(page: Browser, server: Server) -> None:
    opened(page, server)
    save(page, "mine")
    says(page, "“mine” is saved.")
    page.fill("player2", "KK")
    save(page, " mine ")
    says(page, "“mine” is saved; it was QQ+ before.")
    assert saved(page) == ["mine"]
    press(page, "Save range")
    says(page, "Give the range a name.")
    page.fill("player2", " ")
    save(page, "none")
    says(page, "No range yet. Type or paint one.")


def test_all_as_text_and_back(page: Browser, server: Server) -> None:
    opened(page, server)
    save(page, "a = b")
    page.click(f"{MENU} details > summary")
    area = page.see(f"{MENU} textarea")
    assert area.get_property("value") == "[holdem]\na = b = QQ+"

    def take(text: str) -> None:
        page.driver.execute_script("arguments[0].value = arguments[1]", area, text)
        press(page, "Import")

    take("one = AA\n\n[omaha]\ntwo =\n")
    says(page, "Line 4: No range yet")
    take("one = AA\nno range")
    says(page, "Line 2: “=” is missing")
    take("\n")
    says(page, "The text has no range")
    assert saved(page) == ["a = b"]
    take("one = AA\n a = b = KK \r\n\n[omaha]\ntwo = (AA,KK)$ds\ntwo = AA$ds\n")
    says(page, "Imported: 2 of holdem, 1 of omaha; 1 replaced.")
    assert saved(page) == ["a = b", "one"]
    assert area.get_property("value") == "[holdem]\na = b = KK\none = AA\n\n[omaha]\ntwo = AA$ds"
    press(page, "a = b")
    page.wait(lambda: value(page) == "KK", "the range of the text")


def test_a_browser_that_keeps_nothing(page: Browser, server: Server) -> None:
    add, remove = "Page.addScriptToEvaluateOnNewDocument", "Page.removeScriptToEvaluateOnNewDocument"
    for refused in (NOTHING_KEPT, FULL):
        script = page.driver.execute_cdp_cmd(add, {"source": refused})
        try:
            opened(page, server)
            save(page, "mine")
            says(page, "“mine” is saved. This browser cannot store ranges")
            press(page, "any pair")
            press(page, "mine")
            page.wait(lambda: value(page) == "QQ+", "what was saved")
        finally:
            page.driver.execute_cdp_cmd(remove, script)


@pytest.mark.parametrize(("stored", "sound"), [("no JSON", 0), ("null", 0), ('{"ranges": 3}', 0), ("", 1)])
def test_a_damaged_store_is_set_aside(page: Browser, server: Server, stored: str, sound: int) -> None:
    one = {"game": "holdem", "name": "mine", "text": "AA"}
    text = stored or json.dumps({"ranges": [one, None, {**one, "text": 3}]})
    page.driver.execute_script("localStorage.setItem(arguments[0], arguments[1])", KEPT, text)
    opened(page, server)
    says(page, f"are damaged: {sound} can be read")
    save(page, "new")
    says(page, "“new” is saved.")
    kept = page.driver.execute_script("return Object.entries(localStorage)")
    assert [one for name, one in kept if "damaged" in name] == [text]
    assert saved(page) == ["mine", "new"][1 - sound :]


def test_with_the_keys(page: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(page, server)
    page.see(f"{MENU} > summary").send_keys(Keys.TAB)
    assert page.focus().text == "top 10%"
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER):
        page.press(key)
    page.wait(lambda: value(page) == "22+", "any pair")
    page.press(Keys.TAB)
    assert page.focus().get_attribute("aria-label") == "Stack in big blinds"
    name = page.see(f"{MENU} input[placeholder=name]")
    page.wait(lambda: "p=22%2B" in page.driver.current_url, "the range in the address")
    address = page.driver.current_url
    name.send_keys("pairs", Keys.ENTER)
    says(page, "“pairs” is saved.")
    assert page.driver.current_url == address
    assert page.focus() == name


@pytest.mark.parametrize(
    ("address", "before", "menu", "field"),
    [
        (
            "flop/jam?flop=9s+8s+2s",
            "details:has(#bb_range) > summary",
            "#presets-holdem-bb_range",
            "bb_range",
        ),
        ("play?seed=4", ".beside details > summary", "#presets-holdem-jam", "jam"),
        ("table?game=holdem", "#chip-ranges > summary", "#presets-holdem-ranges", "ranges"),
        ("?game=holdem", "#others > summary", "#others .presets", "other-text"),
    ],
)
def test_every_field_of_a_range_has_them(
    page: Browser, server: Server, address: str, before: str, menu: str, field: str
) -> None:
    page.driver.get(f"{server.address}{address}")
    page.click(before)
    page.click(f"{menu} > summary")
    press(page, "suited aces", menu)
    page.wait(lambda: value(page, field) == "A2s+", "the preset")
    page.driver.execute_script(
        "document.querySelector(arguments[0]).value = 'mine'", f"{menu} input[placeholder=name]"
    )
    press(page, "Save range", menu)
    says(page, "“mine” is saved.", menu)
    press(page, "Big blind calls", menu)
    page.wait(lambda: value(page, field).startswith(("22+,", "A2s+,22+,")), "what is called with")


def test_one_of_several_ranges_goes_where_the_caret_is(page: Browser, server: Server) -> None:
    menu = "#presets-holdem-ranges"
    page.driver.get(f"{server.address}table?game=holdem&seats=2&stack=7bb")
    page.click("#chip-ranges > summary")
    page.click(f"{menu} > summary")
    page.see(f"{menu} .row")
    page.driver.execute_script(
        "const one = document.getElementById('ranges');"
        "one.value = 'sb: \\nbb after sb: 55+'; one.setSelectionRange(4, 4)"
    )
    press(page, "any ace", menu)
    press(page, "any pair", menu)
    page.wait(lambda: value(page, "ranges") == "sb: A2+,22+\nbb after sb: 55+", "both in the first line")


def test_another_game_has_other_presets(page: Browser, server: Server) -> None:
    menu = "#others .presets"
    page.driver.get(f"{server.address}?game=holdem")
    page.click("#others > summary")
    page.click(f"{menu} > summary")
    page.see_text(menu, "suited connectors")
    page.driver.execute_script(
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Omaha').click()"
    )
    page.see_text(menu, "double-suited")


def test_on_a_phone(page: Browser, server: Server) -> None:
    page.look(390, 844)
    page.driver.execute_script(
        "localStorage.setItem(arguments[0], arguments[1])",
        KEPT,
        json.dumps({"ranges": [{"game": "holdem", "name": "W" * 60, "text": "AA"}]}),
    )
    opened(page, server)
    page.click(f"{MENU} details > summary")
    page.see(f"{MENU} textarea")
    page.wait(lambda: not page.all("[data-held], [data-follow]"), "the answer")
    for one in page.all(f"{MENU} :is(button, input, summary)"):
        assert one.size["height"] >= 44, one.get_attribute("outerHTML")
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(page, dark=True) == []


def test_without_a_script_there_is_no_menu(page: Browser, server: Server) -> None:
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.driver.get(f"{server.address}{EQUITY}")
        page.see("#player2")
        assert not [one for one in page.all(".presets") if one.is_displayed()]
    finally:
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_in_the_file_that_solves(page: Browser, tmp_path: Path) -> None:
    question = AppRequest(games=("holdem",))
    path = tmp_path / question.file_name
    path.write_text(app_file(answers.run_case(question, Observer())), encoding="utf-8")
    page.driver.get(f"{path.as_uri()}#page=equity")
    menus = "#equity-2 + .presets"
    page.click(f"{menus} > summary")
    press(page, "any ace", menus)
    page.wait(lambda: value(page, "equity-2") == "A2+", "the preset")
    press(page, "Small blind jams", menus)
    says(page, "Small blind at 10 bb: jams 58.3% of hands.", menus)
    page.driver.execute_script(
        "document.querySelector(arguments[0]).value = 'mine'", f"{menus} input[placeholder=name]"
    )
    press(page, "Save range", menus)
    says(page, "“mine” is saved.", menus)
    assert violations(page, dark=True) == []
    page.driver.get("about:blank")
    page.driver.get(f"{path.as_uri()}#game=holdem&stack=10")
    page.click("#held > summary")
    page.click("#held .presets > summary")
    press(page, "mine", "#held .presets")
    page.wait(lambda: value(page, "held-text").startswith("22+,"), "what was saved on the other page")
    page.click("#held-go")
    page.see_text("#held-answer", "Best response:")
    page.driver.execute_script("localStorage.clear()")
