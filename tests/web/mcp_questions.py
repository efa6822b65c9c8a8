"""Questions for the tools of assistants whose answers are published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.published_values import Row, rows

_EXACT = 1e-12


class Question(NamedTuple):
    """A call with a known answer."""

    tool: str
    arguments: dict[str, Any]
    path: tuple[str | int, ...]
    """Where the number is in the answer's JSON."""
    expected: float
    tolerance: float
    source: str
    """The file in tests/published."""

    def value(self, answer: Any) -> float:
        """The number in an answer."""
        for step in self.path:
            answer = answer[step]
        return float(answer)


def questions() -> list[Question]:
    """All of them, some 200."""
    return [*_matchups(), *_equities(), *_icm(), *_bounds(), *_values()]


def _equity(game: str, hands: Sequence[str], expected: float, source: str, **more: str) -> Question:
    arguments = {"game": game, "players": list(hands), "exact": True, **more}
    return Question("equity", arguments, ("players", 0, "equity"), expected, _EXACT, source)


def _share(row: Row, kind: str = "") -> float:
    win, tie, lose = (int(row[f"{kind}{name}"]) for name in ("win1", "tie", "win2"))
    return (win + tie / 2) / (win + tie + lose)


def _matchups() -> Iterator[Question]:
    for row in rows("holdem_matchups.csv"):
        hands = (row["hand1"], row["hand2"])
        yield _equity("holdem", hands, _share(row), "holdem_matchups.csv")
    for row in rows("sixplus_matchups.csv"):
        hands = (row["hand1"], row["hand2"])
        yield _equity("six-plus", hands, _share(row, "S_"), "sixplus_matchups.csv")
        yield _equity("six-plus-trips", hands, _share(row, "T_"), "sixplus_matchups.csv")
    for row in rows("omaha_matchups.csv")[:20]:
        hands = (row["hand1"], row["hand2"])
        yield _equity("omaha", hands, _share(row, "hi_"), "omaha_matchups.csv")


def _equities() -> Iterator[Question]:
    for row in rows("poker_equity.csv"):
        known = {name: row[name] for name in ("board", "dead") if row[name]}
        if int(row["deals"]) <= 50_000:
            first = float(row["equities"].split()[0])
            yield _equity(row["game"], row["hands"].split(), first, "poker_equity.csv", **known)


def _icm() -> Iterator[Question]:
    for row in rows("icm.csv"):
        if row["player"] != "1" or int(row["players"]) > 10:
            continue
        arguments = {
            "model": row["model"],
            "stacks": [float(one) for one in row["stacks"].split()],
            "prizes": [float(one) for one in row["prizes"].split()],
        }
        yield Question("icm", arguments, ("values", 0), float(row["equity"]), 1e-9, "icm.csv")


def _bounds() -> Iterator[Question]:
    for row in rows("whole_game.csv"):
        if row["lower_bb"]:
            arguments = {"game": "holdem", "stacks": f"{row['stack_bb']}bb"}
            expected = float(row["lower_bb"])
            yield Question("bounds", arguments, ("lower_bb",), expected, 6e-6, "whole_game.csv")


def _values() -> Iterator[Question]:
    for row in rows("trees.csv"):
        arguments = {"game": row["game"], "stacks": f"{row['stack_bb']}bb", "ante": f"{row['ante_bb']}bb"}
        sizes = {name: [f"{size}bb" for size in row[name].split()] for name in ("open", "raises")}
        if not row["limit"]:
            expected = float(row["value_bb"])
            yield Question("solve", arguments | sizes, ("value_bb",), expected, 1e-9, "trees.csv")
