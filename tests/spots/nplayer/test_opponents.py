"""Whom a hand meets at a decision: checked against the explanation of two seats, and by counting hands."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import parse_cards
from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cards.games import SIX_PLUS
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import ExplainRequest
from jamfold.cases.table import TableRequest
from jamfold.spots.analysis import Explanation
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.seat_decisions import opponents_at, uncalled_chance
from tests.command_line import Runner


class Played:
    """A table whose strategies are given."""

    def __init__(self, hand: TableHand, strategy: np.ndarray) -> None:
        self.game, self.hand, self.strategy = SIX_PLUS, hand, strategy


@pytest.mark.usefixtures("shared_tables")
def test_two_seats_are_those_of_the_explanation() -> None:
    table = run_case(TableRequest(game="six-plus", stacks=("10bb", "10bb")), Observer())
    assert isinstance(table, TableResult)
    words: dict[str, Any] = {"game": "six-plus", "stacks": ("10bb", "10bb"), "cards": "K9o", "sweep": False}
    for seat, node in (("sb", Node(0, ())), ("bb", Node(1, (0,)))):
        told = run_case(ExplainRequest(**words, position=seat), Observer())
        assert isinstance(told, Explanation)
        (one,) = opponents_at(table, node, ClassId(told.hand.id))
        assert (one.seat, one.is_in) == ("bb" if seat == "sb" else "sb", seat == "bb")
        assert one.chance == pytest.approx(told.chance, abs=1e-6)
        assert one.equity == pytest.approx(told.equity, abs=1e-6)


@pytest.mark.usefixtures("shared_tables")
def test_chances_count_hands_without_ones_own_cards() -> None:
    hand = TableHand((8.0, 0.75, 8.0, 8.0, 8.0), BlindLevel((0.5, 1.0)), max_allin=4)
    classes = hand_classes(SIX_PLUS)
    strategy = np.random.default_rng(1).random((len(hand.nodes), classes.n)).round()
    table: Any = Played(hand, strategy)
    cutoff, button, small, big = 3, 4, 0, 1
    found = opponents_at(table, Node(button, (cutoff,)), classes.index("KcQd"))
    assert [(one.seat, one.is_in) for one in found] == [("co", True), ("sb", False), ("bb", False)]
    others = [pair for pair in combinations(SIX_PLUS.deck, 2) if not {*pair} & {*parse_cards("KcQd")}]
    ids = [int(classes.index(tuple(pair))) for pair in others]
    for one, node in zip(found, (Node(cutoff, ()), Node(small, (cutoff, button))), strict=False):
        plays = strategy[hand.nodes.index(node)]
        assert one.chance == pytest.approx(np.mean(plays[ids]))
    assert found[2].chance == 1.0  # all-in by the blind
    assert uncalled_chance(found) == 0.0
    assert [one.seat for one in opponents_at(table, Node(small, (cutoff, button)), ClassId(0))] == [
        "co",
        "btn",
        "bb",
    ]
    assert big == hand.names.index("bb")


@pytest.mark.long
@pytest.mark.usefixtures("shared_tables")
def test_explain_tells_reasons_at_any_seat(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    words = ("explain", "A9s", "10bb", "--game", "six-plus", "--seats", 5)
    (told,) = json.loads(run.good(*words, "--node", "hj", "--json"))["decisions"]
    assert [one["seat"] for one in told["opponents"]] == ["co", "btn", "sb", "bb"]
    assert all(0 < one["chance"] < 0.5 and 0.3 < one["equity"] < 0.7 for one in told["opponents"])
    text = run.good(*words, "--node", "btn after hj")
    assert "hijack, all-in" in text
    assert "Nobody else calls in about" in text
    assert "Other equilibria may exist" in text
    assert "There is no seat 'utg'" in run.bad(*words, "--node", "utg")
    assert "such as --seats 9 --node utg" in run.bad(*words)
    assert "such as --seats 9 --node utg" in run.bad(*words[:-2], "--node", "btn")
