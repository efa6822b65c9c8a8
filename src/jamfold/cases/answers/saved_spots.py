"""Saved solutions: those of `solve --save`, and those of the file that solves, which are measured anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.cases.spots import MOST_SAVED_BYTES, SAVED, SpotRequest
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, SolutionError
from jamfold.core.storage.whole_files import read_limited
from jamfold.spots.evaluate import evaluate
from jamfold.spots.solution import SpotSolution
from jamfold.spots.tree_solve import load_solution

VERSION = 1


def saved_spot(path: Path) -> SpotSolution:
    """The solution of a file.

    One of the file that solves says its spot and how often every hand is played; values and gains are
    those that the package measures.  Raises SolutionError if the file is missing, damaged, of another
    version, or no saved spot; TableError if the class table cannot be built here.
    """
    if path.suffix.lower() != ".json":
        return load_solution(path)
    text = read_limited(path, SolutionError, field="from", most=MOST_SAVED_BYTES)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad(path, "it is not JSON, or it is cut short") from None
    if not isinstance(values, dict) or values.get("format") != SAVED:
        raise SolutionError(f"The file '{path}' is not a saved solution.", field="from")
    if values.get("version") != VERSION:
        version = str(values.get("version"))[:20]
        raise SolutionError(f"The file '{path}' has another version: {version}, not {VERSION}.", field="from")
    try:
        if "prizes_file" in values["question"]:
            raise ValueError  # a file names no other file
        question = SpotRequest.from_json(values["question"])
        jam, call = _chances(question.rules, values["hands"])
    except (AttributeError, JamfoldError, LookupError, OverflowError, TypeError, ValueError) as error:
        why = f": {error}" if isinstance(error, JamfoldError) else "."
        raise SolutionError(f"The file '{path}' has no complete spot{why}", field="from") from None
    return evaluate(question.rules, jam, call, question.situation, question.terms)


def _chances(game: Game, rows: list[dict[str, Any]]) -> tuple[FloatArray, FloatArray]:
    """Return both blinds' frequencies, shape (n,). Raises ValueError if one is not in [0, 1]."""
    by_seat = {seat: np.full(hand_classes(game).n, np.nan) for seat in ("sb", "bb")}
    for row in rows:
        by_seat[row["position"]][hand_classes(game).check(row["id"])] = float(row["played"])
    if not all(((chances >= 0) & (chances <= 1)).all() for chances in by_seat.values()):
        raise ValueError
    return by_seat["sb"], by_seat["bb"]


def _bad(path: Path, reason: str) -> SolutionError:
    return SolutionError(f"The saved solution '{path}' cannot be used: {reason}.", field="from")
