"""Proofs: fractions that are known, files that two checkers accept, and damage that both refuse."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM, SIX_PLUS, Game
from jamfold.core.errors import SolutionError
from jamfold.solver import tree_rational
from jamfold.spots.charts import make_chart
from jamfold.spots.proof import prove_chart, prove_spot, proved
from jamfold.spots.solve import solve_situation
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_solve import load_solution, solve_raises
from jamfold.spots.trees import TreeSpot
from jamfold.valuation.fees import Rake
from jamfold.views.sentences import span_text

pytestmark = pytest.mark.usefixtures("shared_tables")
CHECKER = Path(__file__).parents[2] / "docs" / "check_proof.py"
SECOND = Path(__file__).with_name("check_proof.mjs")
EVERYTHING = Situation((9.0, 14.0), (0.5, 1.0), (0.1, 0.6), 0.4)

KINDS = ("margins", "sign", "chance", "to", "value", "stacks", "blinds", "dead", "margin_scale", "hand")


@cache
def _checker() -> CodeType:
    return compile(CHECKER.read_text(encoding="utf-8"), str(CHECKER), "exec")


def verdict(path: Path, *more: str) -> str:
    """What the checker says of a file: it stops the process with a sentence if it refuses."""
    before, sys.argv = sys.argv, [str(CHECKER), str(path), *more]
    try:
        exec(_checker(), {"__name__": "__main__"})  # noqa: S102 -- compiled once for thousands of proofs
    except SystemExit as refused:
        return str(refused)
    finally:
        sys.argv = before
    return "PROVED"


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    """A proof of Six-Plus with everything that can be posted."""
    path = tmp_path / "proof.json"
    prove_spot(proved(solve_situation(SIX_PLUS, EVERYTHING)), path)
    return path


def sealed(values: dict[str, Any]) -> str:
    """The text of a proof whose checksum is right."""
    text = json.dumps(values | {"sha256": ""}, sort_keys=True)
    return json.dumps(values | {"sha256": hashlib.sha256(text.encode()).hexdigest()})


@pytest.mark.parametrize(
    ("stack", "jam", "call"),
    [
        (5.0, "5692536/36412441", "27369506/36412441"),
        (10.0, "8731989/12285638", "4948399/12285638"),
        (11.5, "68584/150383", "131016/150383"),
        (7.3, None, None),
    ],
)
def test_fractions_that_were_found_elsewhere(stack: float, jam: str | None, call: str | None) -> None:
    solved = proved(solve_situation(HOLDEM, Situation((stack, stack), (0.5, 1.0)))).proof
    assert solved is not None
    for strategy, chance in ((solved.jam, jam), (solved.call, call)):
        assert [*strategy.mixed.values()] == ([] if chance is None else [Fraction(chance)])


@pytest.mark.long
def test_the_checker_accepts_a_spot(proof: Path) -> None:
    assert verdict(proof) == "PROVED"
    assert verdict(proof, "--cards", "1") == "PROVED"


@pytest.mark.slow
def test_it_needs_no_jamfold(proof: Path) -> None:
    alone = [sys.executable, "-I", "-S", str(CHECKER), str(proof)]
    run = subprocess.run(alone, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("PROVED by the margins of Six-Plus Hold'em, straight beats trips, 36 cards")
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) <= 450


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_a_second_checker_agrees(proof: Path) -> None:
    run = [str(shutil.which("node")), str(SECOND), str(proof)]
    assert subprocess.run(run, capture_output=True, text=True, check=False).stdout == "PROVED: 1\n"
    for damaged in damages(json.loads(proof.read_text(encoding="utf-8")), 10):
        proof.write_text(sealed(damaged), encoding="utf-8")
        assert "REFUSED" in subprocess.run(run, capture_output=True, text=True, check=False).stdout


def test_a_chart_is_one_file(tmp_path: Path) -> None:
    chart = make_chart(SIX_PLUS, StackGrid(1, 25, 1), BlindLevel((0.5, 1.0), 0.1))
    prove_chart(chart, tmp_path / "chart.json")
    assert len(json.loads((tmp_path / "chart.json").read_text(encoding="utf-8"))["spots"]) == 25
    assert verdict(tmp_path / "chart.json") == "PROVED"


def below(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All actions of a tree."""
    return [one for action in actions for one in [action, *below(action["actions"])]]


