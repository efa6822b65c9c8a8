"""Decisions in words and back, and amounts as players say them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.core.errors import SituationError
from jamfold.spots.nplayer.node_names import find_node, node_words
from jamfold.spots.nplayer.profile import node_text
from jamfold.spots.nplayer.variance import Lifetime
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.spread import lifetime_limit
from jamfold.views.formats import format_bound, with_interval
from jamfold.views.table_sentences import (
    amount_text,
    change_text,
    decision_words,
    gain_text,
    lifetime_words,
    worth_text,
)
from tests.prize_terms import prize_terms


def a_hand(seats: int, **more: object) -> TableHand:
    return TableHand((100.0,) * seats, BlindLevel((5.0, 10.0)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_decision_is_found_by_its_words(seats: int) -> None:
    hand = a_hand(seats)
    for node in hand.nodes:
        assert find_node(hand, node_words(hand, node)) == node
        assert find_node(hand, node_text(hand, node).upper()) == node
    words = {decision_words(hand, node) for node in hand.nodes}
    assert len(words) == len(hand.nodes)
    assert not any("the UTG" in one or "the MP" in one for one in words)


@given(st.text(max_size=30))
def test_other_words_are_refused_in_a_sentence(text: str) -> None:
    hand = a_hand(3)
    known = {node_words(hand, node) for node in hand.nodes}
    if " ".join(text.split()) not in known:
        with pytest.raises(SituationError, match=r"\.$") as caught:
            find_node(hand, text)
        assert caught.value.field == "node"


def test_players_words() -> None:
    hand = a_hand(9)
    words = {
        Node(2, ()): "UTG, first in",
        Node(8, (2,)): "Button, facing a jam of UTG",
        Node(1, (7, 8)): "Big blind, facing a jam of the cutoff, called by the button",
    }
    assert {node: decision_words(hand, node) for node in words} == words
    four = decision_words(a_hand(4), Node(1, (2, 3, 0)))
    assert four == "Big blind, facing a jam of the cutoff, called by the button and the small blind"
    assert decision_words(a_hand(2), Node(0, ())) == "Small blind, on the button, first in"


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (0.0, "< 0.0001 bb"),
        (0.0009, "< 0.0001 bb"),
        (0.021, "0.0021 bb"),
        (3.14159, "0.31 bb"),
        (123.4, "12 bb"),
    ],
)
def test_amounts(amount: float, words: str) -> None:
    assert amount_text(a_hand(3), amount) == words


def test_worths_and_differences() -> None:
    chips, shares = a_hand(3), a_hand(3, terms=prize_terms(3, Prizes((65.0, 35.0), percent=True)))
    money = a_hand(3, terms=prize_terms(3, Prizes((6500.0, 3500.0))))
    assert worth_text(chips, 0, 95.0) == "\u22120.500 bb"
    assert worth_text(chips, 0, 99.999) == "0.000 bb"  # nothing has no sign
    assert worth_text(shares, 0, 33.1) == "33.100%"
    assert worth_text(money, 0, 3310.0) == "3,310"
    assert change_text(chips, 2.13, 0.021) == "+0.2130 \u00b1 0.0021 bb"
    assert change_text(shares, -0.5) == "\u22120.5000%"
    assert gain_text(chips, 0.2) == "0.2 chips (0.02 bb)"
    assert gain_text(shares, 0.2) == "0.2% of the prizes"


@pytest.mark.parametrize(
    ("value", "width", "words"),
    [
        (0.24412, 0.00172, "0.2441 \u00b1 0.0018"),  # the interval is rounded up, the value as far
        (24.41, 0.0996, "24.41 \u00b1 0.10"),
        (33333.3, 123.0, "33,330 \u00b1 130"),
        (0.25, 0.00001, "0.250000 \u00b1 0.000010"),
    ],
)
def test_a_sampled_value_has_the_digits_of_its_interval(value: float, width: float, words: str) -> None:
    assert with_interval(value, width) == words
    assert with_interval(-value, width, "+") == f"\u2212{words}"


def test_what_is_gained_at_most_is_rounded_up_and_written_out() -> None:
    amounts = (0.0, 4.4e-14, 0.0000121, 0.12001, 1.01, 123.4)
    assert [*map(format_bound, amounts)] == ["0", "0.0000010", "0.000013", "0.13", "1.1", "130"]


def test_a_limit_is_above_every_gain_that_it_is_said_of() -> None:
    """The short stack comes nearest to its own limit, and the deep one gains more than that."""
    life = Lifetime(np.array([100.0, 1.0]) / lifetime_limit(1.0), np.zeros(2))
    gains = np.array([10.0, 0.9])
    answer: Any = SimpleNamespace(
        hand=a_hand(2),
        lifetime=life,
        bounds=gains,
        least=gains,
        is_counted=True,
        unnoticed=life.is_unnoticeable(gains),
    )
    assert lifetime_words(answer).endswith("(below 10 bb).")
    answer.bounds = np.array([0.5, 0.9])
    assert lifetime_words(answer).endswith("(below 0.1 bb).")


@pytest.mark.parametrize(
    ("times", "words"), [(1.0, "this shows at once."), (0.01, "this shows after 27,000 hands.")]
)
def test_a_gain_as_large_as_the_game_shows_at_once(times: float, words: str) -> None:
    """Not after 0 hands, nor after one, as the rule has it."""
    life = Lifetime(np.array([100.0, 100.0]), np.zeros(2))
    gains = np.array([100.0 * times, 0.0])
    answer: Any = SimpleNamespace(
        hand=a_hand(2), lifetime=life, bounds=gains, least=gains, is_counted=True, unnoticed=False
    )
    assert lifetime_words(answer).endswith(words)
