"""The video-poker page: pay table, return, holds, trainer, strategy list."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction

import pytest

from jamfold.videopoker.paytable import shipped_pay_tables
from jamfold.web.pages.videopoker.trainer import CLOSE
from tests.web.browser import Browser
from tests.web.server import Server

JACKS = "Jacks or Better 9/6"
JOKERS = "?table=Double+Joker+9%2F5%2F4"
RETURN = "99.54390437 %"
TEXT = "textarea[data-field=toml]"


def opened(browser: Browser, server: Server, query: str = "") -> None:
    """The page with its return and its holds."""
    browser.driver.get(f"{server.address}videopoker{query}")
    browser.see_text("#return", "Return =")
    browser.see_text("#holds-answer", "best")


def dealt(browser: Browser) -> list[str | None]:
    """The cards of the trainer as a screen reader says them."""
    return [button.get_attribute("aria-label") for button in browser.all("#trainer button")]


def pressed(browser: Browser, css: str) -> list[str | None]:
    """Names of the buttons that are down."""
    return [one.get_attribute("aria-label") for one in browser.all(f"{css} button[aria-pressed=true]")]


def write_text(browser: Browser, text: str) -> None:
    """Put another text of the table in place of the one there."""
    script = """const [area, text] = arguments;
        area.focus();
        area.value = text;
        area.dispatchEvent(new Event('input', {bubbles: true}));"""
    area = browser.see(TEXT)
    browser.driver.execute_script(script, area, text)
    browser.driver.execute_script("arguments[0].blur()", area)


def choose(browser: Browser, name: str) -> None:
    """Choose a table from the list, which is narrowed by typing."""
    browser.fill("table", name)
    option = lambda: next(  # noqa: E731
        (one for one in browser.all(".q-menu .q-item") if one.text.strip() == name), None
    )
    browser.wait(option, name).click()


def open_text(browser: Browser) -> None:
    browser.click(f".q-expansion-item:has({TEXT}) .q-item")
    browser.see(TEXT)


def text_of(browser: Browser) -> str:
    return str(browser.all(TEXT)[0].get_property("value"))


def value_of(browser: Browser, hand: str) -> str:
    return str(browser.all(f"input[data-field=pay-{hand}]")[0].get_property("value"))


def saved(browser: Browser, button: str) -> tuple[str, str]:
    """Name and content of the file behind a button."""
    file = browser.download(button)
    return file.name, file.read_text(encoding="utf-8")


def test_edited_fields_give_another_return(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.see_text("#return", RETURN)
    assert browser.all("#edited")[0].text == ""
    browser.fill("pay-full-house", "8")
    browser.fill("pay-flush", "5", enter=True)
    assert "edited" in browser.see_text("#return", "97.29843")
    browser.see_text("#edited", "edited")
    assert "full-house = 8\nflush = 5\n" in text_of(browser)
    browser.click("#reset")
    browser.see_text("#return", RETURN)
    browser.wait(lambda: value_of(browser, "full-house") == "9", "the old pay")
    assert browser.all("#edited")[0].text == ""
    assert "full-house = 9\nflush = 6\n" in text_of(browser)


def test_holds_follow_the_edited_table(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("deal", "Ah Ad Ac Kd Kh", enter=True)
    browser.see_text("#holds-answer", "worth 9.000000")
    browser.fill("pay-full-house", "3.75")
    browser.click("#holds")
    assert "3.750000" in browser.see_text("#holds-answer", "Best: Ah Ad Ac, worth 3.9")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lots", "The pay of 'full house' is not a number."),
        ("-1", "'full house' pays -1; a pay is a number from 0 to 1,000,000."),
        ("1000001", "'full house' pays 1000001; a pay is a number from 0 to 1,000,000."),
        ("nan", "'full house' pays NaN; a pay is a number from 0 to 1,000,000."),
        ("0.12345678901", "The pay of 'full house' has too many decimals."),
        ("0.123456789", "The pays have too many decimals to be counted exactly."),
    ],
)
def test_a_wrong_pay_shows_its_sentence(browser: Browser, server: Server, text: str, sentence: str) -> None:
    opened(browser, server)
    browser.fill("pay-full-house", text, enter=True)
    assert browser.error_of("pay-full-house") == sentence
    browser.click("#analyse")
    browser.wait(
        lambda: browser.focus().get_attribute("data-field") == "pay-full-house", "focus on the wrong field"
    )
    assert RETURN in browser.see("#return").text
    assert "full-house = 9\n" in text_of(browser)
    browser.fill("pay-full-house", "9", enter=True)
    browser.wait(lambda: not browser.all(".q-field--error"), "no error any more")


def test_fields_follow_the_text(browser: Browser, server: Server) -> None:
    opened(browser, server)
    open_text(browser)
    write_text(browser, text_of(browser).replace("flush = 6", "flush = 5.5  # less"))
    browser.wait(lambda: value_of(browser, "flush") == "5.5", "the pay in its field")
    write_text(browser, "pays = 3")
    assert browser.error_of("toml") == "In the pay table 'your table': there is no section [pays]."
    browser.click("#reset")
    browser.wait(lambda: value_of(browser, "flush") == "6", "the old pay")
    assert text_of(browser) == next(t for t in shipped_pay_tables() if t.name == JACKS).toml


def test_another_deck_in_the_text(browser: Browser, server: Server) -> None:
    opened(browser, server)
    before = dealt(browser)
    open_text(browser)
    table = next(table for table in shipped_pay_tables() if table.deck.jokers == 1)
    write_text(browser, table.toml)
    browser.see_text("#deck-note", "53 cards, one joker")
    browser.see("#vpdeck button[data-card=Joker]")
    browser.see("input[data-field=pay-five-of-a-kind]")
    browser.wait(lambda: dealt(browser) != before, "a new deal")


def test_a_name_of_a_table_is_only_text(browser: Browser, server: Server) -> None:
    opened(browser, server)
    open_text(browser)
    write_text(browser, text_of(browser).replace(JACKS, "<img src=nowhere>"))
    browser.click("#analyse")
    browser.see_text("#return", "<img src=nowhere>")
    browser.click("#strategy")
    browser.see_text("#strategy-answer", "<img src=nowhere>")


def test_a_link_to_a_table(browser: Browser, server: Server) -> None:
    opened(browser, server)
    choose(browser, "All American")
    browser.see_text("#return", "All American")
    browser.wait(lambda: browser.driver.current_url.endswith("/videopoker?table=All+American"), "the link")
    browser.driver.refresh()
    browser.see_text("#return", "All American")
    assert browser.all("#edited")[0].text == ""
    choose(browser, "Jacks or Better 8/6")
    browser.see_text("#return", "Jacks or Better 8/6")
    browser.wait(lambda: browser.driver.current_url.endswith("Jacks+or+Better+8%2F6"), "the other link")
    browser.driver.get(f"{server.address}videopoker?table=Full-Pay+Jacks+or+Better")
    browser.see_text("#return", RETURN)


def test_a_link_to_an_edited_table(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("pay-full-house", "8")
    browser.fill("pay-flush", "5", enter=True)
    browser.see_text("#return", "97.29843")
    assert browser.driver.current_url.endswith("/videopoker?pays=full-house%3A8%2Cflush%3A5")
    browser.driver.refresh()
    assert "edited" in browser.see_text("#return", "97.29843")
    browser.see_text("#edited", "edited")
    assert (value_of(browser, "full-house"), value_of(browser, "flush")) == ("8", "5")
    browser.click("#reset")
    browser.see_text("#return", RETURN)
    browser.wait(lambda: browser.driver.current_url.endswith("/videopoker"), "the plain link")


def test_a_link_to_a_table_with_another_deck(browser: Browser, server: Server) -> None:
    opened(browser, server)
    open_text(browser)
    table = next(table for table in shipped_pay_tables() if table.deck.jokers == 1)
    write_text(browser, table.toml.replace(table.name, "Mine"))
    browser.see_text("#deck-note", "53 cards, one joker")
    browser.click("#analyse")
    text = browser.see_text("#return", "Mine")
    browser.driver.refresh()
    browser.see_text("#deck-note", "53 cards, one joker")
    assert browser.see_text("#return", "Mine") == text


def test_a_link_to_no_table(browser: Browser, server: Server) -> None:
    opened(browser, server, "?table=%3Cb%3E9/6")
    assert browser.error_of("table") == "There is no pay table '<b>9/6' here."
    browser.see_text("#return", RETURN)


def test_the_default_deal_is_marked(browser: Browser, server: Server) -> None:
    opened(browser, server)
    default = ["ace of hearts", "king of hearts", "queen of hearts", "2 of diamonds", "2 of clubs"]
    assert pressed(browser, "#vpdeck") == default
    browser.click("#vpdeck button[data-card='2c']")
    browser.wait(lambda: pressed(browser, "#vpdeck") == default[:4], "a card less")
    browser.click("#vpdeck button[data-card=Ac]")
    browser.see_text("#holds-answer", "Ah Kh Qh 2d Ac, as dealt jacks or better")


def test_holds_with_jokers(browser: Browser, server: Server) -> None:
    opened(browser, server, JOKERS)
    browser.fill("deal", "Jo Jkr Ah Kh Qh", enter=True)
    browser.see_text("#holds-answer", "Best: Joker Joker Ah Kh Qh, worth 100.000000")
    assert pressed(browser, "#vpdeck").count("joker") == 2
    browser.click("#vpdeck button[data-card=Joker2]")
    browser.wait(lambda: pressed(browser, "#vpdeck").count("joker") == 1, "one joker less")
    browser.click("#vpdeck button[data-card=Th]")
    browser.see_text("#holds-answer", "Joker Ah Kh Qh Th, as dealt wild royal flush")
    choose(browser, "All American")
    browser.see_text("#holds-answer", "Ah Kh Qh 2c 2d")  # no joker in this deck
    assert browser.all("#vpdeck button[data-card^=Joker]") == []


def test_two_equal_holds(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("deal", "2c 2d 2h 2s 3c", enter=True)
    browser.see_text("#holds-answer", "Best: 2c 2d 2h 2s 3c or 2c 2d 2h 2s, worth 25.000000")
    assert len(browser.all("#holds-answer tr.best")) == 2


def test_the_trainer_deals_jokers(browser: Browser, server: Server) -> None:
    opened(browser, server, JOKERS)
    for _ in range(300):  # one deal in 5.6 has a joker
        before = dealt(browser)
        if "joker" in before:
            break
        browser.all("#new-deal")[0].click()
        browser.wait(lambda: dealt(browser) != before, "a new deal")  # noqa: B023
    place = dealt(browser).index("joker") + 1
    browser.click(f"#trainer button:nth-child({place})")
    browser.wait(lambda: pressed(browser, "#trainer") == ["joker"], "the joker is held")
    browser.click("#judge")
    assert "Joker" in browser.see_text("#verdict", "of 1 right")


def test_a_new_table_gives_a_new_deal_and_score(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#judge")
    browser.see_text("#verdict", "of 1 right")
    choose(browser, "All American")
    browser.wait(lambda: browser.see("#judge").text == "Judge", "a new deal")
    assert "right" not in browser.all("#verdict")[0].text
    browser.click("#judge")
    browser.see_text("#verdict", "of 1 right")


def test_the_trainer_by_keyboard(browser: Browser, server: Server) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, server)
    for _ in range(120):
        browser.press(Keys.TAB)
        if browser.focus().find_elements("xpath", "parent::*[@id='trainer']"):
            break
    first = dealt(browser)
    browser.press("1")
    browser.press("3")
    browser.wait(lambda: pressed(browser, "#trainer") == [first[0], first[2]], "cards 1 and 3 held")
    browser.press("3")
    browser.press(Keys.SPACE)  # the focus is on the first card
    browser.wait(lambda: pressed(browser, "#trainer") == [], "none held")
    browser.press("5")
    browser.press(Keys.ENTER)
    browser.see_text("#verdict", "of 1 right")
    assert browser.see("#judge").text == "New deal"
    held = browser.all("#trainer button[aria-pressed=true]")
    assert len(held) == 1
    browser.press("2")  # too late
    best = browser.all("#trainer button.best")
    assert all("in the best hold" in str(one.get_attribute("aria-label")) for one in best)
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.see("#judge").text == "Judge", "a new deal")
    assert pressed(browser, "#trainer") == []
    browser.press(Keys.SPACE)  # the focus has stayed
    browser.wait(lambda: pressed(browser, "#trainer") == dealt(browser)[:1], "the first card held")
    browser.press(Keys.ENTER)
    browser.see_text("#verdict", "of 2 right")


def test_the_best_hold_is_marked(browser: Browser, server: Server) -> None:
    opened(browser, server)
    cards = [one.text.split()[0] for one in browser.all("#trainer button")]
    for one in browser.all("#trainer button"):
        one.click()
    browser.click("#judge")
    browser.see_text("#verdict", "of 1 right")
    best = {one.text for one in browser.all("#verdict tr.best th")}
    marked = [k for k, label in enumerate(dealt(browser)) if "in the best hold" in str(label)]
    signs = str.maketrans("♠♥♦♣", "shdc")
    assert (" ".join(cards[k].translate(signs) for k in marked) or "draw five") in best


def test_only_hard_hands(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#hard")
    for asked in range(1, 4):
        before = dealt(browser)
        browser.click("#judge" if asked > 1 else "#new-deal")
        browser.wait(lambda: dealt(browser) != before, "a new deal")  # noqa: B023
        browser.wait(lambda: browser.see("#judge").text == "Judge", "a deal to judge")
        browser.click("#judge")
        browser.see_text("#verdict", f"of {asked} right")
        costs = [cell.text for cell in browser.all("#verdict tbody td:nth-child(3)")]
        assert all(float(cost) <= CLOSE for cost in [cost for cost in costs if cost != "best"][:1])


def test_strategy(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.click("#strategy")
    text = browser.see_text("#strategy-answer", "playing by the list")
    assert "99.54291876 %" in text
    assert "0.00098560 %" in text
    assert len(browser.all("#strategy-answer tbody tr")) == 28
    name, content = saved(browser, "#save-strategy")
    assert name == "jacks-or-better-9-6-strategy.txt"
    lines = content.splitlines()
    assert lines[0] == "Jacks or Better 9/6: hold what fits the first line that fits"
    first = ["1", "0.026", "%", "31.0241", "dealt royal flush, straight flush or four of a kind"]
    assert lines[3].split(maxsplit=4) == first
    assert lines[-1] == "the list costs       0.00098560 % of the bet"
    choose(browser, "All American")
    browser.wait(lambda: browser.all("#strategy-answer")[0].text == "", "no list of the last table")


def test_files_of_the_return(browser: Browser, server: Server) -> None:
    opened(browser, server)
    name, content = saved(browser, "#save-csv")
    assert name == "jacks-or-better-9-6.csv"
    rows = list(csv.DictReader(io.StringIO(content)))
    assert sum(int(row["count"]) for row in rows) == int(rows[0]["out_of"])
    exact = sum(Fraction(row["pays"]) * Fraction(int(row["count"]), int(row["out_of"])) for row in rows)
    assert exact == Fraction(1653526326983, 1661102543100)
    name, content = saved(browser, "#save-json")
    assert name == "jacks-or-better-9-6.json"
    found = json.loads(content)
    assert Fraction(found["return_numerator"], found["return_denominator"]) == exact


def test_phone(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server, JOKERS)
    browser.fill("pay-full-house", "lots")
    browser.click("#judge")
    browser.see_text("#verdict", "of 1 right")
    browser.click("#strategy")
    browser.see_text("#strategy-answer", "playing by the list")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_labels(browser: Browser, server: Server) -> None:
    opened(browser, server, JOKERS)
    open_text(browser)
    browser.click("#strategy")
    browser.see("#save-strategy")
    nameless = """return [...document.querySelectorAll('input, button, select, textarea, a')]
        .filter(e => e.checkVisibility() && !(e.ariaLabel || e.textContent.trim() || e.title
                       || document.querySelector(`label[for='${e.id}']`)))
        .map(e => e.outerHTML)"""
    assert browser.driver.execute_script(nameless) == []


def test_the_page_loads_nothing_heavy() -> None:
    code = """import sys
import jamfold.web.pages.videopoker
from jamfold.videopoker.paytable import shipped_pay_tables
shipped_pay_tables()[0].toml
sys.stderr.write(" ".join({"numpy", "numba", "matplotlib", "rich"} & set(sys.modules)))"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stderr == ""