def damages(proof: dict[str, Any], count: int) -> Iterator[dict[str, Any]]:
    """Copies in which one number, chance or sign is another."""
    draw = random.Random(1)
    for _ in range(count):
        damaged = json.loads(json.dumps(proof))
        spot = damaged["spots"][0]
        actions = below(spot["actions"])
        action = draw.choice(actions)
        mixing = [one["mixed"] for one in actions if one["mixed"]]
        match draw.choice([kind for kind in KINDS if mixing or kind != "chance"]):
            case "margins":
                row = draw.choice(damaged["margins"])
                row[draw.randrange(len(row))] += draw.choice([-1, 1, 1000])
            case "sign":
                plan = action["plan"]
                at = draw.randrange(len(plan))
                other = {"0": "1", "1": "0", "m": "1"}[plan[at]]
                action["plan"] = plan[:at] + other + plan[at + 1 :]
                action["mixed"].pop(str(at), None)
            case "chance":
                mixed = draw.choice(mixing)
                at = draw.choice([*mixed])
                mixed[at] = str(Fraction(mixed[at]) + Fraction(1, 10**12))
            case "to":
                actions[0]["to"] = str(Fraction(actions[0]["to"]) + Fraction(1, 10**6))
            case "value":
                spot["value"] = str(Fraction(spot["value"]) + Fraction(1, 10**12))
            case "stacks":
                spot["stacks"][0] = str(float(spot["stacks"][0]) + 1e-6)
            case "blinds":
                spot["blinds"][draw.randrange(2)] = "0.75"
            case "dead":
                spot["dead"] = "0.41"
            case "margin_scale":
                damaged["margin_scale"] += 1
            case _:
                damaged["classes"][draw.randrange(1, 81)] = "AsKh"
        yield damaged


@pytest.mark.long
def test_every_damage_is_refused(proof: Path) -> None:
    """Also where the checksum is that of the damaged file: what is wrong is the mathematics."""
    whole = json.loads(proof.read_text(encoding="utf-8"))
    for damaged in damages(whole, 60):
        if damaged != whole:
            proof.write_text(sealed(damaged), encoding="utf-8")
            assert "REFUSED" in verdict(proof), damaged["spots"]
    proof.write_text(sealed(whole | {"spots": []}), encoding="utf-8")
    assert "no spots" in verdict(proof)
    proof.write_text(json.dumps(whole | {"program": "another"}), encoding="utf-8")
    assert "damaged" in verdict(proof)


TREES = [
    (HOLDEM, 10.0, Raises((2.0,))),
    (HOLDEM, 6.0, Raises((2.0,))),  # nobody who raises folds: told as jams
    (HOLDEM, 20.0, Raises((2.0, 3.0), (6.0,))),
    (SIX_PLUS, 15.0, Raises((2.2,), limit="pot")),
    (HOLDEM, 1.8, Raises(limit="pot")),  # no raise but the jam is left
]


def tree(game: Game, stack: float, raises: Raises, terms: PayoffTerms = CHIPS) -> TreeSpot:
    spot = proved(solve_raises(game, Situation((stack, stack + 1), (0.5, 1.0), (0.1, 0.1)), raises, terms))
    assert isinstance(spot, TreeSpot)
    return spot


@pytest.mark.parametrize(("game", "stack", "raises"), TREES)
def test_raises_are_proved(game: Game, stack: float, raises: Raises, tmp_path: Path) -> None:
    spot = tree(game, stack, raises)
    assert spot.proved
    assert spot.gains_bb == (0.0, 0.0)
    prove_spot(spot, tmp_path / "tree.json")
    assert verdict(tmp_path / "tree.json") == "PROVED"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
@pytest.mark.slow
def test_a_second_checker_agrees_on_a_tree(tmp_path: Path) -> None:
    prove_spot(tree(*TREES[3]), tmp_path / "tree.json")
    run = [str(shutil.which("node")), str(SECOND), str(tmp_path / "tree.json")]
    assert subprocess.run(run, capture_output=True, text=True, check=False).stdout == "PROVED: 1\n"


