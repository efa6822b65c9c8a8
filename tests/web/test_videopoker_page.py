"""The video-poker page: pay table, return, holds, strategy list."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from urllib.parse import unquote, urlencode

import pytest

from jamfold.calculator.videopoker.deck import Deck
from jamfold.calculator.videopoker.paytable import find_shipped, parse_pay_table, shipped_pay_tables
from jamfold.web.page.form import deck, picked
from jamfold.web.pages.videopoker import DEAL, PAGE, chosen, mark, usual_table
from tests.command_line import Runner
from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server
from tests.web.test_beside_a_build import error_at, shown

JACKS = "Jacks or Better 9/6"
JOKERS = "?table=Double+Joker+9%2F5%2F4"
RETURN = "99.54390437%"


def opened(browser: Browser, server: Server, query: str = "") -> None:
    """The page with its return and its holds."""
    browser.driver.get(f"{server.address}videopoker{query}")
    browser.see_text("#fraction", "Return =")
    browser.see_text("#holds-answer", "best")


def pressed(browser: Browser) -> list[str | None]:
    """Names of the cards that are picked."""
    return [one.get_attribute("aria-label") for one in browser.all(".deck button[aria-pressed=true]")]


def write_text(browser: Browser, text: str) -> None:
    """Put another text of the table in place of the one there."""
    if browser.all("#as-text:not([open])"):
        browser.click("#as-text summary")
    script = """const [area, text] = arguments;
        area.focus();
        area.value = text;
        area.dispatchEvent(new Event('input', {bubbles: true}));"""
    browser.driver.execute_script(script, browser.see("#toml"), text)


def text_of(browser: Browser) -> str:
    return str(browser.all("#toml")[0].get_property("value"))


def value_of(browser: Browser, hand: str) -> str:
    return str(browser.all(f"#pay-{hand}")[0].get_property("value"))


def edited(browser: Browser) -> str:
    return str(browser.all("#edited")[0].text)


def at(browser: Browser, end: str) -> Callable[[], bool]:
    return lambda: str(browser.driver.current_url).endswith(end)


@pytest.mark.smoke
def test_edited_fields_give_another_return(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.see_text("#return", RETURN)
    assert edited(browser) == ""
    browser.fill("pay-full-house", "8")
    browser.fill("pay-flush", "5")
    browser.see_text("#return", "97.29843")
    browser.see_text("#edited", "edited")
    assert "full-house = 8\nflush = 5\n" in text_of(browser)
    browser.click("#reset")
    browser.see_text("#return", RETURN)
    browser.wait(lambda: value_of(browser, "full-house") == "9", "the old pay")
    assert edited(browser) == ""
    assert "full-house = 9\nflush = 6\n" in text_of(browser)


def test_every_final_hand_has_its_frequency(browser: Browser, server: Server) -> None:
    opened(browser, server)
    rows = [one.text.split("\n") for one in browser.all(".pays tbody tr")]
    assert len(rows) == 10
    text = browser.see(".pays").text
    for part in ("0.002476%", "40,390.55", "54.543467%"):
        assert part in text
    assert "1,653,526,326,983 / 1,661,102,543,100" in browser.see("#fraction").text


def test_holds_follow_the_edited_table(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("deal", "Ah Ad Ac Kd Kh")
    browser.see_text("#holds-answer", "worth 9.000000")
    browser.fill("pay-full-house", "3.75")
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
        ("4,5", "The pay of 'full house' is not a number."),
    ],
)
def test_a_wrong_pay_shows_its_sentence(text: str, sentence: str) -> None:
    names, toml = usual_table().names, usual_table().toml
    pays = [text if hand.name == "full-house" else f"{usual_table().pay(hand.name)}" for hand in names]
    texts = PAGE.texts([("of", JACKS), ("was", mark(toml)), ("text", toml), *(("pay", pay) for pay in pays)])
    asked = chosen(texts)
    assert asked.errors == {"pay-full-house": sentence}
    assert asked.typed["full-house"] == text
    assert chosen(PAGE.texts([("pays", texts["pays"])])) == asked  # so does the link


def test_a_wrong_pay_stays_and_is_mended(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("pay-full-house", "lots")
    assert browser.error_of("pay-full-house") == "The pay of 'full house' is not a number."
    assert RETURN in browser.see("#return").text  # the last one, paler
    assert "full-house = 9\n" in text_of(browser)
    browser.driver.refresh()
    assert value_of(browser, "full-house") == "lots"
    browser.fill("pay-full-house", "9")
    browser.wait(lambda: not browser.all("[aria-invalid]"), "no error any more")
    browser.see_text("#return", RETURN)


def test_fields_follow_the_text(browser: Browser, server: Server) -> None:
    opened(browser, server)
    text = text_of(browser).replace("flush = 6", "flush = 5.5  # less")
    write_text(browser, text)
    browser.wait(lambda: value_of(browser, "flush") == "5.5", "the pay in its field")
    assert text_of(browser) == text  # as it was written
    browser.fill("pay-straight", "3")
    browser.wait(lambda: "flush = 5.5\nstraight = 3\n" in text_of(browser), "the text follows the field")
    write_text(browser, "pays = 3")
    assert browser.error_of("toml") == "In the pay table 'your table': there is no section [pays]."
    browser.click("#reset")
    browser.wait(lambda: value_of(browser, "flush") == "6", "the old pay")
    assert text_of(browser) == usual_table().toml


def test_another_deck_in_the_text(browser: Browser, server: Server) -> None:
    opened(browser, server)
    table = next(table for table in shipped_pay_tables() if table.deck.jokers == 1)
    write_text(browser, table.toml.replace(table.name, "Mine"))
    browser.see_text("[aria-label='Pay table']", "53 cards, one joker")
    browser.see(".deck button[data-card=Joker]")
    browser.see("#pay-five-of-a-kind")
    browser.see_text("[aria-label='Pay table']", "Mine")
    text = browser.see_text("#return", "%")
    browser.wait(lambda: "toml=" in browser.driver.current_url, "the link")
    browser.driver.refresh()
    browser.see_text("[aria-label='Pay table']", "53 cards, one joker")
    assert browser.see_text("#return", "%") == text


def test_a_name_of_a_table_is_only_text(browser: Browser, server: Server) -> None:
    opened(browser, server)
    write_text(browser, text_of(browser).replace(JACKS, "<img src=nowhere>"))
    browser.see_text("[aria-label='Pay table'] h2", "<img src=nowhere>")
    browser.click("#strategy")
    browser.see_text("#strategy-answer", "<img src=nowhere>")


def test_a_link_to_a_table(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.choose("table", "All American")
    browser.see_text("h2", "All American")
    browser.wait(at(browser, "/videopoker?table=All+American"), "the link")
    browser.driver.refresh()
    browser.see_text("h2", "All American")
    assert edited(browser) == ""
    browser.choose("table", "Jacks or Better 8/6")
    browser.wait(at(browser, "Jacks+or+Better+8%2F6"), "the other link")
    browser.driver.get(f"{server.address}videopoker?table=Full-Pay+Jacks+or+Better")
    browser.see_text("#return", RETURN)


def test_a_link_to_an_edited_table(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("pay-full-house", "8")
    browser.fill("pay-flush", "5")
    browser.see_text("#return", "97.29843")
    browser.wait(at(browser, "/videopoker?pays=full-house%3A8%2Cflush%3A5"), "the link")
    browser.driver.refresh()
    browser.see_text("#return", "97.29843")
    assert (value_of(browser, "full-house"), value_of(browser, "flush")) == ("8", "5")
    browser.click("#reset")
    browser.see_text("#return", RETURN)
    browser.wait(at(browser, "/videopoker"), "the plain link")


def test_pay_tables_in_links() -> None:
    jacks = usual_table()
    for name in (JACKS, "All American"):
        shipped = find_shipped(name)
        assert shipped is not None
        more = shipped.priced([pay + k for k, pay in enumerate(shipped.pays)])
        form = [("table", name), ("of", name), ("text", shipped.toml), ("was", mark(shipped.toml))]
        texts = PAGE.texts([*form, *(("pay", f"{pay}") for pay in more.pays)])
        assert (texts["toml"], chosen(texts).table) == ("", more)
        assert PAGE.texts([("table", name), ("pays", texts["pays"])]) == texts
        other = PAGE.texts([*form, *(("pay", f"{pay}") for pay in more.pays), ("of", "")][1:])
        assert (other["toml"], other["pays"]) == ("", "")  # another table is as shipped
    text = jacks.toml.replace("full-house = 9", "full-house = 8.5")
    written = PAGE.texts([("of", JACKS), ("text", text), ("was", "")])
    assert written["pays"] == "full-house:8.5"
    renamed = jacks.toml.replace(JACKS, "Mine")
    texts = PAGE.texts([("toml", renamed), ("pays", "flush:5")])
    assert chosen(texts).table.pay("flush") == 5
    assert chosen(texts).table.name == "Mine"
    assert parse_pay_table(renamed, "Mine") == chosen(PAGE.texts([("toml", renamed)])).table


@pytest.mark.parametrize(
    ("link", "field", "words"),
    [
        ({"table": "<b>"}, "table", "Unknown pay table '<b>'."),
        ({"pays": "flush:many"}, "pay-flush", "The pay of 'flush' is not a number."),
        ({"pays": "flash:1"}, "table", "Jacks or Better 9/6 does not name 'flash'."),
        ({"toml": "pays = 3"}, "toml", "In the pay table 'your table': there is no section [pays]."),
    ],
)
def test_links_without_a_good_pay_table(server: Server, link: dict[str, str], field: str, words: str) -> None:
    asked = chosen(PAGE.texts(list(link.items())))
    assert asked.errors == {field: words}
    assert asked.table == asked.shipped == usual_table()
    assert error_at(shown(server, f"/videopoker?{urlencode(link)}"), field) == words


def test_the_default_deal_is_marked(browser: Browser, server: Server) -> None:
    opened(browser, server)
    default = ["ace of hearts", "king of hearts", "queen of hearts", "2 of diamonds", "2 of clubs"]
    assert pressed(browser) == default
    browser.click(".deck button[data-card='2c']")
    browser.see_text("#left", "1 more card.")
    assert pressed(browser) == default[:4]
    browser.click(".deck button[data-card=Ac]")
    browser.see_text("#holds-answer", "Ah Kh Qh 2d Ac, as dealt jacks or better")
    browser.click(".deck button[data-card='3c']")  # a sixth card is the first of the next deal
    browser.see_text("#left", "4 more cards.")
    assert pressed(browser) == ["3 of clubs"]


def test_what_is_no_deal_is_told(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("deal", "Ah Kx")
    assert "'Kx' in 'Kx' is not a card" in browser.error_of("deal")
    browser.fill("deal", "Ah Ah 2c 3c 4c")
    browser.see_text("#deal-error", "appears twice")


def test_holds_with_jokers(browser: Browser, server: Server) -> None:
    opened(browser, server, JOKERS)
    browser.fill("deal", "Jo Jkr Ah Kh Qh")
    browser.see_text("#holds-answer", "Best: Joker Joker Ah Kh Qh, worth 100.000000")
    assert pressed(browser).count("joker") == 2
    browser.click(".deck button[data-card=Joker]:nth-child(2)")
    browser.wait(lambda: pressed(browser).count("joker") == 1, "one joker less")
    browser.click(".deck button[data-card=Th]")
    browser.see_text("#holds-answer", "as dealt wild royal flush")
    browser.choose("table", "All American")
    browser.see_text("#holds-answer", "Ah Kh Qh 2c 2d")  # no joker in this deck
    assert browser.all(".deck button[data-card=Joker]") == []


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_every_card_of_the_deck_can_be_clicked(jokers: int) -> None:
    shown = deck("Cards", "deal", "Jo Ah", 5, jokers=jokers)
    assert shown.count("<button") == Deck(jokers, deuces_wild=False).n_cards
    assert shown.count('aria-pressed="true"') == 1 + min(jokers, 1)
    assert picked(DEAL) == DEAL.split()
    assert picked("nothing") == []


def test_two_equal_holds(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.fill("deal", "2c 2d 2h 2s 3c")
    browser.see_text("#holds-answer", "Best: 2c 2d 2h 2s 3c or 2c 2d 2h 2s, worth 25.000000")
    assert len(browser.all("#holds-answer tr.best")) == 2
    browser.click("#holds-answer summary")
    assert (
        len(browser.all("#holds-answer tbody tr")) == 2 * 32
    )  # what they are worth, and what their draws end in


def test_strategy(browser: Browser, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    opened(browser, server)
    browser.click("#strategy")
    text = browser.see_text("#strategy-answer", "playing by the list")
    assert "99.54291876%" in text
    assert "0.00098560%" in text
    assert len(browser.all("#strategy-answer tbody tr")) == 28
    link = browser.see("#strategy-answer a[download]")
    assert link.get_attribute("download") == "jacks-or-better-9-6-strategy.txt"
    content = unquote(str(link.get_attribute("href")).partition(",")[2])
    assert content.strip() == Runner(capsys).good("videopoker", "strategy", JACKS).strip()
    browser.choose("table", "All American")
    browser.wait(lambda: browser.all("#strategy-answer")[0].text == "", "no list of the last table")


def test_files_of_the_return(browser: Browser, server: Server) -> None:
    opened(browser, server)
    rows = list(csv.DictReader(io.StringIO(browser.download("a[href^='/videopoker.csv']").read_text())))
    assert sum(int(row["count"]) for row in rows) == int(rows[0]["out_of"])
    exact = sum(Fraction(row["pays"]) * Fraction(int(row["count"]), int(row["out_of"])) for row in rows)
    assert exact == Fraction(1653526326983, 1661102543100)
    found = json.loads(browser.download("a[href^='/videopoker.json']").read_text())
    assert Fraction(found["return_numerator"], found["return_denominator"]) == exact


def test_without_a_script(server: Server) -> None:
    with server.open(f"{server.address}videopoker?deal=Ah+Ad+Ac+Kd+Kh") as answer:
        page = answer.read().decode()
        assert "unsafe" not in answer.headers["content-security-policy"]
    form = {"table": JACKS, "of": JACKS, "text": usual_table().toml.replace("\n", "\r\n")}
    form["was"] = mark(usual_table().toml)
    pays = [("pay", "8" if hand.name == "full-house" else "1") for hand in usual_table().names]
    assert "full house" in page
    with server.open(f"{server.address}videopoker?{urlencode([*form.items(), *pays])}") as answer:
        page = answer.read().decode()
    assert 'id="pay-full-house" name="pay" value="8"' in page
    assert "edited" in page


@pytest.mark.smoke
def test_phone_and_screen_reader(browser: Browser, server: Server) -> None:
    browser.look(390, 844)
    opened(browser, server, JOKERS)
    browser.click("#strategy")
    browser.see_text("#strategy-answer", "playing by the list")
    browser.unfold()
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    pays = browser.see("div.scroll:has(.pays)")
    assert pays.get_property("scrollWidth") == pays.get_property("clientWidth")
    assert violations(browser, dark=True) == []


def test_the_page_loads_nothing_heavy() -> None:
    code = """import sys
import jamfold.web.pages.videopoker
import jamfold.web.pages.videopoker_practice
from jamfold.calculator.videopoker.paytable import shipped_pay_tables
shipped_pay_tables()[0].toml
sys.stderr.write(" ".join({"numpy", "numba", "matplotlib", "rich"} & set(sys.modules)))"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stderr == ""
