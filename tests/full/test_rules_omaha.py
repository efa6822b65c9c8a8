"""Rules of the Omaha games: published ones to the last digit, those of the program better at every stack."""

from __future__ import annotations

import pytest

from jamfold.cards.games import GAMES, OMAHA
from jamfold.practice.point_rules.evaluation import RuleRow, rule_stakes, sweep_scores
from jamfold.practice.point_rules.report import find_rule, known_rule
from jamfold.practice.point_rules.rule import Rule, Threshold, parse_rule
from jamfold.practice.point_rules.search import SearchBudget
from jamfold.spots.solve import load_payoffs
from tests.rules import SCORES, measure_rule, published, rule_file

THREE = (("live-ranks-ace-18", 1), ("pair-ranks-J-5", 1), ("suit-points-3-2", 2))


def _honest(rows: tuple[RuleRow, ...]) -> None:
    for row in rows:
        assert -1e-12 <= row.loss_bb <= row.gain_bb + 1e-9
        assert row.epsilon < 1e-9


@pytest.mark.parametrize("name", ["omaha-5", "omaha-3", "hilo-8"])
def test_published_rules_to_the_last_digit(name: str) -> None:
    rows = measure_rule(parse_rule(rule_file(name)))
    assert [f"{row.gain_bb:.5f}" for row in rows] == [row.gain_bb for row in published(name)]
    _honest(rows)


@pytest.mark.parametrize(("name", "most"), [("omaha-5", 5), ("hilo-8", 8)])
def test_the_rules_of_the_program_are_better_at_every_stack(name: str, most: int) -> None:
    rule = known_rule(GAMES[SCORES[name][0]])
    assert len(rule.score) <= most
    rows = measure_rule(rule)
    _honest(rows)
    gains = {row.s: row.gain_bb for row in rows}
    for row in published(name):
        assert gains[float(row.s)] < float(row.gain_bb) - 5e-6


def test_three_numbers_for_omaha() -> None:
    """Better than the published three numbers, thresholds tuned; one sweep equals single measurements."""
    stacks = [float(row.s) for row in published("omaha-3")]
    rule = Rule(OMAHA, THREE, (Threshold(1, 0, 0),))
    sweep = sweep_scores(load_payoffs(OMAHA), [rule_stakes(s) for s in stacks], rule.scores)
    jams, calls, gains = sweep.best(0)
    for gain, row in zip(gains, published("omaha-3"), strict=True):
        assert gain < float(row.gain_bb) - 5e-6
    tuned = tuple(
        Threshold(s, int(sweep.thresholds[jam]), int(sweep.thresholds[call]))
        for s, jam, call in zip(stacks, jams, calls, strict=True)
    )
    single = measure_rule(Rule(OMAHA, THREE, tuned))
    assert [row.gain_bb for row in single] == pytest.approx(gains.tolist(), abs=1e-11)


def test_a_short_search_for_omaha() -> None:
    report = find_rule(OMAHA, (5.0, 12.0), 2, effort=SearchBudget(beam=1, swapped=0, measured=1, passes=0))
    assert 1 <= len(report.rule.score) <= 2
    assert [one.name for one in report.compared] == ["Hutchison"]
    best = min(report.mean_gain_bb, sum(row.gain_bb for row in report.compared[0].rows) / 2)
    assert best == report.mean_gain_bb
