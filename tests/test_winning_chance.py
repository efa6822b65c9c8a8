"""The chance against opponents who fold: exact for one, sampled for more, money, bad input."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.cards import N_CARDS, Card, parse_cards
from jamfold.errors import ChanceError
from jamfold.flop import distribution
from jamfold.flop.distribution import N_DISTINCT, Spread
from jamfold.flop.folding import FoldBelow, FoldCurve, Folding, fold_below, fold_curve, fold_share
from jamfold.flop.sampling import hand_positions, sample_answers, sample_stayers
from jamfold.flop.strength import N_HOLDINGS, POINTS, flop_lookup, flop_strengths
from jamfold.flop.winning_chance import WinningChance, winning_chance
from tests.command_line import Runner
from tests.naive_flops import share_against

HAND, FLOP = parse_cards("JhTh"), parse_cards("Qh9h2c")
NARROW = fold_below("0.93")  # leaves eight sets


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_folder: Path) -> Runner:
    return Runner(capsys)


def remaining(
    folding: Folding, hand: tuple[Card, ...], flop: tuple[Card, ...]
) -> dict[tuple[int, int], float]:
    """The holdings that stay, with their weights, without those that share a card with the hand."""
    found = flop_strengths(flop)
    stays = folding.stays(found.points).tolist()
    pairs = [(int(a), int(b)) for a, b in found.holdings.tolist()]
    return {
        pair: weight
        for pair, weight in zip(pairs, stays, strict=True)
        if weight and not set(pair) & set(hand)
    }


# one opponent


@settings(max_examples=15)
@given(st.lists(st.integers(0, N_CARDS - 1), min_size=5, max_size=5, unique=True))
def test_against_everything_is_raw_strength(cards: list[int]) -> None:
    """Two ways of counting: card removal by strength, and opponent by opponent."""
    hand, flop = [Card(c) for c in cards[:2]], [Card(c) for c in cards[2:]]
    found = winning_chance(hand, flop)
    assert found.one == found.against
    assert found.one is not None
    assert found.one.equity == found.raw.equity
    assert found.one.win == pytest.approx(found.raw.win / 1_070_190, rel=1e-15)
    assert (found.answers.folds, found.answers.everybody_folds, found.answers.share) == (
        0,
        0,
        found.raw.equity,
    )


@pytest.mark.parametrize(
    ("hand", "flop", "threshold"), [("JhTh", "Qh9h2c", "0.93"), ("AsKd", "Kh7d2c", "97%")]
)
def test_against_a_narrow_range(hand: str, flop: str, threshold: str) -> None:
    cards, board = parse_cards(hand), parse_cards(flop)
    folding = fold_below(threshold)
    held = remaining(folding, cards, board)
    assert 2 <= len(held) <= 40
    shares = [share_against(cards, [pair], board) for pair in held]
    found = winning_chance(cards, board, folding=folding)
    assert found.one is not None
    assert found.one.equity == pytest.approx(sum(shares) / len(shares), rel=1e-12)
    assert found.answers.folds == pytest.approx(1 - len(held) / 1_081, rel=1e-12)


def test_against_a_curve() -> None:
    folding = fold_curve("0.93:1, 1:0")
    held = remaining(folding, HAND, FLOP)
    shares = [share_against(HAND, [pair], FLOP) for pair in held]
    found = winning_chance(HAND, FLOP, folding=folding)
    assert found.one is not None
    assert found.one.equity == pytest.approx(np.average(shares, weights=list(held.values())), rel=1e-12)
    assert found.answers.folds == pytest.approx(1 - sum(held.values()) / 1_081, rel=1e-12)


def test_a_flat_curve_changes_nothing() -> None:
    found = winning_chance(HAND, FLOP, folding=fold_curve("0:0.25"))
    assert found.one is not None
    assert found.one.equity == pytest.approx(found.raw.equity, rel=1e-15)
    assert found.answers.share == pytest.approx(0.25 + 0.75 * found.raw.equity, rel=1e-15)


@pytest.mark.parametrize("opponents", [1, 3])
def test_everybody_folds(opponents: int) -> None:
    found = winning_chance(HAND, FLOP, opponents, FoldBelow(POINTS + 1), (10, 5), deals=1_000)
    assert (found.one, found.against, found.power_rule) == (None, None, None)
    assert (found.answers.folds, found.answers.everybody_folds, found.answers.share) == (1, 1, 1)
    assert found.money is not None
    assert (found.money.go_on, found.money.all_stay) == (10, None)


# several opponents


def exact_against_two(folding: Folding) -> float:
    """All pairs of holdings that stay and share no card, weighed by the product of their weights."""
    held = remaining(folding, HAND, FLOP)
    total = weights = 0.0
    for (one, first), (two, second) in combinations(held.items(), 2):
        if not set(one) & set(two):
            total += first * second * share_against(HAND, [one, two], FLOP)
            weights += first * second
    return total / weights


@pytest.mark.parametrize("folding", [NARROW, fold_curve("0.925:1,0.93:0.9,0.945:0.1")])
def test_two_opponents_who_block_each_other(folding: Folding) -> None:
    exact = exact_against_two(folding)
    found = winning_chance(HAND, FLOP, 2, folding, deals=100_000, seed=5)
    assert found.against is not None
    assert found.power_rule is not None
    assert found.against.equity == pytest.approx(exact, abs=4 * found.against.standard_error)
    assert abs(found.power_rule - exact) > 10 * found.against.standard_error


@pytest.mark.parametrize("sampler", ["stayers", "answers"])
def test_the_standard_error_is_right(sampler: str) -> None:
    """Of 400 small samples 95 % lie within 1.96 standard errors of the exact value (range: 99.9 %)."""
    lookup, positions = flop_lookup(FLOP), hand_positions(flop_lookup(FLOP), HAND)
    folding = fold_below("0.6")
    points = flop_strengths(FLOP).points
    stays = folding.stays(points)
    exact = winning_chance(HAND, FLOP, folding=folding)
    assert exact.one is not None
    free = ~np.isin(flop_strengths(FLOP).holdings, HAND).any(axis=1)
    levels = np.unique(points, return_inverse=True)[1]
    inside = 0
    for seed in range(400):
        if sampler == "stayers":
            tally = sample_stayers(lookup, positions, 1, stays * free, 400, seed)
            target = exact.one.equity
        else:
            tally, _ = sample_answers(lookup, positions, levels, stays, 1, 400, seed)
            target = exact.answers.share
        assert tally is not None
        inside += abs(tally.share - target) <= 1.96 * tally.standard_error
    assert 0.91 <= inside / 400 <= 0.985


def test_shares_by_level_are_those_of_one_opponent() -> None:
    lookup = flop_lookup(FLOP)
    positions = hand_positions(lookup, HAND)
    points = flop_strengths(FLOP).points
    found, levels = np.unique(points, return_inverse=True)
    tally, shares = sample_answers(lookup, positions, levels, np.ones(N_HOLDINGS), 1, 200_000, 3)
    assert len(shares) == len(found) + 1
    assert shares[0] == pytest.approx(tally.share, rel=1e-9)
    for level in range(0, len(found), 60):
        exact = winning_chance(HAND, FLOP, folding=FoldBelow(int(found[level]))).answers.share
        assert shares[level] == pytest.approx(exact, abs=4 * 0.5 / math.sqrt(200_000))


@pytest.mark.parametrize("opponents", [2, 5, 8])
def test_shares_by_level_are_those_of_the_same_deals(opponents: int) -> None:
    lookup = flop_lookup(FLOP)
    points = flop_strengths(FLOP).points
    found, levels = np.unique(points, return_inverse=True)
    for level in (0, 200, 400, len(found)):
        cut = int(found[level]) if level < len(found) else POINTS + 1
        stays = FoldBelow(cut).stays(points)
        tally, shares = sample_answers(
            lookup, hand_positions(lookup, HAND), levels, stays, opponents, 2_000, 1
        )
        assert tally.deals == 2_000
        assert shares[level] == pytest.approx(tally.share, rel=1e-9)
        assert (np.diff(shares) > -1e-12).all()
        assert shares[-1] == pytest.approx(1.0)


def test_opponents_who_cannot_all_stay() -> None:
    """Three aces are left, and no two holdings of two of them fit side by side."""
    flop, hand = parse_cards("As7d2c"), parse_cards("KsKd")
    strongest = FoldBelow(int(flop_strengths(flop).points.max()))
    assert set(remaining(strongest, hand, flop)) <= set(combinations(parse_cards("AcAdAh"), 2))
    found = winning_chance(hand, flop, 2, strongest, (1, 1), deals=100)
    assert found.one is not None
    assert found.against is None
    assert found.money is not None
    assert found.money.all_stay is None


def test_a_seed_gives_the_same_deals() -> None:
    def asked(seed: int) -> WinningChance:
        return winning_chance(HAND, FLOP, 3, NARROW, deals=5_000, seed=seed)

    assert asked(7) == asked(7)
    assert asked(7).answers != asked(8).answers


# money


@given(st.floats(0.1, 1e6), st.floats(0, 1e6), st.integers(0, POINTS))
@settings(max_examples=40)
def test_money_of_one_opponent(pot: float, call: float, cut: int) -> None:
    found = winning_chance(HAND, FLOP, 1, FoldBelow(cut), (pot, call))
    money, share = found.money, found.answers.share
    assert money is not None
    assert money.go_on == pytest.approx(share * (pot + call) - call, rel=1e-12)
    assert found.one is None or share == pytest.approx(
        found.answers.folds + (1 - found.answers.folds) * found.one.equity, rel=1e-12
    )
    limit = money.threshold.cut
    rounding = 1e-9 * (pot + call)
    at_it = winning_chance(HAND, FLOP, 1, money.threshold, (pot, call)).money
    assert at_it is not None
    assert at_it.go_on >= -rounding
    if limit > 0:
        below = [int(level) for level in np.unique(flop_strengths(FLOP).points) if level < limit]
        lower = winning_chance(HAND, FLOP, 1, FoldBelow(below[-1]), (pot, call)).money
        assert lower is not None
        assert lower.go_on < rounding


def test_a_free_card_always_pays() -> None:
    money = winning_chance(HAND, FLOP, 1, None, (10, 0)).money
    assert money is not None
    assert (money.needed_share, money.threshold.cut, money.threshold_folds) == (0, 0, 0)


# folding behaviours


def test_thresholds_are_exact() -> None:
    assert fold_below("0") == FoldBelow(0)
    assert fold_below("100 %") == fold_below("1.") == FoldBelow(POINTS)
    assert fold_below(".5") == fold_below("50%") == FoldBelow(POINTS // 2)
    points = np.array([0, POINTS // 2 - 1, POINTS // 2, POINTS], dtype=np.int32)
    assert fold_below("0.5").stays(points).tolist() == [0, 0, 1, 1]


def test_share_that_folds() -> None:
    spread = Spread.of(np.array([5, 5, 7, 9], dtype=np.int32))
    cuts = {share: fold_share(share, spread).cut for share in ("0", "0.49", "0.5", "0.75", "99%", "1")}
    assert cuts == {"0": 5, "0.49": 5, "0.5": 7, "0.75": 9, "99%": 9, "1": POINTS + 1}


def test_curves() -> None:
    curve = fold_curve("0.25:1, 50%:0.5,0.75:0")
    assert curve == FoldCurve((0.25, 0.5, 0.75), (1.0, 0.5, 0.0))
    points = np.array([0, POINTS // 4, 3 * POINTS // 8, POINTS // 2, POINTS], dtype=np.int32)
    assert curve.stays(points) == pytest.approx([0, 0, 0.25, 0.5, 1], abs=1e-6)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (fold_below, fold_curve):
        with suppress(ChanceError):
            read(text)


# the command


def test_json_contract(run: Runner) -> None:
    words = ("winchance", "As Kd", "--flop", "Kh 7d 2c", "--fold-below", "0.45", "--pot", 100, "--call", 50)
    found: dict[str, Any] = json.loads(run.good(*words, "--json"))
    assert found["raw"] == {"win": 956_046, "tie": 6_837, "lose": 107_307, "equity": 0.896536596305329}
    assert {"raw", "against", "threshold", "opponents", "money"} <= found.keys()
    assert (found["opponents"], found["threshold"]) == (1, pytest.approx(0.45, abs=1e-6))
    assert found["against"]["exact"]
    assert found["against"]["equity"] == pytest.approx(0.8337435124727942)
    share = found["answers"]["share"]
    assert found["money"]["continue"] == pytest.approx(150 * share - 50)
    text = run.good(*words)
    assert "83.3744 %" in text
    assert "exact" in text


def test_several_opponents_print_error_and_power_rule(run: Runner) -> None:
    words = ("winchance", "JhTh", "--flop", "Qh9h2c", "--opponents", 3, "--fold-curve", "0.3:1,0.7:0")
    text = run.good(*words, "--deals", 2_000, "--pot", 10, "--call", 4)
    assert "2,000 deals, standard error" in text
    assert "power rule" in text
    found = json.loads(run.good(*words, "--deals", 2_000, "--seed", 4, "--json"))
    assert found["power_rule"] == pytest.approx(found["against_one"]["equity"] ** 3)
    assert (found["threshold"], found["seed"], found["against"]["deals"]) == (None, 4, 2_000)
    assert found["against"]["standard_error"] > 0


def test_share_of_this_flop(run: Runner) -> None:
    words = ("winchance", "JhTh", "--flop", "Qh9h2c", "--share-of", "flop", "--json", "--fold-share")
    found = json.loads(run.good(*words, "50%"))
    assert found["answers"]["one_folds"] == pytest.approx(0.5, abs=0.03)
    everybody = json.loads(run.good(*words, "1"))
    assert everybody["against"] is None


def test_distribution(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.ones((3, N_DISTINCT), dtype=np.int32)
    states[0] = np.arange(N_DISTINCT) * 4 // 5
    monkeypatch.setattr(distribution, "_all_states", lambda report: states)
    plot = tmp_path / "plot.svg"
    found = json.loads(
        run.good("winchance", "--distribution", "--fold-below", "0.5", "--out", plot, "--json")
    )
    assert (found["distinct"], sum(found["histogram"])) == (N_DISTINCT, found["states"])
    assert 0 < found["answer"]["share"] < 1
    assert plot.read_bytes().startswith(b"<?xml")
    back = json.loads(
        run.good("winchance", "--distribution", "--fold-share", found["answer"]["share"], "--json")
    )
    assert back["answer"]["threshold"] == pytest.approx(0.5, abs=1e-5)
    text = run.good("winchance", "--distribution", "--fold-curve", "0:1,1:0")
    assert "quantiles" in text
    assert "by the curve" in text
    folded = run.good("winchance", "JhTh", "--flop", "Qh9h2c", "--fold-share", "0.3")
    assert "opponents fold               below" in folded


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((), "a hand and a flop"),
        (("AsKd",), "a hand and a flop"),
        (("AsKx", "--flop", "Kh7d2c"), "not a card"),
        (("As", "--flop", "Kh7d2c"), "1 card"),
        (("AsKd", "--flop", "Kh7d2c4c"), "4 cards"),
        (("AsKd", "--flop", "Kd7d2c"), "on the flop"),
        (("AsKd", "--flop", "Kh7d2c", "--opponents", "9"), "1 to 8 opponents"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-below", "1.5"), "'1.5'"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-below", "nan"), "'nan'"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-share", "30"), "percentage"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-curve", "0.3"), "strength:probability"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-curve", "0.3:1,0.3:0"), "do not ascend"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-curve", ",".join(["0:0"] * 101)), "at most 100"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-curve", "0:1", "--fold-below", "0"), "one of"),
        (("AsKd", "--flop", "Kh7d2c", "--share-of", "flop"), "--fold-share"),
        (("AsKd", "--flop", "Kh7d2c", "--pot", "1"), "go together"),
        (("AsKd", "--flop", "Kh7d2c", "--pot", "0", "--call", "1"), "pot"),
        (("AsKd", "--flop", "Kh7d2c", "--pot", "1", "--call", "inf"), "call"),
        (("AsKd", "--flop", "Kh7d2c", "--deals", "1"), "deals"),
        (("AsKd", "--flop", "Kh7d2c", "--seed", "-1"), "seed"),
        (("AsKd", "--flop", "Kh7d2c", "--out", "x.svg"), "--distribution"),
        (("AsKd", "--distribution"), "all hands"),
        (("--distribution", "--out", "x.pdf"), ".svg or .png"),
        (("--distribution", "--out", "none/x.svg"), "no folder"),
        (("--distribution", "--fold-share", "x"), "'x'"),
    ],
)
def test_bad_input(run: Runner, words: tuple[str, ...], part: str) -> None:
    assert part in run.bad("winchance", *words)
