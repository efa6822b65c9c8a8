"""Solved spots: the JSON contract, chips, one hand, lists, saving."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jamfold
import jamfold.spots.solve as solve_module
from jamfold import SpotSolution
from jamfold.cards import parse_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, OMAHA
from jamfold.core.errors import (
    CardError,
    ClassError,
    GameError,
    JamfoldError,
    SituationError,
    SolutionError,
    SolverError,
)
from jamfold.solver.archive import load_solution as load_archive
from jamfold.solver.archive import save_solution
from jamfold.spots.hand_lists import HandFilter, HandList, containing, list_hands, with_pattern
from jamfold.spots.strategy import HandReport, SeatStrategy
from jamfold.views.formats import Pair, to_values
from jamfold.views.sentences import advice_text, certificate_text
from jamfold.views.spot_schemas import HandRow, SolveContract
from jamfold.views.spots import hand_rows, hands_csv, hands_json
from tests.loose import solve
from tests.toy_table import toy_payoffs

CONTRACT = {
    "game", "s", "b", "method", "iterations", "exact", "jam_percent", "call_percent", "value_bb",
    "post_ev_bb", "post_ev_chips", "epsilon_bb", "epsilon_chips", "mixed", "free", "seconds",
}  # fmt: skip
HAND_CONTRACT = {
    "id", "cards", "position", "played", "ev_allin", "ev_fold", "difference", "ev_allin_bb", "ev_fold_bb",
    "difference_bb", "advice",
}  # fmt: skip


def row_of(hand: HandReport) -> dict[str, Any]:
    return dict(to_values(HandRow.of(hand, "")))


@pytest.fixture(autouse=True)
def toy_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_module, "load_payoffs", toy_payoffs)


@pytest.fixture
def spot() -> SpotSolution:
    return solve("holdem", stacks=(100, 100), blinds=(5, 10))


@pytest.fixture
def ante_spot() -> SpotSolution:
    """Offsets on both sides: a big-blind ante and dead money."""
    return solve("holdem", (100, 120), (5, 10), ante=1, bb_ante=10, dead=6)


# solve


def test_an_exact_solution(spot: SpotSolution) -> None:
    assert spot.exact
    assert spot.method == "exact"
    assert spot.epsilon_bb < 1e-9
    assert spot.epsilon_chips == pytest.approx(10 * spot.epsilon_bb)
    assert spot.value_chips == pytest.approx((10 * spot.value_bb, -10 * spot.value_bb))
    assert (spot.s, spot.b) == (10.0, 0.5)


def test_fictitious_play_is_not_exact() -> None:
    spot = solve("holdem", method="fictitious-play", iterations=30)
    assert not spot.exact
    assert (spot.method, spot.iterations) == ("fictitious-play", 30)
    assert spot.epsilon_bb > 1e-4
    assert certificate_text(spot).startswith("Within 0.0")
    assert solve("holdem", method="fictitious-play").iterations == 100


def test_progress_is_called() -> None:
    seen: list[int] = []
    solve("holdem", method="fictitious-play", iterations=3, progress=lambda now: seen.append(now.iteration))
    assert seen == [1, 2, 3]


def test_summary_is_the_json_contract(spot: SpotSolution) -> None:
    summary = json.loads(json.dumps(to_values(SolveContract.of(spot)), allow_nan=False))
    assert summary.keys() >= CONTRACT
    assert (summary["game"], summary["exact"], summary["stacks"]) == ("holdem", True, [100.0, 100.0])
    assert summary["jam_percent"] == spot.jam_percent
    assert summary["post_ev_bb"] == pytest.approx([spot.solution.v1, spot.solution.v2])
    assert all(isinstance(count, int) for pair in (summary["mixed"], summary["free"]) for count in pair)


@pytest.mark.parametrize(
    ("stacks", "ante", "bb_ante", "antes", "blinds"),
    [
        ((100, 100), 2, 15, (2, 17), (5, 10)),
        ((100, 12), 2, 15, (2, 12), (5, 0)),  # nothing is left for the blind
        ((100, 21), 2, 15, (2, 17), (5, 4)),
        ((12, 100), 2, 15, (2, 17), (5, 10)),
        ((1, 100), 2, 0, (1, 1), (0, 10)),  # what the other cannot match comes back
        ((100, 100), 0.1, 0.2, (0.1, 0.1 + 0.2), (5, 10)),
    ],
)
def test_what_is_asked_for_and_what_is_posted(
    stacks: Pair, ante: float, bb_ante: float, antes: Pair, blinds: Pair
) -> None:
    """Apart: the ante of each and the big blind's; short stacks post what they have."""
    spot = solve("holdem", stacks, (5, 10), ante, bb_ante)
    told = to_values(SolveContract.of(spot))
    assert (told["ante"], told["bb_ante"]) == (ante, bb_ante)
    assert told["antes"] == [ante, ante + bb_ante]
    assert told["antes_posted"] == list(antes)
    assert told["blinds_posted"] == list(blinds)


