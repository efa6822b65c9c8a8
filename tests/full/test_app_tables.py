"""The file that solves: 20 random tables of three, whose certificates are those of the package."""

from __future__ import annotations

from pathlib import Path

from tests.app_answers import app_answers
from tests.app_tables import check_table, random_tables


def test_certificates_are_those_of_the_package(tmp_path: Path) -> None:
    bodies = random_tables(20, seed=0)
    answers = app_answers([("table", one) for one in bodies], tmp_path)
    gains = [check_table(body, told) for body, told in zip(bodies, answers, strict=True)]
    assert max(gains) < 1e-9
