"""Ranges in classic notation, weights, percentages, and the range object."""

from __future__ import annotations

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, OMAHA, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.cli.main import main
from jamfold.core.errors import RangeError
from jamfold.ranges import HandRange, best_first, format_classes, format_range, parse_range

BY_ID = np.arange(169)
TWO_CARDS = [HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS]

# A pair has 6 combinations, a suited hand 4, an offsuit hand 12.
CLASSIC = [
    ("AA", 6, "AA"),
    ("TT+", 5 * 6, "TT+"),
    ("AA+", 6, "AA"),
    ("22+", 13 * 6, "22+"),
    ("QQ-88", 5 * 6, "QQ-88"),
    ("88-QQ", 5 * 6, "QQ-88"),
    ("QQ-QQ", 6, "QQ"),
    ("AKs", 4, "AKs"),
    ("KAs", 4, "AKs"),
    ("AKo", 12, "AKo"),
    ("AK", 16, "AK"),
    ("AK+", 16, "AK"),
    ("ATs+", 4 * 4, "ATs+"),
    ("ATo+", 4 * 12, "ATo+"),
    ("AT+", 4 * 16, "AT+"),
    ("T8+", 2 * 16, "T8+"),
    ("A5s-A2s", 4 * 4, "A5s-A2s"),
    ("A2s-A5s", 4 * 4, "A5s-A2s"),
    ("T9s-65s", 5 * 4, "T9s,98s,87s,76s,65s"),
    ("AsKh", 1, "AsKh"),
    ("KhAs", 1, "AsKh"),
    ("As Kh", 1, "AsKh"),
    ("AsKh,AKs", 5, "AKs,AsKh"),
    ("AsKs,AKs", 4, "AKs"),
    ("A2s+,A2o+", 12 * 16, "A2+"),
    ("22+,A2s+", 78 + 48, "22+,A2s+"),
    ("aks, KQO", 16, "AKs,KQo"),
    ("AKs,AKo,KK-JJ,AA", 24 + 16, "JJ+,AK"),
    ("AA KK\tQQ", 18, "QQ+"),
    ("ATs+,AQo+", 16 + 24, "ATs+,AQo+"),
    ("A8s+,A5s,A8o+", 6 * 16 + 4, "A5s,A8+"),
    ("10s9s", 1, "Ts9s"),
    ("*", 1326, "*"),
    ("random", 1326, "*"),
    ("none", 0, "none"),
]


@pytest.mark.parametrize(("text", "combinations", "canonical"), CLASSIC)
def test_classic(text: str, combinations: int, canonical: str) -> None:
    held = parse_range(text, HOLDEM)
    assert held.combinations == combinations
    assert str(held) == canonical
    assert parse_range(canonical, HOLDEM) == held


@pytest.mark.parametrize("game", [SIX_PLUS, SIX_PLUS_TRIPS])
@pytest.mark.parametrize(
    ("text", "combinations"), [("66+", 9 * 6), ("A6s+", 8 * 4), ("A6+", 8 * 16), ("*", 630), ("76o", 12)]
)
def test_six_plus(game: Game, text: str, combinations: int) -> None:
    assert parse_range(text, game).combinations == combinations


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("AA,,KK", ",KK"),
        ("AA,", "AA,"),
        ("AA,Ax7", "Ax7"),
        ("AKs-KK", "AKs-KK"),
        ("AKs-AQo", "AKs-AQo"),
        ("AKs-QTs", "AKs-QTs"),
        ("AAs", "AAs"),
        ("AsAs", "As"),
        ("AA@0", "@0"),
        ("AA@101", "@101"),
        ("AA,AA@50", "'AA' has two weights, 1 and 0.5"),
        ("AK:0.5,KA:1", "'KA' has two weights, 0.5 and 1"),
        ("AA@12,5", "write 12.5"),
        ("AA:0,5", "write 0.5"),
        ("12,5%", "write 12.5"),
        ("[12,5]AA[/12,5]", "write 12.5"),
        ("AA:2", ":2"),
        ("AA:", ":"),
        ("15%", "15%"),
        ("AA:xxyy", "xxyy"),
        ("(AA)", "(AA)"),
        ("1" * 5000, "111"),
        ("AA@" + "9" * 5000, "@999"),
        ("A" * 1_000_001, "1,000,001"),
    ],
)
def test_bad_classic(text: str, named: str) -> None:
    with pytest.raises(RangeError) as caught:
        parse_range(text, HOLDEM)
    sentence = str(caught.value)
    assert named in sentence
    assert len(sentence) < 300
    assert sentence.endswith((".", ".)"))


