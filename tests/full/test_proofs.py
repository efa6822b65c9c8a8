"""A thousand proofs accepted; damaged ones are refused in tests/spots."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.class_tables.class_table import MARGINS, table_item
from jamfold.solver.exact import ExactSolver
from jamfold.solver.rational import RationalGame
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.proof import prove_spot, proved, write_proof
from jamfold.spots.solve import load_payoffs, solve_situation
from tests.spots.test_proof import sealed, verdict

pytestmark = pytest.mark.usefixtures("shared_tables")


@pytest.mark.parametrize(("game", "count"), [(HOLDEM, 500), (SIX_PLUS, 300), (SIX_PLUS_TRIPS, 200)])
def test_random_spots_are_proved(game: Game, count: int, tmp_path: Path) -> None:
    draw = random.Random(1)
    solver, rational, spots = ExactSolver(load_payoffs(game)), RationalGame(load_payoffs(game)), []
    for _ in range(count):
        stacks = draw.randint(20, 3000) / 100, draw.randint(20, 3000) / 100
        small, ante = draw.randint(1, 100) / 100, draw.choice([0, 0, draw.randint(1, 30) / 100])
        antes = ante, ante + draw.choice([0, 0, 1.0])
        situation = Situation(stacks, (small, 1.0), antes, draw.choice([0, draw.randint(0, 200) / 100]))
        start = solver.solve(chip_payoffs(situation.s, situation.b))
        spots.append((situation, rational.solve(*situation.fractions, start)))
        assert float(spots[-1][1].value) == pytest.approx(start.value, abs=1e-10)
    write_proof(tmp_path / "proof.json", game, spots)
    assert verdict(tmp_path / "proof.json") == "PROVED"


@pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO])
def test_a_proof_of_omaha(game: Game, tmp_path: Path) -> None:
    """With its table, but not with two names swapped; another table is forged in tests/spots."""
    path, table = tmp_path / "proof.json", table_item(game).array_path(MARGINS)
    prove_spot(proved(solve_situation(game, Situation((10.0, 10.0), (0.5, 1.0)))), path)
    assert verdict(path, "--table", str(table)) == "PROVED"
    if game == OMAHA_HILO:
        return  # what is forged is found in the same way
    whole = json.loads(path.read_text(encoding="utf-8"))
    swapped = json.loads(json.dumps(whole))
    names = swapped["classes"]
    i, j = names.index("AsAhKsKh"), names.index("3s3h2d2c")
    names[i], names[j] = names[j], names[i]
    path.write_text(sealed(swapped), encoding="utf-8")
    assert "its classes are not those of Omaha" in verdict(path, "--table", str(table))


def test_every_chance_is_a_fraction_in_lowest_terms() -> None:
    proof = proved(solve_situation(HOLDEM, Situation((10.0, 10.0), (0.5, 1.0)))).proof
    assert proof is not None
    assert proof.value == Fraction("-193795725978624491/4271380016945441400")