@pytest.mark.long
def test_every_damage_of_a_tree_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    prove_spot(tree(*TREES[3]), path)
    whole = json.loads(path.read_text(encoding="utf-8"))
    for damaged in damages(whole, 60):
        path.write_text(sealed(damaged), encoding="utf-8")
        assert "REFUSED" in verdict(path)
    actions = whole["spots"][0]["actions"]
    for wrong, sentence in (
        ({"to": "1.9"}, "not legal"),
        ({"to": "40"}, "not legal"),
        ({"actions": []}, "nobody"),
    ):
        path.write_text(
            sealed(whole | {"spots": [whole["spots"][0] | {"actions": [actions[0] | wrong]}]}), "utf-8"
        )
        assert sentence in verdict(path)


def test_a_kept_proof_of_a_tree_is_looked_at(tmp_path: Path) -> None:
    spot = tree(*TREES[3])
    assert spot.proved_plans is not None
    spot.save(tmp_path / "spot.npz")
    kept = load_solution(tmp_path / "spot.npz")
    assert isinstance(kept, TreeSpot)
    assert kept.proved_plans is not None
    assert kept.proved_plans.as_dict() == spot.proved_plans.as_dict()
    prove_spot(kept, tmp_path / "tree.json")
    assert verdict(tmp_path / "tree.json") == "PROVED"
    replace(spot, proved_plans=replace(spot.proved_plans, value=Fraction(1, 3))).save(tmp_path / "spot.npz")
    with pytest.raises(SolutionError, match="does not fit its raises"):
        load_solution(tmp_path / "spot.npz")


def test_a_tree_with_several_equilibria_has_no_proof(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the vertex cannot be made, that is said."""
    monkeypatch.setattr(tree_rational, "MOST_SEQUENCES", 0)
    spot = tree(*TREES[3])
    assert not spot.proved
    with pytest.raises(SolutionError, match="exact to rounding"):
        prove_spot(spot, tmp_path / "proof.json")


def test_what_has_no_proof(tmp_path: Path) -> None:
    raked = proved(solve_situation(SIX_PLUS, EVERYTHING, PayoffTerms(Rake(5.0, 3.0))))
    assert not raked.proved
    with pytest.raises(SolutionError, match="Remove rake"):
        prove_spot(raked, tmp_path / "proof.json")
    assert not (tmp_path / "proof.json").exists()


def test_a_kept_proof_is_looked_at(tmp_path: Path) -> None:
    spot = proved(solve_situation(SIX_PLUS, EVERYTHING))
    assert spot.proof is not None
    spot.save(tmp_path / "spot.npz")
    assert load_solution(tmp_path / "spot.npz").proved
    replace(spot, proof=replace(spot.proof, s=Fraction(999))).save(tmp_path / "spot.npz")
    with pytest.raises(SolutionError, match="holds a solution, but of no game"):
        load_solution(tmp_path / "spot.npz")


def test_what_every_equilibrium_does() -> None:
    spot = proved(solve_situation(HOLDEM, Situation((10.0, 10.0), (0.5, 1.0))))
    pure, mixed = spot.hand("K4o", "sb"), spot.hand("43s", "sb")
    assert (pure.least, pure.most) == (1.0, 1.0)
    assert mixed.least == mixed.most == pytest.approx(8731989 / 12285638)
    assert span_text(pure) == "Jam in every equilibrium."
    assert span_text(mixed) == "Jam it 71.07% of the time in every equilibrium."
    assert span_text(spot.hand("72o", "bb")) == "Fold in every equilibrium."
    assert span_text(replace(mixed, least=0.123, most=0.61)) == (
        "Other equilibria jam it between 12.3% and 61% of the time."
    )
    raked = solve_situation(HOLDEM, Situation((10.0, 10.0), (0.5, 1.0)), PayoffTerms(Rake(percent=5)))
    assert span_text(proved(raked).hand("K4o", "sb")) == ""