def test_values_in_chips_add_up_to_the_dead_money(ante_spot: SpotSolution) -> None:
    assert sum(ante_spot.value_chips) == pytest.approx(6.0)
    small, big = ante_spot.post_ev_chips
    assert small + big == pytest.approx(6.0 + 2 * ante_spot.epsilon_chips)


def test_every_hand_of_the_small_blind_adds_up_to_his_value(ante_spot: SpotSolution) -> None:
    seat = ante_spot.strategy("sb")
    each = seat.frequency * seat.ev_allin + (1 - seat.frequency) * seat.ev_fold
    sizes = ante_spot.classes.sizes
    assert float(sizes @ each) / sizes.sum() == pytest.approx(ante_spot.value_chips[0])


def test_no_decision_below_the_blinds() -> None:
    spot = solve("holdem", (5, 100), (5, 10))
    assert (spot.s, spot.b, spot.jam_percent, spot.call_percent) == (1.0, 1.0, 100.0, 100.0)
    for position in ("sb", "bb"):
        assert spot.hand("7h 2c", position).advice.startswith("no decision")
    calling = solve("holdem", (8, 8), (5, 10))
    assert calling.call_percent == 100.0
    assert calling.hand("7h 2c", "bb").advice.startswith("no decision")
    assert not calling.hand("7h 2c", "sb").advice.startswith("no decision")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: solve("stud"), GameError, "Unknown game 'stud'"),
        (lambda: solve("holdem", (0, 100)), SituationError, "small blind's stack"),
        (lambda: solve("holdem", method="magic"), SolverError, "Unknown method 'magic'"),
        (lambda: solve("holdem", iterations=10), SolverError, "fictitious-play"),
        (
            lambda: solve("holdem", method="fictitious-play", iterations=0),
            SolverError,
            "number of iterations",
        ),
    ],
)
def test_bad_input_is_told_before_a_table_is_loaded(
    call: Callable[[], SpotSolution], error: type[JamfoldError], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_module, "load_payoffs", lambda *_, **__: pytest.fail("loaded"))
    with pytest.raises(error, match=words):
        call()


# one hand


def test_a_hand_by_cards_text_and_id(spot: SpotSolution) -> None:
    by_text = spot.hand("Ah Kh", "sb")
    assert by_text == spot.hand(parse_cards("AhKh"), "sb")
    assert (by_text.id, by_text.cards, by_text.representative, by_text.size) == (1, "AhKh", "AsKs", 4)
    by_id = spot.hand(1, "sb")
    assert (by_id.cards, by_id.ev_allin) == ("AsKs", by_text.ev_allin)


def test_a_hand_in_json(spot: SpotSolution) -> None:
    values = row_of(spot.hand("Ah Kh", "sb"))
    assert values.keys() >= HAND_CONTRACT
    assert (values["position"], values["played"], values["ev_fold"], values["ev_fold_bb"]) == (
        "sb",
        1.0,
        -5.0,
        -0.5,
    )
    assert values["difference"] == pytest.approx(values["ev_allin"] - values["ev_fold"])
    assert values["advice"] == "jam"


def test_evs_of_the_big_blind_are_given_that_he_faces_a_jam(spot: SpotSolution) -> None:
    weak, strong = spot.hand("7h 2c", "bb"), spot.hand("Ah As", "bb")
    assert weak.ev_fold == strong.ev_fold == -10.0
    assert (weak.advice, weak.played) == ("fold", 0.0)
    assert (strong.advice, strong.played) == ("call", 1.0)
    assert weak.difference < 0 < strong.difference


