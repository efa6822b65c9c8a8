"""Pay tables: names, files, and one sentence for every bad one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from jamfold.calculator.videopoker import load_pay_table, shipped_pay_tables
from jamfold.calculator.videopoker.deck import Deck, parse_name
from jamfold.calculator.videopoker.paytable import parse_pay_table
from jamfold.core.errors import PayTableError

GOOD = """
name = "Mine"
cards = 52

[pays]
royal-flush = 800
straight-flush = 50
four-of-a-kind = 25
full-house = 9
flush = 6
straight = 4
three-of-a-kind = 3
two-pair = 2
jacks-or-better = 1
"""


@pytest.mark.parametrize(
    "name",
    [
        "Jacks or Better 9/6",
        "9/6 jacks or better",
        "jacks-or-better-9-6",
        "JoB 9/6",
        "job 9-6",
        "full-pay jacks or better",
    ],
)
def test_ways_to_write_a_name(name: str) -> None:
    assert load_pay_table(name).name == "Jacks or Better 9/6"


def test_numbers_keep_their_order() -> None:
    assert load_pay_table("double bonus 10/7/5").name == "Double Bonus 10/7/5"
    with pytest.raises(PayTableError, match="nearest names: Double Bonus"):
        load_pay_table("double bonus 10/5/7")


def test_names_lead_to_one_table_only() -> None:
    for table in shipped_pay_tables():
        assert {load_pay_table(name) for name in (table.name, *table.aliases)} == {table}


def test_a_file_of_the_user(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("jacks-or-better = 1", "jacks-or-better = 1.25"))
    table = load_pay_table(str(path))
    assert (table.name, table.deck, table.scale) == ("Mine", Deck(0, False), 4)
    assert table.pay("Jacks or Better") == Fraction(5, 4)
    assert load_pay_table(path) == table
    path.write_text(GOOD.replace('name = "Mine"', ""))
    assert load_pay_table(path).name == "mine"


def test_defaults() -> None:
    table = parse_pay_table(GOOD.replace("cards = 52", ""), "x.toml")
    assert (table.deck, table.scale, table.units[0]) == (Deck(0, False), 1, 800)


JOKER = GOOD.replace("cards = 52", "cards = 53")
WITH_WILD = "wild-royal-flush = 100\nfive-of-a-kind = 200\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = ", "'t.toml' is not a TOML file"),
        ("", "there is no section"),
        ("pays = 3", "there is no section"),
        (GOOD.replace("two-pair = 2\n", ""), "'two-pair' is missing; if it pays nothing, set it to 0."),
        (GOOD.replace("jacks-or-better = 1", ""), "'pair, or jacks-or-better' is missing"),
        (GOOD.replace("four-of-a-kind", "four-aces"), "'four-of-a-kind' is missing"),
        (GOOD.replace("= 6", "= -6"), "'flush' pays -6; a pay is a number from 0 to 1,000,000."),
        (GOOD.replace("= 6", "= -0.5"), "'flush' pays -0.5; a pay"),
        (GOOD.replace("= 6", "= 1e30"), "a pay is a number from 0"),
        (GOOD.replace("= 6", "= 1000001"), "a pay is a number from 0"),
        (GOOD.replace("= 6", "= 1e-30"), "too many decimals"),
        (GOOD.replace("= 800", "= 999999.9999"), "too many decimals to be counted exactly"),
        (GOOD.replace("= 6", "= 0x" + 5_000 * "f"), "a pay is a number from 0"),
        (GOOD.replace("= 6", "= " + 5_000 * "9"), "'t.toml' is not a TOML file"),
        (GOOD.replace("cards = 52", "cards = 0x" + 5_000 * "f"), "cards must be 52, 53 or 54."),
        (GOOD.replace("= 6", "= inf"), "a pay is a number from 0"),
        (GOOD.replace("= 6", "= nan"), "a pay is a number from 0"),
        (GOOD.replace("= 6", '= "six"'), "the pay of 'flush' is not a number."),
        (GOOD.replace("= 6", "= true"), "the pay of 'flush' is not a number."),
        (GOOD.replace("= 6", "= [6]"), "the pay of 'flush' is not a number."),
        (GOOD.replace("full-house", "full-hause"), "'full-hause' is not a hand. Hands are royal-flush,"),
        (GOOD + "full_house = 8", "a hand appears twice"),
        (GOOD + "colour = 8", "'colour' is not a hand"),
        ("colour = 8\n" + GOOD, "unknown entry 'colour'; the entries are aliases, cards,"),
        (GOOD.replace("cards = 52", "cards = 55"), "cards must be 52, 53 or 54."),
        (GOOD.replace("cards = 52", "cards = true"), "cards must be 52, 53 or 54"),
        (GOOD.replace("cards = 52", 'wild = "kings"'), 'wild must be "none" or "deuces".'),
        (GOOD.replace('"Mine"', "3"), "the name must be text."),
        (GOOD.replace("cards = 52", "aliases = 3"), "aliases must be a list of texts."),
        (GOOD + "four-deuces = 200", "'four-deuces' cannot be made with 52 cards"),
        (GOOD + WITH_WILD, "'wild-royal-flush' cannot be made with 52 cards"),
        (JOKER, "'wild-royal-flush' is missing"),
        (JOKER + "wild-royal-flush = 100", "'five-of-a-kind' is missing"),
        (GOOD.replace("cards = 52", 'wild = "deuces"') + WITH_WILD, "'four-deuces' is missing"),
        (GOOD + "four-2-4 = 40\nfour-3-5 = 30", "'four-2-4' and 'four-3-5' share hands"),
        (GOOD + "four-2-4 = 40\nfour-deuces-fours = 30", "'four-deuces-fours'"),
        (GOOD + "four-aces = 40\nfour-a = 30", "'four-aces' and 'four-a' are the same hand."),
    ],
)
def test_bad_tables(text: str, sentence: str) -> None:
    with pytest.raises(PayTableError) as caught:
        parse_pay_table(text, "t.toml")
    assert sentence in str(caught.value)
    assert "t.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_files(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for name, sentence in (
        ("missing.toml", "No such file"),
        ("bytes.toml", "not a text file"),
        (".", "Is a directory|Permission denied"),
    ):
        with pytest.raises(PayTableError, match=sentence):
            load_pay_table(tmp_path / name)
    with pytest.raises(PayTableError, match="Unknown pay table 'nonsense'"):
        load_pay_table("nonsense")
    with pytest.raises(PayTableError, match="Unknown pay table"):
        load_pay_table("x" * 5_000)
    with pytest.raises(PayTableError, match="does not name 'pair'"):
        load_pay_table("JoB 9/6").pay("pair")


@pytest.mark.parametrize(
    ("name", "ranks", "kickers"),
    [
        ("four-aces", {12}, set(range(13))),
        ("Four 2 4 with A 4", {0, 1, 2}, {0, 1, 2, 12}),
        ("four-jacks-kings", {9, 10, 11}, set(range(13))),
        ("four-10", {8}, set(range(13))),
        ("five-3-5", {1, 2, 3}, set(range(13))),
        ("queens_or_better", {10, 11, 12}, set(range(13))),
        ("pair", set(range(13)), set(range(13))),
    ],
)
def test_names_of_hands(name: str, ranks: set[int], kickers: set[int]) -> None:
    found = parse_name(name)
    assert (set(found.ranks), set(found.kickers)) == (ranks, kickers)


@pytest.mark.parametrize(
    "name", ["four", "four-", "four-k-j", "four-1", "five-aces-with-2-4", "x-or-better", ""]
)
def test_names_of_no_hand(name: str) -> None:
    with pytest.raises(PayTableError, match="is not a hand"):
        parse_name(name)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("four-aces-with-2-4", "four aces with 2-4"),
        ("four-2-4-with-a-4", "four 2-4 with A-4"),
        ("four-j-k", "four J-K"),
        ("four-aces-with-k", "four aces with a king"),
        ("five-aces", "five aces"),
        ("three-of-a-kind", "three of a kind"),
    ],
)
def test_titles(name: str, title: str) -> None:
    assert parse_name(name).title == title
