"""A scoreboard for push/fold programs: 100 spots of Hold'em, our answers to them, and what others give away.

    python -m tools.scoreboard FOLDER               audit answers of another program, print the table
    python -m tools.scoreboard --make --seconds 30  solve the spots anew (those without an answer; --all: all)

``tools/scoreboard.json`` has the spots and our answers: values and own gains in big blinds (in prizes: in %
of them), and how much every seat jams when it is first in.  FOLDER has an answer for each spot that the
program has solved, as ``jamfold audit`` reads it, under the name of the spot: ``three-10.txt``,
``three-10.zip``, or a folder ``three-10``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jamfold import answers
from jamfold.answers.watch import Watch
from jamfold.errors import JamfoldError
from jamfold.questions.audit import AuditQuestion
from jamfold.questions.table import TableQuestion
from jamfold.spots.table.audit_result import Audit
from jamfold.spots.table.result import TableResult

BOARD = Path(__file__).with_suffix(".json")
_DIGITS = 7
Spot = dict[str, Any]


def load(path: Path = BOARD) -> list[Spot]:
    """The spots with our answers."""
    spots: list[Spot] = json.loads(path.read_text(encoding="utf-8"))
    return spots


def save(spots: list[Spot], path: Path = BOARD) -> None:
    """A line for each spot."""
    lines = ",\n".join(json.dumps(one) for one in spots)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def entries(spot: Spot) -> dict[str, Any]:
    """What a question is asked of a spot; the big blind is a chip."""
    return {
        "game": "holdem",
        "blinds": (0.5, 1.0),
        "stacks": tuple(spot["stacks"]),
        "ante": spot.get("ante", 0.0),
        "bb_ante": spot.get("bb_ante", 0.0),
        "prizes": tuple(f"{one}%" for one in spot.get("prizes", ())),
    }


def answer_of(found: TableResult) -> dict[str, Any]:
    """Our answer as it is kept: in big blinds, or in % of the prizes."""

    def rounded(values: Any) -> list[float]:
        return [round(float(value), _DIGITS) for value in values]

    opens = {
        found.hand.names[node.seat]: round(float(found.percent[row]), 3)
        for row, node in enumerate(found.nodes)
        if not node.after
    }
    return {
        "exact": found.is_counted,
        "values": rounded(found.values),
        "values_error": rounded(found.values_error),
        "gains_least": rounded(found.least),
        "gains_bound": rounded(found.bounds),
        "opens": opens,
        "deals": found.deals,
    }


def make(seconds: float, *, everything: bool) -> None:
    """Solve spots, and keep each answer as soon as it is there."""
    spots = load()
    for spot in spots:
        if "answer" in spot and not everything:
            continue
        question = TableQuestion(**entries(spot), seconds=seconds)
        spot["answer"] = answer_of(answers.answer(question, Watch()))
        save(spots)
        print(spot["id"], max(spot["answer"]["gains_bound"]), flush=True)  # noqa: T201


def place(folder: Path, spot: Spot) -> Path | None:
    """Where a program's answer to a spot is."""
    names = ("", ".txt", ".csv", ".json", ".zip")
    return next((path for end in names if (path := folder / f"{spot['id']}{end}").exists()), None)


def audits(folder: Path, seconds: float) -> Iterator[tuple[Spot, Audit | str]]:
    """What comes of the answers in a folder; a sentence where one cannot be audited."""
    for spot in load():
        path = place(folder, spot)
        if path is None:
            continue
        question = AuditQuestion(**entries(spot), files=(str(path),), seconds=seconds)
        try:
            yield spot, answers.answer(question, Watch())
        except JamfoldError as error:
            yield spot, str(error)


def line(spot: Spot, audit: Audit | str) -> str:
    """A line of the table."""
    seats = len(spot["stacks"])
    if isinstance(audit, str):
        return f"| {spot['id']} | {seats} | {audit} | | |"
    table = audit.table
    unit = "bb" if table.hand.prizes is None else "%"
    worst = int(table.gains.argmax())
    gain = f"{table.gains[worst]:.6f} {unit}"
    if not table.exact:
        gain = f"{table.least.max():.4f} to {table.bounds.max():.4f} {unit}"
    filled = int((~audit.measured.given).sum())
    noticed = "no" if table.unnoticed else "yes" if (table.least > table.lifetime.surely).any() else "open"
    return f"| {spot['id']} | {seats} | {table.hand.names[worst]} {gain} | {filled} | {noticed} |"


def main() -> None:
    """What the words of the command line say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=float, default=30.0)
    words = parser.parse_args()
    if words.make:
        make(words.seconds, everything=words.all)
    elif words.folder is None or not words.folder.is_dir():
        parser.error("name a folder of answers, or --make")
    else:
        print("| spot | seats | the most that a seat gains | ranges filled in | noticed in a lifetime |")  # noqa: T201
        print("|---|---|---|---|---|")  # noqa: T201
        for spot, audit in audits(words.folder, words.seconds):
            print(line(spot, audit), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