def test_chips_with_antes(ante_spot: SpotSolution) -> None:
    situation = ante_spot.situation
    assert ante_spot.hand("7h 2c", "sb").ev_fold == pytest.approx(situation.small_blind_folds()[0])
    assert ante_spot.hand("7h 2c", "bb").ev_fold == pytest.approx(situation.big_blind_folds()[1])
    hand = ante_spot.hand("Ah Kh", "bb")
    assert hand.difference == pytest.approx(situation.big_blind * hand.difference_bb)
    assert hand.ev_fold_bb == pytest.approx(hand.ev_fold / 10)
    assert hand.difference == pytest.approx(hand.ev_allin - hand.ev_fold)


def test_an_indifferent_hand_says_so(spot: SpotSolution) -> None:
    mixed = int(np.flatnonzero((spot.solution.x > 0) & (spot.solution.x < 1))[0])
    advice = advice_text(spot.hand(mixed, "sb"))
    assert advice.startswith("indifferent: both actions are correct")
    assert f"{100 * spot.solution.x[mixed]:.4g}%" in advice


def test_a_hand_that_never_faces_a_jam_has_no_ev(spot: SpotSolution) -> None:
    hand = spot.hand(0, "bb")
    spot.solution.ev_call[0] = spot.solution.margin_call[0] = np.nan
    unknown = spot.hand(0, "bb")
    assert unknown.advice.startswith("never asked")
    assert row_of(unknown)["ev_allin"] is None
    assert row_of(unknown)["difference_bb"] is None
    assert hand.advice == "call"


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ("Ah", ClassError),
        ("Ah Kh Qh", ClassError),
        ("Ah Ah", CardError),
        ("", ClassError),
        ("Ax Kh", CardError),
        (169, ClassError),
        (-1, ClassError),
        ([0, 0], ClassError),
    ],
)
def test_no_hand_of_the_game(
    spot: SpotSolution, hand: str | int | list[int], error: type[JamfoldError]
) -> None:
    with pytest.raises(error):
        spot.hand(hand, "sb")


@pytest.mark.parametrize("position", ["", "button", "small blind"])
def test_unknown_position(spot: SpotSolution, position: str) -> None:
    with pytest.raises(SituationError, match="must be sb or bb"):
        spot.hand("Ah Kh", position)


# lists

SORTS = ("id", "ev", "margin", "played", "size", "close")


def hand_list(strategy: SeatStrategy, sort: str = "ev", **wanted: str) -> HandList:
    return list_hands(strategy, HandFilter(**wanted).chosen(strategy.game), sort)


def listed(strategy: SeatStrategy, sort: str = "ev", **wanted: str) -> list[HandReport]:
    return hand_list(strategy, sort, **wanted).reports()


def test_every_order(spot: SpotSolution) -> None:
    seat = spot.strategy("bb")
    found = {sort: listed(seat, sort) for sort in SORTS}
    assert all(len({hand.id for hand in hands}) == 169 for hands in found.values())
    keys: dict[str, Callable[[jamfold.spots.strategy.HandReport], float]] = {
        "id": lambda hand: hand.id,
        "ev": lambda hand: -hand.ev_allin,
        "margin": lambda hand: -hand.difference,
        "played": lambda hand: -hand.played,
        "size": lambda hand: -hand.size,
        "close": lambda hand: abs(hand.difference),
    }
    for sort, key in keys.items():
        assert all(key(a) <= key(b) for a, b in pairwise(found[sort])), sort


def test_unknown_evs_come_last(spot: SpotSolution) -> None:
    spot.solution.ev_call[0] = spot.solution.margin_call[0] = np.nan
    for sort in ("ev", "margin", "close"):
        assert listed(spot.strategy("bb"), sort)[-1].id == 0


def test_pattern_contains_and_top(spot: SpotSolution) -> None:
    seat = spot.strategy("sb")
    suited = listed(seat, pattern="aa")
    assert len(suited) == 78
    assert [hand.representative for hand in listed(seat, "id", contains="AA")] == ["AsAh"]
    assert len(listed(seat, contains="a")) == 25
    aces = listed(seat, "ev", contains="A", pattern="AA")[:3]
    assert [hand.representative for hand in aces] == ["AsKs", "AsQs", "AsJs"]


def test_omaha_filters() -> None:
    classes = hand_classes(OMAHA)
    assert with_pattern(classes, "aabb").sum() == 3_081
    assert containing(classes, "AAAA").sum() == 1
    assert containing(classes, "As Ah Ad Ac").sum() == 1
    double_suited = containing(classes, "Ah Kh Ad Kd") & with_pattern(classes, "aabb")
    assert [classes.name(i) for i in np.flatnonzero(double_suited).tolist()] == ["AsAhKsKh"]


