"""Trees of raises over the real classes: published values, today's answers, questions and their words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.cards.games import HOLDEM, SIX_PLUS
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.batch import BatchRequest
from jamfold.cases.hands import CompareRequest, HandRequest, HandsRequest
from jamfold.cases.spots import SolveRequest
from jamfold.cases.view_spec import call, view_spec_of
from jamfold.core.errors import JamfoldError, SolutionError
from jamfold.spots import solve as solving
from jamfold.spots.analysis import explain
from jamfold.spots.solution import SpotSolution
from jamfold.spots.tree_solve import load_solution
from jamfold.spots.trees import TreeSpot
from jamfold.views.comparison import compare_sheet
from jamfold.views.formats import to_values
from jamfold.views.sentences import decision_lines, reason_lines, tree_lines
from jamfold.views.terminal import plain_text
from jamfold.views.verdicts import hands_view
from tests.published_values import Row, rows

ADDS_NOTHING = "The small blind jams or folds: smaller raises add nothing to jam or fold here."


def solve(**values: Any) -> SpotSolution:
    """The answer of the command."""
    spot = run_case(
        SolveRequest.from_json({"game": "holdem", "blinds": ("0.5bb", "1bb"), **values}), Observer()
    )
    assert isinstance(spot, SpotSolution)
    return spot


@pytest.fixture(autouse=True)
def _tables(shared_tables: Path) -> None:
    """The tables of the run."""


@pytest.mark.slow
@pytest.mark.parametrize("row", rows("trees.csv"), ids=lambda row: "-".join(filter(None, row.values())))
def test_published(row: Row) -> None:
    stack = f"{row['stack_bb']}bb"
    spot = solve(
        game=row["game"],
        stacks=(stack, stack),
        ante=f"{row['ante_bb']}bb",
        open=tuple(f"{size}bb" for size in row["open"].split()),
        raises=tuple(f"{size}bb" for size in row["raises"].split()),
        limit=row["limit"] or None,
    )
    assert spot.value_bb == pytest.approx(float(row["value_bb"]), abs=1e-9)
    assert max(spot.gains_bb) < 1e-12


@pytest.mark.parametrize("sizes", [{}, {"open": "10bb"}, {"open": ("25bb",)}, {"limit": None}])
def test_jam_or_fold_is_as_ever(sizes: dict[str, Any]) -> None:
    today = solve(stacks=("10bb", "10bb"))
    spot = solve(stacks=("10bb", "10bb"), **sizes)
    assert spot.value_bb == today.value_bb
    assert (spot.solution.x == today.solution.x).all()
    assert (spot.solution.y == today.solution.y).all()


@pytest.mark.parametrize("stack", ["5bb", "5.5bb", "6bb"])
def test_a_raise_that_changes_nothing_is_told(stack: str) -> None:
    """At all stacks alike, whatever is lost by rounding."""
    spot = solve(stacks=(stack, stack), open="2bb")
    today = solve(stacks=(stack, stack))
    assert isinstance(spot, TreeSpot)
    assert spot.value_bb == pytest.approx(today.value_bb, abs=1e-12)
    assert spot.nodes[0].same == {"jam": "raise 2"}
    assert spot.nodes[0].percent["raise 2"] == 0.0
    assert spot.nodes[0].percent["jam"] == pytest.approx(today.jam_percent)
    larger, deeper = solve(stacks=(stack, stack), open="7bb"), solve(open="2bb")
    assert isinstance(larger, TreeSpot)
    assert isinstance(deeper, TreeSpot)
    assert ADDS_NOTHING in tree_lines(spot)
    assert ADDS_NOTHING in tree_lines(larger)
    assert ADDS_NOTHING not in tree_lines(deeper)


@pytest.mark.parametrize("terms", [{}, {"rake": "5%"}], ids=["chips", "rake"])
@pytest.mark.parametrize("hand", ["AKo", "T9s", "72o"])
def test_reasons_are_those_of_jam_or_fold(terms: dict[str, Any], hand: str) -> None:
    """With 5 bb raises add nothing: a jam is called, and wins, as without them; a call needs the same."""
    spots = [solve(stacks=("5bb", "5bb"), **raises, **terms) for raises in ({"open": "2bb"}, {})]
    jam, call = (explain(spots[1], hand, seat) for seat in ("sb", "bb"))
    first = spots[0].hand(hand, "sb").nodes[0]
    assert first.answers["jam"]["call"] == pytest.approx(jam.chance, abs=1e-9)
    assert first.answers["jam"]["fold"] == pytest.approx(1 - jam.chance, abs=1e-9)
    assert first.equities == {"jam": pytest.approx(jam.equity, abs=1e-9)}
    assert first.needed is None
    (last,) = (node for node in spots[0].hand(hand, "bb").nodes if node.after == ("sb jam",))
    assert last.reach == pytest.approx(call.chance, abs=1e-9)
    assert not last.answers
    assert last.equities == {"call": pytest.approx(call.equity, abs=1e-9)}
    assert last.needed == pytest.approx(call.break_even_equity, abs=1e-9)


def test_equities_for_prizes() -> None:
    """The share of the pot is that against the range that calls, class by class, whatever it is worth."""
    spot = solve(stacks=("12bb", "12bb"), open="2bb", prizes=(50, 30, 20), table=("8bb",))
    assert isinstance(spot, TreeSpot)
    hand, payoffs = spot.hand("A5s", "sb"), solving.load_payoffs(HOLDEM)
    last = next(node for node in hand.nodes if node.after == ("sb raise 2", "bb jam"))
    sequence = spot.solved.tree.turns[1].actions[0]
    jams, everyone, mine = spot.solved.plans[1][sequence], np.arange(169), np.array([hand.id])
    placed = float(payoffs.placements.block(mine, everyone)[0] @ jams)
    won = float(payoffs.tables[0].sums.block(mine, everyone)[0] @ jams) / payoffs.margin_scale
    assert last.equities == {"call": pytest.approx((1 + won / placed) / 2, abs=1e-9)}
    assert last.needed is not None
    assert (last.evs["call"] > last.evs["fold"]) == (last.equities["call"] > last.needed)  # type: ignore[operator]


def test_reasons_in_words() -> None:
    """At 20 bb the small blind opens, and a jam over it is called at the odds: 20 - 2 bb for a pot of 40."""
    hand = solve(stacks=("20bb", "20bb"), open="2bb").hand("A5s", "sb")
    first, last = reason_lines(hand)
    opened = hand.nodes[0].answers["raise 2"]
    assert first.startswith(
        f"First in: Against a raise to 2 the big blind folds {100 * opened['fold']:.2f}%, "
        f"jams {100 * opened['jam']:.2f}%. Against a jam the big blind folds "
    )
    assert "A jam that is called wins " in first
    assert last.startswith("After sb raise 2, bb jam: A call wins ")
    assert last.endswith(" of the pot; it needs 45.00%.")
    assert decision_lines(hand)[1].endswith(last.partition(": ")[2])


def test_trips_rule() -> None:
    """Six-Plus in which trips beat a straight, which has values of its own."""
    spot = solve(game="six-plus-trips", stacks=("15bb", "15bb"), open="2bb")
    assert spot.value_bb == pytest.approx(0.012830009, abs=1e-9)
    assert max(spot.gains_bb) < 1e-12


def test_ten_big_blinds() -> None:
    """Percentages as the issue gives them."""
    question = SolveRequest.from_cli({"game": "holdem", "open": "2bb 10bb"})
    spot = run_case(question, Observer())
    values = to_values(view_spec_of(SolveRequest).values(question, spot))
    assert values["value_bb"] == pytest.approx(0.006124492, abs=1e-9)
    assert values["tree"] == {"open": [2.0], "raises": [], "limit": None, "jam": True}
    first, second, third, _ = values["nodes"]
    assert first["percent"]["raise 2"] == pytest.approx(68.219, abs=1e-3)
    assert first["percent"]["jam"] == 0.0
    assert (second["after"], second["actions"]) == (["sb raise 2"], ["fold", "jam"])
    assert second["percent"]["jam"] == pytest.approx(49.192, abs=1e-3)
    assert third["percent"]["call"] == pytest.approx(46.003, abs=1e-3)
    assert third["reach"] == pytest.approx(0.3313, abs=1e-4)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"open": "1.5bb"}, "open"),
        ({"open": "two"}, "open"),
        ({"open": "2bb", "raises": "2.5bb"}, "raises"),
        ({"raises": "6bb"}, "raises"),
        ({"open": "5bb", "limit": "pot"}, "open"),
        ({"limit": "no"}, "limit"),
        ({"open": "2bb", "method": "fictitious-play"}, "method"),
        ({"open": "2bb", "call_range": "AA"}, "open"),
    ],
)
def test_bad_input(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as told:
        SolveRequest.from_json({"game": "holdem", **values})
    assert told.value.field == field


def test_an_unknown_limit_is_told_the_only_one() -> None:
    with pytest.raises(JamfoldError, match=r"Unknown limit 'no'\. It can only be pot\."):
        SolveRequest.from_json({"game": "holdem", "limit": "no"})


def test_one_hand_at_all_its_decisions() -> None:
    """A5s opens and calls; what it earns by jamming is what it earns by opening and calling."""
    question = HandRequest.from_cli({"cards": "A5s 10bb", "open": "2bb"})
    looked_up = run_case(question, Observer())
    first, second = looked_up.hand.nodes
    assert first.chances == {"fold": 0.0, "raise 2": 1.0, "jam": 0.0}
    assert first.evs_bb["fold"] == -0.5
    assert first.evs_bb["jam"] == pytest.approx(first.evs_bb["raise 2"], abs=1e-12)
    assert (second.after, second.chances) == (("sb raise 2", "bb jam"), {"fold": 0.0, "call": 1.0})
    assert second.evs_bb["fold"] == -2.0
    values = to_values(view_spec_of(HandRequest).values(question, looked_up))
    assert values["advice"] == "raise 2; after sb raise 2, bb jam: call"
    assert values["nodes"][0]["reach"] == 1.0


def test_lists_have_a_chance_for_every_action() -> None:
    """Chances of all classes, by their sizes, are the percentages of the solution."""
    question = HandsRequest.from_json({"game": "holdem", "open": "2bb", "position": "bb"})
    hands = run_case(question, Observer())
    rows = to_values(view_spec_of(HandsRequest).values(question, hands))
    spot = solve(stacks=("10bb", "10bb"), open="2bb")
    assert isinstance(spot, TreeSpot)
    jams = sum(row["size"] * row["nodes"][0]["chances"]["jam"] for row in rows) / 1326
    assert 100 * jams == pytest.approx(spot.nodes[1].percent["jam"])
    assert "of 169 hands shown. The tree has no limps or flat calls." in plain_text(hands_view(hands, 1))
    columns = call(view_spec_of(HandsRequest).columns, question=question, answer=hands)
    assert "sb raise 2: jam" in columns


@pytest.mark.parametrize(
    "worth",
    [
        {"rake": 5, "cap": "0.5bb"},
        {"prizes": (50, 30, 20), "table": ("8bb",)},
        {"prizes": (50, 30, 20), "table": ("8bb",), "bounty": (5,)},
    ],
)
def test_general_sums(worth: dict[str, Any]) -> None:
    """Rake, prizes and heads: nobody gains, in shares of the pool or big blinds."""
    spot = solve(stacks=("12bb", "9bb"), open="2bb", **worth)
    assert max(spot.solution.gains) < 1e-12
    assert spot.exact


@pytest.mark.long
def test_many_sizes_go_by_the_programme() -> None:
    """Complementarity would take minutes with so many sequences; deeper stacks in tests/full."""
    sizes = {"open": ("2bb", "2.5bb", "3bb"), "raises": ("3x",)}
    found = solve(game="six-plus", blinds=(5, 10), stacks=(120, 150), **sizes)
    assert found.epsilon_bb < 1e-12


@pytest.mark.long
def test_general_sums_with_many_decisions() -> None:
    """Decisions behind others have no mass of their own: without care, pivoting went astray here."""
    raises = {"open": ("2bb", "6bb"), "raises": ("2.2x",)}
    posts = {"stacks": ("15bb", "15bb"), "ante": "1bb", "bb_ante": "1bb"}
    spot = solve(**posts, **raises, rake=5, drop_always=True)
    assert max(spot.solution.gains) < 1e-12
    assert spot.exact


def test_saved_and_loaded(tmp_path: Path) -> None:
    """Every word and number, without a table."""
    spot = solve(stacks=("12bb", "9bb"), open="2bb", raises="3x", ante="0.1bb")
    spot.save(tmp_path / "tree.npz")
    again = load_solution(tmp_path / "tree.npz")
    assert isinstance(again, TreeSpot)
    assert isinstance(spot, TreeSpot)
    question = SolveRequest.from_json({"game": "holdem", "stacks": ("12bb", "9bb"), "open": "2bb"})
    row = view_spec_of(SolveRequest)
    assert to_values(row.values(question, again)) == to_values(row.values(question, spot))
    assert again.hand("A5s", "bb").nodes == spot.hand("A5s", "bb").nodes


def test_a_saved_tree_that_has_been_changed_is_refused(tmp_path: Path) -> None:
    """Plans are measured again when they are read."""
    spot = solve(stacks=("10bb", "10bb"), open="2bb")
    assert isinstance(spot, TreeSpot)
    sums = [replace(one, strategy=1.0 - one.strategy) for one in spot.solved.sums[0]]
    other = replace(spot, solved=replace(spot.solved, sums=(sums, spot.solved.sums[1])))
    other.save(tmp_path / "tree.npz")
    with pytest.raises(SolutionError, match="does not fit its raises"):
        load_solution(tmp_path / "tree.npz")


def test_two_trees_compared() -> None:
    """What another tree's plans cost; nothing, compared with itself."""
    posts = {"game": "holdem", "stacks": ("10bb", "10bb"), "open": "2bb"}
    question = CompareRequest.from_json({**posts, "other": {"ante": "0.1bb"}})
    compared = run_case(question, Observer())
    assert isinstance(compared.second, TreeSpot)
    small, big = compared.comparisons
    assert small.cost > 0.0
    assert big.cost > 0.0
    same = run_case(CompareRequest.from_json({**posts, "other": {"open": "2bb"}}), Observer())
    assert [one.cost for one in same.comparisons] == [0.0, 0.0]
    assert [one.different.size for one in same.comparisons] == [0, 0]
    assert "The tree has no limps or flat calls." in plain_text(compare_sheet(question, compared))


