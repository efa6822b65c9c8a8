"""Near ranges: read back they differ as reported; exact where that is short; bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, OMAHA, SIX_PLUS, Game
from jamfold.cli.main import main
from jamfold.core.errors import RangeError
from jamfold.ranges import HandRange, NearRange, near_range, parse_range
from jamfold.ranges.syntax import format_node
from jamfold.ranges.writing.cover import vocabulary
from jamfold.ranges.writing.nearest import NearTerm, count_terms, near_terms
from jamfold.views.ranges import near_text


def difference(held: HandRange, text: str) -> tuple[float, float]:
    """Combinations that only the text holds, and that only the range holds, hand by hand."""
    more = parse_range(text, held.game, "generic").hand_weights - held.hand_weights
    return float(more[more > 0].sum()), float(-more[more < 0].sum())


def assert_reported(held: HandRange, near: NearRange) -> None:
    extra, missing = difference(held, near.text)
    assert near.extra == pytest.approx(extra, abs=1e-6)
    assert near.missing == pytest.approx(missing, abs=1e-6)
    assert near.share == pytest.approx((extra + missing) / held.game.n_hands)
    assert near.exact == (extra + missing == 0)
    assert near.terms == count_terms(near.text)


def strong(game: Game, share: float, noise: float = 0.0) -> NDArray[np.bool_]:
    """A range by an invented strength: high cards, pairs, two of a suit, neighbours."""
    classes = hand_classes(game)
    ranks = np.sort(classes.representatives // N_SUITS, axis=1).astype(float)
    suits = classes.representatives % N_SUITS
    steps = np.diff(ranks, axis=1)
    twice = np.array([len(set(row)) for row in suits.tolist()]) == 2
    score = ranks @ np.linspace(0.6, 1.4, ranks.shape[1]) + 4 * (steps == 0).sum(axis=1)
    score += 3 * twice + (steps == 1).sum(axis=1)
    score += noise * np.random.default_rng(5).normal(size=classes.n)
    order = np.argsort(-score, kind="stable")
    chosen = np.zeros(classes.n, dtype=bool)
    chosen[order[np.cumsum(classes.sizes[order]) <= share * game.n_hands]] = True
    return chosen


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    ["AA", "AA!AAA", "AxKx", "As", "AA$ds,KK", "*", "*!*", "*!(AA,KK)", "KQJT-T987:xxy", "AA@40,KK@60", "7"],
)
def test_short_exact_texts_are_kept(text: str) -> None:
    held = parse_range(text, OMAHA)
    near = near_range(held)
    assert near.exact
    assert near.terms <= 4
    assert near.extra == near.missing == near.share == 0
    assert parse_range(near.text, OMAHA) == held
    assert near.sentence.endswith(", exact")


@pytest.mark.long
def test_a_range_by_strength_is_near() -> None:
    by_strength_is_near(OMAHA)


def by_strength_is_near(game: Game) -> None:
    """The better half of the hands, as a text of at most forty terms."""
    held = HandRange.from_classes(game, strong(game, 0.5))
    near = near_range(held, tolerance=0.0)
    assert near.terms <= 40
    assert near.share < 0.02
    assert not near.exact
    assert_reported(held, near)
    assert f"{100 * (1 - near.share):.2f}% of hands agree: {near.extra:,.0f} combinations" in near.sentence


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS], ids=lambda game: game.name)
def test_two_cards(game: Game) -> None:
    held = HandRange.from_classes(game, strong(game, 0.4, noise=1.0))
    near = near_range(held, max_terms=5)
    assert near.terms <= 5
    assert near.share < 0.1
    assert_reported(held, near)


@pytest.mark.long
def test_more_terms_are_nearer_and_tolerance_saves_terms() -> None:
    held = HandRange.from_classes(OMAHA, strong(OMAHA, 0.3))
    shares = [near_range(held, max_terms=count).share for count in (1, 4, 12)]
    assert shares == sorted(shares, reverse=True)
    rough = near_range(held, tolerance=0.05)
    assert rough.share <= 0.05
    assert rough.terms < 20
    assert near_range(held, tolerance=0.9).text == "*!*"


@pytest.mark.long
def test_half_is_in() -> None:
    chosen = strong(OMAHA, 0.3)
    weights = np.where(chosen, 0.5, 0.25)
    weights[::7] = chosen[::7]
    held = HandRange.from_classes(OMAHA, weights)
    near = near_range(held, max_terms=10)
    assert_reported(held, near)
    full = near_range(HandRange.from_classes(OMAHA, chosen), max_terms=10)
    assert abs(parse_range(near.text, OMAHA).percent - parse_range(full.text, OMAHA).percent) < 5
    assert not near.exact


@pytest.mark.long
@settings(max_examples=8)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.05, 0.3, 0.7, 0.95]), st.integers(1, 6))
def test_reported_difference(seed: int, share: float, max_terms: int) -> None:
    rng = np.random.default_rng(seed)
    weights = strong(OMAHA, share, noise=2.0).astype(float)
    mixed = rng.random(len(weights)) < 0.01
    weights[mixed] = rng.random(int(mixed.sum()))
    held = HandRange.from_classes(OMAHA, weights)
    near = near_range(held, max_terms=max_terms)
    assert near.terms <= max_terms + 1  # the text of no hands has two
    assert_reported(held, near)


@pytest.mark.long
@settings(max_examples=60)
@given(st.data(), st.sampled_from([OMAHA, HOLDEM, SIX_PLUS]))
def test_terms_mean_what_they_say(data: st.DataObject, game: Game) -> None:
    terms, words = near_terms(game), vocabulary(game)
    term = NearTerm(*(data.draw(st.integers(0, len(n) - 1)) for n in (terms.ranks, terms.pairs, terms.suits)))
    held = parse_range(format_node(terms.node(term)), game, "generic")
    assert np.array_equal(held.class_weights > 0, terms.cells(term).ravel()[words.cell_of])


@settings(max_examples=10)
@given(st.integers(0, 2**32 - 1), st.sampled_from([OMAHA, HOLDEM]))
def test_best_term(seed: int, game: Game) -> None:
    terms, words = near_terms(game), vocabulary(game)
    gains = np.random.default_rng(seed).integers(-9, 10, words.cell_sizes.shape).astype(np.float32)
    gains[words.cell_sizes == 0] = 0
    gain, choice, best = terms.best(np.stack([gains, -gains], axis=1))
    gains = -gains if choice else gains
    assert gain == gains[terms.cells(best)].sum()
    for ranks in range(0, len(terms.ranks), 1 + len(terms.ranks) // 100):
        assert gains[terms.cells(NearTerm(ranks, 1, 1))].sum() <= gain


def test_a_range_of_single_hands() -> None:
    weights = np.zeros(len(hand_classes(OMAHA).hands))
    weights[np.random.default_rng(1).choice(len(weights), 500, replace=False)] = 1
    held = HandRange.from_hands(OMAHA, weights)
    near = near_range(held, max_terms=3)
    assert_reported(held, near)
    assert near.text == "*!*"


@pytest.mark.parametrize(
    ("max_terms", "tolerance"), [(0, 0.1), (501, 0.1), (5, -0.1), (5, 1.0), (5, float("nan"))]
)
def test_bad_bounds(max_terms: int, tolerance: float) -> None:
    with pytest.raises(RangeError, match=str(max_terms) if max_terms != 5 else "tolerance"):
        near_range(parse_range("AA", OMAHA), max_terms, tolerance)


@pytest.mark.long
def test_strategies_as_near_texts() -> None:
    chances = strong(OMAHA, 0.6).astype(float)
    near = near_text(OMAHA, chances)
    assert near is not None
    assert near.terms <= 40
    fewer = near_text(OMAHA, chances, 3)
    assert fewer is not None
    assert fewer.terms <= 3
    scattered = (np.random.default_rng(2).random(len(chances)) < 0.01).astype(float)
    assert near_text(OMAHA, scattered) is None
    assert near_text(OMAHA, scattered, 2) is not None
    assert near_text(HOLDEM, np.ones(hand_classes(HOLDEM).n)) is None


@pytest.mark.parametrize("option", [["--every-class"], ["--terms", "5"]])
def test_options_that_belong_to_ranges(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hands", *option]) == 2
    assert f"{option[0]} goes with --format range." in capsys.readouterr().err
