"""The chance against opponents who fold: exact for one, sampled for more, money, bad input."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.calculator.flops import distribution
from jamfold.calculator.flops.distribution import Spread, flop_strengths, n_distinct
from jamfold.calculator.flops.flop_hands import flop_counts, flop_lookup
from jamfold.calculator.flops.fold_rules import (
    FoldBelow,
    FoldCurve,
    Folding,
    Ways,
    parse_fold_below,
    parse_fold_curve,
    parse_fold_share,
    parse_folding,
)
from jamfold.calculator.flops.sampling import sample_answers, sample_stayers
from jamfold.calculator.flops.winning_chance import WinningChance, chance_on_flop
from jamfold.cards import N_CARDS, Card, parse_cards
from jamfold.cards.games import HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.core.errors import ChanceError
from tests.command_line import Runner
from tests.naive_flops import share_against

HAND, FLOP = parse_cards("JhTh"), parse_cards("Qh9h2c")
SCALE = flop_counts(HOLDEM).scale
N_DISTINCT = n_distinct(HOLDEM)


def fold_points(points: int) -> FoldBelow:
    """Fold what has fewer points."""
    return FoldBelow(Fraction(points, SCALE))


SPREAD = lambda: Spread.of(np.array([5, 9], dtype=np.int32), 10)  # noqa: E731
EVERYTHING = FoldBelow(Fraction(2))
NARROW = parse_fold_below("0.93")  # leaves eight sets


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], data_folder: Path) -> Runner:
    return Runner(capsys)


def remaining(
    folding: Folding, hand: tuple[Card, ...], flop: tuple[Card, ...], game: Game = HOLDEM
) -> dict[tuple[int, int], float]:
    """The holdings that stay, with their weights, without those that share a card with the hand."""
    strengths = flop_strengths(flop, game)
    stays = folding.stays(strengths.points, strengths.counts.scale).tolist()
    pairs = [(int(a), int(b)) for a, b in strengths.holdings.tolist()]
    return {
        pair: weight
        for pair, weight in zip(pairs, stays, strict=True)
        if weight and not set(pair) & set(hand)
    }


# one opponent


@settings(max_examples=5)
@given(st.lists(st.integers(0, N_CARDS - 1), min_size=5, max_size=5, unique=True))
def test_against_everything_is_raw_strength(cards: list[int]) -> None:
    """Two ways of counting: card removal by strength, and opponent by opponent."""
    hand, flop = [Card(c) for c in cards[:2]], [Card(c) for c in cards[2:]]
    answer = chance_on_flop(hand, flop)
    assert answer.one == answer.against
    assert answer.one is not None
    assert answer.one.equity == answer.raw.equity
    assert answer.one.win == pytest.approx(answer.raw.win / 1_070_190, rel=1e-15)
    assert (answer.answers.folds, answer.answers.everybody_folds, answer.answers.share) == (
        0,
        0,
        answer.raw.equity,
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "hand", "flop", "threshold"),
    [
        (HOLDEM, "JhTh", "Qh9h2c", "0.93"),
        (HOLDEM, "AsKd", "Kh7d2c", "97%"),
        (SIX_PLUS, "JhTh", "Qh9h6c", "0.75"),
        (SIX_PLUS_TRIPS, "AsKd", "KhQdJc", "0.95"),
    ],
)
def test_against_a_narrow_range(game: Game, hand: str, flop: str, threshold: str) -> None:
    cards, board = parse_cards(hand), parse_cards(flop)
    folding = parse_fold_below(threshold)
    held = remaining(folding, cards, board, game)
    assert 2 <= len(held) <= 40
    shares = [share_against(cards, [pair], board, game) for pair in held]
    answer = chance_on_flop(cards, board, folding=folding, game=game)
    assert answer.one is not None
    assert answer.one.equity == pytest.approx(sum(shares) / len(shares), rel=1e-12)
    assert answer.answers.folds == pytest.approx(1 - len(held) / flop_counts(game).opponents, rel=1e-12)


@pytest.mark.long
def test_against_a_curve() -> None:
    folding = parse_fold_curve("0.93:1, 1:0")
    held = remaining(folding, HAND, FLOP)
    shares = [share_against(HAND, [pair], FLOP) for pair in held]
    answer = chance_on_flop(HAND, FLOP, folding=folding)
    assert answer.one is not None
    assert answer.one.equity == pytest.approx(np.average(shares, weights=list(held.values())), rel=1e-12)
    assert answer.answers.folds == pytest.approx(1 - sum(held.values()) / 1_081, rel=1e-12)


def test_a_flat_curve_changes_nothing() -> None:
    answer = chance_on_flop(HAND, FLOP, folding=parse_fold_curve("0:0.25"))
    assert answer.one is not None
    assert answer.one.equity == pytest.approx(answer.raw.equity, rel=1e-15)
    assert answer.answers.share == pytest.approx(0.25 + 0.75 * answer.raw.equity, rel=1e-15)


@pytest.mark.parametrize("opponents", [1, 3])
def test_everybody_folds(opponents: int) -> None:
    answer = chance_on_flop(HAND, FLOP, opponents, EVERYTHING, (10, 5), deals=1_000)
    assert (answer.one, answer.against, answer.power_rule) == (None, None, None)
    assert (answer.answers.folds, answer.answers.everybody_folds, answer.answers.share) == (1, 1, 1)
    assert answer.money is not None
    assert (answer.money.go_on, answer.money.all_stay) == (10, None)


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


@pytest.mark.slow
@pytest.mark.parametrize("folding", [NARROW, parse_fold_curve("0.925:1,0.93:0.9,0.945:0.1")])
def test_two_opponents_who_block_each_other(folding: Folding) -> None:
    exact = exact_against_two(folding)
    answer = chance_on_flop(HAND, FLOP, 2, folding, deals=100_000, seed=5)
    assert answer.against is not None
    assert answer.power_rule is not None
    assert answer.against.equity == pytest.approx(exact, abs=4 * answer.against.standard_error)
    assert abs(answer.power_rule - exact) > 10 * answer.against.standard_error


@pytest.mark.parametrize("sampler", ["stayers", "answers"])
def test_the_standard_error_is_right(sampler: str) -> None:
    """Of 400 small samples 95% lie within 1.96 standard errors of the exact value (range: 99.9%)."""
    lookup, number = flop_lookup(FLOP), flop_lookup(FLOP).number(HAND)
    folding = parse_fold_below("0.6")
    points = flop_strengths(FLOP).points
    stays = folding.stays(points, SCALE)
    exact = chance_on_flop(HAND, FLOP, folding=folding)
    assert exact.one is not None
    free = ~np.isin(flop_strengths(FLOP).holdings, HAND).any(axis=1)
    levels = np.unique(points, return_inverse=True)[1]
    inside = 0
    for seed in range(400):
        if sampler == "stayers":
            tally = sample_stayers(lookup, number, 1, stays * free, 400, seed)
            target = exact.one.equity
        else:
            tally, _ = sample_answers(lookup, number, levels, stays, 1, 400, seed)
            target = exact.answers.share
        assert tally is not None
        inside += abs(tally.share - target) <= 1.96 * tally.standard_error
    assert 0.91 <= inside / 400 <= 0.985


def test_shares_by_level_are_those_of_one_opponent() -> None:
    lookup = flop_lookup(FLOP)
    number = lookup.number(HAND)
    points = flop_strengths(FLOP).points
    level_points, levels = np.unique(points, return_inverse=True)
    tally, shares = sample_answers(lookup, number, levels, np.ones(len(points)), 1, 200_000, 3)
    assert len(shares) == len(level_points) + 1
    assert shares[0] == pytest.approx(tally.share, rel=1e-9)
    for level in range(0, len(level_points), 60):
        exact = chance_on_flop(HAND, FLOP, folding=fold_points(int(level_points[level]))).answers.share
        assert shares[level] == pytest.approx(exact, abs=4 * 0.5 / math.sqrt(200_000))


@pytest.mark.parametrize("opponents", [2, 5, 8])
def test_shares_by_level_are_those_of_the_same_deals(opponents: int) -> None:
    lookup = flop_lookup(FLOP)
    points = flop_strengths(FLOP).points
    level_points, levels = np.unique(points, return_inverse=True)
    for level in (0, 200, 400, len(level_points)):
        cut = int(level_points[level]) if level < len(level_points) else SCALE + 1
        stays = fold_points(cut).stays(points, SCALE)
        tally, shares = sample_answers(lookup, lookup.number(HAND), levels, stays, opponents, 2_000, 1)
        assert tally.deals == 2_000
        assert shares[level] == pytest.approx(tally.share, rel=1e-9)
        assert (np.diff(shares) > -1e-12).all()
        assert shares[-1] == pytest.approx(1.0)


def test_opponents_who_cannot_all_stay() -> None:
    """Three aces are left, and no two holdings of two of them fit side by side."""
    flop, hand = parse_cards("As7d2c"), parse_cards("KsKd")
    strongest = fold_points(int(flop_strengths(flop).points.max()))
    assert set(remaining(strongest, hand, flop)) <= set(combinations(parse_cards("AcAdAh"), 2))
    answer = chance_on_flop(hand, flop, 2, strongest, (1, 1), deals=100)
    assert answer.one is not None
    assert answer.against is None
    assert answer.money is not None
    assert answer.money.all_stay is None


def test_a_seed_gives_the_same_deals() -> None:
    def asked(seed: int) -> WinningChance:
        return chance_on_flop(HAND, FLOP, 3, NARROW, deals=5_000, seed=seed)

    assert asked(7) == asked(7)
    assert asked(7).answers != asked(8).answers


def test_a_threshold_is_not_measured_on_the_deals_it_was_chosen_on() -> None:
    """There it would pay by its choice, always; on other deals it loses a little as often as not."""
    losing = 0
    for seed in range(20):
        chosen = chance_on_flop(HAND, FLOP, 3, None, (20, 60), deals=300, seed=seed).money
        assert chosen is not None
        again = chance_on_flop(HAND, FLOP, 3, chosen.threshold, (20, 60), deals=300, seed=seed).money
        assert again is not None
        losing += again.go_on < 0
    assert 2 <= losing <= 18


# money


@pytest.mark.long
@given(st.floats(0.1, 1e6), st.floats(0, 1e6), st.integers(0, SCALE))
@settings(max_examples=40)
def test_money_of_one_opponent(pot: float, call: float, cut: int) -> None:
    answer = chance_on_flop(HAND, FLOP, 1, fold_points(cut), (pot, call))
    money, share = answer.money, answer.answers.share
    assert money is not None
    assert money.go_on == pytest.approx(share * (pot + call) - call, rel=1e-12)
    assert answer.one is None or share == pytest.approx(
        answer.answers.folds + (1 - answer.answers.folds) * answer.one.equity, rel=1e-12
    )
    limit = money.threshold.limit
    rounding = 1e-9 * (pot + call)
    at_it = chance_on_flop(HAND, FLOP, 1, money.threshold, (pot, call)).money
    assert at_it is not None
    assert at_it.go_on >= -rounding
    if limit > 0:
        below = [int(level) for level in np.unique(flop_strengths(FLOP).points) if level < limit * SCALE]
        lower = chance_on_flop(HAND, FLOP, 1, fold_points(below[-1]), (pot, call)).money
        assert lower is not None
        assert lower.go_on < rounding


def test_a_free_card_always_pays() -> None:
    money = chance_on_flop(HAND, FLOP, 1, None, (10, 0)).money
    assert money is not None
    assert [money.needed_share, float(money.threshold.limit), money.threshold_folds] == [0, 0, 0]


# folding behaviours


def test_thresholds_are_exact() -> None:
    assert parse_fold_below("0") == FoldBelow(Fraction(0))
    assert parse_fold_below("100%") == parse_fold_below("1.") == FoldBelow(Fraction(1))
    assert parse_fold_below(".5") == parse_fold_below("50%") == FoldBelow(Fraction(1, 2))
    points = np.array([0, SCALE // 2 - 1, SCALE // 2, SCALE], dtype=np.int32)
    assert parse_fold_below("0.5").stays(points, SCALE).tolist() == [0, 0, 1, 1]


def test_share_that_folds() -> None:
    spread = Spread.of(np.array([5, 5, 7, 9], dtype=np.int32), 10)
    shares = ("0", "0.49", "0.5", "0.75", "99%", "1")
    cuts = {share: 10 * parse_fold_share(share, spread).limit for share in shares}
    assert cuts == {"0": 5, "0.49": 5, "0.5": 7, "0.75": 9, "99%": 9, "1": 11}


def test_curves() -> None:
    curve = parse_fold_curve("0.25:1, 50%:0.5,0.75:0")
    assert curve == FoldCurve((0.25, 0.5, 0.75), (1.0, 0.5, 0.0))
    points = np.array([0, SCALE // 4, 3 * SCALE // 8, SCALE // 2, SCALE], dtype=np.int32)
    assert curve.stays(points, SCALE) == pytest.approx([0, 0, 0.25, 0.5, 1], abs=1e-6)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_fold_below, parse_fold_curve):
        with suppress(ChanceError):
            read(text)


FIELDS: list[tuple[Callable[[], object], str]] = [
    (lambda: chance_on_flop(HAND, FLOP, 9), "opponents"),
    (lambda: chance_on_flop(HAND, FLOP, deals=1), "deals"),
    (lambda: chance_on_flop(HAND, FLOP, seed=-1), "seed"),
    (lambda: chance_on_flop(HAND, FLOP, money=(0, 1)), "pot"),
    (lambda: chance_on_flop(HAND, FLOP, money=(1, math.nan)), "call"),
    (lambda: parse_folding(Ways(below="2"), None, SPREAD), "fold_below"),
    (lambda: parse_folding(Ways(share="x"), None, SPREAD), "fold_share"),
    (lambda: parse_folding(Ways(curve="0.3"), None, SPREAD), "fold_curve"),
    (lambda: parse_folding(Ways(below="0", share="0"), None, SPREAD), "fold_share"),
    (lambda: parse_folding(Ways(below="0", of="flop"), None, SPREAD), "share_of"),
]


@pytest.mark.parametrize(("ask", "field"), FIELDS, ids=lambda value: value if isinstance(value, str) else "")
def test_errors_name_their_field(ask: Callable[[], object], field: str) -> None:
    with pytest.raises(ChanceError) as caught:
        ask()
    assert caught.value.field == field


# the command


def test_json_contract(run: Runner) -> None:
    words = ("winchance", "As Kd", "--flop", "Kh 7d 2c", "--fold-below", "0.45", "--pot", 100, "--call", 50)
    answer: dict[str, Any] = json.loads(run.good(*words, "--json"))
    assert answer["raw"] == {"win": 956_046, "tie": 6_837, "lose": 107_307, "equity": 0.896536596305329}
    assert {"raw", "against", "threshold", "opponents", "money"} <= answer.keys()
    assert (answer["opponents"], answer["threshold"]) == (1, pytest.approx(0.45, abs=1e-6))
    assert answer["against"]["exact"]
    assert answer["against"]["equity"] == pytest.approx(0.8337435124727942)
    share = answer["answers"]["share"]
    assert answer["money"]["continue"] == pytest.approx(150 * share - 50)
    text = run.good(*words)
    assert "83.3744%" in text
    assert "exact" in text


def test_several_opponents_print_error_and_power_rule(run: Runner) -> None:
    words = ("winchance", "JhTh", "--flop", "Qh9h2c", "--opponents", 3, "--fold-curve", "0.3:1,0.7:0")
    text = run.good(*words, "--deals", 2_000, "--pot", 10, "--call", 4)
    assert "2,000 deals, standard error" in text
    assert "power rule" in text
    answer = json.loads(run.good(*words, "--deals", 2_000, "--seed", 4, "--json"))
    assert answer["power_rule"] == pytest.approx(answer["against_one"]["equity"] ** 3)
    assert (answer["threshold"], answer["seed"], answer["against"]["deals"]) == (None, 4, 2_000)
    assert answer["against"]["standard_error"] > 0


@pytest.mark.parametrize("game", [SIX_PLUS, SIX_PLUS_TRIPS], ids=lambda game: game.name)
def test_the_short_deck(run: Runner, game: Game) -> None:
    words = ("winchance", "--game", game.name, "As Kd", "--flop", "Kh 7d 9c")
    answer = json.loads(run.good(*words, "--opponents", 8, "--deals", 1_000, "--json"))
    assert (answer["game"], sum(answer["raw"][name] for name in ("win", "tie", "lose"))) == (
        game.name,
        188_790,
    )
    assert answer["against"]["equity"] < answer["raw"]["equity"]
    assert "exact" in run.good(*words, "--fold-share", "0.5", "--share-of", "flop")


def test_share_of_this_flop(run: Runner) -> None:
    words = ("winchance", "JhTh", "--flop", "Qh9h2c", "--share-of", "flop", "--json", "--fold-share")
    answer = json.loads(run.good(*words, "50%"))
    assert answer["answers"]["one_folds"] == pytest.approx(0.5, abs=0.03)
    everybody = json.loads(run.good(*words, "1"))
    assert everybody["against"] is None


def test_distribution(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.ones((3, N_DISTINCT), dtype=np.int32)
    states[0] = np.arange(N_DISTINCT) * 4 // 5
    monkeypatch.setattr(distribution, "_all_states", lambda game, progress: states)
    plot = tmp_path / "plot.svg"
    answer = json.loads(
        run.good("winchance", "--distribution", "--fold-below", "0.5", "--out", plot, "--json")
    )
    assert (answer["distinct"], sum(answer["histogram"])) == (N_DISTINCT, answer["states"])
    assert 0 < answer["answer"]["share"] < 1
    assert plot.read_bytes().startswith(b"<?xml")
    back = json.loads(
        run.good("winchance", "--distribution", "--fold-share", answer["answer"]["share"], "--json")
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
        (("AsKd", "--flop", "Kh7d2c4c5c6c"), "6 cards"),
        (("AsKd", "--flop", "Kd7d2c"), "on the flop"),
        (("AsKd", "--flop", "Kh7d2c", "--game", "six-plus"), "2c"),
        (("As5d", "--flop", "Kh7d9c", "--game", "six-plus"), "5d"),
        (("AsKd", "--flop", "Kh7d2c", "--game", "omaha"), "two hole cards"),
        (("AsKd", "--flop", "Kh7d2c", "--game", "chess"), "chess"),
        (("AsKd", "--flop", "Kh7d2c", "--opponents", "9"), "1 to 8 opponents"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-below", "1.5"), "'1.5'"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-below", "nan"), "'nan'"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-share", "30"), "percentage"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-curve", "0.3"), "strength:probability"),
        (("AsKd", "--flop", "Kh7d2c", "--fold-curve", "0.3:1,0.3:0"), "must ascend"),
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
        (("--distribution", "--out", "none/x.svg"), "does not exist"),
        (("--distribution", "--fold-share", "x"), "'x'"),
    ],
)
def test_bad_input(run: Runner, words: tuple[str, ...], part: str) -> None:
    assert part in run.bad("winchance", *words)
