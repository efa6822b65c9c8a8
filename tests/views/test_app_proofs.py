"""Proofs that the file makes and checks: `docs/check_proof.py` takes them, and the package finds the same."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from jamfold.cases.answers.spots import solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.spots import SolveRequest
from jamfold.spots.proof import prove_spot, proved
from tests.app_answers import app_answers

CHECK = Path(__file__).parents[2] / "docs" / "check_proof.py"
SPOTS: list[dict[str, Any]] = [
    {"game": "holdem", "stacks": ["10bb", "10bb"]},
    {"game": "holdem", "stacks": ["12.3bb", "9bb"], "ante": "0.1bb", "dead": 7},
    {"game": "six-plus", "stacks": ["0.4bb", "8bb"], "bb_ante": "1bb"},
    {"game": "six-plus", "stacks": ["1bb", "3bb"]},
    {"game": "six-plus-trips", "stacks": ["17.7bb", "22bb"], "ante": "12.5%"},
]
OTHER = [{"rake": 5}, {"prizes": [3, 2, 1], "table": [50]}, {"open": ["2bb"]}]


def of_package(body: dict[str, Any], file: Path) -> dict[str, Any]:
    """The proof of a spot that the package writes."""
    prove_spot(proved(solved(SolveRequest.from_json(body), Observer())), file)
    written: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return written


@pytest.mark.slow
def test_what_the_file_makes_is_a_proof(tmp_path: Path) -> None:
    for body, made in zip(SPOTS, app_answers([("proof", one) for one in SPOTS], tmp_path), strict=True):
        file = tmp_path / "made.json"
        file.write_text(made["text"], "utf-8")
        checked = subprocess.run([sys.executable, CHECK, file], capture_output=True, text=True, check=False)
        assert checked.stdout.startswith("PROVED by the margins"), (body, checked.stderr)
        (mine,) = of_package(body, tmp_path / "own.json")["spots"]
        (theirs,) = json.loads(made["text"])["spots"]
        for name in ("actions", "value"):
            assert theirs[name] == mine[name], (body, name)


def damaged(proof: dict[str, Any], **spot: Any) -> str:
    """A proof with something else in its spot, and a digest that fits."""
    changed = proof | {"spots": [proof["spots"][0] | spot], "sha256": ""}
    digest = hashlib.sha256(json.dumps(changed, sort_keys=True).encode()).hexdigest()
    return json.dumps(changed | {"sha256": digest})


def test_the_file_checks_proofs(tmp_path: Path) -> None:
    proof = of_package(SPOTS[0], tmp_path / "own.json")
    (spot,) = proof["spots"]
    (jam,) = spot["actions"]
    (call,) = jam["actions"]
    folded = call | {"plan": call["plan"].replace("1", "0", 1)}
    mixed = jam | {"mixed": dict.fromkeys(jam["mixed"], "1/2")}
    texts = [
        json.dumps(proof),
        json.dumps(proof | {"game": "another game \u00e9"}),
        damaged(proof, game="x"),
        damaged(proof, value="1/3"),
        damaged(proof, actions=[jam | {"actions": [folded]}]),
        damaged(proof, stacks=["90", "90"]),
        damaged(proof, actions=[mixed]),
        damaged(proof, actions=[jam, jam]),
        "not JSON",
        "{}",
    ]
    asked = [("check-proof", {"game": "holdem", "text": one}) for one in texts]
    told = app_answers(asked, tmp_path)
    words = "stacks 100.0 and 100.0, blinds 5.0 and 10.0, antes 0.0 and 0.0, dead money 0.0, "
    words += f"both jam or fold, value {spot['value']}"
    said = {"spots": 1, "game": "holdem", "title": "Texas Hold'em", "first": words, "last": words}
    assert told[0] == said
    wanted = ["damaged", "the wrong keys", "the value is", "otherwise", "action other than", "otherwise"]
    wanted += ["action other than", "not JSON", "damaged"]
    for one, words in zip(told[1:], wanted, strict=True):
        assert words in one["error"], words


@pytest.mark.parametrize("more", OTHER)
def test_what_has_no_proof(more: dict[str, Any], tmp_path: Path) -> None:
    (told,) = app_answers([("proof", {"game": "holdem", "stacks": [100, 100]} | more)], tmp_path)
    assert told["error"].startswith("Proofs cover jam or fold for chips only")