def test_six_plus_has_no_low_ranks() -> None:
    with pytest.raises(RangeError, match="'55' has the rank 5"):
        parse_range("66+,55", SIX_PLUS)
    with pytest.raises(RangeError, match="2c"):
        parse_range("As2c", SIX_PLUS)


def test_classic_is_for_two_cards() -> None:
    with pytest.raises(RangeError, match="two hole cards"):
        parse_range("AA", OMAHA, "classic")
    with pytest.raises(RangeError, match="two hole cards"):
        format_range(parse_range("AA", OMAHA), "classic")
    with pytest.raises(RangeError, match="'old'"):
        parse_range("AA", OMAHA, "old")


def test_weights() -> None:
    held = parse_range("AA@50,KK:0.25,QQ+@10", HOLDEM)
    classes = hand_classes(HOLDEM)
    weights = {name: held.class_weights[classes.index(name)] for name in ("AsAh", "KsKh", "QsQh", "AsKs")}
    assert weights == {"AsAh": 0.5, "KsKh": 0.25, "QsQh": 0.1, "AsKs": 0.0}
    assert str(held) == "AA@50,KK@25,QQ@10"
    assert held.is_weighted
    assert held.combinations == 18
    assert held.weighted_combinations == pytest.approx(6 * 0.85)


def test_part_of_a_class() -> None:
    held = parse_range("AsKh@50,AA@100", HOLDEM)
    assert not held.is_class_union
    assert (held.combinations, held.n_classes) == (7, 2)
    assert held.class_shares[hand_classes(HOLDEM).index("AsKh")] == pytest.approx(0.5 / 12)
    with pytest.raises(RangeError, match="class weights"):
        _ = held.class_weights
    with pytest.raises(RangeError, match="one weight per class"):
        HandRange.from_classes(HOLDEM, [1.0])
    with pytest.raises(RangeError, match="between 0 and 1"):
        HandRange.from_classes(HOLDEM, np.full(169, 1.5))
    with pytest.raises(RangeError, match="between 0 and 1"):
        HandRange.from_classes(HOLDEM, np.full(169, np.nan))


def test_percent_takes_whole_classes_until_there_is_enough() -> None:
    sizes = hand_classes(HOLDEM).sizes
    order = BY_ID[::-1]
    held = parse_range("15%", HOLDEM, order=order)
    chosen = np.flatnonzero(held.class_weights)
    assert chosen.min() + len(chosen) == 169
    assert held.combinations >= 0.15 * 1326 > held.combinations - sizes[chosen.min()]
    assert held.uses_order
    assert parse_range("100%", HOLDEM, order=lambda: order).combinations == 1326
    ten, five = (parse_range(text, HOLDEM, order=order).class_weights for text in ("10%", "5%"))
    assert np.array_equal(parse_range("5%-10%", HOLDEM, order=order).class_weights, ten - five)
    parts = parse_range("0%-5%,5%-10%,10%-100%", HOLDEM, order=order)
    assert str(parts) == "*"
    assert parse_range("100%@20,5%@80", HOLDEM, order=order).weighted_combinations == pytest.approx(
        0.2 * 1326 + 0.6 * parse_range("5%", HOLDEM, order=order).combinations
    )


