"""Cards: every way to write them, round trips, and texts that are no cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.cards import (
    N_CARDS,
    N_RANKS,
    N_SUITS,
    RANK_NAMES,
    SUIT_NAMES,
    card_mask,
    format_cards,
    high_to_low,
    make_card,
    parse_cards,
    rank_of,
    suit_of,
)
from jamfold.core.errors import CardError

hands = st.lists(st.integers(0, N_CARDS - 1), unique=True, max_size=N_CARDS)


def test_the_convention() -> None:
    assert parse_cards("2c 2d 2h 2s 3c Kh As") == (0, 1, 2, 3, 4, 46, 51)
    assert [make_card(rank, suit) for rank in range(N_RANKS) for suit in range(N_SUITS)] == list(range(52))
    assert [RANK_NAMES[rank_of(card)] + SUIT_NAMES[suit_of(card)] for card in (0, 51, 34)] == [
        "2c",
        "As",
        "Th",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "6h Qd 6c Tc",
        "6hQd6cTc",
        "6h,Qd,6c,Tc",
        "6h, Qd, 6c, Tc",
        "  6h\tQd\n6c Tc ",
        "6hQd 6cTc",
        "6H QD 6C TC",
        "6h qd 6c tc",
        "6h Qd 6c 10c",
        "6hQd6c10c",
        "6H,qD,6C,10C",
    ],
)
def test_ways_to_write_a_hand(text: str) -> None:
    assert format_cards(parse_cards(text)) == "6hQd6cTc"


def test_the_written_order_is_kept() -> None:
    assert parse_cards("2c As Kh") == (0, 51, 46)
    assert high_to_low(parse_cards("2c Kc As Ks Kh")) == parse_cards("As Ks Kh Kc 2c")


@pytest.mark.parametrize("text", ["", " ", " , ,\n"])
def test_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@given(hands, st.sampled_from(["", " ", ",", ", "]), st.sampled_from([str, str.lower, str.upper]))
def test_printing_and_parsing_round_trip(
    cards: list[int], separator: str, case: Callable[[str], str]
) -> None:
    assert list(parse_cards(case(format_cards(cards, separator)))) == cards


@given(hands)
def test_ten_as_10(cards: list[int]) -> None:
    assert list(parse_cards(format_cards(cards).replace("T", "10"))) == cards


@given(hands)
def test_high_to_low_and_mask_are_the_same_set(cards: list[int]) -> None:
    ordered = high_to_low(cards)
    assert sorted(ordered) == sorted(cards)
    assert all(a > b for a, b in pairwise(ordered))
    assert [card for card in range(N_CARDS) if card_mask(cards) >> card & 1] == sorted(cards)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("1h", "'1h'"),
        ("Ax", "'Ax'"),
        ("A", "'A'"),
        ("h", "'h'"),
        ("hA", "'hA'"),
        ("Ah Kd zz", "'zz'"),
        ("AhK", "'K'"),
        ("11h", "'11h'"),
        ("T10h", "'T10h'"),
        ("Ah-Kd", "'-Kd'"),
        ("A☺", "'A☺'"),
        ("AA", "'AA'"),
    ],
)
def test_a_text_that_is_no_card_is_named(text: str, named: str) -> None:
    with pytest.raises(CardError, match="is not a card") as caught:
        parse_cards(text)
    assert named in str(caught.value)


@pytest.mark.parametrize("text", ["Aſ", "\N{KELVIN SIGN}h", "Ah Tſ"])
def test_letters_that_only_fold_to_a_card(text: str) -> None:
    """A long s and the Kelvin sign equal s and k when case is ignored in Unicode."""
    with pytest.raises(CardError, match="is not a card"):
        parse_cards(text)


@pytest.mark.parametrize(
    ("text", "card"), [("Ah Ah", "Ah"), ("AhaH", "Ah"), ("Th 2c 10h", "Th"), ("6h Qd 6c 6h", "6h")]
)
def test_a_card_that_stands_twice_is_named(text: str, card: str) -> None:
    with pytest.raises(CardError, match=f"{card} appears twice"):
        parse_cards(text)


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(CardError) as caught:
        parse_cards("x" * 100_000)
    assert len(str(caught.value)) < 250


@given(st.one_of(st.text(), st.text(alphabet="23456789TJQKA10cdhs ,ſKxX\n")))
def test_garbage_raises_card_error_and_nothing_else(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError:
        return
    assert len(set(cards)) == len(cards)
    assert all(0 <= card < N_CARDS for card in cards)


@pytest.mark.parametrize("text", ["A♥K♠", "A♡ K♤", "A♥\ufe0f K♠\ufe0f", "a♥,k♠"])
def test_suits_as_signs(text: str) -> None:
    assert parse_cards(text) == parse_cards("AhKs")
