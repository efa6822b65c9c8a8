"""Bounds of the whole game on random flops: their sums against other code, the estimate, interruption.

Six-Plus stands in for the games of four cards here: its flops are counted in milliseconds.  Omaha itself is
in tests/full/test_omaha_bounds.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.distribution import flop_classes
from jamfold.calculator.flops.flop_hands import flop_hands
from jamfold.calculator.flops.flop_margins import load_margins
from jamfold.calculator.flops.flop_payoffs import FlopSums
from jamfold.cards import parse_cards
from jamfold.cards.games import HOLDEM, OMAHA_HILO, SIX_PLUS
from jamfold.cases.charts import BoundsRequest
from jamfold.solver.respond import strategy_sums
from jamfold.spots import sampled_flops
from jamfold.spots.sampled_flops import SAMPLES, SampledBound, sampled_bound
from jamfold.spots.solve import load_payoffs, low_rank_payoffs
from jamfold.spots.whole_game import BoundsSolver, whole_game_bounds
from jamfold.spots.whole_game_flops import play_flop, range_sums
from jamfold.views.bounds import bounds_sheet
from jamfold.views.render import sheet_markdown

TEN = Situation((10.0, 10.0), (0.5, 1.0))
SMALL = {"FLOPS": 6, "ITERATIONS": 3, "_TRAINING_FLOPS": 1}


def estimate(
    progress: Any = lambda stage, share: None, situation: Situation = TEN, **changes: int
) -> SampledBound:
    """The estimate of Six-Plus, at ten big blinds, above 0, with these settings."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (SMALL | changes).items():
            patch.setattr(sampled_flops, name, value)
        return sampled_bound(SIX_PLUS, load_payoffs(SIX_PLUS), situation, 0.0, progress)


@pytest.mark.long
@pytest.mark.parametrize("leads", [False, True])
def test_a_flop_is_played_as_in_the_search_over_all_flops(*, leads: bool) -> None:
    rng = np.random.default_rng(3)
    margins, classes = load_margins(SIX_PLUS), flop_classes(SIX_PLUS)
    reach, action = rng.random((2, 81)).astype(np.float32)
    for number in range(4):
        flop = sampled_flops._Flop(SIX_PLUS, number)
        own, regrets = np.full(len(flop.kinds), 0.25), np.zeros((2, len(flop.kinds)))
        gains = flop.play(reach, action[flop.kinds], own, regrets, (1.0, 10.0), leads=leads)
        k = int(classes.index(flop.sums.hands.flop))
        actions = action[margins.kinds]
        chances = np.full_like(actions, 0.25)
        zeros, values = np.zeros((2, len(actions)), dtype=np.float32), np.zeros((classes.n, 81))
        play_flop(margins, k, reach, actions, chances, zeros, 1.0, 10.0, leads, values)
        expected = values[k] / margins.weights[k]
        assert gains == pytest.approx(expected, abs=1e-5 * np.abs(expected).max())
        states = slice(margins.starts[k], margins.starts[k + 1])
        sums = (
            np.bincount(kinds, weights, 81)
            for kinds, weights in (
                (flop.kinds, own * flop.sums.classes.sizes),
                (margins.kinds[states], chances[states] * margins.sizes[states]),
            )
        )
        assert next(sums) == pytest.approx(next(sums), abs=1e-4)


@pytest.mark.parametrize("game", [SIX_PLUS, HOLDEM])
def test_random_runouts_are_right_on_average(game: Any) -> None:
    """Each hand's margin against a range: near the exact one, and nearer over more draws."""
    hands = flop_hands(tuple(parse_cards("AsKs9d")), game)
    sums, rng = FlopSums(hands, hands.suits, by_rank=False), np.random.default_rng(1)
    every, weights = np.arange(len(sums.classes.sizes)), rng.random(len(sums.classes.sizes))
    exact = sums.mix_rows(every, weights)
    draws = np.array([sums.sampled(24, rng).mix_rows(every, weights) for _ in range(64)])
    errors = [np.abs(mean - exact).mean() / np.abs(exact).mean() for mean in (draws[0], draws.mean(axis=0))]
    assert errors[0] < 0.5
    assert errors[1] < 0.25 * errors[0]
    assert sums.mix_rows(every, weights) == pytest.approx(exact)  # it draws from a copy


