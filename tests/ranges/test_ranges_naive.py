"""Terms against an obvious twin that tries all assignments of a hand's cards."""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jamfold.cards import format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, OMAHA, Game
from jamfold.core.errors import RangeError
from jamfold.ranges import parse_range

RANKS, SUITS, SUIT_VARIABLES = "23456789TJQKA", "shdc", "wxyz"
_CARD = re.compile(r"\[[^]]*\][shdcwxyz]?|[A-Z2-9*][shdcwxyz]?|[shdcwxyz]")


def naive_fits(term: str, hand: list[str]) -> bool:
    """Whether some assignment of the hand's cards to the term's cards obeys the rules."""
    cards = _CARD.findall(term)
    named_ranks = {c[0] for c in cards if c[0] in RANKS}
    named_suits = {c[-1] for c in cards if c[-1] in SUITS and c[0] != "["}
    return any(_agrees(cards, chosen, named_ranks, named_suits) for chosen in permutations(hand, len(cards)))


def _agrees(cards: list[str], chosen: tuple[str, ...], named_ranks: set[str], named_suits: set[str]) -> bool:
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    for card, real in zip(cards, chosen, strict=True):
        suit = card[-1] if card[-1] in SUITS + SUIT_VARIABLES else ""
        rank = card[: len(card) - len(suit)]
        if rank.startswith("["):
            if not any(real in (word, word + real[1]) for word in rank[1:-1].split(",")):
                return False
        elif rank in RANKS and rank:
            if real[0] != rank:
                return False
        elif rank and rank != "*" and (ranks.setdefault(rank, real[0]) != real[0] or real[0] in named_ranks):
            return False
        if suit in SUITS and suit:
            if real[1] != suit:
                return False
        elif suit and (suits.setdefault(suit, real[1]) != real[1] or real[1] in named_suits):
            return False
    return len(set(ranks.values())) == len(ranks) and len(set(suits.values())) == len(suits)


LISTS = ["[A,K,Q]", "[As,Kh]", "[7,8,9]", "[2]", "[A,2,3,4,5]"]
CARDS = st.one_of(
    st.builds(
        lambda rank, suit: rank + suit,
        st.sampled_from([*"AAKQT9742", "R", "R", "O", "N", "*"]),
        st.sampled_from(["", "", "x", "x", "y", "z", "s", "h"]),
    ),
    st.sampled_from("xxyzwsh"),
    st.builds(lambda choice, suit: choice + suit, st.sampled_from(LISTS), st.sampled_from(["", "x", "s"])),
)


@pytest.mark.long
@given(st.sampled_from(sorted(GAMES)), st.lists(CARDS, min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_random_terms(name: str, cards: list[str], seed: int) -> None:
    game = GAMES[name]
    term = "".join(cards[: game.hole_cards])
    try:
        held = parse_range(term, game, "generic")
    except RangeError:
        held = None
    assume(held is not None)
    assert held is not None
    _compare(game, term, held.hand_weights > 0, np.random.default_rng(seed))


def test_one_card_wanted_twice_is_no_hand() -> None:
    assert parse_range("[As,Kh]s[As,Kh]s", GAMES["holdem"], "generic").combinations == 0
    assert parse_range("[As,Kh]s[As,Kh]h", GAMES["holdem"], "generic").combinations == 1


def _compare(game: Game, term: str, inside: np.ndarray, rng: np.random.Generator) -> None:
    """Ten hands in the range and ten outside, or as many as there are."""
    hands = hand_classes(game).hands
    for rows, expected in ((np.flatnonzero(inside), True), (np.flatnonzero(~inside), False)):
        for row in rng.permutation(rows)[:10]:
            text = format_cards(hands[row].tolist(), " ")
            assert naive_fits(term, text.split()) == expected, (term, text)


@pytest.mark.parametrize("term", ["AxAyxy", "RRON", "AARR", "A*x*x", "AxKx", "sshh", "RxRyOx", "[A,K]xRx"])
def test_published_terms_on_many_hands(term: str) -> None:
    held = parse_range(term, OMAHA).hand_weights > 0
    hands = hand_classes(OMAHA).hands
    rows = np.random.default_rng(7).choice(len(hands), 3_000, replace=False)
    for row in rows:
        assert naive_fits(term, format_cards(hands[row].tolist(), " ").split()) == held[row]
