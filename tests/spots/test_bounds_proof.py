"""Proofs of bounds of the whole game: accepted by a checker without jamfold, and forgeries refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.core.errors import SolutionError
from jamfold.spots.whole_game import prove_bounds, whole_game_bounds
from tests.spots.test_proof import sealed

pytestmark = pytest.mark.usefixtures("shared_tables")
CHECKER = Path(__file__).parents[2] / "docs" / "check_bounds.py"
EVERYTHING = Situation((9.0, 14.0), (0.5, 1.0), (0.1, 0.6), 0.4)
Forge = Callable[[dict[str, Any]], Any]


def verdict(path: Path) -> str:
    """What the checker says, in a process that cannot import jamfold."""
    words = [sys.executable, "-S", str(CHECKER), str(path)]
    run = subprocess.run(words, capture_output=True, text=True, check=False, env={"PYTHONPATH": ""})
    return run.stdout or run.stderr


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A proof with everything that can be posted, and with all three answers."""
    path = tmp_path_factory.mktemp("proof") / "bounds.json"
    prove_bounds(whole_game_bounds(SIX_PLUS, EVERYTHING), path)
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return values


@pytest.mark.parametrize(
    ("game", "situation"),
    [
        (HOLDEM, Situation((8.0, 8.0), (0.5, 1.0))),
        (SIX_PLUS_TRIPS, EVERYTHING),
        (SIX_PLUS, Situation((1.7, 5.0), (0.5, 1.0))),
        (SIX_PLUS, Situation((0.4, 5.0), (0.5, 1.0))),
        (SIX_PLUS, Situation((7.0, 6.0), (0.5, 1.0), (0.0, 1.0))),
    ],
)
def test_the_checker_finds_the_same_bounds(game: Game, situation: Situation, tmp_path: Path) -> None:
    found = whole_game_bounds(game, situation)
    prove_bounds(found, tmp_path / "bounds.json")
    said = verdict(tmp_path / "bounds.json")
    assert said.startswith(f"PROVED by the margins of {game.title}")
    assert all(f" {bound} " in said for bound in found.solved.bounds)


def spot(**entries: Any) -> Forge:
    return lambda proof: proof["spots"][0].update(entries)


def plan(name: str, action: str, sign: str) -> Forge:
    """Another sign of the last class, whatever stood there."""

    def forge(proof: dict[str, Any]) -> None:
        values = proof["spots"][0][name][action] if action else proof["spots"][0][name]
        values["mixed"].pop(str(len(values["plan"]) - 1), None)
        values["plan"] = values["plan"][:-1] + sign

    return forge


def less(name: str, by: Fraction) -> Forge:
    def forge(proof: dict[str, Any]) -> None:
        proof["spots"][0][name] = str(Fraction(proof["spots"][0][name]) + by)

    return forge


def cell(proof: dict[str, Any]) -> None:
    proof["margins"][0][1] += 1


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (less("lower", Fraction(1, 10**12)), "lower is "),
        (less("upper", Fraction(-1, 10**12)), "upper is "),
        (less("upper_without_limps", Fraction(-1, 10**12)), "upper_without_limps is "),
        (plan("jam", "", "1"), "lower is "),
        (plan("with_limps", "limp", "1"), "upper is "),
        (plan("without_limps", "jam", "1"), "upper_without_limps is "),
        (lambda proof: proof["spots"][0]["with_limps"].pop("limp"), "are not jam, raise, limp"),
        (lambda proof: proof["spots"][0]["without_limps"].pop("raise"), "are not jam, raise"),
        (plan("jam", "", "2"), "a plan has signs other"),
        (plan("jam", "", "m"), "the classes of mixed"),
        (spot(jam={"plan": "m" + "0" * 80, "mixed": {"0": "3/2"}}), "3/2 is not from 0 to 1"),
        (spot(stacks=["9.0", "8.0"]), "lower is "),
        (spot(antes=["0.1", "-0.6"]), "is not from 0"),
        (spot(blinds=["2", "1"]), "the small blind is above the big blind"),
        (spot(upper=0.5), "is not a whole number"),
        (cell, "wrong margins"),
        (lambda proof: proof.update(format="jamfold proof 2"), "its format is not"),
        (lambda proof: proof["classes"].reverse(), "its classes are not those"),
    ],
)
def test_a_forged_bound_is_refused(forge: Forge, reason: str, proof: dict[str, Any], tmp_path: Path) -> None:
    forged = json.loads(json.dumps(proof))
    forge(forged)
    (tmp_path / "forged.json").write_text(sealed(forged), encoding="utf-8")
    said = verdict(tmp_path / "forged.json")
    assert said.startswith("REFUSED")
    assert reason in said


def test_a_damaged_file_is_refused(proof: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(proof).replace('"lower": "', '"lower": "1', 1)
    (tmp_path / "damaged.json").write_text(text, encoding="utf-8")
    assert "the file is damaged" in verdict(tmp_path / "damaged.json")


def test_the_checker_is_short() -> None:
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) <= 150


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(SolutionError):
        prove_bounds(whole_game_bounds(SIX_PLUS, EVERYTHING), tmp_path / "none" / "bounds.json")
