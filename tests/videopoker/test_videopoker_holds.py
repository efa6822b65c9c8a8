"""Single deals: published values, brute force, strange pay tables, ties."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.calculator.videopoker import PayTable, analyse_deal, load_pay_table
from jamfold.calculator.videopoker.paytable import parse_pay_table
from jamfold.cards import parse_cards
from jamfold.core.errors import CardError
from jamfold.views.videopoker import draws_text
from tests.naive_videopoker import NaiveTable
from tests.published_values import Row, rows

TABLES = {"job": "Jacks or Better 9/6", "deuces": "Deuces Wild Full Pay"}
BEST = rows("videopoker.csv")
ALL_32 = rows("videopoker_all32.csv")


def _id(row: Row) -> str:
    return f"{row['game']}-{row['deal']}"


@pytest.mark.parametrize("row", BEST, ids=_id)
def test_published_best_and_second_hold(row: Row) -> None:
    report = analyse_deal(TABLES[row["game"]], row["deal"])
    best, second = report.holds[0], report.holds[1]
    assert best.ev == Fraction(row["best_frac"])
    assert second.ev == Fraction(row["second_frac"])
    assert float(best.ev) == pytest.approx(float(row["best_ev"]), abs=1e-14)
    assert (len(report.best) > 1) == (row["best_tied"] == "1")
    if row["best_tied"] == "0":
        assert best.mask == int(row["best_mask"])
        assert best.text.replace(" ", "") == row["best_hold"]


@pytest.mark.parametrize("row", ALL_32, ids=_id)
def test_published_values_of_all_holds(row: Row) -> None:
    report = analyse_deal(TABLES[row["game"]], row["deal"])
    for mask in range(32):
        hold = report.find(mask)
        assert f"{hold.numerator}/{hold.denominator}" == row[f"m{mask}"]
        assert report.cost(mask) == report.holds[0].ev - hold.ev >= 0


def _naive(table: PayTable) -> NaiveTable:
    pays = {hand.name: units for hand, units in zip(table.names, table.units, strict=True)}
    return NaiveTable(pays, table.deck.jokers, table.deck.deuces_wild)


@pytest.mark.long
@pytest.mark.parametrize("name", ["DDB 9/6", "Joker K+ 20/7/5", "Double Joker 9/5/4", "Deuces NSU 16/10"])
def test_all_holds_by_brute_force(name: str) -> None:
    """Draws of up to three cards; of up to five in tests/full."""
    table = load_pay_table(name)
    draw = random.Random(name)
    for _ in range(1 if table.deck.deuces_wild else 2):
        holds_by_brute_force(table, draw.sample(range(table.deck.n_cards), 5), least=2)


def holds_by_brute_force(table: PayTable, deal: list[int], least: int) -> None:
    """Holds of at least so many cards of a deal, draw by draw."""
    naive, report = _naive(table), analyse_deal(table, deal)
    for hold in report.holds:
        if len(hold.cards) >= least:
            assert hold.numerator == naive.hold(deal, hold.mask)


DECKS = [(52, "none"), (52, "deuces"), (53, "none"), (54, "none"), (53, "deuces")]
WILD_ONLY = ("wild-royal-flush", "five-of-a-kind")
NAMES = [
    "royal-flush", "four-deuces", "wild-royal-flush", "five-of-a-kind", "straight-flush",
    "four-aces-with-2-4", "four-aces", "four-2-4", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "kings-or-better", "tens-or-better",
]  # fmt: skip


@st.composite
def strange_tables(draw: st.DrawFn) -> PayTable:
    """Pay tables without rhyme or reason: zeros, equal and inverted pays, halves."""
    cards, wild = draw(st.sampled_from(DECKS))
    names = [
        name
        for name in NAMES
        if (name != "four-deuces" or wild == "deuces")
        and (name not in WILD_ONLY or (cards, wild) != DECKS[0])
    ]
    pays = draw(
        st.lists(st.sampled_from(["0", "1", "2", "2.5", "7"]), min_size=len(names), max_size=len(names))
    )
    lines = [f"{name} = {pay}" for name, pay in zip(names, pays, strict=True)]
    text = "\n".join([f"cards = {cards}", f'wild = "{wild}"', "[pays]", *lines])
    return parse_pay_table(text, "strange.toml")


@pytest.mark.long
@settings(max_examples=60)
@given(strange_tables(), st.randoms(use_true_random=False))
def test_strange_tables_by_brute_force(table: PayTable, draw: random.Random) -> None:
    """Best PAYING hand over all substitutions, whatever ranks higher."""
    naive = _naive(table)
    # Wild cards are common in these deals, but not more than two: all substitutions are tried.
    wild = [card for card in range(table.deck.n_cards) if table.deck.is_wild(card)]
    some = draw.sample(wild, min(len(wild), draw.randrange(3)))
    deal = some + draw.sample([card for card in range(52) if card not in wild], 5 - len(some))
    draw.shuffle(deal)
    report = analyse_deal(table, deal)
    for hold in report.holds:
        if len(hold.cards) >= 3 + bool(some):
            assert hold.numerator == naive.hold(deal, hold.mask)
            assert hold.denominator == table.deck.draws[5 - len(hold.cards)] * table.scale


def test_a_wild_card_takes_the_lower_hand_when_it_pays_more() -> None:
    """Three of a kind pays 50 and four of a kind nothing: K K K with a deuce stays three of a kind."""
    plain = load_pay_table("Deuces Full Pay")
    lines = [f"{hand.name} = {pay}" for hand, pay in zip(plain.names, plain.pays, strict=True)]
    text = "\n".join(['wild = "deuces"', "[pays]", *lines])
    text = text.replace("three-of-a-kind = 1", "three-of-a-kind = 50").replace(
        "four-of-a-kind = 5", "four-of-a-kind = 0"
    )
    report = analyse_deal(parse_pay_table(text, "inverted.toml"), "Kh Kd Ks 2c 7s")
    assert report.made == "three-of-a-kind"
    assert report.find(31).ev == 50
    natural = analyse_deal(parse_pay_table(text, "inverted.toml"), "Kh Kd Ks Kc 7s")
    assert natural.made == "four-of-a-kind"
    assert natural.find(31).ev == 0


def test_natural_and_wild_royals() -> None:
    natural = analyse_deal("Deuces Full Pay", "Ah Kh Qh Jh Th")
    wild = analyse_deal("Deuces Full Pay", "Ah Kh Qh Jh 2s")
    assert (natural.made, natural.holds[0].ev) == ("royal-flush", Fraction(800))
    assert (wild.made, wild.find(31).ev) == ("wild-royal-flush", Fraction(25))
    assert analyse_deal("Deuces Full Pay", "2c 2d 2h 2s 9h").made == "four-deuces"
    assert analyse_deal("Joker K+ 20/7/5", "Joker 9c 9d 9h 9s").made == "five-of-a-kind"


def test_kickers() -> None:
    made = {
        "As Ah Ad Ac 3h": "four-aces-with-2-4",
        "As Ah Ad Ac 5h": "four-aces",
        "2s 2h 2d 2c Ah": "four-2-4-with-a-4",
        "3s 3h 3d 3c 4h": "four-2-4-with-a-4",
        "4s 4h 4d 4c Kh": "four-2-4",
        "5s 5h 5d 5c Ah": "four-of-a-kind",
    }
    assert {deal: analyse_deal("DDB 9/6", deal).made for deal in made} == made


def test_ties_are_shown_as_ties() -> None:
    """Quads may be held with or without the fifth card; more cards come first."""
    report = analyse_deal("JoB 9/6", "7c 7d Qs 7h 7s")
    assert [hold.mask for hold in report.best] == [0b11111, 0b11011]
    assert report.cost(0b11011) == 0


def test_the_masks_follow_the_written_order() -> None:
    report = analyse_deal("JoB 9/6", "2c Ah 2d Kh Qh")
    assert report.holds[0].mask == 0b11010
    assert report.holds[0].text == "Ah Kh Qh"
    numbers = analyse_deal("JoB 9/6", parse_cards("2c Ah 2d Kh Qh"))
    assert numbers.holds == report.holds


@pytest.mark.parametrize("deal", [[0, 1, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 52], [-1, 1, 2, 3, 4]])
def test_bad_card_numbers(deal: list[int]) -> None:
    with pytest.raises(CardError):
        analyse_deal("JoB 9/6", deal)


def test_a_mask_that_is_none() -> None:
    with pytest.raises(CardError, match="32 is not a hold"):
        analyse_deal("JoB 9/6", "2c Ah 2d Kh Qh").find(32)


def test_how_many_draws_end_in_each_hand() -> None:
    """Four to a royal flush, a published example: 1, 8, 3, 12 and 23 of 47."""
    hold = analyse_deal("JoB 9/6", "Ah Kh Qh Jh 2c").find(0b01111)
    assert hold.draws == {
        "royal-flush": 1, "flush": 8, "straight": 3, "jacks-or-better": 12, "nothing": 23,
    }  # fmt: skip
    assert draws_text(hold).endswith("12 jacks or better, 23 nothing; 47 in all")


@pytest.mark.parametrize(
    ("table", "deal"),
    [
        ("JoB 9/6", "7c 7d Qs 2h 7s"),
        ("Deuces Full Pay", "2c Ah Kh Qh 3d"),
        ("Joker K+ 20/7/5", "Joker 9c 9d 5h 6s"),
    ],
)
def test_draws_of_every_hold_add_up_to_all_of_them_and_to_its_pay(table: str, deal: str) -> None:
    report = analyse_deal(table, deal)
    for hold in report.holds:
        assert sum(hold.draws.values()) == report.table.deck.draws[5 - len(hold.cards)]
        pays = [number * report.table.pay(name) for name, number in hold.draws.items() if name != "nothing"]
        assert sum(pays) * report.table.scale == hold.numerator


def test_a_royal_flush_is_never_paid_as_a_straight_flush() -> None:
    """The narrowest name, with wild cards and without: a wild royal was paid as the dearer straight flush."""
    text = load_pay_table("Deuces Full Pay").toml.replace("straight-flush = 9", "straight-flush = 900")
    inverted = parse_pay_table(text, "inverted.toml")
    assert analyse_deal(inverted, "Ah Kh Qh Jh Th").made == "royal-flush"
    assert analyse_deal(inverted, "Ah Kh Qh Jh 2s").made == "wild-royal-flush"
    assert analyse_deal(inverted, "Kh Qh Jh Th 2s").made == "straight-flush"  # the deuce as a nine
