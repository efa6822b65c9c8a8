"""Ranges in generic notation: counts from combinatorics, traps, errors, round trips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import RangeError
from jamfold.ranges import HandRange, format_range, parse_range
from jamfold.ranges.reading.generic import MAX_OPERATIONS

ALL = comb(52, 4)
RANKS = "23456789TJQKA"
RAINBOW = 13**4
ONE_SUIT_TWICE = 4 * comb(13, 2) * comb(3, 2) * 13**2
DOUBLE = comb(4, 2) * comb(13, 2) ** 2


def ranks_with(predicate: Callable[[Counter[str]], bool]) -> int:
    """Omaha hands whose ranks satisfy a predicate, by summing over rank multisets."""
    found = 0
    for ranks in combinations_with_replacement(RANKS, 4):
        counts = Counter(ranks)
        if predicate(counts):
            found += prod(comb(4, count) for count in counts.values())
    return found


def having(*terms: str) -> int:
    """Omaha hands that hold the ranks of at least one of the terms."""
    return ranks_with(lambda c: any(all(c[r] >= k for r, k in Counter(t).items()) for t in terms))


OMAHA_COUNTS = [
    # Named ranks: at least so many of them.
    ("A", ALL - comb(48, 4)),
    ("AA", comb(4, 2) * comb(48, 2) + 4 * 48 + 1),
    ("AAA", 4 * 48 + 1),
    ("AAAA", 1),
    ("AA!AAA", 6 * comb(48, 2)),
    ("AAKK", 36),
    ("AKQJ", 4**4),
    ("AA:KK", 36),
    ("AA,KK", having("AA", "KK")),
    ("(AA,KK)!AAKK", having("AA", "KK") - 36),
    ("AA!(KK,QQ)", having("AA") - 72),
    ("*!A", comb(48, 4)),
    # Variables.
    ("R", ALL),
    ("RR", ALL - comb(13, 4) * 4**4),
    ("RRR", 13 * 4 * 48 + 13),
    ("RRRR", 13),
    ("RRRO", 13 * 4 * 48),
    ("RROO", comb(13, 2) * 36),
    ("RRON", 13 * 6 * comb(12, 2) * 16),
    ("RONP", comb(13, 4) * 4**4),
    ("bbef", 13 * 6 * comb(12, 2) * 16),
    ("AARR", 6 * 12 * 6),
    ("AAR", 6 * comb(48, 2) + 4 * 48),
    ("AARO", 6 * comb(12, 2) * 16),
    ("AKR", ranks_with(lambda c: c["A"] > 0 and c["K"] > 0 and len(c) > 2)),
    ("xx", ALL - RAINBOW),
    ("xxx", 4 * (comb(13, 3) * 39 + comb(13, 4))),
    ("xxxx", 4 * comb(13, 4)),
    ("xxyy", DOUBLE),
    ("xxyz", ONE_SUIT_TWICE),
    ("wxyz", RAINBOW),
    ("wxy", RAINBOW + ONE_SUIT_TWICE),
    ("sshh", comb(13, 2) ** 2),
    ("ssss", comb(13, 4)),
    ("ssxx", 3 * comb(13, 2) ** 2),
    ("AxAyxy", 6 * 12**2),
    ("RxRyOxOy", comb(13, 2) * 6),
    ("AA:xxyy", 6 * 12**2),
    ("AxKxQxJx", 4),
    ("AxKxQyJy", 12),
    ("AxKyQzJw", 24),
    # Cards.
    ("As", comb(51, 3)),
    ("AsKs", comb(50, 2)),
    ("AsKhJd2c", 1),
    ("6h Qd 6c Ac", 1),
    ("AKs", comb(51, 3) - comb(47, 3)),
    ("*s", ALL - comb(39, 4)),
    ("*", ALL),
    ("****", ALL),
    ("random", ALL),
    # Lists.
    ("[A,K,Q]", ALL - comb(40, 4)),
    ("[A-J]", ALL - comb(36, 4)),
    ("[J-A]", ALL - comb(36, 4)),
    ("[A-J][A-J]", ALL - comb(36, 4) - 16 * comb(36, 3)),
    ("[As,Kh]", ALL - comb(50, 4)),
    ("[A,K]s", ALL - comb(50, 4)),
    ("[As-Js]", ALL - comb(48, 4)),
    ("[s,h]", ALL - comb(26, 4)),
    ("A[K,Q]", having("AK", "AQ")),
    # Spans.
    ("KQJT-T987", 4 * 4**4),
    ("T987-KQJT", 4 * 4**4),
    ("TT+", having("TT", "JJ", "QQ", "KK", "AA")),
    ("T8+", having("T8", "J9", "QT", "KJ", "AQ")),
    ("664-", having("664", "553", "442")),
    ("33-", having("33", "22")),
    ("KKR-JJR", ranks_with(lambda c: any(c[r] >= 2 and len(c) > 1 for r in "KQJ"))),
    # Macros.
    ("$ds", DOUBLE),
    ("$ss", ONE_SUIT_TWICE),
    ("$np", comb(13, 4) * 4**4),
    ("$nt", ALL - 13 * 4 * 48 - 13),
    ("$0g", 10 * 4**4),
    ("$1g", 9 * 3 * 4**4),
    ("$2g", 8 * 6 * 4**4),
    ("AA$ds", 6 * 12**2),
    ("AA$ds,KK:xxyy", 2 * 6 * 12**2 - 6),
    ("(AA,KK)$ds", 2 * 6 * 12**2 - 6),
    ("KQJT-T987$ds", 4 * 36),
    ("AKQJ$ss", 144),
    ("$0g$ds", 10 * 36),
    ("$B$B$B$B", comb(16, 4)),
    ("$M$M$M$M", comb(16, 4)),
    ("$Z$Z$Z$Z", comb(20, 4)),
    ("$L$L$L$L", comb(32, 4)),
    ("$W$W$W$W", comb(20, 4)),
    ("$R$R$R$R", comb(20, 4)),
    ("$F$F$F$F", comb(12, 4)),
    ("$N$N$N$N", comb(20, 4)),
    ("$Bs", ALL - comb(48, 4)),
    ("$B$B$B$B$np", 4**4),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param(*pair, marks=[pytest.mark.long] if number % 4 else [])
        for number, pair in enumerate(OMAHA_COUNTS)
    ],
)
def test_omaha_counts(text: str, count: int) -> None:
    held = parse_range(text, OMAHA)
    assert held.combinations == count
    canonical = str(held)
    assert parse_range(canonical, OMAHA) == held
    assert parse_range(text.lower().replace("$NP", "$np"), OMAHA_HILO).combinations == count


HOLDEM_COUNTS = [
    ("AxKx", 4),
    ("AxKy", 12),
    ("AK", 16),
    ("AA", 6),
    ("TT+", 30),
    ("T8+", 5 * 16),
    ("T8-", 7 * 16),
    ("AxQx-KxJx", 8),
    ("xx", 4 * comb(13, 2)),
    ("xy", comb(4, 2) * 169),
    ("RR", 78),
    ("RO", 1248),
    ("$np", 1248),
    ("$0g", 12 * 16),
    ("$2g$ss", 10 * 4),
    ("A", comb(52, 2) - comb(48, 2)),
    ("As", 51),
    ("AKs", 4),
    ("A[K-2]", 192),
    ("A!AA", 192),
    ("22+,AxKx", 82),
]


@pytest.mark.parametrize(("text", "count"), HOLDEM_COUNTS)
def test_holdem_counts(text: str, count: int) -> None:
    held = parse_range(text, HOLDEM, "generic")
    assert held.combinations == count
    assert parse_range(format_range(held, "generic"), HOLDEM, "generic") == held


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("$Z", comb(36, 2) - comb(32, 2)),
        ("T8-", 3 * 16),
        ("66+", 54),
        ("$0g", 8 * 16),
        ("xx", 4 * comb(9, 2)),
    ],
)
def test_six_plus_counts(text: str, count: int) -> None:
    assert parse_range(text, SIX_PLUS, "generic").combinations == count


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AA$ds,KK:xxyy", "KK+$ds"),
        ("AxAyxy", "AA$ds"),
        ("QQ,KK,AA", "QQ+"),
        ("KQJT,QJT9,JT98,T987", "KQJT-T987"),
        ("RRNO", "RRON"),
        ("[A-J]", "J+"),
        ("As,AhAd,As", "As,AhAd"),
        ("AxKx", "AxKx"),
        ("KsAsQhJh", "AsKsQhJh"),
        ("AwKwQxJy", "AxKxQyJz"),
        ("*!$ds", "*!$ds"),
        ("AA!AA", "*!*"),
    ],
)
def test_canonical(text: str, canonical: str) -> None:
    assert str(parse_range(text, OMAHA)) == canonical


@pytest.mark.slow
def test_weights() -> None:
    classes = hand_classes(OMAHA)
    held = parse_range("AA@10, KK@8", OMAHA)
    both, kings = (held.class_weights[classes.index(hand)] for hand in ("AsAhKsKh", "KsKhQs2h"))
    assert (both, kings) == (0.1, 0.08)
    assert parse_range("KK@8,AA@10", OMAHA) == held
    assert parse_range("(AA,KK)@50", OMAHA).combinations == having("AA", "KK")
    assert parse_range(str(held), OMAHA) == held
    for text, named in (
        ("AA@10,AA", "two weights"),
        ("AA@0", "@0"),
        ("AA@101", "@101"),
        ("(AA@5,KK@6)", "@5"),
    ):
        with pytest.raises(RangeError, match=named):
            parse_range(text, OMAHA)


def test_percent_in_expressions() -> None:
    order = np.arange(hand_classes(OMAHA).n)[::-1]
    top = parse_range("15%", OMAHA, order=order)
    assert top.combinations >= 0.15 * ALL
    assert parse_range("15%:AA,15%!AA", OMAHA, order=order) == top
    sliced = parse_range("5%-10%", OMAHA, order=order)
    assert sliced == parse_range("10%!5%", OMAHA, order=order)
    with pytest.raises(RangeError, match="15%"):
        parse_range("AA:15%", OMAHA)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AKs", "AxKx"),
        ("ATs+", "AxTx"),
        ("AKo", "AxKy"),
        ("AA KK", "comma"),
        ("AAxx", "'AAxx' is not AA with any other cards: that is AA."),
        ("(AKxx!QQ):$ds", "that is AK"),
        ("AAxy", "are suits"),
        ("AAKx", None),
        ("Axxx,AxKxx,AAx,AAx[K,Q]", None),
        ("[A, K]5s , AA $ds", None),
        ("AxAx", "No hand fits 'AxAx'"),
        ("AxKx-QxJx,AsAh", None),
        ("Ah Kh Qd Jd", None),
        ("AxKx,AA$ds,As", None),
    ],
)
def test_warnings(text: str, said: str | None) -> None:
    warnings = parse_range(text, OMAHA, "generic").warnings
    if said is None:
        assert not warnings
    else:
        assert said in " ".join(warnings)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "empty"),
        ("AAAAA", "AAAAA"),
        ("AsAs", "As"),
        ("AsKsAs", "As"),
        ("KQJT-T98", "KQJT-T98"),
        ("KQJT-T986", "KQJT-T986"),
        ("AK-A2", "AK-A2"),
        ("AxKx-QxJy", "AxKx-QxJy"),
        ("RR+", "RR+"),
        ("$B+", "$B+"),
        ("[R,A]", "R"),
        ("[Ax,K]", "Ax"),
        ("[A-Ks]", "A"),
        ("[]", "]"),
        ("[A", "[A"),
        ("(AA", "(AA"),
        ("AA)", ")"),
        ("!AA", "!AA"),
        ("AA:", "AA:"),
        ("AA,,KK", ",KK"),
        ("$xx", "$xx"),
        ("AA@", "@"),
        ("5%", "5%"),
        ("10%-5%", "10%-5%"),
        ("A\u2605K\u2605", "\u2605"),
        ("(" * 100 + "AA" + ")" * 100, "parentheses"),
        ("(" * 500_000, "parentheses"),
        ("AA:" * (MAX_OPERATIONS + 1) + "AA", "times"),
        ("A," * 600_000, "1,200,000"),
    ],
)
def test_bad_generic(text: str, named: str) -> None:
    with pytest.raises(RangeError) as caught:
        parse_range(text, OMAHA)
    assert named in str(caught.value)
    assert len(str(caught.value)) < 300


def test_games_bound_the_cards() -> None:
    with pytest.raises(RangeError, match="'AKQ' has 3 cards"):
        parse_range("AKQ", HOLDEM, "generic")
    with pytest.raises(RangeError, match="four cards"):
        parse_range("AA$ds", HOLDEM, "generic")
    with pytest.raises(RangeError, match="rank 5"):
        parse_range("[A-5]", SIX_PLUS, "generic")


@pytest.mark.parametrize("text", ["AAxx", "aaXX@50", "KK,AAxx", "AAxx!KK", "(AKxx,QQ)$ds", "AKQx"])
def test_x_is_any_card_unless_the_notation_is_named(text: str) -> None:
    """It was a suit, while the search of the strategy page takes it for any card."""
    held = parse_range(text, OMAHA)
    assert held == parse_range(text.replace("x", "").replace("X", ""), OMAHA)
    assert not held.warnings


def test_too_many_terms() -> None:
    text = ",".join(f"{a}{b}{c}x" for a in RANKS for b in RANKS for c in RANKS)
    with pytest.raises(RangeError, match="different terms"):
        parse_range(text, OMAHA, "generic")


@pytest.mark.long
def test_long_lists_are_fine() -> None:
    classes = hand_classes(OMAHA)
    some = np.random.default_rng(1).random(classes.n) < 0.5
    held = HandRange.from_classes(OMAHA, some)
    text = str(held)
    assert len(text) > 20_000
    assert parse_range(text, OMAHA) == held


def test_a_text_too_long_is_refused() -> None:
    weights = np.random.default_rng(1).random(OMAHA.n_hands)
    with pytest.raises(RangeError, match="1,000,000 characters"):
        str(HandRange.from_hands(OMAHA, weights))


SMALL = st.sampled_from([0.0005, 0.01])


@pytest.mark.long
@settings(max_examples=6)  # ten thousand in tests/full
@given(st.integers(0, 2**32 - 1), SMALL, st.booleans())
def test_round_trip_of_random_ranges(seed: int, share: float, by_hand: bool) -> None:
    rng = np.random.default_rng(seed)
    n = OMAHA.n_hands if by_hand else hand_classes(OMAHA).n
    weights = np.where(rng.random(n) < share, rng.choice([1.0, 0.5, 1 / 3], n), 0)
    held = HandRange.from_hands(OMAHA, weights) if by_hand else HandRange.from_classes(OMAHA, weights)
    assert parse_range(str(held), OMAHA) == held


PIECES = st.sampled_from([text for text, _ in OMAHA_COUNTS if text not in ("random", "6h Qd 6c Ac")])


@pytest.mark.long
@settings(max_examples=8)  # ten thousand in tests/full
@given(st.lists(st.tuples(PIECES, st.sampled_from(",:!")), min_size=1, max_size=4))
def test_round_trip_of_expressions(pieces: list[tuple[str, str]]) -> None:
    text = "".join(f"({piece}){operator}" for piece, operator in pieces)[:-1]
    held = parse_range(text, OMAHA)
    assert parse_range(str(held), OMAHA) == held


@pytest.mark.long
@given(st.data())
def test_round_trip_for_two_cards(data: st.DataObject) -> None:
    game: Game = data.draw(st.sampled_from([HOLDEM, SIX_PLUS]))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    weights = rng.choice([0, 0, 1, 0.5, 0.123], hand_classes(game).n)
    held = HandRange.from_classes(game, weights)
    assert parse_range(format_range(held, "generic"), game, "generic") == held


ALPHABET = "AKQJT98742akRONxyzwshdc*,:!()[]-+@%$ 0g1npBsd5"


@given(st.one_of(st.text(ALPHABET, max_size=25), st.text(max_size=25)), st.sampled_from([OMAHA, HOLDEM]))
def test_garbage_is_a_range_error(text: str, game: Game) -> None:
    # Any other error fails the test.
    with suppress(RangeError):
        parse_range(text, game, "generic", order=np.arange(hand_classes(game).n))


def test_six_cards_are_double_suited_at_least() -> None:
    game = GAMES["omaha-6-short"]
    with pytest.raises(RangeError, match=r"'\$ss' has no hand in Short-deck six-card Omaha"):
        parse_range("$ss", game)
    assert 0 < parse_range("AsAh8s8h6d7c", game).combinations < parse_range("$ds", game).combinations