def test_a_tree_beside_jam_or_fold() -> None:
    """They have other decisions: what is played first is compared."""
    question = CompareRequest.from_json({"game": "holdem", "open": "2bb", "other": {"open": ()}})
    compared = run_case(question, Observer())
    assert not isinstance(compared.second, TreeSpot)
    values = to_values(view_spec_of(CompareRequest).values(question, compared))
    assert values["first"]["tree"]["open"] == [2.0]
    assert values["second"]["tree"] is None
    assert values["seats"][0]["percent"] == pytest.approx(68.219, abs=1e-3)
    with pytest.raises(JamfoldError, match="Remove the raises"):
        CompareRequest.from_json({"game": "holdem", "open": "2bb", "jam": "22+"})


def test_trees_in_a_batch(tmp_path: Path) -> None:
    lines = ["game,stack,open,limit,jam", "holdem,10bb,2bb,,kept", "holdem,10bb,,,", "holdem,10bb,1.5bb,,"]
    (tmp_path / "spots.csv").write_text("\n".join(lines))
    question = BatchRequest(file=str(tmp_path / "spots.csv"), out=tmp_path / "out.csv", processes=1)
    tree, plain, wrong = run_case(question, Observer()).lines
    assert tree.solved.value_bb == pytest.approx(0.006124492, abs=1e-9)
    assert tree.solved.open_percent == pytest.approx(68.219, abs=1e-3)
    assert tree.texts["jam"] == "kept"
    assert plain.solved.value_bb == pytest.approx(-0.045370753, abs=1e-9)
    assert plain.solved.open_percent is None
    assert "The minimum is 2 bb" in wrong.error


def test_a_stand_in_for_what_is_loaded_gets_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planes are added to the table of the game, whatever is called in its place beside."""
    loaded: dict[object, object] = {}
    monkeypatch.setattr("jamfold.spots.solve._loaded", loaded)
    load = solving.load_payoffs
    monkeypatch.setattr("jamfold.spots.solve.load_payoffs", lambda *_, **__: pytest.fail("not this one"))
    assert (load(SIX_PLUS, planes=True).margins == load(SIX_PLUS).margins).all()