def test_sums_of_many_classes_are_those_of_the_solver() -> None:
    payoffs = low_rank_payoffs(OMAHA_HILO)
    chances = (np.arange(payoffs.n_classes) % 7 == 0).astype(float)
    met, won = range_sums(payoffs)(chances)
    products = strategy_sums(payoffs, chances)
    assert met == pytest.approx(products.placements)
    assert won == pytest.approx(products.margins)


@pytest.mark.long
@pytest.mark.usefixtures("shared_tables")
def test_the_estimate_lies_between_the_bounds_and_more_flops_are_nearer() -> None:
    solved = BoundsSolver(SIX_PLUS).solve(TEN)
    few, many = estimate(), estimate(FLOPS=64, ITERATIONS=30, _TRAINING_FLOPS=8)
    assert few.flops == 6
    assert few.gap_bb == few.upper_bb
    assert few.within_bb > 1.5 * many.within_bb > 0
    lower, upper = float(solved.bounds.lower), float(solved.bounds.upper)
    assert lower + many.within_bb < many.upper_bb < upper - many.within_bb


@pytest.mark.usefixtures("shared_tables")
@pytest.mark.parametrize("situation", [TEN, Situation((110, 140), (5, 10), antes=(1, 12), dead=7)])
def test_without_leads_it_is_the_proved_bound(situation: Situation, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = BoundsSolver(SIX_PLUS).solve(situation)
    answers = {name: strategy.chances() for name, strategy in solved.upper[0].answers.items()}
    jams = [answers[name] for name in ("limp", "raise", "raise", "jam")]
    monkeypatch.setattr(sampled_flops, "_search", lambda *_: np.stack([np.zeros(81), *jams]))
    monkeypatch.setattr(sampled_flops._Flop, "gains", lambda *_: np.zeros(81))
    bound = estimate(situation=situation)
    assert bound.upper_bb == pytest.approx(float(solved.bounds.upper), abs=1e-12)
    assert bound.within_bb == 0


@pytest.mark.usefixtures("shared_tables")
def test_an_interrupted_estimate_ends_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = estimate()
    SAMPLES.items(SIX_PLUS.name)[0].remove()
    monkeypatch.setattr(sampled_flops, "_PERIOD", 0.0)

    def stop(stage: str, share: float) -> None:
        if "flop 3 of 6" in stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        estimate(stop)
    stages = []
    assert estimate(lambda stage, share: stages.append(stage)) == whole
    assert stages[0] == "best response on flop 3 of 6"
    assert estimate(lambda stage, share: pytest.fail(stage)) == whole


@pytest.mark.usefixtures("shared_tables")
def test_what_is_stored_under_other_settings_is_not_used() -> None:
    assert estimate().flops == 6
    assert estimate(FLOPS=7).flops == 7


@pytest.mark.usefixtures("shared_tables")
def test_the_sentence_says_how_exact_it_is() -> None:
    question = BoundsRequest.from_json({"game": "six-plus", "stacks": "10bb"})
    bounds = replace(whole_game_bounds(SIX_PLUS, TEN), sampled=SampledBound(0.04, 0.0152, 0.0031, 96))
    text = sheet_markdown(bounds_sheet(question, bounds))
    assert (
        "If the big blind also jams flops, the small blind earns at most +0.0400 bb, 0.0152 bb above jam or "
        "fold: within 0.0031 bb (95%, sampled on 96 flops)." in text
    )
    worse = replace(bounds, sampled=SampledBound(0.5, 0.4752, 0.0031, 96))
    text = sheet_markdown(bounds_sheet(question, worse))
    assert "On 96 random flops, jams of the flop do not lower the upper bound." in text
