"""Pay tables as text and back, and pays as they are typed into a form."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from jamfold.calculator.videopoker.paytable import (
    PayTable,
    find_shipped,
    load_pay_table,
    parse_pay,
    parse_pay_table,
    shipped_pay_tables,
)
from jamfold.core.errors import PayTableError
from tests.mutations import odd_pay_tables

JACKS = "Jacks or Better 9/6"
JACKS_TEXT = load_pay_table(JACKS).toml


@pytest.mark.parametrize("table", shipped_pay_tables(), ids=lambda table: table.name)
def test_the_text_of_a_table_gives_it_again(table: PayTable) -> None:
    assert parse_pay_table(table.toml, "again") == table


def test_the_text_of_a_table_keeps_odd_names_and_decimals() -> None:
    jacks = next(table for table in shipped_pay_tables() if table.name == JACKS)
    text = jacks.toml.replace(JACKS, r"A \"table\"\\ \u007f\n é ♥").replace("flush = 6", "flush = 1234.5678")
    table = parse_pay_table(text, "odd")
    assert table.name == 'A "table"\\ \x7f\n é ♥'
    assert table.pay("flush") == Fraction(12345678, 10000)
    assert parse_pay_table(table.toml, "again") == table


@pytest.mark.parametrize("text", ["", "four", "1,5", "1/2", "inf", "1e7", "1e-11", "1e-99999999999999999999"])
def test_pays_that_are_none(text: str) -> None:
    with pytest.raises(PayTableError, match="flush"):
        parse_pay("flush", text)


@pytest.mark.parametrize(
    ("pay", "sentence"),
    [
        ("1e99999999999999999999", "the pay of 'flush' is not a number"),
        ("1e999999999", r"'flush' pays 1e\+999999999; a pay is a number from 0 to 1,000,000"),
        ("1e-999999999", "the pay of 'flush' has too many decimals"),
        ("nan", "'flush' pays NaN"),
        ("9" * 5000, "a number is too long, or brackets are nested too deeply"),
        ("[" * 5000, "a number is too long, or brackets are nested too deeply"),
        ("1" + "0" * 10_000, "A pay table has at most 10,000 characters"),
    ],
    ids=lambda value: value[:30],
)
def test_extreme_numbers_in_a_file(tmp_path: Path, pay: str, sentence: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(JACKS_TEXT.replace("flush = 6", f"flush = {pay}"))
    with pytest.raises(PayTableError, match=sentence) as caught:
        load_pay_table(path)
    assert caught.value.field == "toml"
    assert "\n" not in str(caught.value)


def test_a_file_without_end() -> None:
    with pytest.raises(PayTableError, match="at most 10,000 characters"):
        load_pay_table(Path("/dev/zero"))


def test_more_names_than_bits() -> None:
    ranks = ["a", "k", "q", "j", "t", "9", "8", "7", "6", "5", "4", "3", "2"]
    names = [f"four-{one}-with-{two} = 1" for one in ranks for two in ranks if one != two]
    with pytest.raises(PayTableError, match="a table names at most 62 hands"):
        parse_pay_table(JACKS_TEXT + "\n".join(names), "all")
    most = parse_pay_table(JACKS_TEXT + "\n".join(names[:53]), "most")
    assert len(most.names) == 62


def test_odd_texts() -> None:
    check_odd_texts(200, seed=1)


def check_odd_texts(count: int, seed: int) -> None:
    """Every text is a pay table or one sentence.  Also for tests/full."""
    sentences = []
    for text in odd_pay_tables(JACKS_TEXT, count, seed):
        try:
            parse_pay_table(text, "odd")
        except PayTableError as error:
            sentences.append(str(error))
    assert len(sentences) > 0.5 * count
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)


def test_pays_as_files_write_them() -> None:
    assert [parse_pay("flush", text) for text in (" 9 ", "4.50", "1e2", "0")] == [9, Fraction(9, 2), 100, 0]


def test_shipped_tables_by_name() -> None:
    assert find_shipped("9/6 jacks or better") is find_shipped("JoB 9/6") is find_shipped(JACKS)
    assert find_shipped("") is None
    assert find_shipped("pyproject.toml") is None
