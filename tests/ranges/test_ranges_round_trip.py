"""Texts to ranges and back: nothing is lost, and bad texts are refused in one sentence."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_5_SHORT, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import RangeError
from jamfold.ranges import HandRange, Notation, format_range, near_range, parse_range
from jamfold.ranges.reading.grammar import parse_parts
from jamfold.ranges.syntax import format_parts
from tests.range_texts import Generator


def order_of(game: Game) -> np.ndarray:
    """Class ids backwards."""
    return np.arange(hand_classes(game).n)[::-1]


def assert_round_trip(game: Game, notation: Notation, seed: int) -> bool:
    """Read, write and read a random text; False if it cannot be read."""
    generator = Generator(game, seed)
    text = generator.classic() if notation is Notation.CLASSIC else generator.generic()
    try:
        held = parse_range(text, game, notation, order_of(game))
    except RangeError:
        return False
    said = f"seed {seed}: {text!r} of {game.name}"
    if notation is Notation.GENERIC:
        # The tree of any text is printed without loss, also where the writer would say it otherwise.
        printed = format_parts(parse_parts(text))
        assert parse_range(printed, game, notation, order_of(game)) == held, f"{said}, printed {printed}"
    for written in {notation, Notation.GENERIC}:
        with suppress(RangeError):  # no text of 1,000,000 characters
            canonical = format_range(held, written)
            back = parse_range(canonical, game, written)
            assert back == held, f"{said}, written {canonical[:200]}"
    return True


CASES = [(game, Notation.GENERIC) for game in GAMES.values() if game.has_class_table]
CASES += [(game, Notation.CLASSIC) for game in GAMES.values() if game.has_classic_notation]
NAMES = [f"{game.name}-{notation.value}" for game, notation in CASES]
QUICK = [
    pytest.param(game, notation, id=f"{game.name}-{notation.value}")
    for game, notation in CASES
    if game != OMAHA_HILO
]
QUICK.append(
    pytest.param(OMAHA_5_SHORT, Notation.GENERIC, id="omaha-5-short-generic", marks=pytest.mark.long)
)
"""Omaha Hi/Lo is written as Omaha is; `tests/full` has it too. Five of 52 cards take ten times as long."""


def share_of(game: Game, texts: int) -> int:
    """Four cards have a tenth of the texts that two have: they take ten times as long and more."""
    return texts if game.has_classic_notation else texts // 10


@pytest.mark.long
@pytest.mark.parametrize(("game", "notation"), QUICK)
def test_round_trip(game: Game, notation: Notation) -> None:
    read = [assert_round_trip(game, notation, seed) for seed in range(share_of(game, 40))]
    assert any(read)


def refuses_in_a_sentence(game: Game, notation: Notation, seed: int) -> None:
    """Read a spoilt text: a range, or one sentence; any other error fails the test."""
    generator = Generator(game, seed)
    text = generator.mutant(generator.classic() if notation is Notation.CLASSIC else generator.generic())
    said = ""
    try:
        parse_range(text, game, notation, order_of(game))
    except RangeError as error:
        said = str(error)
    assert len(said) < 300, text
    assert "\n" not in said, text


@pytest.mark.parametrize(("game", "notation"), CASES, ids=NAMES)
def test_spoilt_texts(game: Game, notation: Notation) -> None:
    for seed in range(40):
        refuses_in_a_sentence(game, notation, seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "text", "combinations"),
    [
        (OMAHA, "AARR!(K:wxyz)", 426),
        (OMAHA, "*!(AA:xx)", 264_677),
        (OMAHA, "shd", 68_107),
        (HOLDEM, "A!(K:xy)", 198 - 12),
        (SIX_PLUS, "*!(A:xx)", 630 - 32),
    ],
)
def test_what_was_printed_as_another_range(game: Game, text: str, combinations: int) -> None:
    held = parse_range(text, game, "generic")
    assert held.combinations == combinations
    assert parse_range(format_range(held, "generic"), game, "generic") == held


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("(AA,KK):$ds", "(AA,KK):$ds"),
        ("(AA:xx)$ds!(A,(K!Q))", "(AA:xx)$ds!(A,K!Q)"),
        ("((AA!KK)!QQ)@50", "(AA!KK)!QQ@50"),
        ("(AA,KK)@50", "(AA,KK)@50"),
        ("[10,q-j]xw $bs", "[T,Q-J]xw$Bs"),
        ("$N p", "$NP"),
        ("kqj10-t987$ds", "KQJT-T987$ds"),
        ("AA:(0%-85%)", "AA:0%-85%"),
        ("$ss:(1.5 %)", "$ss:1.5 %"),
    ],
)
def test_the_printer_knows_precedence(text: str, canonical: str) -> None:
    parts = parse_parts(text)
    assert format_parts(parts) == canonical
    assert parse_parts(canonical) == parts


def test_bare_suits_are_printed_before_what_would_take_them() -> None:
    assert format_parts(parse_parts("AA x x")) == "xxAA"
    assert parse_range("AA x x", OMAHA) == parse_range("xxAA", OMAHA) != parse_range("AAxx", OMAHA)


@pytest.mark.parametrize("seed", range(4))
def test_near_texts_hold_what_they_claim(seed: int) -> None:
    game = [OMAHA, HOLDEM][seed % 2]
    weights = np.random.default_rng(seed).random(hand_classes(game).n) < 0.3
    weights |= parse_range("A!(K:wxyz)" if game is OMAHA else "A!(K:xy)", game, "generic").weights > 0
    held = HandRange.from_classes(game, weights)
    near = near_range(held, max_terms=3)
    back = parse_range(near.text, game, "generic")
    assert near.extra == held.classes.sizes @ np.maximum(back.weights - held.weights, 0)
    assert near.missing == held.classes.sizes @ np.maximum(held.weights - back.weights, 0)


@pytest.mark.parametrize("notation", [None, "generic"])
@pytest.mark.parametrize("text", ["top 20%", "20 %", "TOP20%", "top  20.0 %"])
def test_top_is_a_percentage(text: str, notation: str | None) -> None:
    order = order_of(HOLDEM)
    held = parse_range(text, HOLDEM, notation, order)
    assert held == parse_range("20%", HOLDEM, order=order)
    assert not held.warnings


@pytest.mark.parametrize("text", ["1000%", "12.3.4%", "top20"])
def test_words_are_blamed_as_a_whole(text: str) -> None:
    with pytest.raises(RangeError, match=f"^'{text}' in the range"):
        parse_range(text, OMAHA)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("A\u212as", "AKs"), ("\uff21\uff2b", "AK"), ("AK\u017f", "AKs"), ("AA\xa0KK", "AA KK")],
)
def test_letters_that_look_like_others(text: str, plain: str) -> None:
    assert parse_range(text, HOLDEM) == parse_range(plain, HOLDEM)


@pytest.mark.parametrize("text", ["\u0131O", "AA@\u0661", "A\u2680"])
def test_letters_that_are_none(text: str) -> None:
    with pytest.raises(RangeError):
        parse_range(text, OMAHA)
