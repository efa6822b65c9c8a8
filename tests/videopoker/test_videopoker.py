"""Video poker: returns, frequencies and variance of whole pay tables."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from jamfold.calculator.videopoker import analyse_pay_table, load_pay_table, shipped_pay_tables
from jamfold.calculator.videopoker.paytable import parse_pay_table
from tests.naive_videopoker import NaiveTable
from tests.published_values import rows

RETURNS = rows("video_poker_returns.csv")

# Denominators as published for 52 and 53 cards; 54: C(54, 5) deals times the common multiple of all draws.
DENOMINATORS = {"52": 19_933_230_517_200, "53": 24_568_865_521_200, "54": comb(54, 5) * 3_813_768}

# Wizard of Odds, Jacks or Better, return table of 9/6, column "Combinations".
COMBINATIONS_9_6 = {
    "royal-flush": 493_512_264,
    "straight-flush": 2_178_883_296,
    "four-of-a-kind": 47_093_167_764,
    "full-house": 229_475_482_596,
    "flush": 219_554_786_160,
    "straight": 223_837_565_784,
    "three-of-a-kind": 1_484_003_070_324,
    "two-pair": 2_576_946_164_148,
    "jacks-or-better": 4_277_372_890_968,
    "nothing": 10_872_274_993_896,
}


@pytest.mark.slow
@pytest.mark.parametrize("row", RETURNS, ids=lambda row: row["game"])
def test_published_return(row: dict[str, str]) -> None:
    found = analyse_pay_table(row["game"])
    assert found.table.deck.n_cards == int(row["cards"])
    assert (found.numerator, found.denominator) == (int(row["exact_numerator"]), DENOMINATORS[row["cards"]])
    assert f"{float(100 * found.expected_return):.10f}" == row["return_percent"]
    # The frequencies come a different way, from the chosen holds; they must give the same return.
    assert sum(found.frequencies.values()) == found.draws
    pays = zip(found.table.names, found.table.pays, strict=True)
    assert sum(pay * found.frequencies[name.name] for name, pay in pays) == found.numerator


def test_every_shipped_table_has_a_published_return() -> None:
    assert {load_pay_table(row["game"]).name for row in RETURNS} == {t.name for t in shipped_pay_tables()}
    assert len(RETURNS) == len(shipped_pay_tables()) == 48


def test_return_in_lowest_terms() -> None:
    assert analyse_pay_table("9/6 Jacks or Better").expected_return == Fraction(
        1_653_526_326_983, 1_661_102_543_100
    )


def test_published_combinations() -> None:
    assert analyse_pay_table("JoB 9/6").frequencies == COMBINATIONS_9_6


@pytest.mark.parametrize(
    ("name", "variance"),
    # Southern Gaming, winning hand frequencies of 9/6 Jacks or Better and 9/6 Double Double Bonus.
    [("JoB 9/6", "19.51468"), ("DDB 9/6", "41.98498")],
)
def test_published_variance(name: str, variance: str) -> None:
    assert f"{analyse_pay_table(name).variance:.5f}" == variance


def test_variance_hits_and_cost_from_the_published_combinations() -> None:
    found = analyse_pay_table("JoB 9/6")
    total = sum(COMBINATIONS_9_6.values())
    squares = sum(
        pay * pay * COMBINATIONS_9_6[name.name]
        for name, pay in zip(found.table.names, found.table.pays, strict=True)
    )
    mean = Fraction(1_653_526_326_983, 1_661_102_543_100)
    assert found.variance_fraction == squares / total - mean**2
    assert found.hit_fraction == 1 - Fraction(COMBINATIONS_9_6["nothing"], total)
    assert found.cost_per_1000 == pytest.approx(1000 - 1000 * float(mean), rel=1e-12)


@pytest.mark.long
def test_classes_give_the_return_of_all_deals() -> None:
    """Other tables, with jokers and wild deuces, in tests/full."""
    table = load_pay_table("JoB 9/6")
    pays = {hand.name: int(pay) for hand, pay in zip(table.names, table.pays, strict=True)}
    naive = NaiveTable(pays, table.deck.jokers, table.deck.deuces_wild)
    assert analyse_pay_table(table).numerator == naive.all_deals(table.deck.unit)


def test_a_table_that_pays_one_for_everything_but_nothing() -> None:
    """Equal pays: the return is the most that any play can hit."""
    text = "[pays]\n" + "\n".join(f"{name} = 1" for name in COMBINATIONS_9_6 if name != "nothing")
    found = analyse_pay_table(parse_pay_table(text, "equal.toml"))
    assert found.expected_return == found.hit_fraction > analyse_pay_table("JoB 9/6").hit_fraction
    assert found.variance_fraction == found.hit_fraction * (1 - found.hit_fraction)


def test_a_table_that_pays_nothing() -> None:
    text = "[pays]\n" + "\n".join(f"{name} = 0" for name in COMBINATIONS_9_6 if name != "nothing")
    found = analyse_pay_table(parse_pay_table(text, "nothing.toml"))
    assert found.numerator == found.variance == found.hit_fraction == 0


def test_pays_scale() -> None:
    """Pays times a factor give the return times that factor, also in parts of a coin and near the limit."""
    plain = load_pay_table("JoB 9/6")
    exact = analyse_pay_table(plain).expected_return
    for factor in ("0.125", "1250"):
        lines = [
            f"{hand.name} = {float(pay * Fraction(factor))}"
            for hand, pay in zip(plain.names, plain.pays, strict=True)
        ]
        scaled = analyse_pay_table(parse_pay_table("[pays]\n" + "\n".join(lines), "scaled.toml"))
        assert scaled.expected_return == exact * Fraction(factor)
        assert scaled.frequencies == COMBINATIONS_9_6


def test_the_largest_pays_do_not_overflow() -> None:
    """Everything pays 999,999.999, a billion units but one: so does every deal."""
    names = [name.name for name in load_pay_table("Double Joker 9/5/4").names]
    text = "cards = 54\n[pays]\nflush = 0.001\n" + "\n".join(
        f"{name} = 999999.999" for name in names if name != "flush"
    )
    found = analyse_pay_table(parse_pay_table(text, "large.toml"))
    pays = zip(found.table.names, found.table.pays, strict=True)
    total = sum(pay * found.frequencies[name.name] for name, pay in pays)
    assert sum(found.frequencies.values()) == found.draws
    assert found.expected_return == total / found.draws
    assert 0 < found.expected_return < Fraction("999999.999")
