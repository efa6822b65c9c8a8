"""The published rules as files: their features, and thresholds with gains from tests/published/rules.csv."""

from __future__ import annotations

import csv
from typing import NamedTuple

from jamfold.practice.point_rules.evaluation import RuleRow, measure_with, solve_stacks
from jamfold.practice.point_rules.rule import Rule
from jamfold.spots.solve import load_payoffs
from tests.published_values import FOLDER

SCORES = {
    "holdem-5": ("holdem", {"ranks": 1, "king": 2, "ace": 7, "pair": 20, "suited": 3}),
    "sage": ("holdem", {"highest-ace-15": 2, "lowest-ace-15": 1, "pair": 22, "suited": 2}),
    "omaha-5": ("omaha", {"ranks-ace-18": 1, "pair-ranks": 1, "suited": 6, "trips": -10, "danglers": -2}),
    "omaha-3": ("omaha", {"ranks-ace-18": 1, "pair-ranks": 1, "suited": 6}),
    "hilo-8": (
        "omaha-hilo",
        {
            "aces": 8,
            "low-two": 11,
            "six-two": 5,
            "pair-7-up": 6,
            "pair-Q-up": 8,
            "suited": 5,
            "tens-up": 2,
            "trips": -12,
        },
    ),
}


class PublishedRow(NamedTuple):
    """A rule at one stack; thresholds and the gain as they are printed."""

    s: str
    jam_from: str
    call_from: str
    gain_bb: str


def published(rule: str) -> list[PublishedRow]:
    """The rows of a rule."""
    with (FOLDER / "rules.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    return [
        PublishedRow(row["s"], row["jam_from"], row["call_from"], row["gain_bb"])
        for row in rows
        if row["rule"] == rule
    ]


def rule_file(rule: str) -> str:
    """A published rule as TOML."""
    game, score = SCORES[rule]
    lines = [f'game = "{game}"', "[score]", *(f"{name} = {weight}" for name, weight in score.items())]
    for row in published(rule):
        jam, call = (f'"{text}"' if text == "any" else text for text in (row.jam_from, row.call_from))
        lines += ["[[thresholds]]", f"s = {row.s}", f"jam_from = {jam}", f"call_from = {call}"]
    return "\n".join(lines) + "\n"


def measure_rule(rule: Rule) -> tuple[RuleRow, ...]:
    """A rule at every of its stacks."""
    payoffs = load_payoffs(rule.game)
    return measure_with(rule, payoffs, solve_stacks(payoffs, rule.stacks))
