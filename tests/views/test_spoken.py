"""Hands as players write and say them: one table of cases for Python and for the search box (tests/web)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jamfold.cards.games import GAMES, HOLDEM, OMAHA
from jamfold.core.errors import JamfoldError
from jamfold.ranges import HandRange, parse_range
from jamfold.spots.strategy import parse_hand

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("hands.json").read_text(encoding="utf-8"))


def cases(*kinds: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES if any(kind in case for kind in kinds)]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: f"{case['game']}: {case['text']}")


@cases("hands")
def test_what_is_meant(case: dict[str, Any]) -> None:
    game = GAMES[case["game"]]
    held = parse_hand(game, case["text"])
    if isinstance(held, HandRange):
        assert held.combinations == case["hands"]
        assert not held.warnings or case["text"] == "AA KK"
        return
    class_id, _ = held
    if isinstance(case["hands"], str):
        assert class_id == parse_hand(game, case["hands"])[0]  # type: ignore[index]
    else:
        assert parse_range("*", game).classes.sizes[class_id] == case["hands"]


@cases("refused")
def test_what_is_refused_names_the_remedy(case: dict[str, Any]) -> None:
    for read in (parse_hand, lambda game, text: parse_range(text, game)):
        with pytest.raises(JamfoldError) as caught:
            read(GAMES[case["game"]], case["text"])
        assert case["refused"] in str(caught.value)
        assert "notation" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["AAds", "JT98 ds", "aces", "rundown", "pairs", "aces!KK", "(aces,KK)$ds", "aces@50"]
)
def test_ranges_take_the_same_words(text: str) -> None:
    plain = {"AAds": "AA$ds", "JT98 ds": "JT98$ds", "rundown": "$0g", "pairs": "22+"}.get(
        text, text.replace("aces", "AA")
    )
    held = parse_range(text, OMAHA)
    assert held == parse_range(plain, OMAHA)
    assert not held.warnings


def test_written_hands_of_a_range_may_stand_apart_by_blanks() -> None:
    """A hand that is looked for is one hand, so there these cards are too many."""
    assert parse_range("AsKh AhKd, QsQh", HOLDEM).combinations == 3
    with pytest.raises(JamfoldError, match=r"has 6 cards\. A hand in this game has 2"):
        parse_hand(HOLDEM, "AsKh AhKd, QsQh")


@pytest.mark.parametrize("text", ["aar", "akr", "rron", "aks", "AKds,QQ", "random"])
def test_notation_stays_what_it_is(text: str) -> None:
    """Where it is named, it is read strictly; variables in small letters are notation."""
    strict = parse_range(text, OMAHA, "generic")
    assert strict.combinations
    if text != "AKds,QQ":
        assert parse_range(text, OMAHA) == strict
