"""Ten thousand damaged inputs of each kind; the quick tests try a few hundred."""

from __future__ import annotations

from pathlib import Path

from jamfold.solver.archive import save_solution
from jamfold.solver.exact import solve_exact
from jamfold.solver.stakes import chip_payoffs
from tests.solver.test_solver_archive import check_damaged_copies
from tests.solver.test_solver_naive import one_card_poker
from tests.videopoker.test_videopoker_paytable_text import check_odd_texts


def test_saved_solutions(tmp_path: Path) -> None:
    path = tmp_path / "toy.npz"
    save_solution(solve_exact(one_card_poker(3), chip_payoffs(1.5, 0.5)), path, {"note": "x" * 40})
    check_damaged_copies(path, 10_000, seed=2)


def test_pay_tables() -> None:
    check_odd_texts(10_000, seed=2)