@pytest.mark.parametrize("text", ["101%", "10%-5%", "5%-5%", "5%-101%"])
def test_bad_percent(text: str) -> None:
    with pytest.raises(RangeError, match=text.split("-", maxsplit=1)[0]):
        parse_range(text, HOLDEM, order=BY_ID)


def test_orderings() -> None:
    assert best_first([1, 3, 3, 2]).tolist() == [1, 2, 3, 0]
    with pytest.raises(RangeError, match="ordering"):
        best_first([1.0, np.nan])
    with pytest.raises(RangeError, match="169 classes once"):
        parse_range("5%", HOLDEM, order=np.zeros(169, dtype=int))


def test_sample_draws_by_weight() -> None:
    held = parse_range("AA@100,KK@1", HOLDEM)
    hands = held.sample(3, seed=1)
    assert hands == held.sample(3, seed=1)
    assert len(set(held.sample(100, seed=2))) == 12
    firsts = [held.sample(1, seed=seed)[0][0] for seed in range(200)]
    assert firsts.count("A") > 180
    with pytest.raises(RangeError):
        held.sample(-1)


def test_charts_print_class_weights() -> None:
    grid = np.zeros(169)
    grid[:3] = 1
    assert format_classes(HOLDEM, grid) == "AA,AK"
    assert format_classes(HOLDEM, grid > 0) == "AA,AK"
    assert format_classes(HOLDEM, grid * 0.3) == "AA@30,AK@30"
    assert format_classes(HOLDEM, np.zeros(169)) == "none"
    assert format_classes(SIX_PLUS, np.ones(81)) == "*"


WEIGHTS = st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(0, 1, exclude_min=False))


@given(st.sampled_from(TWO_CARDS), st.data())
def test_round_trip_of_classes(game: Game, data: st.DataObject) -> None:
    n = hand_classes(game).n
    values = data.draw(st.one_of(arrays.arrays(bool, n), arrays.arrays(float, n, elements=WEIGHTS)))
    held = HandRange.from_classes(game, values)
    assert parse_range(str(held), game) == held


@pytest.mark.long
@given(st.sampled_from(TWO_CARDS), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_round_trip_of_hands(game: Game, seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    values = np.where(rng.random(game.n_hands) < share, rng.choice([0.5, 1, 1 / 3], game.n_hands), 0)
    held = HandRange.from_hands(game, values)
    assert parse_range(str(held), game) == held


ALPHABET = "AKQJT9872akqjt10sohdcxyzRON*,:;!()[]-+@%$. \n0123456789npBdg"


@given(st.one_of(st.text(ALPHABET, max_size=30), st.text(max_size=30)), st.sampled_from([HOLDEM, SIX_PLUS]))
def test_garbage_is_a_range_error(text: str, game: Game) -> None:
    # Any other error fails the test.
    with suppress(RangeError):
        held = parse_range(text, game, order=np.arange(hand_classes(game).n))
        assert parse_range(str(held), game) == held


def test_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "--game", "holdem", "QQ+,AK", "--json", "--sample", "2", "--seed", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["combinations"], found["classes"], found["canonical"]) == (34, 5, "QQ+,AK")
    assert found["percent"] == pytest.approx(100 * 34 / 1326)
    assert found["warnings"] == []
    assert len(found["sample"]) == 2


def test_command_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "--game", "holdem", "--notation", "generic", "AKs", "--sample", "1"]) == 0
    out, err = capsys.readouterr()
    assert "4 of 1,326" in out
    assert "AxKx" in err


@pytest.mark.parametrize(
    "words",
    [["AA$"], ["AA", "--notation", "old"], ["AA", "--order", "luck"], ["AAAAA"], ["AA", "--game", "go"]],
)
def test_command_refuses(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_command_orders_by_equity(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "--game", "six-plus", "1%", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["canonical"], found["order"]) == ("KK+", "equity")