@pytest.mark.parametrize("text", ["Ah Kh", "7h 2c", "Ts Td", "4c"])
def test_contains_cards_means_some_hand_of_the_class(text: str) -> None:
    classes, cards = hand_classes(HOLDEM), set(parse_cards(text))
    naive = [any(cards <= set(hand) for hand in classes.combinations(i).tolist()) for i in range(classes.n)]
    assert containing(classes, text).tolist() == naive


@pytest.mark.parametrize("text", ["A", "10", "T 10", "22", "K, Q"])
def test_contains_ranks_means_the_representative(text: str) -> None:
    classes = hand_classes(HOLDEM)
    wanted = text.replace("10", "T").replace(",", "").replace(" ", "")
    for i, found in enumerate(containing(classes, text).tolist()):
        name = classes.name(i)
        assert found == all(name.count(rank) >= wanted.count(rank) for rank in wanted)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"sort": "luck"}, "Unknown order 'luck'"),
        ({"pattern": "aabb"}, "not a suit pattern of this game. Choose from: aa, ab"),
        ({"contains": "AKQ"}, "'AKQ' has 3 cards. A hand in this game has 2"),
        ({"contains": "Ah Kh Qh"}, "has 3 cards"),
        ({"contains": " "}, "no cards to look for"),
        ({"contains": "AxK"}, "is not a card"),
        ({"contains": "Ah Ah"}, "appears twice"),
    ],
)
def test_bad_queries(spot: SpotSolution, query: dict[str, str], words: str) -> None:
    with pytest.raises((CardError, ClassError), match=words):
        listed(spot.strategy("sb"), **query)


def test_csv_and_json_in_full_precision(spot: SpotSolution) -> None:
    hands = hand_list(spot.strategy("sb"), "id")
    rows = list(csv.DictReader(io.StringIO(hands_csv(hands))))
    assert [float(row["ev_allin"]) for row in rows] == [hand.ev_allin for hand in hands.reports()]
    told = json.loads(hands_json(hands))
    assert [{name: row[name] for name in row if name != "spot"} for row in told] == hand_rows(hands)
    summary = to_values(SolveContract.of(spot))
    for row in told:
        assert row["spot"] == {name: summary[name] for name in row["spot"]}
    wanted = {"game", "stacks", "blinds", "ante", "bb_ante", "dead", "utility", "rake", "exact", "epsilon_bb"}
    assert wanted <= set(told[0]["spot"])
    assert set(rows[0]) >= HAND_CONTRACT


# saving


def test_save_and_load(ante_spot: SpotSolution, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    ante_spot.save(path)
    again = jamfold.load_solution(str(path))
    assert to_values(SolveContract.of(again)) == to_values(SolveContract.of(ante_spot))
    assert again.situation == ante_spot.situation
    assert again.hand("Ah Kh", "bb") == ante_spot.hand("Ah Kh", "bb")


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({}, "of no game and situation"),
        (
            {"game": "stud", "situation": {"stacks": [100, 100], "blinds": [5, 10]}},
            "of no game and situation",
        ),
        (
            {"game": "holdem", "situation": {"stacks": [-1, 100], "blinds": [5, 10]}},
            "of no game and situation",
        ),
        ({"game": "holdem", "situation": {"stacks": [1, 2], "color": "red"}}, "of no game and situation"),
        ({"game": 7, "situation": []}, "of no game and situation"),
        ({"game": "omaha", "situation": {"stacks": [100, 100], "blinds": [5, 10]}}, "does not fit"),
        ({"game": "holdem", "situation": {"stacks": [90, 90], "blinds": [5, 10]}}, "does not fit"),
    ],
)
def test_a_saved_solution_of_something_else(
    spot: SpotSolution, tmp_path: Path, metadata: dict[str, object], words: str
) -> None:
    path = tmp_path / "other.npz"
    save_solution(spot.solution, path, metadata)
    with pytest.raises(SolutionError, match=words):
        jamfold.load_solution(path)


def test_a_damaged_or_missing_solution(spot: SpotSolution, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    with pytest.raises(SolutionError, match="cannot be read"):
        jamfold.load_solution(path)
    spot.save(path)
    load_archive(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(SolutionError, match="or is damaged"):
        jamfold.load_solution(path)
