"""A scoreboard for push/fold programs: 300 spots of Hold'em, our answers to them, and what others give away.

    python -m tools.scoreboard FOLDER                audit answers of another program, print the table
    python -m tools.scoreboard --make --seconds 120  solve spots without good answers (--all: all)
    python -m tools.scoreboard --standing            print how good our answers are

``tools/scoreboard.json`` has the spots and our answers: values and own gains in big blinds (in prizes: in %
of them), and how much every seat jams when it is first in.  FOLDER has an answer for each spot that the
program has solved, as ``jamfold audit`` reads it, under the name of the spot: ``three-10.txt``,
``three-10.zip``, or a folder ``three-10``.

100 spots were chosen; ``recipe`` makes the other 200.  Tables of four seats or more are solved by the model,
each from the solution of the spot before it where both have the same decisions, prizes and antes, and
certified on fresh deals until no seat gains more than ``GOAL``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from jamfold.betting.hand import is_exactly_solvable
from jamfold.cases import answers
from jamfold.cases.answers.watch import Observer
from jamfold.cases.audit import AuditRequest
from jamfold.cases.table import TableRequest
from jamfold.core.errors import JamfoldError
from jamfold.solver.predictive_regrets import ModelSolution, solve_model
from jamfold.spots.nplayer.audit import Audit
from jamfold.spots.nplayer.model import SURE, big_blind_worth, model_errors, table_model
from jamfold.spots.nplayer.result import TableResult, table_result

BOARD = Path(__file__).with_suffix(".json")
GOAL, GOAL_OF_PRIZES = 0.002, 0.02
"""The largest bound of a good answer: in big blinds, in % of the prizes."""
_TOLERANCE = 2e-4
"""The gain in the model with which a search is over, in big blinds: a small part of the goal."""
_PRIZE_SECONDS = 0.25
"""The share of the seconds for prizes, whose bounds need fewer deals."""
_DIGITS = 7
Spot = dict[str, Any]
_FINALS = {
    6: (35, 23, 16, 11.5, 8, 6.5),
    7: (33, 21.5, 15, 11, 8, 6.5, 5),
    8: (31.5, 20.5, 14.5, 10.5, 8, 6, 5, 4),
    9: (30, 20, 14, 10, 8, 6.5, 5, 3.5, 3),
}
_KINDS = ("sng", (50, 30, 20)), ("satellite", (25, 25, 25, 25)), ("final", ())
_SHAPES = ("equal", 1.0, 1.0), ("rising", 0.5, 1.5), ("falling", 1.5, 0.5)
"""The stacks of the small blind and of the button as shares of the mean."""
_ANTES: tuple[tuple[str, Spot], ...] = ("", {}), ("-ante", {"ante": 0.125}), ("-bb-ante", {"bb_ante": 1})
_SERIES = (
    ("six", (15, 12, 10, 9, 8, 7, 6, 5)),
    ("seven", (15, 12, 10, 8, 6, 5)),
    ("eight", (12, 9, 6)),
    ("nine", (12, 9, 6)),
)
"""Seats, and the mean stacks of each of their ten series."""


class Start(NamedTuple):
    """The last solution, with which the search of a similar spot begins."""

    game: tuple[Any, ...]
    solution: ModelSolution


def recipe() -> list[Spot]:
    """Return the 200 spots of six to nine seats, without answers, each series from the deepest stacks on."""
    spots = []
    for seats, (word, means) in enumerate(_SERIES, 6):
        for number, (kind, shape) in enumerate([*product(_KINDS, _SHAPES), (("chips", ()), _SHAPES[1])]):
            prizes = _FINALS[seats] if kind[0] == "final" else kind[1]
            ante, posts = _ANTES[(number + number // 3 + seats) % 3]
            low, step = shape[1], (shape[2] - shape[1]) / (seats - 1)
            for mean in means:
                spot: Spot = {
                    "id": f"{word}-{mean}-{kind[0]}-{shape[0]}{ante}",
                    "stacks": [round(mean * (low + step * seat), 1) for seat in range(seats)],
                    **posts,
                }
                spots.append({**spot, "prizes": list(prizes)} if prizes else spot)
    return spots


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
        if not node.all_in_before
    }
    return {
        "exact": found.is_counted,
        "method": found.method,
        "values": rounded(found.values),
        "values_error": rounded(found.values_error),
        "gains_least": rounded(found.least),
        "gains_bound": rounded(found.bounds),
        "opens": opens,
        "deals": found.deals,
    }


def is_good(spot: Spot) -> bool:
    """Whether no bound on a gain of our answer is above the goal."""
    return "answer" in spot and _bound(spot) <= (GOAL_OF_PRIZES if "prizes" in spot else GOAL)


def solve(spot: Spot, seconds: float, last: Start | None) -> tuple[TableResult, Start | None]:
    """Return the answer to a spot, and its solution for the next one; seconds are of two slow cores."""
    question = TableRequest(**entries(spot))
    game, hand = question.rules, question.hand
    if is_exactly_solvable(game, hand):
        return answers.run_case(question, Observer()), None
    model, unit = table_model(game, hand), big_blind_worth(hand)
    same = (model.after, hand.level, hand.prizes)
    found = solve_model(
        model.solver,
        _TOLERANCE * unit,
        SURE * unit * model_errors(hand, model),
        start=last.solution if last is not None and last.game == same else None,
    )
    answer = table_result(
        game,
        hand,
        profile=found.strategy[model.rows],
        seconds=seconds * (1.0 if hand.prizes is None else _PRIZE_SECONDS),
        gain=GOAL if hand.prizes is None else GOAL_OF_PRIZES,
    )
    return answer, Start(same, found)


def standing(spots: list[Spot]) -> Iterator[str]:
    """Yield how good our answers are: a row for each number of seats, and the spots above the goal."""
    for seats, unit in product(range(2, 10), ("bb", "%")):
        same = [one for one in spots if (len(one["stacks"]), _unit(one)) == (seats, unit)]
        bounds = [_bound(one) for one in same if "answer" in one]
        if same:
            most = _amount(max(bounds), 6, unit) if bounds else ""
            good = sum(map(is_good, same))
            yield f"| {seats} | {unit} | {len(same)} | {len(bounds)} | {good} | {most} |"
    for spot in spots:
        if "answer" in spot and not is_good(spot):
            yield f"- `{spot['id']}`: {_amount(_bound(spot), 4, _unit(spot))}"


def _amount(number: float, digits: int, unit: str) -> str:
    return f"{number:.{digits}f}{'' if unit == '%' else ' '}{unit}"


def _unit(spot: Spot) -> str:
    return "%" if "prizes" in spot else "bb"


def _bound(spot: Spot) -> float:
    return float(max(spot["answer"]["gains_bound"]))


def make(seconds: float, *, everything: bool) -> None:
    """Solve the spots that have no good answer, and save each answer as soon as it is there."""
    spots, last = load(), None
    known = {spot["id"] for spot in spots}
    spots += [spot for spot in recipe() if spot["id"] not in known]
    for spot in spots:
        if is_good(spot) and not everything:
            continue
        found, last = solve(spot, seconds, last)
        spot["answer"] = answer_of(found)
        save(spots)
        print(spot["id"], max(spot["answer"]["gains_bound"]), f"{found.seconds:.0f} s", flush=True)  # noqa: T201


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
        question = AuditRequest(**entries(spot), files=(str(path),), seconds=seconds)
        try:
            yield spot, answers.run_case(question, Observer())
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
    gain = _amount(table.gains[worst], 6, unit)
    if not table.exact:
        gain = f"{table.least.max():.4f} to {_amount(table.bounds.max(), 4, unit)}"
    filled = int((~audit.measured.given).sum())
    noticed = (
        "no" if table.unnoticed else "yes" if (table.least > table.lifetime.lower_limits).any() else "open"
    )
    return f"| {spot['id']} | {seats} | {table.hand.names[worst]} {gain} | {filled} | {noticed} |"


def main() -> None:
    """What the words of the command line say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--make", action="store_true", help="solve the spots without good answers")
    parser.add_argument("--all", action="store_true", help="with --make: solve all spots")
    parser.add_argument("--standing", action="store_true", help="print how good our answers are")
    parser.add_argument("--seconds", type=float, default=30.0, help="of fresh deals, on two slow cores")
    words = parser.parse_args()
    if words.make:
        make(words.seconds, everything=words.all)
    elif words.standing:
        print("\n".join(standing(load())))  # noqa: T201
    elif words.folder is None or not words.folder.is_dir():
        parser.error("name a folder of answers, --make or --standing")
    else:
        print("| spot | seats | the most that a seat gains | ranges filled in | noticed in a lifetime |")  # noqa: T201
        print("|---|---|---|---|---|")  # noqa: T201
        for spot, audit in audits(words.folder, words.seconds):
            print(line(spot, audit), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
