"""Pay tables as text and back, and pays as they are typed into a form."""

from __future__ import annotations

from fractions import Fraction

import pytest

from jamfold.errors import PayTableError
from jamfold.videopoker.paytable import PayTable, find_shipped, parse_pay, parse_pay_table, shipped_pay_tables

JACKS = "Jacks or Better 9/6"


@pytest.mark.parametrize("table", shipped_pay_tables(), ids=lambda table: table.name)
def test_the_text_of_a_table_gives_it_again(table: PayTable) -> None:
    assert parse_pay_table(table.as_toml(), "again") == table


def test_the_text_of_a_table_keeps_odd_names_and_decimals() -> None:
    jacks = next(table for table in shipped_pay_tables() if table.name == JACKS)
    text = (
        jacks.as_toml()
        .replace(JACKS, r"A \"table\"\\ \u007f\n é ♥")
        .replace("flush = 6", "flush = 1234.5678")
    )
    table = parse_pay_table(text, "odd")
    assert table.name == 'A "table"\\ \x7f\n é ♥'
    assert table.pay("flush") == Fraction(12345678, 10000)
    assert parse_pay_table(table.as_toml(), "again") == table


@pytest.mark.parametrize("text", ["", "four", "1,5", "1/2", "inf", "1e7", "1e-11", "1e-99999999999999999999"])
def test_pays_that_are_none(text: str) -> None:
    with pytest.raises(PayTableError, match="flush"):
        parse_pay("flush", text)


def test_pays_as_files_write_them() -> None:
    assert [parse_pay("flush", text) for text in (" 9 ", "4.50", "1e2", "0")] == [9, Fraction(9, 2), 100, 0]


def test_shipped_tables_by_name() -> None:
    assert find_shipped("9/6 jacks or better") is find_shipped("JoB 9/6") is find_shipped(JACKS)
    assert find_shipped("") is None
    assert find_shipped("pyproject.toml") is None
